"""A match adjudicated: every complaint with its place, what is known in spite of it, and what is due next."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from haggis_variants.two_player import TWO_PLAYER

from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate, stake_fields
from haggis_cli.referee.changes import find_changes
from haggis_cli.referee.report import Pending, Report
from haggis_cli.referee.sentences import due
from haggis_cli.rules.events import Pass, RoundView
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import Outcome, Variant
from haggis_cli.support.errors import RecordError, VariantError
from tests.support.haggis import header
from tests.support.tables import table

SHUTOUT = ("Noah: 2-8r", "Isla: pass", "Noah: 2-8g", "Isla: pass", "Noah: J Q K")
DEAL = """\
[rounds.deal]
haggis = "6b 7b 8b 9b 10b 2y 3y 4y"
[rounds.deal.hands]
Noah = "2-10r 2-5b 9y"
Isla = "2-10g 5-8y 10y"
"""


def judged(
    *rounds: str, variant: str = "two-player", players: Sequence[str] = ("Noah", "Isla"), goal: str = "rounds = 9",
    more: str = "", rules: Variant | None = None,
) -> Report:  # fmt: skip
    names = ", ".join(f'"{name}"' for name in players)
    text = header(names, goal, lead="", variant=variant) + more + "".join(rounds)
    return adjudicate(MatchFile(text.encode(), "friday.toml"), rules or load(variant))


def recorded(*events: str, more: str = "") -> str:
    return "[[rounds]]\nevents = [\n" + "".join(f'  "{event}",\n' for event in events) + f"]\n{more}"


def typed(out: str, hands: str, captured: str, more: str = "") -> str:
    return f"[[rounds]]\n[rounds.table]\nout = {out}\nhands = {hands}\ncaptured = {captured}\n{more}"


TRIO = ("Noah", "Jamie", "Isla")
NOAH_OUT = typed('["Noah"]', "{ Noah = 8 }", "{ Noah = 12, Isla = 24 }")


def codes(report: Report) -> list[tuple[int, int | None, str]]:
    return [(each.round, each.event, each.code) for each in report.violations]


def test_a_match_without_rounds_waits_for_its_first() -> None:
    report = judged()
    assert (report.ok, report.totals, report.winner, report.over) == (True, (0, 0), None, False)
    assert report.pending == Pending("round", 0)
    assert judged(more='lead = "Isla"\n').pending == Pending("round", 1)


def test_recorded_and_typed_rounds_give_the_same_kind_of_report() -> None:
    report = judged(recorded(*SHUTOUT), NOAH_OUT)
    first, second = report.rounds
    assert (first.recorded, second.recorded) == (True, False)
    assert (first.out, second.out) == ((0,), (0,))
    assert first.outcome
    assert (len(first.events), first.events[1]) == (5, Pass(1))
    assert [
        state.totals for state in (first.states()[0], judged(recorded(*SHUTOUT), recorded()).rounds[1].states()[0])
    ] == [(0, 0), (111, 10)]
    assert (report.table.names, report.goal) == (("Noah", "Isla"), Goal(None, 9))
    assert report.standing
    assert report.standing.out == (0,)
    assert second.outcome == Outcome((0,), (8, 0), (12, 24), (None, None))
    assert (first.totals, second.totals) == ((111, 10), (163, 34))
    assert report.totals == (163, 34)
    assert [each.leader for each in report.rounds] == [0, 1]
    assert report.pending == Pending("round", 1)


def test_a_violation_has_round_event_line_player_text_code_message_rule_and_topic() -> None:
    report = judged(NOAH_OUT, recorded("Isla: 7r", "noa: 6g", "Isla: 2b"))
    (violation,) = report.violations
    assert violation[:6] == (2, 2, 15, "Noah", "noa: 6g", "not-higher")
    assert violation.topic == "combinations"
    assert violation.rule.startswith("Rulebook 2.1, ")


def test_after_the_first_violation_the_rest_of_a_round_is_not_judged_and_the_next_rounds_are() -> None:
    """Contract, JSON: after the first violation of a round its rest is not judged and the totals are null."""
    report = judged(
        NOAH_OUT,
        recorded("Isla: 7r", "Noah: 6r 6g", "Isla: nonsense"),
        NOAH_OUT,
        recorded("Isla: 7r 8r", "Isla: 9g"),
        recorded("Isla: 7r", "Noah: 9g"),
    )
    assert codes(report) == [(2, 2, "wrong-kind"), (4, 1, "not-a-combination")]
    assert report.totals is None
    assert report.winner is None
    assert report.pending is None
    assert [each.complete for each in report.rounds] == [True, False, True, False, False]
    assert report.rounds[2].scores is not None
    assert [each.totals for each in report.rounds] == [(52, 24), None, None, None, None]
    assert [each.leader for each in report.rounds] == [0, 1, None, None, None]
    assert [len(each.events) for each in report.rounds] == [0, 1, 0, 0, 2]


def test_after_an_event_that_cannot_be_read_the_rest_of_a_round_is_not_judged() -> None:
    report = judged(recorded("Noah: 7r", "Rory: 8r", "Isla: 3r", "Isla: nonsense"))
    assert codes(report) == [(1, 2, "unknown-player")]
    assert (report.violations[0].player, report.violations[0].text) == (None, "Rory: 8r")
    assert judged(recorded("Noah: 7r: 8r")).violations[0].player == "Noah"


@pytest.mark.parametrize("events", [(), ("nonsense",)])
def test_the_first_player_leads_where_nobody_can_tell_who_does(events: tuple[str, ...]) -> None:
    report = judged(recorded("Isla: 7r"), recorded(*events))
    assert report.rounds[1].states()[0].turn == 0


def test_a_violation_of_a_whole_round_has_neither_text_nor_player() -> None:
    (violation,) = judged(recorded("Noah: 7r"), NOAH_OUT).violations
    assert (violation.player, violation.text) == (None, "")


def test_a_typed_in_round_that_cannot_have_been_keeps_its_number() -> None:
    unread = typed('["Rory"]', "{ Rory = 8 }", "{}")
    impossible = typed('["Noah"]', "{ Noah = 18 }", "{ Noah = 36 }")
    assert [each.number for each in judged(unread, impossible, NOAH_OUT).rounds] == [1, 2, 3]
    for report in (judged(unread), judged(impossible)):
        (only,) = report.rounds
        assert (only.leader, only.recorded, only.complete) == (0, False, False)


def test_whoever_is_not_in_a_typed_in_round_recorded_and_captured_nothing() -> None:
    (report,) = judged(typed('["Noah"]', "{ Noah = 8 }", "{ Noah = 36 }")).rounds
    assert report.outcome == Outcome((0,), (8, 0), (36, 0), (None, None))


def test_b4_a_second_bet_in_an_older_file_is_told_and_the_events_before_it_stand() -> None:
    """Roger's Rules: what was written before that was refused stays in the file, and `check` says what is wrong."""
    four = ("Isla", "Jamie", "Rory", "Noah")
    events = ("Rory: bet baby", "Isla: bet little", "Rory: bet big", "Isla: 4r")
    (violation,) = judged(recorded(*events), variant="rogers-neeps", players=four).violations
    assert (violation.event, violation.code, violation.rule) == (3, "bet-twice", "Roger's Rules, Hand")
    report = judged(recorded(*events), variant="rogers-neeps", players=four)
    assert len(report.rounds[0].events) == 2
    assert report.match.record.rounds[0].events == list(events)
    assert judged(recorded(*events), variant="neeps", players=four).ok


