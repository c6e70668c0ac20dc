"""The installed variants: found without running their code, and one that is broken stops nobody else's match."""

import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from haggis_variants.two_player import TWO_PLAYER

from haggis_cli.plugins import isolation as strangers
from haggis_cli.plugins import registry
from haggis_cli.plugins.catalogue import load_catalogue
from haggis_cli.plugins.declaration_faults import find_declaration_fault
from haggis_cli.plugins.registry import default_id, installed_claims, load, own_ids
from haggis_cli.rules.cards import Setup
from haggis_cli.rules.variant import Choice, Option
from haggis_cli.support.errors import CommandProcess, VariantError
from tests.support.plugins import BROKEN, COPY, installed

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a package with one variant, and a module of this source."""
    monkeypatch.syspath_prepend(tmp_path)

    def put(variant_id: str, source: str, *, package: str = "pub-haggis", module: str | None = None) -> None:
        name = module or f"plugin_{variant_id.replace('-', '_')}"
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        importlib.invalidate_caches()
        installed(tmp_path, package, f"[haggis_cli.variants]\n{variant_id} = {name}:V\n")
        installed_claims.cache_clear()

    forget()
    yield put
    forget()


def forget() -> None:
    """Nothing is known of what was installed."""
    installed_claims.cache_clear()
    default_id.cache_clear()
    registry._import_variant.cache_clear()
    strangers._third_party_modules.clear()
    for name in [name for name in sys.modules if name.startswith("plugin_")]:
        del sys.modules[name]


def refusal(variant_id: str) -> str:
    with pytest.raises(VariantError) as caught:
        load(variant_id)
    return str(caught.value)


def test_the_official_variants_come_in_by_the_same_door(install: Install) -> None:
    install("pub", f"{COPY}V = replace(TWO_PLAYER, id='pub')\n")
    assert load("two-player") is TWO_PLAYER
    assert load("pub") == replace(TWO_PLAYER, id="pub")
    assert load("pub") is load("pub")
    rows = {row.id: row for row in load_catalogue()}
    assert (rows["pub"].package, rows["pub"].version, rows["pub"].fault) == ("pub-haggis", "1.0", None)
    assert rows["two-player"].package == "haggis-cli"


def test_finding_runs_nobodys_code(install: Install) -> None:
    install("pub", "raise SystemExit('it ran')\n")
    assert "pub" in installed_claims()


def test_what_is_not_installed_is_told_with_what_is() -> None:
    said = refusal("whist\x1b[2J")
    assert said.startswith("there is no variant 'whist\\x1b[2J'")
    assert "two-player" in refusal("two")


@pytest.mark.slow
@pytest.mark.sample(5)
@pytest.mark.longest(12)
@pytest.mark.parametrize("variant_id", [name for name, (source, _) in BROKEN.items() if source])
def test_one_that_is_broken_is_told_with_its_package_and_stops_nobody_else(install: Install, variant_id: str) -> None:
    source, part = BROKEN[variant_id]
    install(variant_id, source)
    said = refusal(variant_id)
    assert said.startswith(f"pub-haggis 1.0 (plugin_{variant_id.replace('-', '_')}:V) ")
    assert part in said
    assert "\n" not in said
    assert "\x1b" not in said
    assert load("two-player") is TWO_PLAYER
    rows = {row.id: row for row in load_catalogue()}
    assert rows[variant_id].name is None
    assert rows[variant_id].fault == said
    assert rows["two-player"].fault is None


def test_ctrl_c_while_loading_is_the_persons(install: Install) -> None:
    install("pub", "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nwhile True:\n    pass\n")
    with pytest.raises(KeyboardInterrupt):
        load("pub")


def test_a_plugin_that_pretends_to_be_ctrl_c_has_failed(install: Install) -> None:
    install("pub", "raise KeyboardInterrupt\n")
    assert refusal("pub") == "pub-haggis 1.0 (plugin_pub:V) cannot be loaded: KeyboardInterrupt"


def test_an_id_that_two_packages_claim_is_refused_and_both_are_named(install: Install) -> None:
    install("pub", f"{COPY}V = replace(TWO_PLAYER, id='pub')\n")
    install("pub", f"{COPY}V = replace(TWO_PLAYER, id='pub')\n", package="inn-haggis")
    said = refusal("pub")
    assert said.startswith("the variant 'pub' is claimed by ")
    assert "pub-haggis 1.0 (plugin_pub:V)" in said
    assert "inn-haggis 1.0 (plugin_pub:V)" in said
    assert load("two-player") is TWO_PLAYER
    (row,) = [row for row in load_catalogue() if row.id == "pub"]
    assert row.fault == said
    assert set(row.package.split(", ")) == {"pub-haggis", "inn-haggis"}


def test_nobody_can_take_the_place_of_an_official_variant(install: Install) -> None:
    install("two-player", f"{COPY}V = TWO_PLAYER\n")
    assert "is claimed by" in refusal("two-player")


def test_what_a_plugin_prints_while_it_loads_is_no_result(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install("pub", f"print('hello')\n{COPY}V = replace(TWO_PLAYER, id='pub')\n")
    with CommandProcess():
        load("pub")
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "hello\n"


def test_the_default_is_the_one_our_own_package_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert default_id() == "two-player"
    installed(tmp_path, "aaa", "[haggis_cli.default_variant]\nmine = mine:V\n")
    monkeypatch.syspath_prepend(tmp_path)
    default_id.cache_clear()
    assert default_id() == "two-player"


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"setups": {2: Setup(suits=4, copies=1, dealt=19)}}, "2 players cannot be dealt 19 cards each from its deck"),
        ({"setups": {2: Setup(suits=9, copies=1, dealt=14)}}, "9 suits"),
        ({"setups": {2: Setup(suits=4, copies=3, dealt=14)}}, "3 copies"),
        (
            {"options": (Option("x", "help", {"a": Choice("A")}, "b"),)},
            "the default of its option 'x' is not one of its choices",
        ),
        ({"name": 5}, "its name is not text"),
        ({"rulebook": None}, "its rulebook is not text"),
        ({"revision": 0}, "its revision is 0"),
        ({"revision": "2"}, "its revision is '2'"),
        ({"former": {1: "rules"}}, "its former revisions must map whole numbers"),
    ],
)
def test_what_is_wrong_with_a_declaration(change: dict[str, object], part: str) -> None:
    assert part in (find_declaration_fault("two-player", replace(TWO_PLAYER, **change)) or "")  # type: ignore[arg-type]


def test_nothing_is_wrong_with_ours() -> None:
    assert len(own_ids()) > 7
    for variant_id in own_ids():
        assert find_declaration_fault(variant_id, load(variant_id)) is None
