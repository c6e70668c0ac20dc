"""What is thrown at the program, and what must come of it: an answer, never a mistake of its own.

Each target takes any bytes and raises if the program does what it must not; what people can put right is an answer.
"""

from collections.abc import Callable
from functools import cache
from zlib import crc32

from haggis_cli.matches.model import RoundRecord
from haggis_cli.matches.notation import parse_cards, parse_claim, parse_event, parse_name, parse_play, render_event
from haggis_cli.matches.toml.changes import (
    round_block,
    with_events,
    with_key,
    with_round,
    with_round_block,
    without_last_round,
)
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.matches.toml.parsing import encode_utf8
from haggis_cli.matches.toml.text_edits import END, LAST
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.rules.events import Breach
from haggis_cli.rules.judge import apply_event
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.variant import seat_players
from haggis_cli.support.errors import HaggisError, NotationError, RecordError
from haggis_cli.support.escaping import escape_text
from tests.reliability.fuzz.computer import run_commands
from tests.support.tables import VARIANTS

NAME = "fuzz.toml"
PLAYERS = ("Noah", "Noa", "Zoë O’Hara", "Isla")
EVENT = "Noah: pass"


def notation(data: bytes) -> None:
    """A byte for the variant, then an event or cards as people type them, in whatever encoding."""
    state = _rounds()[data[0] % len(_rounds())] if data else _rounds()[0]
    text = data[1:].decode("utf-8", "surrogateescape")
    deck = state.table.deck
    for read in (lambda: parse_play(text, deck), lambda: parse_name(text, PLAYERS), lambda: parse_claim(text)):
        _answered(read, NotationError)
    try:
        cards = parse_cards(text, deck)
    except NotationError as refused:
        _harmless(str(refused))
    else:
        assert parse_cards(deck.cards_text(cards), deck) == cards
    try:
        event = parse_event(text, state.table)
    except NotationError as refused:
        _harmless(str(refused))
        return
    written = render_event(event, state.table)
    assert parse_event(written, state.table) == event, written
    after = apply_event(state, event)
    if isinstance(after, Breach):
        _harmless(after.message)


def loader(data: bytes) -> None:
    """A match file: read, judged, written anew and changed in one of the ways there are."""
    try:
        file = MatchFile(data, NAME)
    except RecordError as refused:
        _harmless(str(refused), NAME)
        return
    assert MatchFile(render_match(file.record).encode(), NAME).record == file.record
    _answered(lambda: adjudicate(file, load(file.record.variant)), HaggisError)
    changes = _changes(file)
    try:
        text = changes[crc32(data) % len(changes)]()  # all of them would take most of the time
    except RecordError as refused:
        _harmless(str(refused))
    else:
        MatchFile(encode_utf8(text, like=data), NAME)


def command_line(data: bytes) -> None:
    """Commands and what is typed at them in turn, apart by NUL; the words of a command each on a line."""
    run_commands(data)


TARGETS: dict[str, Callable[[bytes], None]] = {"notation": notation, "loader": loader, "command_line": command_line}


@cache
def _rounds() -> list[Round]:
    """The beginning of a round in every variant, for every number of players."""
    return [
        begin(seat_players(variant, PLAYERS[:number]), 0) for variant in VARIANTS.values() for number in variant.players
    ]


def _changes(file: MatchFile) -> list[Callable[[], str]]:
    """Every change that a command makes to a file, as far as the match has what is changed."""
    added = RoundRecord(events=[EVENT], notes="as\tit is")
    changes: list[Callable[[], str]] = [
        lambda: with_round(file, added),
        lambda: with_key(file, "rated", not file.record.rated),
    ]
    if not file.record.rounds:
        return changes
    number = len(file.record.rounds) - 1
    changes += [lambda: without_last_round(file), lambda: with_round_block(file, number, round_block(file, number))]
    events = file.record.rounds[-1].events
    if events is not None:
        changes.append(lambda: with_events(file, END, [EVENT]))
    if events:
        changes += [
            lambda: with_events(file, LAST, []),
            lambda: with_events(file, slice(0, 1), [], number),
            lambda: with_events(file, slice(0, 0), [EVENT], number),
            lambda: with_events(file, slice(0, 1), [EVENT], number),
        ]
    return changes


def _answered(act: Callable[[], object], refusal: type[HaggisError]) -> None:
    try:
        act()
    except refusal as refused:
        _harmless(str(refused))


def _harmless(message: str, place: str = "") -> None:
    """A message is words, each line begins with the place it is about, and nothing in it drives a terminal."""
    for line in message.split("\n"):
        assert line.strip(), ascii(message)
        assert line.startswith(place), ascii(message)
        assert escape_text(line) == line, ascii(message)
