"""`haggis variants` and `haggis variants show`."""

import pytest

from haggis_cli import __version__
from haggis_cli.plugins import registry
from tests.support.haggis import Haggis
from tests.support.plugins import Site


def test_the_installed_variants(haggis: Haggis) -> None:
    heading, *lines = haggis.ok("variants").splitlines()
    assert heading.split() == ["id", "name", "players", "from"]
    assert [line.split()[0] for line in lines] == sorted(registry.installed_claims())
    assert lines[-1].split() == ["two-player", "Haggis", "(2-Player)", "2", "haggis-cli", __version__]
    assert haggis.ok("variants", "list") == haggis.ok("variants")
    rows = haggis.json("variants")
    assert [row["id"] for row in rows] == sorted(registry.installed_claims())
    assert rows[-1] == {
        "id": "two-player",
        "name": "Haggis (2-Player)",
        "players": [2],
        "revision": 1,
        "package": "haggis-cli",
        "version": __version__,
        "error": None,
        "off": False,
    }


def test_one_that_is_broken_is_listed_and_stops_nobody(haggis: Haggis) -> None:
    info = haggis.folder / "site" / "bad_haggis-0.1.dist-info"
    info.mkdir(parents=True)
    (info / "entry_points.txt").write_text("[haggis_cli.variants]\nbad = nowhere.at:ALL\n", encoding="utf-8")
    with Site(haggis.folder / "site").seen():
        ran = haggis("variants")
        assert ran.code == 0
        rows = {line.split()[0]: line for line in ran.out.splitlines()}
        assert rows["bad"].split("  ")[1:] != []
        assert "cannot be used" in rows["bad"]
        assert "2 or 3" in rows["classic"]
        why = "ModuleNotFoundError: No module named 'nowhere'"
        assert ran.err == f"warning: bad_haggis 0.1 (nowhere.at:ALL) cannot be loaded: {why}\n"
        (bad,) = [row for row in haggis.json("variants") if row["id"] == "bad"]
        assert bad["name"] is None
        assert bad["error"].startswith("bad_haggis 0.1 (nowhere.at:ALL) cannot be loaded")
        haggis.new()
        assert haggis("variants", "show", "bad").code == 3


@pytest.mark.parametrize("variant", sorted(registry.installed_claims()))
def test_every_variant_can_be_described(haggis: Haggis, variant: str) -> None:
    out = haggis.ok("variants", "show", variant)
    assert "Set-up" in out
    assert haggis.json("variants", "show", variant)["id"] == variant
