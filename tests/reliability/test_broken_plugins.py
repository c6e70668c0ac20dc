"""A dozen kinds of broken plugins and every command: what has nothing to do with them is the same to the byte."""

import os
from pathlib import Path
from textwrap import dedent, indent

import pytest

from haggis_cli.cli.app import COMMANDS
from haggis_cli.plugins import isolation as strangers
from tests.reliability.every_command import EVERY, each_command, keep, match_file
from tests.support.haggis import Haggis, Ran
from tests.support.plugins import BROKEN, COPY, Site

WHILE_LOADING: dict[str, str] = {name: source for name, (source, _) in BROKEN.items() if source} | {
    "cancels": "raise KeyboardInterrupt",
    "ends-input": "raise EOFError",
    "raises-base": "class Odd(BaseException): pass\nraise Odd('no ordinary error')",
    "unspeakable": "class Odd(Exception):\n    def __str__(self): raise RuntimeError('not even that')\nraise Odd",
    "colours": "raise ValueError('\\x1b]52;c;cHduZWQ=\\x07 \\x1b[2J\\u202e\\n' + 'x' * 100_000)",
    "a\x1b[2Jb": "V = 1",
}
"""What their modules hold; none can be used."""

WHILE_TOLD: dict[str, str] = {
    "raises": "raise RuntimeError('nobody knows')",
    "exits-later": "raise SystemExit(0)",
    "cancels-later": "raise KeyboardInterrupt",
    "says-nothing": "return None",
    "says-text": "return 'many'",
}
"""What the rules do when they are asked."""

MEDDLES = """\
import locale, os, sys
os.chdir('/')
os.environ['HAGGIS_HOME'] = '/nowhere'
os.environ['COLUMNS'] = '20'
if sys.stdout:
    sys.stdout.close()
sys.stdout = sys.stderr = sys.stdin = None
try:
    locale.setlocale(locale.LC_ALL, 'C')
except locale.Error:
    pass
"""
"""What changes the program around it."""

ASKED: dict[str, str] = {
    "stakes": "def stakes(self, table, log):",
    "refuse": "def refuse(self, state, event):",
    "settle": "def settle(self, table, stakes, out):",
    "next_bidder": "def next_bidder(self, table, leader, log):",
    "describe": "def describe(self):",
    "name_of": "def name_of(self, amount):",
    "amounts_text": "def amounts_text(self):",
    "table_fault": "def table_fault(self, table, stakes):",
}
"""What a betting rule of one's own is asked."""


def betting(variant_id: str, asked: str, does: str, after: int = 0) -> str:
    """A variant whose betting does this when it is asked that, the first times aside."""
    arguments = ASKED[asked].partition("(")[2].partition(")")[0].partition(", ")[2]
    return f"""\
{COPY}
from dataclasses import dataclass
from haggis_cli.rules.betting import FreeBets
times = 0

@dataclass(frozen=True)
class Odd(FreeBets):
    {ASKED[asked]}
        global times
        times += 1
        if times > {after}:
{indent(dedent(does), " " * 12)}
        return super().{asked}({arguments})

V = replace(TWO_PLAYER, id={variant_id!r}, name="Odd", betting=Odd())
"""


def rule(variant_id: str, field: str, arguments: str, does: str) -> str:
    """A variant one of whose functions does this."""
    return f"""\
{COPY}
def odd({arguments}):
    '''An odd rule.'''
{indent(dedent(does), "    ")}
V = replace(TWO_PLAYER, id={variant_id!r}, {field}=odd)
"""


