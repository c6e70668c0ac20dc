"""What a typed line means at one moment of a round: at the table a number, a name or the cards alone say enough.

`parse_line` reads a whole line, `expand_shorthand` what the moment makes plain. Words of a command line and lines of a
file become such lines through `join_names`, `join_events` and `read_event_lines`.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from haggis_cli.matches.notation import parse_action, parse_cards, parse_event, parse_name, parse_seat, split_answer
from haggis_cli.matches.notation.cards import read_shorthand
from haggis_cli.matches.notation.events import ACTION_WORDS, SAID_WORDS, canonical_verb
from haggis_cli.matches.store.files import read_regular
from haggis_cli.rules.cards import COURTS
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Award, Bid, Event, Play
from haggis_cli.rules.round import Round
from haggis_cli.support.errors import AmbiguousError, NotationError, StoreError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import join_words

_VERBS = frozenset({"pass", "play", *ACTION_WORDS})


def parse_line(text: str, state: Round) -> Event:
    """The event; NotationError if it cannot be read.

    A line without a name is by whose turn it is, unless it begins with a name and lacks the colon: `Noah bets big`,
    `n passes`. What becomes of a bombed trick and of the lead after it, its winner says, also one who is out (rules K1,
    K2); who is meant may be said by the seat, counted from 1, where nobody is called so.
    """
    text = _with_name_of_seat(_with_colon(text, state), state)
    if ":" in text:
        return parse_event(text, state.table)
    _check_no_name(text, state)
    name, action = _split_whole_name(text.strip(), state)
    named = name.casefold() in map(str.casefold, state.table.names)
    try:
        event = parse_action(text, _speaker(text, state), state.table)
    except NotationError:
        if named and action.strip():
            return parse_event(f"{name}: {action}", state.table)
        raise
    if named and isinstance(event, Play) and read_shorthand(name, state.table.deck) is None:  # a card is written J
        if not action.strip():
            raise NotationError(f"'{name}' is a player here: write what {name} does, or J, Q, K")
        return parse_event(f"{name}: {action}", state.table)
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
        return bool(action) and bool(parse_action(action, state.turn, state.table))
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
    if names and parse_cards(cards, state.table.deck) & ~COURTS:
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
                return f"{state.table.names[parse_name(who, state.table.names)]}: {action}"
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
        parse_action(f"bid {word}", 0, state.table)

    both = split_answer(text, names, check_bid)
    return both and (parse_seat(both[0], names), both[1])


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
        return bool(parse_cards(line, state.table.deck))
    except NotationError:
        return False


def _expand_award(line: str, state: Round) -> str:
    """An award by the seat of who captures, counted from 1, or by name."""
    if line.isdecimal() and 1 <= int(line) <= len(state.table.names):
        return f"award {state.table.names[int(line) - 1]}"
    try:
        return f"award {state.table.names[parse_name(line, state.table.names)]}"
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
