"""`haggis edit --player`, `--points` and such: shown, asked, saved, taken back; what follows a match follows that."""

import json
from pathlib import Path

import pytest

from haggis_cli.matches.toml.changes import Renaming
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins import registry
from tests.support.haggis import Haggis, Ran, header, refused, start_table, untouched
from tests.support.terminal import Terminal, unwrapped

TYPED = ("Noah: out 8, cards 12, bet little", "Isla: cards 24")
ROUND = (
    '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }  # both\n'
)
TEXT = "# Noah keeps score\n" + header() + 'notes = "Noah & Isla"\n' + ROUND + ROUND


@pytest.fixture
def friday(haggis: Haggis) -> Haggis:
    """A match of two rounds to four, with comments, written by hand."""
    haggis.keep(TEXT)
    return haggis


def test_a_name_is_put_right_everywhere_and_undo_and_redo_are_exact(friday: Haggis) -> None:
    path = friday.path()
    before = path.read_bytes()
    ran = friday("edit", "--player", "noa=Noel")
    assert ran == Ran(0, "Put right in friday: the name Noel.\nIsla deals and leads round 3.\n", "Name: Noah → Noel.\n")
    after = path.read_bytes()
    keys = before.replace(b'"Noah"', b'"Noel"').replace(b"{ Noah =", b"{ Noel =")
    assert after == keys
    assert friday.ok("undo").startswith("Taken back in friday: the correction of the name Noel\n")
    assert path.read_bytes() == before
    assert friday.ok("redo").startswith("Brought back in friday: the correction of the name Noel\n")
    assert path.read_bytes() == after


def test_two_change_places_at_once(friday: Haggis) -> None:
    friday.ok("edit", "--player", "Noah=Isla", "--player", "Isla=Noah")
    assert 'players = ["Isla", "Noah"]\n' in friday.text()
    assert "captured = { Isla = 12, Noah = 24 }" in friday.text()
    assert 'lead = "Isla"' in friday.text()
    friday.ok("edit", "--player", "Noah=Isla", "--player", "Isla=Noah")
    assert friday.path().read_bytes().decode() == TEXT


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("Noah=Isla",), "two cannot both be called Isla: every name must be different"),
        (("Noah=isla",), "two cannot both be called Isla: every name must be different"),
        (("Noah=",), "'': a name has 1 to 40 characters"),
        (("Noah=" + "x" * 41,), f"'{'x' * 41}': a name has 1 to 40 characters"),
        (("Noah=a:b",), "'a:b': a name cannot hold a colon, which ends it in an event"),
        (("Noah=a\x1bb",), "'a\\x1bb': a name cannot hold the character \\x1b"),
        (("Noah",), "--player needs OLD=NEW, like 'Noah=Nell', not 'Noah'"),
        (("Jamie=Noel",), "nobody called 'Jamie' plays here: the players are Noah, Isla"),
        (("=Noel",), "nobody called '' plays here: the players are Noah, Isla"),
        (("Noah=Ann", "N=Bob"), "Noah cannot be called both Ann and Bob"),
    ],
)
def test_what_cannot_be_a_name_is_refused_with_a_sentence(friday: Haggis, words: tuple[str, ...], why: str) -> None:
    before = untouched(friday.path())
    assert friday("edit", *(word for each in words for word in ("--player", each))) == refused(2, why)
    assert untouched(friday.path()) == before


def test_an_ambiguous_beginning_is_refused_with_the_choices(haggis: Haggis) -> None:
    start_table(haggis, "three-player", "Noah", "Nora", "Isla", lead="Isla")
    assert haggis("edit", "-p", "No=Noel") == refused(2, "'No' can be Noah or Nora: write more of the name")
    haggis.ok("edit", "-p", "Noa=Noel")
    assert 'players = ["Noel", "Nora", "Isla"]' in haggis.text()


