"""`haggis score` without entries, in a real terminal: asked in the order of the table, corrected by going back."""

import json
import sys
from collections.abc import Callable

import pytest

from haggis_cli.book.typed_round import TypedRound, render_entries
from haggis_cli.cli.score.questions import RoundQuestions
from haggis_cli.cli.terminal.questionnaire import Questionnaire
from haggis_cli.plugins import registry
from haggis_cli.rules.scores import first_standing
from haggis_cli.rules.variant import seat_players
from haggis_cli.support.errors import HaggisError
from tests.support.haggis import SCRIPT, Haggis, header
from tests.support.terminal import Terminal, unwrapped

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

LEAVE = [pytest.param(Terminal.interrupt, id="Ctrl-C"), pytest.param(lambda screen: screen.press("\x04"), id="Ctrl-D")]
FIRST = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
SIZES = pytest.mark.parametrize("columns", [80, 50])


GO_ON = "(Enter goes on, q leaves): "


@pytest.mark.sample(1)
@SIZES
def test_step_by_step_with_the_rest_offered(haggis: Haggis, columns: int) -> None:
    haggis.new()
    with Terminal(haggis, "score", columns=columns) as screen:
        shown = unwrapped(screen.answer("first: ", "Rory"))
        assert shown.startswith("friday: Haggis (2-Player), to 4 rounds. Noah deals and leads round 1. '<' goes back")
        assert "nobody called 'Rory' plays here" in screen.answer("Who went out first: ", "n")
        question = "How many cards did Isla hold then: "
        screen.answer(question, "18")
        assert "it is 1 to 17 cards: a hand has no more" in screen.answer(question, "eight")
        assert "'eight' is no number for the cards held" in screen.answer(question, "8")
        screen.answer("What did Noah capture: ", "10+2")
        assert "  = 12\n" in screen.answer("What did Isla capture [24]: ", "")
        assert "Bets are baby (5), little (15) or big (30).\n" in screen.answer("What did Noah bet [none]: ", "20")
        assert "a bet is baby (5), little (15) or big (30), or" in screen.answer("Noah bet [none]: ", "lit")
        screen.answer("What did Isla bet [none]: ", "baby")
        figures = ["Noah", "8×5", "=", "40", "12", "15", "20", "72", "72"]
        assert figures in [line.split() for line in screen.answer("Save this round? [Y/n]: ", "").splitlines()]
        said = screen.answer(GO_ON, "q")
        code, rest = screen.end()
    assert (code, unwrapped(rest)) == (0, "q Round 2 not begun; everything up to round 1 is saved.")
    assert said == "\nSaved. Isla deals and leads round 2.\nRound 2 "
    assert haggis.text() == header() + FIRST + "bets = { Noah = 15, Isla = 5 }\n"


def test_a_slip_in_the_first_answer_costs_going_back(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "score") as screen:
        assert "This is the first question" in answer_twice(screen, "Who went out first: ", "<", "Isla")
        screen.answer("How many cards did Noah hold then: ", "back")
        screen.answer("Who went out first [Isla]: ", "i")
        screen.answer_all(("did Noah hold then: ", "<"), ("first [Isla]: ", "1"))
        screen.answer_all(("did Isla hold then: ", "8"), ("Noah capture: ", "12"), ("Isla capture [24]: ", "<"))
        screen.answer_all(("Noah capture [12]: ", "<"), ("did Isla hold then [8]: ", ""))
        screen.answer_all(("Noah capture [12]: ", ""), ("Isla capture [24]: ", ""))
        screen.answer_all(("Noah bet [none]: ", "15"), ("Isla bet [none]: ", ""))
        screen.answer_all(("Save this round? [Y/n]: ", "<"), ("Isla bet [none]: ", "<"))
        screen.answer_all(("Noah bet [little]: ", "none"), ("Isla bet [none]: ", ""))
        screen.answer("Save this round? [Y/n]: ", "y")
        told = "Round 1 is saved: 'haggis score --round 1' puts it right."
        assert told in unwrapped(answer_twice(screen, GO_ON, "<", "q"))
        assert screen.end()[0] == 0
    assert haggis.text() == header() + FIRST