def test_b5_a_bet_once_somebody_is_out_is_refused_by_a_ruling() -> None:
    noah_out = [event for cards in ("2-10r", "2-6g") for event in (f"Noah: {cards}", "Jamie: pass", "Isla: pass")]
    events = recorded(*noah_out, "Noah: J Q K", "Jamie: bet big")
    (violation,) = judged(events, variant="three-player", players=TRIO).violations
    assert (violation.event, violation.code) == (8, "bet-too-late")
    assert violation.rule == "ruling on Rulebook 2.1, Betting"


@pytest.mark.parametrize(
    ("shepherd", "captured", "leader"),
    [("Isla", (10, 15, 26), "Noah"), ("Noah", (12, 12, 27), "Jamie"), ("Jamie", (8, 18, 25), "Noah")],
)
def test_tatties_tie_the_shepherd_led_the_previous_round(shepherd: str, captured: tuple[int, ...], leader: str) -> None:
    """Rulebook 2.1, Haggis and Tatties: the first of the tied players left of who led its first trick leads."""
    points = ", ".join(f"{name} = {number}" for name, number in zip(TRIO, captured, strict=True))
    bid = f'shepherd = "{shepherd}"\nbid = 15\n'
    round_1 = typed('["Isla", "Noah"]', "{ Isla = 9, Noah = 1 }", f"{{ {points} }}", bid)
    report = judged(round_1, variant="tatties", players=TRIO, more='lead = "Noah"\n')
    assert report.totals is not None
    assert report.totals[0] == report.totals[1] < report.totals[2]
    assert report.pending == Pending("round", TRIO.index(leader))


