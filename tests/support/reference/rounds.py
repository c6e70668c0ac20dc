"""A slow referee of one round with known hands, in every variant: plain lists, one event after another."""

from dataclasses import dataclass

from tests.support.reference import scoring
from tests.support.reference.cards import remove
from tests.support.reference.judge import EXCHANGED, Judge, play_text, stake_of
from tests.support.reference.variants import VARIANTS

__all__ = ["VARIANTS", "PlayerScore", "Round", "play_text"]


@dataclass(frozen=True)
class PlayerScore:
    """One player's line of the scoresheet; `hand` is the recorded number of opponent's cards, 0 for none."""

    hand: int
    hand_points: int
    captured: int
    cards: tuple[str, ...]
    bonus: int
    bet: int | None
    bet_points: int
    total: int


class Round(Judge):
    """One round; events are strings `NAME: ACTION`, and the round is done when `over` is true."""

    def apply(self, text: str) -> None:
        """Lets the event happen; AssertionError when it is not legal."""
        assert self.is_legal(text), f"not legal: {text}"
        name, _, action = text.partition(": ")
        seat = self.names.index(name)
        verb, _, rest = action.partition(" ")
        stake = stake_of(rest, auction=self.rules.auction)
        if verb == "bet" and not self.rules.auction:
            self.bet(seat, stake)
        elif verb == "award":
            self.award(self.names.index(rest))
        elif verb == "lead":
            self.turn, self.may_give_lead = self.names.index(rest), False
        elif verb == "give":
            self.give(seat, rest)
        elif self.phase == "auction":
            self.auction(seat, None if verb == "pass" else stake)
        elif verb == "pass":
            self.pass_turn(seat)
        elif verb == "exchange":
            remove(self.hands[seat], rest.split())
            self.haggis += rest.split()
            self.phase = "play"
        else:
            self.play(seat, action)
        assert sorted(self.everywhere()) == self.start, "cards were lost or doubled"

    def bet(self, seat: int, amount: int) -> None:
        """Notes a bet, which wipes out the partner's."""
        partner = self.partner(seat)
        if partner is not None:
            self.bets.pop(partner, None)
        self.bets[seat] = amount
        self.have_bet.add(seat)

    def auction(self, seat: int, amount: int | None) -> None:
        """T1 to T4: a bid, or a pass when the amount is None."""
        if amount is None:
            self.dropped.append(seat)
        else:
            self.bid = (seat, amount)
        bidding = [other for other in self.seats if other not in self.dropped]
        if not bidding:
            self.phase, self.turn = "play", self.dropped[-1]
        elif self.bid is not None and bidding == [self.bid[0]]:
            self.phase, self.turn = "exchange", self.bid[0]
            for _ in range(EXCHANGED[self.bid[1]]):
                self.hands[self.turn].append(self.haggis.pop(0))
        else:
            self.turn = self.left(seat)
            while self.turn in self.dropped:
                self.turn = self.left(self.turn)
            return
        self.first_trick = self.turn

    def give(self, seat: int, card: str) -> None:
        """Takes a card for the partner; once all four have given one, everybody picks up."""
        self.hands[seat].remove(card)
        self.in_transit[seat] = card
        if len(self.in_transit) < 4:
            return
        for giver, given in self.in_transit.items():
            self.hands[(giver + 2) % 4].append(given)
        self.in_transit = {}
        self.gives_left -= 1
        if self.gives_left == 0:
            self.phase = "play"

    def play(self, seat: int, action: str) -> None:
        """Cards onto the trick, and what follows when they were the last."""
        found = self.find_play(seat, action)
        assert found is not None
        cards, reading = found
        remove(self.hands[seat], cards)
        self.trick.append((seat, cards, reading))
        self.passed = set()
        self.played.add(seat)
        self.may_move, self.may_give_lead = None, False
        if not self.hands[seat]:
            self.go_out(seat)
        if self.all_over():
            self.end_trick()
        else:
            self.turn = self.next_in(seat)

    def go_out(self, seat: int) -> None:
        """P4; in `neeps` the same count again for the second player of a slam, in `taylor` none for the second out."""
        self.out.append(seat)
        if len(self.out) > 1 and self.options.get("second_out") == "nothing":
            self.recorded[seat] = 0
            return
        self.recorded[seat] = max(len(self.hands[other]) for other in self.opponents(seat))
        if self.rules.slam_equal and len(self.out) == 2 and self.partner(seat) == self.out[0]:
            self.recorded[seat] = self.recorded[self.out[0]]

    def all_over(self) -> bool:
        """P5: one player is still in, or a whole team is out."""
        if len(self.out) == self.count - 1:
            return True
        return any(self.partner(seat) in self.out for seat in self.out)

    def pass_turn(self, seat: int) -> None:
        """P2: the trick ends when every other player has passed since the last play or is out."""
        self.passed.add(seat)
        highest = self.trick[-1][0]
        if all(other in self.passed or other in self.out for other in self.seats if other != highest):
            self.end_trick()
        else:
            self.turn = self.next_in(seat)
            assert self.turn != highest
            assert self.turn not in self.passed

    def end_trick(self) -> None:
        """Who captures the trick, and who leads the next (P3, K1, K2)."""
        winner, _, reading = self.trick[-1]
        cards = self.trick_cards()
        plays = self.trick
        self.trick, self.passed = [], set()
        self.bomber = winner
        self.next_lead()
        if reading[0] != "bomb" or self.rules.bombed_trick_to == "winner":
            self.piles[winner] += cards
        elif self.rules.bombed_trick_to == "other team":
            self.piles[self.left(winner)] += cards
            self.may_move = (self.left(winner), cards)
            self.may_give_lead = not self.all_over()
        elif self.count == 2:
            self.piles[1 - winner] += cards
        elif self.options.get("tournament") is True:
            led = len(plays) == 1
            self.piles[(winner + self.rules.led_bomb_step) % 3 if led else plays[-2][0]] += cards
        else:
            self.to_award, self.phase, self.turn = cards, "award", winner
            return
        self.finish()

    def next_lead(self) -> None:
        """P3: the winner of the trick leads the next, or whoever is still in on the left."""
        if not self.all_over():
            self.turn = self.next_in(self.bomber) if self.bomber in self.out else self.bomber

    def award(self, taker: int) -> None:
        """K1: the trick goes to this opponent of its winner."""
        if self.may_move is not None:
            holder, cards = self.may_move
            remove(self.piles[holder], cards)
            self.piles[taker] += cards
            self.may_move = None
            return
        self.piles[taker] += self.to_award
        self.to_award, self.phase = [], "play"
        self.next_lead()
        self.finish()

    def finish(self) -> None:
        """At the end of the round the first player out takes what is left, as far as the variant lets."""
        if not self.all_over():
            return
        self.over = True
        first = self.out[0]
        for seat in self.seats:
            to_partner = seat == self.partner(first) and self.options.get("partner_cards") == "nobody"
            (self.nobody if to_partner else self.piles[first]).extend(self.hands[seat])
            self.hands[seat] = []
        (self.piles[first] if self.rules.haggis_to_first else self.nobody).extend(self.haggis)
        self.haggis = []

    def scores(self) -> dict[str, PlayerScore]:
        """Every player's points, the round being over."""
        assert self.over
        bet_points = self.bet_points()
        ways = str(self.options.get("scoring", self.rules.cards_score))
        lines = {}
        for seat, name in enumerate(self.names):
            hand = self.recorded.get(seat, 0)
            captured = scoring.captured_points(self.piles[seat], ways)
            bonus = self.rules.first_out_bonus if self.count == 3 and seat == self.out[0] else 0
            if self.options.get("bonus") is False:
                bonus = 0
            bet = self.bets.get(seat)
            if self.bid is not None and self.bid[0] == seat:
                bet = self.bid[1]
            total = 5 * hand + captured + bonus + bet_points[seat]
            cards = tuple(sorted(self.piles[seat]))
            lines[name] = PlayerScore(hand, 5 * hand, captured, cards, bonus, bet, bet_points[seat], total)
        return lines

    def bet_points(self) -> list[int]:
        """B3, B4 or T6, by seat."""
        first = self.out[0]
        if self.rules.auction:
            return scoring.auction_points(*self.bid, first) if self.bid else [0, 0, 0]
        if self.rules.teams:
            return scoring.team_bets(self.bets, first)
        if self.count == 3 and self.options.get("bet_scoring") == "split":
            return scoring.split_bets(self.bets, self.out)
        return scoring.personal_bets(self.count, self.bets, first)

    def totals_after(self) -> list[int]:
        """The game scores after this round, one per seat, or one per team in Neeps."""
        totals = list(self.totals)
        for seat, line in enumerate(self.scores().values()):
            totals[seat % len(totals)] += line.total
        return totals

    def next_round(self) -> tuple[str, str]:
        """Names of the next round's lead player and dealer."""
        totals = self.totals_after()
        leader, dealer = scoring.next_round(self.rules, self.count, totals, self.out, self.lead, self.first_trick)
        return self.names[leader], self.names[dealer]
