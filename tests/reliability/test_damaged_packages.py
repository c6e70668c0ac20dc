"""Packages that are damaged, odd, or plugins of other programs: haggis has nothing to do with them."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.haggis import Haggis, dated, header
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


@pytest.mark.sample(3)
@pytest.mark.skipif(os.name == "nt", reason="needs FIFOs")
@pytest.mark.parametrize("switch", [(), ("--no-plugins",)], ids=["", "--no-plugins"])
@pytest.mark.parametrize("damage", [_no_text, _no_name, _pipe, _for_pydantic])
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_every_command_goes_on(
    haggis: Haggis, words: tuple[str, ...], damage: Callable[[Path], None], switch: tuple[str, ...]
) -> None:
    folder = haggis.folder / "packages"
    damage(folder)
    haggis.keep(dated(header()))
    haggis.ok("score", "Isla: out 3, cards 18")
    ran = haggis.process(*switch, *words, PYTHONPATH=str(folder))
    assert ran.code == 0, ran
    assert "RUN" not in ran.err
