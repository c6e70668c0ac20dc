"""docs/variants.md lists every field of a variant with its default, and says what an option cannot change."""

import re
from dataclasses import fields

from haggis_cli.devkit.declaration import FIXED_FIELDS
from haggis_cli.plugins.registry import find_claim, own_ids
from haggis_cli.rules.variant import Variant
from tests.library.public_names import default_text
from tests.support.haggis import ROOT

PAGE = ROOT / "docs" / "variants.md"


def variant_rows() -> dict[str, str]:
    """The default that the page says of each field of a variant in the table of fields."""
    table = (
        PAGE.read_text(encoding="utf-8")
        .partition("| field | says | default | other values |\n")[2]
        .partition("\n\n")[0]
    )
    found: dict[str, str] = {}
    for row in table.splitlines()[1:]:
        names, _, default, _ = row.strip("| ").split(" | ")
        found |= dict(zip(re.findall(r"`(\w+)`", names), default.split(", "), strict=True))
    return found


def test_every_field_of_a_variant_has_an_entry() -> None:
    words = PAGE.read_text(encoding="utf-8").partition("## The fields")[2].partition("| field | says |")[0]
    rows = variant_rows()
    for field in fields(Variant):
        assert field.name in rows or f"`{field.name}`" in words


def test_the_defaults_of_a_variant_are_those_of_the_code() -> None:
    for name, default in variant_rows().items():
        assert default.replace('""', "''") == default_text(Variant, name).removeprefix(" = ").removeprefix(", ")


def test_the_page_says_which_fields_a_variant_must_have() -> None:
    sentence = re.search(r"(?s)A variant has to say (.*?);", PAGE.read_text(encoding="utf-8"))
    assert sentence
    named = re.findall(r"`(\w+)`", sentence[1])
    assert named == [field.name for field in fields(Variant) if default_text(Variant, field.name) == ", required"]


def test_the_page_says_what_an_option_cannot_change() -> None:
    sentence = re.search(r"(?s)an option cannot change (.*?)\.\n", PAGE.read_text(encoding="utf-8"))
    assert sentence
    assert set(re.findall(r"`(\w+)`", sentence[1])) == FIXED_FIELDS


def test_what_a_variant_may_build_upon_has_the_names_that_the_page_promises() -> None:
    for variant_id in own_ids():
        module = variant_id.replace("-", "_")
        assert find_claim(variant_id).value == f"haggis_variants.{module}:{module.upper()}"
