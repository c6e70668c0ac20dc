"""Killed or interrupted at any prompt of any dialogue, in a real terminal, nothing that was answered is lost."""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from haggis_cli.cli.terminal.line_editor import PromptInterrupts
from haggis_cli.matches.model import GoalRecord, MatchRecord
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.rules.variant import Outcome
from tests.reliability.interrupts import AFTER_A_KEY, AFTER_ENTER, interrupt
from tests.support.haggis import Haggis, Ran
from tests.support.terminal import Terminal, Typist

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

PLAYERS = ["Noah", "Jamie", "Isla", "Rory"]


def _killed(screen: Terminal) -> None:
    screen.kill()


def _told_to_hang_up(screen: Terminal) -> None:
    screen.signal(signal.SIGHUP)
    screen.end()


def _window_closed(screen: Terminal) -> None:
    screen.hang_up()


ENDINGS = {"SIGKILL": _killed, "SIGHUP": _told_to_hang_up, "the window closed": _window_closed}
PLACES: dict[str, Callable[[int], list[int]]] = {
    "middle": lambda prompts: [prompts // 2],
    "last": lambda prompts: [prompts - 1],
    "every": lambda prompts: list(range(prompts)),
}
"""At which of so many prompts the process ends."""

HANG_UPS = [name for name in ENDINGS if name != "SIGKILL"]


def ended(every: str, endings: Iterable[str]) -> pytest.MarkDecorator:
    """In the middle and at the end in these ways; at every prompt in one of them, which takes long."""
    ways = [(place, ending) for place in ("middle", "last") for ending in endings]
    return pytest.mark.parametrize(("place", "ending"), [*ways, ("every", every)])


@pytest.fixture
def computers(tmp_path: Path) -> Iterator[Haggis]:
    """Computers with nothing on them but `haggis`, as many as are wanted."""

    def made() -> Iterator[Haggis]:
        number = 0
        while True:
            number += 1
            folder = tmp_path / str(number)
            folder.mkdir()
            yield Haggis(folder)

    return made()


def begin(haggis: Haggis, variant_id: str) -> str:
    """A match of two rounds that is not begun yet; its text."""
    names = PLAYERS[: min(load(variant_id).players)]
    record = MatchRecord(
        id="friday",
        variant=variant_id,
        created=datetime(2026, 11, 21, 19, 30, tzinfo=UTC),
        players=names,
        goal=GoalRecord(rounds=2),
        lead="Noah",
    )
    haggis.keep(render_match(record))
    return haggis.path().read_text(encoding="utf-8")


def saved(haggis: Haggis) -> MatchFile:
    """The match as it is on the disk."""
    return MatchFile(haggis.path().read_bytes(), "friday.toml")


class Talk:
    """Somebody in a dialogue, who answers prompt after prompt."""

    def __init__(self, words: tuple[str, ...], answer: Callable[[str], str]) -> None:
        self.words = words
        self._answer = answer

    def go_on(self, screen: Terminal, prompts: int | None = None, until: str = "\0") -> list[str]:
        """Answer so many prompts, or those before one that begins so; those seen, the unanswered one last."""
        seen = [screen.prompt()]
        while seen[-1] and len(seen) - 1 != prompts and not seen[-1].startswith(until):
            screen.type(self._answer(seen[-1]))
            seen.append(screen.prompt())
        return seen

    def end_at(self, haggis: Haggis, prompts: int, ending: str) -> list[str]:
        """Answer so many prompts; then the process ends. The prompts, the one at which it ended last."""
        with Terminal(haggis, *self.words) as screen:
            seen = self.go_on(screen, prompts)
            assert len(seen) == prompts + 1, f"it ended by itself: {screen.shown}"
            ENDINGS[ending](screen)
        return seen


ROUNDS = {
    "two-player": Outcome((0,), (8, 0), (12, 24), (15, 5)),
    "tatties": Outcome((0, 2), (9, 0, 5), (20, 12, 19), (None, 30, None)),
    "neeps": Outcome((2, 0), (7, 0, 7, 0), (30, 20, 20, 14), (None, None, 30, None)),
}
NEXT = "Round 2 ("


@pytest.mark.slow
@pytest.mark.sample("middle-the window closed-neeps")
@pytest.mark.longest(
    "middle-the window closed-neeps", "last-the window closed-tatties", "middle-SIGHUP-two-player", "last-SIGHUP-neeps",
    "every-the window closed-two-player",
)  # fmt: skip
@pytest.mark.parametrize("variant_id", ROUNDS)
@ended("the window closed", HANG_UPS)  # SIGKILL is tried in tests/cli/score, at every prompt of every variant
def test_a_half_typed_round_goes_on_where_it_was(
    computers: Iterator[Haggis], variant_id: str, ending: str, place: str
) -> None:
    """`score`: no answer is asked for twice, whether the round was half entered, not agreed to, or just saved."""
    haggis = next(computers)
    begin(haggis, variant_id)
    with Terminal(haggis, "score") as screen:
        prompts = scoring(variant_id, saved(haggis)).go_on(screen, until=NEXT)
        screen.type("q")
        assert screen.end()[0] == 0
    whole = haggis.path().read_text(encoding="utf-8")
    (first,) = adjudicate(saved(haggis), load(variant_id)).rounds
    assert first.outcome == ROUNDS[variant_id]
    for number in PLACES[place](len(prompts)):
        haggis = next(computers)
        before = begin(haggis, variant_id)
        talk = scoring(variant_id, saved(haggis))
        assert talk.end_at(haggis, number, ending) == prompts[: number + 1]
        is_saved = prompts[number].startswith(NEXT)
        assert haggis.path().read_text(encoding="utf-8") == (whole if is_saved else before)
        with Terminal(haggis, "score") as screen:
            if number and not is_saved:
                assert screen.prompt() == "Continue the half-entered round? [Y/n]: "
                screen.type("")
            again = talk.go_on(screen, until=NEXT) if not is_saved else [screen.prompt()]
            assert again == (prompts[number:] if not is_saved else prompts[:1])
        assert haggis.path().read_text(encoding="utf-8") == whole
        assert haggis.process("check") == Ran(0, "", "")


def scoring(variant_id: str, match: MatchFile) -> Talk:
    """Somebody who types a round from the table."""
    table = adjudicate(match, load(variant_id)).table
    return Talk(("score",), Typist(table, ROUNDS[variant_id]).answer)


RECORDED: dict[str, list[tuple[str, str | None]]] = {
    "two-player": [
        ("Jamie: bet big", "Jamie: bet big"),
        ("5r J Q", None),
        ("1", "Noah: 5r J Q as set"),
        ("p", "Jamie: pass"),
        ("4g", "Noah: 4g"),
        ("6b", "Jamie: 6b"),
    ],
    "tatties": [
        ("15", "Jamie: bid 15"),
        ("p", "Isla: pass"),
        ("p", "Noah: pass"),
        ("2-8r", "Jamie: 2r 3r 4r 5r 6r 7r 8r"),
    ],
}
"""What is typed, and the event that is saved then; None where a question is asked first."""


def reader_out(variant_id: str) -> Callable[[str], str]:
    """Somebody who types one line after another."""
    lines = iter(RECORDED[variant_id])
    return lambda _: next(lines)[0]


@pytest.mark.sample("middle-SIGKILL-two-player")
@pytest.mark.longest(
    "every-SIGKILL-two-player", "middle-SIGHUP-tatties", "middle-the window closed-tatties",
    "last-SIGKILL-tatties", "last-the window closed-two-player",
)  # fmt: skip
@pytest.mark.parametrize("variant_id", RECORDED)
@ended("SIGKILL", ENDINGS)
def test_every_event_that_was_typed_is_in_the_file(
    computers: Iterator[Haggis], variant_id: str, ending: str, place: str
) -> None:
    """`record`: and the next sitting goes on with the player who was asked."""
    for number in PLACES[place](len(RECORDED[variant_id]) + 1):
        haggis = next(computers)
        begin(haggis, variant_id)
        prompts = Talk(("record",), reader_out(variant_id)).end_at(haggis, number, ending)
        events = [event for _, event in RECORDED[variant_id][:number] if event]
        record = saved(haggis).record
        assert (record.rounds[0].events if record.rounds else []) == events
        with Terminal(haggis, "record") as screen:
            assert screen.prompt() == [prompt for prompt in prompts if not prompt.startswith("Which")][-1]
        assert haggis.process("check") == Ran(0, "", "")


def playing() -> Callable[[str], str]:
    """Somebody who starts a match against the computer and plays as advised."""
    advised = False

    def answer(prompt: str) -> str:
        nonlocal advised
        if prompt.endswith("> "):
            advised = not advised
            return "hint" if advised else "1"
        return {"How many players [2]": "two-player", "Your name": "Noah", "Player 2": "easy"}[prompt.partition(":")[0]]

    return answer


@pytest.mark.slow
@pytest.mark.sample("last-SIGKILL")
@pytest.mark.longest("every-SIGKILL", "middle-SIGHUP", "last-the window closed", "last-SIGKILL")
@ended("SIGKILL", ENDINGS)
def test_every_decision_that_was_made_is_in_the_file(computers: Iterator[Haggis], ending: str, place: str) -> None:
    """`play`: and a match whose questions were not all answered is not begun."""
    words = ("play", "--seed", "21", "--playouts", "1", "--name", "friday", "--rounds", "1")
    for number in PLACES[place](8):
        haggis = next(computers)
        prompts = Talk(words, playing()).end_at(haggis, number, ending)
        turns = [prompt for prompt in prompts[3:] if prompt == "Noah> "]
        assert len(turns) == len(prompts[3:])
        if not turns:
            assert not haggis.path().exists()
            continue
        text = haggis.path().read_text(encoding="utf-8")
        assert text.count('"Noah: ') >= (len(turns) - 1) // 2
        with Terminal(haggis, "play", "--seed", "21", "--playouts", "1") as screen:
            assert screen.prompt() == "Noah> "
        assert haggis.path().read_text(encoding="utf-8") == text
        assert haggis.process("check") == Ran(0, "", "")


def starting(prompt: str) -> str:
    """The answers to `new`: what is offered, but for the variant and the names."""
    number = prompt.removeprefix("Player ")[:1]
    if number.isdigit() and prompt.startswith("Player "):
        return PLAYERS[int(number) - 1]
    return "two-player" if "variant" in prompt.casefold() else ""


@pytest.mark.slow
@pytest.mark.sample("last-SIGKILL")
@pytest.mark.longest("every-SIGKILL", "middle-SIGHUP", "last-the window closed", "last-SIGKILL")
@ended("SIGKILL", ENDINGS)
def test_a_match_is_begun_whole_or_not_at_all(computers: Iterator[Haggis], ending: str, place: str) -> None:
    """`new`: its answers are no match before the last of them, and nothing is left that is in the way."""
    talk = Talk(("new", "--name", "friday"), starting)
    haggis = next(computers)
    with Terminal(haggis, *talk.words) as screen:
        *prompts, end = talk.go_on(screen)
        assert (end, screen.end()[0]) == ("", 0)
    assert len(prompts) > 3
    assert saved(haggis).record.players == PLAYERS[:2]
    for number in PLACES[place](len(prompts)):
        haggis = next(computers)
        assert talk.end_at(haggis, number, ending) == prompts[: number + 1]
        assert not haggis.path().exists()
        with Terminal(haggis, *talk.words) as screen:
            assert talk.go_on(screen) == [*prompts, ""]
        assert saved(haggis).record.players == PLAYERS[:2]
        assert list(haggis.path().parent.iterdir()) == [haggis.path()]


MOMENTS = 8


@pytest.mark.slow
@pytest.mark.parametrize("where", [AFTER_ENTER, AFTER_A_KEY])
def test_ctrl_c_ends_a_dialogue_at_any_moment(haggis: Haggis, where: str) -> None:
    """Many more moments: `python -m tests.reliability.interrupts`."""
    chance = Random()
    assert [fault for _ in range(MOMENTS) if (fault := interrupt(haggis, where, chance))] == []


def test_an_interruption_while_the_line_editor_begins_is_raised_behind_it() -> None:
    woken: list[str] = []
    before = signal.getsignal(signal.SIGINT)
    done = []

    def begin() -> None:
        with PromptInterrupts(lambda: woken.append("")) as interrupts:
            signal.raise_signal(signal.SIGINT)
            assert interrupts.heard
            done.append("what was begun is ended")

    with pytest.raises(KeyboardInterrupt):
        begin()
    assert (len(woken), len(done)) == (1, 1)
    assert signal.getsignal(signal.SIGINT) is before


def test_the_end_of_the_input_is_told_before_an_interruption() -> None:
    def end() -> None:
        with PromptInterrupts(lambda: None):
            signal.raise_signal(signal.SIGINT)
            raise EOFError

    with pytest.raises(EOFError):
        end()


def test_an_interruption_that_is_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with PromptInterrupts(lambda: None) as interrupts:
            signal.raise_signal(signal.SIGINT)
        assert not interrupts.heard
    finally:
        signal.signal(signal.SIGINT, before)
