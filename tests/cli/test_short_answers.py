"""Short answers at every prompt: a lone q leaves, and what can mean two things is refused with both."""

import re
from pathlib import Path

import pytest

import haggis_cli
from tests.support.haggis import Haggis, header
from tests.support.terminal import Terminal, unwrapped

PLAYERS = ("Jamie", "Jack", "Ann 2", "Rory")
LEAVE = "Everything is saved."


def start(haggis: Haggis, variant: str, number: int) -> None:
    """A match of these players, called friday."""
    players = [word for name in PLAYERS[:number] for word in ("-p", name)]
    haggis.ok("new", "--variant", variant, *players, "--rounds", "4", "--lead", "Jamie", "--name", "friday")


NEW = [
    ("How many players [2]: ", "2"), ("Which variant [two-player]: ", ""), ("Player 1: ", "Noah"),
    ("Player 2, clockwise: ", "Isla"), ("[250 points]: ", ""), ("house rules [no]: ", ""), ("[Noah]: ", ""),
]  # fmt: skip
TATTIES = [
    ("went out first: ", "jac9"), ("went out second: ", "3 5"), ("Jamie capture: ", "18"), ("Jack capture: ", "17"),
    ("Ann 2 capture [16]: ", ""), ("the Shepherd [nobody]: ", "ann30"), ("Save this round? [Y/n]: ", "n"),
]  # fmt: skip
NEEPS = [
    ("went out first: ", "r9"), ("went out second: ", "jac"), ("Jamie capture: ", "20"), ("Jack capture: ", "20"),
    ("Ann 2 capture: ", "20"), ("Rory capture [24]: ", ""), ("Bet of Jamie & Ann 2: who, how much [none]: ", "ann15"),
    ("Bet of Jack & Rory: who, how much [none]: ", ""),
]  # fmt: skip


@pytest.mark.sample(3)
@pytest.mark.parametrize("answers", range(len(NEW)))
def test_q_leaves_every_question_of_a_new_match(haggis: Haggis, answers: int) -> None:
    with Terminal(haggis, "new") as screen:
        screen.answer_all(*NEW[:answers])
        screen.answer(NEW[answers][0], "q")
        code, said = screen.end()
    assert code == 1
    assert "No match was started." in said
    words = said.partition("What was answered, to go on from there:\n")[2].splitlines()
    kept = [word for word in ("--variant two-player", "--player Noah", "--player Isla", "--points 250") if word in said]
    assert len(kept) == sum(answers > at for at in (1, 2, 3, 4))
    assert bool(words) is bool(kept)
    assert not list(haggis.home.glob("matches/*.toml"))


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("variant", "number", "answers"),
    [
        *(("tatties", 3, TATTIES[: at + 1]) for at in range(len(TATTIES))),
        *(("neeps", 4, NEEPS[: at + 1]) for at in range(len(NEEPS))),
    ],
)
def test_q_leaves_every_question_of_a_round_and_the_answers_are_kept(
    haggis: Haggis, variant: str, number: int, answers: list[tuple[str, str]]
) -> None:
    start(haggis, variant, number)
    before = haggis.text()
    with Terminal(haggis, "score") as screen:
        screen.answer_all(*answers[:-1])
        screen.answer(answers[-1][0], "q")
        code, said = screen.end()
    assert code == 1
    assert ("Its answers are kept" if len(answers) > 1 else "Round 1 not begun.") in unwrapped(said)
    if len(answers) > 1:
        with Terminal(haggis, "score") as screen:
            screen.answer("Go on with the half round? [Y/n]: ", "q")
            assert screen.end()[0] == 1
        with Terminal(haggis, "score") as screen:
            screen.answer("Go on with the half round? [Y/n]: ", "")
            screen.answer(answers[-1][0] if ":" in answers[-1][0] else ": ", "q")
            assert screen.end()[0] == 1
    assert haggis.text() == before


