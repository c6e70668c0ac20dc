"""Files made to cost a reader time and memory: each at most as large as a match file may be, but for the first."""

from haggis_cli.matches.toml.file_ends import FIRST_LINE, LAST_LINE
from haggis_cli.matches.toml.guard import MAX_KEY_PARTS
from haggis_cli.matches.toml.tables import MAX_BYTES

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
    pieces, room, number = [text], MAX_BYTES - len(text) - len(end), 0
    while (room := room - len(each := piece.replace("#", str(number)))) >= 0:
        pieces.append(each)
        number += 1
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
