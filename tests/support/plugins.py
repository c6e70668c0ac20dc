"""Other people's variants: packages put into a folder as installers leave them, real projects, and some to install."""

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from haggis_cli.plugins import isolation as strangers
from haggis_cli.plugins import registry
from tests.support.haggis import Haggis

COPY = "from dataclasses import replace\nfrom haggis_variants.two_player import TWO_PLAYER\n"
"""The beginning of a module whose variant is made from the two-player game."""


class Site:
    """A folder of installed packages, which this process and its children can be made to see."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def put(self, variant_id: str, source: str | None, *, package: str | None = None) -> None:
        """Install a package with one variant, and a module of this source (None: without the module)."""
        package = package or f"pub-{variant_id}"
        module = f"plugin_{package.replace('-', '_')}"
        if source is not None:
            (self.folder / f"{module}.py").write_text(source, encoding="utf-8")
        installed(self.folder, package, f"[haggis_cli.variants]\n{variant_id} = {module}:V\n")

    def put_project(self, project: Path) -> None:
        """Install a project as people do, without fetching anything."""
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
        command = [*pip, "--disable-pip-version-check", "--target", str(self.folder), str(project)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    @contextmanager
    def seen(self) -> Iterator[None]:
        """In here, the packages of this folder are installed."""
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(self.folder)
            before = set(sys.modules)
            _forget()
            try:
                yield
            finally:
                for name in set(sys.modules) - before:
                    origin = getattr(sys.modules[name], "__file__", None)
                    if origin and Path(origin).is_relative_to(self.folder):
                        del sys.modules[name]
        _forget()


@contextmanager
def plugged(haggis: Haggis, sources: Mapping[str, str]) -> Iterator[Site]:
    """In here variants with these sources are installed, for this process and for those that it starts."""
    site = Site(haggis.folder / "site")
    for variant_id, source in sources.items():
        site.put(variant_id, source)
    with site.seen():
        haggis.variables["PYTHONPATH"] = str(site.folder)
        yield site


def run_its_tests(project: Path, site: Site, *more: str) -> None:
    """Run a plugin's own tests in a process of their own; the plugin is what was installed, and pytest by itself."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *more]
    alone = {"PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environment = os.environ | {"PYTHONPATH": str(site.folder)} | alone
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "passed" in done.stdout


def _forget() -> None:
    """Nothing is known of what was installed."""
    importlib.invalidate_caches()
    registry.installed_claims.cache_clear()
    registry.default_id.cache_clear()
    registry._import_variant.cache_clear()
    strangers._third_party_modules.clear()


def installed(folder: Path, name: str, points: str, *, version: str = "1.0", metadata: bool = True) -> Path:
    """A package in a folder, as installers leave it."""
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    if metadata:
        text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n\nName: not this\n"
        (info / "METADATA").write_text(text, encoding="utf-8")
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    return info


BROKEN: dict[str, tuple[str | None, str]] = {
    "imports": ("import nowhere_at_all\n", "cannot be loaded: ModuleNotFoundError: No module named 'nowhere_at_all'"),
    "syntax": ("def V(:\n", "cannot be loaded: SyntaxError: invalid syntax"),
    "exits": ("raise SystemExit(0)\n", "cannot be loaded: SystemExit: 0"),
    "exits-at-once": ("import sys\nsys.exit('bye')\n", "cannot be loaded: SystemExit: bye"),
    "recurses": ("def f():\n    f()\nf()\n", "cannot be loaded: RecursionError: "),
    "gone": (None, "cannot be loaded: ModuleNotFoundError: No module named 'plugin_pub_gone'"),
    "nothing": ("W = 1\n", "cannot be loaded: AttributeError: "),
    "wrong-type": ("V = {'id': 'wrong-type'}\n", "is not a usable variant: it exports dict, not a Variant"),
    "wrong-class": (f"{COPY}V = type(TWO_PLAYER)\n", "is not a usable variant: it exports type, not a Variant"),
    "wrong-id": (f"{COPY}V = TWO_PLAYER\n", "it is installed as 'wrong-id' but calls itself 'two-player'"),
    "wrong-api": (
        f"{COPY}V = replace(TWO_PLAYER, id='wrong-api', api=2)\n",
        "it is written for plugin interface 2, but this haggis offers 1",
    ),
    "no-setups": (f"{COPY}V = replace(TWO_PLAYER, id='no-setups', setups=5)\n", "its setups are 5: they must"),
    "unfinished": ("from haggis_cli.rules.variant import Variant\nV = Variant(api=1)\n", "cannot be loaded: TypeError"),
    "colours": ("raise ValueError('\\x1b[31mred\\nlines')\n", "cannot be loaded: ValueError: \\x1b[31mred lines"),
    "no-variant": ("V = 5\n", "is not a usable variant: it exports int, not a Variant"),
    "no-setup": (f"{COPY}V = replace(TWO_PLAYER, id='no-setup', setups={{}})\n", "it declares no setup or no goal"),
    "no-goals": (f"{COPY}V = replace(TWO_PLAYER, id='no-goals', goals=())\n", "it declares no setup or no goal"),
    "odd-setup": (
        f"{COPY}V = replace(TWO_PLAYER, id='odd-setup', setups={{2: 'x'}})\n",
        "its setups have 'x', which is not a Setup",
    ),
    "no-options": (
        f"{COPY}V = replace(TWO_PLAYER, id='no-options', options=None)\n",
        "its options are None: they must be a tuple",
    ),
    "no-name": (f"{COPY}V = replace(TWO_PLAYER, id='no-name', name=None)\n", "its name is not text"),
}
"""Variants that cannot be used: what their modules hold, and how each is told. None: there is no module."""

MOOR = COPY + (
    "from haggis_cli.rules.api import BlindBets, Setup\n"
    'NAMES = {"little": 15, "big": 30, "grand": 60, "royal": 90}\n'
    "SETUPS = {2: Setup(suits=4, copies=1, dealt=14), 3: Setup(suits=5, copies=1, dealt=14)}\n"
    "BETTING = BlindBets(amounts=tuple(NAMES.values()), names=NAMES, blind=(60, 90), seen=8)\n"
    'V = replace(TWO_PLAYER, id="moor", name="Moor", usual=False, setups=SETUPS, betting=BETTING, options=())\n'
)
PLAYERS = ("Noah", "Isla", "Jamie")


def begin_on_the_moor(haggis: Haggis, players: int = 2) -> None:
    """Start a match of it called friday, which Noah leads."""
    names = (word for name in PLAYERS[:players] for word in ("-p", name))
    haggis.ok("new", "--variant", "moor", *names, "--lead", "Noah", "--points", "350", "--name", "friday")


TEAMS_OF_THREE = """
from haggis_cli.rules.api import (
    Goal, Setup, TeamBets, Variant, first_out_takes_from_opponents, other_team, trailing_team_leads,
)

V = Variant(
    api=1,
    id="team-six",
    name="Team Six",
    summary="Six players in two teams of three.",
    source="The long table",
    rulebook="Long table",
    setups={6: Setup(suits=5, copies=2, dealt=14)},
    teams=((0, 2, 4), (1, 3, 5)),
    goals=(Goal(points=250),),
    betting=TeamBets(single=True, won=1, lost=1),
    bomb_taker=other_team,
    bomb_lead=True,
    hand_taker=first_out_takes_from_opponents,
    slam_repeats=True,
    next_leader=trailing_team_leads,
)
"""
"""Two teams of three, who pass no cards; the second out of a slam records the first count again."""

ROUNDS_WON = """
from dataclasses import replace
from haggis_cli.rules.api import Goal, Setup
from haggis_variants.two_player import TWO_PLAYER

V = replace(
    TWO_PLAYER,
    id="speed",
    name="Speed",
    setups={2: Setup(suits=3, copies=1, dealt=9)},
    goals=(Goal(round_wins=3), Goal(points=100)),
)
"""
"""Whoever has won three rounds has won, whatever the totals are."""

DARES = """
from dataclasses import dataclass
from haggis_cli.rules.api import (
    Bet, Betting, Bid, Bomb, Breach, CardValues, Clause, Combinations, Goal, Kind, Pass, RoundView, Setup, Stakes,
    TableView, TrickPlay, Variant, lowest_total_leads_else_left_of_lead, of_a_kind, winner_captures,
)


@dataclass(frozen=True)
class Dare(Betting):
    amounts: tuple[int, ...] = (20, 50)
    names = {"dare": 20, "double": 50}

    def describe(self) -> list[str]:
        return ["Every player may dare."]

    def refuse(self, state: RoundView, event: Bet | Bid | Pass) -> Breach | None:
        return self.refuse_bet(state, event)

    def settle(self, table: TableView, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        return tuple((s or 0) * (1 if seat == out[0] else -1) for seat, s in enumerate(stakes))


def no_bomb_last(state: RoundView, play: TrickPlay) -> Breach | None:
    \"\"\"Nobody leads a bomb.\"\"\"
    wrong = play.reading.kind is Kind.BOMB and not state.trick
    return Breach("bomb-misplaced", "A bomb does not lead.", Clause.BOMBS) if wrong else None


V = Variant(
    api=1,
    id="climb",
    name="Climb",
    summary="Bombs of four and five of a kind, and dares.",
    source="House",
    rulebook="House sheet",
    goals=(Goal(points=300), Goal(rounds=5)),
    setups={n: Setup(suits=5, copies=1, dealt=14, courts=(12, 13)) for n in (2, 3)},
    combinations=Combinations(bombs=(*of_a_kind(4), Bomb((12, 13)), *of_a_kind(5))),
    betting=Dare(),
    may_play=no_bomb_last,
    bomb_taker=winner_captures,
    card_values=CardValues("each 5 is 5, K 10", (0, 0, 0, 5, 0, 0, 0, 0, 0), (0, 0, 10)),
    next_leader=lowest_total_leads_else_left_of_lead,
)
"""
"""Nobody has a J, a lost bet is taken away, and a bomb does not lead."""

BLIND = """
from haggis_cli.rules.api import BlindBets, Goal, Setup, Variant, lowest_total_leads_else_left_of_dealer

V = Variant(
    api=1,
    id="five",
    name="Five",
    summary="Five at the table, each alone, with blind bets.",
    source="The kitchen table",
    rulebook="Kitchen rules",
    setups={5: Setup(suits=5, copies=2, dealt=14)},
    goals=(Goal(points=200), Goal(round_wins=2)),
    betting=BlindBets(amounts=(10, 40), blind=(40,), seen=7, names={"small": 10, "blind": 40}),
    next_leader=lowest_total_leads_else_left_of_dealer,
)
"""
"""Five players, each alone, who may bet before they have seen all their cards; nobody passes cards."""

VARIANTS = {"team-six": TEAMS_OF_THREE, "speed": ROUNDS_WON, "climb": DARES, "five": BLIND}
