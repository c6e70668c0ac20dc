"""Other ways to bet: the auction of Haggis and Tatties with its exchange (rules B6, T1-T6), and blind bets."""

from dataclasses import replace

import pytest
from haggis_variants.tatties import TATTIES
from haggis_variants.three_player import THREE_PLAYER

from haggis_cli.devkit.conformance import check_variant
from haggis_cli.matches.notation import parse_bet, parse_event, render_event
from haggis_cli.players.levels import view_of
from haggis_cli.players.policies import offered_bets
from haggis_cli.plugins.registry import load
from haggis_cli.rules.bets import Auction, BlindBets
from haggis_cli.rules.betting import FreeBets, Offer
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Award, Bet, Bid, Breach, Clause, Pass, Phase, Play
from haggis_cli.rules.judge import HandWork, find_hand_work, hand_work_text, judge
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.variant import seat_players
from haggis_cli.support.errors import NotationError
from tests.support.tables import after, cards, code, dealt, named, refused, started, table

CLOCKWISE = ("Isla", "Noah", "Jamie")


def auction(*events: str, totals: tuple[int, int, int] = (0, 0, 0)) -> Round:
    """Isla leads; Noah sits left of her, then Jamie. `totals` in that order."""
    return after(started(table("tatties", CLOCKWISE), "Isla", totals), *events)


def turn(state: Round) -> str:
    return state.table.names[state.turn]


def shepherd(state: Round) -> tuple[str, int] | None:
    best = state.table.variant.betting.shepherd(state.betting)
    return (state.table.names[best.seat], best.amount) if best else None


def named_stakes(state: Round) -> dict[str, int]:
    """The bets that count, by the player who made them."""
    stakes = state.table.variant.betting.stakes(state.table, state.betting)
    return {name: stake for name, stake in zip(state.table.names, stakes, strict=True) if stake is not None}


def test_b6_the_auction_replaces_betting() -> None:
    assert code(auction(), "Isla: bet 30") == "out-of-turn"
    assert judge(auction(), Bet(1, 30)) == Breach(
        "bet-not-offered", "The auction replaces bets: use 'bid'.", Clause.AUCTION
    )


def test_t1_starts_left_of_the_lead_player_and_goes_clockwise() -> None:
    state = auction()
    assert (state.phase, turn(state)) == (Phase.AUCTION, "Noah")
    for event in ("Isla: bid 15", "Isla: pass"):
        breach = judge(state, parse_event(event, state.table))
        assert breach
        assert (breach.code, breach.clause) == ("out-of-turn", Clause.AUCTION)
    assert turn(auction("Noah: bid 15")) == "Jamie"
    assert turn(auction("Noah: bid 15", "Jamie: bid 30")) == "Isla"


def test_t1_players_who_passed_are_skipped() -> None:
    assert turn(auction("Noah: pass", "Jamie: bid 15", "Isla: bid 30")) == "Jamie"


def test_t1_bids_are_15_30_or_45() -> None:
    state = auction()
    assert [amount for amount in range(60) if code(state, f"Noah: bid {amount}") is None] == [15, 30, 45]


def test_t1_nobody_plays_or_passes_a_trick_before_it_is_over() -> None:
    assert code(auction(), "Noah: 7r") == "auction-pending"
    assert code(auction(), "Isla: 7r") == "auction-pending"


@pytest.mark.parametrize("verb", ["bid", "bet", "Bet"])
@pytest.mark.parametrize(("name", "amount"), [("baby", 15), ("little", 30), ("big", 45), ("BIG", 45), ("45", 45)])
def test_t1_the_bet_cards_lie_on_their_tatties_side(verb: str, name: str, amount: int) -> None:
    """Baby 15, little 30, big 45, whichever word is said; files have `bid N`."""
    tatties = table("tatties", CLOCKWISE)
    event = parse_event(f"Noah: {verb} {name}", tatties)
    assert event == Bid(1, amount)
    assert render_event(event, tatties) == f"Noah: bid {amount}"
    assert shepherd(auction(f"Noah: {verb} {name}")) == ("Noah", amount)


