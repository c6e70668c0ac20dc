"""What the shell offers when Tab is pressed: light, silent, and without running anybody's rules where it can be helped.

Of the matches only the beginnings are read, the newest first; a file that cannot be read offers nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from haggis_cli.support.errors import HaggisError
from haggis_cli.support.escaping import escape_text

if TYPE_CHECKING:
    from haggis_cli.matches.store.folder import Store
    from haggis_cli.rules.scoring import Goal
    from haggis_cli.rules.variant import Variant

_MAX_MATCHES = 50  # whose players are offered
_HEAD_BYTES = 8192  # bytes of a file; its players stand at its beginning
_ITEMS = ("out", "cards", "bet", "bid")


def completer_of(names: Sequence[str]) -> Callable[[str], list[str]]:
    """What offers these words."""
    return lambda incomplete: [name for name in names if name.startswith(incomplete)]


def match_ids(ctx: typer.Context, incomplete: str) -> list[str]:
    """The ids of the matches, the newest first."""
    return _filter_by_prefix([path.stem for path in _list_newest_first(_store(ctx))], incomplete)


def player_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """Everybody who has played lately and is not named yet."""
    named = {name.casefold() for name in ctx.params.get("player") or ()}
    return _filter_by_prefix([name for name in _read_names_lately(ctx) if name.casefold() not in named], incomplete)


def _read_names_lately(ctx: typer.Context) -> list[str]:
    """Everybody who has played lately, once each whatever the case."""
    seen: dict[str, str] = {}
    for path in _list_newest_first(_store(ctx))[:_MAX_MATCHES]:
        for name in _names_under("players", _read_head(path)):
            seen.setdefault(name.casefold(), name)
    return list(seen.values())


def seat_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The players of the match that is being started."""
    return _filter_by_prefix(list(ctx.params.get("player") or ()), incomplete) or player_names(ctx, incomplete)


def match_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The players of the match that is named, or of the current one."""
    return _filter_by_prefix(list(_names_under("players", _read_match(ctx, _find_match_word(ctx)))), incomplete)


def player_renamings(ctx: typer.Context, incomplete: str) -> list[str]:
    """`OLD=` for the players of the match, and behind it everybody else who has played lately."""
    old, equals, begun = incomplete.rpartition("=")
    playing = list(_names_under("players", _read_match(ctx, _find_match_word(ctx))))
    if not equals:
        return _filter_by_prefix([f"{name}=" for name in playing], incomplete)
    others = [name for name in _read_names_lately(ctx) if name.casefold() not in map(str.casefold, playing)]
    return [f"{old}={name}" for name in _filter_by_prefix(others, begun)]


def team_renamings(ctx: typer.Context, incomplete: str) -> list[str]:
    """`OLD=` for the teams of the match that have names of their own."""
    teams = _names_under("teams", _read_match(ctx, _find_match_word(ctx)))
    return _filter_by_prefix([f"{name}=" for name in teams], incomplete)


def hand_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The players whose hands are named, as in `--hand "Noah: 4r"`."""
    names = [hand.partition(":")[0].strip() for hand in ctx.params.get("hand") or ()]
    return _filter_by_prefix(names, incomplete)


def round_entries(ctx: typer.Context, incomplete: str) -> list[str]:
    """The matches where one can stand, and entries like `Noah: out`, item by item."""
    words = list(ctx.params.get("words") or ())
    before, comma, _ = incomplete.rpartition(",")
    if ":" in before and comma:
        more = [f"{before}, {item}" for item in _ITEMS if f" {item}" not in before]
        return [each for each in more if each.startswith(incomplete.rstrip())]
    named = {word.partition(":")[0].strip().casefold() for word in words}
    entries = [
        f"{name}: {item}" for name in _find_match_players(ctx, words) if name.casefold() not in named for item in _ITEMS
    ]
    return [*_filter_by_prefix(entries, incomplete), *([] if words else match_ids(ctx, incomplete))]


def round_events(ctx: typer.Context, incomplete: str) -> list[str]:
    """The matches where one can stand, and the players whose events are recorded."""
    words = list(ctx.params.get("words") or ())
    texts = [f"{name}: {action}" for name in _find_match_players(ctx, words) for action in ("pass", "bet")]
    return [*_filter_by_prefix(texts, incomplete), *([] if words else match_ids(ctx, incomplete))]


def variant_ids(incomplete: str) -> list[str]:
    """The ids of the installed variants, none of them loaded."""
    from haggis_cli.plugins.registry import enabled_claims

    return _filter_by_prefix(list(enabled_claims()), incomplete)


