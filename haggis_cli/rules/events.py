"""What happens at the table: a frozen value for each act, the tricks they make, and what a variant's rules can see.

Seats are numbered clockwise from 0 in the order of names.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol, TypeAlias

from haggis_cli.rules.cards import Cards, Deck, Setup, count
from haggis_cli.rules.readings import BOMB, Kind, Reading


class Phase(StrEnum):
    """What a round is waiting for."""

    AUCTION = "bid"
    EXCHANGE = "exchange"
    PASSING = "give"
    PLAY = "play"
    AWARD = "award"
    OVER = "over"


class Claim(NamedTuple):
    """The reading that a player names for a play.

    kind: the kind of combination.
    width: how many cards at each rank; None if it is not named.
    rank: the highest rank, or the place of a bomb; None if it is not named.
    """

    kind: Kind
    width: int | None = None
    rank: int | None = None

    def fits(self, reading: Reading) -> bool:
        """Whether the reading is one the player may have meant."""
        return reading.kind is self.kind and self.width in (None, reading.width) and self.rank in (None, reading.rank)


class Play(NamedTuple):
    """Cards played into the trick.

    seat: who plays.
    cards: what is played.
    claim: the reading that the player names; None if none is named.
    """

    seat: int
    cards: Cards
    claim: Claim | None = None


class Pass(NamedTuple):
    """A pass: in a trick, or in the auction.

    seat: who passes.
    """

    seat: int


class Bet(NamedTuple):
    """A bet to be the first to go out.

    seat: who bets.
    amount: how much.
    """

    seat: int
    amount: int


class Bid(NamedTuple):
    """A bid in the auction to become the Shepherd (Haggis and Tatties).

    seat: who bids.
    amount: how much.
    """

    seat: int
    amount: int


class Exchange(NamedTuple):
    """The Shepherd's discards after drawing from the haggis (Haggis and Tatties)."""

    seat: int
    cards: Cards


class Give(NamedTuple):
    """A card passed face down to the partner (Haggis and Neeps)."""

    seat: int
    cards: Cards


class Award(NamedTuple):
    """The winner of a bombed trick says who captures it."""

    seat: int
    to: int


class Lead(NamedTuple):
    """The winner of a bombed trick gives the lead to the partner (Haggis and Neeps)."""

    seat: int
    to: int


Event: TypeAlias = Play | Pass | Bet | Bid | Exchange | Give | Award | Lead
BettingEvent: TypeAlias = Bet | Bid | Pass


# Tricks.


class TrickPlay(NamedTuple):
    """A combination in a trick.

    seat: who played it.
    cards: its cards.
    reading: how the cards are read.
    """

    seat: int
    cards: Cards
    reading: Reading


class Trick(NamedTuple):
    """A trick that has ended.

    plays: its combinations in order, the winning one last.
    winner: the seat that won it.
    taker: the seat that captures its cards.
    awarded: whether the winner of a trick won by a bomb has named who captures it.
    lead_given: whether the winner of a trick won by a bomb has given the lead to the partner.
    """

    plays: tuple[TrickPlay, ...]
    winner: int
    taker: int
    awarded: bool = False
    lead_given: bool = False

    @property
    def handfuls(self) -> list[Cards]:
        """The cards of each play, in order."""
        return [play.cards for play in self.plays]

    @property
    def card_count(self) -> int:
        """How many cards were played to the trick."""
        return sum(map(count, self.handfuls))

    @property
    def won_by_bomb(self) -> bool:
        """Whether the winning combination is a bomb."""
        return self.plays[-1].reading.kind is BOMB


# What the rules of a variant can see: the table, and what lies open in a round.
#
# A variant's functions (who captures, who leads) and its betting are written against these two protocols. `Table` and
# `Round` fulfil them. Hands and the haggis are left out on purpose: a rule gives the same answer whether the cards are
# known or not.


