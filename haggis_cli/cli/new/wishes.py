"""What was said about a new match, and what a rematch takes over from an earlier one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from haggis_cli.cli.options import parse_option_pairs
from haggis_cli.matches.notation import parse_name
from haggis_cli.rules.phrases import option_text

if TYPE_CHECKING:
    from haggis_cli.matches.model import MatchRecord

_NOT_COPIED = {
    *("format", "id", "created", "notes", "closed", "rounds"),
    *("variant", "players", "teams", "goal", "options", "suits", "lead", "dealer"),
}
"""What belongs to one match alone, or is taken over by a rule of its own."""


@dataclass(frozen=True)
class NewMatchRequest:
    """What was said on the command line, or answered to questions.

    more: is taken over from an earlier match as is. when: the match was played, if not now.
    """

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
    more: Mapping[str, Any] = field(default_factory=dict)
    played_at: datetime | None = None


def rematch(wishes: NewMatchRequest, old: "MatchRecord", *, has_dealer: bool) -> NewMatchRequest:
    """The wishes with everything that they leave open taken from an earlier match.

    Who began there does not begin again: the next player clockwise does. Another variant has other options, suits and
    goals, so with one only the players are taken over; other players have other teams.
    """
    taken = replace(wishes, variant=wishes.variant or old.variant, players=wishes.players or old.players)
    if taken.variant != old.variant:
        return taken
    taken = _with_rules_of(taken, old)
    if taken.players == old.players:
        more = {name: getattr(old, name) for name in type(old).model_fields if name not in _NOT_COPIED}
        taken = replace(taken, teams=wishes.teams or old.teams, more=more)
    if wishes.lead or wishes.dealer:
        return taken
    return _with_next_leader(taken, old, has_dealer=has_dealer)


def _with_rules_of(wishes: NewMatchRequest, old: "MatchRecord") -> NewMatchRequest:
    said = parse_option_pairs(wishes.options)
    kept = [f"{name}={option_text(value)}" for name, value in old.options.items() if name not in said]
    wishes = replace(wishes, options=[*wishes.options, *kept])
    if not wishes.points and not wishes.rounds:
        wishes = replace(wishes, points=old.goal.points, rounds=old.goal.rounds)
    if wishes.suits is None and len(wishes.players) == len(old.players):
        wishes = replace(wishes, suits=old.suits)
    return wishes


def _with_next_leader(wishes: NewMatchRequest, old: "MatchRecord", *, has_dealer: bool) -> NewMatchRequest:
    """Whoever sits left of the old match's first leader or dealer begins; the usual one if that player is not there."""
    if has_dealer and not (old.lead and not old.dealer):
        dealer = _next_player(old.dealer or old.players[-1], wishes.players)
        return replace(wishes, dealer=dealer)
    return replace(wishes, lead=_next_player(old.lead or old.players[0], wishes.players))


def _next_player(name: str, players: Sequence[str]) -> str | None:
    if name not in players:
        return None
    return players[(parse_name(name, players) + 1) % len(players)]
