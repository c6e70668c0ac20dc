"""The cost of a long history: `stats`, `list`, `check` and one more `score` with thousands of matches, cold and warm.

Usage: python -m benchmarks.history FOLDER [MATCHES] [recorded|typed]

Fills FOLDER (which must be empty or from an earlier run) with matches of computer players, each copied under many names
and dates and with its suits exchanged, and prints medians of whole processes. A recorded match has 7 rounds and 7 KB on
average.
With `typed`, it has only the figures of the rounds, as most people's matches do.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from shutil import rmtree

from benchmarks.clock import Row, print_rows, seconds
from haggis_cli.book.playing import played_record
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.players.levels import Effort
from haggis_cli.players.tournament import TournamentSettings, play_one
from haggis_cli.plugins.registry import default_id, installed_claims, load
from haggis_cli.support.jobs import cores

NAMES = ("Noah", "Isla", "Jamie", "Rory", "Adam", "Brenda", "Carol", "Ailsa", "Hamish", "Morag", "Skye", "Zoe")
SEATS = ("SeatOne", "SeatTwo", "SeatThree", "SeatFour")
COPIES = 50
_SUIT_CARD = re.compile(r"\b(10|[2-9])([a-z])\b")
OPEN = "going-on"  # the match to which rounds are added


def fill(folder: Path, matches: int, typed: bool) -> None:
    """Write this many matches into the folder, unless it already has them."""
    store = folder / "matches"
    store.mkdir(parents=True, exist_ok=True)
    if len(list(store.iterdir())) >= matches:
        return
    chance = Random(1)
    texts = [render_match(record) for record in _played(-(-matches // COPIES), typed)]
    for number in range(matches):
        text = _with_other_suits(texts[number % len(texts)], chance)
        for seat, name in zip(SEATS, chance.sample(NAMES, len(SEATS)), strict=True):
            text = text.replace(seat, name)
        created = f"20{10 + number * 16 // matches}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}T19:30:00Z"
        lines = [
            f'id = "match-{number:05}"' if line.startswith("id = ") else
            f"created = {created}" if line.startswith("created = ") else line
            for line in text.split("\n") if not line.startswith("bots = ")
        ]  # fmt: skip
        (store / f"match-{number:05}.toml").write_text("\n".join(lines), encoding="utf-8")


def _with_other_suits(text: str, chance: Random) -> str:
    """The same match with other suits, so that cached readings help no more than in real histories."""
    suits = sorted({suit for _, suit in _SUIT_CARD.findall(text)})
    others = dict(zip(suits, chance.sample(suits, len(suits)), strict=True))
    return _SUIT_CARD.sub(lambda card: card[1] + others[card[2]], text)


def _played(number: int, typed: bool) -> list[MatchRecord]:
    """Matches of all variants in turn."""
    games = [(each, players) for each in installed_claims() for players in load(each).players]
    records = []
    for at in range(number):
        variant, players = games[at % len(games)]
        seats = tuple((name, "easy") for name in SEATS[:players])
        settings = TournamentSettings(
            variant, seats, load(variant).goals[0], {}, None, f"history {at}", Effort(playouts=1)
        )
        result = play_one(settings, 0)
        record = played_record(f"match-{at}", settings, result)
        records.append(_as_typed(record) if typed else record)
    return records


def _as_typed(record: MatchRecord) -> MatchRecord:
    from haggis_cli.exchange.parsed_match import to_typed_in_match
    from haggis_cli.referee.adjudication import adjudicate

    return to_typed_in_match(
        adjudicate(MatchFile(render_match(record).encode(), f"{record.id}.toml"), load(record.variant))
    )


def rows(folder: str, matches: str = "10000", kind: str = "recorded") -> Iterator[Row]:
    """All figures of a history of this many matches."""
    home = Path(folder).absolute()
    fill(home, int(matches), kind == "typed")
    cache = home / "cache"
    environment = os.environ | {
        "HAGGIS_HOME": str(home),
        "HAGGIS_CACHE": str(cache),
        "HAGGIS_LOCKS": str(home / "locks"),
    }
    haggis = Path(sys.executable).with_name("haggis")

    def run(*arguments: str) -> None:
        subprocess.run([haggis, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL)

    def cold() -> None:
        rmtree(cache, ignore_errors=True)
        run("stats")

    def changed() -> None:
        path = home / "matches" / "match-00000.toml"
        path.write_bytes(path.read_bytes())
        os.utime(path, (1_700_000_000, 1_700_000_000))  # old enough not to be read twice
        run("stats")

    def took(what: str, action: Callable[[], object], times: int = 7) -> Row:
        return Row(what, seconds(action, times) * 1000, "ms")

    if not (home / "matches" / f"{OPEN}.toml").exists():
        players = [word for name in NAMES[:2] for word in ("--player", name)]
        run("new", "--variant", default_id(), *players, "--rounds", "999", "--name", OPEN)

    yield took("a bare interpreter", lambda: subprocess.run([sys.executable, "-I", "-c", "pass"], check=True))
    yield took("haggis --help", lambda: run("--help"))
    yield took("stats, cold", cold, 1)
    yield took("stats, warm", lambda: run("stats"))
    yield took("stats NAME, warm", lambda: run("stats", NAMES[0]))
    yield took("stats --json, warm", lambda: run("stats", "--json"))
    yield took("stats, one changed", changed)
    yield took("list, warm", lambda: run("list"))
    yield took("show of one match", lambda: run("show", "match-00000"))
    yield took("score, one more", lambda: run("score", OPEN, f"{NAMES[0]}: out 5, cards 20", "--yes"))
    yield took("check, one process", lambda: run("check", "--jobs", "1"), 1)
    yield Row("memory of check, one process", getrusage(RUSAGE_CHILDREN).ru_maxrss / 1024, "MiB")
    yield took(f"check, {cores()} processes", lambda: run("check"), 1)
    yield Row("memory of each process until now, at most", getrusage(RUSAGE_CHILDREN).ru_maxrss / 1024, "MiB")


if __name__ == "__main__":
    print_rows(rows(*sys.argv[1:4]))
