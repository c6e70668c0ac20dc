"""A random round through the engine and the slow reference, quickly: for a million of them.

Instead of listing what is legal, one thing after another is said, mostly sensible; both must think the same of it, and
if it is legal it happens. `duel` looks closer at fewer rounds.
"""

from haggis_cli.matches.notation import parse_event
from haggis_cli.rules.breach import Breach
from haggis_cli.rules.cards import count
from haggis_cli.rules.move_generation.moves import legal_plays
from haggis_cli.rules.rounds.events import Phase
from haggis_cli.rules.rounds.judge import apply_event
from haggis_cli.rules.rounds.round import Round
from haggis_cli.support.errors import NotationError
from tests.support.rules.duel import LEFT_OUT, Duel
from tests.support.rules.tables import cards

AMOUNTS = ("0", "5", "15", "30", "45")
ENOUGH = 10  # cards, to choose a lead from
KINDS = ("single", "set", "sequence", "stair2", "stair3", "bomb")


class QuickDuel(Duel):
    """A round of one variant from a random deal; `refused` counts what was tried in vain."""

    refused = 0

    def play_out(self) -> None:
        """To the end of the round, and one thing said after it."""
        while not self.reference.over:
            self.say(self.proposal())
        self.check_conservation()
        self.say(f"{self.somebody()}: {self.rng.choice(('pass', 'bet 15', f'award {self.somebody()}', 'J as single'))}")

    def say(self, text: str) -> None:
        """Somebody says something: it happens at every table, or at none."""
        after = self.judged(self.open, text)
        if not isinstance(after, Round):
            assert not self.reference.is_legal(text), (self.log, text, after)
            self.refused += 1
            return
        self.log.append(text)
        self.reference.apply(text)  # which insists on its being legal
        self.open = after
        if text.split(": ")[1].split(" ")[0] not in LEFT_OUT:
            hidden = self.judged(self.hidden, text)
            assert isinstance(hidden, Round), (self.log, hidden)
            self.hidden = hidden
        self.compare_states()

    def judged(self, state: Round, text: str) -> Round | Breach | NotationError:
        """What the engine makes of it."""
        try:
            return apply_event(state, parse_event(text, self.at))
        except NotationError as error:
            return error

    def somebody(self) -> str:
        """Anybody's name."""
        return self.rng.choice(self.at.names)

    def proposal(self) -> str:
        """What might be said now."""
        rng, state = self.rng, self.open
        mover = self.at.names[state.turn]
        match state.phase:
            case Phase.AUCTION:
                return self.by_name(f"{mover}: {rng.choice(('pass', 'bid 15', 'bid 30', 'bid 45'))}")
            case Phase.EXCHANGE:
                held = self.held() + [self.at.deck.card_text(card) for card in state.drawn()]
                return f"{mover}: exchange {' '.join(rng.sample(held, rng.randint(1, 3)))}"
            case Phase.PASSING if rng.random() < 0.9:
                return f"{mover}: give {rng.choice(self.held())}"
            case Phase.AWARD:
                return f"{mover}: award {self.somebody()}"
        chance = rng.random()
        if state.bombed_trick and chance < 0.4:
            winner = self.at.names[state.bombed_trick.winner]
            return f"{winner}: {rng.choice(('award', 'lead'))} {self.somebody()}"
        if chance < 0.06:
            return f"{self.somebody()}: bet {rng.choice(AMOUNTS)}"
        if chance < 0.09:
            out_of_place = ("pass", "bid 45", f"award {mover}", f"lead {mover}", f"give {self.held()[0]}")
            return f"{self.somebody()}: {rng.choice(out_of_place)}"
        if chance < 0.15:
            held = self.held()
            some = " ".join(rng.sample(held, min(len(held), rng.choice((1, 2, 2, 3, 4, 4, 6)))))
            return f"{rng.choice((mover, mover, self.somebody()))}: {some} as {rng.choice(KINDS)}@{rng.randint(2, 13)}"
        return self.sensible(mover)

    def held(self) -> list[str]:
        """The cards of the player whose turn it is."""
        assert self.open.hands is not None
        return self.at.deck.cards_text(self.open.hands[self.open.turn]).split()

    def sensible(self, mover: str) -> str:
        """A play, rare kinds as likely as common ones, or a pass."""
        rng, state = self.rng, self.open
        assert state.hands is not None
        hand = state.hands[state.turn]
        if not state.trick and count(hand) > ENOUGH:  # a list of leads grows much faster than the hand
            hand = cards(" ".join(rng.sample(self.held(), ENOUGH)), self.at)
        found = legal_plays(self.at.variant.combinations, self.at.deck, hand, state.reading_to_beat)
        if not found or (state.trick and rng.random() < 0.25):
            return f"{mover}: pass"
        chosen, reading = rng.choice(found)
        wanted = rng.choice(KINDS)[:5]
        for _ in range(3):
            if reading.kind.value.startswith(wanted):
                break
            chosen, reading = rng.choice(found)
        return self.text(mover, chosen, reading)

    def endings(self) -> list[tuple[int, ...]]:
        """The game totals as they are, and another two of those that `duel` looks at."""
        every = super().endings()
        return [every[0], *self.rng.sample(every[1:], 2)]

    def compare_states(self) -> None:
        """What everybody at the tables sees."""
        reference, state = self.reference, self.open
        assert state.over == reference.over == self.hidden.over, self.log
        assert list(state.out) == reference.out, self.log
        if state.phase in (Phase.PASSING, Phase.EXCHANGE):
            return
        assert state.over or state.turn == reference.turn, self.log
        assert list(state.sizes) == [len(hand) for hand in reference.hands] or state.over, self.log
        assert state.trick == self.hidden.trick, self.log
