"""`play` at a real terminal: from an empty home to the end of a match, hidden hands, and every way to leave."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise

import pytest

from haggis_cli.history.reviews import reviews_path
from haggis_cli.support.text import width
from tests.support.haggis import ROOT, Haggis, Ran
from tests.support.terminal import Terminal, unwrapped

NOAH = ("-p", "Noah", "-b", "Robbie=easy", "--seed", "21", "--name", "friday", "--playouts", "2")
TWO = ("play", "--variant", "two-player", *NOAH)
SIZES = [pytest.param(80, 24, id="80x24"), pytest.param(50, 24, id="50x24")]


def hands(haggis: Haggis) -> dict[str, list[str]]:
    """The suit cards dealt in the last round."""
    written = haggis.text().rpartition("[rounds.deal.hands]\n")[2]
    return {name: cards.split() for name, cards in re.findall(r'^(\w+) = "(.*)"$', written, re.MULTILINE)}


def on_turn(haggis: Haggis) -> str:
    return str(haggis.json("show")["pending"]["player"])


def advised(screen: Terminal) -> tuple[int, str]:
    """Play on as advised to the end: lines are typed ahead, and what does not fit a question is harmless."""
    for _ in range(60):
        for _ in range(5):
            screen.type("\nhint\n1")
        screen.settle(0.1)
        if " won: " in screen.shown or " won with " in screen.shown:
            break
    return screen.end()


@pytest.mark.sample("auction-50x24")
@pytest.mark.longest("two players-80x24", "auction-50x24", "teams-50x24")
@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(("--variant", "two-player", "-p", "Noah", "-b", "easy"), id="two players"),
        pytest.param(("--variant", "tatties", "-p", "Noah", "-p", "Isla", "-b", "easy"), id="auction"),
        pytest.param(("--variant", "neeps", "-p", "Noah", "-b", "easy", "-b", "easy", "-b", "easy"), id="teams"),
    ],
)
def test_a_match_is_played_to_its_end(haggis: Haggis, game: tuple[str, ...], columns: int, rows: int) -> None:
    words = ("play", *game, "--rounds", "1", "--seed", "21", "--playouts", "1")
    with Terminal(haggis, *words, columns=columns, rows=rows) as screen:
        code, _ = advised(screen)
        shown = screen.shown
    assert code == 0
    assert " won" in "".join(shown.splitlines()[-4:])
    assert unwrapped(shown).endswith("shows the points that each play gave away.")
    assert haggis.json("show")["complete"]
    assert haggis("check") == Ran(0, "", "")
    assert [line for line in shown.splitlines() if width(line) > columns] == []


@pytest.mark.slow
class TestATurn:
    def test_a_refused_play_tells_the_rule_and_asks_again(self, haggis: Haggis) -> None:
        with Terminal(haggis, *TWO) as screen:
            screen.expect("Noah> ")
            mine, other = hands(haggis)["Noah"], hands(haggis)["Robbie"]
            screen.type(other[0])
            assert f"Noah does not hold {other[0]}. (Rulebook 2.1, " in screen.expect("Noah> ")
            screen.type(mine[0])
            assert "cannot answer a stair of 2 pairs" in screen.expect("Noah> ")
            screen.type("JQK")
            assert "Noah plays J Q K  a bomb (J-Q-K)\n" in screen.expect("> ")

    def test_undo_goes_back_to_the_own_last_decision(self, haggis: Haggis) -> None:
        with Terminal(haggis, *TWO) as screen:
            screen.expect("Noah> ")
            before = haggis.text()
            screen.type("hint")
            screen.answer("Noah> ", "1")
            screen.expect("Noah> ")
            assert haggis.text() != before
            screen.type("undo")
            assert "Taken back: Noah: " in screen.expect("Noah> ")
            assert haggis.text() == before
            screen.type("redo")
            assert "Restored." in screen.expect("Noah> ")
            assert haggis.text() != before

    def test_what_can_be_looked_at(self, haggis: Haggis) -> None:
        with Terminal(haggis, *TWO) as screen:
            screen.expect("Noah> ")
            for command, sign in (
                ("help", "what a strong player would do"),
                ("moves", "\n1   "),
                ("moves all", "a bomb (J-Q-K)"),
                ("log", ""),
                ("show", "Haggis (2-Player)"),
                ("sheet", "Haggis (2-Player)"),
                ("undo", "nothing to take back"),
                ("redo", "haggis: "),
                ("99999", "there is no suggestion 99999"),
            ):
                screen.type(command)
                assert sign in screen.expect("Noah> "), command
            screen.type("quit")
            assert screen.end()[0] == 0

    @pytest.mark.slow
    def test_the_log_and_the_board_show_nobodys_cards(self, haggis: Haggis) -> None:
        words = ("play", "--variant", "neeps", "-p", "Noah", "-b", "easy", "-b", "easy", "-b", "easy", "--seed", "3")
        with Terminal(haggis, *words, "--name", "friday") as screen:
            screen.expect("Noah> ")
            screen.type(hands(haggis)["Noah"][0])
            shown = screen.expect("Noah> ")
            assert " has passed you " in shown
            for command in ("log", "show", "sheet", "Isla: give 4r", "Robbie: give 4r"):
                screen.type(command)
                shown = screen.expect("Noah> ")
                assert not re.findall(r"(?<!give )\b\d+[rgby]\b", shown), command


@pytest.mark.slow
class TestSeveralPeople:
    WORDS = ("play", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--seed", "3", "--name", "friday")

    @pytest.mark.slow
    def test_the_screen_and_what_can_be_scrolled_back_to_are_cleared(self, haggis: Haggis) -> None:
        with Terminal(haggis, *self.WORDS, TERM="xterm") as screen:
            screen.expect("press Enter when only you can see the screen:")
            screen.press("\r")
            screen.expect(f"{on_turn(haggis)}>")
            screen.type(hands(haggis)[on_turn(haggis)][0])
            screen.expect("press Enter when only you can see the screen:")
            cleared = [found.start() for found in re.finditer(re.escape("\x1b[H\x1b[2J\x1b[3J"), screen.raw)]
            asked = [found.start() for found in re.finditer("press Enter when", screen.raw)]
        assert any(asked[0] < place < asked[-1] for place in cleared)
        assert len(cleared) == 2

    @pytest.mark.sample(1)
    @pytest.mark.parametrize("leave", [lambda screen: screen.type("quit"), Terminal.interrupt], ids=["quit", "Ctrl-C"])
    def test_whoever_leaves_leaves_no_hand_on_the_screen(
        self, haggis: Haggis, leave: Callable[[Terminal], None]
    ) -> None:
        with Terminal(haggis, *self.WORDS, TERM="xterm") as screen:
            screen.expect("press Enter when only you can see the screen:")
            screen.press("\r")
            screen.expect(f"{on_turn(haggis)}>")
            leave(screen)
            screen.end()
        last = screen.raw.rpartition("\x1b[H\x1b[2J\x1b[3J")[2]
        assert "Everything is saved" in last
        assert "J Q K" not in last

    def test_what_is_taken_back_is_told_without_the_cards_that_lie_face_down(self, haggis: Haggis) -> None:
        words = ("play", "--variant", "neeps", "-p", "Noah", "-p", "Isla", "-b", "easy", "-b", "easy", "--seed", "3")
        with Terminal(haggis, *words, "--name", "friday") as screen:
            screen.answer("press Enter when only you can see the screen: ", "")
            first = on_turn(haggis)
            screen.answer(f"{first}> ", "hint")
            given = screen.answer(f"{first}> ", "1").partition("Hint: give ")[2].split()[0]
            screen.answer("press Enter when only you can see the screen: ", "")
            screen.answer(f"{on_turn(haggis)}> ", "undo")
            shown = screen.expect("press Enter when only you can see the screen: ")
            assert f"Taken back: {first}: give\n" in shown.rpartition("\n\n")[2]  # after the screen was emptied
            assert given not in shown.split()


@pytest.mark.slow
def test_between_two_rounds_the_last_one_can_be_reviewed(haggis: Haggis) -> None:
    text = (ROOT / "examples/matches/two-player-known-hands.toml").read_text(encoding="utf-8")
    text = text.replace("{ rounds = 3 }", '{ rounds = 4 }\nbots = { Hamish = "easy" }')
    haggis.keep(text.replace('id = "two-player-known-hands"', 'id = "friday"'))
    ready = "Enter deals round 4 (or: review, undo, log, show, sheet, q):"
    with Terminal(haggis, "play", "friday", TERM="xterm", PROMPT_TOOLKIT_NO_CPR="1") as screen:
        screen.expect(ready)
        screen.press("review\r")
        screen.expect("plays reviewed")
        screen.press("\x03")
        screen.expect("The review was stopped.")
        screen.expect(ready)
    page = haggis.ok("review", "friday", "--round", "3", "--seconds", "0.05")
    with closing(sqlite3.connect(reviews_path(haggis.home))) as kept, kept:
        kept.execute("UPDATE reviews SET seconds = 30")  # as if it had taken so long
    with Terminal(haggis, "play", "friday") as screen:
        screen.answer(ready, "review")
        assert unwrapped(screen.expect(ready)).endswith(unwrapped(page))
        screen.type("quit")
        assert screen.end()[0] == 0


class TestTheMatchAtTheTable:
    """It is dealt into only if the people say so."""

    def test_it_is_asked_about_and_enter_starts_a_new_match(self, haggis: Haggis) -> None:
        haggis.new()
        haggis.ok("score", "Noah: out 8, cards 12")
        before = haggis.text()
        with Terminal(haggis, "play", "--playouts", "1", "--seed", "2", USER="noah") as screen:
            shown = screen.answer("Which [1]: ", "")
            assert "friday is kept at the table." in shown
            assert "  1  Start a new match against the computer\n  2  Deal round 2 of friday here\n" in shown
            screen.answer("How many players [2]: ", "<")
            screen.answer("Which [1]: ", "s")
            screen.answer_all(("How many players", ""), ("Which variant", ""), ("Your name", ""), ("Player 2", "easy"))
            screen.answer("Noah> ", "quit")
            assert screen.end()[0] == 0
        assert haggis.text() == before
        haggis.ok("score", "Isla: out 8, cards 12")


class TestUndoAcrossRounds:
    """The two rounds are the first two of `friday`; in the second nothing but computer players has acted."""

    @pytest.fixture
    def second_round(self, haggis: Haggis) -> Haggis:
        haggis(*TWO, "--rounds", "3")
        for _ in range(60):
            if haggis.text().count("[[rounds]]") == 2:
                return haggis
            haggis.ok("play", "--seed", "21", "--playouts", "1", stdin="hint\n1\n")
        raise AssertionError("the first round did not end")

    def test_undo_asks_before_it_leaves_the_round_and_redo_walks_the_same_steps(self, second_round: Haggis) -> None:
        haggis, after = second_round, second_round.text()
        with Terminal(haggis, "play", "--playouts", "1", "--seed", "21") as screen:
            screen.answer("Noah> ", "undo")
            question = "Take back its deal, and continue in round 1? [y/N]: "
            shown = screen.answer(question, "")
            assert "No person has done anything in round 2 that can be taken back." in unwrapped(shown)
            assert "haggis: nothing was taken back" in screen.expect("Noah> ")
            assert haggis.text() == after
            screen.type("undo")
            screen.answer(question, "y")
            assert "Taken back: round 2, and in round 1 Noah: " in screen.expect("Noah> ")
            between = haggis.text()
            assert between.count("[[rounds]]") == 1
            screen.type("undo")
            assert "Taken back: Noah: " in screen.expect("Noah> ")  # within the round nobody is asked
            first = haggis.text()
            for expected in (between, after):
                screen.type("redo")
                screen.expect("Noah> ")
                assert haggis.text() == expected
            screen.type("undo")
            screen.answer(question, "y")
            screen.expect("Noah> ")
            assert haggis.text() == between
            screen.type("undo")
            screen.answer("Noah> ", "quit")
            screen.end()
        assert haggis.text() == first

    def test_the_commands_walk_the_steps_of_play_and_say_what_they_are(self, second_round: Haggis) -> None:
        haggis, after, report = second_round, second_round.text(), second_round.json("show")
        with Terminal(haggis, "play", "--playouts", "1", "--seed", "21") as screen:
            screen.answer("Noah> ", "undo")
            screen.answer("Take back its deal, and continue in round 1? [y/N]: ", "y")
            screen.answer("Noah> ", "quit")
            screen.end()
        between = haggis.text()
        for _ in range(2):
            brought = haggis.ok("redo", "friday").splitlines()[0]
            assert re.fullmatch("Restored in friday: .*round 1.*, and round 2.*", brought)
            assert (haggis.text(), haggis.json("show")) == (after, report)
            taken = haggis.ok("undo", "friday").splitlines()[0]
            assert taken.removeprefix("Taken back") == brought.removeprefix("Restored")
            assert haggis.text() == between


@pytest.mark.slow
class TestLeaving:
    def test_ctrl_c_keeps_everything_and_play_goes_on(self, haggis: Haggis) -> None:
        with Terminal(haggis, *TWO) as screen:
            screen.expect("Noah> ")
            screen.type("hint")
            screen.answer("Noah> ", "1")
            screen.expect("Noah> ")
            screen.interrupt()
            code, said = screen.end()
        assert (code, "Everything is saved: 'haggis play' continues." in said) == (130, True)
        before = haggis.text()
        with Terminal(haggis, "play") as screen:
            assert "friday: Noah, Robbie (easy); 250 points." in screen.expect("Noah> ")
        assert haggis.text() == before

    @pytest.mark.slow
    def test_a_killed_process_loses_nothing(self, haggis: Haggis) -> None:
        seen: list[int] = []
        for _ in range(3):
            with Terminal(haggis, *(TWO if not seen else ("play", "--seed", "21"))) as screen:
                screen.expect("Noah> ")
                screen.type("hint")
                screen.answer("Noah> ", "1")
                screen.expect("\n  Noah ")  # plays, passes or bets, as the hint has it
                screen.kill()
            assert haggis("check") == Ran(0, "", "")
            seen.append(haggis.text().count('"Noah: '))
        assert all(now > before for before, now in pairwise(seen))

    def test_nothing_is_said_to_be_saved_that_is_not_there(self, haggis: Haggis) -> None:
        with Terminal(haggis, *TWO) as screen:
            screen.expect("Noah> ")
            haggis.ok("remove", "friday", "--yes")
            screen.type("quit")
            code, said = screen.end()
        told = unwrapped(said)
        assert (code, "Everything is saved" in told.split("leave. Everything is saved.")[-1]) == (3, False)
        assert "the match no longer exists" in told

    def test_what_others_change_meanwhile_is_noticed(self, haggis: Haggis) -> None:
        with Terminal(haggis, *TWO) as screen:
            screen.expect("Noah> ")
            screen.type("hint")
            screen.expect("Noah> ")
            haggis.ok("record", "friday", "Noah: bet baby")
            screen.type("1")
            assert "nothing was done: the match was changed meanwhile" in screen.expect("Noah> ")
            assert "Noah 17 with JQK, bet 5" in screen.shown


@pytest.mark.slow
def test_a_simulation_that_is_broken_off_before_its_first_match_says_so(haggis: Haggis) -> None:
    words = ("play", "--simulate", "9", "--variant", "two-player", "-b", "hard", "-b", "hard", "--think", "60")
    with Terminal(haggis, *words, "--jobs", "1", TERM="xterm") as screen:
        screen.expect("0 of 9")
        screen.press("\x03")
        code, said = screen.end()
    assert (code, "No match was finished in " in said, "95 %" in said) == (130, True, False)


@pytest.mark.slow
def test_while_typing_the_line_below_says_what_the_cards_are(haggis: Haggis) -> None:
    with Terminal(haggis, *TWO, TERM="xterm", PROMPT_TOOLKIT_NO_CPR="1") as screen:
        screen.expect("Noah>")
        screen.press("JQK")
        screen.expect("bomb (J-Q-K)")
        screen.press("\x03")
        screen.settle()
        screen.press("\x03")
        assert screen.end()[0] == 130


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_the_lines_that_one_person_has_typed_are_not_offered_to_the_next(haggis: Haggis, term: str) -> None:
    with Terminal(haggis, *TestSeveralPeople.WORDS, TERM=term, PROMPT_TOOLKIT_NO_CPR="1") as screen:
        screen.expect("press Enter when only you can see the screen:")
        screen.press("\r")
        first = on_turn(haggis)
        other = "Isla" if first == "Noah" else "Noah"
        screen.expect(f"{first}>")
        screen.press("secret words\r")
        screen.expect("haggis: ")
        screen.expect(f"{first}>")
        screen.press(f"{hands(haggis)[first][0]}\r")
        screen.expect("press Enter when only you can see the screen:")
        screen.press("\r")
        screen.expect(f"{other}>")
        screen.press("\x1b[A" * 4 + "nothing")
        screen.expect("nothing")
        assert "secret" not in screen.shown.rpartition("press Enter when only you can see the screen:")[2]
