"""Rounds typed in from the table: what is refused, and what everybody captured adds up to."""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from haggis_cli.rules.events import Breach, Clause
from haggis_cli.rules.scoring import CardValues
from haggis_cli.rules.typed_rounds import (
    captured_breach,
    captured_left,
    captured_range,
    captured_total_breach,
    captured_warning,
    lowest_breach,
    table_breaches,
    typing_breaches,
    unscored_warning,
    without_unscored_counts,
)
from haggis_cli.rules.variant import OptionValue, Outcome
from tests.support.tables import table

NONE4 = (None, None, None, None)


def refusals(variant: str, out: tuple[int, ...], counts: tuple[int, ...], stakes: tuple[int | None, ...]) -> list[str]:
    """The complaints about these figures."""
    at = table(variant, len(counts))
    return [breach.message for breach in table_breaches(at, Outcome(out, counts, (0,) * len(counts), stakes))]


@pytest.mark.parametrize(
    ("variant", "out", "counts", "stakes"),
    [
        ("two-player", (0,), (8, 0), (15, 5)),
        ("two-player", (1,), (0, 17), (None, None)),
        ("three-player", (0, 2), (9, 0, 5), (30, 15, None)),
        ("three-player", (0, 2), (9, 0, 9), (None, None, None)),
        ("tatties", (1, 0), (4, 9, 0), (None, None, 45)),
        ("classic", (1, 0), (4, 9, 0), (0, None, 15)),
        ("neeps", (0, 1, 2), (10, 3, 4, 0), (15, None, None, None)),
        ("neeps", (0, 1, 3), (9, 5, 0, 4), (None, 5, 30, None)),
        ("neeps", (3, 1), (0, 12, 0, 12), NONE4),
        ("rogers-neeps", (3, 1), (0, 7, 0, 12), NONE4),
    ],
)
def test_what_can_have_happened_is_accepted(
    variant: str, out: tuple[int, ...], counts: tuple[int, ...], stakes: tuple[int | None, ...]
) -> None:
    assert refusals(variant, out, counts, stakes) == []


NONE2, NONE3 = (None, None), (None, None, None)


class Refusal(NamedTuple):
    """A block of `refused_rounds.txt`."""

    figures: str
    message: str
    clause: str

    def breaches(self) -> list[Breach]:
        """What is said of these figures."""
        game, _, figures = self.figures.partition(": ")
        variant, players = game.split()
        at = table(variant, int(players))
        out, counts = list[int](), [0] * len(at.names)
        stakes: list[int | None] = [None] * len(at.names)
        for name, *does in map(str.split, figures.split(", ")):
            if name == "nobody":
                continue
            seat = at.names.index(name)
            match does:
                case ["bet", amount]:
                    stakes[seat] = int(amount)
                case ["out", count]:
                    out.append(seat)
                    counts[seat] = int(count)
                case [count]:
                    counts[seat] = int(count)
        return table_breaches(at, Outcome(tuple(out), tuple(counts), (0,) * len(counts), tuple(stakes)))


REFUSALS = [
    Refusal(*block.strip().splitlines())
    for block in Path(__file__).with_name("refused_rounds.txt").read_text(encoding="utf-8").split("\n\n")[1:]
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.figures)
def test_what_cannot_have_happened_is_refused_and_rests_on_a_clause(refusal: Refusal) -> None:
    (breach,) = refusal.breaches()
    assert (breach.message, breach.clause.name) == (refusal.message, refusal.clause)


def test_every_refusal_has_the_code_table_inconsistent() -> None:
    at = table("two-player")
    breaches = table_breaches(at, Outcome((0,), (18, 2), (12, 24), (7, None)))
    assert [breach.code for breach in breaches] == ["table-inconsistent"] * 3


ADAM_THEN_BRENDA = Outcome((0, 1), (8, 3, 0), (25, 15, 10), NONE3)
BY_OPTION = '(with the option second_out = "scores" it counts)'


def test_taylor_scoring_the_second_out_needs_no_count() -> None:
    at, without = table("taylor", ("Adam", "Brenda", "Carol")), ADAM_THEN_BRENDA._replace(counts=(8, 0, 0))
    assert table_breaches(at, without) == typing_breaches(at, without) == []
    assert unscored_warning(at, without) is None
    (breach,) = table_breaches(at, ADAM_THEN_BRENDA._replace(counts=(0, 0, 0)))
    assert (
        breach.message == "Adam went out: give the number of cards in an opponent's hand at that moment, from 1 to 17."
    )


