"""A round in the dialogue: its answers are kept, whatever happens to the match, the disk or the program."""

import io
import json

import pytest

from haggis_cli.book.drafts import RoundDrafts
from haggis_cli.book.match import open_match
from haggis_cli.book.round_form import fill_in, texts_of
from haggis_cli.book.scoring import RoundTarget
from haggis_cli.book.typed_round import TypedRound, render_entries
from haggis_cli.cli.score.round_dialogue import KeptAnswers, round_questions
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.questionnaire import Questionnaire
from haggis_cli.matches.store.drafts_and_trash import DraftFile, draft_path
from haggis_cli.plugins import registry
from haggis_cli.plugins.registry import load
from haggis_cli.rules.variant import Outcome, first_standing, seat_players
from haggis_cli.support.errors import HaggisError, StoreError
from tests.support.haggis import SCRIPT, Haggis
from tests.support.terminal import Here, Terminal, Typist, unwrapped


def test_what_was_answered_for_is_told_where_the_match_was_taken_away(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "score") as screen:
        screen.answer_all(("first: ", "Noah"), ("still hold: ", "8"), ("Noah capture", "12"), ("[24]: ", ""))
        screen.answer_all(("Noah bet", ""), ("Isla bet", ""))
        screen.expect("Save this round? [Y/n]: ")
        haggis.ok("remove", "friday", "--yes")
        screen.type("")
        ended, said = screen.end()
    assert ended == 3
    assert "To enter it again:\nhaggis score friday 'Noah: out1 8, cards 12' 'Isla: cards 24'\n" in said
    assert "friday.toml: there is no such file" in unwrapped(said)


@pytest.mark.slow
def test_with_json_the_result_stands_alone_on_standard_output(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "-c", f"{SCRIPT} score --json >result.json", program="/bin/sh") as screen:
        screen.answer_all(("first: ", "Noah"), ("still hold: ", "8"), ("Noah capture", "12"), ("[24]: ", ""))
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
    talk: Questionnaire[TypedRound] = Questionnaire(lambda: round_questions(table))
    asked = 0
    while talk.question:
        assert talk.question.help
        _answered(talk)
        asked += 1
    assert talk.result
    haggis.begin(variant_id, names)
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


HALF = {"out1": "Noah", "count1": "8"}


@pytest.fixture
def said() -> io.StringIO:
    """What is said to the person."""
    return io.StringIO()


@pytest.fixture
def kept(haggis: Haggis, said: io.StringIO) -> KeptAnswers:
    haggis.new()
    target = RoundTarget(open_match("friday", str(haggis.home)))
    return KeptAnswers(Printer(no_color=True, err=said), target)


def test_a_disk_that_does_not_take_the_answers_is_told_of_once(
    kept: KeptAnswers, said: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_file: DraftFile, _data: bytes) -> None:
        raise StoreError("friday.toml.draft: not saved: No space left on device")

    monkeypatch.setattr(DraftFile, "write", fail)
    kept.keep(HALF)
    kept.keep(HALF)
    warning = "warning: the half-entered round cannot be saved: friday.toml.draft: not saved: No space left on device\n"
    assert (said.getvalue(), kept.is_kept) == (warning, False)


def test_what_cannot_be_read_is_moved_aside(haggis: Haggis, kept: KeptAnswers, said: io.StringIO) -> None:
    draft_path(haggis.path()).write_bytes(b"\xff\xfe")
    assert kept.ask_to_go_on() is None
    aside = haggis.home / "removed" / "friday.toml.draft"
    assert aside.read_bytes() == b"\xff\xfe"
    assert "is now in removed/friday.toml.draft." in said.getvalue()
    kept.keep(HALF)
    assert kept.is_kept
    assert draft_path(haggis.path()).exists()


def test_a_draft_without_an_answer_is_not_offered(kept: KeptAnswers, said: io.StringIO) -> None:
    kept.keep({})
    assert (kept.is_kept, kept.ask_to_go_on(), said.getvalue()) == (False, None, "")


def test_of_an_older_round_only_what_is_changed_is_kept(haggis: Haggis, said: io.StringIO) -> None:
    haggis.new()
    haggis.ok("score", "Noah: out 8, cards 12")
    target = RoundTarget(open_match("friday", str(haggis.home)), 1)
    kept = KeptAnswers(Printer(no_color=True, err=said), target)
    for points, is_kept in (("12", False), ("13", True), ("12", False)):
        kept.keep(texts_of(target.figures, target.table) | {"captured1": points})
        assert (kept.is_kept, draft_path(haggis.path(), 1).exists()) == (is_kept, is_kept)


