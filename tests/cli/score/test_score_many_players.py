"""`haggis score` for three and four players: several go out, teams score together, a Shepherd bids."""

import pytest

from tests.support.haggis import Haggis, refused


def start(haggis: Haggis, variant: str, *players: str) -> None:
    """Start a match; a word with a dash begins further options."""
    at = next((place for place, word in enumerate(players) if word.startswith("-")), len(players))
    names = [*(word for player in players[:at] for word in ("-p", player)), *players[at:]]
    haggis.ok("new", "--variant", variant, *names, "--rounds", "4", "--name", "friday")


class TestThreePlayers:
    ROUND = (
        "\n[[rounds]]\n[rounds.table]\n"
        'out = ["Noah", "Isla"]\n'
        "hands = { Noah = 9, Isla = 5 }\n"
        "captured = { Noah = 20, Jamie = 11, Isla = 19 }\n"
        "bets = { Noah = 30, Jamie = 15 }\n"
    )

    @pytest.mark.parametrize(
        "entries",
        [
            ("Noah: out 9, cards 20, bet big", "Isla: out 5, cards 19", "Jamie: bet little"),
            ("Isla: out2 5, cards 19", "Noah: out1 9, cards 20, bet big", "Jamie: cards 11, bet little"),
            ("Isla: out2 5, cards 19", "Noah: out 9, cards 20, bet big", "Jamie: bet little"),
            ("Isla: out 5, cards 19", "Noah: out1 9, cards 20, bet big", "Jamie: bet little"),
        ],
    )
    def test_the_order_of_going_out_is_that_of_the_entries_or_said_outright(
        self, haggis: Haggis, entries: tuple[str, ...]
    ) -> None:
        """Contract, Match file: the example's second round; its scores by rules B3 and the scoring table."""
        start(haggis, "three-player", "Noah", "Jamie", "Isla")
        out = haggis.ok("score", *entries)
        assert haggis.text().endswith(self.ROUND)
        assert [line.split() for line in out.splitlines()[2:5]] == [
            ["Noah", "9×5", "=", "45", "20", "30", "45", "110", "110"],
            ["Jamie", "0", "11", "15", "0", "11", "11"],
            ["Isla", "5×5", "=", "25", "19", "-", "15", "59", "59"],
        ]

    @pytest.mark.parametrize(
        ("entries", "beginning", "clause"),
        [
            (
                ("Noah: out 9, cards 20", "Isla: cards 19"),
                "The round is not over with only Noah out:",
                "Ending the Round",
            ),
            (
                ("Noah: out 5, cards 20", "Isla: out 6, cards 19"),
                "Isla went out after Noah and cannot have recorded more cards (6 after 5):",
                "Going Out",
            ),
        ],
    )
    def test_what_cannot_have_happened(
        self, haggis: Haggis, entries: tuple[str, ...], beginning: str, clause: str
    ) -> None:
        start(haggis, "three-player", "Noah", "Jamie", "Isla")
        ran = haggis("score", *entries)
        assert (ran.code, ran.out) == (1, "")
        refusal = ran.err.splitlines()[-1]
        assert refusal.startswith(f"haggis: not saved: {beginning} ")
        assert refusal.endswith(f" (Rulebook 2.1, Haggis (3-Player), {clause})")

    def test_two_who_say_the_same_place(self, haggis: Haggis) -> None:
        start(haggis, "three-player", "Noah", "Jamie", "Isla")
        ran = haggis("score", "Noah: out1 9, cards 20", "Isla: out1 5, cards 19")
        assert ran == refused(2, "two players cannot both be out 1")

    def test_the_beginning_of_a_name_must_fit_one_player(self, haggis: Haggis) -> None:
        start(haggis, "three-player", "Isla", "Isobel", "Noah")
        ran = haggis("score", "Is: out 5, cards 19")
        assert ran == refused(2, "'Is' can be Isla or Isobel: write more of the name")