@pytest.mark.parametrize(
    ("names", "word", "wanted"),
    [
        (("Noah", "Isla"), "Noah=a=b", ["a=b", "Isla"]),
        (("a=b", "Isla"), "a=b=Noah", ["Noah", "Isla"]),
        (("a=b", "Isla"), "a=Noah", ["Noah", "Isla"]),
        (("a=b", "a"), "a=b = Noah", ["Noah", "a"]),
        (("a=b", "a"), "a = b=Noah", ["a=b", "b=Noah"]),
    ],
)
def test_names_may_hold_the_sign_that_parts_them(
    haggis: Haggis, names: tuple[str, str], word: str, wanted: list[str]
) -> None:
    start_table(haggis, "two-player", *names, lead=names[0])
    haggis.ok("edit", "--player", word)
    assert f"players = {json.dumps(wanted)}\n" in haggis.text()


def test_what_can_be_read_in_two_ways_says_how_to_part_it(haggis: Haggis) -> None:
    start_table(haggis, "two-player", "a=b", "a", lead="a")
    assert haggis("edit", "--player", "a=b=c") == refused(
        2,
        "'a=b=c' can mean that 'a' is called 'b=c' or 'a=b' is called 'c': put blanks around the '=' between the two "
        "names",
    )


class TestGoal:
    """Another goal: what follows from it is told, and rounds after the end are as in every correction."""

    def test_the_match_is_over_then_and_goes_on_again(self, friday: Haggis) -> None:
        ran = friday("edit", "--rounds", "2")
        over = "Noah has won: 104 to 48.\n"
        assert ran == Ran(0, "Put right in friday: the goal.\n" + over, f"Goal: 4 rounds → 2 rounds.\n{over}")
        ran = friday("edit", "--points", "350")
        on = "Isla deals and leads round 3.\n"
        assert ran == Ran(0, f"Put right in friday: the goal.\n{on}", f"Goal: 2 rounds → 350 points.\n{on}")
        assert friday.path().read_bytes().decode() == TEXT.replace("rounds = 4", "points = 350")
        friday.ok("undo")
        friday.ok("undo")
        assert friday.path().read_bytes().decode() == TEXT

    def test_a_round_after_the_end_is_refused_without_a_yes(self, friday: Haggis) -> None:
        before = untouched(friday.path())
        ran = friday("edit", "--rounds", "1")
        assert (ran.code, ran.out, untouched(friday.path())) == (1, "", before)
        assert "The match was over after round 1: Noah had won it." in ran.err
        assert "not saved, because it breaks the rules in round 2 (--yes saves it all the same)" in ran.err
        friday.ok("edit", "--rounds", "1", "--yes")
        assert friday("check").code == 1
        friday.ok("undo")
        assert friday.path().read_bytes().decode() == TEXT

    def test_to_rounds_won(self, friday: Haggis) -> None:
        friday.ok("edit", "--round-wins", "3")
        assert "goal = { round_wins = 3 }" in friday.text()

    def test_one_goal(self, friday: Haggis) -> None:
        assert friday("edit", "--points", "350", "--rounds", "6").code == 2
        assert friday("edit", "--points", "0").code == 2

    def test_as_it_is_already_nothing_is_saved(self, friday: Haggis) -> None:
        before = untouched(friday.path())
        assert friday("edit", "--rounds", "4", "-p", "Noah=Noah") == Ran(0, "", "Nothing was changed.\n")
        assert untouched(friday.path()) == before

    def test_written_as_a_table_of_its_own(self, haggis: Haggis) -> None:
        text = header().replace("goal = { rounds = 4 }", "goal.rounds = 4  # so")
        haggis.keep(text)
        haggis.ok("edit", "--points", "250")
        assert haggis.path().read_bytes().decode() == text.replace("rounds = 4", "points = 250")


