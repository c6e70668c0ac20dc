"""The pages on variants: every field with its default, what an option cannot change, and programs that run."""

import inspect
import re
from dataclasses import MISSING, fields, replace
from typing import Any

from haggis_cli.devkit.conformance import check_variant
from haggis_cli.devkit.declaration import FIXED_FIELDS
from haggis_cli.plugins.registry import find_claim, own_ids
from haggis_cli.rules import api
from haggis_cli.rules.variant import Variant
from tests.support.haggis import ROOT

PAGE = ROOT / "docs" / "variants.md"
GUIDE = ROOT / "docs" / "guides" / "variant.md"


def default_text(name: str) -> str:
    """The default of a field of a variant as an author writes it; nothing where there is none."""
    field = next(field for field in fields(Variant) if field.name == name)
    if field.default is field.default_factory is MISSING:
        return ""
    value: Any = field.default if field.default_factory is MISSING else field.default_factory()
    named = [each for each in api.__all__ if getattr(api, each) is value]
    if named or inspect.isfunction(value):
        return named[0] if named else value.__name__
    return f"{type(value).__name__}()" if type(value).__module__.startswith("haggis_cli") else repr(value)


def variant_rows() -> dict[str, str]:
    """The default that the page says of each field of a variant in the table of fields."""
    table = (
        PAGE.read_text(encoding="utf-8")
        .partition("| field | meaning | default | other values |\n")[2]
        .partition("\n\n")[0]
    )
    found: dict[str, str] = {}
    for row in table.splitlines()[1:]:
        names, _, default, _ = row.strip("| ").split(" | ")
        found |= dict(zip(re.findall(r"`(\w+)`", names), default.split(", "), strict=True))
    return found


def test_every_field_of_a_variant_has_an_entry() -> None:
    words = PAGE.read_text(encoding="utf-8").partition("## The fields")[2].partition("| field | meaning |")[0]
    rows = variant_rows()
    for field in fields(Variant):
        assert field.name in rows or f"`{field.name}`" in words


def test_the_defaults_of_a_variant_are_those_of_the_code() -> None:
    for name, default in variant_rows().items():
        assert default.strip("`").replace('""', "''").replace("required", "") == default_text(name)


def test_the_page_says_which_fields_a_variant_must_have() -> None:
    sentence = re.search(r"(?s)A variant must have (.*?);", PAGE.read_text(encoding="utf-8"))
    assert sentence
    named = re.findall(r"`(\w+)`", sentence[1])
    assert named == [field.name for field in fields(Variant) if not default_text(field.name)]


def test_the_page_says_what_an_option_cannot_change() -> None:
    sentence = re.search(r"(?s)an option\s+cannot change (.*?)\.\n", PAGE.read_text(encoding="utf-8"))
    assert sentence
    assert set(re.findall(r"`(\w+)`", sentence[1])) == FIXED_FIELDS


def test_what_a_variant_may_build_upon_has_the_names_that_the_page_promises() -> None:
    for variant_id in own_ids():
        module = variant_id.replace("-", "_")
        assert find_claim(variant_id).value == f"haggis_variants.{module}:{module.upper()}"


def test_every_program_of_the_pages_runs_and_makes_variants_without_faults() -> None:
    names: dict[str, Any] = {name: getattr(api, name) for name in api.__all__}
    for page in (GUIDE, PAGE):
        for program in re.findall(r"(?s)```python\n(.*?)```", page.read_text(encoding="utf-8")):
            exec(program, names)
    made = replace(names["SPRINT"], bomb_taker=names["fullest_hand_captures"], may_play=names["no_bomb_is_led"])
    for variant in (names["SPRINT"], names["SPEED"], made):
        assert [str(fault) for fault in check_variant(variant, rounds=2)] == []
    names["test_a_bet_stands"]()