def test_a_correction_says_who_bids_first_where_there_is_an_auction_and_who_leads_elsewhere() -> None:
    bid, points = 'shepherd = "Isla"\nbid = 15\n', "{ Noah = 10, Jamie = 15, Isla = 26 }"
    first = typed('["Isla", "Noah"]', "{ Isla = 9, Noah = 1 }", points, bid)
    other = typed('["Noah", "Isla"]', "{ Noah = 9, Isla = 1 }", points, bid)
    before, after = (judged(each, variant="tatties", players=TRIO, more='lead = "Noah"\n') for each in (first, other))
    assert [name in due(each) for each, name in ((before, "Jamie bids first"), (after, "Isla bids first"))] == [
        True
    ] * 2
    assert str(find_changes(before, after, "->")[-1]) == "Isla bids first in round 2, not Jamie."
    before, after = judged(NOAH_OUT), judged(typed('["Isla"]', "{ Isla = 8 }", "{ Noah = 24, Isla = 12 }"))
    assert str(find_changes(before, after, "->")[-1]) == "Noah leads round 2, not Isla."


def test_the_next_auction_after_a_violation_may_be_begun_by_whoever_begins_it() -> None:
    rounds = recorded("Isla: 7r"), recorded("Isla: bid 15", "Noah: pass", "Jamie: pass")
    assert codes(judged(*rounds, variant="tatties", players=TRIO)) == [(1, 1, "auction-pending")]


def test_the_next_round_after_a_violation_may_be_led_by_whoever_leads_it() -> None:
    for bettor in ("Isla", "Noah"):
        report = judged(recorded("Isla: 7r"), recorded(f"{bettor}: bet big", "Isla: 7r", "Noah: 8r"))
        assert codes(report) == [(1, 1, "out-of-turn")]


def test_an_event_after_the_end_of_a_round() -> None:
    report = judged(recorded(*SHUTOUT, "Isla: 9r"))
    assert codes(report) == [(1, 6, "round-over")]
    assert not report.rounds[0].complete
    assert report.totals is None


def test_a_round_begins_when_the_one_before_is_over() -> None:
    report = judged(recorded("Noah: 7r"), NOAH_OUT)
    assert codes(report) == [(2, None, "round-unfinished")]
    assert report.violations[0].line == 11
    assert report.totals is None


def test_rounds_after_the_end_are_told_once() -> None:
    report = judged(NOAH_OUT, NOAH_OUT, NOAH_OUT, goal="points = 50")
    assert codes(report) == [(2, None, "match-over")]


