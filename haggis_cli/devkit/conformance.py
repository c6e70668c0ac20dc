"""Whether a variant keeps its own word: its declaration is coherent, and random matches of it come out right.

`haggis variants check ID` runs `check_variant`; authors of plugins subclass `VariantConformance` in their tests.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from random import Random
from typing import Any, ClassVar, NamedTuple

from haggis_cli.devkit.declaration import declaration_faults, describe_exception, watch_rules
from haggis_cli.devkit.field_checks import betting_faults, find_points_fault, settled_by, settlement_faults
from haggis_cli.matches.model import GoalRecord, MatchRecord, RoundRecord, write_deal
from haggis_cli.matches.notation import parse_event, render_event
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.players.policies import random_event
from haggis_cli.players.tournament import random_deal
from haggis_cli.plugins.isolation import JUDGE_SECONDS, blame, is_not_plugin_fault, isolate
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Violation
from haggis_cli.referee.seating import make_table
from haggis_cli.rules.cards import Card, unpack
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Bid, Breach, Event, Exchange, Give, Pass, Phase, Play, TableView, TrickPlay
from haggis_cli.rules.judge import judge, replay
from haggis_cli.rules.moves import legal_plays, playable
from haggis_cli.rules.parts import Move
from haggis_cli.rules.readings import Kind
from haggis_cli.rules.round import Round, begin, begin_due, unambiguous_play
from haggis_cli.rules.scoring import Standing, find_sides_fault
from haggis_cli.rules.typed_rounds import captured_range, table_breaches
from haggis_cli.rules.variant import OptionValue, Table, Variant, score

LONGEST_ROUND = 2_000


class VariantConformance:
    """The conformance tests that `haggis variants check` runs; subclass it in a pytest module.

    class TestMyVariant(VariantConformance):
        variant = MY_VARIANT

    variant: the variant to test; it must be installed.
    rounds: how many random rounds are played.
    """

    variant: ClassVar[Variant]
    rounds: ClassVar[int] = 100

    def test_the_declaration_is_coherent(self) -> None:
        """Fields, options, teams and goals fit together, and everything has a description."""
        assert list(declaration_faults(self.variant)) == []

    def test_random_rounds_come_out_right(self) -> None:
        """No card is lost, totals add up, and undo, files and unknown hands agree."""
        assert [str(fault) for fault in check_variant(self.variant, self.rounds)] == []

    def test_it_is_found_through_its_entry_point(self) -> None:
        """The installed package offers the variant under its id."""
        assert load(self.variant.id) == self.variant


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
        goal=GoalRecord(rounds=2),
        lead="Player 1",
        options=dict(options),
    )
    table = make_table(record, variant)
    _expect_no_faults(_sides_faults(table, chance))
    for choose in (random_event, _PatientPlayers(chance).next_event):
        report = adjudicate(MatchFile(render_match(record).encode(), "conformance.toml"), variant)
        standing = report.standing
        _expect(standing is not None and report.ok, f"a legal match is refused: {_first_message(report.violations)}")
        assert standing is not None
        _expect_no_faults(_standing_faults(standing))
        deal = random_deal(table, chance)
        start = begin_due(table, standing, deal)
        _expect_no_faults(betting_faults(start))
        _expect_no_faults(_refusal_faults(start))
        states, events = _play_round(start, chance, choose)
        _expect_no_faults(_outcome_faults(states[-1]))
        _check_outcome(states[-1])
        again = replay(states[0], events[:-1])
        _expect(
            again.breach is None and again.last == states[-2],
            "undoing the last event does not restore the state before it",
        )
        _check_unknown(states, events)
        played = RoundRecord(events=[render_event(event, table) for event in events], deal=write_deal(deal, table))
        record = record.model_copy(update={"rounds": [*record.rounds, played]})
        _check_file(record, variant, states[-1])


def _play_round(
    start: Round, chance: Random, choose: Callable[[Round, Random], Event]
) -> tuple[list[Round], list[Event]]:
    states, events, chosen = [start], list[Event](), dict(start.table.options)
    while not states[-1].over:
        state = states[-1]
        going_on = ": betting.next_bidder always names somebody" if choices(state).event is Bid else ""
        _expect(len(events) < LONGEST_ROUND, f"a round does not end within {LONGEST_ROUND} events{going_on}")
        _expect_no_faults(_play_faults(state))
        event = choose(state, chance)
        breach = judge(state, event)
        _expect(breach is None, f"the engine refuses what it offers: {render_event(event, state.table)}: {breach}")
        after = state.after(event)
        _expect_no_faults(_taker_faults(after))
        _expect(start.table.options == chosen, "betting changes table.options: rules must not change anything")
        _check_conserved(after)
        line = render_event(event, state.table)
        _expect(parse_event(line, state.table) == event, f"'{line}' does not read back as it was written")
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
    _expect(cards == whole, f"cards are lost or duplicated: extra: {doubled}; missing: {missing}")
    sizes = tuple(hand.bit_count() for hand in state.hands)
    _expect(sizes == state.sizes, f"the hands hold {sizes} cards but are counted as {state.sizes}")


def _check_outcome(state: Round) -> None:
    """The figures of a round are such as could be typed in, and every total is the sum of its parts."""
    outcome = state.outcome()
    breaches = table_breaches(state.table, outcome)
    _expect(not breaches, f"a round that was played cannot be typed in: {_first_message(breaches)}")
    least, most = captured_range(state.table, outcome.out, dict(enumerate(outcome.counts)))
    _expect(least <= sum(outcome.captured) <= most, f"captured {outcome.captured}, expected {least} to {most}")
    scores = score(state.table, outcome)
    _expect(len(scores) == len(state.table.names), "not every player has a score")


def _check_unknown(states: list[Round], events: list[Event]) -> None:
    """The same round with unknown hands gives the same figures (rules K3)."""
    first, last = states[0], states[-1]
    open_events = [event for event in events if not isinstance(event, Exchange | Give)]
    unknown = replay(begin(first.table, first.leader, first.totals), open_events)
    _expect(unknown.breach is None and unknown.last.over, f"with unknown hands the round is refused: {unknown.breach}")
    if unknown.last.captures_known:
        found, wanted = unknown.last.outcome(), last.outcome()
        _expect(found == wanted, f"with unknown hands the outcome is {found}, with known hands {wanted}")


def _check_file(record: MatchRecord, variant: Variant, last: Round) -> None:
    """The match as a file reads the same and is adjudicated the same."""
    file = MatchFile(render_match(record).encode(), "conformance.toml")
    _expect(file.record == record, "the match file does not read back as it was written")
    report = adjudicate(file, variant)
    _expect(report.ok, f"the referee refuses a legal match: {_first_message(report.violations)}")
    _expect(report.rounds[-1].outcome == last.outcome(), "the referee's outcome differs from that of the round")


def _expect_no_faults(faults: Iterator[str]) -> None:
    for fault in faults:
        raise _CheckFailed(fault)


def _first_message(breaches: Iterable[Breach | Violation]) -> str:
    return next((breach.message for breach in breaches), "its totals are unknown")


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise _CheckFailed(otherwise)


# Whether the functions that a variant brings along answer what they are asked: a seat where a seat is wanted.


def _taker_faults(state: Round) -> Iterator[str]:
    """Who captures a trick that a bomb has just won: one of the players, and one at least."""
    trick = state.bombed_trick
    if trick is None:
        return
    takers = state.table.variant.bomb_taker(state, trick)
    if not takers.seats:
        yield "bomb_taker lets nobody capture a trick won by a bomb"
    for seat in takers.seats if takers.default is None else (*takers.seats, takers.default):
        if not _is_seat(state.table, seat):
            yield f"bomb_taker returns {seat!r}, which is not a seat of {len(state.table.names)} players"
            return
    if takers.default is not None and takers.default not in takers.seats:
        yield f"bomb_taker lets seat {takers.default} capture by default, but only {takers.seats} may"


def _play_faults(state: Round) -> Iterator[str]:
    """What `may_play` answers about the plays of whoever's turn it is: refusals say why, and some lead is legal."""
    rule, table = state.table.variant.may_play, state.table
    if rule is None or state.phase is not Phase.PLAY or state.hands is None:
        return
    hand, over = state.hands[state.turn], state.reading_to_beat
    moves = legal_plays(table.variant.combinations, table.deck, hand, over)
    for cards, reading in moves:
        answer = rule(state, TrickPlay(state.turn, cards, reading))
        if answer is not None and not _says_why(answer):
            text = table.deck.cards_text(cards)
            yield f"may_play returns {answer!r} for {text}: it must be a Breach that says why, or None"
            return
    if over is None and not playable(state):
        text = table.deck.cards_text(hand)
        yield f"may_play refuses every lead from {text}: whoever leads must be able to play something"