class TestBeginner:
    """Who led round 1, or dealt it."""

    def test_the_next_round_is_led_by_another_then(self, haggis: Haggis) -> None:
        start_table(haggis, "two-player", "Noah", "Isla", lead="Noah")
        assert haggis("edit", "--lead", "Isla").err == "Isla leads round 1, not Noah.\n"
        haggis.ok("undo")
        assert 'lead = "Noah"' in haggis.text()

    def test_a_recorded_round_is_judged_anew(self, haggis: Haggis) -> None:
        start_table(haggis, "two-player", "Noah", "Isla", lead="Noah")
        haggis.ok("record", "Noah: 7r")
        ran = haggis("edit", "--lead", "Isla")
        assert (ran.code, "It is Isla's turn, not Noah's." in ran.err) == (1, True)
        assert haggis("edit", "--lead", "random").err == (
            "haggis: round 1 has begun: lots are drawn before it ('haggis undo' takes it back)\n"
        )

    def test_a_dealer_and_the_leader_go_together(self, haggis: Haggis) -> None:
        words = [word for name in ("Noah", "Jamie", "Isla") for word in ("-p", name)]
        haggis.ok("new", "--variant", "classic", *words, "--dealer", "Isla", "--lead", "Noah", "--name", "friday")
        haggis.ok("edit", "--dealer", "Noah")
        assert 'lead = "Jamie"\ndealer = "Noah"\n' in haggis.text()
        haggis.ok("edit", "--lead", "Noah")
        assert 'lead = "Noah"\ndealer = "Isla"\n' in haggis.text()

    def test_no_dealer(self, friday: Haggis) -> None:
        assert friday("edit", "--dealer", "Isla") == refused(
            2, "Haggis (2-Player) has no dealer apart from the lead player: say who leads instead"
        )


class TestTeams:
    """Names of teams, in Neeps."""

    PLAYERS = ("Noah", "Jamie", "Isla", "Una")

    @pytest.fixture
    def neeps(self, haggis: Haggis) -> Haggis:
        start_table(haggis, "neeps", *self.PLAYERS, lead="Noah")
        return haggis

    def test_a_team_that_had_no_name_gets_one_and_loses_it_again(self, neeps: Haggis) -> None:
        before = neeps.path().read_bytes()
        ran = neeps("edit", "--team", "Noah=High Rollas")
        assert ran.err == "Team: Noah & Isla → High Rollas.\n"
        assert 'teams = ["High Rollas", "Jamie & Una"]\n' in neeps.text()
        neeps.ok("edit", "--team", "High=Noah & Isla")
        assert neeps.path().read_bytes() == before

    def test_a_team_that_goes_by_its_players_goes_by_their_new_names(self, neeps: Haggis) -> None:
        neeps.ok("edit", "--team", "Noah=High Rollas")
        neeps.ok("edit", "--player", "Una=Urs", "--player", "Noah=Noel")
        assert 'teams = ["High Rollas", "Jamie & Urs"]\n' in neeps.text()

    def test_swapped_and_refused(self, neeps: Haggis) -> None:
        neeps.ok("edit", "--team", "Noah & Isla=A", "--team", "Jamie & Una=B")
        neeps.ok("edit", "--team", "A=B", "--team", "B=A")
        assert 'teams = ["B", "A"]\n' in neeps.text()
        assert neeps("edit", "--team", "A=B").code == 2

    def test_beside_a_name_too_long_both_are_named(self, haggis: Haggis) -> None:
        long = "x" * 30
        start_table(haggis, "neeps", "Noah", long, "Isla", f"{long}y", lead="Noah")
        ran = haggis("edit", "--team", "Noah=High Rollas")
        assert (ran.code, ran.err.endswith("is too long to stand beside the name of a team: name both teams\n")) == (
            2,
            True,
        )

    def test_no_teams(self, friday: Haggis) -> None:
        assert friday("edit", "--team", "A=B") == refused(2, "Haggis (2-Player) has no teams")