@pytest.mark.parametrize(
    ("lines", "prompt"),
    [
        ([("Noah> ", "5r J Q")], "Which, Enter for 1> "),
        ([("Noah> ", "4r"), ("Isla> ", "amend")], "Which number, Enter for none> "),
        ([("Noah> ", "4r"), ("Isla> ", "amend 1")], "Event 1> [Noah: 4r] "),
        ([("Noah> ", "4r"), ("Isla> ", "insert 1")], "Before 1> "),
        ([("Noah> ", "4r"), ("Isla> ", "5r"), ("Noah> ", "amend 1 9r")], "Save it? [Y/n]: "),
    ],
)
def test_q_leaves_every_question_of_a_recording(haggis: Haggis, lines: list[tuple[str, str]], prompt: str) -> None:
    """What stands in question is not entered."""
    haggis.new()
    with Terminal(haggis, "record") as screen:
        screen.answer_all(*lines)
        if "Save it" in prompt:
            screen.expect("Save it")
            screen.type("q")
        else:
            screen.answer(prompt, "q")
        code, said = screen.end()
    assert code == 0
    assert LEAVE in said
    entered = [line for line in ("Noah: 4r", "Isla: 5r") if f'"{line}"' in haggis.text()]
    assert len(entered) == sum(line in ("4r", "5r") for _, line in lines)
    assert "9r" not in haggis.text()
    assert "5r J Q" not in haggis.text()


def test_q_leaves_a_recording_whose_round_has_just_ended(haggis: Haggis) -> None:
    """Where nothing is asked for but the lead of the next round."""
    haggis.new()
    haggis.ok("record", "Noah: 2-7r", "Isla: pass", "Noah: 2-9g", "Isla: pass")
    with Terminal(haggis, "record") as screen:
        screen.answer("Noah> ", "JQK")
        screen.expect("leads round 2")
        screen.expect("> ")
        before = haggis.text()
        screen.type("q")
        assert screen.end()[0] == 0
    assert haggis.text() == before
    assert "JQK" in before.replace(" ", "")


def test_q_leaves_a_game_on_this_computer(haggis: Haggis) -> None:
    game = ("play", "--variant", "two-player", "-p", "Noah", "--bot", "Robbie=easy", "--rounds", "2", "--seed", "7")
    with Terminal(haggis, *game, "--lead", "Noah", "--name", "train") as screen:
        screen.answer("Noah> ", "q")
        code, said = screen.end()
    assert code == 0
    assert "Everything is saved: 'haggis play' goes on. 'qu' plays the Queen." in unwrapped(said)
    with Terminal(haggis, "play") as screen:
        screen.answer("Noah> ", "qu")
        screen.expect("Noah plays Q")


def test_q_leaves_questions_with_yes_or_no(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "remove", "friday") as screen:
        screen.answer("Remove it? [y/N]: ", "q")
        code, said = screen.end()
    assert (code, said) == (1, "q\nNothing was removed.\n")
    with Terminal(haggis, "score", "Noah: out 8, cards 12", "Isla: cards 20") as screen:
        screen.answer("Save it all the same? [y/N]: ", "q")
        code, said = screen.end()
    assert code == 1
    assert "Nothing was saved." in said
    assert "What you typed, to say it again:" in said
    assert haggis.text() == header()


def test_hands_that_are_dealt_are_left_with_q(haggis: Haggis) -> None:
    with Terminal(haggis, "deal", "--variant", "two-player", "--players", "2", "--cards") as screen:
        screen.answer("Enter", "q")
        assert screen.end()[0] == 1


def test_every_prompt_comes_from_where_q_leaves() -> None:
    """Nobody else reads a line: a prompt that is added cannot forget it."""
    reads = re.compile(r"\binput\(|stdin\.readline\(|\.prompt\(")
    folder = Path(haggis_cli.__file__).parent
    found = {path.name for path in folder.rglob("*.py") if reads.search(path.read_text("utf-8"))}
    assert found == {"prompts.py", "line_editor.py"}


class TestWhatFitsTwo:
    """A beginning that fits two things is refused with both, in every way to type."""

    def test_in_entries_and_events(self, haggis: Haggis) -> None:
        start(haggis, "three-player", 3)
        for words, told in (
            (("score", "j: out 9, cards 20"), "'j' can be Jamie or Jack"),
            (("score", "jam: out 9, bet b, cards 20"), "'b' can be baby or big"),
            (("score", "j9: out 9, cards 20"), "'j9' can be Jamie or Jack: write more of the name"),
            (("record", "j: 4r"), "'j' can be Jamie or Jack"),
            (("record", "j passes"), "'j' can be Jamie or Jack"),
            (("record", "Jack: bet b"), "'b' can be baby or big"),
        ):
            ran = haggis(*words)
            assert ran.code == 2
            assert told in ran.err
        haggis.ok("record", "Jack: bet bi", "Ann 2 bets l")
        assert 'events = [\n  "Jack: bet big",\n  "Ann 2: bet little",\n]' in haggis.text()

    def test_in_an_auction_and_where_a_trick_is_awarded(self, haggis: Haggis) -> None:
        start(haggis, "tatties", 3)
        with Terminal(haggis, "record") as screen:
            screen.answer("Jack> ", "b")
            assert "'b' can be baby or big" in screen.answer("Jack> ", "l")
            screen.answer("Ann 2> ", "q")
            screen.end()
        assert '"Jack: bid 30"' in haggis.text()

    def test_in_a_new_match(self, haggis: Haggis) -> None:
        with Terminal(haggis, "new") as screen:
            screen.answer("How many players [2]: ", "t")
            told = unwrapped(screen.answer("How many players [2]: ", "q"))
            assert "'t' can be tatties, taylor, three-player or two-player: write more of it" in told

    def test_a_level_or_a_person_against_whom_one_plays(self, haggis: Haggis) -> None:
        """The beginning of a level is no player's name by itself."""
        for answer, seated in (("hard", "Robbie (hard)"), ("", "Noah, h; ")):
            with Terminal(haggis, "play", "--variant", "two-player") as screen:
                screen.answer_all(("Your name", "Noah"), ("[normal]: ", "h"))
                told = screen.answer("[h]: ", answer)
                assert "Is that a person called h, or the level hard? Enter takes the person." in unwrapped(told)
                screen.expect(seated)


