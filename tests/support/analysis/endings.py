"""Random small endings with all hands open, of every variant and with every option that changes what is scored."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from haggis_cli.analysis.open_positions import OpenPosition, open_round
from haggis_cli.plugins.registry import load
from haggis_cli.rules.cards import COURTS, Card, card_bits, pack, unpack
from haggis_cli.rules.move_generation.moves import legal_plays
from haggis_cli.rules.rounds.events import Pass, Phase
from haggis_cli.rules.rounds.round import Round
from haggis_cli.rules.scoring.capture import winner_captures
from haggis_cli.rules.scoring.card_values import EVERY_CARD, CardValues
from haggis_cli.rules.table import seat_players

NAMES = ("Noah", "Isla", "Jamie", "Rory")


class Game(NamedTuple):
    """What is played.

    variant: its id.
    players: how many play.
    options: the options chosen.
    most: the most cards of a hand that the judge searches in some hundredths of a second.
    changes: fields of the variant that a plugin might declare otherwise.
    """

    variant: str
    players: int
    options: Mapping[str, bool | str] = {}
    most: int = 5
    changes: Mapping[str, Any] = {}

    @property
    def name(self) -> str:
        """For the name of a test."""
        return "-".join([self.variant, str(self.players), *map(str, self.options.values()), *self.changes])

    @property
    def has_sides(self) -> bool:
        """Whether there are two sides without saying who plays alone."""
        return self.players != 3


CARDS_OF_NO_WORTH = CardValues("only tens count", (0,) * 8 + (1,), (0, 0, 0))

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
    Game("two-player", 2, {}, 5, {"bomb_taker": winner_captures, "first_out_bonus": {2: 7}}),
    Game("two-player", 2, {}, 5, {"hand_points": 0, "card_values": EVERY_CARD, "haggis_taken": False}),
    Game("two-player", 2, {}, 5, {"hand_points": 1, "card_values": CARDS_OF_NO_WORTH}),
    Game("three-player", 3, {}, 3, {"bomb_taker": winner_captures, "haggis_taken": False}),
    Game("neeps", 4, {}, 2, {"slam_repeats": False, "bomb_lead": False, "only_first_records": True}),
    Game("neeps", 4, {}, 2, {"bomb_taker": winner_captures, "first_out_bonus": {4: 9}, "haggis_taken": True}),
)


def random_ending(game: Game, chance: Random) -> tuple[Round, int | None]:
    """A position at the start of a trick, and who plays alone, if anybody does."""
    variant = replace(load(game.variant), **game.changes)
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
