"""The player who searches: plans as the normal player does, and plays something else where that does better."""

from random import Random
from time import monotonic

from haggis_cli.players.decisions import besides
from haggis_cli.players.levels import Effort
from haggis_cli.players.named_plays import said
from haggis_cli.players.policies.normal import planned
from haggis_cli.players.search.tree import Search
from haggis_cli.players.table_facts import arena_of
from haggis_cli.players.view import View
from haggis_cli.rules.events import Event

FEWEST, MOST = 40, 160  # guessed deals for a bet or a bid; in a second of effort, the most


def decide(view: View, chance: Random, effort: Effort) -> Event:
    """What does best over the deals that fit what the seat has seen."""
    begun, arena = monotonic(), arena_of(view.state.table)
    event = besides(view, arena, chance, _deals(effort))
    if event:
        return event
    search = Search(view, arena, chance, planned(view, arena, chance))
    return said(view, search.best(effort._replace(seconds=effort.seconds - (monotonic() - begun))))


def _deals(effort: Effort) -> int:
    wanted = effort.seconds * MOST if effort.playouts is None else effort.playouts
    return int(max(FEWEST, min(MOST, wanted)))
