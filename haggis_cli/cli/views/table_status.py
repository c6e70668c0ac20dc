"""The table at one moment of a round, in few and short lines: who holds what, the trick, what is to beat."""

from haggis_cli.book.table_facts import seats_passed
from haggis_cli.book.typed_lines.shorthand import award_choices
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.matches.notation import card_list, render_event
from haggis_cli.referee.sentences import describe_sides
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.combinations.explanations import describe
from haggis_cli.rules.rounds.blind_offers import find_blind_bets
from haggis_cli.rules.rounds.events import Phase
from haggis_cli.rules.rounds.hand_work import find_hand_work, hand_work_text
from haggis_cli.rules.rounds.lead_offers import LeadOffer, find_lead_offer
from haggis_cli.rules.rounds.round import Round
from haggis_cli.support.english import join_words, pluralize


class TableStatus:
    """Renders how a round stands, cards as the printer colours them."""

    def __init__(self, printer: Printer, state: Round) -> None:
        self._printer = printer
        self._state = state
        self._names = [safe(name) for name in state.table.names]

    def render_lines(self, number: int) -> list[str]:
        """Everything that the table sees, `number` being that of the round."""
        state = self._state
        held = " | ".join(self._render_player(seat) for seat in state.table.seats)
        lines = [f"Round {number} | {held}"]
        sides = describe_sides(state.table)
        if sides:
            lines.append(sides)
        if len(state.trick) > 1:
            plays = [f"{self._names[play.seat]} {self._render_cards(play.cards)}" for play in state.trick]
            lines.append(f"Trick: {' | '.join(plays)}")
        work = find_hand_work(state)
        if work:
            lines.append(hand_work_text(work, self._names))
        return [*lines, self.render_due()]

    def render_blind_offer(self) -> str:
        """Which blind bets can be made now, and how that is typed; empty where none can be."""
        offered = find_blind_bets(self._state)
        if not offered:
            return ""
        table = self._state.table
        betting = table.variant.betting
        amounts = join_words([betting.amount_text(each) for each in sorted({bet.amount for bet in offered})], "or")
        example = render_event(offered[0], table)
        return safe(f"Blind bets come first, {betting.seen_text()}: {amounts}, like '{example}'.")

    def render_due(self) -> str:
        """What the player whose turn it is has to do."""
        state, name = self._state, self._names[self._state.turn]
        match state.phase:
            case Phase.AUCTION:
                best = state.table.variant.betting.shepherd(state.betting)
                so_far = f"{self._names[best.seat]} has bid {best.amount}" if best else "nobody has bid"
                return f"{self._bold(name)} bids or passes; {so_far}."
            case Phase.EXCHANGE:
                drawn = " ".join(
                    self._printer.render_cards([state.table.deck.card_text(card)]) for card in state.drawn()
                )
                return f"{self._bold(name)} draws {drawn} and discards {pluralize(len(state.drawn()), 'card')}."
            case Phase.PASSING:
                partners = join_words([self._names[seat] for seat in state.table.partners(state.turn)])
                return f"{self._bold(name)} gives a card to {partners}."
            case Phase.AWARD:
                takers = [f"{seat + 1} {self._names[seat]}" for seat in sorted(award_choices(state))]
                return f"{self._bold(name)} wins with a bomb. Who captures the trick: {join_words(takers, 'or')}?"
            case _:
                return self._render_to_beat() if state.trick else self._render_lead(name)

    def render_lead_question(self, offer: LeadOffer) -> str:
        """What the winner of a bombed trick has to say who is out."""
        giver, to, left = (self._names[seat] for seat in (offer.giver, offer.to, self._state.turn))
        return f"{self._bold(giver)} won with a bomb and is out: 'lead' lets {to} lead, Enter leaves it to {left}."

    def render_capture(self) -> str:
        """Who has won the last trick, and who captures how many cards."""
        trick = self._state.tricks[-1]
        winner, taker = self._names[trick.winner], self._names[trick.taker]
        cards = pluralize(trick.card_count, "card")
        if winner == taker:
            return f"{winner} wins the trick and captures {cards}."
        return f"{winner} wins the trick with a bomb, {taker} captures {cards}."

    def _render_player(self, seat: int) -> str:
        state = self._state
        cards = "out"
        if state.sizes[seat]:
            courts = "".join(card_list(state.courts[seat], state.table.deck))
            cards = f"{state.sizes[seat]}{f' with {courts}' if courts else ''}"
        stake = state.table.variant.betting.stakes(state.table, state.betting)[seat]
        bet = "" if stake is None else f", {'bid' if state.table.variant.betting.by_auction else 'bet'} {stake}"
        return f"{self._names[seat]} {cards}{bet}"

    def _render_to_beat(self) -> str:
        state = self._state
        last = state.trick[-1]
        words = describe(last.reading, state.table.variant.combinations.bombs)
        passed = [self._names[seat] for seat in seats_passed(state)]
        after = f" {join_words(passed)} passed." if passed else ""
        return f"To beat: {self._bold(self._render_cards(last.cards))} by {self._names[last.seat]}, {words}.{after}"

    def _render_lead(self, name: str) -> str:
        offer = find_lead_offer(self._state)
        given = (
            f" ('lead' gives the lead to {self._names[offer.to]})" if offer and offer.giver == self._state.turn else ""
        )
        return f"{self._bold(name)} leads{given}."

    def _render_cards(self, cards: Cards) -> str:
        return self._printer.render_cards(card_list(cards, self._state.table.deck))

    def _bold(self, text: str) -> str:
        return text if "\x1b[" in text else self._printer.styled(text, "bold")
