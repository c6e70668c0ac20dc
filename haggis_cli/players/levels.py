"""The levels of computer players, and the questions they answer: what do you do now, and who leads if you are out?"""

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from time import monotonic
from types import ModuleType
from typing import NamedTuple, Protocol

from haggis_cli.players.view import View
from haggis_cli.rules.rounds.events import Event, Lead

LEVELS: Mapping[str, str] = {
    "random": "anything that is legal, by chance",
    "easy": "sheds its cards sensibly, and does not look further",
    "normal": "plans its hand, counts cards, keeps its bombs, and bets on strength",
    "hard": "plays out many deals that fit what it has seen, and takes what does best",
}
"""What each level does, the weakest first; the level NAME is the function `decide` of the module policies/NAME."""


class Effort(NamedTuple):
    """How long a player thinks about a move at most.

    seconds: so long.
    playouts: so many deals played out instead, which gives the same move every time; None to go by the seconds.
    clock: what tells the seconds; `time.process_time` where a busy computer is to make no difference.
    """

    seconds: float = 1.0
    playouts: int | None = None
    clock: Callable[[], float] = monotonic


class Player(Protocol):
    """A computer player. What it decides follows from what it sees, the chance it is given, and its effort."""

    def __call__(self, view: View, chance: Random, effort: Effort) -> Event:
        """The next event of the seat whose turn it is: what the round waits for, or a bet before it."""
        ...


class LeadGiver(Protocol):
    """A computer player who has won a trick with a bomb, is out, and may give the lead to the partner (rules K2)."""

    def __call__(self, view: View, chance: Random, effort: Effort) -> Lead | None:
        """The lead given away; None where the next player to the left is to lead."""
        ...


def load_player(level: str) -> Player:
    """The player of a level; KeyError if there is none."""
    decide: Player = _load_policy(level).decide
    return decide


def load_lead_giver(level: str) -> LeadGiver:
    """How the player of a level decides who leads, once out; KeyError if there is no such level."""
    decide_lead: LeadGiver = _load_policy(level).decide_lead
    return decide_lead


def _load_policy(level: str) -> ModuleType:
    if level not in LEVELS:
        raise KeyError(level)
    return import_module(f"haggis_cli.players.policies.{level}")