@pytest.mark.sample(1)
@pytest.mark.parametrize("answers", [0, 2, 6])
def test_q_leaves_at_every_question_and_the_answers_are_kept(haggis: Haggis, answers: int) -> None:
    haggis.new()
    prompts = (
        ("went out first: ", "n"), ("did Isla hold then: ", "8"), ("Noah capture: ", "12"),
        ("Isla capture [24]: ", ""), ("Noah bet [none]: ", "15"), ("Isla bet [none]: ", ""),
        ("this round? [Y/n]: ", ""),
    )  # fmt: skip
    with Terminal(haggis, "score") as screen:
        assert "explains one. q or Ctrl-C leaves; the answers are kept." in unwrapped(screen.expect("Who "))
        screen.answer_all(*prompts[:answers])
        screen.answer(prompts[answers][0], "q")
        code, rest = screen.end()
    assert code == 1
    assert ("Its answers are kept" if answers else "Round 1 not begun.") in rest
    assert ("A pile of one Queen is 'qu'." in rest) is (answers == 2)
    with Terminal(haggis, "score") as screen:
        if answers:
            screen.answer("Go on with the half round? [Y/n]: ", "Q")
            assert screen.end()[0] == 1
            return
        screen.expect("Who went out first: ")


def test_a_queen_alone_and_a_player_with_q_are_spelled_with_two_letters(haggis: Haggis) -> None:
    """A lone q leaves, whatever else it could be: a pile may be a single Queen, and a player may be called Quentin."""
    haggis.ok("new", "--variant", "two-player", "-p", "Noah", "-p", "Quentin", "--name", "friday")
    with Terminal(haggis, "score") as screen:
        screen.answer_all((" first: ", "qu"), ("did Noah hold then: ", "8"))
        screen.answer("Noah capture: ", "qu")
        assert "  = 3: Q 3; 33 are left of 36\n" in screen.answer("Quentin capture [33]: ", "Q")
        assert screen.end()[0] == 1


def answer_twice(screen: Terminal, prompt: str, first: str, second: str) -> str:
    """Answer a question that comes again; what was shown in between."""
    screen.answer(prompt, first)
    return screen.answer(prompt, second)


def test_a_question_mark_explains_every_question(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "score") as screen:
        for prompt, line, helped in (
            ("Who went out first: ", "Noah", "A name, its beginning, or the seat: 1 Noah, 2 Isla."),
            ("did Isla hold then: ", "8", "The cards still held when Noah went out, unplayed J, Q and K too."),
            ("Noah capture: ", "12", "Points for captured cards: 3, 5, 7, 9 are 1 point each"),
            ("Isla capture [24]: ", "", "24 is what is left."),
            ("Noah bet [none]: ", "", "A bet is baby (5), little (15) or big (30), or none"),
        ):
            assert helped in unwrapped(answer_twice(screen, prompt, "?", line))
        screen.answer("Isla bet [none]: ", "")
        assert "y saves it, n goes to what is wrong" in answer_twice(screen, "Save this round? [Y/n]: ", "?", "q")
        assert screen.end()[0] == 1


@pytest.mark.sample(1)
@SIZES
def test_a_team_is_asked_once_who_bet_and_how_much(haggis: Haggis, columns: int) -> None:
    """Rules B4: of a team's bets one counts."""
    players = [word for name in ("Noah", "Jamie", "Isla", "Rory") for word in ("-p", name)]
    teams = ("--team", "High Rollas", "--team", "Slam Jamma")
    haggis.ok("new", "--variant", "neeps", *players, *teams, "--name", "friday")
    with Terminal(haggis, "score", columns=columns) as screen:
        screen.answer_all(
            ("first: ", "Noah"), ("fullest hand: ", "9"), ("second: ", "Isla"),
            ("Noah capture: ", "20"), ("Jamie capture: ", "20"), ("Isla capture: ", "20"), ("Rory capture", "24"),
            ("Bet of High Rollas: who, how much [none]: ", "big"),
        )  # fmt: skip
        rollas = "Bet of High Rollas: who, how much [none]: "
        assert "say who bet, and how much" in unwrapped(screen.answer(rollas, "Jamie big"))
        assert "Jamie is of the other team" in unwrapped(screen.answer(rollas, "n bi"))
        assert "= Noah, big (30)" in screen.answer("Slam Jamma: who, how much [none]: ", "")
        screen.answer_all(("Save this round? [Y/n]: ", ""), (GO_ON, "q"))
        assert screen.end()[0] == 0
    assert "bets = { Noah = 30 }\n" in haggis.text()


