"""Sheets with a replay of their rounds, and one whose names are markup."""

from pathlib import Path

from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.sheets.sheet import Sheet, scoresheet
from tests.support.rules.variants import NEEPS
from tests.support.sheets.everyday import EXAMPLES
from tests.support.sheets.matches import header, judged, recorded

PLAYED = [path for path in EXAMPLES if "-hands" in path.stem]


def example(path: Path) -> Sheet:
    file = MatchFile(path.read_bytes(), path.name)
    return scoresheet(adjudicate(file, load(file.record.variant)), plays=True)


NAMES = ("</script><script>alert(1)</script>", "נועה", "小明とたろう", "🦊 'q' & \\\"d\\\" -->")


def hostile() -> Sheet:
    """Neeps between players whose names are markup, a line from right to left, wide, or pictures and quotes."""
    quoted = ", ".join(f'"{name}"' for name in NAMES)
    text = header(quoted, "points = 550", 'teams = ["</style><b>High", "<!-- Slam"]').replace("two-player", "neeps")
    return scoresheet(judged(text + recorded(f"{NAMES[0]}: bet little", f"{NAMES[0]}: 3r"), NEEPS), plays=True)
