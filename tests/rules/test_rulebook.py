"""The rules as they are told: of every variant, ours or not, and never against the engine."""

import re
from dataclasses import replace

import pytest
from haggis_variants.classic import CLASSIC
from haggis_variants.neeps import NEEPS
from haggis_variants.tatties import TATTIES
from haggis_variants.two_player import TWO_PLAYER

from haggis_cli.library.judging import build_table, judge_play
from haggis_cli.matches.notation import parse_cards
from haggis_cli.plugins.registry import load, own_ids
from haggis_cli.rules.bets import BlindBets
from haggis_cli.rules.betting import FreeBets, Stakes
from haggis_cli.rules.cards import Setup, rank_name
from haggis_cli.rules.events import Bet, Bid, Breach, Clause, RoundView, TableView, TrickPlay
from haggis_cli.rules.examples import example_outcome
from haggis_cli.rules.readings import Combinations, Kind, find_readings
from haggis_cli.rules.rulebook import TOPICS, tell_rules
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import Table, Variant, score
from tests.support.rows import read_rows

HOUSE = replace(
    TWO_PLAYER,
    id="house",
    name="House",
    setups={3: Setup(suits=5, copies=1, dealt=12, courts=(12, 13))},
    goals=(Goal(round_wins=3),),
    combinations=Combinations(bombs=(), set_sizes=(2, 3), sequence=4),
    betting=BlindBets(amounts=(10, 40), names={"shy": 10, "bold": 40}, blind=(40,), seen=6),
    beginner="",
)
"""Five suits, no bombs, other bets, no Jacks."""


def tables() -> list[Table]:
    found = [(load(each), players) for each in own_ids() for players in load(each).players]
    return [build_table(variant, players) for variant, players in [*found, (HOUSE, 3)]]


EVERY_TABLE = pytest.mark.parametrize("table", tables(), ids=lambda table: f"{table.variant.id}-{len(table.names)}")


def told(variant: Variant, topic: str, players: int | None = None, **options: bool | str) -> str:
    topics = tell_rules(build_table(variant, players, options=options))
    return " ".join(line.says for each in topics if each.name == topic for line in each.lines)


@EVERY_TABLE
def test_topics_stand_in_their_order_and_none_is_empty(table: Table) -> None:
    topics = tell_rules(table)
    assert [each.name for each in topics] == [name for name in TOPICS if any(name == each.name for each in topics)]
    for topic in topics:
        assert topic.lines
        for line in topic.lines:
            assert line.says[:1].isupper() or line.says[:1].isdigit(), line
            assert line.says[-1] in ".:)" or line.cards or "=" in line.says, line


@EVERY_TABLE
def test_the_cards_that_are_shown_are_what_the_sentence_says(table: Table) -> None:
    rules = table.variant.combinations
    kinds = {"A single": Kind.SINGLE, "A set": Kind.SET, "A pair": Kind.SET, "A sequence": Kind.SEQUENCE}
    kinds |= {"A stair": Kind.STAIR, "This beats": Kind.SEQUENCE, "Two copies": Kind.SET, "A court card": Kind.SINGLE}
    shown = [(topic.name, line) for topic in tell_rules(table) for line in topic.lines if line.cards]
    assert len(shown) > 5
    for topic, line in shown:
        readings = find_readings(rules, parse_cards(line.cards, table.deck))
        if topic == "bombs":
            assert [(each.kind, each.rank) for each in readings] == [(Kind.BOMB, int(line.says.partition(".")[0]))]
        else:
            wanted = next(kind for words, kind in kinds.items() if line.says.startswith(words))
            assert wanted in {each.kind for each in readings}, line


@EVERY_TABLE
def test_the_example_of_scoring_adds_up(table: Table) -> None:
    outcome = example_outcome(table)
    assert outcome
    lines = [each.says for topic in tell_rules(table) if topic.name == "scoring" for each in topic.lines]
    sums = [line.partition(": ")[2] for line in lines if " = " in line]
    assert len(sums) == len(table.names) + len(table.variant.teams)
    for text in sums:
        left, total = text.split(" = ")
        added = re.sub(r"[^0-9+×]", "", left)
        assert sum(eval_product(part) for part in added.split("+")) == int(total), text
    whole = sum(int(text.split(" = ")[1]) for text in sums[len(table.names) if table.variant.teams else 0 :])
    assert whole == sum(line.total for line in score(table, outcome))


def eval_product(text: str) -> int:
    first, _, second = text.partition("×")
    return int(first) * int(second or 1)


@pytest.mark.parametrize(("variant", "topic", "says"), read_rows(__file__, "explained.txt"))
def test_what_the_rulebook_explains_is_told(variant: str, topic: str, says: str) -> None:
    assert says in told(HOUSE if variant == HOUSE.id else load(variant), topic)


@pytest.mark.parametrize(("variant", "topic", "says"), read_rows(__file__, "played_examples.txt"))
def test_examples_are_played_by_the_rules_of_the_variant(variant: str, topic: str, says: str) -> None:
    assert says in told(HOUSE if variant == HOUSE.id else load(variant), topic)