class TestTheShepherd:
    def test_a_bid_is_kept_and_scored(self, haggis: Haggis) -> None:
        """Rules T6: the Shepherd is not first out, so the first sheep out scores 2/3 of the bid and the other 1/3."""
        start(haggis, "tatties", "Noah", "Jamie", "Isla")
        out = haggis.ok("score", "Noah: out 9, cards 20", "Isla: out 5, cards 19", "Jamie: bid 30, cards 12")
        assert haggis.text().endswith('shepherd = "Jamie"\nbid = 30\n')
        assert [line.split()[-4:-1] for line in out.splitlines()[2:5]] == [
            ["-", "20", "85"],
            ["30", "0", "12"],
            ["-", "10", "54"],
        ]

    @pytest.mark.parametrize(
        ("entries", "message"),
        [
            (("Jamie: bid 30", "Isla: bid 15"), "Isla: there is one Shepherd, and Jamie bid already"),
            (("Jamie: bet little", "Isla: bid 15"), "Isla: there is one Shepherd, and Jamie bid already"),
            (("Jamie: bid 30, bet big",), "Jamie: there is one Shepherd, and Jamie bid already"),
        ],
    )
    def test_there_is_one_bid(self, haggis: Haggis, entries: tuple[str, ...], message: str) -> None:
        start(haggis, "tatties", "Noah", "Jamie", "Isla")
        assert haggis("score", *entries) == refused(2, message)

    def test_what_is_left_is_without_the_haggis(self, haggis: Haggis) -> None:
        """Rules, Capture: in Haggis and Tatties the haggis is nobody's; 54 cards less its 3 are captured."""
        start(haggis, "tatties", "Noah", "Jamie", "Isla")
        ran = haggis("score", "Noah: out 9, cards 20", "Isla: out 5, cards 19")
        assert (ran.code, ran.err) == (0, "Jamie captured 12: what is left.\n")


class TestOnlyTheFirstOutRecords:
    """Taylor, Scoring: only the player who manages to go out first scores the cards of the fullest hand."""

    ENTRIES = ("Adam: out 8, cards 25, bet little", "Brenda: out, cards 15, bet little", "Carol: cards 10")

    @pytest.mark.parametrize("second", ["out", "out2", "OUT2"])
    def test_the_second_out_is_named_without_a_count(self, haggis: Haggis, second: str) -> None:
        start(haggis, "taylor", "Adam", "Brenda", "Carol")
        out = haggis.ok("score", self.ENTRIES[0], f"Brenda: {second}, cards 15, bet little")
        assert 'out = ["Adam", "Brenda"]\nhands = { Adam = 8 }\n' in haggis.text()
        assert [line.split() for line in out.splitlines()[2:5]] == [
            ["Adam", "8×5", "=", "40", "25", "5", "15", "30", "100", "100"],
            ["Brenda", "0", "15", "0", "15", "0", "15", "15"],
            ["Carol", "0", "10", "0", "-", "15", "25", "25"],
        ]

    def test_a_count_is_refused_with_the_option_that_allows_it_even_with_yes(self, haggis: Haggis) -> None:
        start(haggis, "taylor", "Adam", "Brenda", "Carol")
        assert haggis("score", "--yes", self.ENTRIES[0], "Brenda: out 3, cards 15") == refused(
            1,
            "not saved: Brenda went out after Adam and records nothing, for only the first player out scores an "
            'opponent\'s cards: leave the 3 out (with the option second_out = "scores" it counts). (Taylor, Scoring)',
        )
        assert "[[rounds]]" not in haggis.text()

    def test_with_the_option_both_are_recorded(self, haggis: Haggis) -> None:
        start(haggis, "taylor", "Adam", "Brenda", "Carol", "--option", "second_out=scores")
        ran = haggis("score", *self.ENTRIES)
        held = "Brenda: how many cards the fullest opponent's hand held then is missing: say 'out N'"
        assert ran == refused(2, held)
        haggis.ok("score", self.ENTRIES[0], "Brenda: out 3, cards 15", self.ENTRIES[2])
        assert "hands = { Adam = 8, Brenda = 3 }\n" in haggis.text()

    def test_a_file_with_a_count_is_read_and_warned_about_and_the_count_is_not_scored(self, haggis: Haggis) -> None:
        start(haggis, "taylor", "Adam", "Brenda", "Carol")
        haggis.ok("score", *self.ENTRIES)
        written = haggis.path().read_text("utf-8")
        haggis.path().write_text(written.replace("{ Adam = 8 }", "{ Adam = 8, Brenda = 3 }"), "utf-8", newline="")
        checked = haggis.json("check", str(haggis.path()))
        assert (checked["ok"], checked["totals"]) == (True, {"Adam": 100, "Brenda": 15, "Carol": 25})
        assert [(each["round"], each["code"]) for each in checked["warnings"]] == [(1, "count-not-scored")]
        haggis.ok("score", "Carol: out 4, cards 20", "Adam: out, cards 10")  # the match goes on


