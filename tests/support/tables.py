"""Tables, positions and rounds in a few words, cards and events written as people write them; and random endings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from haggis_variants.classic import CLASSIC
from haggis_variants.neeps import NEEPS
from haggis_variants.revised import REVISED
from haggis_variants.rogers_neeps import ROGERS_NEEPS
from haggis_variants.tatties import TATTIES
from haggis_variants.taylor import TAYLOR
from haggis_variants.three_player import THREE_PLAYER
from haggis_variants.two_player import TWO_PLAYER

from haggis_cli.analysis.solver import OpenPosition, open_round
from haggis_cli.matches.notation import parse_cards, parse_event, render_claim
from haggis_cli.plugins.registry import load
from haggis_cli.rules.cards import COURTS, Card, Cards, card_bits, count, court_cards, pack, unpack
from haggis_cli.rules.events import Bet, BettingEvent, Breach, Claim, Phase
from haggis_cli.rules.judge import judge
from haggis_cli.rules.readings import Kind, Reading
from haggis_cli.rules.round import Deal, Round, begin
from haggis_cli.rules.scoring import EVERY_CARD, CardValues, winner_captures
from haggis_cli.rules.variant import OptionValue, Table, seat_players

VARIANTS = {
    variant.id: variant
    for variant in (TWO_PLAYER, THREE_PLAYER, TATTIES, NEEPS, ROGERS_NEEPS, CLASSIC, REVISED, TAYLOR)
}


PLAYERS = {2: ("Noah", "Isla"), 3: ("Noah", "Jamie", "Isla"), 4: ("Isla", "Jamie", "Rory", "Noah")}
"""Who plays in the rulebook's examples, clockwise; of four, Isla and Rory play against Jamie and Noah."""


def claim_of(reading: Reading) -> Claim:
    """The claim that names a reading fully."""
    named = reading.kind is Kind.STAIR
    return Claim(reading.kind, reading.width if named else None, None if reading.kind is Kind.BOMB else reading.rank)


def table(variant: str, players: int | Sequence[str] | None = None, **options: OptionValue) -> Table:
    """A table of the variant with the options in force; `players` is their number, or their names."""
    rules = VARIANTS[variant]
    names = PLAYERS[players or rules.players[-1]] if players is None or isinstance(players, int) else tuple(players)
    return seat_players(rules, names, options=options)


def cards(text: str, at: Table) -> Cards:
    """The handful of cards, none for the empty text."""
    return parse_cards(text, at.deck) if text else 0


def cards_in_order(text: str, at: Table) -> tuple[Card, ...]:
    """The cards one by one, as the haggis lies: top card first."""
    return tuple(card for word in text.split() for card in unpack(cards(word, at)))


def position(
    at: Table,
    hands: Mapping[str, str],
    *,
    lead: str | None = None,
    haggis: str = "",
    bets: Mapping[str, int] | None = None,
    totals: tuple[int, ...] | None = None,
    known: bool = True,
) -> Round:
    """A round in which everybody holds these cards, court cards named, and nobody has played yet.

    `lead` leads, or the first player. With `known=False` the table sees only the court cards and the numbers of cards.
    """
    held = tuple(cards(hands.get(name, ""), at) for name in at.names)
    leader = at.names.index(lead) if lead else 0
    log: tuple[BettingEvent, ...] = tuple(Bet(at.names.index(name), amount) for name, amount in (bets or {}).items())
    return begin(at, leader, totals)._replace(
        phase=Phase.PLAY,
        turn=leader,
        hands=held if known else None,
        haggis=cards_in_order(haggis, at) if known else (),
        courts=tuple(court_cards(hand) for hand in held),
        sizes=tuple(count(hand) for hand in held),
        betting=log,
    )


def dealt(
    at: Table, hands: Mapping[str, str], lead: str | None = None, haggis: str = "", **rest: tuple[int, ...]
) -> Round:
    """A round from its very start, with these suit cards dealt (a full hand is not asked for)."""
    deal = Deal(tuple(cards(hands[name], at) for name in at.names), cards_in_order(haggis, at))
    return begin(at, at.names.index(lead) if lead else 0, rest.get("totals"), deal)


def started(at: Table, lead: str | None = None, totals: tuple[int, ...] | None = None) -> Round:
    """A round from its very start, hands unknown."""
    return begin(at, at.names.index(lead) if lead else 0, totals)


def after(state: Round, *events: str) -> Round:
    """The round after these events, each of which must be legal."""
    for text in events:
        event = parse_event(text, state.table)
        breach = judge(state, event)
        assert breach is None, f"{text}: {breach}"
        state = state.after(event)
    return state


def refused(state: Round, event: str) -> Breach:
    """Why this event may not happen now; it must be illegal."""
    breach = judge(state, parse_event(event, state.table))
    assert breach is not None, f"{event} is legal"
    return breach


def code(state: Round, event: str) -> str | None:
    """The code of the refusal, or None if the event is legal."""
    breach = judge(state, parse_event(event, state.table))
    return breach.code if breach else None


def named(state: Round, values: Sequence[int]) -> dict[str, int]:
    """What each player has of something, zeros left out."""
    return {name: value for name, value in zip(state.table.names, values, strict=True) if value}


def in_words(reading: Reading) -> str:
    """The reading as people write it, a bomb with its place on the ladder: `set@5`, `stair2@J`, `bomb@1`."""
    if reading.kind is Kind.BOMB:
        return f"bomb@{reading.rank}"
    return render_claim(claim_of(reading))


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
