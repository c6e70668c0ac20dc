"""The declarations of all eight variants, and what a table makes of them."""

from dataclasses import replace

import pytest

from haggis_cli.rules.breach import Clause
from haggis_cli.rules.combinations.readings import Combinations
from haggis_cli.rules.description import describe_variant
from haggis_cli.rules.scoring.goal import Goal
from haggis_cli.rules.table import seat_players
from haggis_cli.rules.variant import API, Variant
from tests.support.rules.tables import PLAYERS, table
from tests.support.rules.variants import VARIANTS

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
        "taylor": ["tournament", "bonus"],
    }


def test_only_the_older_rulebooks_have_a_dealer() -> None:
    assert {variant.id for variant in VARIANTS.values() if variant.has_dealer} == {"classic", "revised", "taylor"}


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
