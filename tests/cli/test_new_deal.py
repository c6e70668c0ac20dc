"""`haggis deal`: what to deal and who begins, or the cards themselves, under house rules, too."""

import json
from collections.abc import Iterator

import pytest

from haggis_cli.plugins.registry import installed_claims, load
from haggis_cli.referee.sentences import setup_steps, unused_suits
from haggis_cli.rules.description import describe_betting, for_players
from haggis_cli.rules.variant import first_standing, seat_players
from tests.support.haggis import Haggis, Ran, refused
from tests.support.plugins import VARIANTS, plugged
from tests.support.terminal import Terminal

GAMES = [(variant_id, players) for variant_id in installed_claims() for players in load(variant_id).players]


@pytest.mark.parametrize(("variant_id", "players"), GAMES)
class TestEveryGame:
    def test_the_numbers_are_those_of_the_declaration(self, haggis: Haggis, variant_id: str, players: int) -> None:
        told = haggis.json("deal", "--variant", variant_id, "--players", str(players))
        setup = load(variant_id).setups[players]
        assert (told["dealt"], told["copies"], told["haggis"]) == (setup.dealt, setup.copies, setup.haggis(players))
        assert len(told["suits"]) == setup.suits
        assert len(told["suits"]) + len(told["left_out"]) == 5
        assert told["deal"] is None

    def test_a_random_deal_is_all_the_cards(self, haggis: Haggis, variant_id: str, players: int) -> None:
        told = haggis.json("deal", "--variant", variant_id, "--players", str(players), "--cards")
        setup = load(variant_id).setups[players]
        hands = told["deal"]["hands"].values()
        assert [len(hand) for hand in hands] == [setup.dealt] * players
        cards = sorted([*(card for hand in hands for card in hand), *told["deal"]["haggis"]])
        assert len(cards) == setup.suits * setup.copies * 9
        assert len(set(cards)) * setup.copies == len(cards)

    def test_it_is_told_in_full(self, haggis: Haggis, variant_id: str, players: int) -> None:
        out = haggis.ok("deal", "--variant", variant_id, "--players", str(players))
        variant = load(variant_id)
        assert out.startswith(f"{variant.name}, round 1: Player 1, Player 2")
        assert f"{variant.setups[players].dealt} cards to each player" in out
        for sentence in describe_betting(for_players(variant, players)):
            assert sentence in out
        assert ("if not, your opponent scores it." in out) is (players == 2)
        assert (" to their partner." in out) is bool(variant.gives)
        assert (" deals, " in out) is (variant.has_dealer or variant.betting.by_auction)
        assert (" bids first." in out) is variant.betting.by_auction


def test_the_suits_that_are_not_played_with_stay_in_the_box() -> None:
    variant = load("two-player")
    table = seat_players(variant, ("Noah", "Isla"), letters="rgbp")
    assert unused_suits(table) == ["yellow"]
    lines = dict(setup_steps(table, first_standing(table, 1)))
    assert lines["Cards"][0] == "2 to 10 in red, green, blue and purple: 36 cards to shuffle. Yellow stays in the box."
    assert lines["Who begins"] == ["Isla deals and leads."]
    assert unused_suits(seat_players(variant, ("Noah", "Isla"), letters="oybr")) == []  # another deck


def test_where_there_is_an_auction_the_player_left_of_the_lead_player_bids_first(haggis: Haggis) -> None:
    """As `new`, `show` and `log` say (Rulebook 2.1, Haggis and Tatties, Shepherd Auction)."""
    words = ("--variant", "tatties", "--player", "Noah", "--player", "Jamie", "--player", "Isla", "--lead", "Jamie")
    assert "Jamie deals, Isla bids first." in haggis("new", *words, "--points", "250", "--name", "friday").out
    assert "  Jamie deals, Isla bids first.\n" in haggis.ok("deal")
    told = haggis.json("deal")
    assert (told["dealer"], told["bidder"]) == ("Jamie", "Isla")
    for command in ("show", "log"):
        assert "Jamie deals round 1; Isla bids first in the auction." in haggis.ok(command)
    assert haggis.json("show")["next"] == {"leader": "Jamie", "dealer": "Jamie", "bidder": "Isla"}
    assert haggis.json("deal", "--variant", "two-player", "--players", "2")["bidder"] is None


