"""Whether a variant keeps its own word: its declaration is coherent, and random matches of it come out right.

`haggis variants check ID` runs this; plugin authors run it in their tests through `haggis_cli.devkit.testing`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from random import Random
from typing import NamedTuple

from haggis_cli.devkit.betting_checks import betting_faults
from haggis_cli.devkit.blame import describe_exception
from haggis_cli.devkit.declaration import declaration_faults
from haggis_cli.devkit.hook_checks import (
    outcome_faults,
    play_faults,
    refusal_faults,
    sides_faults,
    standing_faults,
    taker_faults,
)
from haggis_cli.devkit.patient_players import PatientPlayers
from haggis_cli.devkit.watched_rules import watch_rules
from haggis_cli.matches.deal import write_deal
from haggis_cli.matches.model import DealRecord, Goal, MatchRecord, RoundRecord
from haggis_cli.matches.notation import parse_event, render_event
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.players.matches import random_deal
from haggis_cli.players.policies.random import random_event
from haggis_cli.plugins.isolation import JUDGE_SECONDS, blame, is_not_plugin_fault, isolate
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Violation
from haggis_cli.referee.seating import make_table
from haggis_cli.rules.breach import Breach
from haggis_cli.rules.cards import Card, unpack
from haggis_cli.rules.rounds.events import Event, Exchange, Give, Phase
from haggis_cli.rules.rounds.judge import judge
from haggis_cli.rules.rounds.replay import replay
from haggis_cli.rules.rounds.round import Deal, Round, begin, begin_due
from haggis_cli.rules.scoring.captured_totals import captured_range
from haggis_cli.rules.scoring.scores import score
from haggis_cli.rules.scoring.typed_rounds import table_breaches
from haggis_cli.rules.table import Table
from haggis_cli.rules.variant import OptionValue, Variant

LONGEST_ROUND = 2_000


class Fault(NamedTuple):
    """What went wrong.

    game: the game played (players, options) and the seed that plays the same round again.
    says: what went wrong, in a sentence.
    """

    game: str
    says: str

    def __str__(self) -> str:
        return f"{self.game}: {self.says}"


class _CheckFailed(Exception):
    """A check that failed, in words."""


def check_variant(variant: Variant, rounds: int = 200, seed: int = 1) -> Iterator[Fault]:
    """Everything wrong with a variant: first its declaration, then one fault at most of each game it can be played as.

    rounds: how many random rounds altogether, at least one match of two rounds for each choice of players and options.
    """
    wrong = _check_declaration(variant)
    yield from (Fault("declaration", says) for says in wrong)
    if wrong:
        return
    games = list(_games(variant))
    for players, options in games:
        yield from _play_game(variant, players, options, max(1, rounds // len(games) // 2), seed)


def _check_declaration(variant: Variant) -> list[str]:
    try:
        with isolate(JUDGE_SECONDS, blame(str(variant.id))):
            return list(declaration_faults(variant))
    except BaseException as error:
        if is_not_plugin_fault(error):
            raise
        return [describe_exception(error)]


def _games(variant: Variant) -> Iterator[tuple[int, Mapping[str, OptionValue]]]:
    """Each number of players with the defaults, and with every single option changed."""
    for players in variant.players:
        yield players, {}
        for option in variant.options:
            if not option.players or players in option.players:
                for value in option.choices:
                    if value != option.default:
                        yield players, {option.name: value}


def _play_game(
    variant: Variant, players: int, options: Mapping[str, OptionValue], matches: int, seed: int
) -> Iterator[Fault]:
    chosen = "".join(f", {name} = {value}" for name, value in options.items())
    for number in range(matches):
        game = f"{players} players{chosen}, seed {seed + number}"
        try:
            with isolate(JUDGE_SECONDS, blame(str(variant.id))):
                _play_match(watch_rules(variant), players, options, Random(f"{seed + number}"))
        except _CheckFailed as wrong:
            yield Fault(game, str(wrong))
            return
        except BaseException as error:  # a plugin's own code can raise anything
            if is_not_plugin_fault(error):
                raise
            yield Fault(game, describe_exception(error))
            return


def _play_match(variant: Variant, players: int, options: Mapping[str, OptionValue], chance: Random) -> None:
    """Two random rounds of a match, the second a patient one: each checked by itself, then the file they make."""
    record = MatchRecord(
        id="conformance",
        variant=variant.id,
        revision=variant.kept_revision,
        created=datetime(2026, 1, 1, tzinfo=UTC),
        players=[f"Player {seat + 1}" for seat in range(players)],
        goal=Goal(rounds=2),
        lead="Player 1",
        options=dict(options),
    )
    table = make_table(record, variant)
    _expect_no_faults(sides_faults(table, chance))
    for choose in (random_event, PatientPlayers(chance).next_event):
        report = adjudicate(MatchFile(render_match(record).encode(), "conformance.toml"), variant)
        standing = report.standing
        _expect(standing is not None and report.ok, f"a legal match is refused: {_first_message(report.violations)}")
        assert standing is not None
        _expect_no_faults(standing_faults(standing))
        deal = random_deal(table, chance)
        start = begin_due(table, standing, deal)
        _expect_no_faults(betting_faults(start))
        _expect_no_faults(refusal_faults(start))
        states, events = _play_round(start, chance, choose)
        _expect_no_faults(outcome_faults(states[-1]))
        _check_outcome(states[-1])
        _check_undo(states, events)
        _check_unknown(states, events)
        record = _with_round(record, events, table, deal)
        _check_file(record, variant, states[-1])


def _play_round(
    start: Round, chance: Random, choose: Callable[[Round, Random], Event]
) -> tuple[list[Round], list[Event]]:
    states, events, chosen = [start], list[Event](), dict(start.table.options)
    while not states[-1].over:
        state = states[-1]
        going_on = ": betting.next_bidder always names somebody" if state.phase is Phase.AUCTION else ""
        _expect(len(events) < LONGEST_ROUND, f"a round does not end within {LONGEST_ROUND} events{going_on}")
        _expect_no_faults(play_faults(state))
        event = choose(state, chance)
        breach = judge(state, event)
        _expect(breach is None, f"the engine refuses what it offers: {render_event(event, state.table)}: {breach}")
        after = state.after(event)
        _expect_no_faults(taker_faults(after))
        _expect(start.table.options == chosen, "betting writes into table.options: rules change nothing")
        _check_conserved(after)
        line = render_event(event, state.table)
        _expect(parse_event(line, state.table) == event, f"'{line}' is not read as it was written")
        states.append(after)
        events.append(event)
    return states, events


def _check_conserved(state: Round) -> None:
    """Every card of the game is in a hand, in a trick or in the haggis, once."""
    assert state.hands is not None
    cards: Counter[Card] = Counter(state.haggis)
    for hand in state.hands:
        cards.update(unpack(hand))
    for trick in (state.trick, *(each.plays for each in state.tricks)):
        for play in trick:
            cards.update(unpack(play.cards))
    whole = Counter(unpack(state.table.deck.suit_cards))
    for card in unpack(state.table.setup.court_cards):
        whole[card] = len(state.table.names)
    text = state.table.deck.card_text
    doubled, missing = (", ".join(map(text, some.elements())) or "none" for some in (cards - whole, whole - cards))
    _expect(cards == whole, f"cards are lost or doubled: too many are {doubled}; missing are {missing}")
    sizes = tuple(hand.bit_count() for hand in state.hands)
    _expect(sizes == state.sizes, f"the hands hold {sizes} cards and are counted as {state.sizes}")


def _check_outcome(state: Round) -> None:
    """The figures of a round are such as could be typed in, and every total is the sum of its parts."""
    outcome = state.outcome()
    breaches = table_breaches(state.table, outcome)
    _expect(not breaches, f"a round that was played cannot be typed in: {_first_message(breaches)}")
    least, most = captured_range(state.table, outcome.out, dict(enumerate(outcome.counts)))
    _expect(least <= sum(outcome.captured) <= most, f"captured {outcome.captured}, expected {least} to {most}")
    scores = score(state.table, outcome)
    _expect(len(scores) == len(state.table.names), "not every player has a score")


def _check_undo(states: list[Round], events: list[Event]) -> None:
    """A round is its events: playing all but the last one again gives the state before it."""
    again = replay(states[0], events[:-1])
    _expect(again.breach is None and again.last == states[-2], "taking back the last event gives another state")


def _check_unknown(states: list[Round], events: list[Event]) -> None:
    """The same round with unknown hands gives the same figures (rules K3)."""
    first, last = states[0], states[-1]
    open_events = [event for event in events if not isinstance(event, Exchange | Give)]
    unknown = replay(begin(first.table, first.leader, first.totals), open_events)
    _expect(unknown.breach is None and unknown.last.over, f"with unknown hands the round is refused: {unknown.breach}")
    if unknown.last.captures_known:
        found, wanted = unknown.last.outcome(), last.outcome()
        _expect(found == wanted, f"with unknown hands the outcome is {found}, with known hands {wanted}")


def _with_round(record: MatchRecord, events: list[Event], table: Table, deal: Deal) -> MatchRecord:
    dealt: DealRecord = write_deal(deal, table)
    played = RoundRecord(events=[render_event(event, table) for event in events], deal=dealt)
    return record.model_copy(update={"rounds": [*record.rounds, played]})


def _check_file(record: MatchRecord, variant: Variant, last: Round) -> None:
    """The match as a file reads the same and is adjudicated the same."""
    file = MatchFile(render_match(record).encode(), "conformance.toml")
    _expect(file.record == record, "the match file does not read as it was written")
    report = adjudicate(file, variant)
    _expect(report.ok, f"the referee refuses a legal match: {_first_message(report.violations)}")
    _expect(report.rounds[-1].outcome == last.outcome(), "the referee finds another outcome than the round had")


def _expect_no_faults(faults: Iterator[str]) -> None:
    for fault in faults:
        raise _CheckFailed(fault)


def _first_message(breaches: Iterable[Breach | Violation]) -> str:
    return next((breach.message for breach in breaches), "its totals are unknown")


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise _CheckFailed(otherwise)
