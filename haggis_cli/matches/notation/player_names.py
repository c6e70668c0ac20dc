"""A player as people name one: the whole name, or an unambiguous beginning of it."""

from collections.abc import Sequence

from haggis_cli.matches.notation.shorthand import remembered
from haggis_cli.support.errors import NotationError
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
    fits = [place for place, name in enumerate(folded) if wanted and name.startswith(wanted)]
    if len(fits) == 1:
        return fits[0]
    shown = f"'{escape_text(text.strip())}'"
    if fits:
        several = " or ".join(escape_text(names[place]) for place in fits)
        raise NotationError(f"{shown} can be {several}: write more of the name", "unknown-player")
    known = ", ".join(map(escape_text, names))
    raise NotationError(f"nobody called {shown} plays here: the players are {known}", "unknown-player")