def test_counts_that_do_not_go_together_are_refused_at_once(haggis: Haggis) -> None:
    """Rules P4: hands only shrink, so Isla's count cannot be above Noah's."""
    haggis.ok("new", "--variant", "three-player", "-p", "Noah", "-p", "Jamie", "-p", "Isla", "--name", "friday")
    with Terminal(haggis, "score") as screen:
        screen.answer_all(
            ("Who went out first: ", "Noah"), ("did Jamie or Isla hold then in the fullest hand: ", "5"),
            ("Who went out second: ", "Noah"), ("Who went out second: ", "Isla"), ("did Jamie hold then: ", "6"),
        )  # fmt: skip
        assert "cannot have recorded more cards (6 after 5)" in screen.answer("did Jamie hold then: ", "<")
        screen.answer_all(("second [Isla]: ", "<"), ("fullest hand [5]: ", "7"), ("second [Isla]: ", ""))
        screen.answer_all(("did Jamie hold then: ", "6"), ("Noah capture: ", "20"), ("Jamie capture: ", "11"))
        screen.answer_all(("Isla capture [19]: ", ""), ("Noah bet", ""), ("Jamie bet", ""), ("Isla bet", ""))
        screen.answer_all(("Save this round? [Y/n]: ", ""), (GO_ON, "q"))
        assert screen.end()[0] == 0
    assert "hands = { Noah = 7, Isla = 6 }\n" in haggis.text()


def test_what_does_not_add_up_is_asked_about_and_no_leads_to_the_figures(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "score") as screen:
        screen.answer_all(("first: ", "Noah"), ("hold then: ", "8"), ("Noah capture", "12"), ("[24]: ", "20"))
        told = "  That makes 32 of 36: 4 are missing. Enter keeps it all the same; or type another.\n"
        assert told in screen.answer("Isla capture [20]: ", "")
        screen.answer_all(("Noah bet", "little"), ("Isla bet", "-"))
        shown = screen.answer("Save it all the same? [y/N]: ", "")
        assert "warning: round 1: the captured totals 12 + 20 make 32, and all cards together are" in shown
        screen.answer_all(("Isla capture [20]: ", "21"), ("Isla capture [21]: ", "21"))
        shown = screen.answer("Save it all the same? [y/N]: ", "<")
        assert "12 + 21 make 33" in shown
        assert "bet" not in shown.partition("warning")[0]
        screen.answer_all(("Isla capture [21]: ", "<"), ("Noah capture [12]: ", "15"), ("Isla capture [21]: ", ""))
        screen.answer("Save this round? [Y/n]: ", "")
        screen.answer(GO_ON, "q")
        assert screen.end()[0] == 0
    assert "captured = { Noah = 15, Isla = 21 }\nbets = { Noah = 15 }\n" in haggis.text()


def test_a_hand_is_asked_for_again_where_somebody_else_holds_it(haggis: Haggis) -> None:
    """Isla's 3 was what Jamie held; with Jamie out first it is Noah's hand, and nobody said how full that was."""
    haggis.ok("new", "--variant", "three-player", "-p", "Noah", "-p", "Jamie", "-p", "Isla", "--name", "friday")
    with Terminal(haggis, "score") as screen:
        screen.answer_all(("out first: ", "n7"), ("out second: ", "i3"), ("Noah capture: ", "20"))
        screen.answer_all(("Jamie capture: ", "10"), ("Isla capture [20]: ", "18"), ("Isla capture [18]: ", ""))
        screen.answer_all(("Noah bet", ""), ("Jamie bet", ""), ("Isla bet", ""), ("Save it all the same? [y/N]: ", ""))
        screen.answer_all(("Isla capture [18]: ", "<"), ("Jamie capture [10]: ", "<"), ("Noah capture [20]: ", "<"))
        screen.answer_all(("did Jamie hold then [3]: ", "<"), ("second [Isla]: ", "<"), ("fullest hand [7]: ", "<"))
        screen.answer_all(("out first [Noah]: ", "j6"), ("did Noah hold then [3]: ", "2"))
        screen.answer_all(("Isla capture [18]: ", "20"), ("Save this round? [Y/n]: ", ""), (GO_ON, "q"))
        assert screen.end()[0] == 0
    assert 'out = ["Jamie", "Isla"]\nhands = { Jamie = 6, Isla = 2 }\n' in haggis.text()