@pytest.mark.parametrize(
    ("rounds", "more", "winner", "over"),
    [(2, "", 0, True), (1, "", None, False), (1, "closed = true\n", 0, True), (0, "closed = true\n", None, True)],
    ids=["at the goal", "before it", "closed", "closed at the beginning"],
)
def test_at_the_goal_or_when_it_is_closed_the_highest_total_wins(
    rounds: int, more: str, winner: int | None, over: bool
) -> None:
    report = judged(*[NOAH_OUT] * rounds, goal="rounds = 2", more=more)
    assert (report.winner, report.over, report.pending is None) == (winner, over, over)


@pytest.mark.parametrize(
    ("round_text", "code", "line"),
    [
        (typed('["Rory"]', "{ Rory = 8 }", "{}"), "unknown-player", 8),
        (typed('["Noah"]', "{ Noah = 18 }", "{ Noah = 36 }"), "table-inconsistent", 8),
        (typed('["Noah"]', "{ Noah = 8, noa = 9 }", "{ Noah = 36 }"), "table-inconsistent", 8),
        (typed('["Noah"]', "{ Noah = 8 }", "{ Noah = 30, N = 6 }"), "table-inconsistent", 8),
        (typed('["Noah", "Noah"]', "{ Noah = 8 }", "{ Noah = 36 }"), "table-inconsistent", 8),
        (typed('["Noah"]', "{ Noah = 8, Isla = 2 }", "{ Noah = 36 }"), "table-inconsistent", 8),
        (typed('["Noah"]', "{ Noah = 8 }", "{ Noah = 36 }", "bets = { Noah = 7 }\n"), "table-inconsistent", 8),
        (typed('["Noah"]', "{ Noah = 8 }", "{ Noah = 36 }", 'shepherd = "Noah"\nbid = 30\n'), "table-inconsistent", 8),
        (typed('["Noah"]', "{ Noah = 8 }", "{ Noah = 36 }", "bid = 30\n"), "table-inconsistent", 8),
        (recorded("Noah: 7r", more=DEAL.replace("9y", "10y")), "deal-inconsistent", 13),
        (recorded("Noah: 7r", more=DEAL.replace("2-5b 9y", "2-5b")), "deal-inconsistent", 14),
        (recorded("Noah: 7r", more=DEAL.replace("6b 7b", "7b")), "deal-inconsistent", 12),
    ],
)
def test_what_cannot_have_been_at_the_table(round_text: str, code: str, line: int) -> None:
    (violation,) = judged(round_text).violations
    assert (violation.round, violation.event, violation.code) == (1, None, code)
    assert violation.line == line
    assert violation.message.endswith(".")


@pytest.mark.parametrize(
    "more", ["bets = { Jamie = 15 }\n", 'shepherd = "Jamie"\n', "bid = 30\n", 'shepherd = "Jamie"\nbid = 20\n']
)
def test_in_an_auction_a_shepherd_and_a_bid_belong_together_and_nobody_bets(more: str) -> None:
    round_text = typed('["Noah", "Isla"]', "{ Noah = 9, Isla = 5 }", "{ Noah = 20, Jamie = 12, Isla = 19 }", more)
    report = judged(round_text, variant="tatties", players=("Noah", "Jamie", "Isla"))
    assert codes(report) == [(1, None, "table-inconsistent")]


def test_captured_cards_that_do_not_add_up_are_only_odd() -> None:
    report = judged(typed('["Noah"]', "{ Noah = 8 }", "{ Noah = 12, Isla = 25 }"))
    assert report.ok
    odd = "the captured points 12 + 25 add up to 37, but all cards together are worth 36"
    assert [tuple(warning) for warning in report.warnings] == [(1, "captured-total", odd)]