def test_t1_an_auction_without_names_has_none() -> None:
    """A house rule's: what `big` would be worth elsewhere is not guessed."""
    tatties = table("tatties", CLOCKWISE)
    house = tatties._replace(variant=replace(tatties.variant, betting=Auction()))
    with pytest.raises(NotationError, match=r"^'big' is not an amount: bid 15, 30 or 45$"):
        parse_event("Noah: bid big", house)


def test_t1_a_pass_is_final() -> None:
    state = auction("Noah: pass", "Jamie: bid 15")
    for event in ("Noah: bid 30", "Noah: bet big", "Noah: pass"):
        assert refused(state, event) == Breach(
            "already-passed", "Noah has passed in the auction, and a pass is final.", Clause.AUCTION
        )
    assert code(state, "Jamie: bid 45") == "out-of-turn"


@pytest.mark.parametrize("event", ["Isla: bid 45", "Jamie: bet big", "Noah: bid 15"])
def test_t3_after_the_auction_nobody_bids(event: str) -> None:
    over = auction("Noah: bid 15", "Jamie: bid 30", "Isla: pass", "Noah: pass")
    assert refused(over, event).message == "The auction is over: Jamie is the Shepherd with 30."
    assert refused(after(over, "Jamie: 7r"), event).message == "The auction is over: Jamie is the Shepherd with 30."
    nobody = auction("Noah: pass", "Jamie: pass", "Isla: pass")
    assert refused(nobody, event).message == "The auction is over: everybody has passed."


def test_t2_over_a_bid_a_player_bids_higher() -> None:
    state = auction("Noah: bid 30")
    assert code(state, "Jamie: bid 15") == "bid-too-low"
    assert code(state, "Jamie: bid 30") == "bid-too-low"
    assert code(state, "Jamie: bid 45") is None


@pytest.mark.parametrize(("noah", "jamie", "may"), [(10, 9, True), (10, 10, False), (9, 10, False), (0, -5, True)])
def test_t2_or_matches_it_with_a_lower_game_score_than_the_bidder(noah: int, jamie: int, may: bool) -> None:
    state = auction("Noah: bid 30", totals=(0, noah, jamie))
    assert (code(state, "Jamie: bid 30") is None) == may
    assert code(state, "Jamie: bid 15") == "bid-too-low"


def test_t2_the_score_of_the_current_bidder_counts_not_that_of_the_first() -> None:
    state = auction("Noah: bid 15", "Jamie: bid 30", totals=(20, 50, 10))
    assert code(state, "Isla: bid 30") == "bid-too-low"
    assert code(auction("Noah: bid 30", "Jamie: bid 30", totals=(20, 50, 10)), "Isla: bid 30") == "bid-too-low"


def test_t2_nobody_matches_or_raises_an_own_bid() -> None:
    state = auction("Noah: bid 15", "Jamie: pass", "Isla: pass")
    assert (state.phase, turn(state), shepherd(state)) == (Phase.PLAY, "Noah", ("Noah", 15))
    assert refused(state, "Noah: bid 30").message == "The auction is over: Noah is the Shepherd with 15."


def test_t3_ends_when_one_bidder_is_left() -> None:
    state = auction("Noah: bid 15", "Jamie: bid 30", "Isla: pass")
    assert state.phase is Phase.AUCTION
    assert shepherd(after(state, "Noah: pass")) == ("Jamie", 30)


def test_t3_passes_after_45_are_entered_too() -> None:
    state = auction("Noah: bid 45")
    assert turn(state) == "Jamie"
    assert code(state, "Jamie: bid 45") == "bid-too-low"
    assert code(after(state, "Jamie: pass"), "Noah: 7r") == "auction-pending"
    assert shepherd(after(state, "Jamie: pass", "Isla: pass")) == ("Noah", 45)


