"""The rules once more, as plain data and without the program: cards, what differs between the variants, and points."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

COURT_RANK = {"J": 11, "Q": 12, "K": 13}
RANK_NAME = {**{rank: str(rank) for rank in range(2, 11)}, 11: "J", 12: "Q", 13: "K"}


def is_court(card: str) -> bool:
    """Whether this is a Jack, Queen or King."""
    return card in COURT_RANK


def rank_of(card: str) -> int:
    """The card's own rank, 2 to 13."""
    return COURT_RANK[card] if is_court(card) else int(card[:-1])


def suit_of(card: str) -> str:
    """The suit letter of a suit card; court cards have none."""
    assert not is_court(card), f"{card} has no suit"
    return card[-1]


def deck(suits: str, copies: int) -> list[str]:
    """Every suit card of the deck, the court cards left out."""
    return [f"{rank}{suit}" for rank in range(2, 11) for suit in suits for _ in range(copies)]


def canonical(cards: Iterable[str], suits: str) -> tuple[str, ...]:
    """The cards by rank, then by the deck's order of suits, court cards last."""
    return tuple(sorted(cards, key=lambda card: (rank_of(card), -1 if is_court(card) else suits.index(suit_of(card)))))


def contains(hand: Iterable[str], cards: Iterable[str]) -> bool:
    """Whether the hand holds all these cards, each as often as it is named."""
    return not Counter(cards) - Counter(hand)


def remove(hand: list[str], cards: Iterable[str]) -> None:
    """Takes the cards out of the hand."""
    for card in cards:
        hand.remove(card)


@dataclass(frozen=True)
class Rules:
    """One variant; a mapping by number of players where that matters."""

    suits: dict[int, str]
    """The suits of the deck unless the match chooses others; its keys are the allowed numbers of players."""
    copies: int = 1
    dealt: int = 14
    """Suit cards in a dealt hand; each player has a Jack, a Queen and a King besides."""
    haggis: dict[int, int] = field(default_factory=dict)
    teams: bool = False
    """Seats 0 and 2 against 1 and 3."""
    bets: tuple[int, ...] = ()
    single_bet: bool = False
    """Whether whoever has bet does not bet again, not even after the partner."""
    auction: bool = False
    giving: bool = False
    """Whether two cards are passed to the partner before play."""
    climb: bool = True
    face_any: bool = False
    bombed_trick_to: str = "chosen opponent"
    """Or "winner", "other team"."""
    led_bomb_step: int = 0
    """In a tournament, from the leader to the one who captures a led bomb that won: -1 the right, +1 the left."""
    haggis_to_first: bool = True
    cards_score: str = "points"
    """Or "cards": every captured card is worth 1."""
    first_out_bonus: int = 0
    """Three players only."""
    slam_equal: bool = False
    dealer: bool = False
    """Whether the dealer is chosen apart from who leads."""
    tie: str = ""
    """Who leads the next round when several have the lowest total."""
    options: dict[str, object] = field(default_factory=dict)


OLD_SUITS = {2: "rgby", 3: "rgbyp"}
OLD_HAGGIS = {2: 8, 3: 3}
BIDS = (15, 30, 45)
BET_CARDS = {"baby": 5, "little": 15, "big": 30}
TATTIES_SIDE = {"baby": 15, "little": 30, "big": 45}
"""What the bet cards are worth, and on their other side in the auction."""

VARIANTS = {
    "two-player": Rules(
        suits={2: "rgby"}, haggis={2: 8}, bets=(5, 15, 30), tie="the one not out", options={"scoring": "points"}
    ),
    "three-player": Rules(
        suits={3: "rgbyp"}, haggis={3: 3}, bets=(5, 15, 30), tie="the same again", options={"scoring": "points"}
    ),
    "tatties": Rules(
        suits={3: "rgbyp"},
        haggis={3: 3},
        auction=True,
        bombed_trick_to="winner",
        haggis_to_first=False,
        cards_score="cards",
        tie="first tied on the left",
    ),
    "neeps": Rules(
        suits={4: "rgby"},
        copies=2,
        dealt=18,
        haggis={4: 0},
        teams=True,
        bets=(5, 15, 30),
        giving=True,
        bombed_trick_to="other team",
        cards_score="cards",
        slam_equal=True,
        tie="the next on the left",
        options={"partner_cards": "nobody"},
    ),
    "rogers-neeps": Rules(
        suits={4: "rgby"},
        copies=2,
        dealt=18,
        haggis={4: 0},
        teams=True,
        bets=(5, 15, 30),
        single_bet=True,
        giving=True,
        climb=False,
        bombed_trick_to="other team",
        cards_score="cards",
        tie="the next on the left",
        options={"sets": False},
    ),
    "classic": Rules(
        suits=OLD_SUITS,
        haggis=OLD_HAGGIS,
        bets=(0, 15, 30),
        led_bomb_step=-1,
        first_out_bonus=5,
        dealer=True,
        tie="left of the dealer",
        options={"tournament": False, "bonus": True},
    ),
    "revised": Rules(
        suits=OLD_SUITS,
        haggis=OLD_HAGGIS,
        bets=(15, 30),
        face_any=True,
        led_bomb_step=-1,
        dealer=True,
        tie="left of the dealer",
        options={"tournament": False, "bet_scoring": "whole"},
    ),
    "taylor": Rules(
        suits=OLD_SUITS,
        haggis=OLD_HAGGIS,
        bets=(0, 15, 30),
        led_bomb_step=1,
        first_out_bonus=5,
        dealer=True,
        tie="left of the dealer",
        options={"tournament": False, "bonus": True, "second_out": "nothing"},
    ),
}
"""Every variant by its id, with its options and their defaults."""


