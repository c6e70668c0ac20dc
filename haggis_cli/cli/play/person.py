"""A person's turn: a line is typed, and is a play, or asks for something."""

import sys
from collections.abc import Callable, Sequence

from haggis_cli.book.game import Game
from haggis_cli.book.hints import line_hint, next_words
from haggis_cli.book.match import name_match
from haggis_cli.book.recording import expand_shorthand
from haggis_cli.cli import round_dialogue
from haggis_cli.cli.options import REVIEW_SECONDS
from haggis_cli.cli.play.table import print_hint, print_left_cards, print_public_log
from haggis_cli.cli.terminal.line_reader import make_line_reader
from haggis_cli.cli.terminal.printer import Printer, Styled
from haggis_cli.cli.terminal.prompts import can_ask, confirm
from haggis_cli.cli.views.scoreboard import print_scoreboard
from haggis_cli.matches.notation import parse_bet, parse_name, render_event
from haggis_cli.players.levels import Effort
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.betting import NO_BET
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Award, Bet, Bid, Event, Exchange, Give, Lead
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import Conflict, HaggisError, NotationError, RulesError, StoreError, UsageError
from haggis_cli.support.text import capitalize

MAX_MOVES = 20
_COMMANDS = {
    "moves": "shows what you can play, numbered; 'moves all' shows every play",
    "moves all": "shows everything that you can play, numbered",
    "hint": "shows what a strong player would do, and why; '1' enters it",
    "left": "shows the cards that you have not seen, and everybody's J, Q, K",
    **round_dialogue.COMMANDS,
    "undo": "takes back the last action of a person; asks before it goes back a round",
}
_BLIND_BET_HELP = """\
Type the name or the amount of the blind bet, or press Enter for none. The rest
of the cards is dealt when everybody has answered; then blind bets are closed.
Other bets are made later. Computer players never bet blind.
undo, redo, log, show, sheet and q work as usual."""


def parse_blind_bet(line: str, table: Table, bets: Sequence[Bet]) -> list[Event]:
    """The one of these bets, all of one player, that a line means; none for no bet. UsageError for anything else."""
    line, betting, amounts = " ".join(line.casefold().split()), table.variant.betting, [bet.amount for bet in bets]
    if line in (*NO_BET, "n", "pass", "p"):
        return []
    who, colon, what = line.rpartition(":")
    amount = parse_bet(what.strip().removeprefix("bet "), betting, amounts)
    if amount not in amounts or (colon and parse_name(who, table.names) != bets[0].seat):
        name = table.names[bets[0].seat]
        offered = betting.choice_text(amounts)
        raise UsageError(f"only a blind bet of {name} is possible now: {offered}, or none")
    return [Bet(bets[0].seat, amount)]