def test_t3_45_can_be_matched() -> None:
    state = auction("Noah: bid 45", "Jamie: bid 45", "Isla: pass", "Noah: pass", totals=(0, 10, 0))
    assert (shepherd(state), turn(state)) == (("Jamie", 45), "Jamie")


def test_t4_the_shepherd_leads_the_first_trick() -> None:
    state = auction("Noah: pass", "Jamie: bid 15", "Isla: pass")
    assert (turn(state), state.first_lead, state.leader) == ("Jamie", 2, 0)
    state = after(state, "Jamie: 7r", "Isla: pass", "Noah: pass", "Jamie: 8r")
    assert state.first_lead == 2


def test_t4_if_all_passed_there_is_no_shepherd_and_the_last_to_pass_leads() -> None:
    state = auction("Noah: pass", "Jamie: pass", "Isla: pass")
    assert (state.phase, turn(state), shepherd(state)) == (Phase.PLAY, "Isla", None)
    betting = state.table.variant.betting
    assert [event.seat for event in state.betting] == [1, 2, 0]
    assert betting.stakes(state.table, state.betting) == (None, None, None)
    assert betting.settle(state.table, (None, None, None), (0, 1)) == (0, 0, 0)


HANDS = {"Isla": "2r 3r", "Noah": "2g 3g", "Jamie": "2b 3b"}


def exchanging(bid: int) -> Round:
    """Jamie is the Shepherd at this bid; the haggis lies 7y 8y 9y from the top."""
    state = dealt(table("tatties", CLOCKWISE), HANDS, "Isla", "7y 8y 9y")
    return after(state, "Noah: pass", f"Jamie: bid {bid}", "Isla: pass")


@pytest.mark.parametrize(("bid", "drawn"), [(15, "7y 8y 9y"), (30, "7y 8y"), (45, "7y")])
def test_t5_draws_three_two_or_one_from_the_top(bid: int, drawn: str) -> None:
    state = exchanging(bid)
    assert (state.phase, turn(state)) == (Phase.EXCHANGE, "Jamie")
    assert " ".join(map(state.table.deck.card_text, state.drawn())) == drawn


def test_t4_the_last_bid_is_what_counts_and_it_is_the_shepherds() -> None:
    state = auction("Noah: bid 15", "Jamie: bid 30", "Isla: pass", "Noah: pass")
    assert named_stakes(state) == {"Jamie": 30}
    assert [event.seat for event in state.betting] == [1, 2, 0, 1]


def test_t5_discards_as_many_suit_cards_drawn_ones_allowed() -> None:
    state = after(exchanging(30), "Jamie: exchange 2b 7y")
    assert state.hands is not None
    assert state.hands[2] == cards("3b 8y J Q K", state.table)
    assert {state.table.deck.card_text(card) for card in state.haggis} == {"9y", "2b", "7y"}
    assert (state.phase, turn(state), state.sizes[2]) == (Phase.PLAY, "Jamie", 17)