def test_examples_follow_the_options_of_the_match() -> None:
    assert "Noah wins the trick, and Jamie captures its 10 cards." in told(CLASSIC, "bombs", 3, tournament=True)
    assert "If Noah goes out first, Noah scores 35 and Isla scores 10." in told(
        load("revised"), "bets", 3, bet_scoring="split"
    )


@EVERY_TABLE
def test_every_rule_that_a_refusal_rests_on_has_its_topic(table: Table) -> None:
    topics = {topic.name for topic in tell_rules(table)}
    for play in ("4r 6r", "4r 5g", "3r 5r 7r Q", " ".join(map(rank_name, table.setup.courts)), "4r 4g 5r 5b 6r"):
        judged = judge_play(play, None, table)
        assert judged.legal or judged.topic in topics, play


def test_a_refusal_that_rests_on_the_suits_of_a_stair_cites_its_ruling() -> None:
    assert judge_play("4r 4r 4g 5r 5g 5g", None, build_table(NEEPS, 4)).rule == "ruling on Rulebook 2.1, Stairs"
    assert judge_play("4r 4g 5r 5b", None, build_table(NEEPS, 4)).rule == "Rulebook 2.1, Stairs"


@pytest.mark.parametrize(
    "word",
    [
        *("Lead player:", "Trick:", "Round:", "Go out:", "Capture:", "Suit card:", "Court card:", "Wild:"),
        *("Point card:", "Bomb:", "The haggis:"),
    ],
)
def test_the_words_of_the_rulebook_are_defined(word: str) -> None:
    assert word in told(TWO_PLAYER, "glossary")


class Dares(FreeBets):
    """Bets that cost points when they fail, with a rule of their own on when they are made."""

    def refuse(self, state: RoundView, event: Bet | Bid) -> Breach | None:
        return None

    def settle(self, table: TableView, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        return tuple((stake or 0) * (1 if seat == out[0] else -1) for seat, stake in enumerate(stakes))


def no_bomb_is_led(state: RoundView, play: TrickPlay) -> Breach | None:
    """Nobody leads a bomb."""
    wrong = play.reading.kind is Kind.BOMB and not state.trick
    return Breach("bomb-led", "Nobody leads a bomb.", Clause.BOMBS) if wrong else None


def test_nothing_is_told_that_a_rule_of_a_plugin_forbids() -> None:
    own = replace(TWO_PLAYER, betting=Dares(), may_play=no_bomb_is_led)
    assert "You may also lead one." not in told(own, "bombs")
    assert "must play one of these; nobody leads by passing." in told(own, "combinations")
    assert "The player who leads must play. Then" in told(own, "tricks")
    bets = told(own, "bets")
    assert "Nobody has to bet. Both of you may bet the same amount. For example" in bets
    assert "If Noah goes out first, Noah scores 5 and Isla loses 30." in bets
    assert "it need not be your turn" not in bets
    assert "captured - 30 from bets = " in told(own, "scoring")


def test_what_cannot_happen_between_two_players_is_not_told() -> None:
    for variant in (TWO_PLAYER, CLASSIC):
        assert "gone out" not in told(variant, "bets", 2) + told(variant, "rulings", 2)
    assert "Once a player has gone out" in told(CLASSIC, "bets", 3)
    assert "Once a player has gone out" in told(CLASSIC, "rulings", 3)


def test_words_of_some_variants_only_are_defined_there() -> None:
    assert "Slam:" in told(NEEPS, "glossary")
    assert "Slam:" not in told(TWO_PLAYER, "glossary")
    assert "Shepherd: the player who won the auction." in told(TATTIES, "glossary")
    assert "Black sheep: the last player left." in told(load("revised"), "glossary", 3)
    assert "Shepherd" not in told(TWO_PLAYER, "glossary")


def test_a_variant_without_bombs_hears_nothing_of_them_but_their_name() -> None:
    topics = tell_rules(build_table(replace(HOUSE, rulings=()), 3))
    lines = [line.says for topic in topics if topic.name != "glossary" for line in topic.lines]
    assert [line for line in lines if "bomb" in line.casefold()] == []
    assert "bombs" not in {topic.name for topic in topics}


def test_options_in_force_are_those_that_are_told() -> None:
    assert "every card is 1 point" in told(TWO_PLAYER, "scoring", scoring="cards")
    assert "Here: every captured card is 1 point" in told(TWO_PLAYER, "options", scoring="cards")
    assert "Here" not in told(TWO_PLAYER, "options")


def test_only_as_many_players_as_play_are_spoken_of() -> None:
    assert "Your opponent" in told(CLASSIC, "out", 2).replace("your", "Your")
    assert "scores a bonus of 5 points" in told(CLASSIC, "scoring", 3)
    assert "bonus" not in told(CLASSIC, "scoring", 2)