class TestWhatFollows:
    """What goes by the names of a match follows a correction."""

    def test_a_half_round_goes_on_under_the_new_name_and_under_the_old_after_undo(self, friday: Haggis) -> None:
        from haggis_cli.book.drafts import DraftBasis, RoundDraft, RoundDrafts
        from haggis_cli.book.match import OpenMatch, open_match
        from haggis_cli.book.typed_round import HalfRound

        def opened() -> OpenMatch:
            return open_match("friday", str(friday.home))

        half = HalfRound([0], {0: 8}, {0: 12})
        for number, owner in ((None, ""), (2, ""), (None, "abc")):
            RoundDrafts(opened(), number, owner).keep(RoundDraft(DraftBasis.of(opened(), number), half))
        for words in (("edit", "-p", "Noah=Isla", "-p", "Isla=Noah"), ("undo",), ("redo",)):
            friday.ok(*words)
            for number, owner in ((None, ""), (2, ""), (None, "abc")):
                kept = RoundDrafts(opened(), number, owner).load()
                assert kept is not None
                assert (kept.misfit(opened()), kept.answers) == (None, half)

    def test_a_half_round_of_other_players_stays(self, friday: Haggis) -> None:
        draft = friday.path().with_name("friday.toml.draft")
        draft.write_text('format = 1\nvariant = "two-player"\nplayers = ["A", "B"]\nround = 3\n', encoding="utf-8")
        other = friday.path().with_name("friday.toml.2.draft")
        other.write_text("no draft", encoding="utf-8")
        before = untouched(draft), untouched(other)
        friday.ok("edit", "-p", "Noah=Noel")
        assert (untouched(draft), untouched(other)) == before

    def test_statistics_and_the_list_know_the_new_name_alone(self, haggis: Haggis) -> None:
        haggis.new("--points", "60")
        haggis.ok("score", *TYPED)
        assert "Noah" in haggis.ok("stats")
        haggis.ok("edit", "-p", "Noah=Noel")
        assert "Noel" in haggis.ok("stats")
        assert "Noah" not in haggis.ok("stats")
        assert "Noah" not in haggis.ok("list")
        assert "Noah" not in haggis.ok("show")

    def test_the_current_match_stays_the_current_one(self, haggis: Haggis) -> None:
        haggis.new(name="monday")
        haggis.new(name="friday")
        haggis.ok("edit", "monday", "-p", "Noah=Noel")
        assert haggis.json("show")["id"] == "friday"
        haggis.ok("edit", "-p", "Noah=Nell")
        assert "Nell" in haggis().out
        assert "Noah" not in haggis().out

    def test_what_looked_wrong_before_is_asked_of_nobody_again(self, haggis: Haggis) -> None:
        odd = ROUND.replace("Isla = 24", "Isla = 22")
        wrong = '\n[[rounds]]\nevents = ["Noah: 7r", "Noah: 8r"]\n'
        haggis.keep(header() + odd + wrong)
        before = haggis.json("check") if haggis("check").code == 0 else json.loads(haggis("check", "--json").out)
        assert (len(before["violations"]), len(before["warnings"])) == (1, 1)
        ran = haggis("edit", "-p", "Noah=Noel")
        assert (ran.code, ran.err) == (0, "Name: Noah → Noel.\n")

    def test_a_name_that_heals_an_event_shows_what_comes_to_light(self, haggis: Haggis) -> None:
        haggis.keep(header(players='"Noha", "Isla"', lead="Noha") + '\n[[rounds]]\nevents = ["Noah: 7r"]\n')
        assert haggis("check").code == 1
        ran = haggis("edit", "-p", "Noha=Noah")
        assert (ran.code, ran.out.splitlines()[1]) == (0, "Isla must beat a single 7 or pass; Noah holds 16 cards.")

    @pytest.mark.parametrize("variant", sorted(registry.installed_claims()))
    def test_a_round_in_progress_of_every_variant_goes_on(self, haggis: Haggis, variant: str) -> None:
        count = max(registry.load(variant).players)
        names = ("Noah", "Jamie", "Isla", "Una", "Rory", "Ailsa")[:count]
        bots = [word for name in names for word in ("--bot", f"{name}=random")]
        haggis.ok("play", "--simulate", "1", "--variant", variant, *bots, "--seed", "burns", "--save", "--jobs", "1")
        (path,) = (haggis.home / "matches").glob("*.toml")
        (*_, last) = MatchFile(path.read_bytes(), path.name).record.rounds[-1].events or []
        haggis.ok("undo", path.stem)
        before, bytes_before = haggis.ok("log", path.stem), path.read_bytes()
        haggis.ok("edit", path.stem, "-p", "Noah=Zacharias", "-p", "Jamie=Noah")
        renaming = Renaming(names, ("Zacharias", "Noah", *names[2:]))
        haggis.ok("record", path.stem, renaming.in_event(last))
        haggis.ok("undo", path.stem)
        haggis.ok("edit", path.stem, "-p", "Noah=Jamie", "-p", "Zacharias=Noah")
        assert haggis.ok("log", path.stem) == before
        assert path.read_bytes() == bytes_before