def test_chance_says_who_begins_and_the_seed_says_it_again(haggis: Haggis) -> None:
    words = ("deal", "--variant", "three-player", "-p", "Noah", "-p", "Jamie", "-p", "Isla", "--seed")
    leaders = [haggis.json(*words, str(seed))["leader"] for seed in range(20)]
    assert set(leaders) == {"Noah", "Jamie", "Isla"}
    assert leaders[3] == haggis.json(*words, "3")["leader"]


class TestOfAMatch:
    def test_the_next_round_and_who_begins_it(self, haggis: Haggis) -> None:
        haggis.new("--lead", "Isla")
        assert "Haggis (2-Player), round 1: Noah, Isla\n" in haggis.ok("deal")
        assert "Who begins\n  Isla deals and leads.\n" in haggis.ok("deal")
        haggis.ok("score", "Noah: out 8, cards 12")
        told = haggis.json("deal", "friday")
        assert (told["round"], told["leader"], told["players"]) == (2, "Isla", ["Noah", "Isla"])

    def test_nothing_is_written_unless_it_is_to_be_saved(self, haggis: Haggis) -> None:
        before = haggis.new().read_bytes()
        haggis.ok("deal", "--cards", "--seed", "1", "--seat", "Noah")
        assert haggis.path().read_bytes() == before

    def test_a_saved_deal_is_known_to_record_and_can_be_looked_at_again(self, haggis: Haggis) -> None:
        haggis.new()
        told = haggis.json("deal", "--save", "--seed", "1")
        assert haggis.json("deal", "--cards")["deal"] == told["deal"]
        assert haggis("check") == Ran(0, "", "")
        noah, isla = told["deal"]["hands"]["Noah"], told["deal"]["hands"]["Isla"]
        ran = haggis("record", f"Noah: {isla[0]}")
        assert (ran.code, f"Noah does not hold {isla[0]}" in ran.err) == (1, True)
        haggis.ok("record", f"Noah: {noah[0]}")
        assert "[rounds.deal]" in haggis.text()
        shown = haggis.ok("deal", "--seat", "noah")
        assert noah[0] in shown
        assert isla[0] not in shown.split()

    def test_a_round_that_has_begun_is_not_dealt_again(self, haggis: Haggis) -> None:
        haggis.new()
        haggis.ok("record", "Noah: 4r")
        before = haggis.text()
        message = "round 1 has begun: finish it before the next deal"
        assert haggis("deal", "--cards") == haggis("deal", "--save") == refused(2, message)
        assert haggis.text() == before

    def test_undo_takes_a_saved_deal_back(self, haggis: Haggis) -> None:
        before = haggis.new().read_bytes()
        haggis.ok("deal", "--save")
        haggis.ok("undo")
        assert haggis.path().read_bytes() == before

    def test_a_match_that_is_over_is_not_dealt(self, haggis: Haggis) -> None:
        haggis.new("--points", "10")
        haggis.ok("score", "Noah: out 8, cards 12")
        assert haggis("deal").code == 1


