"""Random rounds of every game, played by the engine with hands known, with hands unknown, and by the slow reference."""

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

from haggis_cli.matches.notation import parse_event, render_event
from haggis_cli.rules.cards import Cards, add, count, pack, suit_cards
from haggis_cli.rules.events import Event, Phase, Play
from haggis_cli.rules.judge import judge
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.readings import Kind, Reading
from haggis_cli.rules.round import Deal, Round, begin
from haggis_cli.rules.scoring import Standing
from haggis_cli.rules.typed_rounds import captured_range, table_breaches
from haggis_cli.rules.variant import OptionValue, after_round, score
from haggis_cli.support.errors import NotationError
from tests.rules.reference.referee import Round as Reference
from tests.rules.reference.referee import random_deal, random_event
from tests.support.tables import VARIANTS, cards, cards_in_order, claim_of, table


def games() -> Iterator[tuple[str, int, dict[str, OptionValue]]]:
    """Every variant with every number of players and every choice of the options that are for so many."""
    for name, variant in VARIANTS.items():
        for players in variant.players:
            options = [option for option in variant.options if players in (option.players or variant.players)]
            for values in product(*(option.choices for option in options)):
                yield name, players, dict(zip((option.name for option in options), values, strict=True))


GAMES = list(games())


BY_NAME = {"bid 15": "bet baby", "bid 30": "bid little", "bid 45": "bid big"}
"""Bids in other words."""
LOW_SINGLE = Reading(Kind.SINGLE, 1, 1, 2)
LEFT_OUT = ("exchange", "give")
"""Events that stand only in a log with hands known."""


