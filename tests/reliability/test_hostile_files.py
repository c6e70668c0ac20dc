"""Whatever a file holds, it is answered within two seconds and 300 MiB, in words, and no command leaves a traceback."""

import os
import re
from itertools import count
from pathlib import Path

import pytest

from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.matches.toml.parsing import FIRST_LINE, LAST_LINE, MAX_BYTES, MAX_KEY_PARTS, parse_toml
from haggis_cli.matches.toml.source_positions import SourcePositions
from haggis_cli.support.errors import RecordError
from tests.support.haggis import Haggis
from tests.support.program import assert_answered, measured

PLAYERS = 'players = ["Noah", "Isla"]\n'
HEAD = (
    'format = 1\nid = "a"\nvariant = "two-player"\ncreated = 2026-11-21T19:30:00Z\n'
    f'goal = {{ points = 250 }}\nlead = "Noah"\n{PLAYERS}'
)
ROUND = (
    '[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 9 }\n'
    "captured = { Noah = 20, Isla = 11 }\nbets = { Noah = 15 }\n"
)
LONG = HEAD.replace("points = 250", "rounds = 1000")


def filled(text: str, piece: str, end: str = "") -> bytes:
    """A text, then a piece as often as a match file has room for, then an end."""
    room = MAX_BYTES - len((text + end).encode())
    return (text + piece * (room // len(piece.encode())) + end).encode()


def numbered(text: str, piece: str, end: str = "") -> bytes:
    """As `filled`, with the number of each piece in the place of `#`."""
    pieces, room, first = [text], MAX_BYTES - len(text) - len(end), 0
    before, after = piece.split("#")
    for digits in count(1):  # numbers of as many digits at once: one after the other took a tenth of the collection
        length = len(before) + digits + len(after)
        last = min(10**digits, first + room // length)
        pieces += [f"{before}{number}{after}" for number in range(first, last)]
        if last < 10**digits:
            break
        room, first = room - (last - first) * length, last
    return ("".join(pieces) + end).encode()


ATTACKS = {
    "too large": b"#" * (MAX_BYTES + 1),
    # What costs a reader of TOML
    "one key with dots": filled("a", ".a", " = 1"),
    "63 KiB of a key with dots": b"a" + b".a" * 32_000 + b" = 1",
    "a header with dots": filled("[a", ".a", "]"),
    "keys with as many parts as allowed": numbered("", "b#." + ".".join("a" * (MAX_KEY_PARTS - 1)) + " = 1\n"),
    "lists in lists": filled("a = ", "["),
    "tables in tables": filled("", "a={"),
    "nested tables of lists": filled("", "[[a]]\n[[a.b]]\n"),
    "a list of numbers": filled("a = [", "1,", "]"),
    "a decimal number": filled("a = ", "1"),
    "a number to the base of 16": filled(HEAD + "closed = 0x", "f"),
    "quotes": filled("", '"'),
    "a text of escaped quotes": filled("." * 40 + '\na = "', '\\"'),
    "a long text of almost its end": filled('a = "' + "." * 40 + '"\nb = """', '\\"""'),
    "line ends": filled("", "\n"),
    "a comment": filled(f"{HEAD}#", "a.b"),
    "NUL bytes": b"\0" * MAX_BYTES,
    "bytes that are no text": HEAD.encode() + b"\xff" * (MAX_BYTES - len(HEAD)),
    "beginnings of merge conflicts": filled(f"{HEAD}notes = '''\n", "<<<<<<< a\n", "'''\n"),
    "last lines": filled(f"{FIRST_LINE}\n{HEAD}", f"{LAST_LINE}\n", "a = 1"),
    # What costs the models and their complaints
    "unknown keys": numbered(HEAD, "a# = 1\n"),
    "one unknown key": filled(HEAD, "a", " = 1"),
    "rounds that are numbers": filled(f"{HEAD}rounds = [", "1,", "]"),
    "rounds that are empty": filled(HEAD, "[[rounds]]\n"),
    "players": numbered(HEAD.removesuffix('"Isla"]\n'), '"p#",', "]\n"),
    "a name": filled(HEAD.removesuffix('Isla"]\n'), "a", '"]\n'),
    "a name of accents": filled(HEAD.removesuffix('sla"]\n'), "\u0301", '"]\n'),
    "controls in notes": filled(f'{HEAD}notes = "', "\\u001b", '"\n'),
    "options": numbered(f"{HEAD}[options]\n", "o# = true\n"),
    "bots": numbered(f"{HEAD}[bots]\n", 'b# = "hard"\n'),
    # What costs the referee
    "rounds typed in": (LONG + ROUND.replace("]]\n", "]]\nnotes = '" + "a" * 890 + "'\n", 1) * 1000).encode(),
    "a table of strangers": numbered(HEAD + ROUND.partition("captured")[0] + "captured = { ", "p# = 1,", "a = 1 }\n"),
    "a round of events": filled(f"{HEAD}[[rounds]]\nevents = [", '"N: pass",', "]\n"),
    "rounds of one event": filled(HEAD, '[[rounds]]\nevents = ["N: 4r"]\n'),
    "an event": filled(f'{HEAD}[[rounds]]\nevents = ["Noah: ', "a", '"]\n'),
    "cards by shorthand": filled(f'{HEAD}[[rounds]]\nevents = ["Noah: ', "2-10rgbyrgbyrgbyrgby ", '"]\n'),
    "blanks in an event": filled(f'{HEAD}[[rounds]]\nevents = ["Noah: 4r', " ", 'a"]\n'),
    "readings": filled(f'{HEAD}[[rounds]]\nevents = ["Noah: 4r as', " as", '"]\n'),
    "a hand by shorthand": filled(
        f'{HEAD}[[rounds]]\nevents = []\n[rounds.deal]\nhaggis = "', "2-10rgbyrgbyrgbyrgby ", '"\nhands = {}\n'
    ),
    "hands of strangers": numbered(f"{HEAD}[[rounds]]\nevents = []\n[rounds.deal.hands]\n", 'p# = "4r"\n'),
}


# What a reader of TOML must take and what it must refuse, a short case of each kind that toml-test has. Written for
# this project: toml-test itself (https://github.com/toml-lang/toml-test, MIT) is not part of it; the tests read its
# files from the folder that HAGGIS_TOML_TEST names, with `valid`, `invalid` and `files-toml-1.1.0` in it.
VALID = (
    "", "# comment", "\n\n", "a = 1 # c", "a=1\r\nb=2\r\n", "\ta\t=\t1\t", "a = '''\r\nx\r\n'''", "#\u00e9\t", "a = []",
    "a = [1,2,]", "a = [\n1, # one\n2]", "a = [[1], ['x'], [{b = 1}]]", "a = [1, 'x', true, {}]", "a = true",
    "a = false", "a = +1", "a = -0", "a = 1_000", "a = 0xDEAD_beef", "a = 0o755", "a = 0b1101",
    "a = 9223372036854775807", "a = 1.5", "a = -1e10", "a = 6.02_2e+23", "a = inf", "a = -nan", "a = 5e-324",
    "a = 1979-05-27T07:32:00Z", "a = 1979-05-27 07:32:00.999999-07:00", "a = 1979-05-27T07:32:00", "a = 2020-02-29",
    "a = 07:32:00.5", "a = 0001-01-01T00:00:00Z", "a = 9999-12-31T23:59:59+23:59",
    'a = "\\b\\t\\n\\f\\r\\"\\\\\\u00e9\\U0001F600"', "a = 'C:\\x'", 'a = """"x""""', "a = ''''x''''",
    'a = """\\\n   x"""', '"" = 1', "'' = 1", '"a.b".c = 1', "1.2 = 3", "-_- = 1", "true = 1", "a . b = 1",
    '"\\u00e9" = 1', "inf = 1", "a = {}", "a = {b = 1, 'c d' = 2}", "a = {b.c = 1, b.d = 2}", "[a]\n[a.b]\nc = 1",
    "[a.b]\n[a]\nc = 1", "[ a . b ]",
    # Of TOML 1.1 only
    "a = {b = 1,}", "a = {b = 1\n}", "a = {\n  b = [1,\n 2], # two }\n\n  c = {\r\n},\n}", "a = {# b\n}",
    'a = "\\e[2J \\x7f"', '"\\x61\\e" = 1', 'a = """\\xe9\\e"""', "a = 07:32", "a = 1979-05-27 07:32",
    "a = 1979-05-27T07:32Z", "[[a]]\n[[a]]\nb = 1", "[[a]]\n[[a.b]]\n[a.b.c]\n[[a.b]]", "a.b = 1\na.c = 2",
    "[a]\n[b]\n[a.c]", "[a.'b.c'.d]",
)  # fmt: skip
INVALID = (
    "a", "a =", "= 1", "a = 1 b = 2", "a == 1", "a = 1\na = 2", "a b = 1", "\u00e9 = 1", "a. = 1", ".a = 1", "a..b = 1",
    '"a\n" = 1', '"""a""" = 1', "a.b = 1\na = 2", "a = 1\na.b = 2", "a = {}\na.b = 1", "a!b = 1", "'a = 1",
    "\\u00e9 = 1", "a = [", "a = [1", "a = [1 2]", "a = [,]", "a = [1,,2]", "a = ]", "a = [1]]", "a = [1]\n[[a]]",
    "a = [{}]\n[a.b]", "a = True", "a = t", "a = truee", "a = 0_1", "a = 01", "a = +01", "a = 1_", "a = _1", "a = 1__0",
    "a = ++1", "a = 0x", "a = 0XFF", "a = -0xFF", "a = 0b2", "a = 0o8", "a = 1.", "a = .5", "a = 1._5", "a = 1e",
    "a = 1.e1", "a = 00.5", "a = Inf", "a = 1979-13-01", "a = 1979-02-30", "a = 1979-5-27", "a = 25:00:00",
    "a = 07:60:00", "a = 1979-05-27T", "a = 0000-01-01", "a = 1979-05-27T07:32:00+25:00", "a = 1979-05-27T07:32:61Z",
    "a = 1979-05-2707:32:00", "a = 79-05-27", 'a = "', "a = '", 'a = "\n"', "a = '\n'", 'a = "\\x"', 'a = "\\ud800"',
    'a = "\\U00110000"', 'a = "\\u12"', 'a = "b"c"', 'a = """', "a = '''", 'a = """""""""', "a = '''''''''",
    'a = """\\x"""', 'a = "\t\x00"', 'a = "\x1f"', "a = '\x7f'", "# \x01", "a = '''\x0b'''", "a = 1\rb = 2",
    "a = 'x\ry'", "\x0ca = 1", "#\r", "a = {b = 1 c = 2}", "a = {b}", "a = {b = 1,,}", "a = {,}", "a = {b = 1\n c = 2}",
    "a = {b = 1 # }", 'a = "\\x1"', "a = 7:32", "a = {b = 1, b = 2}", "a = {b = {}}\n[a.b]\nc = 1",
    "a = {b.c = 1, b = 2}", "a = {", "[]", "[a", "[a]]", "[[a]", "[a.]", "[.a]", "[a b]", "[a]b = 1", "[a]\n[a]",
    "[a]\n[[a]]", "[[a]]\n[a]", "a = 1\n[a]", "[a]\nb = 1\n[a.b]", "a.b.c = 1\n[a.b]", "[a.b]\n[a]\nb.c = 1", "[[]]",
    "[ [a]]", "[[a] ]", "[a]\nb.c = 1\n[a.b]", "[a\n]",
)  # fmt: skip
"""What TOML 1.1 does not take either."""
EDGES = (
    b"\xef\xbb\xbf", b"\xef\xbb\xbfa = 1", b"\xef\xbb", b"\xff\xfea\0", b"\xfe\xff\0a", b"\xff\xfe\0\0", b"\0",
    b"a = '\xff'", b"a = '\xc3'", b"# \xc3", b"a = '\xed\xa0\x80'", b"a = '\xf4\x90\x80\x80'", b"\xc0\xaf", b"a = 1\0",
    b"a = '\xe2\x80\xae'",
)  # fmt: skip
"""Bytes that may be taken or refused, but in words."""


@pytest.mark.skipif(os.name == "nt", reason="Windows tells no process what it has used")
class TestAttacks:
    def test_there_are_two_dozen_and_more_each_of_the_size_of_a_match(self) -> None:
        assert len(ATTACKS) >= 24
        assert all(len(data) <= 1 << 20 for name, data in ATTACKS.items() if name != "too large")

    @pytest.mark.slow
    @pytest.mark.longest(12)
    @pytest.mark.sample(2)
    @pytest.mark.parametrize("name", ATTACKS)
    def test_each_is_answered_soon(self, haggis: Haggis, name: str) -> None:
        (haggis.folder / "a.toml").write_bytes(ATTACKS[name])
        cost = measured(haggis, "check", "a.toml")
        assert_answered(cost)
        assert len(cost.out + cost.err) < 20_000  # a complaint is to be read
        for line in cost.err.splitlines():
            assert re.match(r"haggis: a\.toml: (line \d+|cannot be read|lists or tables|and \d+ more)", line)

    @pytest.mark.slow
    def test_a_thousand_rounds_play_by_play_are_adjudicated_as_soon(self, haggis: Haggis) -> None:
        bots = ("-b", "random", "-b", "random", "--rounds", "1000", "--seed", "a")
        haggis.ok("play", "--simulate", "1", "--variant", "two-player", *bots, "--save", "--jobs", "1")
        cost = measured(haggis, "check")
        assert (cost.code, cost.out) == (0, "")
        assert_answered(cost)


class TestToml:
    @pytest.mark.parametrize("text", VALID)
    def test_what_toml_takes_is_read_and_every_place_in_it_known(self, text: str) -> None:
        read, table = parse_toml(text.encode(), "a.toml")
        assert isinstance(table, dict)
        SourcePositions(read)
        _refused_as_a_match(text.encode())

    @pytest.mark.parametrize("text", INVALID)
    def test_what_it_does_not_take_is_refused_in_a_sentence(self, text: str) -> None:
        with pytest.raises(RecordError) as caught:
            parse_toml(text.encode(), "a.toml")
        assert re.match(r"a\.toml: line \d+, column \d+: \S", str(caught.value))
        assert str(caught.value).isprintable()

    @pytest.mark.parametrize("data", EDGES)
    def test_odd_bytes_are_answered_in_words(self, data: bytes) -> None:
        _refused_as_a_match(data)

    @pytest.mark.skipif("HAGGIS_TOML_TEST" not in os.environ, reason="HAGGIS_TOML_TEST names no folder of toml-test")
    def test_all_files_of_toml_test(self) -> None:
        folder = Path(os.environ["HAGGIS_TOML_TEST"])
        listed = (folder / "files-toml-1.1.0").read_text(encoding="utf-8").split()
        files = sorted(folder.rglob("*.toml"))
        assert len(files) > 700
        for path in files:
            data, name = path.read_bytes(), path.relative_to(folder).as_posix()
            _refused_as_a_match(data)
            if name not in listed:  # of an older TOML
                continue
            try:
                read, _ = parse_toml(data, "a.toml")
            except RecordError:
                assert name.startswith("invalid/"), name
            else:
                # A byte order mark and UTF-16 are no TOML; the mark is read all the same, for Notepad writes it.
                assert name.startswith("valid/") or data.startswith(b"\xef\xbb\xbf"), name
                SourcePositions(read)


def _refused_as_a_match(data: bytes) -> None:
    with pytest.raises(RecordError) as caught:
        MatchFile(data, "a.toml")
    for line in str(caught.value).split("\n"):
        assert re.match(r"a\.toml: (line \d+(, column \d+)?: )?\S", line)
        assert line.isprintable()