def test_a_count_that_is_not_scored_is_only_odd() -> None:
    counted = typed('["Noah", "Isla"]', "{ Noah = 9, Isla = 5 }", "{ Noah = 20, Jamie = 25, Isla = 5 }")
    (warning,) = judged(counted, variant="taylor", players=TRIO).warnings
    assert tuple(warning)[:2] == (1, "count-not-scored")


def test_with_a_deal_every_card_is_checked() -> None:
    assert judged(recorded("Noah: 7r", "Isla: 8g", more=DEAL)).ok
    report = judged(recorded("Noah: 7r", "Isla: 8r", more=DEAL))
    assert codes(report) == [(1, 2, "card-not-in-hand")]


def test_in_a_round_in_progress_somebodys_play_is_due() -> None:
    report = judged(recorded("Noah: 7r"))
    assert report.pending == Pending("play", 1)
    assert report.totals == (0, 0)
    assert report.current is report.rounds[0]


@pytest.mark.parametrize(
    ("variant", "events", "kind", "seat"),
    [
        ("tatties", (), "bid", 1),
        ("tatties", ("Jamie: bid 15", "Isla: pass"), "bid", 0),
        ("three-player", ("Noah: 7r", "Jamie: J Q", "Isla: pass", "Noah: pass"), "award", 1),
    ],
)
def test_a_bid_or_an_award_is_due(variant: str, events: tuple[str, ...], kind: str, seat: int) -> None:
    report = judged(recorded(*events), variant=variant, players=("Noah", "Jamie", "Isla"))
    assert report.pending == Pending(kind, seat)


@pytest.mark.parametrize(
    ("more", "players", "complaint"),
    [
        ('lead = "Rory"\n', ("Noah", "Isla"), "line 7: 'lead' is Rory, who is not one of the players"),
        ('dealer = "Noah"\n', ("Noah", "Isla"), "line 7: 'dealer': Haggis (2-Player) has no dealer"),
        ('suits = "rgb"\n', ("Noah", "Isla"), "line 7: 'suits' needs 4 different letters"),
        ('suits = "rgbk"\n', ("Noah", "Isla"), "line 7: 'suits': 'k' cannot be a suit"),
        ("options = { bets = true }\n", ("Noah", "Isla"), "line 7: Haggis (2-Player) has no option 'bets'"),
        (
            "[options]\nscoring = true\n",
            ("Noah", "Isla"),
            "line 8: the option 'scoring' can be points or cards, not true",
        ),
        (
            'teams = ["Reds", "Blues"]\n',
            ("Noah", "Isla"),
            "line 7: 'teams': 2 teams are named, but Haggis (2-Player) has no teams",
        ),
        ("", ("Noah", "Isla", "Jamie"), "line 5: 'players': Haggis (2-Player) is for 2 players, not 3"),
    ],
)
def test_a_set_up_that_the_variant_does_not_allow_cannot_be_read(
    more: str, players: tuple[str, ...], complaint: str
) -> None:
    with pytest.raises(RecordError) as caught:
        judged(more=more, players=players)
    assert str(caught.value).startswith(f"friday.toml: {complaint}")


def test_an_option_is_in_force() -> None:
    report = judged(recorded(*SHUTOUT), more="[options]\nscoring = 'cards'\n")
    assert report.rounds[0].scores
    assert [score.captured for score in report.rounds[0].scores] == [39, 3]


def test_the_suits_of_the_match_are_those_of_its_deck() -> None:
    assert judged(recorded("Noah: 7p"), more='suits = "GBYP"\n').ok
    assert codes(judged(recorded("Noah: 7r"), more='suits = "gbyp"\n')) == [(1, 1, "no-such-card")]


PURPLE = "purple is in the deck of tatties and three-player, and of classic, revised and taylor with 3 players."


