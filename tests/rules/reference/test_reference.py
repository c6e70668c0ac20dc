"""The slow reference itself: its combinations and its rounds, against the rulebooks and by hand."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from tests.rules.reference.combos import Reading, beats, moves, readings
from tests.rules.reference.referee import Round, random_deal, random_event
from tests.support.reference import COURT_RANK, VARIANTS, deck
from tests.support.rows import read_rows


def hand(text: str) -> list[str]:
    return text.split()


GAMES: dict[str, dict[str, Any]] = {
    "two-player": {},
    "three-player": {"suits": "rgbyp"},
    "neeps": {"copies": 2},
    "rogers-neeps": {"copies": 2, "climb": False, "sets": False},
    "rogers-neeps with sets": {"copies": 2, "climb": False},
}


def spelled_out(named: str, size: int) -> Reading:
    """The reading of so many cards that a row names."""
    kind, _, rank = named.partition("@")
    width = int(kind[5:]) if kind.startswith("stair") else size if kind == "set" else 1
    return kind.rstrip("0123456789"), width, size // width, COURT_RANK.get(rank) or int(rank)


@pytest.mark.parametrize(("game", "cards", "named"), read_rows(__file__, "../readings.txt"))
def test_readings(game: str, cards: str, named: str) -> None:
    held = hand(cards)
    expected = {spelled_out(each, len(held)) for each in named.split(", ") if each != "nothing"}
    assert readings(held, **GAMES[game]) == expected


def test_no_card_is_there_more_often_than_the_deck_has_it() -> None:
    with pytest.raises(AssertionError):
        readings(hand("4r 4r"))
    with pytest.raises(AssertionError):
        readings(hand("J J"), copies=2)


@pytest.mark.slow
def test_any_card_is_no_more_than_own_rank_or_lower() -> None:
    rng = Random(3)
    pool = deck("rgb", 1)
    for _ in range(1500):
        cards = rng.sample(pool, rng.randint(1, 6)) + rng.sample(["J", "Q", "K"], rng.randint(1, 3))
        assert readings(cards) == readings(cards, face_any=True)


@pytest.mark.parametrize(("does", "cards", "over"), read_rows(__file__, "../beats.txt"))
def test_beats(does: str, cards: str, over: str) -> None:
    found = any(beats(a, b) for a in readings(hand(cards)) for b in readings(hand(over)))
    assert found == (does == "beats")


def test_moves() -> None:
    held = hand("4r K 4b Q")
    assert moves(held, ("set", 2, 1, 3)) == {
        (("4r", "4b"), "set", 2, 1, 4),
        (("4r", "K"), "set", 2, 1, 4),
        (("4r", "Q"), "set", 2, 1, 4),
        (("4b", "K"), "set", 2, 1, 4),
        (("4b", "Q"), "set", 2, 1, 4),
        (("Q", "K"), "bomb", 1, 2, 4),
    }
    assert moves(held, ("bomb", 1, 2, 4)) == set()
    assert len({move[0] for move in moves(hand("4r 4r 4r"), copies=3)}) == 3


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("variant", "players", "scored"),
    [
        ("two-player", 2, 36),
        ("three-player", 3, 50),
        ("tatties", 3, 51),
        ("neeps", 4, 84),
        ("rogers-neeps", 4, 84),
        *((variant, 2, 36) for variant in ("classic", "revised", "taylor")),
        *((variant, 3, 50) for variant in ("classic", "revised", "taylor")),
    ],
)
def test_random_rounds(variant: str, players: int, scored: int) -> None:
    for seed in range(2):
        rng = Random(f"{variant} {players} {seed}")
        names = ["A", "B", "C", "D"][:players]
        hands, haggis = random_deal(variant, players, rng)
        played = Round(variant, names, dict(zip(names, hands, strict=True)), haggis, leader="B")
        while not played.over:
            played.apply(random_event(played, rng))
        lines = played.scores()
        lost = len(played.nobody) if variant == "neeps" else 0
        assert sum(line.captured for line in lines.values()) == scored - lost
        leader, dealer = played.next_round()
        assert leader in names
        assert (leader == dealer) or VARIANTS[variant].dealer


TRIO = ("Noah", "Jamie", "Isla")
BOOK = ("Adam", "Brenda", "Carol")


def position(
    variant: str,
    hands: Mapping[str, str],
    leader: str,
    events: Sequence[str] = (),
    haggis: str = "",
    *,
    totals: Sequence[int] | None = None,
    options: Mapping[str, object] | None = None,
) -> Round:
    """A position with these hands, court cards named, after these events."""
    held = {name: cards.split() for name, cards in hands.items()}
    played = Round(
        variant, list(hands), held, haggis.split(), leader=leader, totals=totals, options=options, whole_deck=False
    )
    for event in events:
        played.apply(event)
    return played


def test_auctions() -> None:
    hands = {name: f"2{suit} 3{suit}" for name, suit in zip(TRIO, "rgb", strict=True)}
    clockwise = {name: hands[name] for name in ("Isla", "Noah", "Jamie")}
    first = position(
        "tatties", clockwise, "Isla", ["Noah: bid 15", "Jamie: pass", "Isla: bid 30", "Noah: pass"], "7y 8y 9y"
    )
    assert (first.phase, first.bid, first.haggis) == ("exchange", (0, 30), ["9y"])
    assert len(first.legal_events()) == 6  # two of four suit cards
    first.apply("Isla: exchange 2b 7y")
    assert first.turn == 0
    assert sorted(first.hands[0]) == ["3b", "8y"]

    clockwise = {name: hands[name] for name in ("Noah", "Jamie", "Isla")}
    second = position("tatties", clockwise, "Noah", ["Jamie: pass"], "7y 8y 9y", totals=[13, 97, 23])
    second.apply("Isla: bid 30")
    assert second.legal_events() == ["Noah: bid 30", "Noah: bid 45", "Noah: pass"]
    second.apply("Noah: bid 30")
    assert second.legal_events() == ["Isla: bid 45", "Isla: pass"]
    second.apply("Isla: pass")
    assert (second.phase, second.bid) == ("exchange", (0, 30))

    nobody = position("tatties", clockwise, "Noah", ["Jamie: pass", "Isla: pass", "Noah: pass"], "7y 8y 9y")
    assert (nobody.phase, nobody.turn, nobody.first_trick) == ("play", 0, 0)


@pytest.mark.parametrize(
    ("bid", "events", "expected"),
    [
        (30, ["Isla: 2b as single@2", "Noah: 9r as single@9"], {"Noah": 20, "Jamie": 10, "Isla": 0}),
        (45, ["Isla: 2b as single@2", "Noah: pass", "Jamie: 9g as single@9"], {"Noah": 15, "Jamie": 30, "Isla": 0}),
        (15, ["Isla: 2b 2g 2p as set@2"], {"Noah": 0, "Jamie": 0, "Isla": 15}),
    ],
)
def test_auction_points(bid: int, events: list[str], expected: dict[str, int]) -> None:
    hands = {"Noah": "9r", "Jamie": "9g", "Isla": "2b 2g 2p"}
    played = position(
        "tatties",
        hands,
        "Noah",
        ["Jamie: pass", f"Isla: bid {bid}", "Noah: pass"],
        {30: "4y 5y 6y"}.get(bid, "4y 5y 6y"),
    )
    discards = {15: "4y 5y 6y", 30: "4y 5y", 45: "4y"}[bid]
    played.apply(f"Isla: exchange {discards}")
    for event in events:
        played.apply(event)
    while not played.over:
        legal = played.legal_events()
        played.apply(next((text for text in legal if " as " in text), legal[0]))
    assert {name: line.bet_points for name, line in played.scores().items()} == expected
    assert len(played.nobody) == 3


BETS = ["Adam: bet little", "Brenda: bet little"]


def book_round(variant: str, first: str, second: str, options: dict[str, object] | None = None) -> Round:
    hands = dict.fromkeys(BOOK, "2r 4b")
    hands |= {first: "5g", second: "6g"}
    events = [*BETS, f"{first}: 5g as single@5"]
    other = next(name for name in BOOK if name not in (first, second))
    played = position(variant, hands, first, events, options=options)
    while not played.over:
        legal = played.legal_events()
        wanted = f"{second}: 6g as single@6"
        played.apply(wanted if wanted in legal else f"{other}: pass")
    return played


@pytest.mark.parametrize(
    ("variant", "options", "first", "expected"),
    [
        *((variant, None, "Adam", [30, 0, 15]) for variant in ("classic", "taylor", "revised", "three-player")),
        *((variant, None, "Carol", [0, 0, 30]) for variant in ("classic", "taylor", "revised", "three-player")),
        ("revised", {"bet_scoring": "split"}, "Adam", [25, 5, 0]),
        ("revised", {"bet_scoring": "split"}, "Carol", [0, 10, 20]),
    ],
)
def test_bets(variant: str, options: dict[str, object] | None, first: str, expected: list[int]) -> None:
    played = book_round(variant, first, "Brenda", options)
    lines = played.scores()
    assert [line.bet_points for line in lines.values()] == expected
    assert lines[first].bonus == (5 if variant in ("classic", "taylor") else 0)


def test_three_player_bets() -> None:
    played = position(
        "three-player",
        {"Noah": "5g", "Jamie": "6g", "Isla": "2r 3r"},
        "Noah",
        ["Jamie: bet little", "Noah: bet big", "Noah: 5g as single@5", "Jamie: 6g as single@6"],
    )
    assert [line.bet_points for line in played.scores().values()] == [45, 0, 15]
    assert [line.hand for line in played.scores().values()] == [2, 2, 0]


def test_bet_rules() -> None:
    hands = {"Noah": "5g 6g", "Jamie": "7g 8g"}
    played = position("two-player", hands, "Noah", ["Jamie: bet baby", "Noah: 5g as single@5"])
    assert not played.is_legal("Jamie: bet big")
    assert not played.is_legal("Noah: bet big")
    assert not position("revised", hands, "Noah").is_legal("Noah: bet 0")
    assert not position("classic", hands, "Noah", ["Noah: bet 0"]).is_legal("Noah: bet big")


def test_two_player_sheet() -> None:
    first = position(
        "two-player",
        {"Noah": "2r", "Isla": "3r 5r 2g 4g 6g J Q K"},
        "Noah",
        ["Isla: bet baby", "Noah: bet little", "Noah: 2r as single@2"],
    )
    line = first.scores()["Noah"]
    assert (line.hand_points, line.captured, line.bet_points, line.total) == (40, 12, 20, 72)
    assert first.next_round() == ("Isla", "Isla")


def test_three_player_end() -> None:
    played = position(
        "three-player",
        {"Isla": "7r 7g 2r 3r", "Noah": "8b 8g", "Jamie": "2b 3b 4b 2y 3y 4y 2g 3g 4g"},
        "Isla",
        ["Isla: 7r 7g as set@7", "Noah: 8b 8g as set@8", "Jamie: pass", "Isla: pass"],
    )
    assert played.recorded == {1: 9}
    assert sorted(played.piles[1]) == ["7g", "7r", "8b", "8g"]
    assert played.names[played.turn] == "Jamie"
    for event in ("Jamie: 4b as single@4", "Isla: pass", "Jamie: 3b as single@3", "Isla: pass"):
        played.apply(event)
    assert len(played.piles[2]) == 2


def test_out_of_three_counts_as_passing() -> None:
    played = position(
        "three-player",
        {"Isla": "2r 9r", "Noah": "3r", "Jamie": "4r 8r 2y"},
        "Isla",
        ["Isla: 2r as single@2", "Noah: 3r as single@3", "Jamie: 4r as single@4", "Isla: pass"],
    )
    assert played.piles[2] == ["2r", "3r", "4r"]
    played.apply("Jamie: 8r as single@8")
    played.apply("Isla: 9r as single@9")
    assert played.over
    assert played.out == [1, 0]
    assert sorted(played.piles[1]) == ["2y"]


def test_who_gets_a_bombed_trick() -> None:
    hands = {"Adam": "J Q 2r 4r", "Brenda": "Q K 3r 4g", "Carol": "2g 3g 4b"}
    led = ["Adam: J Q as bomb", "Brenda: pass", "Carol: pass"]
    beaten = ["Adam: J Q as bomb", "Brenda: Q K as bomb", "Carol: pass", "Adam: pass"]
    answered = ["Carol: 2g as single@2", "Adam: J Q as bomb", "Brenda: pass", "Carol: pass"]
    for variant, right_or_left in (("classic", 2), ("revised", 2), ("taylor", 1)):
        for leader, events, taker in (("Adam", led, right_or_left), ("Adam", beaten, 0), ("Carol", answered, 2)):
            played = position(variant, hands, leader, events, options={"tournament": True})
            assert played.piles[taker]
            free = position(variant, hands, leader, events)
            winner = 1 if events is beaten else 0
            assert free.legal_events()[0].startswith(f"{BOOK[winner]}: award ")
            assert not free.is_legal(f"{BOOK[winner]}: award {BOOK[winner]}")
            assert not free.is_legal(f"{BOOK[winner]}: 4r as single@4")
            free.apply(f"{BOOK[winner]}: award Carol")
            assert free.piles[2]
            assert free.turn == winner


def test_a_bomb_can_end_the_round() -> None:
    two = position("two-player", {"Jamie": "3r 9b", "Isla": "J Q"}, "Jamie", ["Jamie: 3r as single@3"])
    two.apply("Isla: J Q as bomb")
    assert two.over
    assert sorted(two.piles[0]) == ["3r", "J", "Q"]
    three = position("three-player", {"A": "2r", "B": "J Q", "C": "3r 4r"}, "A", ["A: 2r as single@2"], "9y")
    three.apply("B: J Q as bomb")
    assert three.phase == "award"
    assert three.legal_events() == ["B: award A", "B: award C"]
    three.apply("B: award C")
    assert three.over
    assert (three.piles[0], three.piles[2]) == (["3r", "4r", "9y"], ["2r", "J", "Q"])


def neeps(variant: str, hands: Mapping[str, str], leader: str, options: Mapping[str, object] | None = None) -> Round:
    """A Neeps position after passing a red 10 around twice."""
    played = position(variant, {name: f"{cards} 10r" for name, cards in hands.items()}, leader, options=options)
    for name in list(hands) * 2:
        assert played.phase == "give"
        played.apply(f"{name}: give 10r")
    for cards in played.hands:
        cards.remove("10r")
        played.start.remove("10r")
    return played


NINE = "2b 3b 4b 5b 6b 7b 8b 9b 10b"
FOURTEEN = "2y 3y 4y 5y 6y 7y 8y 9y 2g 3g 4g 5g 6g 7g"


@pytest.mark.parametrize(("variant", "second"), [("neeps", 14), ("rogers-neeps", 14)])
def test_slam(variant: str, second: int) -> None:
    played = neeps(variant, {"Isla": "3r", "Jamie": NINE, "Rory": "2r", "Noah": FOURTEEN}, "Rory")
    played.apply("Rory: bet big")
    for event in ("Rory: 2r as single@2", "Noah: pass", "Isla: 3r as single@3"):
        played.apply(event)
    lines = played.scores()
    assert (lines["Rory"].hand, lines["Isla"].hand) == (14, second)
    assert lines["Rory"].bet_points == 60
    assert played.totals_after() == [5 * 28 + 60 + 25, 0]
    assert played.next_round() == ("Noah", "Noah")


@pytest.mark.parametrize(("variant", "second"), [("neeps", 4), ("rogers-neeps", 3)])
def test_slam_equality(variant: str, second: int) -> None:
    played = neeps(variant, {"Isla": "3r", "Jamie": "4b 5b", "Rory": "2r", "Noah": "4y 5y 6y 9y"}, "Rory")
    for event in ("Rory: 2r as single@2", "Noah: 9y as single@9", "Isla: pass", "Jamie: pass"):
        played.apply(event)
    played.apply("Noah: 4y as single@4")
    assert not played.is_legal("Isla: 3r as single@3")
    slam = neeps(variant, {"Isla": "10b", "Jamie": "4b 5b", "Rory": "2r", "Noah": "4y 5y 6y 9y"}, "Rory")
    for event in ("Rory: 2r as single@2", "Noah: 9y as single@9", "Isla: 10b as single@10"):
        slam.apply(event)
    assert slam.recorded == {2: 4, 0: second}


def test_remaining_partner() -> None:
    hands = {"Isla": "2r", "Jamie": "3r", "Rory": "5b 6b", "Noah": "4r"}
    events = ["Isla: 2r as single@2", "Jamie: 3r as single@3", "Rory: pass", "Noah: 4r as single@4"]
    for variant, options, captured in (
        ("neeps", None, 0),
        ("neeps", {"partner_cards": "first-out"}, 2),
        ("rogers-neeps", None, 2),
    ):
        played = neeps(variant, hands, "Isla", options=options)
        for event in events:
            played.apply(event)
        assert played.over
        assert [line.captured for line in played.scores().values()] == [captured, 0, 0, 3]
        assert [line.hand for line in played.scores().values()] == [1, 2, 0, 2]


def test_neeps_bets() -> None:
    played = neeps("neeps", {"Isla": "2r 9r", "Jamie": "3r", "Rory": "5b 6b", "Noah": "4r"}, "Isla")
    played.apply("Rory: bet baby")
    assert not played.is_legal("Rory: bet little")
    assert not played.is_legal("Isla: bet baby")
    played.apply("Isla: bet little")
    played.apply("Rory: bet big")
    played.apply("Noah: bet baby")
    assert played.bets == {2: 30, 3: 5}
    for event in ("Isla: 2r as single@2", "Jamie: 3r as single@3"):
        played.apply(event)
    assert not played.is_legal("Noah: bet big")
    for event in ("Rory: pass", "Noah: 4r as single@4"):
        played.apply(event)
    assert [line.bet_points for line in played.scores().values()] == [5, 30, 0, 0]


def test_neeps_bombs_and_the_lead() -> None:
    hands = {"Isla": "2r 9r", "Jamie": "J Q 3r", "Rory": "5b 6b", "Noah": "4r 5r"}
    played = neeps("neeps", hands, "Isla")
    for event in ("Isla: 2r as single@2", "Jamie: J Q as bomb", "Rory: pass", "Noah: pass", "Isla: pass"):
        played.apply(event)
    assert sorted(played.piles[2]) == ["2r", "J", "Q"]
    assert not played.is_legal("Jamie: lead Rory")
    played.apply("Jamie: award Isla")
    assert sorted(played.piles[0]) == ["2r", "J", "Q"]
    played.apply("Jamie: lead Noah")
    assert not played.is_legal("Jamie: 3r as single@3")
    played.apply("Noah: 4r as single@4")
    assert not played.is_legal("Jamie: award Rory")


def test_cards_are_received_only_when_all_have_given() -> None:
    hands = {"Isla": "2r J", "Jamie": "3r", "Rory": "5b", "Noah": "4r"}
    played = position("neeps", hands, "Isla", ["Isla: give 2r", "Rory: give 5b"])
    assert not played.is_legal("Isla: give 5b")
    assert not played.is_legal("Isla: give J")
    played.apply("Jamie: give 3r")
    played.apply("Noah: give 4r")
    assert played.hands == [["J", "5b"], ["4r"], ["2r"], ["3r"]]
    assert played.is_legal("Isla: give 5b")
    assert not played.is_legal("Isla: 5b as single@5")


def test_next_lead() -> None:
    ends = {"A": "2r", "B": "3r", "C": "4b"}
    events = ["A: 2r as single@2", "B: 3r as single@3"]  # 5 each for C's card, and B captures a 3
    three = position("three-player", ends, "A", events)
    assert three.totals_after() == [5, 6, 0]
    assert three.next_round() == ("C", "C")
    assert position("three-player", ends, "A", events, totals=[0, 0, 6]).next_round() == ("A", "A")
    assert position("three-player", ends, "A", events, totals=[1, 0, 6]).next_round() == ("A", "A")
    assert position("classic", ends, "A", events).next_round() == ("C", "A")
    assert position("revised", ends, "A", events, totals=[1, 0, 6]).next_round() == ("B", "A")
    assert position("revised", ends, "A", events, totals=[1, 1, 6]).next_round() == ("C", "B")
    passes = ["B: pass", "C: pass", "A: pass", *events]  # A captures 1 card, B 2
    assert position("tatties", ends, "A", passes).totals_after() == [6, 7, 0]
    assert position("tatties", ends, "A", passes, totals=[0, 0, 6]).next_round() == ("C", "C")
    assert position("tatties", ends, "A", passes, totals=[1, 0, 9]).next_round() == ("B", "B")
    two = position("two-player", {"A": "2r", "B": "3r"}, "A", ["A: 2r as single@2"], totals=[0, 6])
    assert two.totals_after() == [6, 6]
    assert two.next_round() == ("B", "B")


def test_illegal_events() -> None:
    hands = {"Noah": "5g 6g 7g 7r", "Jamie": "8g 9g 10g 10r"}
    played = position("two-player", hands, "Noah")
    for text in (
        "Noah: pass",
        "Noah: 8g as single@8",
        "Noah: 5g 6g as set@5",
        "Noah: 7g 7r as set@8",
        "Jamie: 8g as single@8",
        "Ann: 8g as single@8",
        "Noah: bet 7",
        "Noah: bid 15",
        "Noah: award Jamie",
        "Noah: lead Jamie",
        "Noah: give 5g",
    ):
        assert not played.is_legal(text)
        with pytest.raises(AssertionError):
            played.apply(text)
    assert "Noah: 5g 6g 7g as sequence@7" in played.legal_events()
    played.apply("Noah: 7g 7r as set@7")
    assert [text for text in played.legal_events() if "bet" not in text] == ["Jamie: 10r 10g as set@10", "Jamie: pass"]
