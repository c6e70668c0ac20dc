"""Rounds typed in from the table: what is refused."""

import pytest

from haggis_cli.rules.breach import Clause
from haggis_cli.rules.scores import Outcome
from haggis_cli.rules.typed_rounds import table_breaches, typing_breaches, unscored_warning, without_unscored_counts
from tests.support.tables import table

FOUR = (None, None, None, None)


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
        ("neeps", (3, 1), (0, 12, 0, 12), FOUR),
        ("rogers-neeps", (3, 1), (0, 7, 0, 12), FOUR),
    ],
)
def test_what_can_have_happened_is_accepted(
    variant: str, out: tuple[int, ...], counts: tuple[int, ...], stakes: tuple[int | None, ...]
) -> None:
    assert refusals(variant, out, counts, stakes) == []


NOT_OVER = "The round is not over with"
NONE2, NONE3 = (None, None), (None, None, None)


@pytest.mark.parametrize(
    ("variant", "out", "counts", "stakes", "message"),
    [
        (
            "two-player",
            (0,),
            (18, 0),
            NONE2,
            "Noah cannot have recorded 18 cards: a hand has 17.",
        ),
        (
            "two-player",
            (0,),
            (0, 0),
            NONE2,
            "Noah went out: the opponents' cards at that moment are missing or 0; they are 1 to 17.",
        ),
        (
            "two-player",
            (0,),
            (3, 2),
            NONE2,
            "Isla did not go out and has recorded no opponent's cards, not 2.",
        ),
        (
            "three-player",
            (0, 1),
            (3, 4, 0),
            NONE3,
            "Jamie went out after Noah and cannot have recorded more cards (4 after 3): hands only shrink.",
        ),
        (
            "neeps",
            (0, 1, 2),
            (9, 5, 10, 0),
            FOUR,
            "Rory went out after Isla and cannot have recorded more cards (10 after 9): hands only shrink.",
        ),
        (
            "rogers-neeps",
            (0, 2),
            (3, 0, 4, 0),
            FOUR,
            "Rory went out after Isla and cannot have recorded more cards (4 after 3): hands only shrink.",
        ),
        ("neeps", (0, 2), (9, 0, 4, 0), FOUR, "In a slam Rory records the same count as Isla, 9."),
        (
            "two-player",
            (),
            (0, 0),
            NONE2,
            "The round is not over with nobody out: name the first player to go out.",
        ),
        (
            "three-player",
            (0,),
            (9, 0, 0),
            NONE3,
            "The round is not over with only Noah out: name every player but the last to go out.",
        ),
        (
            "neeps",
            (0, 1),
            (9, 4, 0, 0),
            FOUR,
            f"{NOT_OVER} only Isla and Jamie out: name every player but the last, or both of a team, to go out.",
        ),
        ("two-player", (0, 1), (9, 1), NONE2, "The round ended when Noah went out: nobody goes out after that."),
        ("neeps", (0, 2, 1), (9, 1, 9, 0), FOUR, "The round ended when Rory went out: nobody goes out after that."),
        ("three-player", (0, 0), (9, 0, 0), NONE3, "Nobody goes out twice: the order given is Noah, Noah."),
        (
            "two-player",
            (0,),
            (9, 0),
            (7, None),
            "Noah cannot have bet 7: it is baby (5), little (15) or big (30).",
        ),
        ("revised", (0,), (9, 0), (0, None), "Noah cannot have bet 0: it is little (15) or big (30)."),
        (
            "tatties",
            (0, 1),
            (9, 5, 0),
            (None, 20, None),
            "Jamie cannot have bid 20: it is baby (15), little (30) or big (45).",
        ),
        ("tatties", (0, 1), (9, 5, 0), (15, 30, None), "There is one Shepherd at most."),
        (
            "neeps",
            (0, 1, 2),
            (9, 4, 4, 0),
            (5, None, 15, None),
            "Isla & Rory have two bets: only the larger one, which overwrote the other, counts.",
        ),
    ],
)
def test_what_cannot_have_happened_is_refused(
    variant: str, out: tuple[int, ...], counts: tuple[int, ...], stakes: tuple[int | None, ...], message: str
) -> None:
    assert refusals(variant, out, counts, stakes) == [message]


def test_neeps_only_one_out_is_one_complaint() -> None:
    (message,) = refusals("neeps", (0,), (9, 0, 0, 0), FOUR)
    assert message.startswith(f"{NOT_OVER} only Isla out: ")


@pytest.mark.parametrize(
    ("out", "counts", "stakes", "clause"),
    [
        ((0, 1), (9, 1), NONE2, Clause.ROUND_END),
        ((), (0, 0), NONE2, Clause.ROUND_END),
        ((0, 0), (9, 0), NONE2, Clause.GOING_OUT),
        ((0,), (9, 2), NONE2, Clause.GOING_OUT),
        ((0,), (0, 0), NONE2, Clause.GOING_OUT),
        ((0,), (18, 0), NONE2, Clause.SETUP),
        ((0,), (9, 0), (7, None), Clause.BETTING),
    ],
)
def test_a_refusal_rests_on_the_clause_it_is_about(
    out: tuple[int, ...], counts: tuple[int, ...], stakes: tuple[int | None, ...], clause: Clause
) -> None:
    (breach,) = table_breaches(table("two-player"), Outcome(out, counts, (0, 0), stakes))
    assert breach.clause is clause


@pytest.mark.parametrize(
    ("variant", "out", "counts"), [("three-player", (0, 1), (3, 4, 0)), ("neeps", (0, 2), (9, 0, 4, 0))]
)
def test_hands_that_grew_rest_on_going_out(variant: str, out: tuple[int, ...], counts: tuple[int, ...]) -> None:
    none = (None,) * len(counts)
    (breach,) = table_breaches(table(variant), Outcome(out, counts, (0,) * len(counts), none))
    assert breach.clause is Clause.GOING_OUT


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
    assert breach.message == "Adam went out: the opponents' cards at that moment are missing or 0; they are 1 to 17."


def test_taylor_scoring_a_count_of_the_second_out_is_refused_where_it_is_typed_in() -> None:
    at = table("taylor", ("Adam", "Brenda", "Carol"))
    assert table_breaches(at, ADAM_THEN_BRENDA) == []
    (breach,) = typing_breaches(at, ADAM_THEN_BRENDA)
    text = "Brenda went out after Adam and records nothing, for only the first player out scores an opponent's cards"
    assert breach.message == f"{text}: leave the 3 out {BY_OPTION}."
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
    assert breach.message == "Brenda went out: the opponents' cards at that moment are missing or 0; they are 1 to 17."


def test_more_captured_than_there_is_is_refused_where_it_is_typed_in() -> None:
    at, too_much = table("two-player"), Outcome((0,), (8, 0), (13, 24), NONE2)
    assert table_breaches(at, too_much) == []
    (breach,) = typing_breaches(at, too_much)
    assert breach.message == "The captured totals 13 + 24 make 37, which cannot be: all cards together are worth 36."