class TableView(Protocol):
    """The players, their seats and the deck. A seat is a number from 0, clockwise."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""

    @property
    def setup(self) -> Setup:
        """The cards that are dealt."""

    @property
    def deck(self) -> Deck:
        """The suit cards."""

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side: a player alone, or a team."""

    @property
    def side_names(self) -> tuple[str, ...]:
        """The name of each side."""

    @property
    def options(self) -> Mapping[str, bool | str]:
        """The options of this match, by name."""

    @property
    def seats(self) -> range:
        """Every seat, clockwise."""

    def left(self, seat: int, steps: int = 1) -> int:
        """The next seat clockwise, or the one `steps` further."""

    def clockwise_from(self, seat: int) -> tuple[int, ...]:
        """Every seat, beginning with this one."""

    def side(self, seat: int) -> int:
        """The number of the side that the seat belongs to."""

    def partners(self, seat: int) -> tuple[int, ...]:
        """The other seats of the same team."""

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Everybody on another side, clockwise from the seat."""

    def ended_by(self, out: tuple[int, ...]) -> bool:
        """Whether the round is over if these players are out."""


class RoundView(Protocol):
    """What everybody can see of a round at one moment."""

    @property
    def table(self) -> TableView:
        """Who plays."""

    @property
    def leader(self) -> int:
        """The leader of the round; an auction may change who leads the first trick."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each seat's side before the round."""

    @property
    def phase(self) -> Phase:
        """What the round is waiting for."""

    @property
    def turn(self) -> int:
        """Who acts next."""

    @property
    def courts(self) -> tuple[Cards, ...]:
        """Everybody's unplayed court cards."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each player holds."""

    @property
    def seen(self) -> Cards:
        """All suit cards played so far."""

    @property
    def betting(self) -> tuple[BettingEvent, ...]:
        """The bets, and the auction, in order."""

    @property
    def passed_cards(self) -> int:
        """How many cards have been passed to partners, as far as that was entered."""

    @property
    def trick(self) -> tuple[TrickPlay, ...]:
        """The combinations of the current trick."""

    @property
    def passes(self) -> int:
        """How many players have passed since the last play."""

    @property
    def tricks(self) -> Sequence[Trick]:
        """The tricks that have ended."""

    @property
    def out(self) -> tuple[int, ...]:
        """Who went out, in order."""

    @property
    def counts(self) -> tuple[int, ...]:
        """How many of an opponent's cards each player in `out` recorded, in the same order."""

    @property
    def first_lead(self) -> int:
        """Who led, or will lead, the first trick."""

    @property
    def reading_to_beat(self) -> Reading | None:
        """The combination to beat; None if the next play leads."""

    def has_played(self, seat: int) -> bool:
        """Whether the player has played a card in this round."""


# A breach of the rules, as data: what the referee says, and the clause it rests on; rules and options in words.


class Clause(StrEnum):
    """The places in a rulebook that a refusal can cite; a variant gives the headings of its own rulebook."""

    SETUP = "setup"
    BETTING = "betting"
    AUCTION = "auction"
    EXCHANGE = "exchange"
    CARD_PASSING = "card passing"
    COMBINATIONS = "combinations"
    SETS = "sets"
    SEQUENCES = "sequences"
    STAIRS = "stairs"
    COURT_CARDS = "court cards"
    BOMBS = "bombs"
    TURN = "turn"
    MATCHING = "matching"
    TRICK = "trick"
    GOING_OUT = "going out"
    CAPTURE = "capture"
    ROUND_END = "round end"
    SCORING = "scoring"
    GAME_END = "game end"

    @property
    def topic(self) -> str:
        """The topic of `haggis rules` that explains it."""
        return _TOPIC_OF_CLAUSE[self]


class OpenQuestion(StrEnum):
    """A question that some rulebooks leave open; a refusal that depends on it cites the ruling, if one settles it."""

    BET_WHEN_FIRST_PLACE_IS_DECIDED = "whether anybody bets once a player is out"
    SEQUENCE_LENGTH = "how many cards a sequence has at least"
    SUITS_OF_A_BOMB = "of which suits a bomb of suit cards is"
    WILD_CARDS_IN_A_BOMB = "whether a court card is wild in a bomb"
    SUITS_OF_A_STAIR = "whether it counts how often a suit is at each rank of a stair"
    BOMBS_WITHOUT_A_SHEPHERD = "who captures a trick won by a bomb where nobody has bid"


