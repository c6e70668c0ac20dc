"""The speed of the engine, through its public functions.

Usage: python -m benchmarks.engine [ROUNDS]

A decision is a full list of legal plays, of which one, or a pass, is chosen at random and played; hands are always new,
but the tables for building lists have seen WARM rounds before. Plays are validated from text: parsed and judged, with
the reason if there is one. Rounds are also checked from text, up to the outcome.
"""

import gc
import sys
from collections.abc import Iterator
from random import Random
from time import process_time

from benchmarks.clock import Row, busy, print_rows
from haggis_cli.matches.notation import parse_event, render_event
from haggis_cli.players.tournament import random_deal
from haggis_cli.plugins.registry import default_id, installed_claims, load
from haggis_cli.rules.cards import COURTS, Cards
from haggis_cli.rules.events import Award, Event, Pass, Phase
from haggis_cli.rules.judge import apply_event, judge, replay
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.round import Round, begin, unambiguous_play
from haggis_cli.rules.variant import Table, seat_players

NAMES = ("Noah", "Isla", "Jamie", "Rory")
WARM = 3000


def play_at_random(start: Round, chance: Random) -> int:
    """Play a round to its end; returns the number of decisions."""
    state, decisions = start, 0
    table, combinations, deck = start.table, start.table.variant.combinations, start.table.deck
    over_phase, award_phase = Phase.OVER, Phase.AWARD
    while state.phase is not over_phase:
        if state.phase is award_phase:
            state = state.after(Award(state.turn, table.opponents(state.turn)[0]))
            continue
        assert state.hands is not None
        over = state.reading_to_beat
        plays = legal_plays(combinations, deck, state.hands[state.turn], over)
        decisions += 1
        at = int(chance.random() * (len(plays) + (over is not None)))
        state = state.after(Pass(state.turn)) if at == len(plays) else state.after_play(*plays[at])
    return decisions


def starts(table: Table, number: int, chance: Random) -> list[Round]:
    """Rounds dealt at random, without an auction or passing cards."""
    return [begin(table, 0, deal=random_deal(table, chance))._replace(phase=Phase.PLAY) for _ in range(number)]


def make_record(start: Round, chance: Random) -> list[Event]:
    """The events of a round played at random, with mostly small plays so that it is as long as a real one."""
    state, events = start, list[Event]()
    while state.phase is not Phase.OVER:
        event = _small_play(state, chance)
        events.append(event)
        state = state.after(event)
    return events


def _small_play(state: Round, chance: Random) -> Event:
    table, over, seat = state.table, state.reading_to_beat, state.turn
    if state.phase is Phase.AWARD:
        return Award(seat, table.opponents(seat)[0])
    assert state.hands is not None
    plays = legal_plays(table.variant.combinations, table.deck, state.hands[seat], over)
    plays = [play for play in plays if play[1].size <= 3] or plays
    if over and (not plays or chance.random() < 0.3):
        return Pass(seat)
    return unambiguous_play(table, seat, *chance.choice(plays), over)


def hands_to_answer(start: Round, chance: Random) -> Iterator[tuple[Cards, Reading]]:
    """The hands of a round that answer, with the play to answer."""
    state = start
    for event in make_record(start, chance):
        if state.trick and state.hands is not None:
            yield state.hands[state.turn], state.trick[-1].reading
        state = state.after(event)


def rows(rounds: int = 300) -> Iterator[Row]:
    """Every figure of the engine."""
    gc.set_threshold(100_000)  # as the program itself does (haggis_cli.__main__)
    chance = Random(1)
    for variant_id in installed_claims():
        for players in load(variant_id).players:
            table = seat_players(load(variant_id), NAMES[:players])
            for start in starts(table, WARM, chance):
                play_at_random(start, chance)
            deals = starts(table, rounds, chance)
            before = process_time()
            decisions = sum(play_at_random(start, chance) for start in deals)
            taken = process_time() - before
            yield Row(f"random playouts, {variant_id}, {players} players", decisions / taken, "decisions/s")
    yield from _lists(seat_players(load(default_id()), NAMES[:2]), rounds, chance)
    yield from _checks(seat_players(load(default_id()), NAMES[:2]), rounds, chance)


def _lists(table: Table, rounds: int, chance: Random) -> Iterator[Row]:
    rules, deck = table.variant.combinations, table.deck
    hands = [random_deal(table, chance).hands[0] | COURTS for _ in range(rounds)]
    taken = busy(lambda: [legal_plays(rules, deck, hand) for hand in hands], 1)
    yield Row("list the leads of 17 cards with J Q K", taken / rounds * 1e6, "µs")
    answers = [each for start in starts(table, rounds, chance) for each in hands_to_answer(start, chance)]
    taken = busy(lambda: [legal_plays(rules, deck, hand, over) for hand, over in answers], 3)
    yield Row("list the answers", taken / len(answers) * 1e6, "µs")


def _checks(table: Table, rounds: int, chance: Random) -> Iterator[Row]:
    begun = starts(table, rounds, chance)
    games = [(start, make_record(start, chance)) for start in begun]
    questions = [
        (state, render_event(event, table))
        for start, events in games
        for state, event in zip(replay(start, events).states, events, strict=False)
    ]
    taken = busy(lambda: [judge(state, parse_event(text, table)) for state, text in questions])
    yield Row("validate a play from its words", len(questions) / taken, "plays/s")
    wrong = [(state, f"{table.names[state.turn]}: Q K") for state, _ in questions]
    taken = busy(lambda: [judge(state, parse_event(text, table)) for state, text in wrong])
    yield Row("the same for Q K, sometimes refused with the reason", len(wrong) / taken, "plays/s")
    texts = [(start, [render_event(event, table) for event in events]) for start, events in games]

    def check() -> None:
        for start, lines in texts:
            state = start
            for line in lines:
                after = apply_event(state, parse_event(line, table))
                assert isinstance(after, Round)
                state = after
            state.outcome()

    events = sum(len(lines) for _, lines in texts) / rounds
    yield Row(f"check a recorded round of {events:.0f} events", rounds / busy(check), "rounds/s")


if __name__ == "__main__":
    print_rows(rows(*map(int, sys.argv[1:2])))
