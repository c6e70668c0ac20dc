"""The player who searches: many guessed deals played out, the plays that do well looked at more closely."""

from random import Random

from haggis_cli.players.besides import besides
from haggis_cli.players.levels import Effort
from haggis_cli.players.playout import arena_of
from haggis_cli.players.said import said
from haggis_cli.players.tree import Search
from haggis_cli.players.view import View
from haggis_cli.rules.events import Event

PLAYOUTS = 160  # guessed deals for a bet or a bid


def decide(view: View, chance: Random, effort: Effort) -> Event:
    """What does best over the deals that fit what the seat has seen."""
    arena = arena_of(view.state.table)
    event = besides(view, arena, chance, PLAYOUTS)
    return event or said(view, Search(view, arena, chance).best(effort))
