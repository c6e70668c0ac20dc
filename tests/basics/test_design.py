"""Sizes, spaces and colours of all styles are those of the design, but for what docs/design.md names."""

import re
from pathlib import Path

import pytest

import haggis_cli
from haggis_cli.support.design import COLORS, LOOKS, SIZES, WHITE

PACKAGE = Path(haggis_cli.__file__).parent
STYLES = sorted(PACKAGE.rglob("*.css"))
SHOWN = [*STYLES, *(path for end in ("svg", "typ", "html", "js", "py") for path in sorted(PACKAGE.rglob(f"*.{end}")))]

SIZE = re.compile(r"(?<![\w-])font(?:-size)?:\s*([^;}]+?)\s*[;}]")
SCALE = {"1rem", "inherit", *(f"var(--{name})" for name in SIZES)}
OTHER_SIZES = re.compile(
    r"[\d.]+(em|%|cqi|pt)"  # of the text around it, of a tile, on paper
    r"|(min|max|clamp|calc)\(.*(em\b|vw|vmin|cqi|cqw|cqh|var\(--due\)).*\)"  # with the screen
    r"|1[25]px"  # in a drawing, which has units of its own
)
SPACE = re.compile(r"(?<![\w-])(?:margin|padding|gap|row-gap|column-gap|inset)(?:-[a-z-]+)?:([^;}]+)")
COLOR = re.compile(r"#[0-9a-f]{3,8}\b(?![\w-])|(?:rgba?|hsla?|luma)\([\d .,%/]+\)|38;5;\d+", re.IGNORECASE)
NAMED = {WHITE, *(value for color in [*COLORS.values(), *(look.color for look in LOOKS)] for value in color)}
BLACK = {"#000000", "#0000", "#000", "#fff", "rgb(0 0 0 / .3)"}  # of masks, shadows and the modules of a code


def values(pattern: re.Pattern[str], path: Path) -> list[str]:
    return pattern.findall(re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL))


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_letters_have_the_sizes_of_the_scale(path: Path) -> None:
    sizes = {re.split(r"(?<=[\w)])/", value)[0] for value in values(SIZE, path)} - SCALE
    assert [size for size in sizes if not OTHER_SIZES.fullmatch(size)] == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_no_letters_become_smaller_than_the_smallest_of_the_scale(path: Path) -> None:
    least = float(SIZES["micro"].removesuffix("rem"))
    lowest = re.findall(r"(?:clamp|max)\(([\d.]+)rem", " ".join(values(SIZE, path)))
    assert [size for size in lowest if float(size) < least] == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_spaces_are_steps_of_four_pixels_or_half_a_step(path: Path) -> None:
    spaces = {float(space) for value in values(SPACE, path) for space in re.findall(r"(?<![\w.])([\d.]+)rem\b", value)}
    assert [space for space in spaces if space % 0.25 and space != 0.125] == []


def test_colors_have_names() -> None:
    shown = {path.name: set(values(COLOR, path)) - NAMED - BLACK for path in SHOWN if path.name != "design.py"}
    assert {name: colors for name, colors in shown.items() if colors} == {}


def test_the_copies_in_the_icon_are_those_of_the_table_and_its_cards() -> None:
    named = {COLORS[name].light for name in ("felt", "gold", "court", "face", "purple", "green")}
    assert set(values(COLOR, PACKAGE / "web" / "static" / "icon.svg")) == named


def test_no_escape_of_a_sign_swallows_what_follows_it() -> None:
    """An escape in a style has up to six digits: a digit behind `\\d7` belongs to it."""
    escaped = (found for path in STYLES for found in re.findall(r"\\([0-9a-fA-F]{1,6})\s?", path.read_text("utf-8")))
    assert {chr(int(digits, 16)) for digits in escaped} == set("▾▴▸\u2039\u00d7→· ")
