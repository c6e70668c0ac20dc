"""The speed of other games' engines, if they are installed: `pip install chess rlcard open_spiel`.

Usage: python -m benchmarks.neighbours [SECONDS]

Random games as in `benchmarks.engine`: a decision is a full list of legal actions, of which one is chosen at random and
played. These are other games with lists of other lengths, so they give only a scale for the figures of Haggis.
"""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from time import process_time

from benchmarks.clock import Row, print_rows

Game = Callable[[Random], int]
"""Plays a random game; returns the number of decisions."""

LONGEST = 400  # moves of a random game of chess, which may not end by itself


def chess() -> Game:
    """python-chess, pure Python."""
    module = import_module("chess")

    def play(chance: Random) -> int:
        board = module.Board()
        for decisions in range(LONGEST):
            moves = list(board.legal_moves)
            if not moves:
                return decisions
            board.push(chance.choice(moves))
        return LONGEST

    return play


def rlcard() -> Game:
    """RLCard's Dou Dizhu, Python with NumPy, without its environment for learners."""
    game = import_module("rlcard.games.doudizhu").Game()

    def play(chance: Random) -> int:
        state, _ = game.init_game()
        decisions = 0
        while not game.is_over():
            state, _ = game.step(chance.choice(state["actions"]))
            decisions += 1
        return decisions

    return play


def open_spiel() -> Game:
    """OpenSpiel's Dou Dizhu, C++ driven from Python."""
    rules = import_module("pyspiel").load_game("dou_dizhu")

    def play(chance: Random) -> int:
        state, decisions = rules.new_initial_state(), 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(chance.choice(state.legal_actions()))
        return decisions

    return play


NEIGHBOURS = {
    "python-chess, chess": chess,
    "RLCard, Dou Dizhu (raw)": rlcard,
    "OpenSpiel, Dou Dizhu (C++)": open_spiel,
}


def rows(seconds: float = 2.0) -> Iterator[Row]:
    """A row for each neighbour that is installed."""
    for name, make in NEIGHBOURS.items():
        try:
            play = make()
        except ImportError:
            continue
        chance, decisions, started = Random(1), 0, process_time()
        while process_time() - started < seconds:
            decisions += play(chance)
        yield Row(name, decisions / (process_time() - started), "decisions/s")


if __name__ == "__main__":
    print_rows(rows(*map(float, sys.argv[1:2])))
