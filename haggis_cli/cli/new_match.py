"""From what a person wished for to a new match; what is missing is asked for, or has a sensible default."""

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from haggis_cli.cli.ask import ask, can_ask
from haggis_cli.cli.options import option_pairs
from haggis_cli.cli.show import Printer, safe
from haggis_cli.errors import StoreError, UsageError
from haggis_cli.records.ids import LONGEST, safe_id, slug
from haggis_cli.records.match import Goal, MatchRecord, checked_name
from haggis_cli.records.notation import read_name
from haggis_cli.records.store import Store
from haggis_cli.registry import found, listing, load
from haggis_cli.rules.variant import Variant
from haggis_cli.seating import check_players, check_suits, make_table, read_options

FEWEST_POINTS = 50  # a bare number from here on means points


@dataclass(frozen=True)
class Wishes:
    """What was said on the command line."""

    variant: str | None
    players: list[str]
    teams: list[str]
    points: int | None
    rounds: int | None
    options: list[str]
    suits: str | None
    lead: str | None
    dealer: str | None
    name: str | None
    notes: str


def make_match(printer: Printer, wishes: Wishes, store: Store) -> MatchRecord:
    """The record of a new match; UsageError for a wish that cannot be met."""
    if wishes.points and wishes.rounds:
        raise UsageError("a goal is points or rounds, not both: leave out --points or --rounds")
    _check_id(wishes.name, store)
    variant = load(wishes.variant or _ask_variant(printer))
    players = [_name(name) for name in wishes.players]
    missing = len(players) < variant.players[0]
    if missing and (can_ask() or not players):
        players = _ask_players(printer, variant, players)
    check_players(variant, len(players))
    asked = can_ask() and (missing or not wishes.variant)
    if asked and not wishes.points and not wishes.rounds:
        wishes = _ask_goal(printer, wishes, variant)
    if asked and not wishes.lead and not wishes.dealer:
        wishes = _ask_first(printer, wishes, variant, players)
    record = _record(wishes, variant, players, store)
    make_table(record, variant)
    return record


def _record(wishes: Wishes, variant: Variant, players: list[str], store: Store) -> MatchRecord:
    now = datetime.now(UTC).replace(microsecond=0)
    lead = players[read_name(wishes.lead, players)] if wishes.lead else None
    dealer = players[read_name(wishes.dealer, players)] if wishes.dealer else None
    if not lead and not dealer:
        lead, dealer = (None, players[-1]) if variant.has_dealer else (players[0], None)
    try:
        return MatchRecord(
            id=_free_id(store, players) if wishes.name is None else wishes.name,
            variant=variant.id,
            created=now,
            players=players,
            teams=[_name(name) for name in wishes.teams],
            goal=_goal(wishes, variant),
            lead=lead,
            dealer=dealer,
            suits=check_suits(variant, wishes.suits, len(players)),
            notes=wishes.notes,
            options=_options(wishes, variant, len(players)),
        )
    except ValidationError as error:
        raise UsageError("; ".join(problem["msg"] for problem in error.errors(include_url=False))) from None


def _options(wishes: Wishes, variant: Variant, players: int) -> dict[str, bool | str]:
    """The options that differ from the variant's defaults: only those stand in a match file."""
    chosen = read_options(variant, option_pairs(wishes.options), players)
    defaults = {option.name: option.default for option in variant.options}
    return {name: value for name, value in chosen.items() if value != defaults[name]}


def _check_id(name: str | None, store: Store) -> None:
    """UsageError or StoreError for an id that a match cannot get, before anything is asked."""
    if name is None:
        return
    if safe_id(name) != name:
        raise UsageError(f"'{safe(name)}' cannot be the name of a match: '{safe_id(name)}' could")
    if store.path_of(name).exists():
        raise StoreError(f"there is a match called {safe(name)} already: choose another --name")


