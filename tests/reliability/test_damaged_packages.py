"""Packages that are damaged, odd, or plugins of other programs: haggis has nothing to do with them."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.support.haggis import Haggis, header
from tests.support.plugins import installed

COMMANDS = (
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
    @pytest.mark.parametrize("switch", [(), ("--no-plugins",)], ids=["", "--no-plugins"])
    @pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
    def test_every_command_goes_on(self, haggis: Haggis, words: tuple[str, ...], switch: tuple[str, ...]) -> None:
        goes_on(haggis, DAMAGES, *switch, *words)

    @pytest.mark.slow
    @pytest.mark.parametrize("damage", DAMAGES)
    def test_beside_each_alone(self, haggis: Haggis, damage: Callable[[Path], None]) -> None:
        """Where one that is met first does not keep another from being met."""
        goes_on(haggis, [damage], "show")
