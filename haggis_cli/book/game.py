"""A match while it is played on the computer: everything that happens is in its file before anybody hears of it.

Begin with `Game`, one sitting over a match.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from haggis_cli.book.corrections.undo import redo
from haggis_cli.book.match import OpenMatch, lock_and_refresh, name_match, preview, reread, save_progress
from haggis_cli.book.recording import parse_line, round_to_play, with_event
from haggis_cli.matches.model import RoundRecord, write_deal
from haggis_cli.matches.notation import render_event
from haggis_cli.matches.toml.changes import with_events, with_round, without_last_round
from haggis_cli.matches.toml.text_edits import LAST
from haggis_cli.players.levels import Effort, load_lead_giver, load_player
from haggis_cli.players.tournament import choose_event, choose_offered_lead, deal_of
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report
from haggis_cli.referee.seating import refusal
from haggis_cli.rules.cards import Cards, court_cards, pack, suit_cards, unpack
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Bet, Event
from haggis_cli.rules.judge import judge
from haggis_cli.rules.round import Round
from haggis_cli.support.errors import Conflict, RulesError, StoreError
from haggis_cli.support.interrupts import defer_signals


class StoppedDeal:
    """A deal that stops for blind bets, when everybody has seen the first cards, until all people have been asked."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._asked: set[int] = set()

    def find_first_cards(self, state: Round, seat: int) -> Cards:
        """The cards that a player has seen: the first suit cards, always the same ones, and all court cards."""
        assert state.hands is not None
        hand = state.hands[seat]
        dealt = unpack(suit_cards(hand))  # in the order of the deck, which says nothing of when each card came
        Random(f"{self.number}, {seat}, {hand}").shuffle(dealt)
        return pack(dealt[: state.table.variant.betting.seen]) | court_cards(hand)

    def find_next_bets(self, state: Round, seats: list[int]) -> list[Bet]:
        """The blind bets of the next of these players who has not been asked; none once everybody has."""
        for seat in state.table.clockwise_from(state.leader):
            if seat in seats and seat not in self._asked and (bets := choices(state).bets(seat, blind=True)):
                return bets
        return []

    def note_answer(self, seat: int) -> None:
        """The player has been asked."""
        self._asked.add(seat)

    def ask_again(self) -> None:
        """Whoever has not bet blind is asked again: something was taken back."""
        self._asked.clear()


class UndoPlace(NamedTuple):
    """What a person did last.

    number: the number of the round, from 1.
    place: the place of the event among those of the round, from 0.
    crosses: whether another round has been dealt since, which is taken back with it.
    """

    number: int
    place: int
    crosses: bool