def test_as_json_it_is_told_what_was_put_right_and_what_that_breaks(friday: Haggis) -> None:
    told = friday.json("edit", "-p", "Noah=Noel", "--rounds", "6")
    assert (told["saved"], told["corrected"], told["breaks"]) == (1, "the name Noel and the goal", [])
    assert (told["totals_before"], told["totals"]) == ({"Noah": 104, "Isla": 48}, {"Noel": 104, "Isla": 48})
    ran = friday("edit", "--rounds", "1", "--json")
    told = json.loads(ran.out)
    assert (ran.code, told["saved"], [each["code"] for each in told["breaks"]]) == (1, 0, ["match-over"])
    assert friday.json("edit", "--rounds", "6")["corrected"] is None


def test_with_the_event_it_is_one_correction(friday: Haggis) -> None:
    friday.ok("edit", "-p", "Noah=Noel", "--event", "Burns Night", "--unrated")
    assert 'event = "Burns Night"\n' in friday.text()
    friday.ok("undo")
    assert friday.path().read_bytes().decode() == TEXT


def test_a_file_that_does_not_read_is_not_touched(haggis: Haggis) -> None:
    path = haggis.keep(TEXT.replace("goal", "gaol"))
    before = untouched(path)
    assert haggis("edit", "-p", "Noah=Noel").code == 3
    assert untouched(path) == before


def test_a_change_of_somebody_else_is_not_overwritten(friday: Haggis) -> None:
    from haggis_cli.book.corrections.amending import save_correction
    from haggis_cli.book.corrections.editing import SettingsChange, correct_settings
    from haggis_cli.book.match import open_match
    from haggis_cli.support.errors import Conflict

    correction = correct_settings(open_match("friday", str(friday.home)), SettingsChange([("Noah", "Noel")]))
    friday.keep(TEXT + "# theirs\n")
    with pytest.raises(Conflict):
        save_correction(correction)
    assert friday.path().read_bytes().decode() == TEXT + "# theirs\n"


def test_a_round_and_a_name_do_not_go_together(friday: Haggis) -> None:
    assert friday("edit", "--round", "1", "-p", "Noah=Noel") == refused(
        2, "--round is for the editor alone: everything else is of a whole match"
    )


class TestDialogue:
    """`haggis edit` where no editor is chosen."""

    def test_a_file_that_does_not_read_needs_an_editor(self, haggis: Haggis) -> None:
        haggis.keep(TEXT.replace("goal", "gaol"))
        with Terminal(haggis, "edit") as screen:
            code, rest = screen.end()
        said = unwrapped(rest)
        assert (code, "the key 'goal' is missing" in said, "no editor is chosen: set EDITOR" in said) == (2, True, True)


def test_the_file_may_lie_anywhere(friday: Haggis, tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.toml"
    path.write_bytes(TEXT.encode())
    friday.ok("edit", str(path), "-p", "Noah=Noel")
    assert b'players = ["Noel", "Isla"]' in path.read_bytes()
    friday.ok("undo", str(path))
    assert path.read_bytes() == TEXT.encode()
