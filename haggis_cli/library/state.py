"""A round at one moment, as a value: what lies where, what may happen next, and the state after it."""

from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from haggis_cli.library.judging import check_argument, checked
from haggis_cli.library.legal_events import (
    Event,
    LegalEvents,
    after_foreign,
    after_listed,
    make_event,
    moment_of,
    play_out,
)
from haggis_cli.matches.notation import card_list, parse_event
from haggis_cli.players.tournament import deal_of
from haggis_cli.referee.seating import refusal
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Breach
from haggis_cli.rules.explanations import describe, play_or_pass
from haggis_cli.rules.round import OVER, Deal, Round, begin_due
from haggis_cli.rules.scoring import Standing
from haggis_cli.rules.variant import Score, Table, after_round, player_total, score
from haggis_cli.support.errors import RulesError, UsageError
from haggis_cli.support.text import pluralize


class RoundStart(NamedTuple):
    """What a round began with.

    number: its number in the match, from 1.
    standing: the match before it.
    seed: what the deals of the match and the chance of its computer players depend on.
    """

    number: int
    standing: Standing
    seed: str


class CapturedTrick(NamedTuple):
    """A trick that has ended.

    plays: the plays, the winning one last.
    winner: who made the winning play.
    captured_by: who captured the cards; after a bomb, often another player than the winner.
    """

    plays: tuple[Event, ...]
    winner: str
    captured_by: str