def _outcome_faults(state: Round) -> Iterator[str]:
    """The answers about a round that is over: who captures remaining hands, and the bet points."""
    table = state.table
    players, variant = len(table.names), table.variant
    for holder in table.seats:
        taker = variant.hand_taker(state, holder) if state.sizes[holder] else None
        if taker is not None and not _is_seat(table, taker):
            yield f"hand_taker returns {taker!r}, which is not a seat of {players} players"
    stakes: Any = variant.betting.stakes(table, state.betting)
    if (
        not isinstance(stakes, tuple)
        or len(stakes) != players
        or not all(stake is None or _is_number(stake) for stake in stakes)
    ):
        yield f"betting.stakes returns {stakes!r}: it must be a whole number or None for each of {players} players"
        return
    points = variant.betting.settle(table, stakes, state.out)
    fault = find_points_fault(variant.betting, points, players)
    if fault:
        yield fault
    elif variant.betting.settle(table, stakes, state.out) != points:
        yield f"{settled_by(variant.betting)} returns different points when called again: rules must keep no state"


def _standing_faults(standing: Standing) -> Iterator[str]:
    """Who leads and deals the next round is one of the players; nobody need deal."""
    table, players = standing.table, len(standing.table.names)
    if not _is_seat(table, standing.leader):
        yield f"next_leader returns {standing.leader!r}, which is not a seat of {players} players"
    if standing.dealer is not None and not _is_seat(table, standing.dealer):
        yield f"next_dealer returns {standing.dealer!r}, which is not a seat of {players} players"