class TestHands:
    def test_without_a_terminal_no_hand_is_shown_unasked(self, haggis: Haggis) -> None:
        ran = haggis("deal", "--players", "2", "--cards", "--seed", "s")
        assert "J Q K\n" not in ran.out
        assert (
            ran.err
            == "The cards are dealt: 'haggis deal ... --seed s --seat NAME' shows one hand, --json shows all hands.\n"
        )

    def test_one_seat_sees_its_own_hand_the_same_each_time(self, haggis: Haggis) -> None:
        words = ("deal", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--seed", "s")
        hands = haggis.json(*words, "--cards")["deal"]["hands"]
        for name in ("Noah", "Isla", "2"):
            shown = haggis.ok(*words, "--seat", name).split()
            assert sorted(card for card in shown if card not in "·JQK") == sorted(
                hands["Isla" if name == "2" else name]
            )

    def test_two_copies_are_shown_as_they_can_be_typed(self, haggis: Haggis) -> None:
        words = ("deal", "--variant", "neeps", "--seed", "friday")
        hand = haggis.json(*words, "--cards")["deal"]["hands"]["Player 4"]
        twice = next(card for card in hand if hand.count(card) == 2)
        shown = haggis.ok(*words, "--seat", "4")
        assert f"{twice}{twice[-1]}" in shown.split()
        held = haggis.json("moves", *shown.replace("·", " ").split(), "--variant", "neeps")["hand"]
        assert sorted(held) == sorted([*hand, *"JQK"])

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (("--players", "2", "--seat", "1"), "--seat needs --seed: without a seed every call deals other cards"),
            (
                ("--players", "2", "--save"),
                "--save saves the deal in a match: name one, or start one with 'haggis new'",
            ),
            (("--players", "3", "-p", "Noah"), "--players is 3, but the number of names is 1"),
            (("friday", "--players", "2"), "a match sets its own players and rules: omit MATCH"),
            (("--variant", "two-player", "--players", "5"), "is for 2 players, not 5"),
            (("--players", "2", "--seed", "1", "--seat", "Rory"), "Rory"),
        ],
    )
    def test_what_cannot_be_is_refused(self, haggis: Haggis, words: tuple[str, ...], message: str) -> None:
        ran = haggis("deal", *words)
        assert (ran.code, message in ran.err) == (2, True)

    def test_at_a_terminal_each_hand_is_shown_alone_and_cleared(self, haggis: Haggis) -> None:
        words = ("deal", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--seed", "s")
        hands = json.loads(haggis.process(*words, "--json", "--cards").out)["deal"]["hands"]
        with Terminal(haggis, *words, "--cards", TERM="xterm") as screen:
            shown = screen.answer("Noah, press Enter when only you can see the screen: ", "")
            assert not any(card in shown.split() for hand in hands.values() for card in hand)
            shown = screen.answer("Enter hides the hand: ", "")
            assert set(hands["Noah"]) <= set(shown.split())
            shown = screen.answer("Isla, press Enter when only you can see the screen: ", "")
            screen.answer("Enter hides the hand: ", "")
            assert screen.end()[0] == 0
        assert screen.raw.count("\x1b[2J\x1b[3J") == 4

    def test_ctrl_c_hides_the_hand_that_is_shown(self, haggis: Haggis) -> None:
        words = ("deal", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--cards", "--seed", "s")
        with Terminal(haggis, *words, TERM="xterm") as screen:
            screen.answer("Noah, press Enter when only you can see the screen: ", "")
            screen.expect("Enter hides the hand: ")
            screen.interrupt()
            assert screen.end()[0] == 130
        assert "J Q K" not in screen.raw.rpartition("\x1b[H\x1b[2J\x1b[3J")[2]


@pytest.fixture(autouse=True)
def house(haggis: Haggis) -> Iterator[None]:
    with plugged(haggis, VARIANTS):
        yield


def said(text: str) -> str:
    return " ".join(text.split())


def test_the_deal_stops_for_blind_bets_where_the_cards_are_dealt(haggis: Haggis) -> None:
    told = said(haggis.ok("deal", "--variant", "five", "--seed", "1"))
    assert (
        "7 cards to each player, then the deal stops for blind bets; then the other 7, 14 altogether, a hand of 17"
        in told
    )


@pytest.mark.parametrize("variant", ["five", "team-six"])
@pytest.mark.parametrize("command", [("deal", "--seed", "1", "--variant"), ("variants", "show")])
def test_nobody_is_told_of_cards_that_are_not_passed(haggis: Haggis, command: tuple[str, ...], variant: str) -> None:
    assert "passing" not in haggis.ok(*command, variant)


def test_what_is_dealt_without_blind_bets_is_told_in_one(haggis: Haggis) -> None:
    assert "14 cards to each player, a hand of 16 with Q, K." in said(
        haggis.ok("deal", "--variant", "climb", "--players", "2", "--seed", "1")
    )


def test_nobody_is_told_of_a_card_that_nobody_has(haggis: Haggis) -> None:
    told = said(haggis.ok("variants", "show", "climb"))
    assert "Q and K, played with at least one suit card" in told
    assert "J, Q" not in told


def test_who_wins_by_rounds_won_is_told(haggis: Haggis) -> None:
    told = said(haggis.ok("variants", "show", "speed"))
    assert "Whoever has won that many rounds wins the match, whatever the totals are" in told
    assert "With a goal of points or rounds, the highest total wins; on a tie, play on." in told
