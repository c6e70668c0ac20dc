"""`haggis score` without entries, in a real terminal: asked in the order of the table, corrected by going back."""

import json

import pytest

from haggis_cli.book.typed_round import TypedRound, render_entries
from haggis_cli.cli.score.questions import RoundQuestions
from haggis_cli.cli.terminal.questionnaire import Questionnaire
from haggis_cli.plugins import registry
from haggis_cli.rules.scores import first_standing
from haggis_cli.rules.variant import seat_players
from haggis_cli.support.errors import HaggisError
from tests.support.haggis import SCRIPT, Haggis
from tests.support.terminal import Terminal, unwrapped


def test_what_was_answered_for_is_told_where_the_match_was_taken_away(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "score") as screen:
        screen.answer_all(("first: ", "Noah"), ("hold then: ", "8"), ("Noah capture", "12"), ("[24]: ", ""))
        screen.answer_all(("Noah bet", ""), ("Isla bet", ""))
        screen.expect("Save this round? [Y/n]: ")
        haggis.ok("remove", "friday", "--yes")
        screen.type("")
        ended, said = screen.end()
    assert ended == 3
    assert "What you typed, to say it again:\nhaggis score friday 'Noah: out1 8, cards 12' 'Isla: cards 24'\n" in said
    assert "friday.toml: there is no such file" in unwrapped(said)


@pytest.mark.slow
def test_with_json_the_result_stands_alone_on_standard_output(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "-c", f"{SCRIPT} score --json >result.json", program="/bin/sh") as screen:
        screen.answer_all(("first: ", "Noah"), ("hold then: ", "8"), ("Noah capture", "12"), ("[24]: ", ""))
        screen.answer_all(("Noah bet", ""), ("Isla bet", ""))
        assert "Noah  8×5 = 40" in screen.answer("Save this round? [Y/n]: ", "")
        assert screen.end()[0] == 0
    assert json.loads((haggis.folder / "result.json").read_text(encoding="utf-8"))["saved"] == 1


TABLES = [
    (variant_id, players) for variant_id in registry.installed_claims() for players in registry.load(variant_id).players
]


@pytest.mark.sample(4)
@pytest.mark.parametrize(("variant_id", "players"), TABLES)
def test_the_answers_of_every_variant_make_a_round_that_can_be_typed_too(
    haggis: Haggis, variant_id: str, players: int
) -> None:
    """Whatever is offered is taken, else the first of a few answers that will do."""
    names = tuple("ABCDEFGH"[:players])
    table = seat_players(registry.load(variant_id), names)
    table = table.with_sides(first_standing(table, 0).sides)
    talk: Questionnaire[TypedRound] = Questionnaire(RoundQuestions(table).questions)
    asked = 0
    while talk.question:
        assert talk.question.help
        _answered(talk)
        asked += 1
    assert talk.result
    haggis.ok("new", "--variant", variant_id, *(word for name in names for word in ("-p", name)), "--name", "friday")
    haggis.ok("score", "--yes", *render_entries(talk.result, table))
    while talk.go_back():
        asked -= 1
    assert (asked, talk.question.text if talk.question else "") == (0, "Who went out first")


def _answered(talk: Questionnaire[TypedRound]) -> None:
    for text in ("", "5", *"ABCDEFGH"):
        try:
            talk.answer(text)
        except HaggisError:
            continue
        return
    raise AssertionError(talk.question)