_CLAUSES_OF_TOPIC = {
    "setup": (Clause.SETUP,),
    "passing": (Clause.CARD_PASSING,),
    "bets": (Clause.BETTING, Clause.AUCTION, Clause.EXCHANGE),
    "combinations": (Clause.COMBINATIONS, Clause.SETS, Clause.SEQUENCES, Clause.STAIRS, Clause.MATCHING),
    "courts": (Clause.COURT_CARDS,),
    "bombs": (Clause.BOMBS,),
    "tricks": (Clause.TURN, Clause.TRICK, Clause.CAPTURE),
    "out": (Clause.GOING_OUT, Clause.ROUND_END),
    "scoring": (Clause.SCORING,),
    "end": (Clause.GAME_END,),
}
_TOPIC_OF_CLAUSE = {clause: topic for topic, clauses in _CLAUSES_OF_TOPIC.items() for clause in clauses}
ENDING_THE_TRICK = "Ending the Trick, Capturing Cards, & Going Out"
RULEBOOK_HEADINGS: Mapping[Clause, str] = {
    Clause.SETUP: "Setup",
    Clause.BETTING: "Betting",
    Clause.AUCTION: "Betting: Shepherd Auction",
    Clause.EXCHANGE: "Card Exchange",
    Clause.CARD_PASSING: "Card Passing",
    Clause.COMBINATIONS: "Combinations",
    Clause.SETS: "Sets",
    Clause.SEQUENCES: "Sequences",
    Clause.STAIRS: "Stairs",
    Clause.COURT_CARDS: "Court Cards",
    Clause.BOMBS: "Bombs",
    Clause.TURN: "Play",
    Clause.MATCHING: "Play a matching, higher-ranking combination",
    Clause.TRICK: ENDING_THE_TRICK,
    Clause.GOING_OUT: ENDING_THE_TRICK,
    Clause.CAPTURE: ENDING_THE_TRICK,
    Clause.ROUND_END: "Ending the Round",
    Clause.SCORING: "Scoring",
    Clause.GAME_END: "New Round and Winning the Game",
}
"""What Rulebook 2.1 calls each clause."""


class Breach(NamedTuple):
    """Why something may not happen.

    code: the code for scripts; it does not change between versions.
    message: a sentence for people.
    clause: the place in the rulebook that it cites.
    question: the open question of some rulebooks on which it depends; None if there is none.
    """

    code: str
    message: str
    clause: Clause
    question: OpenQuestion | None = None


# Rules and options in words.

_FOR_TWO = "For two players: "
LEAD_STAYS = "The lead is never given away: the winner of a trick leads the next."


def rule_text(rule: Callable[..., object], *, for_two: bool = False) -> str:
    """What a rule of a variant says to players: the first paragraph of its docstring, on one line.

    For two players: What it says to two players, if its docstring has a paragraph for them.

    for_two: whether it speaks to the players of a game for two.

    >>> rule_text(rule_text)
    'What a rule of a variant says to players: the first paragraph of its docstring, on one line.'
    >>> rule_text(rule_text, for_two=True)
    'What it says to two players, if its docstring has a paragraph for them.'
    """
    paragraphs = [" ".join(each.split()) for each in (rule.__doc__ or "").strip().split("\n\n")]
    own = [each.removeprefix(_FOR_TWO) for each in paragraphs if each.startswith(_FOR_TWO)]
    return own[0] if own and for_two else paragraphs[0]


def option_text(value: bool | str) -> str:
    """An option's value as it is typed.

    >>> option_text(True), option_text("cards")
    ('true', 'cards')
    """
    return str(value).lower() if isinstance(value, bool) else value


def option_line(name: str, value: bool | str) -> str:
    """An option as a match file says it.

    >>> option_line("bonus", False), option_line("scoring", "cards")
    ('bonus = false', 'scoring = "cards"')
    """
    text = option_text(value)
    return f"{name} = {text}" if isinstance(value, bool) else f'{name} = "{text}"'


def both_or_all(teams: Sequence[Sequence[int]]) -> str:
    """How the players of one of these teams are called together.

    >>> both_or_all([(0, 2), (1, 3)]), both_or_all([(0, 2, 4), (1, 3, 5)])
    ('both', 'all')
    """
    return "both" if all(len(team) == 2 for team in teams) else "all"
