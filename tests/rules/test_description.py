"""What a variant says of itself: only what it has, and who wins by the goals that it proposes."""

from dataclasses import replace

import pytest
from haggis_variants.neeps import NEEPS
from haggis_variants.rogers_neeps import ROGERS_NEEPS
from haggis_variants.two_player import TWO_PLAYER

from haggis_cli.rules.bets import BlindBets, TeamBets
from haggis_cli.rules.cards import Setup
from haggis_cli.rules.description import QUESTIONS, describe_dispute, describe_variant, dispute_title
from haggis_cli.rules.readings import Combinations
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import Variant


def section(variant: Variant, title: str) -> str:
    """The sentences under a heading."""
    return " ".join(dict(describe_variant(variant))[title])


def with_courts(*courts: int, climb: bool = True, wild: bool = False) -> Variant:
    rules = Combinations(bombs=(), courts_climb=climb, any_card=wild)
    return replace(TWO_PLAYER, setups={2: Setup(4, 1, 14, courts)}, combinations=rules)


@pytest.mark.parametrize(
    ("variant", "says"),
    [
        (
            with_courts(11, 12, 13),
            (
                "J, Q and K, played with at least one suit card, stand for any card of their rank or lower, "
                "in any suit. Sequences and stairs may go on past 10 to J, Q and K, "
            ),
        ),
        (
            with_courts(12, 13),
            (
                "Q and K, played with at least one suit card, stand for any card of their rank or lower, "
                "in any suit. Sequences and stairs may go on past 10 to Q and K, "
            ),
        ),
        (
            with_courts(13, climb=False),
            "K, played with at least one suit card, stands for any card from 2 to 10, in any suit.",
        ),
        (
            with_courts(11, wild=True),
            (
                "J, played with at least one suit card, stands for any card. "
                "Sequences and stairs may go on past 10 to J, "
            ),
        ),
    ],
)
def test_only_the_court_cards_that_somebody_has_are_told_of(variant: Variant, says: str) -> None:
    assert says in section(variant, "Combinations")


def test_without_court_cards_nothing_is_said_of_them() -> None:
    without = with_courts()
    assert "at least one suit card" not in section(without, "Combinations")
    assert "Court cards" not in section(without, "Scoring")


def test_passing_is_told_of_where_cards_are_passed() -> None:
    assert "even before and during card passing" in section(NEEPS, "Betting")
    assert "passing" not in section(replace(NEEPS, gives=0), "Betting")
    blind = replace(ROGERS_NEEPS, betting=BlindBets())
    assert "before all other bets, the passing of cards, and the first play" in section(blind, "Betting")
    alone = section(replace(blind, gives=0), "Betting")
    assert "So it comes before all other bets and the first play." in alone


def test_a_betting_of_ones_own_keeps_its_words() -> None:
    class Loud(TeamBets):
        """Bets that are shouted."""

        def describe(self) -> list[str]:
            return ["Bets are shouted.", *super().describe()]

    said = section(replace(NEEPS, betting=Loud(), gives=0), "Betting")
    assert said.startswith("Bets are shouted. Each team may have one bet")
    assert "You may bet at any time before you play your first card." in said


def test_the_deal_stops_for_blind_bets() -> None:
    assert "Deal 14 suit cards each, 8 of them before blind bets: a hand" in section(
        replace(TWO_PLAYER, betting=BlindBets()), "Set-up"
    )
    assert "Deal 14 suit cards each: a hand" in section(TWO_PLAYER, "Set-up")


WON = "has won that many rounds wins the match, whatever the totals are"
HIGHEST = "the highest total"


@pytest.mark.parametrize(
    ("goals", "wins", "totals"),
    [
        ((Goal(points=250),), False, True),
        ((Goal(round_wins=3),), True, False),
        ((Goal(round_wins=3), Goal(points=100)), True, True),
    ],
)
def test_who_wins_follows_from_the_goals(goals: tuple[Goal, ...], wins: bool, totals: bool) -> None:
    said = section(replace(TWO_PLAYER, goals=goals), "Next round and end")
    assert (WON in said, HIGHEST in said.replace("The", "the")) == (wins, totals)
    assert ("points, rounds or rounds won, never two of them" in said) == wins


def test_a_variant_without_bombs_does_not_speak_of_them() -> None:
    variant = replace(NEEPS, combinations=Combinations(bombs=()), rulings=())
    said = [*describe_variant(variant), *((word, describe_dispute(variant, word)) for word in QUESTIONS)]
    assert [line for _, lines in said for line in lines if "bomb" in line.casefold()] == []
    assert "bomb" not in dispute_title(variant, "trick")
    assert "bomb" in dispute_title(NEEPS, "trick")
