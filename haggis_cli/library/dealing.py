"""Dealing a round to play (`deal`), computer players for it, and environments for learning programs (`env`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from random import SystemRandom
from typing import TYPE_CHECKING

from haggis_cli.library.judging import Players, VariantName, build_table, check_argument, checked
from haggis_cli.library.legal_events import Event, make_event
from haggis_cli.library.state import RoundStart, State, begin_round, rules_round
from haggis_cli.matches.notation import parse_cards, parse_name
from haggis_cli.players.levels import LEVELS, Effort, load_lead_giver, load_player
from haggis_cli.players.tournament import choose_event, choose_offered_lead
from haggis_cli.rules.cards import suit_cards
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Play
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.round import Deal, read_play
from haggis_cli.rules.variant import OptionValue, Table, first_standing
from haggis_cli.support.errors import RulesError, UsageError
from haggis_cli.support.extras import require_library

if TYPE_CHECKING:
    from haggis_cli.library.aec import HaggisEnv

_SEEDS = 1_000_000


@checked
def deal(
    variant: VariantName,
    players: Players | None = None,
    *,
    seed: int | str | None = None,
    teams: Sequence[str] = (),
    options: Mapping[str, OptionValue] | None = None,
    suits: str | None = None,
    lead: str | None = None,
    hands: Mapping[str, str | Sequence[str]] | None = None,
    haggis: str | Sequence[str] = "",
) -> State:
    """Deal the first round of a match.

    variant: the id of an installed variant, or a `Variant`.
    players: the names clockwise, or the number of players; by default the names in `hands`, or the variant's smallest
        number.
    seed: the same seed deals the same cards, here and in `haggis play --seed`; by default a random one.
    teams: the names of the teams, the first player's team first.
    options: the variant's options that differ from its defaults, by name.
    suits: the letters of the suits, such as `rgbyp`.
    lead: who leads or, in an auction, bids last; by default the first player.
    hands: the cards dealt to each player, as text or one by one; J, Q and K may be omitted, as everybody has them.
    haggis: the cards that are not dealt, the top one first; only with `hands`.

    VariantError: the variant cannot be loaded. UsageError: the variant does not allow these settings, or the cards
    cannot have been dealt. NotationError: cards or a name cannot be read.
    """
    if haggis and hands is None:
        raise UsageError("give the cards of each player, too: those left over alone are not a deal")
    if players is None and hands:
        players = list(hands)
    table = build_table(variant, players, teams=teams, options=options, suits=suits)
    leader = 0 if lead is None else parse_name(lead, table.names)
    seed = SystemRandom().randrange(_SEEDS) if seed is None else seed
    start = RoundStart(1, first_standing(table, leader), str(seed))
    return begin_round(table, start, _read_deal(hands, haggis, table) if hands is not None else None)


def _read_deal(hands: Mapping[str, str | Sequence[str]], haggis: str | Sequence[str], table: Table) -> Deal:
    from haggis_cli.matches.model import (  # loads pydantic, which dealing by chance does not need
        DealFault,
        DealRecord,
        parse_deal,
    )

    def cards_text(cards: str | Sequence[str]) -> str:
        return table.deck.cards_text(suit_cards(parse_cards(_as_text(cards), table.deck)))

    record = DealRecord(hands={name: cards_text(hand) for name, hand in hands.items()}, haggis=_as_text(haggis))
    try:
        return parse_deal(record, table)
    except DealFault as fault:
        raise UsageError(str(fault)) from None


def _as_text(cards: str | Sequence[str]) -> str:
    return cards if isinstance(cards, str) else " ".join(cards)


@dataclass(frozen=True, slots=True)
class ComputerPlayer:
    """A computer player. Called with a state, it chooses an event for the player whose turn it is.

    It sees that player's hand and the cards on the table, never the other hands. Any function from a state to an event
    can replace it.

    level: `random`, `easy`, `normal` or `hard`; `LEVELS` describes each. UsageError for any other.
    seconds: the longest time that `hard` thinks about an event.
    playouts: how many deals `hard` plays out instead, so that its choice does not depend on the computer's speed.
    seed: the seed of its random choices; by default the seed of the deal. With the same seed it chooses the same event
        again, unless `hard` is limited by seconds.
    """

    level: str = "normal"
    seconds: float = 1.0
    playouts: int | None = None
    seed: int | str | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            check_argument(field.name, getattr(self, field.name), field.type)
        if self.level not in LEVELS:
            raise UsageError(f"there is no level '{self.level}': the levels are {', '.join(LEVELS)}")

    @checked
    def __call__(self, state: State) -> Event:
        """Choose an event; RulesError if the round is over."""
        if state.over:
            raise RulesError("the round is over: there is nothing to choose")
        now, player = rules_round(state), load_player(self.level)
        event = choose_event(now, player, self._effort, self._seed_for(state), state.number, len(state.events))
        found = read_play(now.table, event, now.reading_to_beat) if isinstance(event, Play) else None
        return make_event(now.table, event, found if isinstance(found, Reading) else None)

    @checked
    def give_lead(self, state: State) -> Event | None:
        """Choose whether `state.lead_giver`, who is out, gives the lead to the partner; None if `state.turn` leads.

        RulesError: nobody can give the lead now.
        """
        now, give = rules_round(state), load_lead_giver(self.level)
        if choices(now).absent_offer() is None:
            raise RulesError("nobody who is out can give the lead to a partner now")
        lead = choose_offered_lead(now, give, self._effort, self._seed_for(state), state.number, len(state.events))
        return None if lead is None else make_event(now.table, lead)

    @property
    def _effort(self) -> Effort:
        return Effort(self.seconds, self.playouts)

    def _seed_for(self, state: State) -> str:
        return state.seed if self.seed is None else str(self.seed)


@checked
def env(
    variant: VariantName | None = None,
    players: int | None = None,
    *,
    options: Mapping[str, OptionValue] | None = None,
    render_mode: str | None = None,
) -> "HaggisEnv":
    """Create a PettingZoo AEC environment for a variant; an episode is one round with randomly dealt cards.

    variant: the id of an installed variant, or a `Variant`; by default the default variant.
    players: the number of players; by default the variant's smallest.
    options: the variant's options that differ from its defaults, by name.
    render_mode: `human` prints the table with all hands open after each event; with `ansi`, `render` returns it; None
        shows nothing.

    HaggisError: PettingZoo is not installed. VariantError, UsageError: as for `deal`.
    """
    require_library("the environment needs", "pettingzoo", "env")
    from haggis_cli.library.aec import HaggisEnv  # nothing of PettingZoo is loaded before

    table = build_table(variant, players, options=options)
    agents = tuple(f"player_{seat}" for seat in table.seats)
    return HaggisEnv(build_table(variant, agents, options=options), render_mode)