def test_taylor_scoring_a_count_of_the_second_out_is_refused_where_it_is_typed_in() -> None:
    at = table("taylor", ("Adam", "Brenda", "Carol"))
    assert table_breaches(at, ADAM_THEN_BRENDA) == []
    (breach,) = typing_breaches(at, ADAM_THEN_BRENDA)
    text = (
        "Brenda went out after Adam and records nothing, because only the first player out scores an opponent's cards"
    )
    assert breach.message == f"{text}: omit the 3 {BY_OPTION}."
    assert breach.clause is Clause.SCORING


def test_taylor_scoring_a_count_of_the_second_out_in_a_file_is_told_and_not_scored() -> None:
    at = table("taylor", ("Adam", "Brenda", "Carol"))
    assert unscored_warning(at, ADAM_THEN_BRENDA) == (
        f"only the first player out scores the cards in an opponent's hand, so Brenda's 3 is not counted {BY_OPTION}"
    )
    assert without_unscored_counts(at, ADAM_THEN_BRENDA) == ADAM_THEN_BRENDA._replace(counts=(8, 0, 0))


def test_taylor_with_the_option_of_the_first_edition_both_counts_are_wanted() -> None:
    at = table("taylor", ("Adam", "Brenda", "Carol"), second_out="scores")
    assert table_breaches(at, ADAM_THEN_BRENDA) == typing_breaches(at, ADAM_THEN_BRENDA) == []
    assert without_unscored_counts(at, ADAM_THEN_BRENDA) == ADAM_THEN_BRENDA
    (breach,) = table_breaches(at, ADAM_THEN_BRENDA._replace(counts=(8, 0, 0)))
    assert (
        breach.message
        == "Brenda went out: give the number of cards in an opponent's hand at that moment, from 1 to 17."
    )


def test_more_captured_than_there_is_is_refused_where_it_is_typed_in() -> None:
    at, too_much = table("two-player"), Outcome((0,), (8, 0), (13, 24), NONE2)
    assert table_breaches(at, too_much) == []
    (breach,) = typing_breaches(at, too_much)
    assert (
        breach.message
        == "The captured points 13 + 24 add up to 37, which is impossible: all cards together are worth 36."
    )


# What everybody captured adds up to: what is certain, what is left, and what cannot be.

ISLA, JAMIE, RORY, NOAH = range(4)


@pytest.mark.parametrize(
    ("variant", "players", "options", "out", "total"),
    [
        ("two-player", 2, {}, (0,), 36),
        ("two-player", 2, {"scoring": "cards"}, (0,), 42),
        ("three-player", 3, {}, (0, 1), 50),
        ("three-player", 3, {"scoring": "cards"}, (0, 1), 54),
        ("tatties", 3, {}, (0, 1), 51),
        ("classic", 2, {}, (0,), 36),
        ("classic", 3, {}, (0, 1), 50),
        ("neeps", 4, {}, (0, 2), 84),
        ("neeps", 4, {}, (0, 1, 2), 84),
        ("neeps", 4, {"partner_cards": "first-out"}, (0, 1, 3), 84),
        ("rogers-neeps", 4, {}, (0, 1, 3), 84),
    ],
)
def test_the_captured_totals_that_must_come_out(
    variant: str, players: int, options: dict[str, OptionValue], out: tuple[int, ...], total: int
) -> None:
    """Rules, Scoring a round: they are certain whatever the counts are."""
    assert captured_range(table(variant, players, **options), out, {}).exact == total


def test_neeps_a_remaining_partner_s_cards_are_captured_by_nobody_and_their_number_is_recorded() -> None:
    """Jamie is out first, Isla and Rory follow, and Rory records the 4 cards of Noah, Jamie's partner: 80 are left."""
    at, out = table("neeps"), (JAMIE, ISLA, RORY)
    assert captured_range(at, out, {JAMIE: 11, ISLA: 7, RORY: 4}).exact == 80
    assert captured_range(at, out, {RORY: 4}).exact == 80
    assert captured_range(at, out, {JAMIE: 11, ISLA: 7}) == (84 - 7, 84 - 1)  # Noah held 7 when Isla went out
    assert captured_range(at, out, {JAMIE: 3}) == (84 - 21, 84 - 1)  # Jamie counted Isla's and Rory's cards, not Noah's
    assert captured_left(at, out, {RORY: 4}, {ISLA: 20, JAMIE: 25, NOAH: 10}, RORY).exact == 25


def test_before_the_round_is_over_the_total_is_certain_where_no_hand_can_stay_uncaptured() -> None:
    assert captured_range(table("two-player"), (), {}).exact == 36
    assert captured_range(table("tatties"), (0,), {0: 9}).exact == 51
    neeps = table("neeps")
    assert captured_range(neeps, (), {}) == captured_range(neeps, (JAMIE,), {JAMIE: 9}) == (84 - 21, 84)
    assert captured_range(neeps, (JAMIE, ISLA), {JAMIE: 9, ISLA: 7}) == (84 - 7, 84)  # Noah may yet go out, too