def test_no_asks_what_is_wrong_and_keeps_all_other_answers(haggis: Haggis) -> None:
    haggis.new()
    wrong = "What is wrong: out, cards or bets [all]: "
    with Terminal(haggis, "score") as screen:
        screen.answer_all(("first: ", "Noah"), ("hold then: ", "8"), ("Noah capture", "12"), ("[24]: ", ""))
        screen.answer_all(("Noah bet", "little"), ("Isla bet", ""), ("Save this round? [Y/n]: ", "n"), (wrong, "x"))
        says = screen.answer(wrong, "<")
        assert "  out: who went out, and the cards held then; cards: what was captured; bets: what was bet." in says
        assert "bet [" not in screen.answer("Save this round? [Y/n]: ", "n")
        screen.answer(wrong, "b")
        screen.answer_all(("Noah bet [little]: ", "big"), ("Isla bet [none]: ", ""), ("Save this round? [Y/n]: ", "n"))
        screen.answer_all((wrong, "o"), ("first [Noah]: ", ""), ("did Isla hold then [8]: ", "7"))
        screen.answer_all(("Save this round? [Y/n]: ", "<"), ("Isla bet [none]: ", ""))
        screen.answer_all(("Save this round? [Y/n]: ", ""), (GO_ON, "q"))
        assert screen.end()[0] == 0
    assert "hands = { Noah = 7 }\ncaptured = { Noah = 12, Isla = 24 }\nbets = { Noah = 30 }\n" in haggis.text()


def test_more_captured_than_is_left_is_refused_at_its_prompt(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "score") as screen:
        screen.answer_all(("first: ", "Noah"), ("hold then: ", "8"), ("Noah capture: ", "37"))
        assert "Noah cannot have captured 37: all cards together are worth 36." in screen.answer("Noah capture: ", "12")
        screen.answer("[24]: ", "25")
        refusal = "Isla cannot have captured 25: 24 are left, and all cards together are worth 36."
        assert refusal in screen.answer("[24]: ", "")
        screen.answer_all(("Noah bet", ""), ("Isla bet", "-"), ("Save this round? [Y/n]: ", ""), (GO_ON, "q"))
        assert screen.end()[0] == 0


def test_what_was_answered_for_is_told_where_the_match_was_taken_away(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "score") as screen:
        screen.answer_all(("first: ", "Noah"), ("hold then: ", "8"), ("Noah capture", "12"), ("[24]: ", ""))
        screen.answer_all(("Noah bet", ""), ("Isla bet", ""))
        screen.expect("Save this round? [Y/n]: ")
        haggis.ok("remove", "friday", "--yes")
        screen.type("")
        ended, said = screen.end()
    assert ended == 3
    assert "What you typed, to say it again:\nhaggis score friday 'Noah: out1 8, cards 12' 'Isla: cards 24'\n" in said
    assert "friday.toml: there is no such file" in unwrapped(said)


def test_entries_that_warn_are_asked_about(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "score", "Noah: out 8, cards 12", "Isla: cards 20") as screen:
        screen.answer("Save it all the same? [y/N]: ", "YES")
        assert screen.end()[0] == 0
    assert "[[rounds]]" in haggis.text()


