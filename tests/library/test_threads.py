"""The library in eight threads at once: the answers are those of one thread, and the program's streams are its own."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from haggis_cli import ComputerPlayer, ScoreBook, deal, judge, legal_plays
from tests.support.plugins import COPY, Site

THREADS = 8
PLAYS = (("9r 10r J", "8b 9b 10b"), ("9r 9g", "10r 10g"), ("JQK", "9r 9g 9b"), ("4r 4g", ""))
TALKS = f"""{COPY}

def leads(standing):
    print("who leads?")
    return int(any(standing.totals))

V = replace(TWO_PLAYER, id="talks", next_leader=leads)
"""


def evening(book: ScoreBook, number: int, variant: str = "two-player") -> tuple[object, ...]:
    """Everything that a program can do, with a match of its own; what came of it."""
    name = f"friday-{number}"
    match = book.new(variant, ["Noah", "Isla"], rounds=6, name=name)
    match.score("Noah: out 8, cards 12, bet little", "Isla: bet baby")
    match.record("Isla: 7r 8r 9r")
    match.undo()
    state = deal("two-player", seed=3)
    player = ComputerPlayer("easy")
    while not state.over:
        state = state.play(player(state))
    answers = [str(judge(cards, over=over) if over else judge(cards)) for cards, over in PLAYS]
    plays = [play.cards for play in legal_plays("4-6r 5g J", over="3b 4b 5b")]
    return book[name].totals, state.scores, answers, plays


def test_eight_threads_get_what_one_gets_and_the_streams_stay_where_they_are(tmp_path: Path) -> None:
    alone = evening(ScoreBook(tmp_path / "alone"), 0)
    book, streams = ScoreBook(tmp_path / "together"), (sys.stdin, sys.stdout, sys.stderr)
    moved: list[object] = []
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            if (sys.stdin, sys.stdout, sys.stderr) != streams:
                moved.append(sys.stdout)
            done.wait(0.0002)

    watcher = threading.Thread(target=watch)
    watcher.start()
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            together = list(pool.map(lambda number: evening(book, number), range(THREADS)))
    finally:
        sys.setswitchinterval(before)
        done.set()
        watcher.join()
    assert together == [alone] * THREADS
    assert moved == []
    assert (sys.stdin, sys.stdout, sys.stderr) == streams
    assert len(book) == THREADS


@pytest.mark.parametrize("threads", [1, THREADS])
def test_what_rules_of_a_third_party_print_is_the_programs_and_its_streams_stay(
    tmp_path: Path, threads: int, capsys: pytest.CaptureFixture[str]
) -> None:
    site = Site(tmp_path / "site")
    site.put("talks", TALKS)
    out = sys.stdout
    with site.seen(), ThreadPoolExecutor(threads) as pool:
        book = ScoreBook(tmp_path / "book")
        scores = list(pool.map(lambda number: evening(book, number, "talks")[0], range(threads)))
    assert scores == [{"Noah": 72, "Isla": 24}] * threads
    assert sys.stdout is out
    said = capsys.readouterr().out
    assert said.count("who leads?") >= threads
    assert said.replace("who leads?", "").split() == []  # a line and its end may be parted by another thread's
