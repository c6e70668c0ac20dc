"""What the engine costs once it is loaded: judging recorded rounds, listing plays, playing at random.

Usage: python -m benchmarks.engine [ROUNDS]

Every figure is also given as a ratio to a calibration loop (a million additions) of the same run, because machines and
their moods differ. Target: a recorded round of about 45 events is judged in well under 10 ms.
"""

import sys
from random import Random

from benchmarks.clock import calibration, seconds
from haggis_cli.players.dealing import random_deal
from haggis_cli.records.notation import read_event, write_event
from haggis_cli.registry import default_id, load
from haggis_cli.rules.cards import COURTS
from haggis_cli.rules.events import Event, Pass, Play
from haggis_cli.rules.judge import judge
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.replay import replay
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.table import Table, seat_players


def random_event(state: Round, chance: Random) -> Event:
    """A legal play, or a pass now and then; small plays are preferred, so that rounds are as long as real ones."""
    assert state.hands is not None
    table = state.table
    moves = legal_plays(table.variant.combinations, table.deck, state.hands[state.turn], state.over_reading)
    small = [move for move in moves if move[1].size <= 2] or moves
    if state.trick and (not small or chance.random() < 0.3):
        return Pass(state.turn)
    cards, _ = small[int(chance.random() * len(small))]
    event = Play(state.turn, cards)
    return event if judge(state, event) is None else Pass(state.turn)


def record(table: Table, chance: Random) -> tuple[Round, list[Event]]:
    """A random round: its start and its events."""
    start = state = begin(table, 0, deal=random_deal(table, chance))
    events: list[Event] = []
    while not state.over:
        event = random_event(state, chance)
        if judge(state, event):
            return record(table, chance)
        events.append(event)
        state = state.after(event)
    return start, events


def main(rounds: int = 200) -> None:
    """Measures and prints a table."""
    chance = Random(1)
    variant = load(default_id())
    table = seat_players(variant, ("Noah", "Isla"))
    recorded = [record(table, chance) for _ in range(rounds)]
    events = sum(len(each) for _, each in recorded) / rounds
    texts = [[write_event(event, table) for event in each] for _, each in recorded]
    unknown = begin(table, 0)
    hands = [random_deal(table, chance).hands[0] | COURTS for _ in range(rounds)]
    unit = seconds(calibration)
    rows = [
        (f"judge a recorded round ({events:.0f} events)", lambda: [replay(start, each) for start, each in recorded]),
        (
            "the same from notation, hands unknown",
            lambda: [replay(unknown, [read_event(text, table) for text in each]) for each in texts],
        ),
        ("list the leads of 17 cards", lambda: [legal_plays(variant.combinations, table.deck, hand) for hand in hands]),
    ]
    print(f"calibration loop: {unit * 1000:.1f} ms\n{'':48}{'µs':>9}{'× loop':>9}")
    for name, action in rows:
        taken = seconds(action) / rounds
        print(f"{name:48}{taken * 1e6:9.0f}{taken / unit:9.4f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