@pytest.mark.parametrize(("bid", "exchanged"), [(15, "3 cards"), (30, "2 cards"), (45, "1 card")])
def test_t5_with_hands_unknown_the_exchange_is_done_and_not_entered(bid: int, exchanged: str) -> None:
    state = auction("Noah: pass", f"Jamie: bid {bid}", "Isla: pass")
    work = find_hand_work(state)
    assert work == HandWork(Phase.EXCHANGE, (2,), int(exchanged[0]))
    said = f"Jamie exchanges {exchanged} now; no entry is needed."
    assert hand_work_text(work, state.table.names) == said
    assert refused(state, "Jamie: exchange 2b 3b").message == said
    giving = state.table._replace(variant=replace(state.table.variant, gives=1))
    assert refused(state._replace(table=giving), "Jamie: give 2b").message == said
    assert find_hand_work(after(state, "Jamie: 7r")) is None
    assert find_hand_work(auction("Noah: pass", "Jamie: pass", "Isla: pass")) is None
    assert find_hand_work(auction("Noah: pass")) is None
    assert find_hand_work(exchanging(bid)) is None
    known = after(exchanging(bid), f"Jamie: exchange {' '.join(['2b', '3b', '7y'][: int(exchanged[0])])}")
    assert (known.phase, find_hand_work(known)) == (Phase.PLAY, None)


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ("Jamie: exchange 2b", "wrong-size"),
        ("Jamie: exchange 2b 3b 7y", "wrong-size"),
        ("Jamie: exchange 2b J", "not-expected"),
        ("Jamie: exchange 2b 9y", "card-not-in-hand"),
        ("Jamie: exchange 2b 2r", "card-not-in-hand"),
        ("Isla: exchange 2r 3r", "out-of-turn"),
        ("Jamie: 2b", "exchange-pending"),
        ("Jamie: pass", "exchange-pending"),
    ],
)
def test_t5_nothing_else_is_an_exchange(event: str, expected: str) -> None:
    assert code(exchanging(30), event) == expected


def test_t5_where_nothing_is_drawn_nothing_is_exchanged() -> None:
    """A house rule without an exchange: the Shepherd leads at once."""
    tatties = table("tatties", CLOCKWISE)
    house = replace(tatties.variant, id="house", betting=Auction(exchange={15: 0, 30: 0, 45: 0}))
    at = tatties._replace(variant=house)
    for state in (dealt(at, HANDS, "Isla", "7y 8y 9y"), started(at, "Isla")):
        won = after(state, "Noah: pass", "Jamie: bid 15", "Isla: pass")
        assert (won.phase, turn(won), won.drawn(), find_hand_work(won)) == (Phase.PLAY, "Jamie", (), None)
        assert refused(won, "Jamie: exchange 2b").message == "A bid of 15 exchanges no cards."


def test_t5_once_only_and_only_by_a_shepherd() -> None:
    assert code(after(exchanging(45), "Jamie: exchange 2b"), "Jamie: exchange 3b") == "not-expected"
    state = dealt(table("tatties", CLOCKWISE), HANDS, "Isla", "7y 8y 9y")
    state = after(state, "Noah: pass", "Jamie: pass", "Isla: pass")
    assert code(state, "Isla: exchange 2r") == "not-expected"
    assert code(auction("Noah: pass", "Jamie: bid 15", "Isla: pass"), "Jamie: exchange 2b 3b 7y") == "not-expected"


@pytest.mark.parametrize(
    ("bid", "out", "points"),
    [
        (30, (2, 0), {"Jamie": 30}),
        (30, (0, 2), {"Isla": 20, "Noah": 10}),
        (45, (1, 0), {"Isla": 15, "Noah": 30}),
        (15, (1, 2), {"Isla": 5, "Noah": 10}),
    ],
)
def test_t6_the_bid_or_two_thirds_and_one_third_to_the_sheep(
    bid: int, out: tuple[int, int], points: dict[str, int]
) -> None:
    at = table("tatties", CLOCKWISE)
    assert named(started(at), at.variant.betting.settle(at, (None, None, bid), out)) == points


def test_a_third_of_a_bid_is_rounded_down() -> None:
    at = table("tatties", CLOCKWISE)
    assert at.variant.betting.settle(at, (None, None, 20), (0, 1)) == (13, 6, 0)


