"""A breach of the rules, as data: what the referee says, and the clause it rests on; rules and options in words."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple


class Clause(StrEnum):
    """The places in a rulebook that a ruling can rest on; a variant says what its own rulebook calls them."""

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


class OpenQuestion(StrEnum):
    """What a refusal can turn on that not every rulebook says; where a ruling settles it, the refusal cites that."""

    BET_WHEN_FIRST_PLACE_IS_DECIDED = "whether anybody bets once a player is out"
    SEQUENCE_LENGTH = "how many cards a sequence has at least"
    SUITS_OF_A_BOMB = "of which suits a bomb of suit cards is"
    WILD_CARDS_IN_A_BOMB = "whether a court card is wild in a bomb"


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


class Breach(NamedTuple):
    """Why something may not happen.

    code: what scripts go by; it does not change from one version to the next.
    message: a sentence for people.
    clause: the place in the rulebook that it rests on.
    question: what it turns on, where some rulebooks leave that open; None where they all say it.
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

    for_two: whether two play, who are spoken to.

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
