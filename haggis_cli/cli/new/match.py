"""From what a person wished for to a new match; what is missing is asked for, or has a sensible default."""

from dataclasses import replace
from datetime import UTC, date, datetime, time
from itertools import count

from pydantic import ValidationError

from haggis_cli.cli.new.questions import needs_questions, parse_player_name, questions
from haggis_cli.cli.new.wishes import NewMatchRequest, rematch
from haggis_cli.cli.options import parse_option_pairs
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.prompts import can_ask
from haggis_cli.cli.terminal.questionnaire import KEYS_HELP, Questionnaire, ask_questionnaire
from haggis_cli.matches.ids import MAX_ID_LENGTH, safe_id, slug
from haggis_cli.matches.model import Goal, MatchRecord
from haggis_cli.matches.notation import parse_name
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import enabled_claims, load
from haggis_cli.referee.seating import check_players, check_suits, make_table, read_options
from haggis_cli.rules.variant import Variant
from haggis_cli.support.errors import StoreError, UsageError


def make_match_record(printer: Printer, wishes: NewMatchRequest, store: Store) -> MatchRecord:
    """The record of a new match; UsageError for a wish that cannot be met."""
    if wishes.points and wishes.rounds:
        raise UsageError("a goal is points or rounds, not both: leave out --points or --rounds")
    _check_id(wishes.name, store)
    if wishes.variant:
        load(wishes.variant)
    wishes = replace(wishes, players=[parse_player_name(name) for name in wishes.players])
    if can_ask() and needs_questions(wishes):
        printer.print_message(f"{KEYS_HELP} Ctrl-C leaves.")
        wishes = ask_questionnaire(printer, Questionnaire(lambda: questions(wishes)))
    if not wishes.variant:
        raise UsageError(f"name the variant with --variant, one of: {', '.join(map(safe, enabled_claims()))}")
    if not wishes.players:
        raise UsageError("name the players, clockwise, each with --player NAME")
    variant = load(wishes.variant)
    check_players(variant, len(wishes.players))
    record = _build_record(wishes, variant, store)
    make_table(record, variant)
    return record


def load_rematch(match: str | None, wishes: NewMatchRequest, store: Store) -> NewMatchRequest:
    """The wishes for a rematch of a match as people name it; None: of the one last worked on."""
    snapshot = store.read(store.find(match))
    old = MatchFile(snapshot.data, snapshot.path.name).record
    return rematch(wishes, old, has_dealer=load(wishes.variant or old.variant).has_dealer)


def parse_day(day: str | None) -> datetime | None:
    """Noon here of the day that was typed; UsageError for what is none."""
    if day is None:
        return None
    try:
        noon = datetime.combine(date.fromisoformat(day.strip()), time(12)).astimezone()
    except (ValueError, OverflowError):
        noon = None
    if noon is None or len(noon.strftime("%z")) > len("+0000"):  # clocks of old differ by seconds
        raise UsageError(f"--date needs a day such as 2026-11-21, not '{safe(day)}'")
    return noon


def _build_record(wishes: NewMatchRequest, variant: Variant, store: Store) -> MatchRecord:
    players = wishes.players
    lead = players[parse_name(wishes.lead, players)] if wishes.lead else None
    dealer = players[parse_name(wishes.dealer, players)] if wishes.dealer else None
    if not lead and not dealer:
        lead, dealer = (None, players[-1]) if variant.has_dealer else (players[0], None)
    try:
        return MatchRecord(
            id=_find_free_id(store, players, wishes.played_at) if wishes.name is None else wishes.name,
            variant=variant.id,
            created=wishes.played_at or datetime.now(UTC).replace(microsecond=0),
            players=players,
            teams=[parse_player_name(name) for name in wishes.teams],
            goal=_goal(wishes, variant),
            lead=lead,
            dealer=dealer,
            suits=check_suits(variant, wishes.suits, len(players)),
            notes=wishes.notes,
            options=_changed_options(wishes, variant, len(players)),
            **wishes.more,
        )
    except ValidationError as error:
        raise UsageError("; ".join(problem["msg"] for problem in error.errors(include_url=False))) from None


def _changed_options(wishes: NewMatchRequest, variant: Variant, players: int) -> dict[str, bool | str]:
    """The options that differ from the variant's defaults: only those stand in a match file."""
    chosen = read_options(variant, parse_option_pairs(wishes.options), players)
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


def _goal(wishes: NewMatchRequest, variant: Variant) -> Goal:
    if wishes.points or wishes.rounds:
        return Goal(points=wishes.points, rounds=wishes.rounds)
    return Goal(points=variant.goals[0].points, rounds=variant.goals[0].rounds)


def _find_free_id(store: Store, players: list[str], when: datetime | None) -> str:
    """The date and the players, with a number if there is such a match already."""
    day = (when or datetime.now().astimezone()).date()
    base = "-".join(filter(None, [day.isoformat(), *map(slug, players)]))
    taken = {path.stem.casefold() for path in store.matches()}
    for number in count(1):
        ending = f"-{number}" if number > 1 else ""
        free = base[: MAX_ID_LENGTH - len(ending)].rstrip("-") + ending
        if free not in taken:
            return free
    raise AssertionError