class Game:
    """One sitting over a match. seed: what the deals and the computer players' chance of this sitting hang on."""

    def __init__(self, opened: OpenMatch, seed: str) -> None:
        self.opened = opened
        self.seed = seed
        names, bots = self.report.table.names, self.opened.file.record.bots
        self.bot_levels = {names.index(name): level for name, level in bots.items()}
        self.person_seats = [seat for seat in self.report.table.seats if seat not in self.bot_levels]
        self._stopped: StoppedDeal | None = None
        self._seen_rounds = set[int]()  # all of whose cards have been shown, so that nobody bets blind any more

    @property
    def report(self) -> Report:
        """The match as it stands."""
        return self.opened.report

    @property
    def number(self) -> int:
        """The number of the round in progress, or of the next one."""
        return len(self.report.complete_rounds) + 1

    @property
    def state(self) -> Round | None:
        """The round in progress; None where one is to be dealt. RulesError where the match cannot be played on."""
        state = round_to_play(self.report)
        if self.report.current is None:
            return None
        if state.hands is None:
            name = self.report.match.record.id
            raise RulesError(
                f"round {self.number} of {name} was recorded at a table, so its hands are not known: finish "
                f"it with 'haggis record {name}', or take it back with 'haggis undo {name} --round'"
            )
        return state

    def deal(self) -> None:
        """Deal the next round."""
        deal = write_deal(deal_of(self.report.table, self.seed, self.number), self.report.table)
        self._save(lambda opened: preview(opened, with_round(opened.file, RoundRecord(events=[], deal=deal))))
        if self.report.table.variant.betting.blind and self.person_seats and self.number not in self._seen_rounds:
            self._stopped = StoppedDeal(self.number)

    @property
    def stopped_deal(self) -> StoppedDeal | None:
        """The deal that has stopped for blind bets; None where all cards are dealt, as in a round that is resumed."""
        stopped = self._stopped
        return stopped if stopped and stopped.number == self.number and self.report.current else None

    def deal_rest(self) -> None:
        """Go on with the deal that has stopped: from now on nobody bets blind in this round."""
        self._seen_rounds.add(self.number)
        self._stopped = None

    def advice(self, state: Round, level: str, effort: Effort) -> Event:
        """What a computer player of that level would do in the place of whoever's turn it is."""
        with guard_rules(self.opened.variant.id):
            before = len(self.report.rounds[-1].events)
            return choose_event(state, load_player(level), effort, self.seed, self.number, before, self.report.goal)

    def parse_person_event(self, text: str, state: Round) -> Event:
        """The event that a person types; NotationError if it cannot be read, RulesError if it is not legal.

        People speak for themselves, and bet for one another.
        """
        event = parse_line(text, state)
        name = state.table.names[event.seat]
        if event.seat in self.bot_levels:
            raise RulesError(f"{name} is played by the computer")
        if event.seat != state.turn and not isinstance(event, Bet):
            raise RulesError(f"it is {state.table.names[state.turn]}'s turn, not {name}'s")
        breach, betting = judge(state, event), state.table.variant.betting
        if breach is None and isinstance(event, Bet) and event.amount in betting.blind:  # all cards have been seen
            breach = betting.refuse_blind(event.amount)
        if breach:
            raise refusal(render_event(event, state.table), breach, state.table)
        return event

    def decide_lead_for_computer(self, state: Round, seat: int, effort: Effort) -> Event | None:
        """Whether the computer player who is out gives the lead to the partner; None where not."""
        with guard_rules(self.opened.variant.id):
            before, give = len(self.report.rounds[-1].events), load_lead_giver(self.bot_levels[seat])
            return choose_offered_lead(state, give, effort, self.seed, self.number, before)

    def enter(self, event: Event) -> tuple[Round, Round]:
        """Add a legal event; the round before and after it."""
        before = self.state
        assert before is not None
        self._save(lambda opened: with_event(opened, render_event(event, before.table)))
        after = self.report.rounds[-1].last
        assert after is not None
        return before, after

    def find_undo(self) -> UndoPlace:
        """What `undo_last` takes back; RulesError where no person has done anything here that could be.

        Nothing is taken back beyond a round from a table, where a person did everything.
        """
        for played in reversed(self.report.rounds):
            if played.record.deal is None:
                name = name_match(self.opened)
                raise RulesError(
                    f"round {played.number} was played at the table, so it cannot be taken back here: use 'haggis "
                    f"undo{name}'"
                )
            events = enumerate(played.events)
            place = max((place for place, event in events if event.seat in self.person_seats), default=None)
            if place is not None:
                return UndoPlace(played.number, place, crosses=played.number < len(self.report.rounds))
        raise RulesError("nothing to take back: no person has acted yet")

    def undo_last(self) -> Event:
        """Take back the last thing that a person did, and all that has happened since; what it was."""
        before, rounds = self.opened, self.report.rounds
        number, place, _ = self.find_undo()
        what = rounds[number - 1].events[place]
        after = before
        for _ in range(len(rounds) - number):
            after = preview(after, without_last_round(after.file))
        for _ in range(len(rounds[number - 1].events) - place):
            after = preview(after, with_events(after.file, LAST, []))

        def shortened(opened: OpenMatch) -> OpenMatch:
            opened.store.redo_history.save(opened.snapshot, after.file.data)
            return after

        self._save(shortened)
        return what

    def redo_last(self) -> None:
        """Bring back what was taken back last, in the match as its file says now; StoreError if nothing was."""
        with lock_and_refresh(self.opened) as opened:
            self.opened, _ = redo(opened)

    def check_exists(self) -> None:
        """StoreError if the match was taken away while it was played."""
        if not self.opened.path.is_file():
            gone = f"{self.opened.path}: the match no longer exists"
            raise StoreError(f"{gone}; 'haggis remove' would have moved it to 'removed', beside 'matches'")

    def reload(self) -> None:
        """Read the match again, after something else has changed it."""
        self.opened = reread(self.opened)

    def _save(self, change: Callable[[OpenMatch], OpenMatch]) -> None:
        """Save what a change makes of the match; Conflict, and the match as it is now, if somebody else changed it."""
        with defer_signals() as held, self.opened.store.lock(self.opened.path):
            try:
                self.opened = save_progress(self.opened, change(self.opened), played_here=True)
            except Conflict:
                self.reload()
                raise Conflict("nothing was done: the match was changed meanwhile") from None
        if held:
            raise KeyboardInterrupt