WHILE_JUDGING: dict[str, str] = {
    **{
        f"{asked.replace('_', '-')}-{fault}": betting(f"{asked.replace('_', '-')}-{fault}", asked, does)
        for asked in ASKED
        for fault, does in WHILE_TOLD.items()
        if fault == "raises" or asked in ("stakes", "describe")
    },
    "stakes-later": betting("stakes-later", "stakes", "raise RuntimeError('not any more')", after=3),
    "stakes-meddles": betting("stakes-meddles", "stakes", MEDDLES),
    "stakes-talks": betting("stakes-talks", "stakes", "print('{\"listen\": true}')"),
    "leads": rule("leads", "next_leader", "standing", "raise RuntimeError('nobody leads')"),
    "leads-nobody": rule("leads-nobody", "next_leader", "standing", "return 77"),
    "captures": rule("captures", "bomb_taker", "state, trick", "raise RuntimeError('nobody captures')"),
    "captures-oddly": rule("captures-oddly", "bomb_taker", "state, trick", "return 'everybody'"),
    "hands": rule("hands", "hand_taker", "state, holder", "return 3.5"),
    "counts": f"{COPY}V = replace(TWO_PLAYER, id='counts', hand_points='many')",
    "headings": f"{COPY}V = replace(TWO_PLAYER, id='headings', headings=None, rulebook='\\x1b[2J')",
    "named": (
        f"{COPY}V = replace(TWO_PLAYER, id='named', name='\\x1b]0;x\\x07[/nope]<script>alert(1)</script>', "
        "summary='=1+1', source='#read(\"x\")', rulebook='\\u202e')"
    ),
    "options": f"{COPY}V = replace(TWO_PLAYER, id='options', options=(3,))",
}
"""Those that load, and fail or misbehave only where somebody asks them something."""


def watchful(variant_id: str, note: str) -> str:
    """A variant whose rules are in order, and write to a file whenever they are asked with standard output in reach."""
    questions = ""
    for asked, begins in ASKED.items():
        arguments = begins.partition("(")[2].partition(")")[0].partition(", ")[2]
        questions += f"    {begins}\n        watch()\n        return super().{asked}({arguments})\n"
    return f"""\
{COPY}
import sys, traceback
from dataclasses import dataclass
from functools import wraps
from haggis_cli.rules.betting import FreeBets

def watch():
    if type(sys.stdout).__name__ != "_StderrWriter":
        with open({note!r}, "a") as file:
            traceback.print_stack(file=file)

def watched(rule):
    @wraps(rule)
    def asked(*arguments):
        watch()
        return rule(*arguments)
    return asked

@dataclass(frozen=True)
class Watchful(FreeBets):
{questions}

rules = ("bomb_taker", "hand_taker", "next_leader")
V = replace(
    TWO_PLAYER, id={variant_id!r}, betting=Watchful(), **{{rule: watched(getattr(TWO_PLAYER, rule)) for rule in rules}}
)
"""


def unrelated(haggis: Haggis, others: list[str]) -> dict[str, object]:
    """What comes of every command but those that tell the time, or of the whole computer."""
    results = each_command(haggis, others, commands=[name for name in EVERY if name not in ("new", "doctor")])
    return {words: each for words, *each in results if not words.startswith("play --simulate")}


def test_every_command_is_tried() -> None:
    assert set(EVERY) == set(COMMANDS)


@pytest.mark.slow
@pytest.mark.usefixtures("no_editor")
def test_with_all_of_them_installed_and_a_match_of_each_the_other_matches_are_as_without(
    haggis: Haggis, site: Site
) -> None:
    without = unrelated(haggis, [])
    broken = WHILE_LOADING | WHILE_JUDGING
    for number, (variant_id, source) in enumerate(broken.items()):
        site.put(variant_id, source, package=f"pub-{number}")
    with site.seen():
        beside = unrelated(haggis, [each for each in broken if each != "stakes-talks"])
    differing = {words: (without[words], found) for words, found in beside.items() if found != without[words]}
    assert not differing