TWO_EACH = CardValues("every card is 2 points", (2,) * 9, (2, 2, 2))


def test_the_captured_totals_of_house_rules() -> None:
    """What nobody captures is left out: exactly where all cards are worth the same, else as far as can be told."""
    three, tatties, neeps = table("three-player"), table("tatties"), table("neeps")
    untaken = three._replace(variant=replace(three.variant, haggis_taken=False))
    assert captured_range(untaken, (0, 1), {}) == (50 - 3 * 1, 50)
    values = CardValues("even ranks are 2 points", (2, 1) * 4 + (2,), (2, 3, 5))
    uneven = untaken._replace(variant=replace(untaken.variant, card_values=values))
    whole = values.in_play(uneven)
    assert captured_range(uneven, (0, 1), {}) == (whole - 3 * 2, whole - 3 * 1)
    doubled = tatties._replace(variant=replace(tatties.variant, card_values=TWO_EACH))
    assert captured_range(doubled, (0, 1), {}).exact == 2 * 51
    partners = neeps._replace(variant=replace(neeps.variant, card_values=TWO_EACH))
    assert captured_range(partners, (0, 1, 3), {3: 5}).exact == 2 * (84 - 5)
    points = neeps._replace(variant=replace(neeps.variant, card_values=three.variant.card_values))
    assert captured_range(points, (0, 1, 3), {3: 4}) == (72 - (5 + 3 + 2 + 1), 72)  # K Q J and a 9, or nothing
    rules = replace(neeps.variant, hand_taker=lambda state, holder: None if state.sizes[holder] else 0)
    assert captured_range(neeps._replace(variant=rules), (JAMIE, ISLA, RORY), {RORY: 4}).exact == 84 - 4
    costs = CardValues("2s cost 2 points, all others 1", (-2, *(-1,) * 8), (-1, -1, -1))
    at = neeps._replace(variant=replace(neeps.variant, card_values=costs))
    assert captured_range(at, (JAMIE, ISLA, RORY), {RORY: 3}) == (-92 + 3, -92 + 6)
    assert captured_range(at, (JAMIE, ISLA, RORY), {JAMIE: 11, ISLA: 7}) == (-92 + 1, -92 + 14)


def test_the_count_that_repeats_the_first_of_a_slam_tells_nothing_of_the_hands_then() -> None:
    """At a table of three teams a slam does not leave one player, and its second count is a copy of the first."""
    neeps = table("neeps")
    at = neeps._replace(variant=replace(neeps.variant, hand_taker=lambda state, holder: None))
    assert captured_range(at, (ISLA, RORY), {ISLA: 5, RORY: 5}) == (84 - 2 * 5, 84 - 2)
    honest = at._replace(variant=replace(at.variant, slam_repeats=False))
    assert captured_range(honest, (ISLA, JAMIE, NOAH), {ISLA: 9, JAMIE: 8, NOAH: 2}).exact == 82


def test_where_a_slam_leaves_one_player_its_second_count_is_no_look_at_that_hand() -> None:
    """Two against one: the count is certain where the second player out of the slam has counted, and not repeated."""
    three = table("three-player", scoring="cards")
    rules = replace(three.variant, hand_taker=lambda state, holder: None, slam_repeats=True)
    at = three._replace(variant=rules, sides=((0, 2), (1,)))
    assert captured_range(at, (0, 2), {0: 5, 2: 5}) == (54 - 5, 54 - 1)
    counted = at._replace(variant=replace(rules, slam_repeats=False))
    assert captured_range(counted, (0, 2), {0: 5, 2: 3}).exact == 54 - 3


@pytest.mark.parametrize("missing", [ISLA, JAMIE, RORY, NOAH])
def test_what_is_left_for_any_one_player_is_exact(missing: int) -> None:
    at, piles = table("neeps"), {ISLA: 30, JAMIE: 20, RORY: 24, NOAH: 10}
    known = {seat: points for seat, points in piles.items() if seat != missing}
    assert captured_left(at, (ISLA, RORY), {}, known, missing).exact == piles[missing]


def test_what_is_left_while_several_are_unknown_is_bounded() -> None:
    at = table("neeps")
    assert captured_left(at, (ISLA, RORY), {}, {}, ISLA) == (0, 84)
    assert captured_left(at, (ISLA, RORY), {}, {ISLA: 30, RORY: 24}, NOAH) == (0, 30)
    assert captured_left(at, (ISLA, RORY), {}, {ISLA: 30, RORY: 24, NOAH: 3}, NOAH) == (0, 30)  # the own figure aside
    assert captured_left(at, (ISLA, RORY), {}, {ISLA: 60, RORY: 60}, NOAH) == (0, 0)


