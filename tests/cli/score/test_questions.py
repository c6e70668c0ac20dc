"""The questions of a round: what is asked, what is refused, what is kept."""

from dataclasses import replace

import pytest

from haggis_cli.book.round_form import fill_in
from haggis_cli.book.typed_round import TypedRound
from haggis_cli.cli.score.round_dialogue import answered_texts, round_questions
from haggis_cli.cli.terminal.questionnaire import Questionnaire
from haggis_cli.plugins.registry import load
from haggis_cli.rules.api import POINT_CARDS, FreeBets
from haggis_cli.rules.variant import Table, seat_players
from haggis_cli.support.errors import HaggisError, UsageError

NAMES = ("Noah", "Jamie", "Isla", "Rory")
ANSWERS = {
    "two-player": ("n", "8", "12", "", "ba", "none"),
    "three-player": ("n", "9", "i", "5", "20", "-", "19", "", "l", ""),
    "tatties": ("1", "9", "3", "5", "20", "12", "", "j", "30"),
    "neeps": ("n", "9", "j", "7", "r", "4", "20", "20", "20", "20", "3bi", ""),
}


def table_of(variant_id: str) -> Table:
    return seat_players(load(variant_id), NAMES[: load(variant_id).players[0]])


def talk_of(table: Table, *answers: str) -> Questionnaire[TypedRound]:
    talk = Questionnaire(lambda: round_questions(table))
    for text in answers:
        talk.answer(text)
    return talk


def asked(talk: Questionnaire[TypedRound]) -> str:
    return talk.question.text if talk.question else ""


@pytest.mark.parametrize("variant_id", ANSWERS)
def test_what_is_answered_at_any_moment_leads_back_to_that_moment(variant_id: str) -> None:
    table = table_of(variant_id)
    for number in range(len(ANSWERS[variant_id]) + 1):
        talk = talk_of(table, *ANSWERS[variant_id][:number])
        texts = answered_texts(table, talk.values)
        assert len(texts) == number
        again = talk_of(table, *fill_in(table, texts).texts.values())
        assert (asked(again), answered_texts(table, again.values)) == (asked(talk), texts)
    assert talk.result is not None


def test_points_that_nobody_has_are_told_of_once_at_the_last_pile() -> None:
    talk = talk_of(table_of("neeps"), "n", "9", "i", "20", "20", "20")
    assert talk.default == "24"
    assert talk.doubt("24") is None
    told = "That makes 65 of 84: 19 are missing. Press Enter to keep it, or type another number."
    assert (talk.doubt("5"), talk.default, talk.doubt("5")) == (told, "5", None)
    assert talk.doubt("23") == "That makes 83 of 84: 1 is missing. Press Enter to keep it, or type another number."
    talk.go_back()
    assert (talk.default, talk.answer("20"), talk.default) == ("20", "20", "24")
    talk.doubt("5")
    assert talk.answer("") == "5"


@pytest.mark.parametrize(
    ("variant_id", "why"),
    [("neeps", "after a slam it is the first count again"), ("taylor", "only the first player out records one")],
)
def test_a_count_that_is_not_recorded_is_said_to_be_needless(variant_id: str, why: str) -> None:
    talk = talk_of(seat_players(load(variant_id), NAMES[: 3 if variant_id == "taylor" else 4]), "n", "5")
    with pytest.raises(UsageError, match=f"no count is needed for Isla, {why}: type the name alone"):
        talk.answer("i2")
    assert talk.answer("i") == "Isla"


def test_a_declared_0_is_told_from_no_bet() -> None:
    """Rules B2: an explicit 0 is a declaration and stands."""
    talk = talk_of(table_of("taylor"), "n", "5", "20", "")
    assert talk.question is not None
    assert "0 means a declared bet of 0" in talk.question.help


def test_one_pile_may_be_left_uncounted() -> None:
    talk = talk_of(table_of("three-player"), "n", "9", "i", "5", "-", "20")
    with pytest.raises(UsageError, match="Noah's pile is already left uncounted"):
        talk.answer("-")
    for text in ("19", "", "", ""):
        talk.answer(text)
    assert talk.result is not None
    assert (talk.result.captured, talk.result.filled_seat) == ({0: 11, 1: 20, 2: 19}, 0)


def test_a_pile_must_be_counted_where_the_total_is_not_certain() -> None:
    """The haggis is captured by nobody, and nobody knows what it was worth."""
    table = table_of("tatties")
    uneven = table._replace(variant=replace(table.variant, card_values=POINT_CARDS, options=()))
    talk = talk_of(uneven, "n", "9", "i", "5")
    with pytest.raises(UsageError, match="is not certain here: count this pile too"):
        talk.answer("-")
    talk.answer("20")
    talk.answer("12")
    assert talk.question is not None
    assert (talk.default, "not certain" in talk.question.help) == (None, True)


