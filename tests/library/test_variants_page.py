"""docs/variants.md alone is enough: every public name has its entry, with every field that an author can write or read.

`python -m pytest tests/library --rewrite-readme` writes the tables anew.
"""

import inspect
import re
from dataclasses import fields

import pytest

from haggis_cli.rules import api
from haggis_cli.rules.variant import Variant
from tests.support.paths import ROOT
from tests.support.public_names import tables

PAGE = ROOT / "docs" / "variants.md"
CLASSES = sorted(name for name in api.__all__ if inspect.isclass(getattr(api, name)) and name != "Variant")
ALIASES = {"BettingEvent", "Cards", "OptionValue", "Stakes"}


def table_of(name: str) -> dict[str, str]:
    """The rows below the mark of a name: what each entry says."""
    found = re.search(
        rf"(?s)<!-- haggis_cli\.rules\.api{re.escape(name)} -->\n(.*?)<!-- end -->", PAGE.read_text("utf-8")
    )
    assert found, name
    rows = re.findall(r"(?m)^\| `(\w+)(?:\(\))?` \| (.*) \|$", found[1])
    return dict(rows)


def test_the_tables_are_those_of_the_code(request: pytest.FixtureRequest) -> None:
    text = PAGE.read_text(encoding="utf-8")
    written = tables(text)
    if request.config.getoption("--rewrite-readme"):
        PAGE.write_text(written, encoding="utf-8")
    else:
        assert text == written, "write the tables anew with --rewrite-readme"


def test_every_public_name_has_an_entry_that_says_something() -> None:
    rows = table_of("")
    assert set(rows) == set(api.__all__)
    assert [name for name, says in rows.items() if not says.rpartition("|")[2].strip()] == []


@pytest.mark.parametrize("name", [name for name in CLASSES if name not in ALIASES])
def test_every_field_of_a_public_class_has_an_entry(name: str) -> None:
    rows, value = table_of(f".{name}"), getattr(api, name)
    inherited = set(dir(tuple)) if issubclass(value, tuple) else set()
    named = {each for each in dir(value) if not each.startswith("_")} - inherited
    if name in ("Kind", "Phase", "Clause", "OpenQuestion"):
        named = {each.name for each in value}
    assert set(rows) == named
    silent = [each for each, says in rows.items() if says.count("|") and not says.rpartition("|")[2].strip()]
    assert name in ("Kind", "Phase", "OpenQuestion") or silent == []


def test_every_field_of_a_variant_has_an_entry() -> None:
    text = PAGE.read_text(encoding="utf-8")
    words, _, table = text.partition("| field | says | values |")
    for field in fields(Variant):
        assert re.search(rf"(?m)^\| (?:`\w+`, )?`{field.name}`(?:, `\w+`)? \|", table) or f"`{field.name}`" in words
