"""Every value of a match file is found again in its text."""

from pathlib import Path
from typing import Any

import pytest
import tomli
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from haggis_cli.matches.toml.source_positions import KeyPath, SourcePositions

MATCH = Path(__file__).with_name("positions.toml").read_text(encoding="utf-8")


def _leaves(value: Any, path: KeyPath = ()) -> list[tuple[KeyPath, Any]]:
    if isinstance(value, dict) and value:
        return [leaf for key, inner in value.items() for leaf in _leaves(inner, (*path, key))]
    if isinstance(value, list) and value:
        return [leaf for place, inner in enumerate(value) for leaf in _leaves(inner, (*path, place))]
    return [(path, value)]


def _is_written(places: SourcePositions, path: KeyPath) -> bool:
    try:
        places.span(path)
    except KeyError:
        return False
    return True


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        (("players", 1), 2, 20),
        (("goal", "points"), 3, 10),
        (("options",), 5, 2),
        (("options", 'strange "key"', "deep"), 6, 1),
        (("rounds", 0), 8, 3),
        (("rounds", 0, "events"), 9, 1),
        (("rounds", 0, "events", 1), 11, 3),
        (("rounds", 0, "deal", "hands", "Noah"), 14, 1),
        (("rounds", 1), 17, 5),
        (("rounds", 1, "table", "captured", "J."), 20, 25),
        (("rounds", 1, "table", "captured", "Isla", "x"), 20, 1),
        (("rounds", 7), 8, 3),
        (("nothing",), 1, 1),
        ((), 1, 1),
    ],
)
def test_line_and_column_of_what_is_there_or_of_its_longest_known_beginning(
    path: KeyPath, line: int, column: int
) -> None:
    places = SourcePositions(MATCH)
    offset = places.offset(path)
    assert (places.line(path), offset - MATCH.rfind("\n", 0, offset)) == (line, column)


def test_brackets_and_headers() -> None:
    places = SourcePositions(MATCH)
    assert MATCH[places.span(("rounds", 0, "events"))[1] - 1 :].startswith("]\n[rounds.deal.hands]")
    assert MATCH[slice(*places.span(("rounds", 1, "table", "out")))] == "[]"
    assert MATCH[places.headers[3].start :].startswith("  [[rounds]]\n[rounds.table]")
    assert [header.path for header in places.headers][1:] == [
        ("rounds", 0),
        ("rounds", 0, "deal", "hands"),
        ("rounds", 1),
        ("rounds", 1, "table"),
    ]
    assert MATCH[places.headers[1].end - 1 : places.headers[1].end + 1] == "]\n"
    with pytest.raises(KeyError):
        places.span(("rounds",))


KEYS = st.text(alphabet="ab. \"'\\é#=[]\n", max_size=4) | st.sampled_from(["rounds", "x-1", "7"])
TEXTS = st.text(alphabet="ab \"'\\#\n\t[]{}=,.é李🦊\x1b\x7f", max_size=8)
SCALARS = (
    st.booleans() | st.integers(-(2**40), 2**40) | st.floats(allow_nan=False) | TEXTS | st.datetimes() | st.dates()
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=15
)


@given(st.dictionaries(KEYS, VALUES, max_size=5), st.booleans(), st.booleans())
def test_each_span_reads_as_its_value(table: dict[str, Any], multiline: bool, windows: bool) -> None:
    text = tomli_w.dumps(table, multiline_strings=multiline)
    if windows and not multiline:
        text = text.replace("\n", "\r\n")
    places = SourcePositions(text)
    for path, value in _leaves(tomli.loads(text)):
        if not _is_written(places, path):
            assert value == {}
            assert path == () or any(header.path == path for header in places.headers)
            continue
        start, end = places.span(path)
        assert tomli.loads(f"value = {text[start:end]}")["value"] == value
        assert text.count("\n", 0, start) + 1 >= places.line(path)


@pytest.mark.slow
@given(st.data())
def test_blanks_comments_and_quotes_of_all_kinds_do_not_mislead(data: st.DataObject) -> None:
    """Texts written by hand, with every freedom TOML leaves, instead of those one writer writes."""
    blank = st.sampled_from(["", " ", "\t "])
    gap = st.sampled_from(["", " ", "\n", "# ] } ''' \"\"\"\n", "\r\n\t"])
    scalar = st.sampled_from(
        [
            *("1", "-0.5e3", "true", "nan", "0xff", "+inf"),
            *("1979-05-27 07:32:00Z", "07:32:00", "1979-05-27T07:32", "07:32"),
            *('"] # \\" ="', "'}\\'", '""', "''", '"\\u005d"', '"\\x7d\\e"'),
            *('"""a"" \\""" # ]\n"""""', "'''it's ''\n]'''", '""""""', "''''a'''''"),
        ]
    )
    draw = data.draw

    def value(depth: int) -> str:
        shape = draw(st.sampled_from("slt" if depth else "s"))
        if shape == "s":
            return draw(scalar)
        if shape == "l":
            items = [draw(gap) + value(depth - 1) + draw(gap) for _ in range(draw(st.integers(0, 3)))]
            comma = draw(st.sampled_from(["", ","])) if items else ""
            return "[" + ",".join(items) + comma + draw(gap) + "]"
        inner = [
            f"{draw(gap)}k{number}{draw(blank)}={draw(blank)}{value(depth - 1)}{draw(gap)}"
            for number in range(draw(st.integers(0, 3)))
        ]
        comma = draw(st.sampled_from(["", ","])) if inner else ""
        return "{" + ",".join(inner) + comma + draw(gap) + "}"

    lines = []
    for table in range(draw(st.integers(0, 3))):
        lines.append(draw(st.sampled_from(["[[ r ]]", "[[r]] # [x]", f"[t{table} . 'a.b']", f'  [ t{table}."]" ]'])))
        for number in range(draw(st.integers(0, 3))):
            key = draw(st.sampled_from(["a{}", '"a\\t{}"', "'a{}'", "a{} . b", 'a{}."c=".d']))
            lines.append(draw(blank) + key.format(number) + draw(blank) + "=" + draw(blank) + value(2) + draw(blank))
        lines.append(draw(st.sampled_from(["", "# [[r]]", "\t"])))
    text = "\n".join(lines)
    places = SourcePositions(text)
    for path, found in _leaves(tomli.loads(text)):
        if found == {} and not _is_written(places, path):
            continue
        start, end = places.span(path)
        again = tomli.loads(f"value = {text[start:end]}")["value"]
        assert again == found or again != again  # nan is no equal of itself


def test_keys_may_begin_with_any_letter() -> None:
    text = "a={X=1, Xy = [2],}"
    places = SourcePositions(text)
    assert [text[slice(*places.span(path))] for path in (("a", "X"), ("a", "Xy", 0))] == ["1", "2"]


def test_any_depth_tomli_reads_is_found() -> None:
    text = "a = " + "[" * 300 + "7" + "]" * 300
    tomli.loads(text)
    places = SourcePositions(text)
    assert text[slice(*places.span(("a", *[0] * 300)))] == "7"