@pytest.mark.parametrize(
    ("variant_id", "back", "offered"),
    [("neeps", 2, "Isla big"), ("two-player", 2, "baby"), ("tatties", 1, "little"), ("three-player", 2, "little")],
)
def test_a_bet_is_offered_again_by_the_names_of_the_player_and_the_bet(
    variant_id: str, back: int, offered: str
) -> None:
    table = table_of(variant_id)
    gone_back = talk_of(table, *ANSWERS[variant_id])
    from_draft = talk_of(table, *answered_texts(table, gone_back.values).values())
    for _ in range(back):
        gone_back.go_back()
        from_draft.go_back()
    assert (asked(gone_back), gone_back.default) == (asked(from_draft), from_draft.default)
    assert gone_back.default == offered
    value = gone_back.answer("")
    assert value == from_draft.answer(offered)


def test_a_bet_whose_name_would_not_be_understood_is_offered_by_its_amount() -> None:
    table = table_of("two-player")
    betting = FreeBets(amounts=(5, 15), names={"no": 5, "very big": 15})
    table = table._replace(variant=replace(table.variant, betting=betting))
    talk = talk_of(table, "n", "8", "12", "", "5", "15")
    talk.go_back()
    assert talk.default == "very big"
    assert talk.answer("") == "very big"
    talk.go_back()
    talk.go_back()
    assert talk.default == "5"


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ((), "name the player, by a name, its beginning, or the seat: 1 Noah, 2 Jamie"),
        (("n",), "give the number of cards, 1 to 17, or a sum like 3+2"),
        (
            ("n", "8"),
            ("give the points: a number like 12, a sum like 10+15+8, or a pile like 'j q k 7', or - for the rest"),
        ),
    ],
)
def test_enter_where_nothing_is_offered_is_told_what_is_wanted(answers: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        talk_of(table_of("two-player"), *answers).answer("")
    assert str(caught.value) == sentence


def test_a_former_answer_that_cannot_be_any_more_is_named_and_nothing_offered_for_it() -> None:
    """Enter never changes a figure unseen."""
    talk = talk_of(table_of("two-player"))
    names = [("out1", None), ("count", 0), ("captured1", 0), ("captured2", 1), ("bet1", 0)]
    talk.fill(dict(zip(names, ("Noah", "8", "20", "24", "7"), strict=True)))
    assert (asked(talk), talk.default) == ("What did Jamie capture", None)
    assert talk.misfit == (
        "The answer was 24. Jamie cannot have captured 24: 16 are left, because all cards together are worth 36. "
        "Type the correct answer; '<' goes back."
    )
    with pytest.raises(UsageError, match="give the points"):
        talk.answer("")
    assert talk.answer("-") == "16"
    assert (talk.default, talk.misfit) == (
        None,
        (
            "The answer was 7. A bet is baby (5), little (15) or big (30), or none. Type the correct answer; "
            "'<' goes back."
        ),
    )
    talk.go_back()
    assert talk.default == "16"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("big", "name the player and the bet"),
        ("j big", "Jamie is on the other team"),
        ("n huge", "'huge' is not a bet"),
        ("n 20", "a bet is baby"),
        ("n", "name the player and the bet"),
        ("n none", "name the player and the bet|none"),
        ("little", r"like '1 little' [(]seats: 1 Noah and 3 Isla[)]; or none"),
    ],
)
def test_a_teams_bet_needs_a_player_of_the_team_and_an_amount(text: str, sentence: str) -> None:
    talk = talk_of(table_of("neeps"), "n", "9", "i", "20", "20", "20", "24")
    with pytest.raises(HaggisError, match=sentence):
        talk.answer(text)
    assert talk.answer("big n") == "Noah big"


@pytest.mark.parametrize("text", ["n big", "1 bi", "1bi", "bi noah", "30 n", "Noah 30", "1 30"])
def test_a_teams_bet_is_understood_however_it_is_typed(text: str) -> None:
    talk = talk_of(table_of("neeps"), "n", "9", "i", "20", "20", "20", "24")
    assert talk.answer(text) == "Noah big"


@pytest.mark.parametrize(
    ("text", "parts"),
    [("n7", ("Noah", "7")), ("1 7", ("Noah", "7")), ("Noah 12", ("Noah", "12")), ("n", None), ("17", None)],
)
def test_the_count_may_follow_who_went_out(text: str, parts: tuple[str, str] | None) -> None:
    talk = talk_of(table_of("two-player"))
    assert talk.question is not None
    assert talk.question.split is not None
    assert talk.question.split(text) == parts


def test_no_count_may_follow_where_none_is_recorded() -> None:
    """Neeps: after a slam; Taylor: only the first player out records."""
    for talk in (talk_of(table_of("neeps"), "n", "9"), talk_of(seat_players(load("taylor"), NAMES[:3]), "n", "9")):
        assert talk.question is not None
        assert talk.question.split is not None
        assert talk.question.split("i7") is None
