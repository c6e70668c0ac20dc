"""Whatever bytes a match file holds, reading it ends soon: in a table or in a sentence with the place of the fault."""

import re
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_cli.matches.toml.parsing import MAX_BYTES, MAX_KEY_PARTS, MAX_SIGNS, encode_utf8, parse_toml
from haggis_cli.support.errors import RecordError
from tests.support.program import slowness

FULL = MAX_BYTES - 64

FAULTS = {
    b"a = 1\nb 2": "line 2, column 3: Expected '='",
    b"a = [\n": "line 2, column 1: Invalid value at the end of the file; it may have been cut off",
    b'a = "x\nb = 1': "line 1, column 7: Illegal character",
    b"a = noah": 'line 1, column 5: Invalid value; write texts in "double quotes"',
    b"a = 1 b = 2": "line 1, column 7: Expected newline",
    b"Zo\xc3\xab = 1": "line 1, column 3: Expected '='",
    b"a = 1\na = 2\nb = 3": "line 2, column 6: Cannot overwrite a value; give each key once",
    b"[a.b]\n[a.b]\n": "line 2, column 5: Cannot declare [a.b] twice; give each table once",
    b"\xef\xbb\xbfa = '\xff'": "line 1, column 6: the byte 0xff is not UTF-8; save the file as UTF-8",
    b"\xff\xfea\0": "line 1, column 1: the file is saved as UTF-16",
    "# é".encode()[:-1]: "line 1, column 3: the file is cut off in the middle of a character; compare it with a copy",
    b"a = 1\n\0\0\0": "line 2, column 1: a NUL byte",
    b"\n\0": "line 2, column 1: a NUL byte",
    b"a = 1\nb = 2\nc\0": "line 3, column 2: a NUL byte",
    b"a = 1\nb = " + b"9" * 5000: "line 2, column 5: a number has thousands of digits",
    b"a = " + b"[" * 900 + b"]" * 900: "line 1, column 5: lists or tables are nested too deeply",
    b"a = 1\n" + b".".join([b"a"] * 17) + b" = 1": "line 2, column 1: a key of more than 16 parts",
    b"n = '''\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> b\n'''": "line 2, column 1: git left a merge conflict",
    b"<<<<<<< HEAD\r\na = 1\r\n=======\r\na = 2\r\n>>>>>>> b\r\n": "line 1, column 1: git left a merge conflict",
    b"a = 1\n\x1b]0;x\x07 = 1": "Invalid statement",
}


@pytest.mark.parametrize("data", FAULTS, ids=lambda data: repr(data[:20]))
def test_a_complaint_names_the_file_the_place_and_what_would_be_right(data: bytes) -> None:
    with pytest.raises(RecordError) as caught:
        parse_toml(data, "friday\x1b.toml")
    message = str(caught.value)
    assert message.startswith("friday\\x1b.toml: ")
    assert FAULTS[data] in message
    assert message.isprintable()


ADVICE = {
    b"b 2\n": "write KEY = VALUE",
    b"a = 1 b = 2\n": "write one KEY = VALUE on each line",
    b"= 1\n": "write KEY = VALUE or a [table]",
    b"a = {\xc3\xa9 = 1}\n": 'write KEY = VALUE, and a key with spaces or accents in "quotes"',
    b"a = noah\n": 'write texts in "double quotes" and numbers without',
    b"a = 2026-02-30\n": "write dates as 2026-11-21T19:30:00Z",
    b"a = [1 2]\n": "end each list item with a comma and the list with ]",
    b"a = {b = 1 c = 2}\n": "separate the items with commas and end the table with }",
    b'a = "x': "it may have been cut off: compare it with a copy",
    b'a = "' + b".".join([b"a"] * 20): "it may have been cut off: compare it with a copy",
    b'a = "\\q"\n': r"write a backslash as \\",
    b'a = "x\x01"\n': "a text ends with its quote on the same line, and holds no control characters",
    b"a = 1\na = 2\n": "give each key once",
    b"a = 1\na = 2": "give each key once",
    b"a = {b = 1}\na.c = 2\n": "give each key once",
    b"[a]\n[a]\n": "give each table once; rounds are written [[rounds]]",
    b"a = {b = 1, b = 2}\n": "give each key once",
    b"a = {b = 1, b = 2": "give each key once",
    b"[[a]\n": "close the table's name with ]",
    b"[a\n": "close the table's name with ]",
    b'a = "\\ud800"\n': "write the character itself",
    b"#\x01\n": "see https://toml.io/en/v1.1.0",
}


@pytest.mark.parametrize("data", ADVICE, ids=repr)
def test_what_would_be_right_is_said_last(data: bytes) -> None:
    with pytest.raises(RecordError) as caught:
        parse_toml(data, "a.toml")
    assert str(caught.value).endswith(f"; {ADVICE[data]}")


REFUSED = {
    b"#" * (MAX_BYTES + 1): "larger than 1 MiB, so it is not a match file",
    b"\xff\xfea\0": "line 1, column 1: the file is saved as UTF-16; save it as UTF-8",
    b"\xfe\xff\0a": "line 1, column 1: the file is saved as UTF-16; save it as UTF-8",
    b"a\0": (
        "line 1, column 2: a NUL byte, which text cannot contain: the disk or a power cut damaged the file; "
        "replace it with a copy"
    ),
    b"a = '\xff'": "line 1, column 6: the byte 0xff is not UTF-8; save the file as UTF-8",
    b"a = [\n" + b"1," * 100_001 + b"]": "line 2, column 200002: more than 100000 times ',', which no match needs",
    b"a = 1\n" + b"b." * 16 + b"b = 1": "line 2, column 1: a key of more than 16 parts; no match file needs that many",
    b"a = 1\nb = " + b"[" * 900 + b"]" * 900: (
        "line 2, column 5: lists or tables are nested too deeply for a match file"
    ),
    b"a = " + b"9" * 5000: "line 1, column 5: a number has thousands of digits; no match needs one",
    b"n = '''\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> b\n'''": (
        "line 2, column 1: git left a merge conflict here; keep one of the two versions and delete the lines of "
        "<<<<<<<, ======= and >>>>>>>"
    ),
}