def test_the_auction_in_sentences() -> None:
    assert table("tatties").variant.betting.describe() == [
        "From the lead player's left, each player in turn bids to become the Shepherd or passes for good.",
        "A bid is baby (15), little (30) or big (45).",
        "A bid must be higher than the last; a player with fewer points than the last bidder may match it.",
        "Bidding goes round until there is a bid and all others have passed: that bidder is the Shepherd.",
        (
            "The Shepherd draws the top cards of the haggis, unseen by the others: "
            "3 for a bid of 15, 2 for a bid of 30, 1 for a bid of 45."
        ),
        "The Shepherd then puts the same number of suit cards back face down and leads the first trick.",
        "If all pass, the last to pass leads; no cards are exchanged, no bid is scored, and everybody plays alone.",
        "If the Shepherd is the first out, the Shepherd scores the bid.",
        "If not, the sheep who goes out first scores two thirds of it and the other sheep one third.",
    ]


# Blind bets: made before all cards are seen, so before everything else of a round.

GRAND = replace(THREE_PLAYER, id="grand", betting=BlindBets(), options=())


@pytest.fixture
def start() -> Round:
    return begin(seat_players(GRAND, ("Noah", "Jamie", "Isla")), 0)


def test_blind_bets_come_first(start: Round) -> None:
    bet = after(start, "Jamie: bet blind", "Isla: bet 60", "Noah: bet baby")
    assert GRAND.betting.stakes(bet.table, bet.betting) == (5, 60, 60)
    assert code(after(start, "Jamie: bet blind"), "Jamie: bet big") == "bet-twice"


@pytest.mark.parametrize("before", ["Noah: bet little", "Noah: 2r"])
def test_after_anything_else_it_is_too_late(start: Round, before: str) -> None:
    breach = refused(after(start, before), "Isla: bet blind")
    assert breach.code == "bet-too-late"
    assert breach.message == (
        "A bet of blind (60) is made blind, with 8 cards: it comes before all other bets and plays."
    )
    assert code(after(start, before), "Isla: bet baby") is None


def test_it_is_settled_as_any_other_bet(start: Round) -> None:
    assert GRAND.betting.settle(start.table, (60, None, 5), (0, 1)) == (65, 5, 0)


def test_computer_players_bet_nothing_blind(start: Round) -> None:
    assert [bet.amount for bet in offered_bets(view_of(start._replace(hands=(1, 1, 1)), 0))] == [5, 15, 30]
    assert TATTIES.betting.blind == ()


def test_they_are_told_apart_in_words() -> None:
    betting = BlindBets((15, 60), {"little": 15, "grand": 60}, blind=(60,), seen=1)
    assert betting.bet_text(60) == "grand (60) blind"
    assert betting.offers_text() == "little (15), or, with 1 card seen, grand (60) blind"
    assert GRAND.betting.offers_text() == "baby (5), little (15) or big (30), or, with 8 cards seen, blind (60)"
    assert replace(betting, amounts=(60,)).offers_text() == "with 1 card seen, grand (60) blind"
    assert THREE_PLAYER.betting.offers_text() == "baby (5), little (15) or big (30)"


def test_those_that_can_be_made_now_are_found(start: Round) -> None:
    assert [bet.seat for bet in choices(after(start, "Jamie: bet blind")).blind_bets()] == [0, 2]
    assert [bet.seat for bet in choices(start).bets(2, blind=True)] == [2]
    assert choices(after(start, "Jamie: bet baby")).blind_bets() == []


def test_it_conforms_and_says_what_it_is() -> None:
    assert [str(fault) for fault in check_variant(GRAND, rounds=6)] == []
    assert GRAND.betting.describe()[-2:] == [
        "A bet of blind (60) is blind: it is made when everybody has seen 8 cards and no more.",
        "So it comes before all other bets, the passing of cards, and the first play.",
    ]


GIGANTIC = FreeBets((5, 15, *range(40, 101, 10)), {"little": 15, "gigantic": range(40, 101, 10)})
"""Free bets, one of them of an amount that the player chooses."""


