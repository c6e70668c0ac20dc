"""How a library that is missing is installed depends on who made the environment."""

import sys
from pathlib import Path

import pytest

from haggis_cli.support import extras


@pytest.mark.parametrize(
    ("mark", "command"),
    [
        (None, "pip install 'haggis-cli[qr]'"),
        ("pipx_metadata.json", "pipx inject haggis-cli 'segno>=1.6,<2'"),
        ("uv-receipt.toml", "uv tool install 'haggis-cli[qr]'"),
    ],
)
def test_pip_pipx_and_uv_each_have_their_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: str | None, command: str
) -> None:
    if mark:
        (tmp_path / mark).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    found = extras.install_command("qr")
    assert found.replace("'segno<2,>=1.6'", "'segno>=1.6,<2'") == command


def test_pipx_gets_every_library_of_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pipx_metadata.json").touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    command = extras.install_command("serve")
    assert all(f" '{library}" in command for library in ("h11", "jinja2", "segno", "starlette", "uvicorn"))


def test_an_extra_that_nobody_knows_is_named_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pipx_metadata.json").touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert extras.install_command("none") == "pipx inject haggis-cli 'haggis-cli[none]'"