class State:
    """A round at one moment. It never changes: `play` returns a new one.

    States come from `deal`, `next_round` and recorded matches. Two states are equal if they began alike and have the
    same events. If a match was recorded without its deals, `hands_known` is false: `hands`, `legal_events` and computer
    players raise UsageError, and `play` checks what the players at the table could check.
    """

    __slots__ = ("_events", "_moment", "_round", "_start")

    def __init__(self, state: Round, start: RoundStart, events: tuple[Event, ...] = ()) -> None:
        """Only this package makes states."""
        self._round = state
        self._start = start
        self._events = events
        self._moment = moment_of(state)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened in the round, in order."""
        return self._events

    @property
    def variant(self) -> str:
        """The id of the variant."""
        return self._round.table.variant.id

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, clockwise."""
        return self._round.table.names

    @property
    def teams(self) -> dict[str, tuple[str, ...]]:
        """The players of each team, by team name; empty if there are no teams."""
        table = self._round.table
        if not table.variant.teams:
            return {}
        return {name: self._names(seats) for name, seats in zip(table.side_names, table.sides, strict=True)}

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The sides of this round: teams, single players, or partners that change from round to round."""
        return tuple(map(self._names, self._round.table.sides))

    @property
    def number(self) -> int:
        """The number of the round in its match, from 1."""
        return self._start.number

    @property
    def seed(self) -> str:
        """The seed of the later deals of the match; for a recorded match, the name of the match."""
        return self._start.seed

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self._round.phase is OVER

    @property
    def phase(self) -> str:
        """What the round is waiting for: `bid`, `exchange`, `give`, `play`, `award`, or `over` if it has ended."""
        return self._round.phase.value

    @property
    def turn(self) -> str:
        """The player who acts next; meaningless once the round is over."""
        return self.players[self._round.turn]

    @property
    def lead_giver(self) -> str | None:
        """The player who won the last trick with a bomb, is out and may give the lead to the partner; else None.

        Giving it is optional: otherwise `turn` leads.
        """
        offer = choices(self._round).absent_offer()
        return self.players[offer.seat] if offer else None

    @property
    def legal_events(self) -> LegalEvents:
        """Everything that may happen now, including bets by players whose turn it is not.

        It is computed at each access: assign it to a name to use it twice. It is never empty before the round is
        over. After that it may hold awards of the last trick, if the variant has them (rules K1).
        """
        return LegalEvents(rules_round(self), self._moment)

    @property
    def hands_known(self) -> bool:
        """Whether all hands are known; they are not in a match that was recorded without its deals."""
        return self._round.hands is not None

    @property
    def hands(self) -> dict[str, tuple[str, ...]]:
        """Each player's cards, court cards included, in canonical order, such as `("4r", "10g", "J")`."""
        hands = rules_round(self).hands or ()
        return {name: self._cards(hand) for name, hand in zip(self.players, hands, strict=True)}

    @property
    def hand_sizes(self) -> dict[str, int]:
        """How many cards each player holds."""
        return dict(zip(self.players, self._round.sizes, strict=True))

    @property
    def haggis(self) -> tuple[str, ...]:
        """The cards that were not dealt, the top one first."""
        return tuple(map(self._round.table.deck.card_text, self._round.haggis))

    @property
    def trick(self) -> tuple[Event, ...]:
        """The plays of the current trick, the one to beat last; empty if the next play leads."""
        plays = [event for event in self.events if event.reading is not None]
        return tuple(plays[len(plays) - len(self._round.trick) :])

    @property
    def tricks(self) -> tuple[CapturedTrick, ...]:
        """The tricks that have ended, in order."""
        return captured_tricks(self._round, self.events)

    @property
    def captured(self) -> dict[str, tuple[str, ...]]:
        """The cards that each player has captured in tricks so far, in the order of their plays.

        Hands and the haggis captured at the end of the round are only counted in `scores`.
        """
        piles: dict[str, tuple[str, ...]] = dict.fromkeys(self.players, ())
        for trick in self.tricks:
            for play in trick.plays:
                piles[trick.captured_by] += play.cards
        return piles

    @property
    def bets(self) -> dict[str, int]:
        """The bets that count, in points, by the player who made them; in an auction, the highest bid."""
        table = self._round.table
        stakes = table.variant.betting.stakes(table, self._round.betting)
        return {name: stake for name, stake in zip(table.names, stakes, strict=True) if stake is not None}

    @property
    def out(self) -> tuple[str, ...]:
        """Who has gone out, in order."""
        return self._names(self._round.out)

    @property
    def scores(self) -> dict[str, int]:
        """The points of the round by player name and then, if there are teams, by team name.

        RulesError: the round is not over. The points of a team's bet go to the team only, as on the scoresheet.
        """
        return scores_by_name(self._round.table, self._score())

    @property
    def score_lines(self) -> dict[str, Score]:
        """The parts of each player's score: hand cards, captured cards, bonus and bets, in points.

        RulesError: the round is not over.
        """
        return dict(zip(self.players, self._score(), strict=True))

    @property
    def totals(self) -> dict[str, int]:
        """The totals by player, or by team if there are teams; they include this round once it is over."""
        standing = self._standing_after() if self.over else self._start.standing
        return dict(zip(standing.table.side_names, standing.totals, strict=True))

    def play(self, event: Event | str) -> "State":
        """Return the state after an event, which may be written as in a match file: `Isla: 7r 8r 9r as run`.

        NotationError: the text cannot be read. IllegalEventError: the rules do not allow it now. AmbiguousEventError:
        the lead has more than one reading. The last two are subclasses of RulesError and name the rule.
        """
        if isinstance(event, Event) and event._moment is self._moment:
            state = after_listed(self._round, event)
        else:
            state, event = self._judge(event)
        return State(state, self._start, self._events + (event,))  # noqa: RUF005 - unpacking makes a list first

    def next_round(self) -> "State":
        """Deal the next round of the match: the variant decides who leads, and the totals carry over.

        The cards depend on the seed of the first deal and the number of the round. RulesError: this round is not over.
        """
        standing = self._standing_after()
        return begin_round(self._round.table, RoundStart(self.number + 1, standing, self._start.seed))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (self._round, self._start, self._events) == (other._round, other._start, other._events)

    def __hash__(self) -> int:
        return hash((self._start.number, self._start.seed, self.events))

    def __repr__(self) -> str:
        return f"<State: {self.variant}, round {self.number}, {self._due()}; {self._counts()}>"

    def __str__(self) -> str:
        """The table as seen by a person who sees all cards, in several lines."""
        width = max(map(len, self.players)) + 1
        lines = [f"{self.variant}, round {self.number}: {self._due()}"]
        if self.hands_known:
            lines += [f"  {name:{width}} {' '.join(hand) or '-'}" for name, hand in self.hands.items()]
        else:
            lines += [f"  {name:{width}} {pluralize(size, 'card')}" for name, size in self.hand_sizes.items()]
        if self.haggis:
            lines.append(f"Haggis: {' '.join(self.haggis)}")
        if self.bets:
            lines.append(f"Bets: {', '.join(f'{name} {amount}' for name, amount in self.bets.items())}")
        if self.trick:
            lines.append(f"Trick: {'; '.join(map(str, self.trick))}")
        return "\n".join(lines)

    def _judge(self, event: Event | str) -> tuple[Round, Event]:
        """The round after an event that was not listed here, and the event as it is kept; errors as of `play`."""
        table = self._round.table
        meant = event if isinstance(event, Event) else _read_event(event, table)
        after = after_foreign(self._round, meant)
        if isinstance(after, Breach):
            raise refusal(str(meant), after, table)
        return after

    def _due(self) -> str:
        """What happens next, in words."""
        if self.over:
            return f"over: {', '.join(f'{name} {points}' for name, points in self.scores.items())}"
        due = choices(self._round).due(self.players)
        if due:
            return due.rstrip(".")
        over = self._round.reading_to_beat
        if over is None:
            return f"{self.turn} leads"
        return f"{self.turn} must beat {play_or_pass(describe(over, self._round.table.variant.combinations.bombs))}"

    def _counts(self) -> str:
        """How many cards everybody holds."""
        return f"{', '.join(f'{name} {size}' for name, size in self.hand_sizes.items())} cards"

    def _names(self, seats: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.players[seat] for seat in seats)

    def _cards(self, cards: Cards) -> tuple[str, ...]:
        return tuple(card_list(cards, self._round.table.deck))

    def _score(self) -> tuple[Score, ...]:
        if not self.over:
            raise RulesError(f"the round is not over: {self._due()}")
        return score(self._round.table, self._round.outcome())

    def _standing_after(self) -> Standing:
        state = self._round
        return after_round(state.table, self._start.standing, state.out, state.first_lead, self._score())