@pytest.mark.slow
@pytest.mark.sample(1)
@SIZES
@pytest.mark.parametrize("leave", LEAVE)
def test_leaving_in_the_middle_keeps_the_answers_and_says_how_to_go_on(
    haggis: Haggis, leave: Callable[[Terminal], None], columns: int
) -> None:
    before = haggis.new().read_bytes()
    with Terminal(haggis, "score", "friday", "--notes", "Late", columns=columns) as screen:
        screen.answer_all(("first: ", "Noah"), ("hold then: ", "8"), ("Noah capture: ", "12"), ("[24]: ", ""))
        screen.answer_all(("Noah bet [none]: ", "little"))
        screen.expect("Isla bet [none]: ")
        leave(screen)
        code, said = screen.end()
    assert code == 130
    kept = "The round is not saved. Its answers are kept; this goes on with them:"
    assert unwrapped(said).endswith(f"{kept} haggis score friday --notes Late")
    assert haggis.path().read_bytes() == before
    with Terminal(haggis, "score", "friday", columns=columns) as screen:
        shown = screen.answer("Go on with the half round? [Y/n]: ", "")
        told = "A half round 1 is kept: Noah out first with 8 held, captured 12 and bet little (15); Isla captured 24."
        assert told in unwrapped(shown)
        screen.answer_all(("Isla bet [none]: ", ""), ("Save this round? [Y/n]: ", ""), (GO_ON, "q"))
        assert screen.end()[0] == 0
    noted = FIRST.replace("[rounds.table]", 'notes = "Late"\n[rounds.table]')
    assert haggis.text() == header() + noted + "bets = { Noah = 15 }\n"
    assert [path.name for path in haggis.path().parent.iterdir()] == ["friday.toml"]


@pytest.mark.slow
def test_leaving_before_anything_is_said(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "score") as screen:
        screen.expect("Who went out first: ")
        screen.press("\x04")
        code, said = screen.end()
    assert code == 130
    assert said == "\nRound 1 not begun.\n"