POINTS = {3: 1, 5: 1, 7: 1, 9: 1, 11: 2, 12: 3, 13: 5}


def captured_points(cards: Iterable[str], scoring: str) -> int:
    """What captured cards are worth: each card 1 when `scoring` is "cards", else the point cards only."""
    return sum(1 if scoring == "cards" else POINTS.get(rank_of(card), 0) for card in cards)


def personal_bets(players: int, bets: Mapping[int, int], first: int) -> list[int]:
    """Rule B3: a failed bet goes to the first player out and to everybody who did not bet."""
    points = [0] * players
    for owner, amount in bets.items():
        if owner == first:
            points[owner] += amount
        else:
            for seat in range(players):
                if seat == first or (seat != owner and not bets.get(seat)):
                    points[seat] += amount
    return points


def split_bets(bets: Mapping[int, int], out: Sequence[int]) -> list[int]:
    """Rule B3 with `bet_scoring = "split"`: three players, two of them out."""
    shepherd, second = out
    of_sheep = sum(amount for owner, amount in bets.items() if owner != shepherd)
    points = [0, 0, 0]
    points[shepherd] = bets.get(shepherd, 0) + exact(of_sheep * 2, 3)
    points[second] = exact(of_sheep, 3)
    return points


def team_bets(bets: Mapping[int, int], first: int) -> list[int]:
    """Rule B4: twice the amount to the owner, or the amount to the first seat of the other team."""
    points = [0, 0, 0, 0]
    for owner, amount in bets.items():
        if owner == first:
            points[owner] += 2 * amount
        else:
            points[(owner + 1) % 2] += amount
    return points


def auction_points(shepherd: int, bid: int, first: int) -> list[int]:
    """Rule T6: the bid to the Shepherd, or two thirds and one third to the sheep."""
    points = [0, 0, 0]
    if first == shepherd:
        points[shepherd] = bid
        return points
    (other,) = {0, 1, 2} - {shepherd, first}
    points[first] = exact(bid * 2, 3)
    points[other] = exact(bid, 3)
    return points


def exact(number: int, divisor: int) -> int:
    """The quotient, which must be whole."""
    assert number % divisor == 0, f"{number} / {divisor} is no whole number"
    return number // divisor


def next_round(
    rules: Rules, players: int, totals: Sequence[int], out: Sequence[int], lead: int, first_trick: int
) -> tuple[int, int]:
    """Seats of the lead player and of the dealer of the next round.

    totals: after the round just ended, one per player, or one per team (seats 0 and 2, then 1 and 3).
    out: who went out, in order. lead: the round's lead player; first_trick: who led its first trick
    (another one only after an auction).
    """
    lowest = [place for place, total in enumerate(totals) if total == min(totals)]
    highest = [place for place, total in enumerate(totals) if total == max(totals)]
    leftwards = [(first_trick + step) % players for step in range(1, players + 1)]
    dealer = highest[0] if len(highest) == 1 else out[0]
    leader = -1
    if len(lowest) == 1:
        leader = next(seat for seat in leftwards if seat % len(totals) == lowest[0])
    elif rules.tie == "the one not out":
        (leader,) = {0, 1} - set(out)
    elif rules.tie == "the same again":
        leader = lead
    elif rules.tie == "first tied on the left":
        leader = next(seat for seat in leftwards if seat in lowest)
    elif rules.tie == "the next on the left":
        leader = leftwards[0]
    elif rules.tie == "left of the dealer":
        leader = (dealer + 1) % players
    assert leader >= 0
    return leader, dealer if rules.dealer else leader