@pytest.fixture
def no_editor(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor that changes nothing; `haggis` comes first, for it takes the tester's own away."""
    monkeypatch.setenv("EDITOR", "true")


TALK = '{"listen": true}\n'
HARMLESS = ("stakes-meddles", "stakes-talks", "named")
ASKING = ("redo", "edit", "score", "play MATCH", "variants", "review")
"""What may be refused for a reason of its own."""
CODES = {0, 1, 2, 3}


@pytest.mark.slow
@pytest.mark.longest(6)
@pytest.mark.usefixtures("no_editor")
@pytest.mark.parametrize("variant_id", [*WHILE_LOADING, *WHILE_JUDGING])
def test_whatever_is_done_with_a_match_of_one_ends_with_a_sentence_and_what_is_said_of_saving_is_true(
    haggis: Haggis, site: Site, variant_id: str
) -> None:
    site.put(variant_id, (WHILE_LOADING | WHILE_JUDGING)[variant_id], package="pub-odd")
    folder = Path.cwd()
    before = match_file(variant_id, "friday").encode()
    with site.seen():
        commands = EVERY if variant_id in WHILE_JUDGING else ("show", "record", "undo", "judge", "list", "check")
        for words, ran, after in each_command(haggis, [], variant_id, commands):
            assert ran.code in CODES, (words, ran)
            assert "Traceback" not in ran.err, words
            assert "\x1b" not in ran.out + ran.err, words
            if ran.code > 1:
                told = ran.err.replace(TALK, "")
                assert told.startswith(("haggis: ", "warning: ", "Imported")), (words, ran)
                assert len(ran.err) < 1200, (words, ran)
            if ran.code == 3 and words != "redo MATCH":
                assert after == before, words
            if ran.code == 0 and "--json" in words:
                assert ran.out.startswith(("{", "[")), (words, ran.out)
            if variant_id in HARMLESS and not words.startswith(ASKING):
                assert ran.code < 2, (words, ran)
    assert Path.cwd() == folder
    assert os.environ["HAGGIS_HOME"] == str(haggis.home)


def test_stakes_that_fail_in_the_middle_of_a_round_are_told_before_anything_is_saved(
    haggis: Haggis, site: Site
) -> None:
    site.put("stakes-raises", WHILE_JUDGING["stakes-raises"])
    path = keep(haggis, "stakes-raises", "friday")
    before = path.read_bytes()
    with site.seen():
        for words in (["show"], ["record", "Noah: 10r 10b"], ["show", "--json"]):
            said = "haggis: the variant 'stakes-raises' fails: RuntimeError: nobody knows\n"
            assert haggis(*words) == Ran(3, "", said)
    assert path.read_bytes() == before


LOOP = "while True:\n    try:\n        pass\n    except Exception:\n        pass\n"


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX timer")
def test_rules_that_never_answer_stop_their_match_alone(
    haggis: Haggis, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    from haggis_cli.referee import adjudication as referee

    monkeypatch.setattr(referee, "JUDGE_SECONDS", 0.3)
    body = f"    {LOOP}".replace("\n", "\n    ")
    source = f"{COPY}def odd(standing):\n    'Odd.'\n{body}\nV = replace(TWO_PLAYER, id='endless', next_leader=odd)\n"
    site.put("endless", source)
    keep(haggis, "endless", "friday")
    keep(haggis, "two-player", "sunday")
    with site.seen():
        rows = {row["id"]: row["error"] for row in haggis.json("list")["matches"]}
        assert rows["friday"] == "the variant 'endless' fails: it does not answer within 0.3 seconds"
        assert rows["sunday"] is None


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX timer")
def test_one_that_never_finishes_loading_is_told_and_the_others_go_on(
    haggis: Haggis, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strangers, "IMPORT_SECONDS", 0.3)
    site.put("sleepy", LOOP)
    keep(haggis, "sleepy", "friday")
    keep(haggis, "two-player", "sunday")
    with site.seen():
        rows = {row["id"]: row["error"] for row in haggis.json("list")["matches"]}
    assert rows["friday"].endswith("cannot be loaded: it does not answer within 0.3 seconds")
    assert rows["sunday"] is None


def test_one_that_ends_the_process_ends_no_list_of_variants(haggis: Haggis, site: Site) -> None:
    site.put("leaves", "import os\nos._exit(0)\n")
    with site.seen():
        rows = {row["id"]: row for row in haggis.json("variants")}
    said = "pub-leaves 1.0 (plugin_pub_leaves:V) cannot be loaded: it ends the program (code 0)"
    assert rows["leaves"]["error"] == said
    assert rows["two-player"]["error"] is None


def test_a_mistake_of_this_program_is_not_a_plugins(haggis: Haggis) -> None:
    strangers._third_party_modules.clear()
    assert strangers.find_third_party_failure(KeyError("x")) is None


@pytest.mark.slow
def test_no_rule_of_a_plugin_is_asked_outside_the_net(haggis: Haggis, site: Site, no_editor: None) -> None:
    """Whatever a command asks a stranger's rules, standard output is out of their reach then."""
    note = haggis.folder / "outside"
    site.put("watchful", watchful("watchful", str(note)))
    with site.seen():
        for words, ran, _ in each_command(haggis, [], "watchful"):
            # Nothing to redo, a rule of its own that the search does not know, no hands known.
            assert ran.code < 2 or words.startswith(("redo", "solve", "review")), (words, ran)
            assert not note.exists(), (words, note.read_text())
