"""Code of other people that is switched off, damaged, or only lies nearby: nothing of it runs, all else works."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from multiprocessing import get_all_start_methods
from pathlib import Path

import pytest

from haggis_cli.cli.app import COMMANDS
from tests.reliability.every_command import EVERY, each_command, keep, put
from tests.support.haggis import PATIENCE, Haggis, Ran, header
from tests.support.plugins import COPY, Site, installed

OFF = (
    "the variant 'pub' comes from a plugin, pub-pub 1.0 (plugin_pub_pub:V), and plugins are switched off: "
    "omit --no-plugins and unset HAGGIS_NO_PLUGINS"
)


@pytest.fixture
def ran(tmp_path: Path) -> Path:
    """A file that is there once the code of the plugin has run."""
    return tmp_path / "it-ran"


@pytest.fixture
def site(tmp_path: Path, ran: Path) -> Site:
    """A plugin that works, and leaves a note whenever its code runs."""
    site = Site(tmp_path / "site")
    note = f"import pathlib\npathlib.Path({str(ran)!r}).write_text('it ran')\n"
    site.put("pub", f"{note}{COPY}V = replace(TWO_PLAYER, id='pub', name='Pub')\n")
    return site


@pytest.fixture(autouse=True)
def no_editor(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor that changes nothing; `haggis` comes first, for it takes the tester's own away."""
    monkeypatch.setenv("EDITOR", "true")


@pytest.mark.slow
def test_unless_its_variant_is_named_no_command_runs_a_plugin(haggis: Haggis, site: Site, ran: Path) -> None:
    with site.seen():
        for words, *_ in each_command(haggis, [], commands=[name for name in EVERY if name != "doctor"]):
            assert not ran.exists(), words
        for more in ([], ["--help"], ["variants", "--help"], ["list"], ["check"], ["stats"], ["import", "x.csv"]):
            haggis(*more)
            assert not ran.exists(), more
        assert haggis("variants", "show", "pub").code == 0
        assert ran.exists()


def test_figures_that_do_not_say_their_variant_are_not_tried_on_plugins(haggis: Haggis, site: Site, ran: Path) -> None:
    table = "match_id,round,player,hand,captured,went_out\nevening,1,Noah,8,12,1\nevening,1,Isla,,24,\n"
    (haggis.folder / "evening.csv").write_text(table, encoding="utf-8")
    with site.seen():
        (found,) = haggis.json("import", "evening.csv", "--points", "250", "--dry-run")["matches"]
        assert found["variant"] == "two-player"
        assert not ran.exists()
        (found,) = haggis.json("import", "evening.csv", "--points", "250", "--variant", "Pub")["matches"]
        assert found["variant"] == "pub"


