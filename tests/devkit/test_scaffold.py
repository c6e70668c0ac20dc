"""`haggis variants new`: what it writes can be installed and passes its own tests as it stands."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from haggis_variants.two_player import TWO_PLAYER

from haggis_cli.devkit.scaffold import bounded_requirement, project_files
from haggis_cli.plugins.registry import EntryPoint
from haggis_cli.support.errors import UsageError
from tests.support.haggis import Haggis, no_variant, refused
from tests.support.plugins import Site, run_its_tests
from tests.support.program import check_types

TOOLS = Path(sys.executable).parent


@pytest.mark.slow
def test_a_new_project_installs_and_passes_its_own_tests_and_the_check(haggis: Haggis, site: Site) -> None:
    ran = haggis("variants", "new", "sprint")
    assert ran.code == 0
    names = ["pyproject.toml", "haggis_sprint.py", str(Path("tests", "test_haggis_sprint.py")), "README.md"]
    assert ran.out.splitlines() == [str(Path("sprint", name)) for name in names]
    assert ran.err == "Next: pip install -e 'sprint[dev]' && pytest sprint\n"
    project = haggis.folder / "sprint"
    assert sorted(str(path.relative_to(project)) for path in project.rglob("*") if path.is_file()) == sorted(names)
    site.put_project(project)
    run_its_tests(project, site)
    with site.seen():
        assert haggis("variants", "check", "sprint", "--rounds", "10") == (0, "", "")
        assert haggis.ok("variants", "show", "sprint").startswith("Sprint (sprint)\nHaggis (2-Player), as we play it")
        (row,) = [row for row in haggis.json("variants") if row["id"] == "sprint"]
        assert (row["package"], row["version"], row["error"]) == ("haggis-variant-sprint", "0.1.0", None)
        haggis.ok("new", "--variant", "sprint", "-p", "Noah", "-p", "Isla", "--name", "friday")
        haggis.ok("score", "Noah: out 8, cards 30")
        assert "goal = { points = 150 }" in haggis.text()


@pytest.mark.parametrize("parent", ["neeps", "taylor"])
def test_what_is_written_is_in_order_for_the_linters(haggis: Haggis, parent: str) -> None:
    haggis.ok("variants", "new", "Late Night", "--from", parent, "--dir", "night")
    rules = ["--isolated", "--select", "E,F,I,UP,B,RUF", "--line-length", "100"]
    for command in (["check", "--no-cache", *rules], ["format", "--no-cache", "--check", "--line-length", "120"]):
        done = subprocess.run([TOOLS / "ruff", *command, "."], cwd="night", capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_what_is_written_is_in_order_for_the_type_checker(haggis: Haggis) -> None:
    haggis.ok("variants", "new", "night", "--from", "neeps")
    check_types(haggis.folder / "night", "haggis_night.py")


@pytest.mark.slow
def test_another_parent_and_another_folder(haggis: Haggis, site: Site) -> None:
    out = haggis.ok("variants", "new", "Late Night", "--from", "neeps", "--dir", "deep/night")
    assert out.splitlines()[0] == str(Path("deep", "night", "pyproject.toml"))
    module = (haggis.folder / "deep" / "night" / "haggis_late_night.py").read_text(encoding="utf-8")
    assert "from haggis_variants.neeps import NEEPS\n" in module
    assert "LATE_NIGHT = replace(\n    NEEPS,\n" in module
    site.put_project(haggis.folder / "deep" / "night")
    with site.seen():
        rows = {row["id"]: row for row in haggis.json("variants")}
        assert (rows["late-night"]["name"], rows["late-night"]["players"]) == ("Late Night", [4])
        assert haggis("variants", "check", "late-night", "--rounds", "4") == (0, "", "")


def test_a_parent_of_somebody_else_is_needed_by_the_new_project() -> None:
    found = EntryPoint("pub", " pub.games : PUB ", "pub-haggis", "1.0")
    files = project_files("night", replace(TWO_PLAYER, id="pub", name='The "Pub"'), found)
    assert 'dependencies = ["haggis-cli>=0.1,<0.2", "pub-haggis"]' in files["pyproject.toml"]
    assert "from pub.games import PUB\n" in files["haggis_night.py"]
    assert files["haggis_night.py"].startswith('"""Night: a house variant of The \'Pub\'."""\n')


