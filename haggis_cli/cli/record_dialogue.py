"""The loop in which a round is recorded at the table: what is to beat, whose turn it is, and a line for each event."""

from collections.abc import Callable

from haggis_cli.cli.ask import line_from
from haggis_cli.cli.common import changing, open_match, read_match, saved
from haggis_cli.cli.recording import Recording, round_to_play
from haggis_cli.cli.rounds import print_due, print_round
from haggis_cli.cli.show import Printer, safe
from haggis_cli.errors import Conflict, HaggisError, RulesError
from haggis_cli.records.notation import card_list
from haggis_cli.records.signals import undisturbed
from haggis_cli.rules.cards import count
from haggis_cli.rules.explain import describe
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.round import Phase, Round
from haggis_cli.sheets.sentences import counted

HELP = """\
Type what happens, each on a line; without a name it is by the player whose turn it is:
  4r 4g          cards (4rg and 3-6r are short for 4r 4g and 3r 4r 5r 6r)
  5r J Q as run  cards with the reading, where a lead has several
  pass           pass (p does, too)
  Noah: bet big  a bet, by whoever makes it
  award NAME     who captures a trick won by a bomb, where there is a choice
  undo, redo     take back the last event, or bring it back
  moves          every legal play, where the hands are known
  log            the round so far
  show           the scoreboard
  help, quit     this; leave (everything is saved)"""


class Dialogue:
    """One sitting at the table; every event is saved as it is accepted."""

    def __init__(self, printer: Printer, match: str | None, home: str | None) -> None:
        self._printer = printer
        self._home = home
        self._opened = open_match(match, home)
        self._left = False
        self._commands: dict[str, Callable[[], None]] = {
            "help": lambda: self._printer.say(HELP),
            "?": lambda: self._printer.say(HELP),
            "undo": self._undo,
            "redo": self._redo,
            "moves": self._moves,
            "log": self._log,
            "show": self._show,
        }

    def run(self) -> None:
        """Ask for events until the person leaves or the match is over."""
        round_to_play(self._opened.report)
        self._printer.say("Type 'help' for what can be typed, 'quit' to leave. Every event is saved.")
        while not self._left:
            try:
                state = round_to_play(self._opened.report)
            except RulesError:
                return
            try:
                line = self._ask(state)
            except EOFError:
                self._printer.say("")
                return
            if line.casefold() in ("quit", "exit", "q"):
                return
            if line:
                self._do(line)

    def _ask(self, state: Round) -> str:
        self._printer.say(self._status(state))
        turn = safe(state.table.names[state.turn])
        what = {Phase.AWARD: "award", Phase.AUCTION: "bid or pass", Phase.PASSING: "give", Phase.EXCHANGE: "exchange"}
        prompt = f"{turn} {what[state.phase]}> " if state.phase in what else f"{turn}> "
        return line_from(self._printer, prompt).strip()

    def _status(self, state: Round) -> str:
        """Who holds how many cards and has bet, and what is to beat."""
        stakes = state.table.variant.betting.stakes(state.table, state.betting)
        held = []
        for seat in state.table.seats:
            bet = f", bet {stakes[seat]}" if stakes[seat] is not None else ""
            courts = "".join(card_list(state.courts[seat], state.table.deck))
            cards = f"{state.sizes[seat]}{f' with {courts}' if courts else ''}" if state.sizes[seat] else "out"
            held.append(f"{safe(state.table.names[seat])} {cards}{bet}")
        number = len(self._opened.report.complete_rounds) + 1
        return f"Round {number} | {' | '.join(held)}\n{_to_beat(state)}"

    def _do(self, line: str) -> None:
        """Do what a line asks for with the match as it is now; if it has changed, nothing is done but to show it."""
        try:
            with undisturbed() as held:
                if self._is_as_shown():
                    self._commands.get(line.casefold(), lambda: self._enter(line))()
            self._left = bool(held)
        except HaggisError as error:
            self._printer.error(str(error))
            self._opened = read_match(self._opened.store, self._opened.path)

    def _is_as_shown(self) -> bool:
        """Whether nobody else has changed the match since it was shown; else it is read again."""
        now = read_match(self._opened.store, self._opened.path)
        same = now.snapshot.revision == self._opened.snapshot.revision
        self._opened = now
        if not same:
            self._printer.say("The match was changed meanwhile, so nothing was done: this is how it stands now.")
        return same

    def _enter(self, line: str) -> None:
        before = round_to_play(self._opened.report)
        with changing(str(self._opened.path), self._home) as opened:
            if opened.snapshot.revision != self._opened.snapshot.revision:
                raise Conflict("not saved: the match was changed meanwhile")
            recording = Recording(opened)
            recording.enter(line)
            self._opened = saved(opened, recording.flushed())
        report = self._opened.report
        last = report.rounds[-1]
        if last.last and len(last.last.tricks) > len(before.tricks):
            self._printer.say(_captured(last.last))
        if last.complete:
            print_round(self._printer, report, last.number)
            print_due(self._printer, report)

    def _undo(self) -> None:
        from haggis_cli.cli.undo_command import take_back

        self._opened, what = take_back(str(self._opened.path), self._home, whole_round=False)
        self._printer.say(f"Taken back: {safe(what)}")

    def _redo(self) -> None:
        from haggis_cli.cli.redo_command import bring_back

        self._opened, what = bring_back(str(self._opened.path), self._home)
        self._printer.say(f"Brought back: {safe(what)}")

    def _moves(self) -> None:
        state = round_to_play(self._opened.report)
        if state.hands is None:
            raise RulesError("the hands are not known, so the legal plays are not either")
        deck, combinations = state.table.deck, state.table.variant.combinations
        for cards, reading in legal_plays(combinations, deck, state.hands[state.turn], state.over_reading):
            shown = self._printer.cards(card_list(cards, deck))
            self._printer.line(f"{shown}  {describe(reading, combinations.bombs)}")

    def _log(self) -> None:
        from haggis_cli.cli.log_command import print_log

        report = self._opened.report
        if report.rounds:
            print_log(self._printer, report, only=len(report.rounds))
        else:
            self._printer.say("Nothing has happened yet.")

    def _show(self) -> None:
        from haggis_cli.cli.show_command import print_board

        print_board(self._printer, self._opened.report)


def _to_beat(state: Round) -> str:
    """The combination to beat, and who played it."""
    if not state.trick:
        return f"{safe(state.table.names[state.turn])} leads." if state.phase is Phase.PLAY else ""
    seat, cards, reading = state.trick[-1]
    words = describe(reading, state.table.variant.combinations.bombs)
    return f"To beat: {state.table.deck.write(cards)} by {safe(state.table.names[seat])}, {words}."


def _captured(state: Round) -> str:
    """Who has won the last trick, and who captures how many cards."""
    trick = state.tricks[-1]
    winner, taker = (safe(state.table.names[seat]) for seat in (trick.winner, trick.taker))
    cards = counted(sum(count(play.cards) for play in trick.plays), "card")
    if winner == taker:
        return f"{winner} wins the trick and captures {cards}."
    return f"{winner} wins the trick with a bomb, {taker} captures {cards}."
