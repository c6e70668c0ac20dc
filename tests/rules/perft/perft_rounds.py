"""Counts of all legal events along random rounds of every game: they show at once when a change adds or loses one.

A file for each variant in perft/rounds/, a line for each round: number of players and options, number of the round, and
after a bar the count of every position on its way; `7,203,2901` counts what can happen in one, two and three events. A
star marks what the engine alone has counted; all else the slow reference has counted as well. Deals and ways follow
from the beginning of the line, by nothing but `Random.random`, which is the same in every Python.

`python -m tests.rules.perft.perft_rounds` writes them anew, or those of the variants named; it takes the reference some
minutes. Review the difference before keeping it.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import combinations, count
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from haggis_cli.matches.notation import render_event
from haggis_cli.rules.betting import BET_NAMES
from haggis_cli.rules.cards import COURTS, Cards, pack, unpack
from haggis_cli.rules.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Phase, Play
from haggis_cli.rules.judge import judge
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.round import Deal, Round, begin
from haggis_cli.rules.variant import OptionValue
from tests.rules.duel import GAMES
from tests.rules.reference.referee import Round as Reference
from tests.support.reference import BIDS
from tests.support.tables import VARIANTS, cards, cards_in_order, claim_of, table

Item = TypeVar("Item")

FOLDER = Path(__file__).with_name("rounds")
ROUNDS = 31
"""Rounds of every game that are kept."""

DEEP_PLACES, DEEP = 16, (8, 60, 0)
"""At every sixteenth place two events are counted where one is in so few ways, and three where two are."""

REFERENCE_LEADS, REFERENCE_ANSWERS = 8, 10
"""The hands up to which the reference tries all choices of cards."""


class Game(NamedTuple):
    """A variant with its number of players and its options."""

    variant: str
    players: int
    options: dict[str, OptionValue]

    @property
    def name(self) -> str:
        """As it stands in the files."""
        return " ".join([str(self.players), *(f"{key}={value}" for key, value in self.options.items())])


class Way(NamedTuple):
    """A position on the way, as the engine and, if it comes along, the reference see it, and what can happen there."""

    place: int
    state: Round
    reference: Reference | None
    acts: list[Event]
    plays: Sequence[tuple[Cards, Reading]]


def games(variant: str) -> list[Game]:
    """The games of a variant."""
    return [Game(*each) for each in GAMES if each[0] == variant]


def acts(state: Round) -> list[Event]:
    """Everything legal now that is no play; what could never be is left to `duel` to try."""
    seats, turn = state.table.seats, state.turn
    early = [seat for seat in seats if not state.has_played(seat)]
    tried: list[Event] = [Pass(turn)]
    tried += [Bet(seat, amount) for seat in early for amount in (0, *BET_NAMES.values())]
    if state.phase is Phase.AUCTION:
        tried += [Bid(turn, amount) for amount in BIDS]
    if state.bombed_trick:
        tried += [deed(seat, to) for deed in (Award, Lead) for seat in seats for to in seats]
    if state.phase is Phase.PASSING:
        assert state.hands is not None
        tried += [Give(seat, card.packed) for seat in seats for card in dict.fromkeys(unpack(state.hands[seat]))]
    if state.phase is Phase.EXCHANGE:
        assert state.hands is not None
        drawn = state.drawn()
        held = [*unpack(state.hands[turn] & ~COURTS), *drawn]
        tried += [Exchange(turn, pack(chosen)) for chosen in combinations(held, len(drawn))]
    return [event for event in tried if judge(state, event) is None]


def plays(state: Round) -> Sequence[tuple[Cards, Reading]]:
    """Every legal play."""
    if state.phase is not Phase.PLAY:
        return []
    assert state.hands is not None
    return legal_plays(
        state.table.variant.combinations, state.table.deck, state.hands[state.turn], state.reading_to_beat
    )


def perft(state: Round, depth: int) -> int:
    """In how many ways so many events can happen."""
    said, found = acts(state), plays(state)
    if depth == 1:
        return len(said) + len(found)
    after = (*map(state.after, said), *(state.after_play(*play) for play in found))
    return sum(perft(each, depth - 1) for each in after)


def reference_perft(at: Reference, depth: int) -> int:
    """The same, counted by the slow reference."""
    events = at.legal_events()
    if depth == 1:
        return len(events)
    number = 0
    for event in events:
        after = deepcopy(at)
        after.apply(event)
        number += reference_perft(after, depth - 1)
    return number


def way(game: Game, number: int, *, reference: bool = False) -> Iterator[Way]:
    """The positions of a round, from its deal to its end."""
    at = table(game.variant, game.players, **game.options)
    rng = Random(f"{game.variant} {game.name} {number}")
    deck = sorted(at.deck.cards_text(at.deck.suit_cards).split(), key=lambda _: rng.random())
    dealt = at.setup.hand - 3
    hands = [deck[seat * dealt : (seat + 1) * dealt] for seat in at.seats]
    haggis = deck[len(at.names) * dealt :]
    leader = int(rng.random() * len(at.names))
    deal = Deal(tuple(cards(" ".join(hand), at) for hand in hands), cards_in_order(" ".join(haggis), at))
    state = begin(at, leader, None, deal)
    other = None
    if reference:
        named = dict(zip(at.names, hands, strict=True))
        other = Reference(game.variant, at.names, named, haggis, leader=at.names[leader], options=game.options)
    for place in count():
        if state.over:
            return
        position = Way(place, state, other, acts(state), plays(state))
        yield position
        event = _chosen(position, rng)
        if other:
            other.apply(render_event(event, state.table))
        state = state.after(event)


def _chosen(position: Way, rng: Random) -> Event:
    """What happens: mostly a play, of every reading alike; told apart by words, however the engine orders them."""
    _, state, _, said, found = position
    passes = [event for event in said if isinstance(event, Pass)]
    bets = [event for event in said if isinstance(event, Bet)]
    others = [event for event in said if not isinstance(event, Pass | Bet)]
    if others and (not found or rng.random() < 0.5) and not (passes and rng.random() < 0.3):
        return _any(sorted(others, key=lambda event: render_event(event, state.table)), rng)
    if bets and rng.random() < 0.04:
        return _any(sorted(bets), rng)
    if not found or (passes and rng.random() < 0.3):
        return passes[0]
    wanted = _any(sorted({reading for _, reading in found}), rng)
    alike = [each for each, reading in found if reading == wanted]
    return Play(state.turn, min(alike, key=state.table.deck.cards_text), claim_of(wanted))


def _any(items: list[Item], rng: Random) -> Item:
    return items[int(rng.random() * len(items))]


def counts(position: Way, deepest: int) -> Iterator[int]:
    """In how many ways one event can happen, two, and so on."""
    yield len(position.acts) + len(position.plays)
    for depth in range(2, deepest + 1):
        yield perft(position.state, depth)


def written(position: Way) -> str:
    """The counts of a position, compared with the reference's; with a star if only the engine made them."""
    _, state, reference, *_ = position
    assert reference is not None
    if not reference_reaches(state):
        return f"{next(counts(position, 1))}*"
    found = []
    for depth, number in enumerate(counts(position, 3), 1):
        assert reference_perft(reference, depth) == number, (depth, reference.hands, reference.current())
        found.append(str(number))
        if position.place % DEEP_PLACES or number > DEEP[depth - 1]:
            break
    return ",".join(found)


def reference_reaches(state: Round) -> bool:
    """Whether the reference can count here in a second."""
    most = REFERENCE_ANSWERS if state.trick else REFERENCE_LEADS
    return state.phase is not Phase.PLAY or state.sizes[state.turn] <= most


def write_round(game: Game, number: int) -> str:
    """The line of a round."""
    tokens = [written(position) for position in way(game, number, reference=True)]
    return f"{game.name} {number} | {' '.join(tokens)}"


def main() -> int:
    """Write the files."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.perft.perft_rounds", description=__doc__)
    parser.add_argument("variants", nargs="*", default=sorted(VARIANTS), help="of these variants only")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    chosen = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for variant in chosen.variants:
        lines = [write_round(game, number) for game in games(variant) for number in range(chosen.rounds)]
        (FOLDER / f"{variant}.txt").write_text("\n".join(lines) + "\n", encoding="ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
