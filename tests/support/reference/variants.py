"""What differs between the eight rulebook variants, as plain data."""

from dataclasses import dataclass, field


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
        suits={2: "rgby"},
        haggis={2: 8},
        bets=(5, 15, 30),
        tie="the one not out",
        options={"scoring": "points"},
    ),
    "three-player": Rules(
        suits={3: "rgbyp"},
        haggis={3: 3},
        bets=(5, 15, 30),
        tie="the same again",
        options={"scoring": "points"},
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