def _goal(wishes: Wishes, variant: Variant) -> Goal:
    if wishes.points or wishes.rounds:
        return Goal(points=wishes.points, rounds=wishes.rounds)
    return Goal(points=variant.goals[0].points, rounds=variant.goals[0].rounds)


def _name(text: str) -> str:
    try:
        return checked_name(text)
    except PydanticCustomError as error:
        raise UsageError(f"'{safe(text)}': {error.message()}") from None


def _free_id(store: Store, players: list[str]) -> str:
    """The date and the players, with a number if there is such a match already."""
    today = datetime.now().astimezone().date()
    base = "-".join(filter(None, [today.isoformat(), *map(slug, players)]))
    taken = {path.stem.casefold() for path in store.matches()}
    for number in count(1):
        ending = f"-{number}" if number > 1 else ""
        free = base[: LONGEST - len(ending)].rstrip("-") + ending
        if free not in taken:
            return free
    raise AssertionError


def _ask_variant(printer: Printer) -> str:
    if not can_ask():
        raise UsageError(f"name the variant with --variant, one of: {', '.join(map(safe, found()))}")
    usable = [row.variant for row in listing() if row.variant]
    if len(usable) == 1:
        return usable[0].id
    for number, variant in enumerate(usable, 1):
        players = " or ".join(map(str, variant.players))
        printer.say(f"  {number}  {safe(variant.id)}: {safe(variant.name)}, {players} players")

    def chosen(text: str) -> str:
        if text.isdecimal() and 1 <= int(text) <= len(usable):
            return usable[int(text) - 1].id
        fits = [variant.id for variant in usable if text and variant.id.startswith(text.casefold())]
        if len(fits) == 1 or text in fits:
            return text if text in fits else fits[0]
        raise UsageError(f"type a number from 1 to {len(usable)}, or the beginning of an id")

    return ask(printer, "Which variant", chosen)


def _ask_players(printer: Printer, variant: Variant, given: list[str]) -> list[str]:
    """The players, those given and those asked for."""
    if not can_ask():
        raise UsageError("name the players, clockwise, each with --player NAME")
    players = list(given)
    fewest, most = variant.players[0], variant.players[-1]

    def next_name(text: str) -> str | None:
        if not text and len(players) in variant.players:
            return None
        name = _name(text)
        if name.casefold() in map(str.casefold, players):
            raise UsageError(f"{name} is already playing: every name must be different")
        return name

    while len(players) < most:
        more = ", Enter if there are no more" if len(players) >= fewest else ""
        name = ask(printer, f"Player {len(players) + 1}{', clockwise' if players else ''}{more}", next_name)
        if name is None:
            break
        players.append(name)
    return players


def _ask_goal(printer: Printer, wishes: Wishes, variant: Variant) -> Wishes:
    presets = ", ".join(map(str, variant.goals))

    def goal(text: str) -> Wishes:
        found = re.fullmatch("([1-9][0-9]{0,4}) *(?:(points?|p)|(rounds?|r))?", text.casefold())
        if not found:
            raise UsageError(f"type a number of points or rounds, like: {presets}")
        number, points, rounds = found.groups()
        if rounds or (not points and any(str(each.rounds) == number for each in variant.goals)):
            return replace(wishes, rounds=int(number))
        if points or any(str(each.points) == number for each in variant.goals) or int(number) >= FEWEST_POINTS:
            return replace(wishes, points=int(number))
        raise UsageError(f"is that '{number} points' or '{number} rounds'?")

    return ask(printer, f"Goal ({presets})", goal, str(variant.goals[0]))


def _ask_first(printer: Printer, wishes: Wishes, variant: Variant, players: list[str]) -> Wishes:
    if variant.has_dealer:
        dealer = ask(printer, "Who deals first", lambda text: players[read_name(text, players)], players[-1])
        return replace(wishes, dealer=dealer)
    lead = ask(printer, "Who leads first", lambda text: players[read_name(text, players)], players[0])
    return replace(wishes, lead=lead)
