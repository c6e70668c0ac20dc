"""What a long history costs: `stats`, `list` and one more `score` over thousands of matches, cold, warm, one changed.

Usage: python -m benchmarks.history FOLDER [MATCHES] [recorded|typed]

Fills FOLDER (which must be empty or made by an earlier run) with matches that computer players have played, each copied
under many names and dates, and prints medians of whole processes, also as ratios to a bare interpreter's start.
`typed` keeps only the figures of the rounds, as most people do.
"""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from shutil import rmtree

from benchmarks.clock import seconds
from haggis_cli.cli.playing.played_file import played_record
from haggis_cli.players.levels import Effort
from haggis_cli.records.match import MatchRecord, RoundRecord, TableRecord
from haggis_cli.records.toml import write_match
from haggis_cli.registry import default_id, found, load
from haggis_cli.rules.scoring import Outcome
from haggis_cli.tournament import Result, Terms, played

NAMES = ("Noah", "Isla", "Jamie", "Rory", "Adam", "Brenda", "Carol", "Ailsa", "Hamish", "Morag", "Skye", "Zoe")
SEATS = ("SeatOne", "SeatTwo", "SeatThree", "SeatFour")
COPIES = 50
OPEN = "going-on"  # the match that rounds are added to


def fill(folder: Path, matches: int, typed: bool) -> None:
    """Keep so many matches in the folder, unless it holds as many already."""
    kept = folder / "matches"
    kept.mkdir(parents=True, exist_ok=True)
    if len(list(kept.iterdir())) >= matches:
        return
    chance = Random(1)
    texts = [write_match(record) for record in _played(-(-matches // COPIES), typed)]
    for number in range(matches):
        text = texts[number % len(texts)]
        for seat, name in zip(SEATS, chance.sample(NAMES, len(SEATS)), strict=True):
            text = text.replace(seat, name)
        created = f"20{10 + number * 16 // matches}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}T19:30:00Z"
        lines = [
            f'id = "match-{number:05}"' if line.startswith("id = ") else
            f"created = {created}" if line.startswith("created = ") else line
            for line in text.split("\n") if not line.startswith("bots = ")
        ]  # fmt: skip
        (kept / f"match-{number:05}.toml").write_text("\n".join(lines), encoding="utf-8")


def _played(number: int, typed: bool) -> list[MatchRecord]:
    """Matches of all variants in turn."""
    games = [(each, players) for each in found() for players in load(each).players]
    records = []
    for at in range(number):
        variant, players = games[at % len(games)]
        seats = tuple((name, "easy") for name in SEATS[:players])
        terms = Terms(variant, seats, load(variant).goals[0], {}, None, f"history {at}", Effort(playouts=1))
        result = played(terms, 0)
        record = played_record(f"match-{at}", terms, result)
        records.append(_as_typed(record, terms, result) if typed else record)
    return records


def _as_typed(record: MatchRecord, terms: Terms, result: Result) -> MatchRecord:
    from haggis_cli.records.toml import MatchFile
    from haggis_cli.referee import adjudicate

    report = adjudicate(MatchFile(write_match(record).encode(), f"{record.id}.toml"), load(record.variant))
    names = record.players
    rounds = []
    for each in report.rounds:
        assert isinstance(each.outcome, Outcome)
        out, counts, captured, stakes = each.outcome
        bets = {names[seat]: stake for seat, stake in enumerate(stakes) if stake}
        auction = load(record.variant).betting.by_auction and bets
        table = TableRecord(
            out=[names[seat] for seat in out],
            hands={names[seat]: counts[seat] for seat in out},
            captured=dict(zip(names, captured, strict=True)),
            bets={} if auction else bets,
            shepherd=next(iter(bets)) if auction else None,
            bid=next(iter(bets.values())) if auction else None,
        )
        rounds.append(RoundRecord(table=table))
    return record.model_copy(update={"rounds": rounds})


def main(folder: str, matches: str = "10000", kind: str = "recorded") -> None:
    """Measures and prints a table."""
    home = Path(folder).absolute()
    fill(home, int(matches), kind == "typed")
    cache = home / "cache"
    environment = os.environ | {"HAGGIS_HOME": str(home), "HAGGIS_CACHE": str(cache)}
    haggis = Path(sys.executable).with_name("haggis")

    def run(*arguments: str) -> None:
        subprocess.run([haggis, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL)

    def cold() -> None:
        rmtree(cache, ignore_errors=True)
        run("stats")

    def changed() -> None:
        path = home / "matches" / "match-00000.toml"
        path.write_bytes(path.read_bytes())
        os.utime(path, (1_700_000_000, 1_700_000_000))  # not so young that it is read twice
        run("stats")

    def scored() -> None:
        run("score", OPEN, f"{NAMES[0]}: out 5, cards 20")

    if not (home / "matches" / f"{OPEN}.toml").exists():
        players = [word for name in NAMES[:2] for word in ("--player", name)]
        run("new", "--variant", default_id(), *players, "--rounds", "1000", "--name", OPEN)

    start = seconds(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True))
    rows = [
        ("haggis --help", seconds(lambda: run("--help"))),
        ("stats, cold", seconds(cold, 1)),
        ("stats, warm", seconds(lambda: run("stats"), 7)),
        ("stats NAME, warm", seconds(lambda: run("stats", NAMES[0]), 7)),
        ("stats --json, warm", seconds(lambda: run("stats", "--json"), 7)),
        ("stats, one changed", seconds(changed, 7)),
        ("list, warm", seconds(lambda: run("list"), 7)),
        ("score, one more", seconds(scored, 7)),
        ("show of one match", seconds(lambda: run("show", "match-00000"), 7)),
    ]
    print(f"{matches} matches, {kind}; a bare interpreter: {start * 1000:.0f} ms")
    for what, taken in rows:
        print(f"{what:20}{taken * 1000:9.0f} ms{taken / start:9.1f} x")


if __name__ == "__main__":
    main(*sys.argv[1:4])