@pytest.mark.parametrize(
    ("typed", "bid"), [("i30", "30"), ("isla 30", "30"), ("3l", "30"), ("isbi", "45"), ("Isla little", "30")]
)
def test_a_shepherd_and_the_bid_can_be_one_answer(haggis: Haggis, typed: str, bid: str) -> None:
    players = [word for name in ("Noah", "Jamie", "Isla") for word in ("-p", name)]
    haggis.ok("new", "--variant", "tatties", *players, "--rounds", "2", "--name", "friday")
    with Terminal(haggis, "score") as screen:
        screen.answer_all(("first: ", "i7"), ("second: ", "n4"), ("Noah capture: ", "18"), ("Jamie capture: ", "17"))
        screen.answer_all(("Isla capture [16]: ", ""), ("the Shepherd [nobody]: ", typed), ("this round?", "y"))
        screen.expect("Saved.")
    assert f'shepherd = "Isla"\nbid = {bid}\n' in haggis.text()


@pytest.mark.parametrize(
    ("variant", "number", "told"),
    [
        (
            "two-player",
            2,
            "the cards 3, 5, 7, J and Q, 8 points, or J and Q with 15 point cards, 20 points: type 8 or 20",
        ),
        ("tatties", 3, "the cards 3, 5, 7, J and Q, 5 points, or J and Q with 15 suit cards, 17 points: type 5 or 17"),
        ("neeps", 4, "the cards 3, 5, 7, J and Q, 5 points, or J and Q with 15 suit cards, 17 points: type 5 or 17"),
    ],
)
def test_a_pile_of_numbers_that_may_be_ranks_is_asked_about(
    haggis: Haggis, variant: str, number: int, told: str
) -> None:
    start(haggis, variant, number)
    with Terminal(haggis, "score") as screen:
        screen.answer_all(*(("Who went out ", answer) for answer in ("jam9", "jac7", "ann 2 5")[: number - 1]))
        screen.answer("Jamie capture: ", "3 5 7 J Q")
        assert f"'3 5 7 J Q' can be {told}" in unwrapped(screen.answer("Jamie capture: ", "J Q 7"))
        assert "7 cards; " in screen.answer("Jack capture", "q")  # one number alone is a count
    entry = "Jamie: out 9, cards 3 5 7 J Q"
    assert haggis("score", entry) == (2, "", f"haggis: '3 5 7 J Q' can be {told}\n")


def test_where_the_rules_draw_lots_for_the_first_dealer_a_lot_is_offered(haggis: Haggis) -> None:
    players = [word for name in PLAYERS for word in ("-p", name)]
    with Terminal(haggis, "new", *players) as screen:
        screen.answer_all(("Which variant [neeps]: ", "rogers"), ("called [", ""), ("called [", ""), ("Goal", ""))
        screen.answer("house rules [no]: ", "")
        screen.expect("By the rules the first dealer is random.")
        screen.answer("Who leads first, or random [random]: ", "")
        assert "deals and leads" in screen.end()[1]