def option_values(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """KEY=VALUE of the variant that is named, each with what it means."""
    from haggis_cli.rules.events import option_text

    variant = _load_variant(ctx)
    pairs = [
        (f"{option.name}={option_text(value)}", choice.means)
        for option in (variant.options if variant else ())
        for value, choice in option.choices.items()
    ]
    return [pair for pair in pairs if pair[0].startswith(incomplete)]


def goal_points(ctx: typer.Context, incomplete: str) -> list[str]:
    """The numbers of points that the variant's rulebook suggests."""
    return _filter_by_prefix([str(goal.points) for goal in _load_goals(ctx) if goal.points], incomplete)


def goal_rounds(ctx: typer.Context, incomplete: str) -> list[str]:
    """The numbers of rounds that the variant's rulebook suggests."""
    return _filter_by_prefix([str(goal.rounds) for goal in _load_goals(ctx) if goal.rounds], incomplete)


def goal_round_wins(ctx: typer.Context, incomplete: str) -> list[str]:
    """The numbers of rounds won that the variant's rulebook suggests."""
    return _filter_by_prefix([str(goal.round_wins) for goal in _load_goals(ctx) if goal.round_wins], incomplete)


def _load_goals(ctx: typer.Context) -> "tuple[Goal, ...]":
    variant = _load_variant(ctx)
    return variant.goals if variant else ()


def sheet_formats(incomplete: str) -> list[tuple[str, str]]:
    """The formats of a scoresheet, each with what it is."""
    from haggis_cli.sheets.renderers.formats import FORMATS

    return [(name, each.help) for name, each in FORMATS.items() if name.startswith(incomplete.casefold())]


def exchange_formats(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """The formats in which matches go out, each with what it is; of `import` those in which they come in."""
    from haggis_cli.exchange.known_formats import known_formats

    known = known_formats(reading=ctx.info_name == "import")
    return [(each.name, each.help) for each in known if each.name.startswith(incomplete.casefold())]


def levels(incomplete: str) -> list[tuple[str, str]]:
    """The levels of computer players, each with what it does; also behind `NAME=`."""
    from haggis_cli.players.levels import LEVELS

    name, equals, begun = incomplete.rpartition("=")
    return [(name + equals + level, does) for level, does in LEVELS.items() if level.startswith(begun)]


def event_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The events that matches belong to, the newest first, whatever their case."""
    seen: dict[str, str] = {}
    for path in _list_newest_first(_store(ctx))[:_MAX_MATCHES]:
        event = _read_head(path).get("event")
        if isinstance(event, str) and event and escape_text(event) == event:
            seen.setdefault(event.casefold(), event)
    return _filter_by_prefix(list(seen.values()), incomplete)


def _filter_by_prefix(values: list[str], incomplete: str) -> list[str]:
    wanted = incomplete.casefold()
    return [value for value in values if value.casefold().startswith(wanted)]


def _store(ctx: typer.Context) -> "Store":
    from haggis_cli.matches.store.files import home_folder
    from haggis_cli.matches.store.folder import Store

    return Store(home_folder(ctx.params.get("home")))


def _list_newest_first(store: "Store") -> list[Path]:
    """The match files, the one changed last first; none where they cannot be listed."""
    try:
        return sorted(store.matches(), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    except (HaggisError, OSError):
        return []


def _find_match_players(ctx: typer.Context, words: list[str]) -> list[str]:
    """The players of the match that the first word names, or of the current one."""
    return list(_names_under("players", _read_match(ctx, words[0] if words and ":" not in words[0] else None)))


def _find_match_word(ctx: typer.Context) -> str | None:
    """The word that names the match; where the last option has no value yet, it is left over and no argument."""
    return ctx.params.get("match") or next(iter(ctx.args), None)


def _read_match(ctx: typer.Context, match: str | None) -> dict[str, Any]:
    """The plain keys at the beginning of the match that is named, or of the current one."""
    with suppress(HaggisError, OSError):
        return _read_head(_store(ctx).find(match))
    return {}


def _names_under(key: str, head: dict[str, Any]) -> Iterator[str]:
    names = head.get(key, ())
    for name in names if isinstance(names, list) else ():
        if isinstance(name, str) and name and escape_text(name) == name:
            yield name


def _read_head(path: Path) -> dict[str, Any]:
    """The plain keys at the beginning of a match file; empty if it cannot be read."""
    from tomli import loads

    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES).decode("utf-8-sig", "replace")
        return loads(head.replace("\r\n", "\n").partition("\n[")[0])
    except (OSError, ValueError, RecursionError):  # it is no match file
        return {}


def _load_variant(ctx: typer.Context) -> "Variant | None":
    """The variant that is named, or meant by default; what a plugin prints while it loads is not shown."""
    from haggis_cli.plugins.registry import default_id, load

    with suppress(HaggisError), redirect_stderr(StringIO()):
        return load(ctx.params.get("variant") or default_id())
    return None