@pytest.mark.parametrize("way", ["before", "after", "variable"])
def test_switched_off_nothing_runs_and_everything_else_works(
    haggis: Haggis, site: Site, ran: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    before = haggis.ok("variants")
    if way == "variable":
        monkeypatch.setenv("HAGGIS_NO_PLUGINS", "1")

    def off(*words: str) -> tuple[str, ...]:
        return {"before": ("--no-plugins", *words), "after": (*words, "--no-plugins"), "variable": words}[way]

    with site.seen():
        path = keep(haggis, "pub", "friday")
        text = path.read_bytes()
        keep(haggis, "two-player", "sunday")
        for words in (["show"], ["record", "Isla: pass"], ["undo"], ["sheet"], ["log"], ["deal"]):
            done = haggis(*off(words[0], "friday", *words[1:]))
            assert (done.code, done.err) == (3, f"haggis: {OFF}\n"), words
            assert haggis(*off(words[0], "sunday", *words[1:])).code < 3, words
        assert path.read_bytes() == text
        assert haggis(*off("judge", "--variant", "pub", "4r")) == Ran(3, "", f"haggis: {OFF}\n")
        assert haggis(*off("check", str(path))) == Ran(3, "", f"haggis: {path}: {OFF}\n")
        assert haggis(*off("export", "friday", "--format", "toml")).out.encode() == text
        rows = {row["id"]: row["error"] for row in haggis.json(*off("list"))["matches"]}
        assert rows == {"friday": OFF, "sunday": None}
        listed = {row["id"]: row for row in haggis.json(*off("variants"))}
        unknown = dict.fromkeys(("name", "players", "revision", "error"))
        assert listed["pub"] == {"id": "pub", "package": "pub-pub", "version": "1.0", "off": True} | unknown
        shown = haggis.ok(*off("variants")).splitlines()
        told = [" ".join(line.split()) for line in shown if not line.startswith("pub ")]
        assert told == [" ".join(line.split()) for line in before.splitlines()]
        assert "switched off" in next(line for line in shown if line.startswith("pub "))
        assert "switched off" in haggis.ok(*off("doctor"))
        haggis(*off("remove", "friday", "--yes"))
    assert not ran.exists()
    assert ("HAGGIS_NO_PLUGINS" in os.environ) == (way == "variable")


@pytest.mark.slow
def test_every_command_can_be_run_without_plugins(haggis: Haggis, site: Site, ran: Path) -> None:
    assert set(EVERY) == set(COMMANDS)
    with site.seen():
        for lines in EVERY.values():
            for words in lines:
                keep(haggis, "two-player", "friday")
                done = haggis("--no-plugins", *put(words, haggis, "friday", "two-player"))
                assert done.code < 3 or words[0] in ("redo", "new", "variants", "import"), (words, done)
    assert not ran.exists()


def test_what_was_worked_out_with_plugins_is_not_told_without(haggis: Haggis, site: Site, ran: Path) -> None:
    keep(haggis, "pub", "friday")
    with site.seen():
        assert haggis.json("list")["matches"][0]["error"] is None
        ran.unlink()
    with site.seen():
        assert haggis.json("--no-plugins", "list")["matches"][0]["error"] == OFF
        assert not ran.exists()
        assert haggis.json("list")["matches"][0]["error"] is None


def test_switched_off_a_plugin_takes_no_official_variant_away(haggis: Haggis, site: Site) -> None:
    site.put("classic", f"{COPY}V = replace(TWO_PLAYER, id='classic')\n", package="impostor")
    with site.seen():
        assert "is claimed by" in haggis("judge", "--variant", "classic", "4r").err
        assert haggis("--no-plugins", "judge", "--variant", "classic", "4r").code == 0


@pytest.mark.slow
def test_processes_that_a_command_starts_run_no_plugin_either(haggis: Haggis, site: Site, ran: Path) -> None:
    path = str(site.folder)
    ended = haggis.process("--no-plugins", "variants", "--json", PYTHONPATH=path)
    assert ended.code == 0
    assert '"off": true' in ended.out
    assert haggis.process("variants", "show", "pub", PYTHONPATH=path, HAGGIS_NO_PLUGINS="1").code == 3
    assert not ran.exists()


# Packages that are damaged, odd, or plugins of other programs.

TRIED = (
    ("show",),
    ("check",),
    ("list",),
    ("judge", "4r"),
    ("score", "Noah: out 5, cards 20", "--yes"),
    ("undo",),
    ("doctor",),
)


def _no_text(folder: Path) -> None:
    (installed(folder, "other", "") / "entry_points.txt").write_bytes(b"\xff\xfe")


def _no_name(folder: Path) -> None:
    (folder / ".dist-info").mkdir(parents=True)
    (folder / "-.dist-info").mkdir()


def _pipe(folder: Path) -> None:
    info = installed(folder, "other", "")
    for name in ("entry_points.txt", "METADATA"):
        (info / name).unlink()
        os.mkfifo(info / name)


def _for_pydantic(folder: Path) -> None:
    """A plugin of pydantic, which would be run wherever a model is made."""
    installed(folder, "other", "[pydantic]\nspy = other_plugin:plugin\n")
    (folder / "other_plugin.py").write_text("import sys\nsys.stderr.write('RUN')\nraise RuntimeError('no')\n")


DAMAGES = (_no_text, _no_name, _pipe, _for_pydantic)


def goes_on(haggis: Haggis, damages: Iterable[Callable[[Path], None]], *words: str) -> None:
    """A command does its work with packages beside it, each damaged in a way."""
    folders = []
    for damage in damages:
        folders.append(haggis.folder / "packages" / damage.__name__)
        damage(folders[-1])
    haggis.keep(header())
    haggis.ok("score", "Isla: out 3, cards 18")
    ran = haggis.process(*words, PYTHONPATH=os.pathsep.join(map(str, folders)))
    assert ran.code == 0, ran
    assert "RUN" not in ran.err


@pytest.mark.skipif(os.name == "nt", reason="needs FIFOs")
class TestBesideDamagedPackages:
    @pytest.mark.sample(1)
    @pytest.mark.longest(7)
    @pytest.mark.parametrize("switch", [(), ("--no-plugins",)], ids=["", "--no-plugins"])
    @pytest.mark.parametrize("words", TRIED, ids=lambda words: words[0])
    def test_every_command_goes_on(self, haggis: Haggis, words: tuple[str, ...], switch: tuple[str, ...]) -> None:
        goes_on(haggis, DAMAGES, *switch, *words)

    @pytest.mark.slow
    @pytest.mark.parametrize("damage", DAMAGES)
    def test_beside_each_alone(self, haggis: Haggis, damage: Callable[[Path], None]) -> None:
        """Where one that is met first does not keep another from being met."""
        goes_on(haggis, [damage], "show")


# Whatever the files of the folder one stands in are called.

MODULES = ("json", "signal", "subprocess", "pickle", "socket", "selectors", "struct", "typer", "pydantic", "encodings")


@pytest.fixture
def folder(haggis: Haggis) -> Path:
    """The folder that commands are run in, with files that Python's modules are called like."""
    for name in (*MODULES, "multiprocessing", "haggis_cli", "sitecustomize"):
        (haggis.folder / f"{name}.py").write_text(f"open({str(haggis.folder / 'ran')!r}, 'a').write({name!r})\n")
    return haggis.folder


@pytest.mark.slow
@pytest.mark.parametrize("words", [("variants",), ("variants", "show", "mine"), ("list",), ("check", "--jobs", "2")])
def test_no_command_runs_what_lies_in_the_folder(
    haggis: Haggis, folder: Path, tmp_path_factory: pytest.TempPathFactory, words: tuple[str, ...]
) -> None:
    site = Site(tmp_path_factory.mktemp("site"))
    site.put("mine", f"{COPY}V = replace(TWO_PLAYER, id='mine')\n")
    ran = haggis.fresh(*words, PYTHONPATH=str(site.folder))
    assert ran.code == 0, ran.err
    assert "mine" in ran.out or words[0] != "variants"
    assert not (folder / "ran").exists()


@pytest.mark.slow
@pytest.mark.parametrize("method", get_all_start_methods())
def test_no_process_that_shares_the_work_does(folder: Path, method: str) -> None:
    code = (
        "import sys\n"
        "from multiprocessing import set_start_method\n"
        "from haggis_cli.support.jobs import Workers, parallel_map\n"
        "if __name__ == '__main__':\n"
        f"    set_start_method({method!r})\n"
        "    assert list(parallel_map(abs, range(-9, 0), Workers(2))) == list(range(9, 0, -1))\n"
    )
    script = folder / "elsewhere" / "shares.py"
    script.parent.mkdir()
    script.write_text(code)
    done = subprocess.run(
        [sys.executable, str(script)], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not (folder / "ran").exists()