@pytest.mark.parametrize(
    ("text", "amount"),
    [("60", 60), ("gigantic 60", 60), ("g60", 60), ("Gi 100", 100), ("l", 15), ("5", 5), ("45", 45), ("l 15", None)],
)
def test_an_amount_of_a_range_is_typed_with_its_name_or_without(text: str, amount: int | None) -> None:
    assert GIGANTIC.parse(text) == amount


@pytest.mark.parametrize("text", ["gigantic", "g", "gigantic 45", "gigantic 15", "g 110"])
def test_a_name_of_a_range_needs_one_of_its_amounts(text: str) -> None:
    with pytest.raises(NotationError, match=r"^'gigantic' is 40 to 100 in tens: add the amount, like 'gigantic 40'$"):
        parse_bet(text, GIGANTIC)


def test_a_beginning_of_several_names_is_refused_with_all_of_them() -> None:
    said = "'b' can be baby or big: type more of the name"
    assert FreeBets().parse("b") == Breach("ambiguous", said, Clause.BETTING)


def test_what_is_spelled_is_read_as_the_same_amount() -> None:
    assert [GIGANTIC.spell(amount) for amount in (5, 15, 60)] == ["5", "little", "60"]
    assert [GIGANTIC.parse(GIGANTIC.spell(amount)) for amount in GIGANTIC.amounts] == list(GIGANTIC.amounts)


def test_the_amounts_of_a_range_that_are_left_are_offered_as_a_range() -> None:
    assert GIGANTIC.amounts_text() == "5, little (15) or gigantic (40 to 100 in tens)"
    assert GIGANTIC.choice_text([80, 90, 100]) == "gigantic (80 to 100 in tens)"
    assert GIGANTIC.choice_text([50, 70, 80]) == "gigantic (50) or gigantic (70 to 80 in tens)"
    assert GIGANTIC.offers([15, 100]) == (Offer(range(15, 16), "little"), Offer(range(100, 101), "gigantic"))
    blind = BlindBets((15, 20, 25, 30), {"grand": range(20, 31, 5)}, blind=(20, 25, 30))
    assert blind.offers_text() == "15, or, with 8 cards seen, grand (20 to 30 in fives) blind"
    assert [offer.is_blind for offer in blind.offers()] == [False, True]


def test_a_variant_with_a_range_conforms() -> None:
    variant = replace(THREE_PLAYER, id="gigantic", betting=GIGANTIC, options=())
    assert [str(fault) for fault in check_variant(variant, rounds=6)] == []
    wrong = replace(variant, betting=FreeBets((40, 50), {"gigantic": range(40, 101, 10)}))
    assert "betting.names calls range(40, 101, 10) 'gigantic', but it is not offered" in str(next(check_variant(wrong)))


@pytest.mark.parametrize("said", ["bet 0", "bet none", "bet no", "bet No Bet", "no bet"])
def test_b2_no_bet_is_a_bet_where_0_is_one_and_nothing_elsewhere(said: str) -> None:
    names = ("Noah", "Isla")
    assert parse_event(f"Noah: {said}", seat_players(load("classic"), names)) == Bet(0, 0)
    if said != "bet 0":
        with pytest.raises(NotationError, match="no bet needs no entry"):
            parse_event(f"Noah: {said}", seat_players(load("two-player"), names))
        with pytest.raises(NotationError, match=r"^a player who does not bid writes 'pass'; a bid is baby"):
            parse_event(f"Noah: {said}", table("tatties"))


def test_r5_without_a_shepherd_a_bombed_trick_stays_with_its_winner_by_a_ruling() -> None:
    state = begin(seat_players(TATTIES, ("Noah", "Isla", "Jamie")), 0)
    happened = (Pass(1), Pass(2), Pass(0), Play(0, cards("J Q", state.table)), Pass(1), Pass(2))
    for event in happened:
        state = state.after(event)
    breach = judge(state, Award(0, 1))
    assert breach
    assert TATTIES.cite(breach.clause, breach.question).startswith("ruling on Rulebook 2.1, Haggis and Tatties, Ending")
