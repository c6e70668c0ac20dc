"""A third party's variant with two blind bets, a grand and a royal one, installed for the time of a test."""

from collections.abc import Iterator
from contextlib import contextmanager

from tests.support.haggis import Haggis
from tests.support.plugins import COPY, Site

MOOR = COPY + (
    "from haggis_cli.rules.api import BlindBets, Setup\n"
    'NAMES = {"little": 15, "big": 30, "grand": 60, "royal": 90}\n'
    "SETUPS = {2: Setup(suits=4, copies=1, dealt=14), 3: Setup(suits=5, copies=1, dealt=14)}\n"
    "BETTING = BlindBets(amounts=tuple(NAMES.values()), names=NAMES, blind=(60, 90), seen=8)\n"
    'V = replace(TWO_PLAYER, id="moor", name="Moor", usual=False, setups=SETUPS, betting=BETTING, options=())\n'
)
PLAYERS = ("Noah", "Isla", "Jamie")


@contextmanager
def moor_installed(haggis: Haggis) -> Iterator[Haggis]:
    """In here the variant is installed for this process and for those that it starts."""
    site = Site(haggis.folder / "site")
    site.put("moor", MOOR)
    with site.seen():
        haggis.variables["PYTHONPATH"] = str(site.folder)
        yield haggis


def begin(haggis: Haggis, players: int = 2) -> None:
    """Start a match called friday, which Noah leads."""
    names = (word for name in PLAYERS[:players] for word in ("-p", name))
    haggis.ok("new", "--variant", "moor", *names, "--lead", "Noah", "--points", "350", "--name", "friday")
