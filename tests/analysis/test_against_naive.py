"""Every value of the solver is that of a plain search over the rules."""

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

import pytest

from haggis_cli.analysis.sides import read_scoring
from haggis_cli.analysis.solver import Solver
from haggis_cli.rules.cards import pack
from haggis_cli.rules.events import Award, Event, Lead, Pass, Phase
from haggis_cli.rules.judge import judge
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import score
from tests.support.tables import GAMES, Game, random_ending


def walk(state: Round, chance: Random, steps: int) -> Iterator[Round]:
    """The position, and those after some random plays and passes, as long as somebody is to play."""
    for _ in range(steps):
        yield state
        assert state.hands is not None
        table, over = state.table, state.reading_to_beat
        plays = legal_plays(table.variant.combinations, table.deck, state.hands[state.turn], over)
        if plays and (over is None or chance.random() < 0.7):
            state = state.after_play(*chance.choice(plays))
        else:
            state = state.after(Pass(state.turn))
        if state.phase is not Phase.PLAY:
            return


Move: TypeAlias = tuple[Event | None, Round]


class Naive:
    """What positions are worth for the side with sign 1, from now on; it remembers what it has looked at."""

    def __init__(self, signs: tuple[int, ...]) -> None:
        self._signs = signs
        self._known: dict[object, int] = {}

    def value(self, state: Round) -> int:
        """What is still to come."""
        if state.over:
            return 0
        key = self._key(state)
        if key not in self._known:
            self._known[key] = self._best(state)
        return self._known[key]

    def brings(self, state: Round, after: Round) -> int:
        """What something brings that leads from one position to another."""
        return self._settled(after) - self._settled(state) + self.value(after)

    def plays(self, state: Round) -> list[Round]:
        """Every position after a play or a pass."""
        if state.phase is not Phase.PLAY:
            return []
        assert state.hands is not None
        rules, deck = state.table.variant.combinations, state.table.deck
        found = legal_plays(rules, deck, state.hands[state.turn], state.reading_to_beat)
        after = [state.after_play(cards, reading) for cards, reading in found]
        return [*after, state.after(Pass(state.turn))] if state.trick else after

    def _best(self, state: Round) -> int:
        brought = [self.brings(state, after) for after in self.plays(state)]
        value = self._choose(state.turn, brought) if brought else None
        for winner in state.table.seats:
            said = [cls(winner, to) for cls in (Award, Lead) for to in state.table.seats]
            wanted = Award if state.phase is Phase.AWARD else Lead
            brought = [
                self.brings(state, state.after(event))
                for event in said
                if isinstance(event, wanted) and judge(state, event) is None
            ]
            if brought:
                value = self._choose(winner, brought if value is None else [value, *brought])
        assert value is not None
        return value

    def _choose(self, seat: int, brought: list[int]) -> int:
        return max(brought) if self._signs[seat] > 0 else min(brought)

    def _settled(self, state: Round) -> int:
        """What is settled already: tricks, recorded counts; at the end the whole score but bets."""
        variant = state.table.variant
        bonus = variant.first_out_bonus.get(len(self._signs), 0)
        if state.over:
            scores = score(state.table, state.outcome())
            points = [each.hand_points + each.captured + each.bonus for each in scores]
            return sum(sign * each for sign, each in zip(self._signs, points, strict=True))
        total = sum(self._signs[trick.taker] * variant.card_values.of(*trick.handfuls) for trick in state.tricks)
        for seat, count in zip(state.out, state.counts, strict=True):
            total += self._signs[seat] * count * variant.hand_points
        if state.out:
            haggis = variant.card_values.of(pack(state.haggis)) if variant.haggis_taken else 0
            total += self._signs[state.out[0]] * (bonus + haggis)
        return total

    def _key(self, state: Round) -> object:
        trick = state.trick
        bombed = state.bombed_trick if state.table.variant.bomb_lead and not trick else None
        pile = state.table.variant.card_values.of(*(play.cards for play in trick))
        last = (trick[-1].seat, trick[-1].reading, trick[-2].seat if trick[1:] else None) if trick else None
        giver = bombed.winner if bombed and not bombed.lead_given else None
        return state.phase, state.hands, state.turn, last, state.passes, pile, state.out, state.counts, giver


def check_ending(game: Game, chance: Random) -> int:
    """Compare all that may be done in an ending, and after each of some plays; how many positions that were."""
    root, alone = random_ending(game, chance)
    signs = read_scoring(root, alone).signs
    solver, naive, positions = Solver(root, alone), Naive(signs), 0
    for state in walk(root, chance, 5):
        solution, sign = solver.solve(state), signs[state.turn]
        assert all(each.exact for each in solution.plays)
        found = sorted(each.low for each in solution.plays if not isinstance(each.event, Lead))
        assert found == sorted(sign * naive.brings(state, after) for after in naive.plays(state)), repr(state)
        for each in solution.plays:
            assert each.low == sign * naive.brings(state, state.after(each.event)), f"{each} in {state!r}"
        end = state
        for event in solution.line:
            end = end.after(event)
        assert end.over
        assert sign * naive.brings(state, end) == solution.value == solution.plays[0].low
        positions += 1
    return positions


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_all_values_and_the_line_are_those_of_a_plain_search(game: Game) -> None:
    chance = Random(game.name)
    assert sum(check_ending(game, chance) for _ in range(2)) >= 2


@pytest.mark.slow
@pytest.mark.longest(6)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_all_values_of_many_endings_are_those_of_a_plain_search(game: Game, rounds: int) -> None:
    chance = Random(f"many {game.name}")
    for _ in range(6 * rounds):
        check_ending(game, chance)