def test_a_suit_that_the_deck_has_not_names_the_variants_that_have_it() -> None:
    (found,) = judged(recorded("Noah: 7p")).violations
    assert (found.code, found.message.endswith(f"; {PURPLE}")) == ("no-such-card", True)
    dealt = 'haggis = "7p"\nhands = {Noah = "2p", Isla = "2r"}\n'
    (found,) = judged(f"[[rounds]]\nevents = []\n[rounds.deal]\n{dealt}").violations
    assert (found.code, found.message.endswith(f"; {PURPLE}")) == ("deal-inconsistent", True)


def test_a_variant_is_a_value_and_nobody_asks_which_it_is() -> None:
    report = judged(NOAH_OUT, rules=replace(TWO_PLAYER, id="house", hand_points=7))
    assert report.totals == (68, 24)


def messages(report: Report) -> list[str]:
    """The complaints, each with the rule it rests on."""
    return [f"{each.message} [{each.rule}]" for each in report.violations]


def test_what_is_said_of_rounds_out_of_order() -> None:
    over = judged(NOAH_OUT, NOAH_OUT, NOAH_OUT, goal="rounds = 2")
    assert messages(over) == [
        "The match was over after round 2: Noah had won. [Rulebook 2.1, New Round and Winning the Game]"
    ]
    unfinished = judged(recorded("Noah: 7r"), NOAH_OUT)
    assert messages(unfinished) == [
        "Round 1 is not over: it must be finished before round 2 begins. [Rulebook 2.1, Ending the Round]"
    ]


@pytest.mark.parametrize(
    ("variant", "players", "more", "message"),
    [
        (
            "two-player",
            ("Noah", "Isla"),
            "bid = 30\n",
            "There is no auction in this variant: write 'bets', not 'shepherd' and 'bid'.",
        ),
        (
            "tatties",
            TRIO,
            "bets = { Noah = 15 }\n",
            "Nobody bets in this variant: write 'shepherd' and 'bid', not 'bets'.",
        ),
        ("tatties", TRIO, "bid = 30\n", "'shepherd' and 'bid' must be given together, but one of them is missing."),
        (
            "tatties",
            TRIO,
            'shepherd = "Noah"\n',
            "'shepherd' and 'bid' must be given together, but one of them is missing.",
        ),
    ],
)
def test_what_is_said_of_a_shepherd_a_bid_and_bets(
    variant: str, players: tuple[str, ...], more: str, message: str
) -> None:
    out, hands = ('["Noah", "Isla"]', "{ Noah = 9, Isla = 5 }") if len(players) == 3 else ('["Noah"]', "{ Noah = 9 }")
    report = judged(typed(out, hands, "{ Noah = 36 }", more), variant=variant, players=players)
    assert [each.message for each in report.violations] == [message]
    assert "Betting" in report.violations[0].rule


def test_what_is_said_of_names_that_stand_twice_and_of_nobody() -> None:
    twice = judged(typed('["Noah"]', "{ Noah = 8, noa = 9 }", "{ Noah = 36 }"))
    assert messages(twice) == ["Noah appears twice in 'hands'. [the notation of match files]"]
    twice = judged(typed('["Noah"]', "{ Noah = 8 }", "{ Noah = 30, N = 6 }"))
    assert messages(twice) == ["Noah appears twice in 'captured'. [the notation of match files]"]
    twice = judged(typed('["Noah"]', "{ Noah = 8 }", "{ Noah = 36 }", "bets = { Noah = 5, N = 5 }\n"))
    assert messages(twice) == ["Noah appears twice in 'bets'. [the notation of match files]"]
    nobody = judged(typed('["Rory"]', "{ Rory = 8 }", "{}"))
    assert messages(nobody) == [
        "Nobody called 'Rory' plays here: the players are Noah, Isla. [the notation of match files]"
    ]
    no_card = judged(recorded("Noah: 11r"))
    assert messages(no_card) == ["'11r': there is no 11r, suit cards are 2 to 10; the jack is J. [Rulebook 2.1, Setup]"]