@pytest.mark.parametrize(
    ("version", "requirement"),
    [
        ("0.1.0", "haggis-cli>=0.1,<0.2"),
        ("0.9.4", "haggis-cli>=0.9,<0.10"),
        ("1.0.0", "haggis-cli>=1.0,<2"),
        ("2.11.3", "haggis-cli>=2.11,<3"),
    ],
)
def test_a_new_project_takes_the_versions_that_keep_what_it_uses(version: str, requirement: str) -> None:
    assert bounded_requirement(version) == requirement


@pytest.mark.parametrize("value", ["pub.games:GAMES.pub", "pub.games", "pub.games:", "pub.games:PUB [extra]"])
def test_a_parent_that_cannot_be_imported_by_its_name_is_refused(value: str) -> None:
    with pytest.raises(UsageError, match=r"^a variant cannot be built on 'two-player': choose another"):
        project_files("night", TWO_PLAYER, EntryPoint("pub", value, "pub-haggis", "1.0"))


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        *((name, "") for name in ("", " ", "李雷", "3-handed", "class", "99")),
        ("../sprint", "sprint"), ("a/b", "a-b"), ("/tmp/x", "tmp-x"), ("a\\b", "a-b"), ("a$b", "a-b"), ("-x", "x"),
        ("x; rm y", "x-rm-y"), ("Zoë", "zoe"), ('a"b', "a-b"), ("{x}", "x"), ("x" * 90, "x" * 80), ("a  b", "a-b"),
    ],
)  # fmt: skip
def test_a_name_that_is_no_id_is_refused_with_one_that_could_be(haggis: Haggis, name: str, meant: str) -> None:
    advice = f"try '{meant}'" if meant else "use letters, then digits and hyphens"
    assert haggis("variants", "new", "--", name) == refused(2, f"'{name}' cannot be the id of a variant: {advice}")
    assert sorted(haggis.folder.iterdir()) == []


def test_control_characters_in_a_name_reach_no_terminal(haggis: Haggis) -> None:
    ran = haggis("variants", "new", "x\x1b[2J\n")
    assert ran == refused(2, "'x\\x1b[2J\\n' cannot be the id of a variant: try 'x-2j'")


def test_what_is_there_already_is_not_written_over(haggis: Haggis) -> None:
    said = "a variant 'two-player' exists already: choose another name"
    assert haggis("variants", "new", "Two Player") == refused(2, said)
    for name in ("variants", "cli"):
        said = f"'{name}' cannot be the id of a variant: a module haggis_{name} exists already"
        assert haggis("variants", "new", name) == refused(2, said)
    full = haggis.folder / "sprint"
    full.mkdir()
    (full / "mine.txt").write_text("mine", encoding="utf-8")
    said = "sprint exists already and is not empty: choose another folder with --dir"
    assert haggis("variants", "new", "sprint") == refused(2, said)
    assert [path.name for path in full.iterdir()] == ["mine.txt"]
    said = f"{Path('sprint', 'mine.txt')} exists already and is not empty: choose another folder with --dir"
    assert haggis("variants", "new", "sprint", "--dir", "sprint/mine.txt") == refused(2, said)
    (haggis.folder / "empty").mkdir()
    haggis.ok("variants", "new", "sprint", "--dir", "empty")


def test_a_folder_that_cannot_be_written_is_told(haggis: Haggis) -> None:
    (haggis.folder / "file").write_text("", encoding="utf-8")
    ran = haggis("variants", "new", "sprint", "--dir", "file/sprint")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"haggis: {Path('file', 'sprint')}: cannot be written: ")


def test_a_parent_that_is_not_there(haggis: Haggis) -> None:
    assert haggis("variants", "new", "sprint", "--from", "whist") == refused(3, no_variant("whist"))
    assert not (haggis.folder / "sprint").exists()


def test_what_to_type_next_can_be_pasted_into_a_shell(haggis: Haggis) -> None:
    ran = haggis("variants", "new", "sprint", "--dir", "it's here")
    assert ran.err == "Next: pip install -e 'it'\"'\"'s here[dev]' && pytest 'it'\"'\"'s here'\n"
