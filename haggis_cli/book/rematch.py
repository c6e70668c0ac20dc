"""A rematch: a request for a new match that takes what it leaves open from an earlier one."""

from collections.abc import Sequence

from haggis_cli.book.match_settings import parse_variant
from haggis_cli.book.new_match import NewMatchRequest
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.notation import parse_name
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import load
from haggis_cli.rules.phrases import option_text

_NOT_COPIED = {
    *("format", "id", "revision", "created", "notes", "closed", "final", "rounds"),
    *("variant", "players", "teams", "goal", "options", "suits", "lead", "dealer", "event"),
}
"""The keys of a match that a rematch does not copy: they belong to one match alone, or have a rule of their own."""


def load_rematch(match: str | None, request: NewMatchRequest, store: Store) -> NewMatchRequest:
    """The request completed from an earlier match, as `rematch` does; None: from the current one."""
    if request.variant:
        request = request._replace(variant=parse_variant(request.variant))
    snapshot = store.read(store.find(match))
    old = MatchFile(snapshot.data, snapshot.path.name).record
    return rematch(request, old, has_dealer=load(request.variant or old.variant).has_dealer)


def rematch(request: NewMatchRequest, old: MatchRecord, *, has_dealer: bool) -> NewMatchRequest:
    """The request with everything that it leaves open taken from an earlier match.

    Who began there does not begin again: the next player clockwise does. Another variant has other options, suits and
    goals, so with one only the players and the event are taken over; other players have other teams.

    has_dealer: whether the variant that is requested has a dealer.
    """
    players = list(request.players) or old.players
    event = old.event if request.event is None else request.event
    taken = request._replace(variant=request.variant or old.variant, players=players, event=event)
    if taken.variant != old.variant:
        return taken
    taken = _with_rules_of(taken, old)
    if taken.players == old.players:
        more = {name: getattr(old, name) for name in type(old).model_fields if name not in _NOT_COPIED}
        taken = taken._replace(teams=request.teams or old.teams, more=more)
    if request.lead or request.dealer:
        return taken
    return _with_next_leader(taken, old, has_dealer=has_dealer)


def _with_rules_of(request: NewMatchRequest, old: MatchRecord) -> NewMatchRequest:
    """The request with the options, the goal and the suits of an earlier match, as far as it leaves them open."""
    kept = {name: option_text(value) for name, value in old.options.items() if name not in request.options}
    request = request._replace(options={**request.options, **kept})
    if not request.names_goal:
        request = request._replace(**dict(old.goal))
    if request.suits is None and len(request.players) == len(old.players):
        request = request._replace(suits=old.suits)
    return request


def _with_next_leader(request: NewMatchRequest, old: MatchRecord, *, has_dealer: bool) -> NewMatchRequest:
    """Whoever sits left of the old match's first leader or dealer begins; the usual one if that player is not there."""
    if has_dealer and not (old.lead and not old.dealer):
        dealer = _find_next_player(old.dealer or old.players[-1], request.players)
        return request._replace(dealer=dealer)
    return request._replace(lead=_find_next_player(old.lead or old.players[0], request.players))


def _find_next_player(name: str, players: Sequence[str]) -> str | None:
    if name not in players:
        return None
    return players[(parse_name(name, players) + 1) % len(players)]