def captured_tricks(state: Round, events: Sequence[Event]) -> tuple[CapturedTrick, ...]:
    """The tricks of a round that have ended; `events` are all that has happened in it."""
    names, plays = state.table.names, (event for event in events if event.reading is not None)
    ended = [(tuple(islice(plays, len(trick.plays))), trick) for trick in state.tricks]
    return tuple(CapturedTrick(played, names[trick.winner], names[trick.taker]) for played, trick in ended)


def scores_by_name(table: Table, lines: Sequence[Score]) -> dict[str, int]:
    """The points of a round by player and, where there are teams, by team after them."""
    scores = {name: player_total(table, line) for name, line in zip(table.names, lines, strict=True)}
    if table.variant.teams:
        for name, seats in zip(table.side_names, table.sides, strict=True):
            scores[name] = sum(lines[seat].total for seat in seats)
    return scores


def _read_event(text: str, table: Table) -> Event:
    check_argument("event", text, Event | str)
    return make_event(table, parse_event(text, table))


@checked
def playout(
    state: State, choose: Callable[[State], Event | str] | None = None, *, seed: int | str | None = None
) -> State:
    """Play the round to its end and return the final state.

    choose: chooses an event in each state, as a `ComputerPlayer` does; by default each legal event is equally likely.
    seed: the seed of the random choices; by default a different one each time.

    It raises the errors of `State.play` for an event that is not legal.
    """
    if choose is None:
        last, events = play_out(rules_round(state), Random(seed))
        return State(last, state._start, (*state.events, *events))
    while not state.over:
        state = state.play(choose(state))
    return state


def begin_round(table: Table, start: RoundStart, deal: Deal | None = None) -> State:
    """The state before the first event of a round; without a deal the cards are dealt by the match's seed."""
    dealt = deal or deal_of(table, start.seed, start.number)
    return State(begin_due(table, start.standing, dealt), start)


def rules_round(state: State) -> Round:
    """The round as the rules have it, for code inside this package. UsageError where nobody knows the hands."""
    if state._round.hands is None:
        raise UsageError(
            f"the cards dealt in round {state.number} were not recorded, so plays cannot be listed; "
            "`play` still judges events"
        )
    return state._round
