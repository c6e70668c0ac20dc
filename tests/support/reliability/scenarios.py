"""Every command that changes matches, once: what there is before, what is typed, and what it says of what it has done.

The list is held against the command line's own table (test_faults.py), so that a new command cannot be forgotten.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

READING = {
    "show": "reads a match",
    "log": "reads a match",
    "help": "reads no file",
    "judge": "reads no file",
    "moves": "reads no file",
    "solve": "reads no file",
    "review": "reads a match; the reviews beside the index can be deleted at any time",
    "check": "reads matches",
    "list": "reads matches; the index beside them can be deleted at any time",
    "stats": "reads matches; the index beside them can be deleted at any time",
    "variants": "reads no match; `variants new` writes a new folder only",
    "doctor": "looks at everything and changes no match",
    "serve": "its pages save by the same functions; tests/web kills it at every request",
}
"""The commands that change no match, each with the reason."""

Words = tuple[str, ...]
NEW: Words = ("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--rounds", "9", "--name")
FRIDAY: Words = (*NEW, "friday")
NOAH_OUT = "Noah: out 8, cards 12"
PLAYS: Words = ("record", "friday", "Noah: 7r", "Isla: 8r", "Noah: 9r")
AMEND: Words = ("record", "friday", "--amend", "2", "Isla: 8g")


@dataclass(frozen=True)
class Scenario:
    """A command on its stage.

    told: what stands in the files (or is their name) once a step is saved, and what standard output says of it then.
    steps: it saves several times, so that something in between is right as well.
    after: what must work when it has done its work; when it has not, the command itself must.
    files: further files, by name; `{folder}` in words and variables is where they lie.
    lacking: system calls that there are not, as on other systems.

    """

    command: str
    words: Words
    told: Mapping[str, str]
    before: tuple[Words, ...] = (FRIDAY,)
    stdin: str = ""
    steps: bool = False
    after: Words = ("undo", "friday")
    files: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    says: str = ""
    lacking: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called in tables and tests."""
        return f"{self.command} {self.says}".strip()


def _typed(line: str) -> Words:
    return tuple(line.split())


def _match(name: str, other: str = "Isla") -> str:
    return (
        f'format = 1\nid = "{name}"\nvariant = "two-player"\ncreated = 2026-11-21T19:30:00Z\n'
        f'players = ["Noah", "{other}"]\ngoal.rounds = 4\nlead = "Noah"\n'
    )


_EVERY = (
    Scenario("new", FRIDAY, {"friday.toml": "friday: Noah"}, before=(), after=("score", "friday", NOAH_OUT)),
    Scenario("score", ("score", "friday", NOAH_OUT), {'out = ["Noah"]': "8×5"}),
    Scenario("record", ("record", "friday", "Noah: 7r", "Isla: 8r"), {"Noah: 7r": "Noah: 7r", "Isla: 8r": "Isla: 8r"}),
    Scenario(
        "record",
        ("record", "friday", "-"),
        {"Noah: 7r": "Noah: 7r", "Isla: 8r": "Isla: 8r"},
        stdin="7r\n8r\n",
        steps=True,
        says="-",
    ),
    Scenario("record", AMEND, {"Isla: 8g": "Put right"}, before=(FRIDAY, PLAYS), says="--amend"),
    Scenario("deal", ("deal", "friday", "--save", "--seed", "1"), {"haggis = ": "haggis"}, says="--save"),
    Scenario(
        "play",
        ("play", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--seed", "3", "--name", "friday"),
        {"friday.toml": "friday"},
        before=(),
        stdin="moves\n1\n",
        steps=True,
        after=("show", "friday"),
    ),
    Scenario(
        "play",
        _typed("play --simulate 2 --save --variant two-player -b random -b random --rounds 1 --seed 3 --jobs 1"),
        {},
        before=(),
        steps=True,
        after=("show", "simulated-3-0001"),
        says="--simulate",
    ),
    Scenario("undo", ("undo", "friday"), {}, before=(FRIDAY, PLAYS), after=("redo", "friday")),
    Scenario(
        "undo", ("undo", "friday"), {}, before=(FRIDAY, PLAYS, AMEND), after=("redo", "friday"), says="(a correction)"
    ),
    Scenario("redo", ("redo", "friday"), {"Noah: 9r": "Noah: 9r"}, before=(FRIDAY, PLAYS, ("undo", "friday"))),
    Scenario(
        "edit",
        ("edit", "friday"),
        {"by hand": "Saved friday"},
        files={"draft": _match("friday") + "# by hand\n"},
        variables={"EDITOR": "cp {folder}/draft"},
        after=("score", "friday", NOAH_OUT),
    ),
    Scenario(
        "edit",
        ("edit", "friday", "--round", "1"),
        {"Isla: 8g": "Saved friday"},
        before=(FRIDAY, PLAYS),
        variables={"EDITOR": "sed -i s/8r/8g/"},
        says="--round",
    ),
    Scenario(
        "import",
        ("import", "{folder}/one.toml", "{folder}/two.toml"),
        {"one.toml": "one: imported", "two.toml": "two: imported"},
        files={"one.toml": _match("one"), "two.toml": _match("two", "Jamie")},
        before=(),
        steps=True,
        after=("score", "one", NOAH_OUT),
    ),
    Scenario(
        "remove",
        ("remove", "friday", "saturday", "--yes"),
        {"removed/friday.toml": "Removed friday", "removed/saturday.toml": "Removed saturday"},
        before=(FRIDAY, (*NEW, "saturday")),
        steps=True,
        after=FRIDAY,
    ),
    Scenario(
        "sheet",
        ("sheet", "friday", "-o", "{folder}/out.csv", "--force"),
        {},
        files={"out.csv": "what was there\n"},
        after=("show", "friday"),
        says="-o",
    ),
    Scenario(
        "export",
        ("export", "friday", "-o", "{folder}/out.json", "--force"),
        {},
        files={"out.json": "what was there\n"},
        after=("show", "friday"),
        says="-o",
    ),
)

_RENAMING = ("score", "record --amend", "undo (a correction)", "edit", "remove", "sheet -o")
"""What puts a file in the place of another, or moves it."""

SCENARIOS = (
    *_EVERY,
    *(
        replace(each, says=f"{each.says} (no renameat2)".strip(), lacking=("renameat2",))
        for each in _EVERY
        if each.name in _RENAMING
    ),
)
