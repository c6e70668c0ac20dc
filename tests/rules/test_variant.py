"""The declarations of all eight variants, what a table makes of them, and what only a house rule declares."""

from dataclasses import fields, replace
from random import Random

import pytest
from haggis_variants.neeps import NEEPS
from haggis_variants.two_player import TWO_PLAYER

from haggis_cli.devkit.conformance import check_variant
from haggis_cli.players.tournament import random_deal
from haggis_cli.rules.bets import TeamBets
from haggis_cli.rules.cards import Setup
from haggis_cli.rules.description import describe_variant
from haggis_cli.rules.events import Breach, Clause, RoundView, TrickPlay
from haggis_cli.rules.moves import playable
from haggis_cli.rules.readings import BOMBS, Combinations, Kind, of_a_kind
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import API, Option, OptionValue, Table, Variant, seat_players
from tests.support.tables import PLAYERS, VARIANTS, after, position, refused, table

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
    assert "Two things differ from 'classic'. Only the first player out records" in rulings
    assert "a led bomb that nothing beats is captured by the player to the leader's left, not to the right" in rulings


def differing_choices(option: Option, other: Variant) -> list[OptionValue]:
    """The values of an option that another variant does not have, or by which it changes something else."""
    known = other.option(option.name)
    return [value for value, choice in option.choices.items() if not known or known.choices.get(value) != choice]


def test_classic_names_the_options_of_the_game_on_boardgamearena() -> None:
    rulings = " ".join(dict(describe_variant(VARIANTS["classic"]))["Rulings"])
    assert "BoardGameArena is 'classic' with bonus = false, and with three players also tournament = true." in rulings
    for variant in ("taylor", "revised"):
        assert "BoardGameArena" not in " ".join(dict(describe_variant(VARIANTS[variant]))["Rulings"])


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_captured_totals_above_and_below_what_there_is_are_a_ruling_of_every_variant(variant: Variant) -> None:
    ruling = dict(describe_variant(variant))["Rulings"][-1]
    assert ruling.startswith(
        "In a typed-in round, captured points are refused if they add up to more than all cards are worth; "
    )


def test_neeps_says_that_a_remaining_partner_s_cards_are_taken_off_the_captured_total() -> None:
    rulings = " ".join(dict(describe_variant(VARIANTS["neeps"]))["Rulings"])
    assert "add up to 84 minus those left in that hand, whose number is recorded with the last player who" in rulings


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


# What no rulebook has: rules on what may be played, bombs of a kind, several teams, fewer court cards.

SIX = ("Ada", "Ben", "Cal", "Dot", "Eve", "Fay")
THREE_TEAMS = replace(
    NEEPS, id="six", setups={6: Setup(suits=5, copies=2, dealt=14)}, teams=((0, 3), (1, 4), (2, 5)), gives=0, options=()
)


def no_bomb_is_led(state: RoundView, play: TrickPlay) -> Breach | None:
    """Nobody leads a bomb."""
    if state.trick or play.reading.kind is not Kind.BOMB:
        return None
    who, bomb = state.table.names[play.seat], state.table.deck.cards_text(play.cards)
    return Breach("bomb-led", f"{who} leads {bomb}, and bombs only answer.", Clause.BOMBS)


def two(**changes: object) -> Table:
    return seat_players(replace(TWO_PLAYER, id="house", **changes), ("Noah", "Isla"))  # type: ignore[arg-type]


@pytest.fixture
def start() -> Round:
    return position(two(may_play=no_bomb_is_led), {"Noah": "J Q 5r", "Isla": "4g K"})


def test_a_rule_refuses_with_its_sentence_and_clause(start: Round) -> None:
    breach = refused(start, "Noah: J Q")
    assert (breach.code, breach.clause) == ("bomb-led", Clause.BOMBS)
    assert breach.message == "Noah leads J Q, and bombs only answer."
    answered = after(start, "Noah: J", "Isla: K")
    assert len(playable(start)) == len([move for move in playable(start) if move[1].kind is not Kind.BOMB]) > 3
    assert answered.turn == 0


def test_a_rule_leaves_alone_what_it_allows() -> None:
    at = position(two(may_play=no_bomb_is_led), {"Noah": "3r 2r", "Isla": "J Q 4g"})
    answered = after(at, "Noah: 3r", "Isla: J Q")
    assert answered.trick[-1].reading.kind is Kind.BOMB


def test_a_rule_is_told_with_the_others() -> None:
    told = dict(describe_variant(two(may_play=no_bomb_is_led).variant))
    assert "Nobody leads a bomb." in told["Tricks and capture"]
    assert "Nobody leads a bomb." not in dict(describe_variant(TWO_PLAYER))["Tricks and capture"]