def _sides_faults(table: Table, chance: Random) -> Iterator[str]:
    """The sides of a round, whatever the match before it: everybody is on one of them, and bets can be settled."""
    rule = table.variant.round_sides
    if rule is None:
        return
    for standing in _any_standings(table, chance):
        sides = rule(standing)
        fault = find_sides_fault(sides, len(table.names))
        if fault:
            yield f"{fault} (with totals {standing.totals}, {table.names[standing.leader]} to lead)"
            return
        yield from settlement_faults(table.variant.betting, table.with_sides(sides))


def _any_standings(table: Table, chance: Random) -> Iterator[Standing]:
    """Matches before their first round with everybody leading, and in their middle: level, close, and far apart."""
    seats, nothing = table.seats, (0,) * len(table.names)
    dealers = (None,) if not table.variant.has_dealer else tuple(seats)
    for leader in seats:
        for dealer in dealers:
            yield Standing(table, nothing, leader, leader, dealer, wins=nothing)
        for spread in (0, 1, 2, 60, 60, 400):
            totals = tuple(chance.randint(-spread // 4, spread) for _ in seats)
            wins = tuple(chance.randint(0, 3) for _ in seats)
            out = tuple(chance.sample(seats, chance.randint(1, max(1, len(seats) - 1))))
            yield Standing(table, totals, leader, leader, chance.choice(dealers), out, wins)


def _refusal_faults(state: Round) -> Iterator[str]:
    """Every bet is allowed (None) or refused with a sentence and a clause (a Breach), and what is allowed can be made.

    Asked only before the first card: later bets are refused by the same function.
    """
    betting, auction = state.table.variant.betting, choices(state).event is Bid
    answers: list[tuple[str, object]] = [
        (
            f"betting.refuse returns {{!r}} for a bet of {amount}",
            betting.refuse(state, betting.event(state.turn, amount)),
        )
        for amount in betting.amounts
    ]
    if auction:
        answers += [
            (f"betting.refuse_bidder returns {{!r}} for seat {seat}", betting.refuse_bidder(state, seat))
            for seat in state.table.seats
            if seat != state.turn
        ]
    for sentence, answer in answers:
        if answer is not None and not _says_why(answer):
            yield f"{sentence.format(answer)}: it must be a Breach that says why, or None"
            return


def _says_why(answer: object) -> bool:
    message = getattr(answer, "message", None)
    return isinstance(message, str) and bool(message.strip()) and hasattr(answer, "clause")


def _is_seat(table: TableView, value: object) -> bool:
    return _is_number(value) and value in table.seats


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


# Players who keep a bomb for late tricks and lead single cards: rounds that chance alone hardly ever plays.
#
# In random rounds nine bombs of ten are gone after three tricks, so a rule that fails in the tenth was never asked
# there.


_FIRST_BOMB = range(3, 14)  # how many tricks may have to be over before a bomb is played
_PASS_RATE = 0.6  # how often a trick is left to the others, so that there are many


class _PatientPlayers:
    """Everybody at a table who waits: the trick from which on bombs are played is drawn anew for each of them."""

    def __init__(self, chance: Random) -> None:
        self.bombs_from = chance.choice(_FIRST_BOMB)

    def next_event(self, state: Round, chance: Random) -> Event:
        """A legal event, by whoever may act; the same as random players do, but for the cards that are played."""
        event = random_event(state, chance)
        if state.phase is not Phase.PLAY or not isinstance(event, Play | Pass):
            return event
        move = self._choose(state, chance)
        if move is None:
            return Pass(state.turn)
        return unambiguous_play(state.table, state.turn, *move, state.reading_to_beat)

    def _choose(self, state: Round, chance: Random) -> Move | None:
        """What is played; None to pass."""
        moves = playable(state)
        bombs = [move for move in moves if move[1].kind is Kind.BOMB]
        if bombs and state.trick and len(state.tricks) >= self.bombs_from:
            return chance.choice(bombs)
        if state.trick and (not moves or chance.random() < _PASS_RATE):
            return None
        assert state.hands is not None
        plays = legal_plays(state.table.variant.combinations, state.table.deck, state.hands[state.turn])
        kept = max(((reading.rank, cards) for cards, reading in plays if reading.kind is Kind.BOMB), default=(0, 0))[1]
        others = [move for move in moves if not move[0] & kept]
        if state.trick:
            return chance.choice(others) if others else None
        return min(others or moves, key=lambda move: (move[1].size, chance.random()))