def test_what_is_said_of_a_deal_that_cannot_have_been() -> None:
    report = judged(recorded("Noah: 7r", more=DEAL.replace("9y", "10y")))
    assert messages(report) == ["10y is dealt more than once. [Rulebook 2.1, Setup]"]


def test_a_file_that_is_called_something_else_than_its_match_is_odd() -> None:
    text = header(goal="rounds = 2", lead="")
    report = adjudicate(MatchFile(text.encode(), "here/saturday.toml"), TWO_PLAYER)
    assert [tuple(warning) for warning in report.warnings] == [
        (None, "other-id", "the file says 'id = \"friday\"', but its name is saturday.toml")
    ]
    for source in ("here/friday.toml", "standard input"):
        assert adjudicate(MatchFile(text.encode(), source), TWO_PLAYER).warnings == ()


def raises(state: RoundView, holder: int) -> int | None:
    """A rule that does not work."""
    raise LookupError("nothing is here")


def test_a_rule_that_fails_is_the_mistake_of_its_variant() -> None:
    with pytest.raises(VariantError, match=r"'house'.*nothing is here"):
        judged(recorded(*SHUTOUT), rules=replace(TWO_PLAYER, id="house", hand_taker=raises))


def nobody_takes(state: RoundView, holder: int) -> int | None:
    """The cards left in a hand at the end are captured by nobody."""
    return None


def test_captures_that_cannot_be_told_are_odd() -> None:
    house = replace(TWO_PLAYER, id="house", hand_taker=nobody_takes)
    said = "with hands unknown, this variant cannot say who captured the other cards; only tricks are counted"
    assert [tuple(each) for each in judged(recorded(*SHUTOUT), rules=house).warnings] == [(1, "captured-unknown", said)]
    assert judged(recorded(*SHUTOUT)).warnings == ()
    assert judged(recorded("Noah: 7r"), rules=house).warnings == ()


@pytest.mark.parametrize(
    ("more", "leader", "dealer"),
    [("", 0, 2), ('lead = "Jamie"\n', 1, 0), ('dealer = "Jamie"\n', 2, 1), ('lead = "Jamie"\ndealer = "Isla"\n', 1, 2)],
)
def test_before_the_first_round_the_dealer_sits_right_of_the_leader(more: str, leader: int, dealer: int) -> None:
    standing = judged(variant="classic", players=TRIO, more=more).standing
    assert standing is not None
    assert (standing.leader, standing.first_lead, standing.dealer) == (leader, leader, dealer)
    assert standing.totals == (0, 0, 0)
    plain = judged(variant="three-player", players=TRIO).standing
    assert plain is not None
    assert plain.dealer is None


@pytest.mark.parametrize(("shepherd", "jamie", "leader"), [("Isla", 5, 0), ("Noah", 0, 1), (None, 5, 1)])
def test_of_a_typed_in_round_the_shepherd_led_the_first_trick(shepherd: str | None, jamie: int, leader: int) -> None:
    """Tatties: Noah and Jamie tie for last, and the first of them left of who led the first trick leads next."""
    captured = f"{{ Noah = 0, Jamie = {jamie}, Isla = 40 }}"
    more = f'shepherd = "{shepherd}"\nbid = 15\n' if shepherd else ""
    report = judged(
        typed('["Isla", "Noah"]', "{ Isla = 9, Noah = 1 }", captured, more), variant="tatties", players=TRIO
    )
    assert report.totals is not None
    assert report.totals[:2] == (5, 5)
    assert report.pending == Pending("round", leader)


def test_stakes_are_bets_or_in_an_auction_the_one_bid() -> None:
    two, tatties = table("two-player"), table("tatties")
    assert stake_fields({"Noah": 15}, two) == {"bets": {"Noah": 15}, "shepherd": None, "bid": None}
    assert stake_fields({"Isla": 30}, tatties) == {"bets": {}, "shepherd": "Isla", "bid": 30}
    assert stake_fields({}, tatties) == {"bets": {}, "shepherd": None, "bid": None}
