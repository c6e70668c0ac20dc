"""Matches in which harmful texts stand wherever a match holds text: those that are let in, and those that are not."""

import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

import tomli_w

from tests.support.paths import ROOT
from tests.support.reliability.hostile_runs import EVERY
from tests.support.reliability.hostile_text import ALL, MARKING, toml_text

EXAMPLES = ROOT / "examples" / "matches"
NAMES = [text for text in MARKING.values() if ":" not in text]
"""What people may be called."""


def match(example: str, texts: Sequence[str], *, notes: str = ALL) -> str:
    """An example with these texts, in turn, for its players and teams, and notes on the match and on every round."""
    data = tomllib.loads((EXAMPLES / f"{example}.toml").read_text(encoding="utf-8"))
    names = dict(zip([*data["players"], *data.get("teams", ())], texts, strict=False))
    made: dict[str, Any] = renamed(data, names)
    made |= {"notes": notes, "id": notes[:40], "bots": {made["players"][0]: notes[:100]}}
    for each in made["rounds"]:
        each["notes"] = notes
    return tomli_w.dumps(made)


def renamed(value: Any, names: dict[str, str]) -> Any:
    """What a match file holds, with other names in it."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner, names) for inner in value]
    if not isinstance(value, str):
        return value
    who, colon, does = value.partition(": ")
    verb, _, whom = does.partition(" ")
    if verb in ("award", "lead"):
        does = f"{verb} {names.get(whom, whom)}"
    return names.get(value, value) if not colon else f"{names.get(who, who)}: {does}"


def tables() -> list[list[str]]:
    """Tables of four in two teams: every text is a player's name, and what is code to somebody a team's as well."""
    turned = [*NAMES, *NAMES]
    if EVERY:
        return [turned[at : at + 6] for at in range(len(NAMES))]
    return [turned[at : at + 4] + turned[at // 2 + 2 : at // 2 + 4] for at in range(0, len(NAMES), 4)]


_LINES = {
    "id": 'id = "x"',
    "variant": 'variant = "two-player"',
    "created": "created = 2026-11-20T19:30:00Z",
    "players": 'players = ["Noah", "Isla"]',
    "goal": "goal = { rounds = 4 }",
    "lead": 'lead = "Noah"',
}
_TABLE = '[rounds.table]\nout = ["Noah"]\nhands = {{ Noah = 8 }}\ncaptured = {{ Noah = 12, Isla = 24 }}\n'
PLACES = {
    "id": "id = {}",
    "variant": "variant = {}",
    "created": "created = {}",
    "players": 'players = [{}, "Isla"]',
    "goal": "goal = {}",
    "goal key": "goal = {{ {} = 4 }}",
    "lead": "lead = {}",
    "dealer": 'lead = "Noah"\ndealer = {}',
    "teams": 'lead = "Noah"\nteams = [{}, "B"]',
    "suits": 'lead = "Noah"\nsuits = {}',
    "notes": 'lead = "Noah"\nnotes = {}',
    "level": 'lead = "Noah"\nbots = {{ Noah = {} }}',
    "bot": 'lead = "Noah"\nbots = {{ {} = "easy" }}',
    "key": 'lead = "Noah"\n{} = 1',
    "number": 'lead = "Noah"\nclosed = {}',
    "table": 'lead = "Noah"\n[{}]\na = 1',
    "option": 'lead = "Noah"\n[options]\n{} = true',
    "value": 'lead = "Noah"\n[options]\ntournament = {}',
    "event": 'lead = "Noah"\n[[rounds]]\nevents = [{}]',
    "actor": 'lead = "Noah"\n[[rounds]]\nevents = [{}]',
    "action": 'lead = "Noah"\n[[rounds]]\nevents = [{}]',
    "haggis": 'lead = "Noah"\n[[rounds]]\nevents = []\n[rounds.deal]\nhaggis = {}\nhands = {{}}',
    "hand": 'lead = "Noah"\n[[rounds]]\nevents = []\n[rounds.deal.hands]\nNoah = {}',
    "holder": 'lead = "Noah"\n[[rounds]]\nevents = []\n[rounds.deal.hands]\n{} = "2r"',
    "round note": f'lead = "Noah"\n[[rounds]]\nnotes = {{}}\n{_TABLE}',
    "round key": f'lead = "Noah"\n[[rounds]]\n{{}} = 1\n{_TABLE}',
    "out": 'lead = "Noah"\n[[rounds]]\n[rounds.table]\nout = [{}]\nhands = {{}}\ncaptured = {{}}',
    "who captured": 'lead = "Noah"\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = {{}}\ncaptured = {{ {} = 3 }}',
    "shepherd": f'lead = "Noah"\n[[rounds]]\n{_TABLE}shepherd = {{}}',
}
"""Where a match file holds text, and where it holds none and gets it all the same."""


def match_with(place: str, text: str) -> str:
    """A match of two whose file is as it should be but for this text in this place."""
    key = PLACES[place].partition("=")[0].strip()
    lines = [line for name, line in _LINES.items() if name != key]
    said = {"actor": f"{text}: pass", "action": f"Noah: {text}"}.get(place, text)
    return "\n".join(["format = 1", *lines, PLACES[place].format(toml_text(said)), ""])


def broken_lines(text: str) -> Iterator[str]:
    """The text where TOML takes nothing of the kind: bare, in a comment, and half a character asked for."""
    whole = match_with("lead", "Noah")
    yield f"{whole}{text}\n"
    yield f"# {text}\n{whole}"
    yield f"{whole}{text} = {text}\n"
    yield f'{whole}notes = "\\ud800{text}"\n'
    yield f"{whole}<<<<<<< {text}\n"
