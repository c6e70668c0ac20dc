"""Players as people name them: in full, by an unambiguous beginning, by the seat, joined with what is said of them."""

from collections.abc import Callable, Iterator, Sequence

from haggis_cli.matches.notation.shorthand import remembered
from haggis_cli.support.english import join_words
from haggis_cli.support.errors import AmbiguousError, HaggisError, NotationError
from haggis_cli.support.escaping import escape_text, normalize_unicode


def parse_name(text: str, names: Sequence[str]) -> int:
    """The number of the player whose name, or an unambiguous beginning of it, this is."""
    return _parse_name(text, tuple(names))


@remembered
def _parse_name(text: str, names: tuple[str, ...]) -> int:
    wanted = normalize_unicode(text.strip()).casefold()
    folded = tuple(normalize_unicode(name).casefold() for name in names)
    if wanted in folded:
        return folded.index(wanted)
    fits = _find_beginnings(wanted, folded)
    if len(fits) == 1:
        return fits[0]
    if not fits and len(of_stem := _find_beginnings(wanted.rstrip("0123456789 "), folded)) > 1:
        fits = of_stem  # `j9`: which one it is, is the first thing to know
    shown = f"'{escape_text(text.strip())}'"
    if fits:
        several = join_words([escape_text(names[place]) for place in fits], "or")
        raise AmbiguousError(f"{shown} can be {several}: write more of the name", "unknown-player")
    known = ", ".join(map(escape_text, names))
    raise NotationError(f"nobody called {shown} plays here: the players are {known}", "unknown-player")


def _find_beginnings(wanted: str, names: tuple[str, ...]) -> list[int]:
    return [place for place, name in enumerate(names) if wanted and name.startswith(wanted)]


def parse_seat(text: str, names: Sequence[str]) -> int:
    """The player of that name, of an unambiguous beginning of it, or at that seat counted from 1."""
    try:
        return parse_name(text, names)
    except HaggisError:
        if text.isascii() and text.isdigit() and 1 <= int(text) <= len(names):
            return int(text) - 1
        raise


def split_answer(
    text: str, names: Sequence[str], parse_rest: Callable[[str], object], *, either_order: bool = False
) -> tuple[str, str] | None:
    """A player and what is said of that player, joined or apart: `n7`, `Ann 2 7`, `ann27`, `1 7`; None for other texts.

    parse_rest: raises HaggisError for what cannot stand behind the player.
    either_order: whether the player may also come last, after a blank.
    AmbiguousError where several players can be meant.
    """
    squeezed = [_squeeze(name) for name in names]
    whole = [seat for seat, name in enumerate(squeezed) if name == _squeeze(text)]
    found: dict[int, tuple[str, str]] = {}
    doubt: AmbiguousError | None = None
    for who, rest in _cuts(text, squeezed, either_order=either_order):
        if not _can_be(rest, parse_rest):
            continue
        try:
            seat = squeezed.index(_squeeze(who)) if _squeeze(who) in squeezed else parse_seat(who, names)
        except AmbiguousError as error:
            doubt = error
        except HaggisError:
            continue
        else:
            if seat not in whole:
                found.setdefault(seat, (names[seat], rest))
    if len(whole) + len(found) > 1:
        ways = [names[seat] for seat in whole] + [f"{names[seat]} with {rest}" for seat, (_, rest) in found.items()]
        spelled = [f"'{seat + 1}'" for seat in whole] + [f"'{seat + 1} {rest}'" for seat, (_, rest) in found.items()]
        raise AmbiguousError(f"'{text}' can be {join_words(ways, 'or')}: write the seat, {join_words(spelled, 'or')}")
    if doubt and not whole and not found:
        raise doubt
    return next(iter(found.values()), None)


def _can_be(text: str, parse: Callable[[str], object]) -> bool:
    """Whether a text is an answer, or the beginning of several."""
    try:
        parse(text)
    except AmbiguousError:
        return True
    except HaggisError:
        return False
    return True


def _squeeze(text: str) -> str:
    """A name as it is compared with what may be typed without blanks."""
    return "".join(normalize_unicode(text).casefold().split())


def _cuts(text: str, names: Sequence[str], *, either_order: bool) -> Iterator[tuple[str, str]]:
    """Each way to cut a text into a player and the rest; no number is cut in two but behind a whole name."""
    for at in range(1, len(text)):
        if not text[at - 1 : at + 1].isdigit() or _squeeze(text[:at]) in names:
            yield text[:at].strip(), text[at:].strip()
    if either_order:
        for first, rest in [(text[:at], text[at:]) for at, letter in enumerate(text) if letter == " "]:
            yield rest.strip(), first.strip()