NAMES = ("Noah", "Jamie", "Isla", "Rory")
OUTCOMES = {
    "two-player": Outcome((0,), (8, 0), (12, 24), (15, None)),
    "tatties": Outcome((0, 2), (9, 0, 5), (20, 12, 19), (None, 30, None)),
    "taylor": Outcome((0, 2), (9, 0, 0), (20, 11, 19), (None, 30, 15)),
    "neeps": Outcome((0, 1, 3), (9, 7, 0, 4), (20, 20, 20, 20), (None, 15, 30, None)),
}
"""A round of each way to bet and to record."""
ANSWERS = {"two-player": 6, "tatties": 9, "taylor": 9, "neeps": 12}
"""How many answers each takes; then it is asked whether to save."""
KILLS = [
    pytest.param(variant_id, number, id=f"{variant_id}-{number}")
    for variant_id, answers in ANSWERS.items()
    for number in range(0 if variant_id == "neeps" else answers - 2, answers + 1)
]
"""At every question of one variant, and where the others differ from it: at the bets and the last question."""


THREE = Outcome((0, 2), (9, 0, 5), (20, 11, 19), (15, None, None))
FOUR = Outcome((0, 1, 3), (9, 7, 0, 4), (20, 20, 20, 20), (15, None, None, None))
KEYS = [
    ("two-player", 11, Outcome((0,), (8, 0), (12, 24), (15, None))),
    *((variant_id, 18, THREE) for variant_id in ("three-player", "classic", "revised")),
    ("taylor", 17, THREE._replace(counts=(9, 0, 0))),
    ("tatties", 18, THREE._replace(captured=(20, 12, 19))),
    ("neeps", 24, FOUR),
    ("rogers-neeps", 24, FOUR._replace(captured=(24, 20, 20, 20))),
]
"""The keys of a round with one bet of 15, every Enter counted; `benchmarks/keystrokes.py` counts whole matches."""


@pytest.mark.sample("neeps-24-outcome6")
@pytest.mark.parametrize(("variant_id", "keys", "outcome"), KEYS)
def test_a_round_takes_so_many_keys(haggis: Haggis, variant_id: str, keys: int, outcome: Outcome) -> None:
    names = NAMES[: len(outcome.counts)]
    words = [word for name in names for word in ("-p", name)]
    haggis.ok("new", "--variant", variant_id, *words, "--name", "friday", "--rounds", "4")
    typist, typed = Typist(seat_players(load(variant_id), names), outcome), dict[str, str]()

    def type_answer(prompt: str) -> str | None:
        if prompt.startswith("Round 2"):
            return None
        assert prompt not in typed, "the answer was refused"
        typed[prompt] = typist.answer(prompt)
        return typed[prompt]

    Here(type_answer).run("score", columns=200)
    assert sum(len(given) + 1 for given in typed.values()) == keys, typed


def answer(typist: Typist, prompt: str) -> str:
    """The answer to one question alone: who went out, or was the Shepherd, without what may follow."""
    given = typist.answer(prompt)
    return given[0] if prompt.startswith(("Who went out", "Who was the Shepherd")) else given


@pytest.mark.sample("neeps-10")
@pytest.mark.longest(8)
@pytest.mark.parametrize(("variant_id", "number"), KILLS)
def test_killed_at_a_prompt_every_answer_is_found_again(haggis: Haggis, variant_id: str, number: int) -> None:
    outcome = OUTCOMES[variant_id]
    names = NAMES[: len(outcome.counts)]
    table = seat_players(load(variant_id), names)
    words = [word for name in names for word in ("-p", name)]
    haggis.ok("new", "--variant", variant_id, *words, "--name", "friday", "--rounds", "4")
    before, typist = haggis.path().read_bytes(), Typist(table, outcome)
    with Terminal(haggis, "score") as screen:
        for _ in range(number):
            screen.type(answer(typist, screen.prompt()))
        asked = screen.prompt()
        screen.kill()
    assert haggis.path().read_bytes() == before
    draft = RoundDrafts(open_match("friday", str(haggis.home))).load()
    assert (draft is None) is (number == 0)
    assert asked.startswith("Save this round?") is (number == ANSWERS[variant_id])
    typist = Typist(table, outcome, gone_out=len(fill_in(table, draft.texts).known.out) if draft else 0)

    def go_on(prompt: str) -> str:
        if prompt.startswith("Continue the half-entered round? [Y/n]: "):
            return ""
        return "q" if prompt.startswith("Round 2") else answer(typist, prompt)

    again = Here(go_on)
    assert again.run("score") == 0
    assert again.asked[: 2 if draft else 1] == [*(["Continue the half-entered round? [Y/n]: "] if draft else []), asked]
    saved = open_match("friday", str(haggis.home)).report.rounds[0].outcome
    assert saved == outcome
    assert [path.name for path in haggis.path().parent.iterdir()] == ["friday.toml"]