TO_THE_SAVE = (
    ("first: ", "n8"), ("Noah capture: ", "12"), ("[24]: ", ""), ("Noah bet [none]: ", ""), ("Isla bet [none]: ", ""),
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("leave", LEAVE)
@pytest.mark.parametrize(
    ("answers", "prompt", "code", "sentence"),
    [
        (TO_THE_SAVE, "Save this round? [Y/n]: ", 130, "Its answers are kept; this goes on with them:"),
        ((*TO_THE_SAVE, ("[Y/n]: ", "n")), "[all]: ", 130, "Its answers are kept; this goes on with them:"),
        ((*TO_THE_SAVE, ("[Y/n]: ", "")), GO_ON, None, ""),
    ],
)
def test_any_prompt_can_be_left(
    haggis: Haggis,
    answers: tuple[tuple[str, str], ...],
    prompt: str,
    code: int | None,
    sentence: str,
    leave: Callable[[Terminal], None],
) -> None:
    haggis.new()
    with Terminal(haggis, "score") as screen:
        screen.answer_all(*answers)
        screen.expect(prompt)
        leave(screen)
        ended, said = screen.end()
    assert ended == code if code else ended in (0, 130)
    assert sentence in said
    assert ("[[rounds]]" in haggis.text()) is (code is None)
    assert haggis.path().with_name("friday.toml.draft").exists() is (code == 130)
    if code == 130:
        with Terminal(haggis, "score") as screen:
            screen.expect("Go on with the half round? [Y/n]: ")
            leave(screen)
            assert "Its answers are kept" in screen.end()[1]


@pytest.mark.slow
@pytest.mark.parametrize(("reply", "prompt"), [("y", "Isla bet [none]: "), ("", "Who went out first: ")])
def test_answers_for_a_round_that_came_meanwhile_are_used_or_set_aside(haggis: Haggis, reply: str, prompt: str) -> None:
    haggis.new()
    with Terminal(haggis, "score") as screen:
        screen.answer_all(*TO_THE_SAVE[:-1])
        screen.expect("Isla bet")
        screen.kill()
    haggis.ok("score", "Isla: out 3, cards 20")
    with Terminal(haggis, "score") as screen:
        shown = screen.answer("Round 2 is due now: use the answers for it? [y/N]: ", reply)
        told = "A half round 1 is kept: Noah out first with 8 held and captured 12; Isla captured 24."
        assert told in unwrapped(shown)
        screen.expect(prompt)
        screen.kill()
    aside = haggis.home / "removed" / "friday.toml.draft"
    assert aside.exists() is (reply == "")


@pytest.mark.slow
def test_a_half_round_that_is_not_wanted_is_moved_away(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "score") as screen:
        screen.answer_all(("first: ", "Noah"), ("did Isla hold then: ", "8"), ("Noah capture: ", "q"))
        screen.interrupt()
    with Terminal(haggis, "score") as screen:
        screen.answer("Go on with the half round? [Y/n]: ", "n")
        assert "removed/friday.toml.draft now." in unwrapped(screen.expect("Who went out first: "))
        screen.kill()
    assert [path.name for path in haggis.path().parent.iterdir()] == ["friday.toml"]


def test_a_sitting_goes_on_round_after_round_until_the_match_is_over(haggis: Haggis) -> None:
    """The result is printed once; the next round begins with Enter, or at once with who went out first."""
    haggis.ok("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--name", "friday", "--rounds", "3")
    with Terminal(haggis, "score") as screen:
        screen.answer_all(*TO_THE_SAVE, ("[Y/n]: ", ""), (GO_ON, ""), ("first: ", "i3"))
        screen.answer_all(*TO_THE_SAVE[1:], ("[Y/n]: ", ""), (GO_ON, "n 5"), *TO_THE_SAVE[1:], ("[Y/n]: ", ""))
        code, said = screen.end()
        shown = screen.shown
    assert (code, said) == (0, "\nSaved. Noah has won: 101 to 87.\n")
    assert [shown.count(f"Round {number}\n") for number in (1, 2, 3)] == [1, 1, 1]
    assert shown.count("friday: Haggis (2-Player), to 3 rounds.") == 1


@pytest.mark.slow
def test_a_round_that_was_shown_is_not_saved_after_somebody_elses(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "score") as screen:
        screen.answer_all(("first: ", "Noah"), ("hold then: ", "8"), ("Noah capture: ", "12"), ("[24]: ", ""))
        screen.answer_all(("Noah bet", ""), ("Isla bet", ""))
        screen.expect("Save this round? [Y/n]: ")
        haggis.ok("score", "Isla: out 3, cards 6")
        screen.type("y")
        code, said = screen.end()
    assert code == 5
    reason, advice = (
        "haggis: not saved: the match was changed meanwhile\n",
        "The answers are kept; this goes on with them:\n",
    )
    assert said == f"y\n{reason}{advice}haggis score friday\n"
    assert haggis.text().count("[[rounds]]") == 1
    with Terminal(haggis, "score", "friday") as screen:
        screen.answer("Round 2 is due now: use the answers for it? [y/N]: ", "y")
        screen.answer_all(("Save this round? [Y/n]: ", ""), (GO_ON, "q"))
        assert screen.end()[0] == 0
    assert haggis.text().count("[[rounds]]") == 2


@pytest.mark.slow
@pytest.mark.sample(1)
@SIZES
def test_the_shepherd_is_asked_for_where_there_is_an_auction(haggis: Haggis, columns: int) -> None:
    haggis.ok("new", "--variant", "tatties", "-p", "Noah", "-p", "Jamie", "-p", "Isla", "--name", "friday")
    with Terminal(haggis, "score", columns=columns) as screen:
        screen.answer("Who went out first: ", "Noah")
        screen.answer("fullest hand: ", "9")
        screen.answer("Who went out second: ", "Noah")
        assert "Noah is already out" in screen.answer("Who went out second: ", "3")
        screen.answer_all(("did Jamie hold then: ", "5"), ("Noah capture: ", "20"), ("Jamie capture: ", "12"))
        screen.answer_all(("Isla capture [19]: ", ""), ("Who was the Shepherd [nobody]: ", "Jamie"))
        screen.answer("What did Jamie bid: ", "20")
        assert "a bid is baby (15), little (30) or big (45)" in screen.answer("What did Jamie bid: ", "30")
        screen.answer("Save this round? [Y/n]: ", "<")
        screen.answer("What did Jamie bid [little]: ", "<")
        screen.answer("Who was the Shepherd [Jamie]: ", "-")
        screen.answer("Save this round? [Y/n]: ", "<")
        screen.answer("Who was the Shepherd [nobody]: ", "Jamie")
        screen.answer("What did Jamie bid [little]: ", "")
        screen.answer_all(("Save this round? [Y/n]: ", "y"), (GO_ON, "q"))
        assert screen.end()[0] == 0
    assert haggis.text().endswith('shepherd = "Jamie"\nbid = 30\n')


@pytest.mark.slow
def test_taylor_scoring_no_count_is_asked_for_the_second_player_out(haggis: Haggis) -> None:
    players = [word for name in ("Adam", "Brenda", "Carol") for word in ("-p", name)]
    haggis.ok("new", "--variant", "taylor", *players, "--name", "friday")
    with Terminal(haggis, "score") as screen:
        screen.answer_all(("Who went out first: ", "Adam"), ("fullest hand: ", "8"))
        screen.answer_all(("Who went out second: ", "Brenda"), ("What did Adam capture: ", "25"))
        screen.kill()


@pytest.mark.slow
@pytest.mark.sample(1)
@SIZES
def test_a_slam_repeats_the_count_and_ends_the_round(haggis: Haggis, columns: int) -> None:
    """Rules, Scoring: after a slam the second player out records the same count as the first."""
    haggis.ok(
        "new", "--variant", "neeps", "-p", "Isla", "-p", "Jamie", "-p", "Rory", "-p", "Noah", "--name", "friday"
    )  # fmt: skip
    with Terminal(haggis, "score", columns=columns) as screen:
        screen.answer_all(("Who went out first: ", "Isla"), ("fullest hand: ", "7"))
        screen.answer("Who went out second: ", "Rory")
        screen.answer_all(("Isla capture: ", "30"), ("Jamie capture: ", "20"), ("Rory capture: ", "10+10"))
        screen.answer_all(("Noah capture [14]: ", ""), ("Bet of Isla & Rory", "1bi"), ("Bet of Jamie & Noah", ""))
        shown = screen.answer("Save this round? [Y/n]: ", "")
        assert max(len(line) for line in shown.splitlines()) <= columns
        screen.answer(GO_ON, "q")
        assert screen.end()[0] == 0
    assert 'out = ["Isla", "Rory"]\nhands = { Isla = 7, Rory = 7 }\n' in haggis.text()


@pytest.mark.slow
def test_with_json_the_result_stands_alone_on_standard_output(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "-c", f"{SCRIPT} score --json >result.json", program="/bin/sh") as screen:
        screen.answer_all(("first: ", "Noah"), ("hold then: ", "8"), ("Noah capture", "12"), ("[24]: ", ""))
        screen.answer_all(("Noah bet", ""), ("Isla bet", ""))
        assert "Noah  8×5 = 40" in screen.answer("Save this round? [Y/n]: ", "")
        assert screen.end()[0] == 0
    assert json.loads((haggis.folder / "result.json").read_text(encoding="utf-8"))["saved"] == 1


@pytest.mark.slow
def test_a_match_that_is_over_asks_nothing(haggis: Haggis) -> None:
    haggis.keep(header(goal="rounds = 1") + FIRST)
    with Terminal(haggis, "score") as screen:
        message = "haggis: the match is over, Noah has won it: start the next one with 'haggis new'\n"
        assert screen.end() == (1, message)


TABLES = [
    (variant_id, players) for variant_id in registry.installed_claims() for players in registry.load(variant_id).players
]


@pytest.mark.sample(4)
@pytest.mark.parametrize(("variant_id", "players"), TABLES)
def test_the_answers_of_every_variant_make_a_round_that_can_be_typed_too(
    haggis: Haggis, variant_id: str, players: int
) -> None:
    """Whatever is offered is taken, else the first of a few answers that will do."""
    names = tuple("ABCDEFGH"[:players])
    table = seat_players(registry.load(variant_id), names)
    table = table.with_sides(first_standing(table, 0).sides)
    talk: Questionnaire[TypedRound] = Questionnaire(RoundQuestions(table).questions)
    asked = 0
    while talk.question:
        assert talk.question.help
        _answered(talk)
        asked += 1
    assert talk.result
    haggis.ok("new", "--variant", variant_id, *(word for name in names for word in ("-p", name)), "--name", "friday")
    haggis.ok("score", "--yes", *render_entries(talk.result, table))
    while talk.go_back():
        asked -= 1
    assert (asked, talk.question.text if talk.question else "") == (0, "Who went out first")


def _answered(talk: Questionnaire[TypedRound]) -> None:
    for text in ("", "5", *"ABCDEFGH"):
        try:
            talk.answer(text)
        except HaggisError:
            continue
        return
    raise AssertionError(talk.question)
