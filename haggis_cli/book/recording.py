"""Events added to a match one after another: each is read, judged once, and added, or refused with its rule.

Begin with `add_events` and `save_recorded`; a dialogue keeps a `Recording` and enters one event at a time. What a typed
line means at one moment of a round, `parse_line` says.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from haggis_cli.book.match import OpenMatch, check_no_violations, check_not_over, command_word, preview, save_progress
from haggis_cli.matches import notation
from haggis_cli.matches.model import RoundRecord
from haggis_cli.matches.notation.events import ACTION_WORDS, SAID_WORDS, canonical_verb, read_shorthand
from haggis_cli.matches.store.files import read_regular
from haggis_cli.matches.toml.changes import with_events, with_round
from haggis_cli.matches.toml.text_edits import END
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report
from haggis_cli.referee.seating import refusal, refuse_unread
from haggis_cli.rules.cards import COURTS
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Award, Bid, Breach, Event, Play
from haggis_cli.rules.judge import apply_event
from haggis_cli.rules.round import Round, begin_due
from haggis_cli.support.errors import AmbiguousError, HaggisError, NotationError, RulesError, StoreError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import join_words

_AWARD = r"(?i)(?:^|[:\s])awards?\s"


@dataclass
class Recording:
    """A match that events are being added to; nothing is saved here.

    opened: the match with the events that are in its text.
    accepted: the events so far in canonical form.
    """

    opened: OpenMatch
    accepted: list[str] = field(default_factory=list)
    _pending: list[tuple[str, Event]] = field(default_factory=list)
    _round: Round | None = None

    def find_round(self, text: str) -> Round:
        """The round that an event belongs to; RulesError where none can begin.

        The last trick of a round that is over can still be awarded, where that is to be said (rules K1).
        """
        report = self.opened.report
        last = self._round
        if last is None and report.rounds and not report.violations and not report.over:
            last = report.rounds[-1].last
        if last and (not last.over or (last.bombed_trick and re.search(_AWARD, text))):
            self._round = last
        else:
            opened = self.flush()
            self._round = round_to_play(opened.report, lambda: command_word(opened))
        return self._round

    def enter(self, text: str) -> None:
        """Add one event; NotationError if it cannot be read, RefusedEventError if it is not legal."""
        with guard_rules(self.opened.variant.id):
            state = self.find_round(text)
            try:
                event = parse_line(text, state)
            except NotationError as error:
                raise refuse_unread(text, error, state.table) from None
            written = notation.render_event(event, state.table)
            after = apply_event(state, event)
            if isinstance(after, Breach):
                raise refusal(written, after, state.table)
            self._round = after
        self._pending.append((written, event))
        self.accepted.append(written)
        if after.over:
            self.flush()

    def flush(self) -> OpenMatch:
        """The match with all accepted events in its text."""
        if self._pending:
            assert self._round is not None
            self.opened = _with_events(self.opened, self._pending, self._round)
            self._pending = []
        return self.opened


def with_event(opened: OpenMatch, text: str) -> OpenMatch:
    """The match with one more event, which is not saved yet; errors as of `Recording.enter`."""
    recording = Recording(opened)
    recording.enter(text)
    return recording.flush()


class Recorded(NamedTuple):
    """What came of events that were to be added to a match.

    before, after: the match before and after those that were accepted.
    refusal: what kept the next one out, and with it the rest; None where all were accepted.
    """

    before: OpenMatch
    after: OpenMatch
    accepted: tuple[str, ...]
    refusal: HaggisError | None = None


def add_events(opened: OpenMatch, events: Iterable[tuple[str, str]]) -> Recorded:
    """Add events to a match, which is not saved yet; each comes with its place in words.

    The first that cannot be read (NotationError) or is not legal (RulesError) stops the rest.
    """
    recording = Recording(opened)
    refused: HaggisError | None = None
    for place, text in events:
        try:
            recording.enter(text)
        except (NotationError, RulesError) as error:
            error.args = (f"{place}: {error.args[0]}", *error.args[1:])
            refused = error
            break
    return Recorded(opened, recording.flush(), tuple(recording.accepted), refused)


def save_recorded(recorded: Recorded) -> Recorded:
    """Save the events that were accepted, if any."""
    if not recorded.accepted:
        return recorded
    return recorded._replace(after=save_progress(recorded.before, recorded.after))


def round_to_play(report: Report, find_word: Callable[[], str] = str) -> Round:
    """The round in progress, or the next one at its start; RulesError where the match cannot go on.

    find_word: gives what names the match behind a command in that error, see `command_word`.
    """
    check_no_violations(report, find_word)
    check_not_over(report)
    if report.current and report.current.last:
        return report.current.last
    standing = report.standing
    assert standing is not None
    return begin_due(report.table, standing)


def _with_events(opened: OpenMatch, events: list[tuple[str, Event]], last: Round) -> OpenMatch:
    """The match with legal events in its text; `last` is the state of their round after them."""
    texts, added = [text for text, _ in events], ([event for _, event in events], last)
    before = opened.report.rounds[-1] if opened.report.rounds else None
    if before and before.recorded and before.complete and texts[0].partition(": ")[2].startswith("award "):
        # Who captures the last trick changes a round that is scored already.
        return preview(opened, with_events(opened.file, END, texts))
    if before and before.recorded and not before.complete:
        return preview(opened, with_events(opened.file, END, texts), added)
    return preview(opened, with_round(opened.file, RoundRecord(events=texts)), added)


# What a typed line means at one moment of a round: at the table a number, a name or the cards alone say enough.
#
# `parse_line` reads a whole line, `expand_shorthand` what the moment makes plain. Words of a command line and lines of
# a file become such lines through `join_names`, `join_events` and `read_event_lines`.


_VERBS = frozenset({"pass", "play", *ACTION_WORDS})


def parse_line(text: str, state: Round) -> Event:
    """The event; NotationError if it cannot be read.

    A line without a name is by whose turn it is, unless it begins with a name and lacks the colon: `Noah bets big`,
    `n passes`. What becomes of a bombed trick and of the lead after it, its winner says, also one who is out (rules K1,
    K2); who is meant may be said by the seat, counted from 1, where nobody is called so.
    """
    text = _with_name_of_seat(_with_colon(text, state), state)
    if ":" in text:
        return notation.parse_event(text, state.table)
    _check_no_name(text, state)
    name, action = _split_whole_name(text.strip(), state)
    named = name.casefold() in map(str.casefold, state.table.names)
    try:
        event = notation.parse_action(text, _speaker(text, state), state.table)
    except NotationError:
        if named and action.strip():
            return notation.parse_event(f"{name}: {action}", state.table)
        raise
    if named and isinstance(event, Play) and read_shorthand(name, state.table.deck) is None:  # a card is written J
        if not action.strip():
            raise NotationError(f"'{name}' is a player here: write what {name} does, or J, Q, K")
        return notation.parse_event(f"{name}: {action}", state.table)
    return event


def _split_whole_name(text: str, state: Round) -> tuple[str, str]:
    """The name with which a line begins, and the rest; the first word where it begins with none.

    AmbiguousError where two names fit and either rest can be read: `Ann 2 4g`, where Ann and Ann 2 play.
    """
    names = [each for each in state.table.names if f"{text} ".casefold().startswith(f"{each} ".casefold())]
    readable = [each for each in names if _can_follow(text[len(each) :].strip(), state)]
    if len(readable) > 1:
        ways = [f"{each}: {text[len(each) :].strip()}" for each in readable]
        raise AmbiguousError(f"'{text}' can be '{ways[0]}' or '{ways[1]}': write the colon")
    name = (readable or sorted(names, key=len, reverse=True) or [text.partition(" ")[0]])[0]
    return name, text[len(name) :].strip()


def _can_follow(action: str, state: Round) -> bool:
    try:
        return bool(action) and bool(notation.parse_action(action, state.turn, state.table))
    except NotationError:
        return False


def _check_no_name(text: str, state: Round) -> None:
    """AmbiguousError for a J, Q or K before suit cards that may be meant for a player: `j 3r`, where Jamie plays.

    As they are written in files, court cards stand behind the others.
    """
    court, _, cards = text.strip().partition(" ")
    if court.casefold() not in ("j", "q", "k") or not _are_cards(text, state) or not _are_cards(cards, state):
        return
    names = [each for each in state.table.names if each.casefold().startswith(court.casefold()) and len(each) > 1]
    if names and notation.parse_cards(cards, state.table.deck) & ~COURTS:
        whom = join_words(names, "or")
        raise AmbiguousError(
            f"'{text.strip()}' can be the cards {cards} {court.upper()}, or {cards} by {whom}: "
            f"write '{cards} {court.upper()}', or the name with a colon"
        )


def _with_colon(text: str, state: Round) -> str:
    """The line `Noah bets big`, or `n passes`, with the colon that it has in a file; any other line as it is."""
    for found in re.finditer(r"\s+", text.strip()) if ":" not in text else ():
        who, action = text.strip()[: found.start()], text.strip()[found.end() :]
        if canonical_verb(action.partition(" ")[0]) in _VERBS and who.casefold() not in _VERBS:
            try:
                return f"{state.table.names[notation.parse_name(who, state.table.names)]}: {action}"
            except AmbiguousError:
                raise
            except NotationError:
                continue
    if choices(state).event is Bid and ":" not in text and (both := _split_bid(text.strip(), state)):
        return f"{state.table.names[both[0]]}: bid {both[1]}"
    return text


def _split_bid(text: str, state: Round) -> tuple[int, str] | None:
    """Who bids, and how much, where both are said in one word or two: `i30`, `isla little`."""
    names = state.table.names

    def check_bid(word: str) -> None:
        notation.parse_action(f"bid {word}", 0, state.table)

    both = notation.split_answer(text, names, check_bid)
    return both and (notation.parse_seat(both[0], names), both[1])


def _speaker(action: str, state: Round) -> int:
    """Who does what a line without a name says."""
    verb, trick = canonical_verb(action.strip().partition(" ")[0]), state.bombed_trick
    return trick.winner if trick and verb in ("award", "lead") else state.turn


def expand_shorthand(text: str, state: Round) -> str:
    """The line with the word that the moment makes plain; everything else stays as it is.

    In an auction `30` is a bid, where an award is due a name is one, where cards are to be given they are.
    """
    name, colon, action = text.strip().rpartition(":")
    return name + colon + (" " if colon else "") + _expand_action(action.strip(), state)


def _expand_action(action: str, state: Round) -> str:
    if not action:
        return action
    now = choices(state)
    if now.event is Bid and (action.isdecimal() or _is_bid(action, state)):
        return f"bid {action}"
    if now.event is Award:
        return _expand_award(action, state)
    if now.number and _are_cards(action, state):
        return f"{now.verb} {action}"
    offer = now.lead_offer()
    if action.casefold() == "lead" and offer:
        return f"lead {state.table.names[offer.to]}"
    return action


def _is_bid(action: str, state: Round) -> bool:
    """Whether a text is an amount, or the beginning of what one or several bids are called, and not a pass."""
    return canonical_verb(action) != "pass" and state.table.variant.betting.parse(action) is not None


def _are_cards(line: str, state: Round) -> bool:
    try:
        return bool(notation.parse_cards(line, state.table.deck))
    except NotationError:
        return False


def _expand_award(line: str, state: Round) -> str:
    """An award by the seat of who captures, counted from 1, or by name."""
    if line.isdecimal() and 1 <= int(line) <= len(state.table.names):
        return f"award {state.table.names[int(line) - 1]}"
    try:
        return f"award {state.table.names[notation.parse_name(line, state.table.names)]}"
    except AmbiguousError:
        return f"award {line}"
    except NotationError:
        return line


def _with_name_of_seat(text: str, state: Round) -> str:
    """The line `award 1` or `lead 1` with the name of the player at that seat; any other line as it is."""
    before, colon, action = text.rpartition(":")
    verb, _, seat = action.strip().partition(" ")
    names = state.table.names
    place = int(seat) if len(seat.strip()) == 1 and seat.strip() in "123456789" else 0
    called = (verb.casefold() in map(str.casefold, names), any(name.startswith(seat.strip()) for name in names))
    if canonical_verb(verb) not in ("award", "lead") or any(called) or not 1 <= place <= len(names):
        return text
    return f"{before}{colon}{' ' if colon else ''}{verb} {names[place - 1]}"


# Events as words or lines of text: which words belong together, and which lines of a file are events.

_BARE_EVENT = re.compile(
    r"(?:(?:\d{1,2}|t)(?:[-–](?:\d{1,2}|t))?[a-z]{1,5}|[jqk]{1,3}|pass|p|exchange|give)", re.IGNORECASE
)
_READING_WORD = r"(?i)as|single|set|sequence|run|(?:stair\d?|bomb)|\S+@\S+"


def is_bare_event(word: str) -> bool:
    """Whether a word alone is an event, or a part of one, such as `7r`, `JQ`, `8b9b10b` or `pass`."""
    if _BARE_EVENT.fullmatch(word):
        return True
    if len(word.split()) != 1:
        return False
    from haggis_cli.matches.notation.typed_cards import looks_like_cards  # an event in quotation marks has more words

    return looks_like_cards(word)


def join_names(words: list[str]) -> list[str]:
    """The words, with the colon between a name and what is said of it, where nobody quoted them.

    >>> join_names(["friday", "Noah", "bets", "big"]), join_names(["7r", "pass"])
    (['friday', 'Noah: bets', 'big'], ['7r', 'pass'])
    """
    joined: list[str] = []
    for word in words:
        is_said = word.casefold() in SAID_WORDS and len(word) > 1 and joined
        if is_said and ":" not in joined[-1] and not is_bare_event(joined[-1]):
            joined[-1] += f": {word}"
        else:
            joined.append(word)
    return joined


def join_events(words: list[str]) -> list[str]:
    """Events whose parts came as several words, because nobody quoted them.

    >>> join_events(["Noah:", "4r", "4g"]), join_events(["5r", "J", "as", "set"]), join_events(["Noah: 4r", "pass"])
    (['Noah: 4r 4g'], ['5r J as set'], ['Noah: 4r', 'pass'])
    >>> join_events(["Noah:", "red", "4", "green", "4", "Isla:", "pass"])
    ['Noah: red 4 green 4', 'Isla: pass']
    """
    events: list[str] = []
    open_ended = False
    for word in words:
        bare = is_bare_event(word) and word.casefold() not in ("pass", "p")
        if events and (events[-1].endswith(":") or _belongs_to(events[-1], word, open_ended=open_ended)):
            events[-1] += f" {word}"
            open_ended = bare or open_ended
        else:
            events.append(word)
            open_ended = bare or word.endswith(":")
    return events


def _belongs_to(event: str, word: str, *, open_ended: bool) -> bool:
    """Whether a word goes on with an event: what is bet or given, more cards, a reading; of cards also `of` and `+`."""
    if ":" in word or word.casefold() in ("pass", "p") or len(word.split()) != 1:
        return False
    if canonical_verb(event.rpartition(":")[2].strip()) in (*ACTION_WORDS, "play"):
        return True
    if not open_ended or re.fullmatch(_READING_WORD, word):
        return open_ended
    from haggis_cli.matches.notation.typed_cards import may_stand_among_cards

    return may_stand_among_cards(word)


def read_event_lines(path: str) -> list[tuple[str, str]]:
    """The events of a file, each with its place in words; StoreError if it cannot be read."""
    try:
        lines = read_regular(Path(path)).decode("utf-8-sig").splitlines()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise StoreError(f"{path} cannot be read: {why}") from None
    return [(f"{escape_text(path)}, {line}", event) for line, event in parse_event_lines(lines)]


def parse_event_lines(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The lines that hold an event, each with its place in words.

    A comment begins with # at the start, or after a blank behind the name.
    """
    for number, line in enumerate(lines, 1):
        name, colon, action = line.partition(":") if ":" in line else ("", "", line)
        event = (name + colon + re.split(r"(?:^|\s)#", action, maxsplit=1)[0]).strip()
        if event and not event.startswith("#"):
            yield f"line {number}", event
