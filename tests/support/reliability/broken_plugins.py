"""Plugins that are broken in every way one can think of: while they load, and while a match is judged or told."""

from textwrap import dedent, indent

from tests.support.plugins import COPY

WHILE_LOADING: dict[str, str] = {
    "imports": "import nowhere_at_all",
    "syntax": "def V(:",
    "exits": "raise SystemExit(0)",
    "cancels": "raise KeyboardInterrupt",
    "ends-input": "raise EOFError",
    "raises-base": "class Odd(BaseException): pass\nraise Odd('no ordinary error')",
    "unspeakable": "class Odd(Exception):\n    def __str__(self): raise RuntimeError('not even that')\nraise Odd",
    "recurses": "def f():\n    f()\nf()",
    "colours": "raise ValueError('\\x1b]52;c;cHduZWQ=\\x07 \\x1b[2J\\u202e\\n' + 'x' * 100_000)",
    "nothing": "W = 1",
    "wrong-type": "V = {'id': 'wrong-type'}",
    "wrong-id": f"{COPY}V = TWO_PLAYER",
    "wrong-api": f"{COPY}V = replace(TWO_PLAYER, id='wrong-api', api=2)",
    "no-goals": f"{COPY}V = replace(TWO_PLAYER, id='no-goals', goals=())",
    "unfinished": "from haggis_cli.rules.variant import Variant\nV = Variant(api=1)",
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
from haggis_cli.rules.betting.free_bets import FreeBets
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
from haggis_cli.rules.betting.free_bets import FreeBets

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
