"""Every command, run on a match of some variant."""

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from haggis_cli.matches.store import folder
from haggis_cli.support import errors
from tests.support.haggis import ROOT, Haggis, Ran, header

EVENTS = (ROOT / "examples" / "matches" / "two-player-unknown-hands.toml").read_text(encoding="utf-8")

PLAYED = EVENTS.partition("\n[[rounds]]")[2].partition("\n[[rounds]]")[0]

TABLE = 'out = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'

FIVE = '"Isla: bet baby", "Noah: 2r 2y", "Isla: 4r 4g", "Noah: 5r 5y", "Isla: 8b 8y"'

EVERY: dict[str, list[list[str]]] = {
    "new": [["new", "--variant", "VARIANT", "-p", "A", "-p", "B", "--name", "fresh"]],
    "score": [["score", "MATCH", "Noah: out 8, cards 12, bet little", "Isla: cards 24"], ["score", "MATCH", "x"]],
    "record": [
        ["record", "MATCH", "Noah: 10r 10b"],
        ["record", "MATCH", "--json", "Noah: pass"],
        ["record", "MATCH", "Noah: bet big"],
        ["record", "MATCH", "--amend", "2", "Noah: 3r 3y", "--yes"],
    ],
    "deal": [
        ["deal", "MATCH", "--json", "--seed", "1"],
        ["deal", "--variant", "VARIANT", "--players", "2", "--cards", "--seed", "1"],
    ],
    "play": [
        ["play", "MATCH"],
        ["play", "--simulate", "2", "--variant", "VARIANT", "-b", "random", "-b", "easy", "--rounds", "1",
         "--playouts", "2", "--seed", "1", "--jobs", "1"],
    ],
    "serve": [],  # it ends when it is told to: tests/cli/serve and tests/web
    "show": [["show", "MATCH"], ["show", "MATCH", "--json"]],
    "log": [["log", "MATCH"], ["log", "MATCH", "--json"], ["log", "MATCH", "--events"]],
    "undo": [["undo", "MATCH"], ["undo", "MATCH", "--round"]],
    "redo": [["redo", "MATCH"]],
    "edit": [["edit", "MATCH"]],
    "judge": [["judge", "--variant", "VARIANT", "4r", "4g"], ["judge", "--variant", "VARIANT", "4r", "5g", "--json"]],
    "moves": [["moves", "--variant", "VARIANT", "3r 4r 5r J", "--json"]],
    "rules": [["rules", "VARIANT"], ["rules", "VARIANT", "bombs", "--json"]],
    "solve": [["solve", "--variant", "VARIANT", "--hand", "A: 4r J", "--hand", "B: 9b Q", "--seconds", "1"]],
    "review": [["review", "MATCH", "--seconds", "0.1"], ["review", "MATCH", "--seconds", "0.1", "--json"]],
    "check": [["check", "FILE"], ["check", "FILE", "--json"]],
    "list": [["list", "--variant", "VARIANT", "--json"], ["list", "--variant", "VARIANT"]],
    "stats": [["stats", "--variant", "VARIANT", "--json"], ["stats", "--variant", "VARIANT", "Noah"]],
    "sheet": [
        *(["sheet", "MATCH", "--format", each] for each in ("text", "markdown", "csv", "json", "html", "svg")),
        ["sheet", "--blank", "--variant", "VARIANT", "--players", "2"],
    ],
    "export": [["export", "MATCH", "--format", each] for each in ("toml", "json", "text", "csv", "bgstats", "bgg")],
    "import": [["import", "FILE", "--as", "copy", "--json"], ["import", "FILE", "--dry-run"]],
    "remove": [["remove", "MATCH", "--yes"]],
    "variants": [
        ["variants", "show", "VARIANT"],
        ["variants", "check", "VARIANT", "--rounds", "1"],
        ["variants", "new", "sprint", "--from", "VARIANT", "--dir", "sprint"],
    ],
    "doctor": [["doctor"]],
    "help": [["help", "show"]],
}  # fmt: skip
"""Every command, with words that show what it does; MATCH, FILE and VARIANT are put in."""


KEPT_AT = 1_763_000_000
"""When the files of matches were changed last, in seconds since 1970."""


def match_file(variant_id: str, name: str) -> str:
    """A match with a round typed in, one recorded to its end, and one in progress."""
    shown = variant_id.replace("\x1b", "\\u001b")
    head = header(goal="points = 2500", lead="Isla", name=name, variant=shown)
    return f"{head}\n[[rounds]]\n[rounds.table]\n{TABLE}\n[[rounds]]{PLAYED}\n[[rounds]]\nevents = [{FIVE}]\n"


def keep(haggis: Haggis, variant_id: str, name: str) -> Path:
    path = haggis.keep(match_file(variant_id, name), name)
    os.utime(path, (KEPT_AT, KEPT_AT))
    return path


def put(words: list[str], haggis: Haggis, name: str, variant_id: str) -> list[str]:
    meant = {"MATCH": name, "FILE": str(haggis.path(name)), "VARIANT": variant_id}
    return [meant.get(word, word) for word in words]


def each_command(
    haggis: Haggis, others: list[str], variant_id: str = "two-player", commands: Iterable[str] = EVERY
) -> Iterator[tuple[str, Ran, bytes | None]]:
    """What comes of every command, each from a store with this match, and one of each of the others beside it."""
    for name in commands:
        for words in EVERY[name]:
            for made in (haggis.home, haggis.folder / "cache", haggis.folder / "sprint"):
                shutil.rmtree(made, ignore_errors=True)
            for other in others:
                keep(haggis, other, f"of-{'-'.join(filter(str.isalnum, other))}")
            path = keep(haggis, variant_id, "friday")
            store = folder.Store(haggis.home)
            store.set_bookmark(folder.TABLE, store.read(path), folder.BETWEEN_ROUNDS)
            errors._saved = False
            ran = haggis(*put(words, haggis, "friday", variant_id))
            yield " ".join(words), ran, path.read_bytes() if path.exists() else None