def test_bombs_of_a_kind_beat_by_their_place() -> None:
    rules = Combinations(bombs=(*of_a_kind(4), *BOMBS[1:], *of_a_kind(5, (9,))), set_sizes=(2, 3))
    at = position(two(combinations=rules), {"Noah": "4r 4g 4b 4y 8r", "Isla": "5r 5g 5b 5y J Q 2b"})
    opened = after(at, "Noah: 8r")
    assert refused(opened, "Isla: 5r 5g 5b").code == "wrong-kind"
    bombed = after(at, "Noah: 4r 4g 4b 4y", "Isla: 5r 5g 5b 5y")
    assert bombed.trick[-1].reading == (Kind.BOMB, 1, 4, 4)
    told = dict(describe_variant(two(combinations=rules).variant))["Combinations"]
    assert "a set of 2 or 3 of one rank" in told[0]
    assert "four 2s to four 10s, J-Q, J-K, Q-K, J-Q-K, 3-5-7-9 in one suit, five 9s." in told[3]


def test_a_set_of_another_size_is_refused_with_the_sizes() -> None:
    at = position(two(combinations=Combinations(set_sizes=(2, 4), bombs=())), {"Noah": "4r 4g 4b", "Isla": "5r"})
    assert refused(at, "Noah: 4r 4g 4b").message == (
        "4r 4g 4b is not a combination: in this variant a set has two or four cards, not three."
    )


@pytest.mark.parametrize(
    ("stakes", "out", "points"),
    [
        ((15, None, None, None, None, None), (0, 3), (30, 0, 0, 0, 0, 0)),
        ((15, None, None, None, None, None), (1, 4), (0, 15, 15, 0, 0, 0)),
        ((None, 15, None, None, None, 30), (2, 5), (45, 30, 15, 0, 0, 0)),
    ],
)
def test_a_failed_bet_goes_to_each_other_team(
    stakes: tuple[int | None, ...], out: tuple[int, ...], points: tuple[int, ...]
) -> None:
    table = seat_players(THREE_TEAMS, SIX)
    assert TeamBets().settle(table, stakes, out) == points


def test_three_teams_are_named_in_order() -> None:
    told = dict(describe_variant(THREE_TEAMS))
    assert "Partners for the whole match: seats 1 with 4, 2 with 5 and 3 with 6." in told["Set-up"]


FEW_COURTS = replace(
    TWO_PLAYER,
    id="few",
    setups={2: Setup(suits=4, copies=1, dealt=14, courts=(11, 13))},
    combinations=Combinations(bombs=(BOMBS[0], BOMBS[2], BOMBS[5])),
    options=(),
)


@pytest.mark.parametrize("known", [True, False])
def test_a_court_card_that_is_not_in_the_game_is_refused(known: bool) -> None:
    table = seat_players(FEW_COURTS, ("Noah", "Isla"))
    deal = random_deal(table, Random(1))
    start = begin(table, 0, None, deal if known else None)
    assert start.sizes == (16, 16)
    assert refused(start, "Noah: Q").message == "Q is not in this game: everybody has J, K."
    bombed = after(start, "Noah: J K")
    assert refused(bombed, "Isla: K").code == "wrong-kind"
    assert refused(after(bombed, "Isla: pass"), "Noah: K").message == "Noah has already played K."


def test_no_court_cards_at_all() -> None:
    rules = Combinations(bombs=of_a_kind(4))
    none = replace(FEW_COURTS, setups={2: Setup(suits=4, copies=1, dealt=14, courts=())}, combinations=rules)
    table = seat_players(none, ("Noah", "Isla"))
    assert table.setup.hand == 14
    assert none.card_values.in_play(table) == 16
    absent = "J is not in this game: everybody has no court cards."
    assert refused(begin(table, 0), "Noah: J") == Breach("no-such-card", absent, Clause.SETUP)
    told = dict(describe_variant(none))["Set-up"]
    assert told == [
        "2 players: take one copy of 2 to 10 in 4 suits.",
        "Deal 14 suit cards each: a hand of 14; 8 cards stay face down as the haggis.",
    ]


@pytest.mark.parametrize("courts", [(11, 13), (12,), ()])
def test_rounds_with_fewer_court_cards_come_out_right(courts: tuple[int, ...]) -> None:
    setup = Setup(suits=4, copies=1, dealt=14, courts=courts)
    made = replace(FEW_COURTS, setups={2: setup}, combinations=Combinations(bombs=of_a_kind(3)))
    assert [str(fault) for fault in check_variant(made, rounds=8)] == []
