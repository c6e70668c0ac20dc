"""The declarations of all eight variants, and what a table makes of them."""

from dataclasses import fields, replace

import pytest

from haggis_cli.rules.breach import Clause
from haggis_cli.rules.description import describe_variant
from haggis_cli.rules.readings import Combinations
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import API, Option, OptionValue, Variant, seat_players
from tests.support.tables import PLAYERS, VARIANTS, table

EVERY = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)

GOALS: dict[str, list[tuple[int, int | None]]] = {
    "two-player": [(250, 6), (350, 8)],
    "three-player": [(250, 6), (350, 9)],
    "tatties": [(250, 6), (350, 9)],
    "neeps": [(350, 4), (550, 6)],
    "rogers-neeps": [(350, 4), (550, 6)],
    "classic": [(250, None), (350, None)],
    "revised": [(250, None), (350, None)],
    "taylor": [(250, None), (350, None)],
}

SHORT_DECK, LONG_DECK = (36, 17, 8), (45, 17, 3)
SETUPS = {
    "two-player": {2: SHORT_DECK},
    "three-player": {3: LONG_DECK},
    "tatties": {3: LONG_DECK},
    "neeps": {4: (72, 21, 0)},
    "rogers-neeps": {4: (72, 21, 0)},
    "classic": {2: SHORT_DECK, 3: LONG_DECK},
    "revised": {2: SHORT_DECK, 3: LONG_DECK},
    "taylor": {2: SHORT_DECK, 3: LONG_DECK},
}


@EVERY
def test_the_set_up_of_the_table(variant: Variant) -> None:
    found = {}
    for players, setup in variant.setups.items():
        at = table(variant.id, players)
        found[players] = (at.deck.suit_cards.bit_count(), setup.hand, setup.haggis(players))
    assert found == SETUPS[variant.id]


@EVERY
def test_the_goals_on_offer(variant: Variant) -> None:
    wanted = [Goal(points=points) for points, _ in GOALS[variant.id]]
    wanted += [Goal(rounds=rounds) for _, rounds in GOALS[variant.id] if rounds]
    assert set(variant.goals) == set(wanted)
    assert all((goal.points is None) != (goal.rounds is None) for goal in variant.goals)


@EVERY
def test_every_choice_of_every_option_is_a_variant(variant: Variant) -> None:
    for option in variant.options:
        assert option.default in option.choices
        assert not option.choices[option.default].changes
        for value in option.choices:
            chosen = variant.with_options({option.name: value})
            assert (chosen != variant) == (value != option.default)
            assert set(option.players) <= set(variant.players)


@EVERY
def test_options_combine(variant: Variant) -> None:
    """No two options change the same field, so that the order in which they are chosen is all the same."""
    changed = [field for option in variant.options for field in {f for c in option.choices.values() for f in c.changes}]
    assert len(set(changed)) == len(changed)


@EVERY
def test_every_clause_is_cited(variant: Variant) -> None:
    for clause in Clause:
        book, _, heading = variant.cite(clause).partition(", ")
        assert book == variant.rulebook
        assert heading


@EVERY
def test_it_is_described_in_sentences(variant: Variant) -> None:
    assert variant.api == API
    assert variant.summary.endswith(".")
    for heading, lines in describe_variant(variant):
        assert heading
        for line in lines:
            assert line[0].isupper() or line[0].isdigit() or heading == "Options", line
            assert line.endswith((".", ")")), line


def test_the_options_of_the_rulebooks() -> None:
    assert {variant.id: [option.name for option in variant.options] for variant in VARIANTS.values()} == {
        "two-player": ["scoring"],
        "three-player": ["scoring"],
        "tatties": [],
        "neeps": ["partner_cards"],
        "rogers-neeps": ["sets"],
        "classic": ["tournament", "bonus"],
        "revised": ["tournament", "bet_scoring"],
        "taylor": ["tournament", "bonus", "second_out"],
    }


def test_only_the_older_rulebooks_have_a_dealer() -> None:
    assert {variant.id for variant in VARIANTS.values() if variant.has_dealer} == {"classic", "revised", "taylor"}