class PersonPrompts:
    """Asks the people at this computer, whoever of them has the turn."""

    def __init__(self, printer: Printer, game: Game, effort: Effort) -> None:
        self._printer = printer
        self._game = game
        # Each person has a reader: what one has typed is nobody else's.
        self._readers = {seat: make_line_reader(printer) for seat in game.person_seats}
        self._reader = self._shared_reader = make_line_reader(printer)  # of the person who types now, and of all
        self._suggested_events: list[Event] = []  # what a number means
        self._pending_message = ""  # printed once no hand is shown but that of the person who looks
        self._suggestions: dict[str, Callable[[Round], list[Event]]] = {
            "moves": lambda state: round_dialogue.print_plays(printer, state, numbered=True, most=MAX_MOVES),
            "moves all": lambda state: round_dialogue.print_plays(printer, state, numbered=True),
            "hint": lambda state: print_hint(printer, game, state, effort),
            "left": self._print_left_cards,
        }
        self._views: dict[str, Callable[[], None]] = {
            "log": self._print_log,
            "show": lambda: print_scoreboard(printer, game.report),
            "sheet": lambda: round_dialogue.print_sheet(printer, game.report, ""),
        }

    def ask_event(self, state: Round) -> Event | None:
        """Ask what the person does whose turn it is; None if undo or redo has changed the match.

        Leave, EOFError and KeyboardInterrupt leave. Where nobody types, what is refused ends the command.
        """
        self._suggested_events = []

        def answer(line: str) -> list[Event] | None:
            command = _as_command(line)
            if command in self._suggestions:
                self._suggested_events = self._suggestions[command](state)
                return None
            return [self._parse_event(line, state)] if line else None

        found = self._ask(
            state.turn,
            f"{state.table.names[state.turn]}> ",
            verdict=lambda text: _hint(text, state),
            words=lambda text: _completion_words(text, state),
            print_help=self._print_help,
            answer=answer,
        )
        return found[0] if found else None

    def ask_blind_bet(self, state: Round, bets: Sequence[Bet]) -> list[Event] | None:
        """Ask a person who has seen the first cards for one of these bets; it leaves and ends as `ask_event` does.

        The bet that is made, alone in a list, which is empty for none; None if undo or redo has changed the match.
        """
        table, betting, amounts = state.table, state.table.variant.betting, [bet.amount for bet in bets]
        return self._ask(
            bets[0].seat,
            f"{table.names[bets[0].seat]}, blind bet [none]> ",
            verdict=lambda _: f"{betting.choice_text(amounts)}, or Enter for none",
            words=lambda _: [
                *map(betting.spell, amounts),
                "none",
                *round_dialogue.command_words("", round_dialogue.COMMANDS),
            ],
            print_help=lambda: self._printer.print_lines(_BLIND_BET_HELP),
            answer=lambda line: parse_blind_bet(line, table, bets),
        )

    def _ask(
        self,
        seat: int,
        prompt: str,
        *,
        verdict: Callable[[str], str],
        words: Callable[[str], Sequence[str]],
        print_help: Callable[[], None],
        answer: Callable[[str], list[Event] | None],
    ) -> list[Event] | None:
        """Ask a person until a line is answered; None if undo or redo has changed the match.

        answer: what a line means that is no command of every dialogue; None where the person is asked again.
        """
        self._reader = self._readers[seat]
        while True:
            line = self._reader.ask_line(prompt, verdict=verdict, words=words, keys=round_dialogue.LINE_KEYS).strip()
            command = _as_command(line)
            try:
                if self._undo_or_redo(command):
                    return None
                if command in ("help", "?"):
                    print_help()
                elif command in self._views:
                    self._views[command]()
                elif not line.startswith("#") or sys.stdin.isatty():  # a line of a file can be a comment
                    found = answer(line)
                    if found is not None:
                        return found
            except Conflict:
                raise
            except HaggisError as error:
                if not can_ask():
                    raise
                self.print_refusal(error)

    def _print_help(self) -> None:
        table = self._game.report.table
        self._printer.print_lines(round_dialogue.render_help(table, _COMMANDS))
        if table.variant.betting.blind:
            seen = table.variant.betting.seen_text()
            self._printer.print_message(
                f"haggis asks for blind bets during the deal, {seen}; computer players make none."
            )

    def _print_log(self) -> None:
        """Print the round in progress as everybody could see it, one that is over as it went."""
        report = self._game.report
        if report.current:
            print_public_log(self._printer, report)
        else:
            round_dialogue.print_round_log(self._printer, report, "")

    def ask_lead(self, state: Round, offer: Lead) -> Event | None:
        """Ask the winner of a bombed trick whether the partner leads; the event that says so, None if not."""
        winner, partner, turn = (state.table.names[seat] for seat in (offer.seat, offer.to, state.turn))
        question = f"{winner} has won with a bomb. 'lead' lets {partner} lead, Enter lets {turn} lead: "
        return offer if self._ask_command(question) == "lead" else None

    def ask_ready(self, number: int) -> bool:
        """Wait before a round is dealt; False if the match has changed instead."""
        line = self._ask_command(f"Enter deals round {number} (or: review, undo, log, show, sheet, q): ")
        try:
            if self._undo_or_redo(line):
                return False
            view = self._print_review if line == "review" else self._views.get(line)
            if view:
                view()
        except (RulesError, StoreError, UsageError) as error:
            self.print_refusal(error)
            return False
        return view is None

    def _print_review(self) -> None:
        """Print what every play of the last round gave away; Ctrl-C breaks off the search and nothing else."""
        report = self._game.report
        try:
            from haggis_cli.cli.views.review import print_reviews, review_rounds

            reviews, _ = review_rounds(self._printer, self._game.opened, report.rounds[-1:], REVIEW_SECONDS)
        except KeyboardInterrupt:
            self._printer.print_message("The review was stopped.")
        else:
            print_reviews(self._printer, report, reviews)

    def wait_for_enter(self, prompt: str) -> None:
        """Wait for Enter."""
        self._ask_command(prompt)

    def print_refusal(self, error: HaggisError) -> None:
        """Print why a line was refused; what was pasted behind it is not entered either."""
        self._printer.print_error(error)
        round_dialogue.forget_and_print_pasted(self._printer, self._reader)

    def print_pending_message(self) -> None:
        """Print what was taken back or brought back."""
        if self._pending_message:
            self._printer.print_message(self._pending_message)
        self._pending_message = ""

    def _print_left_cards(self, state: Round) -> list[Event]:
        """Print what the player has not seen; what numbers meant before they mean still."""
        with guard_rules(state.table.variant.id):
            print_left_cards(self._printer, state)
        return self._suggested_events

    def _ask_command(self, prompt: str) -> str:
        return self._shared_reader.ask_line(prompt).strip().casefold()

    def _undo_or_redo(self, line: str) -> bool:
        """Do what the line asks for, if it is `undo` or `redo`; whether it is."""
        if line == "undo":
            number = len(self._game.report.rounds)
            found = self._game.find_undo()
            if found.crosses:
                self._ask_to_cross(number, found.number)
            what = self._printer.render_event(self._render_public_event(self._game.undo_last()))
            crossed = f"round {number}, and in round {found.number} " if found.crosses else ""
            self._pending_message = Styled.join_parts(f"Taken back: {crossed}", what)
        elif line == "redo":
            self._game.redo_last()
            self._pending_message = "Restored."
        else:
            return False
        return True

    def _ask_to_cross(self, number: int, before: int) -> None:
        """Ask before undo leaves the round for one before it; RulesError if it is not to."""
        why = f"no person has done anything in round {number} that can be taken back"
        if not can_ask():
            name = name_match(self._game.opened)
            raise RulesError(f"{why}: 'haggis undo{name} --round' takes back the round itself")
        self._printer.print_message(f"{capitalize(why)}.")
        if not confirm(self._printer, f"Take back its deal, and continue in round {before}?", ask=self._ask_command):
            raise RulesError("nothing was taken back")

    def _render_public_event(self, event: Event) -> str:
        """An event as it is typed; of cards given or exchanged only that they were, where somebody else looks too."""
        table = self._game.report.table
        hidden = len(self._game.person_seats) > 1 and isinstance(event, Give | Exchange)
        return f"{table.names[event.seat]}: {type(event).__name__.casefold()}" if hidden else render_event(event, table)

    def _parse_event(self, line: str, state: Round) -> Event:
        """The event that a line means; NotationError or RulesError if it is not legal."""
        if line.isdecimal() and self._is_suggestion(int(line), state):
            if not 1 <= int(line) <= len(self._suggested_events):
                raise NotationError(f"there is no suggestion {line}: 'moves' and 'hint' number the possible plays")
            return self._suggested_events[int(line) - 1]
        text = round_dialogue.ask_reading(self._printer, self._reader, line, state) if can_ask() else line
        with guard_rules(self._game.opened.variant.id):
            text = expand_shorthand(text, state)
            return self._game.parse_person_event(text, state)

    def _is_suggestion(self, number: int, state: Round) -> bool:
        """Whether a number means a suggestion, and not a bid or who captures a trick."""
        event, bids = choices(state).event, state.table.variant.betting.amounts
        return event is not Award and (event is not Bid or number not in bids)


def _as_command(line: str) -> str:
    return " ".join(line.casefold().split())


def _hint(text: str, state: Round) -> str:
    """What stands below a line while it is typed; it tells nothing about the cards of others."""
    begun = _as_command(text)
    if hint := round_dialogue.command_hint(begun, _COMMANDS):
        return hint
    if ":" in begun or begun.isdecimal() or (begun and any(each.startswith(begun) for each in _COMMANDS)):
        return ""
    return line_hint(text, state, all_seen=True)


def _completion_words(text: str, state: Round) -> Sequence[str]:
    """What a line may go on with: commands, and what the person can do."""
    if ":" in text:
        return ["bet "]
    own = [word for word in next_words(text, state, all_seen=True) if not word.endswith(": ")]
    return [*own, *round_dialogue.command_words(text, _COMMANDS)]
