"""Rounds to try the computer players on: every installed variant with every number of players and every option, and
variants that no rulebook has, but a stranger's plugin may declare."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from haggis_cli.players.policies import random_event
from haggis_cli.players.tournament import random_deal
from haggis_cli.plugins.registry import installed_claims, load
from haggis_cli.rules.bets import Auction, TeamBets
from haggis_cli.rules.cards import Setup
from haggis_cli.rules.events import Phase, RoundView, Trick
from haggis_cli.rules.readings import Bomb, Combinations
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.scoring import EVERY_CARD, CardValues, Takers
from haggis_cli.rules.variant import Table, seat_players

NAMES = ("Ailsa", "Bruce", "Coira", "Duncan", "Elspeth", "Fergus")


def anybody_captures(state: RoundView, trick: Trick) -> Takers:
    """A trick won by a bomb is captured by anybody whom its winner names."""
    return Takers(tuple(state.table.seats), None)


def fullest_hand_captures(state: RoundView, trick: Trick) -> Takers:
    """A trick won by a bomb is captured by the opponent with the most cards."""
    taker = max(state.table.opponents(trick.winner), key=lambda seat: (state.sizes[seat], state.courts[seat]))
    return Takers((taker,), taker)


def fewest_tricks_captures(state: RoundView, trick: Trick) -> Takers:
    """A trick won by a bomb is captured by whoever has the fewest tricks."""
    taken = [earlier.taker for earlier in state.tricks]
    taker = min(state.table.seats, key=taken.count)
    return Takers((taker,), taker)


def everybody_keeps_the_hand(state: RoundView, holder: int) -> int:
    """The cards left in a hand at the end are captured by who holds them."""
    return holder


def last_trick_takes(state: RoundView, holder: int) -> int:
    """The cards left in a hand at the end are captured by the winner of the last trick."""
    return state.tricks[-1].winner


HAGGIS = load("two-player")
THREE = {3: Setup(suits=5, copies=1, dealt=14)}
VARIANTS = {
    "two copies": replace(HAGGIS, setups={3: Setup(suits=3, copies=2, dealt=15)}),
    "six suits": replace(HAGGIS, setups={4: Setup(suits=6, copies=1, dealt=12)}),
    "no bombs": replace(HAGGIS, combinations=Combinations(bombs=())),
    "no sets": replace(HAGGIS, combinations=Combinations(sets=False, sequence=2)),
    "long sequences": replace(HAGGIS, combinations=Combinations(sequence=5, stair=3, any_card=True)),
    "other bombs": replace(
        HAGGIS, combinations=Combinations(bombs=(Bomb((2, 4)), Bomb((3, 4, 5), True), Bomb((11, 13))))
    ),
    "auction without haggis": replace(HAGGIS, setups={4: Setup(suits=4, copies=1, dealt=9)}, betting=Auction()),
    "auction with two cards": replace(HAGGIS, setups={2: Setup(suits=4, copies=1, dealt=17)}, betting=Auction()),
    "auction with two copies": replace(HAGGIS, setups={3: Setup(suits=3, copies=2, dealt=14)}, betting=Auction()),
    "anybody captures": replace(HAGGIS, setups=THREE, bomb_taker=anybody_captures),
    "fullest hand captures": replace(
        HAGGIS, setups={5: Setup(suits=5, copies=1, dealt=9)}, bomb_taker=fullest_hand_captures
    ),
    "fewest tricks captures": replace(HAGGIS, setups=THREE, bomb_taker=fewest_tricks_captures),
    "hands kept": replace(HAGGIS, setups=THREE, hand_taker=everybody_keeps_the_hand),
    "last trick takes": replace(HAGGIS, setups=THREE, hand_taker=last_trick_takes, card_values=EVERY_CARD),
    "points lost": replace(HAGGIS, card_values=CardValues("odd", (-1, 0, 2, 0, 7, 0, 0, 1, -3), (0, -5, 9))),
    "three teams": replace(
        HAGGIS,
        setups={6: Setup(suits=5, copies=2, dealt=12)},
        teams=((0, 3), (1, 4), (2, 5)),
        betting=TeamBets(),
        gives=2,
        bomb_lead=True,
        slam_repeats=True,
    ),
    "a card each": replace(HAGGIS, setups={4: Setup(suits=1, copies=1, dealt=1)}),
}


def strange_tables() -> dict[str, Table]:
    """A table for every one of them."""
    return {
        f"{name} {players}": seat_players(variant, NAMES[:players])
        for name, variant in VARIANTS.items()
        for players in variant.players
    }


def tables() -> dict[str, Table]:
    """A table for every variant, number of players, and value of an option."""
    all_tables = {}
    for variant_id in installed_claims():
        variant = load(variant_id)
        for players in variant.players:
            choices: list[dict[str, bool | str]] = [{}]
            for option in variant.options:
                if not option.players or players in option.players:
                    choices += [{option.name: value} for value in option.choices if value != option.default]
            for chosen in choices:
                words = "".join(f" {name}={value}" for name, value in chosen.items())
                all_tables[f"{variant_id} {players}{words}"] = seat_players(variant, NAMES[:players], options=chosen)
    return all_tables


STRANGE = strange_tables()
TABLES = tables() | STRANGE


def started(table: Table, chance: Random) -> Round:
    """A round with its cards dealt, led by somebody."""
    return begin(table, chance.randrange(len(table.names)), deal=random_deal(table, chance))


@cache
def moments(name: str, seed: int = 1) -> tuple[Round, ...]:
    """Every moment of a round by chance at a table; worked out once, because listing all legal plays takes its time."""
    chance = Random(f"{name} {seed}")
    state, found_moments = started(TABLES[name], chance), []
    while not state.over:
        found_moments.append(state)
        state = state.after(random_event(state, chance))
    return tuple(found_moments)


def plays(name: str, seed: int = 1) -> list[Round]:
    """The moments at which a card may be played."""
    return [state for state in moments(name, seed) if state.phase is Phase.PLAY]


every_table = pytest.mark.parametrize("name", TABLES)
every_plain_table = pytest.mark.parametrize(
    "name", [name for name in TABLES if "=" not in name and name not in STRANGE]
)
every_strange_table = pytest.mark.parametrize("name", STRANGE)