def test_taylor_names_every_difference_from_the_first_edition() -> None:
    """Of the fields that decide how it is played only these differ, and the rulings say both of it."""
    taylor, classic = VARIANTS["taylor"], VARIANTS["classic"]
    words = {"id", "name", "summary", "source", "rulebook", "headings", "rulings"}
    names = [each.name for each in fields(taylor) if each.name not in words]
    assert {name for name in names if getattr(taylor, name) != getattr(classic, name)} == {
        "only_first_records",
        "options",
    }
    assert [(option, *differing_choices(option, classic)) for option in taylor.options] == [
        (taylor.options[0], True),
        (taylor.options[1],),
        (taylor.options[2], "nothing", "scores"),
    ]
    rulings = " ".join(dict(describe_variant(taylor))["Rulings"])
    assert "Two things differ from `classic`. Only the first player out records" in rulings
    assert "By the tournament rule a led bomb that nothing beats is captured to its player's left" in rulings


def differing_choices(option: Option, other: Variant) -> list[OptionValue]:
    """The values of an option that another variant does not have, or by which it changes something else."""
    known = other.option(option.name)
    return [value for value, choice in option.choices.items() if not known or known.choices.get(value) != choice]


def test_classic_names_the_options_of_the_game_on_boardgamearena() -> None:
    rulings = " ".join(dict(describe_variant(VARIANTS["classic"]))["Rulings"])
    assert "BoardGameArena is `classic` with bonus = false, and with three players also tournament = true." in rulings
    for variant in ("taylor", "revised"):
        assert "BoardGameArena" not in " ".join(dict(describe_variant(VARIANTS[variant]))["Rulings"])


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_captured_totals_above_and_below_what_there_is_are_a_ruling_of_every_variant(variant: Variant) -> None:
    ruling = dict(describe_variant(variant))["Rulings"][-1]
    assert ruling.startswith("In a round typed in, captured points above what all cards are worth are refused; ")


def test_neeps_says_that_a_remaining_partner_s_cards_are_taken_off_the_captured_total() -> None:
    rulings = " ".join(dict(describe_variant(VARIANTS["neeps"]))["Rulings"])
    assert "the captured cards of a round typed in are 84 less the count of the last player out" in rulings


def test_the_seats_of_a_table() -> None:
    at = table("neeps")
    assert at.sides == ((0, 2), (1, 3))
    assert at.side_names == ("Isla & Rory", "Jamie & Noah")
    assert [at.partners(seat) for seat in at.seats] == [(2,), (3,), (0,), (1,)]
    assert [at.opponents(seat) for seat in at.seats] == [(1, 3), (2, 0), (3, 1), (0, 2)]
    assert (at.left(3), at.left(0, -1), at.clockwise_from(2)) == (0, 3, (2, 3, 0, 1))
    three = table("three-player")
    assert [three.opponents(seat) for seat in three.seats] == [(1, 2), (2, 0), (0, 1)]


def test_a_variant_without_options_is_left_alone() -> None:
    variant = VARIANTS["tatties"]
    assert variant.with_options({}) is variant
    assert variant.option("scoring") is None
    assert variant.combinations == Combinations()


def test_p5_of_four_without_teams_the_round_ends_at_the_third_out() -> None:
    house = replace(VARIANTS["neeps"], id="house", teams=())
    at = seat_players(house, PLAYERS[4])
    assert [at.ended_by(out) for out in ((0,), (0, 2), (0, 2, 1))] == [False, False, True]


def test_a_table_knows_the_names_of_its_teams_and_the_options_in_force() -> None:
    rules = VARIANTS["neeps"]
    plain = seat_players(rules, PLAYERS[4])
    assert (plain.side_names, plain.options) == (("Isla & Rory", "Jamie & Noah"), {})
    chosen = {"partner_cards": "first-out"}
    at = seat_players(rules, PLAYERS[4], options=chosen, team_names=("High Rollas", "Slam Jamma"))
    assert (at.side_names, at.options) == (("High Rollas", "Slam Jamma"), chosen)
