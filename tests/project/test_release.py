"""What strangers get: a man page that says what the help says, and a changelog that knows the version."""

import re
import runpy
import tomllib
from pathlib import Path

from haggis_cli.cli.app import COMMANDS
from haggis_cli.support import __version__

ROOT = Path(__file__).parents[2]


def test_the_man_page_is_what_the_help_texts_make() -> None:
    made = runpy.run_path(str(ROOT / ".ci/help_pages.py"))["man_page"]()
    assert made == (ROOT / "man/haggis.1").read_text("utf-8"), "python .ci/help_pages.py man > man/haggis.1"
    assert [name for name in COMMANDS if f"\n.SS haggis {name}" not in made] == []


def test_the_changelog_dates_the_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(rf"^## \[{re.escape(__version__)}\] - \d{{4}}-\d\d-\d\d$", text, re.MULTILINE)


def test_every_library_has_a_lowest_version_and_those_of_the_program_an_end() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = {name: needs for name, needs in project["optional-dependencies"].items() if name not in ("all", "dev")}
    needed = [*project["dependencies"], *(each for needs in extras.values() for each in needs)]
    assert [each for each in needed if ">=" not in each] == []
    assert [each for each in needed if "," not in each and not each.startswith("distributed")] == []
    gathered = set(re.findall(r"\w+", project["optional-dependencies"]["all"][0].partition("[")[2]))
    assert gathered == extras.keys() - {
        "env",
        "bench",
        "docs",
    }  # NumPy and its kin are many times what a score keeper needs