def test_the_goal_that_was_typed_stays_when_the_variant_before_it_is_changed(haggis: Haggis) -> None:
    with Terminal(haggis, "new") as screen:
        screen.answer_all(("players [2]: ", "3"), ("[three-player]: ", "3"), ("Player 1: ", "Noah"))
        screen.answer_all(("Player 2, clockwise: ", "Isla"), ("Player 3, clockwise", "Jamie"), ("Goal (", "300"))
        screen.answer_all(("house rules", "<"), ("[300 points]: ", "<"), ("[Jamie]: ", "<"), ("[Isla]: ", "<"))
        screen.answer_all(("Player 1 [Noah]: ", "<"), ("Which variant [revised]: ", "three"), ("[Noah]: ", ""))
        screen.answer_all(("[Isla]: ", ""), ("Player 3, clockwise", "Jamie"), ("[300 points]: ", ""), ("rules", ""))
        screen.answer("first, or random [Noah]: ", "")
        assert "300 points" in screen.end()[1]


def test_undo_takes_a_whole_round_only_after_a_yes(haggis: Haggis) -> None:
    """In `record` one undo too many is easily typed, and after the next play nothing brings the round back."""
    haggis.new()
    haggis.ok("score", "Noah: out 8, cards 12")
    before = haggis.text()
    with Terminal(haggis, "record") as screen:
        screen.answer_all(("Isla> ", "4r"), ("Noah> ", "undo"), ("Isla> ", "undo"))
        screen.answer("That takes back round 1 as a whole. Take it back? [y/N]: ", "")
        screen.answer("Isla> ", "q")
        assert screen.end()[0] == 0
    assert haggis.text() == before
    with Terminal(haggis, "record") as screen:
        screen.answer_all(("Isla> ", "undo"), ("Take it back? [y/N]: ", "y"), ("Noah> ", "redo"), ("Isla> ", "q"))
        screen.end()
    assert haggis.text() == before


def test_what_is_typed_ahead_answers_no_other_question_after_a_refusal(haggis: Haggis) -> None:
    start(haggis, "two-player", 2)
    with Terminal(haggis, "score") as screen:
        screen.expect("Who went out first: ")
        screen.press("j\n2\n10\n20\n\n\n")
        screen.expect("What was typed ahead is dropped.")
        screen.answer("Who went out first: ", "q")
        assert "Round 1 not begun." in screen.end()[1]


@pytest.mark.parametrize(
    ("names", "line", "told"),
    [
        (("Jamie", "Isla"), "j 3r", "'j 3r' can be the cards 3r J, or 3r by Jamie: write '3r J'"),
        (("Isla", "Quentin"), "Q 2g", "'Q 2g' can be the cards 2g Q, or 2g by Quentin"),
        (("Ann", "Ann 2"), "ann 2 4g", "'ann 2 4g' can be 'Ann: 2 4g' or 'Ann 2: 4g': write the colon"),
    ],
)
def test_cards_that_may_begin_with_a_player_are_refused_with_both(
    haggis: Haggis, names: tuple[str, str], line: str, told: str
) -> None:
    players = [word for name in names for word in ("-p", name)]
    haggis.ok("new", "--variant", "two-player", *players, "--rounds", "2", "--name", "friday")
    ran = haggis("record", line)
    assert (ran.code, told in ran.err) == (2, True)
    assert haggis("record", "J Q" if names[0] == "Jamie" else "3r J").code == 0  # as files have it


@pytest.mark.parametrize(("line", "bid"), [("i30", 30), ("isla little", 30), ("Isla 45", 45), ("isbi", 45)])
def test_a_bidder_and_the_bid_can_be_one_word(haggis: Haggis, line: str, bid: int) -> None:
    players = [word for name in ("Noah", "Isla", "Jamie") for word in ("-p", name)]
    haggis.ok("new", "--variant", "tatties", *players, "--rounds", "2", "--lead", "Noah", "--name", "friday")
    with Terminal(haggis, "record") as screen:
        screen.answer_all(("Isla> ", line), ("Jamie> ", "q"))
        screen.end()
    assert f'"Isla: bid {bid}"' in haggis.text()


@pytest.mark.parametrize(
    ("typed", "told"), [("ann2", "'ann2' can be Ann 2 or Ann with 2"), ("ann29", None), ("ann 2 9", None)]
)
def test_a_name_is_found_without_its_blanks(haggis: Haggis, typed: str, told: str | None) -> None:
    players = [word for name in ("Ann", "Ann 2") for word in ("-p", name)]
    haggis.ok("new", "--variant", "two-player", *players, "--rounds", "2", "--name", "friday")
    with Terminal(haggis, "score") as screen:
        screen.answer("first: ", typed)
        if told:
            assert told in unwrapped(screen.answer("first: ", "q"))
        else:
            screen.answer("Ann capture: ", "<")
            screen.answer("did Ann hold then [9]: ", "q")