class TestTheNamesOfBids:
    @pytest.mark.parametrize("said", ["bid big", "bet big", "bet 45", "bid bi"])
    def test_they_are_those_of_the_auction(self, haggis: Haggis, said: str) -> None:
        """Rules T1: the bet cards lie on their Tatties side, where big is 45."""
        start(haggis, "tatties", "Noah", "Jamie", "Isla")
        haggis.ok("score", "Noah: out 9, cards 20", "Isla: out 5, cards 19", f"Jamie: {said}, cards 12")
        assert haggis.text().endswith('shepherd = "Jamie"\nbid = 45\n')


class TestTeams:
    def test_a_slam_ends_the_round_and_the_team_scores_together(self, haggis: Haggis) -> None:
        """Rules P5 and the scoring table: both partners out end the round, and both record the same count."""
        start(haggis, "neeps", "Isla", "Jamie", "Rory", "Noah")
        out = haggis.ok(
            "score", "Isla: out 7, bet big, cards 30", "Rory: out 7, cards 20", "Jamie: cards 20", "Noah: cards 14"
        )
        assert [line.split() for line in out.splitlines()[2:8]] == [
            ["Isla", "7×5", "=", "35", "30", "65"],
            ["Rory", "7×5", "=", "35", "20", "55"],
            ["Isla", "&", "Rory", "30", "60", "180", "180"],
            ["Jamie", "0", "20", "20"],
            ["Noah", "0", "14", "14"],
            ["Jamie", "&", "Noah", "-", "0", "34", "34"],
        ]
        assert out.splitlines()[8:] == ["Jamie deals and leads round 2; everybody passes 2 cards to the partner first."]

    def test_what_is_left_with_the_first_player_s_partner_is_taken_off_what_is_filled_in(self, haggis: Haggis) -> None:
        """Isla's partner Rory still holds the 3 cards that Noah recorded: 81 of the 84 cards are captured."""
        start(haggis, "neeps", "Isla", "Jamie", "Rory", "Noah")
        ran = haggis("score", "Isla: out 7, cards 30", "Rory: cards 20", "Jamie: out 5", "Noah: out 3, cards 10")
        assert (ran.code, ran.err) == (0, "Jamie captured 21: what is left.\n")

    def test_the_second_count_of_a_slam_need_not_be_said(self, haggis: Haggis) -> None:
        start(haggis, "neeps", "Isla", "Jamie", "Rory", "Noah")
        haggis.ok("score", "Isla: out 7, cards 30", "Rory: out, cards 20", "Jamie: cards 20")
        assert "hands = { Isla = 7, Rory = 7 }\n" in haggis.text()

    def test_both_of_a_team_cannot_have_bet(self, haggis: Haggis) -> None:
        start(haggis, "neeps", "Isla", "Jamie", "Rory", "Noah")
        ran = haggis(
            "score",
            "Isla: out 7, bet 5, cards 20",
            "Rory: out 7, bet 15, cards 20",
            "Jamie: cards 20",
            "Noah: cards 24",
        )
        assert (ran.code, ran.out) == (1, "")
        assert "Isla & Rory have two bets: only the larger one" in ran.err


def test_a_bonus_has_a_column_of_its_own(haggis: Haggis) -> None:
    start(haggis, "classic", "Noah", "Jamie", "Isla")
    out = haggis.ok("score", "Noah: out 9, cards 20, bet 0", "Isla: out 5, cards 19")
    assert out.splitlines()[1].split() == ["hand", "cards", "bonus", "bet", "pts", "round", "game"]
    assert out.splitlines()[2].split()[-6:] == ["20", "5", "0", "0", "70", "70"]  # a bet of 0, as on the sheet