@pytest.mark.parametrize("data", REFUSED, ids=lambda data: repr(data[:20]))
def test_what_is_refused_before_it_is_read_as_toml_is_said_in_full(data: bytes) -> None:
    with pytest.raises(RecordError) as caught:
        parse_toml(data, "a.toml")
    assert str(caught.value) == f"a.toml: {REFUSED[data]}"


def test_exactly_1_mib_is_read() -> None:
    assert parse_toml(b"#" * MAX_BYTES, "a.toml")[1] == {}


@pytest.mark.parametrize(("sign", "most"), MAX_SIGNS.items())
def test_as_many_signs_as_a_match_may_have_are_read_and_one_more_is_refused(sign: str, most: int) -> None:
    crowd = f"#\n# {sign * most}"
    parse_toml(crowd.encode(), "f.toml")
    with pytest.raises(RecordError) as caught:
        parse_toml(f"{crowd}{sign} ".encode(), "f.toml")
    first = f"line 2, column {most + 3}"  # the first that is too many
    assert str(caught.value) == f"f.toml: {first}: more than {most} times '{sign}', which no match needs"


@pytest.mark.parametrize("part", ["<<<<<<< HEAD\n", "<<<<<<< HEAD\n=======\n", "=======\n>>>>>>> b\n", "x <<<<<<< y"])
def test_a_note_with_some_marks_of_a_conflict_is_a_note(part: str) -> None:
    assert parse_toml(f"n = '''\n{part}'''".encode(), "a.toml")[1] == {"n": part}


def test_a_byte_order_mark_and_windows_line_ends_are_read_and_written_back() -> None:
    data = b"\xef\xbb\xbfa = 1\r\n"
    text, table = parse_toml(data, "a.toml")
    assert (text, table) == ("a = 1\r\n", {"a": 1})
    assert encode_utf8(text, like=data) == data
    assert encode_utf8(text) == data[3:]


def test_text_that_no_file_can_hold_is_refused_in_words() -> None:
    with pytest.raises(RecordError, match=r"\\udcff cannot be saved"):
        encode_utf8('a = "\udcff"')


@pytest.mark.parametrize(
    "text",
    [
        'notes = "' + ".".join("a" * 200) + '"',
        'notes = """\n' + ". ".join(["No"] * 200) + '\n"" \\""" """',
        "notes = '''" + ".".join("a" * 200) + "'''",
        "# " + ".".join("a" * 200) + "\na = 1",
        'notes = "\\"" # ' + ".".join("a" * 200),
        ".".join("a" * MAX_KEY_PARTS) + " = 1",
        "notes = '''\n=======\n'''",
    ],
)
def test_dots_in_texts_and_comments_are_no_deep_keys(text: str) -> None:
    parse_toml(text.encode(), "a.toml")


@pytest.mark.parametrize("part", ["a", '"a"', "'a'", '"\\""', '"."', "a\t"])
@pytest.mark.parametrize(
    "before", ["", "\n", "[", "[[", "x = {", 'y = "#"\n', 'y = """\n"\\""""\n', "y = ['''a'''] # \"\n"]
)
def test_deep_keys_are_refused_wherever_they_stand(part: str, before: str) -> None:
    with pytest.raises(RecordError, match="a key of more than"):
        parse_toml((before + ".".join([part] * 5000)).encode(), "a.toml")


ATTACKS = {
    "one dotted key": b".".join([b"a"] * (FULL // 2)),
    "many keys with as many parts as allowed": b"\n".join(
        b"b%d.%s = 1" % (number, b".".join([b"a"] * (MAX_KEY_PARTS - 1))) for number in range(FULL // 42)
    ),
    "an unending text of escaped quotes": b"." * 40 + b'\na = "' + b'\\"' * (FULL // 2 - 40),
    "an unending long text": b'a = "' + b"." * 40 + b'"\nb = """' + b'\\"""' * (FULL // 4 - 40),
    "quotes": b'"' * FULL,
    "open lists": b"a = " + b"[" * FULL,
    "tables": b"[[a]]\n[[a.b]]\n" * (FULL // 14),
    "numbers": b"a = [" + b"1," * (FULL // 2) + b"]",
    "digits": b"a = " + b"1" * FULL,
    "too large": b"#" * (MAX_BYTES + 1),
}


@pytest.mark.slow
@pytest.mark.sample(4)
@pytest.mark.parametrize("name", ATTACKS)
def test_a_hostile_file_is_answered_soon(name: str) -> None:
    begun = time.process_time()
    with suppress(RecordError):
        parse_toml(ATTACKS[name], "a.toml")
    took = time.process_time() - begun
    assert took < 4 * slowness()  # 1.3 s at most where this was written


@given(st.binary(max_size=200) | st.text(alphabet="ab=.[]{}\"'#\n\\,1-:T \r<", max_size=60).map(str.encode))
def test_any_bytes_are_a_table_or_one_sentence(data: bytes) -> None:
    try:
        text, table = parse_toml(data, "a.toml")
    except RecordError as error:
        said = str(error)
    else:
        assert isinstance(table, dict)
        assert encode_utf8(text, like=data) == data
        return
    assert re.match(r"a\.toml: (line \d+, column \d+: )?\S", said)
    assert said.isprintable()