class Duel:
    """A round of one variant from a random deal; `step` plays on and compares, `compare_results` settles it."""

    def __init__(self, variant: str, players: int, options: dict[str, OptionValue], seed: str) -> None:
        self.rng = Random(seed)
        self.at = table(variant, players, **options)
        names = self.at.names
        hands, haggis = random_deal(variant, players, self.rng)
        leader = self.rng.choice(self.at.seats)
        totals = [self.rng.choice([0, 0, 5, 60]) for _ in self.at.sides]
        self.reference = Reference(
            variant,
            names,
            dict(zip(names, hands, strict=True)),
            haggis,
            leader=names[leader],
            totals=totals,
            options=options,
        )
        held = tuple(cards(" ".join(hand), self.at) for hand in hands)
        self.deal = Deal(held, cards_in_order(" ".join(haggis), self.at))
        seat_totals = tuple(totals[self.at.side(seat)] for seat in self.at.seats)
        self.open = begin(self.at, leader, seat_totals, self.deal)
        self.hidden = begin(self.at, leader, seat_totals)
        self.log: list[str] = []

    def play_out(self) -> None:
        """To the end of the round, and what is left to say when it is over."""
        self.outbid()
        while not self.reference.over:
            self.step()
        self.check_candidates()
        last_words = [text for text in self.reference.legal_events() if self.rng.random() < 0.5]
        for text in last_words[:1]:
            self.apply(text)
            self.check_candidates()

    def outbid(self) -> None:
        """In some rounds everybody bets and bets again before anything else, partners over partners."""
        if self.open.phase is Phase.AUCTION or self.rng.random() < 0.5:
            return
        for _ in range(30):
            text = f"{self.rng.choice(self.at.names)}: bet {self.rng.choice(['baby', 'little', 'big'])}"
            self.check_candidates([text])
            if self.reference.is_legal(text):
                self.apply(text)

    def by_name(self, text: str) -> str:
        """A bid with the name of its amount, every other time; anything else as it is."""
        name, _, action = text.partition(": ")
        return f"{name}: {BY_NAME[action]}" if action in BY_NAME and len(self.log) % 2 else text

    def step(self) -> None:
        """One legal event happens; before some, a sample of all that might be said is judged by both."""
        if self.open.phase is not Phase.PLAY or self.open.bombed_trick or self.rng.random() < 0.2:
            self.check_candidates()
        event = random_event(self.reference, self.rng) if self.rng.random() < 0.03 else self.choice()
        self.apply(self.by_name(event))

    def apply(self, text: str) -> None:
        """The event happens at all three tables."""
        self.log.append(text)
        event = parse_event(text, self.at)
        self.reference.apply(text)
        self.open = self.accepted(self.open, event)
        if text.split(": ")[1].split()[0] not in LEFT_OUT:
            self.hidden = self.accepted(self.hidden, event)
        self.compare_states()

    def accepted(self, state: Round, event: Event) -> Round:
        """The round after an event that the engine must allow."""
        breach = judge(state, event)
        assert breach is None, (self.log, breach)
        return state.after(event)

    def check_candidates(self, said: Iterable[str] | None = None) -> None:
        """Both must think the same of what is said: a sample of legal and illegal events, where it is left out."""
        for text in self.candidates() if said is None else said:
            legal = self.reference.is_legal(text)
            try:
                breach = judge(self.open, parse_event(text, self.at))
            except NotationError:
                assert not legal, (self.log, text)
                continue
            assert legal == (breach is None), (self.log, text, breach)

    def candidates(self) -> Iterator[str]:
        """Things that somebody might say now: everybody's acts, in turn or not, sensible or not."""
        rng, names, state = self.rng, self.at.names, self.open
        amounts = ["0", "5", "15", "30", "45", "baby", "little", "big"]
        yield f"{rng.choice(names)}: bet {rng.choice(amounts)}"
        yield f"{rng.choice(names)}: bid {rng.choice(amounts)}"
        yield f"{names[state.turn]}: bid {rng.choice(amounts)}"
        yield f"{rng.choice(names)}: pass"
        yield f"{rng.choice(names)}: award {rng.choice(names)}"
        yield f"{rng.choice(names)}: lead {rng.choice(names)}"
        if state.tricks:
            yield f"{names[state.tricks[-1].winner]}: award {rng.choice(names)}"
            yield f"{names[state.tricks[-1].winner]}: lead {rng.choice(names)}"
        giver = rng.choice(names)
        assert state.hands is not None
        for name, hand in ((giver, state.hands[names.index(giver)]), (names[state.turn], state.hands[state.turn])):
            held = self.at.deck.cards_text(hand).split()
            if held:
                yield f"{name}: give {rng.choice(held)}"
                yield f"{name}: exchange {' '.join(rng.sample(held, min(len(held), rng.randint(1, 3))))}"
                yield from self.plays(name, hand)

    def plays(self, name: str, hand: Cards) -> Iterator[str]:
        """A lead from some of this hand, an answer, and some of it called something, over whatever lies there."""
        rng, rules, deck = self.rng, self.at.variant.combinations, self.at.deck
        held = deck.cards_text(hand).split()
        some = cards(" ".join(rng.sample(held, min(len(held), 7))), self.at)
        for found in (
            legal_plays(rules, deck, some),
            legal_plays(rules, deck, hand, self.open.reading_to_beat or LOW_SINGLE),
        ):
            if found:
                yield self.text(name, *rng.choice(found))
        few = " ".join(rng.sample(held, min(len(held), rng.choice([1, 2, 2, 3, 4, 4, 6]))))
        kind = rng.choice(["single", "set", "sequence", "stair2", "stair3", "bomb"])
        yield f"{name}: {few} as {kind}@{rng.randint(2, 13)}"
        yield f"{name}: {rng.choice(deck.cards_text(deck.suit_cards).split())} as single@{rng.randint(2, 10)}"

    def text(self, name: str, played: Cards, reading: Reading) -> str:
        """The play as people write it, its reading named."""
        return render_event(Play(self.at.names.index(name), played, claim_of(reading)), self.at)

    def choice(self) -> str:
        """A legal event: mostly a play, rare kinds as likely as common ones."""
        rng, state = self.rng, self.open
        name = self.at.names[state.turn]
        assert state.hands is not None
        if state.phase is Phase.PASSING:
            suited = [word for word in self.at.deck.cards_text(state.hands[state.turn]).split() if word not in "JQK"]
            return f"{name}: give {rng.choice(suited)}"
        said = [text for text in self.reference.legal_events(candidates=[], exchanges=5) if not text.endswith(": pass")]
        acts = [text for text in said if "bet" not in text]
        if acts and (state.phase is not Phase.PLAY or rng.random() < 0.5):
            return rng.choice([*acts, f"{name}: pass"] if state.phase is Phase.AUCTION else acts)
        bets = [text for text in said if "bet" in text]
        if bets and rng.random() < 0.1:
            return rng.choice(bets)
        found = legal_plays(self.at.variant.combinations, self.at.deck, state.hands[state.turn], state.reading_to_beat)
        if state.phase is not Phase.PLAY or not found or (state.trick and rng.random() < 0.25):
            return f"{name}: pass"
        kind = rng.choice(sorted({reading.kind for _, reading in found} | {found[0][1].kind}))
        if kind is Kind.BOMB and rng.random() < 0.5:
            kind = found[0][1].kind
        return self.text(name, *rng.choice([move for move in found if move[1].kind is kind]))

    def compare_states(self) -> None:
        """Everything that is the same at all three tables, and cards that are conserved."""
        reference, state, log = self.reference, self.open, self.log
        over = reference.over
        assert state.over == over == self.hidden.over, log
        if not over:
            assert state.phase.value == {"auction": "bid"}.get(reference.phase, reference.phase), log
            if state.phase is not Phase.PASSING:
                assert state.turn == reference.turn, log
        assert state.out == tuple(reference.out), log
        assert dict(zip(state.out, state.counts, strict=True)) == reference.recorded, log
        self.check_conservation()
        assert state.hands is not None
        if not over:
            for hand, expected in zip(state.hands, reference.hands, strict=True):
                if state.phase not in (Phase.PASSING, Phase.EXCHANGE):
                    assert hand == cards(" ".join(expected), self.at), log
        for field in ("courts", "sizes", "seen", "trick", "passes", "out", "counts", "tricks"):
            assert getattr(state, field) == getattr(self.hidden, field), (log, field)
        if state.phase not in (Phase.PASSING, Phase.EXCHANGE):
            assert (state.phase, state.turn) == (self.hidden.phase, self.hidden.turn) or over, log

    def check_conservation(self) -> None:
        """Every card of the game is in a hand, a trick or the haggis, as often as there are copies of it."""
        state, everywhere, number = self.open, pack(self.open.haggis), len(self.open.haggis)
        assert state.hands is not None
        played = [play.cards for plays in (*(trick.plays for trick in state.tricks), state.trick) for play in plays]
        for handful in (*state.hands, *played):
            everywhere = add(everywhere, suit_cards(handful))
            number += count(handful)
        assert everywhere == self.at.deck.suit_cards, self.log
        assert number == count(everywhere) + 3 * len(self.at.names), self.log

    def compare_results(self) -> None:
        """Scores, the same with hands unknown (rules K3), and who leads and deals next for several game scores."""
        expected = self.reference.scores()
        outcome = self.open.outcome()
        assert table_breaches(self.at, outcome) == [], self.log
        counts = dict(enumerate(outcome.counts))
        assert captured_range(self.at, outcome.out, counts).exact == sum(outcome.captured), self.log
        assert self.hidden.captures_known
        assert self.hidden.outcome() == outcome, self.log
        lines = score(self.at, outcome)
        for name, line in zip(self.at.names, lines, strict=True):
            other = expected[name]
            found = (line.hand, line.hand_points, line.captured, line.bonus, line.bet_points, line.total)
            assert found == (
                other.hand,
                other.hand_points,
                other.captured,
                other.bonus,
                other.bet_points,
                other.total,
            ), (self.log, name)
            assert line.bet == (other.bet or 0), (self.log, name)
        for wanted in self.endings():
            earned = [sum(lines[seat].total for seat in side) for side in self.at.sides]
            before = tuple(total - won for total, won in zip(wanted, earned, strict=True))
            self.reference.totals = list(before)
            leader, dealer = map(self.at.names.index, self.reference.next_round())
            standing = Standing(self.at, before, self.open.leader, self.open.leader, self.open.leader)
            ended = after_round(self.at, standing, self.open.out, self.open.first_lead, lines)
            assert ended.totals == tuple(self.reference.totals_after()) == wanted
            assert ended.leader == leader, (self.log, wanted)
            assert ended.dealer == (dealer if self.at.variant.has_dealer else None), (self.log, wanted)

    def endings(self) -> list[tuple[int, ...]]:
        """Game totals as they are, all equal, and with every side ahead of, or behind, the others."""
        sides = range(len(self.at.sides))
        some = [tuple(70 if side == chosen else level for side in sides) for chosen in sides for level in (40, 90)]
        return [tuple(self.reference.totals_after()), tuple(50 for _ in sides), *some]
