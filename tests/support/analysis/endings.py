"""Random small endings with all hands open, of every variant and with every option that changes what is scored."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

from haggis_cli.analysis.open_positions import OpenPosition, open_round
from haggis_cli.plugins.registry import load
from haggis_cli.rules.cards import COURTS, Card, card_bits, pack, unpack
from haggis_cli.rules.move_generation.moves import legal_plays
from haggis_cli.rules.rounds.events import Pass, Phase
from haggis_cli.rules.rounds.round import Round
from haggis_cli.rules.table import seat_players

NAMES = ("Noah", "Isla", "Jamie", "Rory")


class Game(NamedTuple):
    """What is played.

    variant: its id.
    players: how many play.
    options: the options chosen.
    most: the most cards of a hand that the judge searches in some hundredths of a second.
    """

    variant: str
    players: int
    options: Mapping[str, bool | str] = {}
    most: int = 5

    @property
    def name(self) -> str:
        """For the name of a test."""
        return "-".join([self.variant, str(self.players), *(str(value) for value in self.options.values())])

    @property
    def has_sides(self) -> bool:
        """Whether there are two sides without saying who plays alone."""
        return self.players != 3


GAMES = (
    Game("two-player", 2),
    Game("two-player", 2, {"scoring": "cards"}),
    Game("classic", 2),
    Game("revised", 2),
    Game("taylor", 2),
    Game("neeps", 4, {}, 2),
    Game("neeps", 4, {"partner_cards": "first-out"}, 2),
    Game("rogers-neeps", 4, {}, 2),
    Game("rogers-neeps", 4, {"sets": True}, 2),
    Game("tatties", 3, {}, 3),
    Game("three-player", 3, {}, 3),
    Game("three-player", 3, {"scoring": "cards"}, 3),
    Game("classic", 3, {}, 3),
    Game("classic", 3, {"bonus": False, "tournament": True}, 3),
    Game("revised", 3, {"tournament": True}, 3),
    Game("taylor", 3, {}, 3),
    Game("taylor", 3, {"tournament": True, "second_out": "scores"}, 3),
)


def random_ending(game: Game, chance: Random) -> tuple[Round, int | None]:
    """A position at the start of a trick, and who plays alone, if anybody does."""
    variant = load(game.variant)
    table = seat_players(variant, NAMES[: game.players], options=game.options)
    deck = _few_ranks(unpack(table.deck.suit_cards), chance)
    chance.shuffle(deck)
    hands = []
    for _ in table.seats:
        courts = sum(bit for bit in card_bits(COURTS) if chance.random() < 0.4)
        size = max(chance.randint(1, game.most) - courts.bit_count(), 0 if courts else 1)
        hands.append(pack(deck[:size]) | courts)
        del deck[:size]
    haggis = tuple(deck[: chance.randint(0, table.setup.haggis(game.players))])
    alone = None if game.has_sides else chance.randrange(game.players)
    return open_round(table, OpenPosition(tuple(hands), chance.randrange(game.players), (), haggis)), alone


def _few_ranks(cards: list[Card], chance: Random) -> list[Card]:
    """Mostly cards of a few ranks, of which sets, sequences, stairs and bombs are made."""
    style = chance.random()
    if style < 0.35:
        return [card for card in cards if card.rank in (3, 5, 7, 9) or chance.random() < 0.25]
    if style < 0.7:
        lowest = chance.randint(2, 8)
        return [card for card in cards if lowest <= card.rank <= lowest + 3]
    return cards


def walk(state: Round, chance: Random, steps: int) -> Iterator[Round]:
    """The position, and those after some random plays and passes, as long as somebody is to play."""
    for _ in range(steps):
        yield state
        assert state.hands is not None
        table, over = state.table, state.reading_to_beat
        plays = legal_plays(table.variant.combinations, table.deck, state.hands[state.turn], over)
        if plays and (over is None or chance.random() < 0.7):
            state = state.after_play(*chance.choice(plays))
        else:
            state = state.after(Pass(state.turn))
        if state.phase is not Phase.PLAY:
            return
