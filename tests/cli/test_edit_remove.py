"""`haggis remove`: a match leaves the history, and nothing is lost."""

import errno
import os
import subprocess
from contextlib import chdir

import pytest

from tests.support.haggis import Haggis, Ran, header


def removed(haggis: Haggis, name: str = "friday.toml") -> bytes:
    return (haggis.home / "removed" / name).read_bytes()


def in_a_shell(haggis: Haggis, told: str) -> Ran:
    """What comes of the command that was printed, typed into a shell as it stands: the words that it makes of it."""
    command = told.partition("To restore it: ")[2]
    given = f"haggis() {{ for word; do printf '%s\\0' \"$word\"; done; }}; {command}"
    words = subprocess.run(["sh", "-c", given], capture_output=True, check=True).stdout
    with chdir("/"):
        return haggis(*map(os.fsdecode, words.split(b"\0")[:-1]))


@pytest.mark.skipif(os.name == "nt", reason="for the shells and names of POSIX")
@pytest.mark.parametrize("name", ["fri'day $HOME", "café", b"caf\xe9", b"%d\\n\x01\x1b[2J", "\u202efriday", "-rf"])
def test_the_command_that_brings_a_match_back_works_as_it_is_printed(haggis: Haggis, name: str | bytes) -> None:
    text = os.fsdecode(name)
    path = haggis.keep(header(), text)
    out = haggis.ok("remove", "--yes", "--", str(path))
    assert out.isprintable() or out.removesuffix("\n").isprintable()
    done = in_a_shell(haggis, out)
    assert (done.code, done.err) == (0, ""), done
    assert haggis.path().read_text() == header()


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("leads", ["real/friday.toml", "../shared/friday.toml", "{folder}/elsewhere.toml"])
def test_a_match_that_is_a_link_leads_from_there_to_the_same_file_and_can_be_brought_back(
    haggis: Haggis, leads: str
) -> None:
    leads = leads.format(folder=haggis.folder)
    real = haggis.home / "matches" / leads
    haggis.path().parent.mkdir(parents=True)
    real.parent.mkdir(parents=True, exist_ok=True)
    real.write_text(header(), encoding="utf-8")
    haggis.path().symlink_to(leads)
    out = haggis.ok("remove", "friday", "--yes")
    assert not os.path.lexists(haggis.path())
    assert (haggis.home / "removed" / "friday.toml").samefile(real)
    done = in_a_shell(haggis, out)
    assert (done.code, done.err) == (0, ""), done
    assert haggis.path().read_bytes() == real.read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("call", ["symlink", "unlink"])
def test_a_link_that_cannot_be_moved_stays(haggis: Haggis, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    (haggis.home / "matches" / "real").mkdir(parents=True)
    haggis.keep(header(), "real/friday")
    haggis.path().symlink_to("real/friday.toml")

    working = getattr(os, call)

    def fail(path: object, *more: object, **named: object) -> None:
        if str(path).endswith("friday.toml") and "removed" not in str(path):
            raise OSError(errno.EIO, "Input/output error")
        working(path, *more, **named)

    with monkeypatch.context() as patch:
        patch.setattr(os, call, fail)
        ran = haggis("remove", "friday", "--yes")
    assert [*(haggis.home / "removed").iterdir()] == []
    assert (ran.code, ran.out) == (4, "")
    assert "not moved, nothing was changed: Input/output error" in ran.err
    assert haggis.path().is_symlink()


@pytest.mark.skipif(os.name == "nt", reason="for the shells of POSIX")
def test_the_command_names_the_home_that_was_named(haggis: Haggis) -> None:
    haggis.keep(header())
    home = str(haggis.home)
    haggis.variables["HAGGIS_HOME"] = str(haggis.folder / "other")
    out = haggis.ok("remove", "friday", "--yes", "--home", home)
    assert in_a_shell(haggis, out).code == 0
    assert haggis.path().exists()