def test_one_player_cannot_have_captured_more_than_all_cards_are_worth() -> None:
    at = table("two-player")
    assert captured_breach(at, (0,), {0: 8}, {0: 36}, 0) is None
    breach = captured_breach(at, (0,), {0: 8}, {0: 37}, 0)
    assert breach == Breach(
        "table-inconsistent", "Noah cannot have captured 37: all cards together are worth 36.", Clause.SCORING
    )


@pytest.mark.parametrize(
    ("captured", "left"),
    [
        ({ISLA: 50, JAMIE: 28}, "2 are left"),
        ({ISLA: 50, JAMIE: 29}, "1 is left"),
        ({ISLA: 50, JAMIE: 30}, "none are left"),
    ],
)
def test_one_player_cannot_have_captured_more_than_the_others_have_left(captured: dict[int, int], left: str) -> None:
    at, out, counts = table("neeps"), (JAMIE, ISLA, RORY), {JAMIE: 11, ISLA: 7, RORY: 4}
    assert captured_breach(at, out, counts, {**captured, NOAH: 80 - sum(captured.values())}, NOAH) is None
    breach = captured_breach(at, out, counts, {**captured, NOAH: 3}, NOAH)
    assert breach is not None
    assert breach.message == (
        f"Noah cannot have captured 3: {left}, because all cards except the 4 left in Noah's hand are worth 80."
    )
    breach = captured_breach(at, (JAMIE, ISLA), {JAMIE: 9, ISLA: 7}, {ISLA: 85}, ISLA)
    assert breach is not None
    assert breach.message == (
        "Isla cannot have captured 85: all cards except those left in Noah's hand are worth 77 to 84."
    )


def test_nobody_captures_less_than_the_cards_with_negative_points() -> None:
    two = table("two-player")
    rules = replace(two.variant, card_values=CardValues("2s cost a point", (-1, *(1,) * 8), (2, 3, 5)))
    for at, points, why in [
        (two, -1, "no card has negative points"),
        (two._replace(variant=rules), -5, "the cards with negative points add up to -4"),
    ]:
        text = f"Noah cannot have captured {points}: {why}."
        assert lowest_breach(at, 0, points) == Breach("table-inconsistent", text, Clause.SCORING)
        assert lowest_breach(at, 0, points + 1) is None
        assert captured_breach(at, (0,), {}, {0: points}, 0) == lowest_breach(at, 0, points)


def test_totals_above_what_there_is_cannot_have_happened() -> None:
    at = table("two-player")
    assert captured_total_breach(at, Outcome((0,), (8, 0), (12, 24), NONE2)) is None
    assert captured_total_breach(at, Outcome((0,), (8, 0), (12, 23), NONE2)) is None
    assert captured_total_breach(at, Outcome((0,), (8, 0), (13, 24), NONE2)) == Breach(
        "table-inconsistent",
        "The captured points 13 + 24 add up to 37, which is impossible: all cards together are worth 36.",
        Clause.SCORING,
    )
    four = Outcome((JAMIE, ISLA, RORY), (7, 11, 4, 0), (20, 25, 26, 10), NONE4)
    breach = captured_total_breach(table("neeps"), four)
    assert breach is not None
    assert breach.message == (
        "The captured points 20 + 25 + 26 + 10 add up to 81, which is impossible: "
        "all cards except the 4 left in Noah's hand are worth 80."
    )


def test_captured_totals_that_do_not_add_up_are_a_warning() -> None:
    at = table("two-player")
    assert captured_warning(at, Outcome((0,), (8, 0), (12, 24), NONE2)) is None
    assert captured_warning(at, Outcome((0,), (8, 0), (12, 23), NONE2)) == (
        "the captured points 12 + 23 add up to 35, but all cards together are worth 36"
    )
    assert captured_warning(at, Outcome((0,), (8, 0), (13, 24), NONE2)) == (
        "the captured points 13 + 24 add up to 37, but all cards together are worth 36"
    )
    assert captured_warning(table("neeps"), Outcome((0, 1, 3), (9, 4, 0, 4), (20, 20, 20, 2), NONE4)) == (
        "the captured points 20 + 20 + 20 + 2 add up to 62, but all cards except the 4 left in Rory's hand are worth 80"
    )


def test_where_the_total_is_not_certain_both_ends_are_told() -> None:
    three = table("three-player")
    untaken = three._replace(variant=replace(three.variant, haggis_taken=False))
    assert captured_warning(untaken, Outcome((0, 1), (9, 5, 0), (20, 20, 1), (None,) * 3)) == (
        "the captured points 20 + 20 + 1 add up to 41, but all cards together are worth 47 to 50"
    )
