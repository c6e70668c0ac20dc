"""A sitting at the computer: rounds are dealt, computer players and people take their turns."""

import sys

from haggis_cli.book.game import Game
from haggis_cli.book.typing.shorthand import lead_offered_to
from haggis_cli.cli.play.bots import check_levels
from haggis_cli.cli.play.person import Person, Quit
from haggis_cli.cli.play.setup import any_seed
from haggis_cli.cli.play.table import OpenTable
from haggis_cli.cli.terminal.page import Page
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.privacy_screen import clear, look_alone
from haggis_cli.cli.terminal.prompts import can_ask
from haggis_cli.cli.terminal.spinner import thinking
from haggis_cli.cli.views.rounds import print_due, print_round
from haggis_cli.players.levels import Effort
from haggis_cli.plugins.isolation import rules_of
from haggis_cli.rules.events import Event
from haggis_cli.rules.round import Round
from haggis_cli.support.errors import Conflict, StoreError


class Session:
    """Leads through a match; people see their hands one after another."""

    def __init__(
        self, printer: Printer, path: str, home: str | None, seed: str | None, effort: Effort, *, json: bool
    ) -> None:
        self._json = printer if json else None
        self._printer = Printer(no_color=not printer.talk_colored, out=sys.stderr) if json else printer
        self._game = Game(path, home, any_seed() if seed is None else seed)
        self._effort = effort
        check_levels(self._game.opened.file)
        self._open = OpenTable(self._printer, self._game.report.table)
        self._person = Person(self._printer, self._game, effort)
        self._looking: int | None = None  # the person whose hand is on the screen
        self._lead_offered: object = None  # the bombed trick whose winner has been asked who leads

    def run(self) -> None:
        """Play until the match is over or the people leave."""
        if len(self._game.persons) == 1:
            self._looking = self._game.persons[0]
        self._greet()
        try:
            self._play()
        except (Quit, EOFError):
            self._part()
        except KeyboardInterrupt:
            self._printer.say()
            self._part()
            raise
        finally:
            if self._json:
                from haggis_cli.referee.report_json import show_json

                self._json.emit_json(show_json(self._game.report, self._game.opened.path))

    def _part(self) -> None:
        self._game.must_be_there()
        self._printer.say("Everything is saved: 'haggis play' goes on.")

    def _play(self) -> None:
        try:
            while not self._step():
                pass
        finally:
            if self._looking is not None and len(self._game.persons) > 1 and can_ask():
                clear(self._printer)  # whoever comes to the screen next may be somebody else

    def _greet(self) -> None:
        report, bots = self._game.report, self._game.bots
        names = [
            f"{safe(name)} ({bots[seat]})" if seat in bots else safe(name)
            for seat, name in enumerate(report.table.names)
        ]
        sides = [" & ".join(names[seat] for seat in side) for side in report.table.sides]
        match_id = self._printer.styled(safe(report.match.record.id), "bold")
        between = " against " if report.table.variant.teams else ", "
        Page(self._printer).text(f"{match_id}: {between.join(sides)}; {report.goal}.")
        if report.over:
            print_due(self._printer, report)
        elif self._game.persons and can_ask():
            self._printer.say("Type 'help' for what can be typed, 'quit' to leave. Everything is saved.")

    def _step(self) -> bool:
        """Do what comes next; whether the match is over."""
        game = self._game
        if game.report.over:
            return True
        try:
            state = game.state
            if state is None:
                self._deal()
            elif not self._lead_settled(state):
                pass
            elif state.turn in game.bots:
                with thinking(self._printer, safe(state.table.names[state.turn])):
                    event = game.decided(self._effort)
                self._enter(event)
            else:
                self._ask(state)
        except Conflict as conflict:
            self._printer.error(str(conflict))
        except StoreError as error:
            if not can_ask():
                raise
            self._not_saved(error)
        return False

    def _not_saved(self, error: StoreError) -> None:
        """Tell what the disk would not take, and leave time to make room: a full disk ends no evening."""
        self._person.refuse(error)
        self._lead_offered = None
        state = self._game.state
        if state is None or state.turn in self._game.bots:
            self._person.wait("Enter tries again (or: quit): ")

    def _deal(self) -> None:
        """Deal the next round, once the people have seen how the last one went."""
        game = self._game
        if game.report.rounds and game.persons and can_ask() and not self._person.ready(game.number):
            return
        self._printer.line()
        print_due(self._printer, game.report)
        game.deal()

    def _ask(self, state: Round) -> None:
        self._show_to(state)
        self._open.status(state, self._game.number)
        event = self._person.decide(state)
        if event is None:
            self._lead_offered = None  # what was taken back may have been that lead
        else:
            self._enter(event)

    def _enter(self, event: Event) -> None:
        game = self._game
        before, after = game.enter(event)
        self._open.tell(before, event, after)
        if after.over:
            self._printer.line()
            print_round(self._printer, game.report, len(game.report.rounds))
            if game.report.over:
                print_due(self._printer, game.report)
            self._looking = game.persons[0] if len(game.persons) == 1 else None

    def _lead_settled(self, state: Round) -> bool:
        """Ask the winner of a bombed trick who is out whether the partner leads: nobody else can say so."""
        trick = state.bombed
        if trick is None or trick == self._lead_offered or trick.winner not in self._game.persons:
            return True
        if trick.winner == state.turn or lead_offered_to(state) in (None, state.turn):
            return True
        self._lead_offered = trick
        event = self._person.lead(state, trick.winner)
        if event is None:
            return True
        self._enter(event)
        return False

    def _show_to(self, state: Round) -> None:
        """Where several people play: hide the hand that was shown, and wait until the next person alone looks."""
        if self._looking == state.turn or not can_ask():
            self._looking = state.turn
            self._person.tell_news()
            return
        if self._looking is not None:
            clear(self._printer)
        self._person.tell_news()
        self._person.wait(look_alone(safe(state.table.names[state.turn])))
        clear(self._printer)
        self._looking = state.turn
        self._tell_since_last(state)

    def _tell_since_last(self, state: Round) -> None:
        """What has happened in the open since the person's last turn, or since the round began."""
        played = self._game.report.rounds[-1]
        mine = [place for place, event in enumerate(played.events) if event.seat == state.turn]
        with rules_of(state.table.variant.id):
            steps = played.steps()
        for step in steps[mine[-1] if mine else 0 :]:
            self._open.tell(*step)
