"""A sitting at the computer: rounds are dealt, computer players and people take their turns."""

from haggis_cli.book.game import Game, StoppedDeal
from haggis_cli.book.match import after_saving, name_match
from haggis_cli.book.playing import MatchToPlay, check_levels, make_seed, resuming_word
from haggis_cli.cli.options import Context, match_name
from haggis_cli.cli.play.person import PersonPrompts
from haggis_cli.cli.play.table import PublicTable
from haggis_cli.cli.round_dialogue import queen_advice
from haggis_cli.cli.terminal.display import clear_screen, privacy_prompt, spinner
from haggis_cli.cli.terminal.printer import Page
from haggis_cli.cli.terminal.prompts import Leave, can_ask
from haggis_cli.cli.views.scoreboard import print_round, print_standing
from haggis_cli.players.levels import Effort
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Event
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import name_sides
from haggis_cli.support.errors import Conflict, StoreError


class PlaySession:
    """Plays one match to its end, or until the people leave; people see their hands one after another."""

    def __init__(self, context: Context, match: MatchToPlay, seed: str | None, effort: Effort) -> None:
        self._context = context
        self._printer = context.printer.for_messages() if context.json else context.printer
        self._game = Game(context.open_match(str(match.path)), make_seed() if seed is None else seed)
        self._effort = effort
        check_levels(self._game.opened.file)
        self._public_table = PublicTable(self._printer, self._game.report.table)
        self._prompts = PersonPrompts(self._printer, self._game, effort)
        self._viewer: int | None = None  # the person whose hand is on the screen
        self._deals_at_once = bool(match.at_table)  # the people have just said so
        self._lead_asked_for: object = None  # the bombed trick whose winner has been asked who leads

    def run(self) -> None:
        """Play until the match is over or the people leave."""
        if len(self._game.person_seats) == 1:
            self._viewer = self._game.person_seats[0]
        self._print_greeting()
        try:
            self._play()
        except (Leave, EOFError) as left:
            state = self._game.state
            self._print_goodbye(queen_advice(left, state) if isinstance(left, Leave) else "")
        except KeyboardInterrupt:
            self._printer.print_message()
            self._print_goodbye()
            raise
        finally:
            if self._context.json:
                self._context.print_saved(after_saving(self._game.opened))

    def _print_goodbye(self, advice: str = "") -> None:
        self._game.check_exists()
        self._context.print_notices(self._game.opened)
        word = resuming_word(self._game.opened)
        self._printer.print_message(f"Everything is saved: 'haggis play{word}' continues.{advice}")

    def _play(self) -> None:
        try:
            while not self._step():
                pass
        finally:
            if self._viewer is not None and len(self._game.person_seats) > 1 and can_ask():
                clear_screen(self._printer)  # whoever comes to the screen next may be somebody else

    def _print_greeting(self) -> None:
        report, bots = self._game.report, self._game.bot_levels
        names = [f"{name} ({bots[seat]})" if seat in bots else name for seat, name in enumerate(report.table.names)]
        name = self._printer.styled(match_name(self._game.opened), "bold")
        between = " against " if report.table.variant.teams else ", "
        who = between.join(name_sides(report.table.sides, names))
        Page(self._printer).print_text(name, f": {who}; {report.goal}.")
        if report.over:
            print_standing(self._printer, report)
        elif self._game.person_seats and can_ask():
            self._printer.print_message("'help' shows what you can type, q leaves. Everything is saved.")

    def _step(self) -> bool:
        """Do what comes next; whether the match is over."""
        game = self._game
        game.opened = self._context.print_notices(game.opened)
        if game.report.over:
            return True
        try:
            state = game.state
            if state is None:
                self._deal()
            elif stopped := game.stopped_deal:
                self._ask_blind_bet(state, stopped)
            elif not self._ask_lead_if_due(state):
                pass
            elif state.turn in game.bot_levels:
                with spinner(self._printer, state.table.names[state.turn]):
                    event = game.advice(state, game.bot_levels[state.turn], self._effort)
                self._record_event(event)
            else:
                self._ask_person(state)
        except Conflict as conflict:
            self._printer.print_error(str(conflict))
        except StoreError as error:
            if not can_ask():
                raise
            self._handle_save_error(error)
        return False

    def _handle_save_error(self, error: StoreError) -> None:
        """Print why nothing was saved, and wait until there is room on the disk; the match goes on."""
        self._prompts.print_refusal(error)
        self._lead_asked_for = None
        state = self._game.state
        if state is None or state.turn in self._game.bot_levels:
            self._prompts.wait_for_enter("Enter tries again (or: q): ")

    def _deal(self) -> None:
        """Deal the next round, once the people have seen how the last one went."""
        game = self._game
        asks = game.report.rounds and game.person_seats and can_ask() and not self._deals_at_once
        if asks and not self._prompts.ask_ready(game.number):
            return
        self._deals_at_once = False
        self._printer.print_line()
        print_standing(self._printer, game.report)
        game.deal()

    def _ask_blind_bet(self, state: Round, stopped: StoppedDeal) -> None:
        """Ask the next person who may bet blind; deal the rest once everybody has been asked."""
        with guard_rules(state.table.variant.id):
            bets = stopped.find_next_bets(state, self._game.person_seats)
        if not bets:
            self._game.deal_rest()
            self._printer.print_line("The rest of the cards is dealt.")
            return
        seat = bets[0].seat
        self._hand_over_screen(state, seat)
        self._public_table.print_first_cards(state, stopped.number, stopped.find_first_cards(state, seat), bets)
        made = self._prompts.ask_blind_bet(state, bets)
        if made is None:
            stopped.ask_again()
            return
        for bet in made:
            self._record_event(bet)
        stopped.note_answer(seat)

    def _ask_person(self, state: Round) -> None:
        self._hand_over_screen(state, state.turn)
        self._public_table.print_status(state, self._game.number)
        event = self._prompts.ask_event(state)
        if event is None:
            self._lead_asked_for = None  # what was taken back may have been that lead
        else:
            self._record_event(event)

    def _record_event(self, event: Event) -> None:
        game = self._game
        before, after = game.enter(event)
        self._public_table.print_event(before, event, after)
        if after.over:
            self._public_table.print_hands(after)
            self._printer.print_line()
            print_round(self._printer, game.report, len(game.report.rounds))
            if game.report.over:
                print_standing(self._printer, game.report)
                self._offer_review()
            self._viewer = game.person_seats[0] if len(game.person_seats) == 1 else None

    def _offer_review(self) -> None:
        """Name the command that reviews the match, to people who have played it."""
        if self._game.person_seats and can_ask():
            word = name_match(self._game.opened)
            self._printer.print_message(f"'haggis review{word}' shows the points that each play gave away.")

    def _ask_lead_if_due(self, state: Round) -> bool:
        """Ask who may give away the lead, though out, whether to; False if it was given and the round has changed."""
        offer = choices(state).absent_offer()
        if offer is None or state.bombed_trick == self._lead_asked_for:
            return True
        self._lead_asked_for = state.bombed_trick
        if offer.seat in self._game.bot_levels:
            event = self._game.decide_lead_for_computer(state, offer.seat, self._effort)
        else:
            event = self._prompts.ask_lead(state, offer)
        if event is None:
            return True
        self._record_event(event)
        return False

    def _hand_over_screen(self, state: Round, seat: int) -> None:
        """If several people play: clear the screen, and wait until only the next person looks at it."""
        if self._viewer == seat or not can_ask():
            self._viewer = seat
            self._prompts.print_pending_message()
            return
        if self._viewer is not None:
            clear_screen(self._printer)
        self._prompts.print_pending_message()
        self._prompts.wait_for_enter(privacy_prompt(state.table.names[seat]))
        clear_screen(self._printer)
        self._viewer = seat
        self._print_since_last_turn(state, seat)

    def _print_since_last_turn(self, state: Round, seat: int) -> None:
        """Print what has happened in the open since the person's last turn, or since the round began."""
        played = self._game.report.rounds[-1]
        mine = [place for place, event in enumerate(played.events) if event.seat == seat]
        steps = played.steps()
        for step in steps[mine[-1] if mine else 0 :]:
            self._public_table.print_event(*step)
