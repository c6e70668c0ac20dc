"""`haggis record`: events as words, from a file, from standard input."""

import json
from pathlib import Path

import pytest

from tests.support.haggis import Haggis, Ran, header, refused, start_table
from tests.support.terminal import unwrapped

CARDS = """
[[rounds]]
events = [
  "Noah: bet baby",
  "Noah: 4r 4g",
  "Isla: pass",
]
"""
WHOLE = (
    "Noah: bet little", "Noah: 2-8r", "pass", "2-8g", "Isla: J Q", "Noah: pass", "7-8b", "pass",
)  # fmt: skip
SUITS = "r (red), g (green), b (blue), y (yellow)"
PURPLE = "purple is in the deck of tatties and three-player, and of classic, revised and taylor with 3 players"
NOTHING = "Noah deals and leads round 1.\n"


def lines(*events: str) -> str:
    return "".join(f"{event}\n" for event in events)


def test_events_are_written_in_canonical_form_each_on_a_line(haggis: Haggis) -> None:
    haggis.new()
    assert haggis("record", "n: BET 5", "NOAH: 4GR", " isla :  PASS ") == Ran(
        0,
        "friday, round 1\nNoah: bet baby\nNoah: 4r 4g\nIsla: pass\n"
        "Noah leads the next trick of round 1 with 15 cards; Isla holds 17 cards.\n",
        "",
    )
    assert haggis.text() == header() + CARDS


def test_events_are_added_to_the_round_in_progress(haggis: Haggis) -> None:
    haggis.new()
    for event in ("Noah: bet baby", "Noah: 4r 4g", "Isla: pass"):
        haggis.ok("record", event)
    assert haggis.text() == header() + CARDS


def test_the_first_illegal_event_stops_the_rest_and_those_before_it_are_saved(haggis: Haggis) -> None:
    haggis.new()
    ran = haggis("record", "Noah: bet baby", "Noah: 4r 4g", "Noah: 5r 5g", "Isla: pass")
    assert ran == Ran(
        1,
        "friday, round 1\nNoah: bet baby\nNoah: 4r 4g\nIsla must beat a pair of 4s or pass; Noah holds 15 cards.\n",
        "haggis: event 3: Noah: 5r 5g: It is Isla's turn, not Noah's. "
        "(Rulebook 2.1, Ending the Trick, Capturing Cards, & Going Out)\n",
    )
    assert haggis.text() == header() + CARDS.replace('  "Isla: pass",\n', "")


def test_the_first_event_that_cannot_be_read_stops_the_rest_too(haggis: Haggis) -> None:
    haggis.new()
    ran = haggis("record", "Noah: 4r", "Isla: foo", "Isla: pass", "--json")
    assert ran.code == 2
    assert ran.err == ("haggis: event 2: 'foo' is not a card: write a rank and a suit like 7r or 10g, or J, Q, K\n")
    assert json.loads(ran.out)["saved"] == 1
    assert '  "Noah: 4r",\n]\n' in haggis.text()


def test_a_first_event_that_is_refused_changes_nothing(haggis: Haggis) -> None:
    before = haggis.new().read_bytes()
    ran = haggis("record", "Noah: pass")
    assert (ran.code, ran.out) == (1, NOTHING)
    assert ran.err.startswith("haggis: event 1: Noah: pass: Noah leads the trick and must play. (")
    assert haggis.path().read_bytes() == before


@pytest.mark.parametrize(
    ("event", "code", "message"),
    [
        ("Rory: 7r", 2, "nobody called 'Rory' plays here: the players are Noah, Isla"),
        ("Noah:", 2, "what Noah did is missing: write cards, 'pass' or 'bet'"),
        ("Noah: seven", 2, "'seven' has no suit: write it with one, like 7r"),
        ("Noah: 7r as", 2, "after 'as' the reading is missing: write set, run"),
        ("Noah: 7\x1b[2J", 2, "'7\\x1b' is not a card"),
        ("Noah: bet", 2, "how much is missing: bet baby (5), little (15) or big (30)"),
        ("Noah: bet 7", 1, "Noah: bet 7: "),
        ("Noah: bid 15", 1, "Noah: bid 15: There is no auction in this variant: say 'bet'. (Rulebook 2.1, Betting)"),
        ("Noah: 7r 7r", 1, "Noah: 7r 7r: 7r is named 2 times, and the deck has 1. (Rulebook 2.1, Setup)"),
        ("Noah: 4p", 1, f"Noah: '4p': there is no suit 'p' in this deck, only {SUITS}; {PURPLE}. (Rulebook 2.1, "),
        ("Noah: 4z", 1, f"Noah: '4z': there is no suit 'z' in this deck, only {SUITS}. (Rulebook 2.1, Setup)"),
        ("Noah: 12r", 1, "Noah: '12r': there is no 12r, suit cards are 2 to 10; the queen is Q. (Rulebook 2.1, S"),
        ("Noah: award Isla", 1, "Noah: award Isla: No trick won by a bomb is waiting to be awarded."),
        ("Isla: 7r", 1, "Isla: 7r: It is Noah's turn, not Isla's. (Rulebook 2.1, Ending the Trick"),
    ],
)
def test_refusals_say_which_event_and_why(haggis: Haggis, event: str, code: int, message: str) -> None:
    before = haggis.new().read_bytes()
    ran = haggis("record", event)
    assert ran.code == code
    assert ran.err.casefold().startswith(f"haggis: event 1: {message}".casefold())
    assert ran.err.count("\n") == 1
    assert "\x1b" not in ran.err
    assert haggis.path().read_bytes() == before


def test_a_card_that_the_deck_has_not_is_a_violation_for_scripts_and_corrections_too(haggis: Haggis) -> None:
    haggis.new()
    told = json.loads(haggis("record", "Noah: 4p", "--json").out)["refused"]
    assert (told["text"], told["code"], told["rule"]) == ("Noah: 4p", "no-such-card", "Rulebook 2.1, Setup")
    haggis.ok("record", "Noah: 4r")
    ran = haggis("record", "--amend", "1", "Noah: 4p")
    assert ran.code == 1
    assert f"; {PURPLE}. (Rulebook 2.1, Setup)" in ran.err


def test_a_finished_round_is_scored_and_the_next_begins(haggis: Haggis) -> None:
    """Two-player capture: Isla takes the trick won by J Q K, 10 points; Noah takes the rest, also Isla's hand."""
    haggis.new()
    out = haggis.ok("record", "-", stdin=lines(*WHOLE[:4], "pass", "J Q K", "Isla: 7b"))
    assert "Round 1\n" in out
    rows = [line.split() for line in out.splitlines()]
    assert ["Noah", "17×5", "=", "85", "26", "15", "15", "126", "126"] in rows
    assert ["Isla", "0", "10", "-", "0", "10", "10"] in rows
    assert out.endswith("Noah must beat a single 7 or pass; Isla holds 16 cards.\n")
    assert haggis.text().count("[[rounds]]") == 2
    assert haggis.text().endswith('\n[[rounds]]\nevents = [\n  "Isla: 7b",\n]\n')


def test_standard_input_may_hold_comments_blank_lines_and_events_without_a_name(haggis: Haggis) -> None:
    haggis.new()
    text = "# Friday\n\nnoah: bet baby   # bold\n\t4r 4g\r\n   # hm\npass\n"
    assert haggis("record", "-", stdin=text).code == 0
    assert haggis.text() == header() + CARDS


def test_standard_input_names_the_line_and_keeps_the_events_before_the_refusal(haggis: Haggis) -> None:
    haggis.new()
    ran = haggis("record", "friday", "-", stdin="# 1\n4r\n5r\n\nfoo\npass\n")
    assert ran == Ran(
        2,
        "friday, round 1\nNoah: 4r\nIsla: 5r\nNoah must beat a single 5 or pass; Isla holds 16 cards.\n",
        "haggis: line 5: 'foo' is not a card: write a rank and a suit like 7r or 10g, or J, Q, K\n",
    )


def test_an_empty_input_changes_nothing(haggis: Haggis) -> None:
    before = haggis.new().read_bytes()
    assert haggis("record", "-", stdin="") == Ran(0, NOTHING, "")
    assert haggis("record", "-", stdin="# nothing yet\n\n").code == 0
    assert haggis.path().read_bytes() == before


@pytest.mark.parametrize("option", ["--file", "-f"])
def test_a_file_of_events(haggis: Haggis, tmp_path: Path, option: str) -> None:
    haggis.new()
    events = tmp_path / "round1.txt"
    events.write_bytes("\ufeffNoah: bet baby # no hope\r\n4rg\r\n# Isla thinks\r\nIsla: pass".encode())
    haggis.ok("record", "friday", option, str(events))
    assert haggis.text() == header() + CARDS


def test_a_refusal_names_the_line_of_the_file(haggis: Haggis, tmp_path: Path) -> None:
    haggis.new()
    (tmp_path / "round1.txt").write_text("# Friday\n\nNoah: 4r\n# hm\nIsla: 3r\nNoah: 5r\n", encoding="utf-8")
    ran = haggis("record", "--file", "round1.txt")
    assert ran.code == 1
    assert ran.err.startswith("haggis: round1.txt, line 5: Isla: 3r: A single 3 does not beat a single 4")
    assert haggis.text().endswith('events = [\n  "Noah: 4r",\n]\n')


@pytest.mark.parametrize(
    ("words", "event"),
    [
        (("pass",), "Isla: pass"),
        (("friday", "pass"), "Isla: pass"),
        (("5r",), "Isla: 5r"),
        (("5r", "J", "as", "set"), "Isla: 5r J as set"),
        (("Isla:", "5r", "J"), "Isla: 5r J"),
        (("friday", "isla:", "pass"), "Isla: pass"),
    ],
)
def test_what_nobody_would_call_a_match_is_an_event(haggis: Haggis, words: tuple[str, ...], event: str) -> None:
    haggis.new()
    haggis.ok("record", "Noah: 4r" if len(event) < 11 else "Noah: 4r 4g")
    ran = haggis("record", *words)
    if ran.code == 0:
        assert haggis.text().endswith(f'  "{event}",\n]\n')
    else:
        assert f"event 1: {event}: " in ran.err


def test_a_match_called_like_an_event_is_that_match(haggis: Haggis) -> None:
    haggis.new(name="pass")
    haggis.new(name="other")
    haggis.ok("record", "pass", "Noah: 4r")
    assert '"Noah: 4r"' in haggis.text("pass")


@pytest.mark.parametrize("name", ["Player#1", "Player #1"])
def test_a_name_with_a_number_sign_is_no_comment(haggis: Haggis, name: str) -> None:
    haggis.ok("new", "--variant", "two-player", "-p", name, "-p", "Isla", "--name", "friday")
    haggis.ok("record", "-", stdin=f"{name}: 4r #one: a lead\npass # two\n")
    assert f'  "{name}: 4r",\n  "Isla: pass",\n' in haggis.text()


def test_names_with_quotes_and_backslashes_are_escaped(haggis: Haggis) -> None:
    haggis.ok("new", "--variant", "two-player", "-p", 'N"\\n', "-p", "🦊", "--name", "friday")
    haggis.ok("record", 'N"\\n: 4r', "🦊: pass")
    assert haggis.text().endswith('events = [\n  "N\\"\\\\n: 4r",\n  "🦊: pass",\n]\n')
    assert haggis.ok("check") == ""


@pytest.mark.parametrize("content", [b"\xff\xfe", b"Noah: 4r\n\xe4\n"])
def test_a_file_that_is_no_text(haggis: Haggis, tmp_path: Path, content: bytes) -> None:
    before = haggis.new().read_bytes()
    (tmp_path / "events").write_bytes(content)
    assert haggis("record", "-f", "events") == refused(3, "events cannot be read: it is not UTF-8 text")
    assert haggis.path().read_bytes() == before


def test_a_file_that_is_not_there(haggis: Haggis, tmp_path: Path) -> None:
    haggis.new()
    assert haggis("record", "-f", "no\x07pe") == refused(3, "no\\x07pe cannot be read: No such file or directory")
    assert haggis("record", "-f", str(tmp_path)).code == 3


def test_words_and_a_file_together_are_a_wrong_usage(haggis: Haggis) -> None:
    haggis.new()
    ran = haggis("record", "-f", "events", "Noah: 4r")
    assert ran == refused(2, "events are given both as words and with --file: use one of them")


def test_without_events_and_without_a_terminal_nothing_is_asked(haggis: Haggis) -> None:
    haggis.new()
    ran = haggis("record", stdin="Noah: 4r\n")
    assert ran == refused(
        2,
        "the events are missing, like 'Noah: 4r 4g' (or - to read them from standard input) "
        "(nothing is asked, because this is not a terminal)",
    )


def test_a_match_that_is_over_takes_no_more_events(haggis: Haggis) -> None:
    haggis.new("--points", "10")
    haggis.ok("record", "-", stdin=lines(*WHOLE[:4], "pass", "J Q K"))
    ran = haggis("record", "Isla: 7b")
    assert ran.code == 1
    assert ran.out == "Noah has won: 126 to 10.\n"
    assert ran.err == ("haggis: event 1: the match is over, Noah has won it: start the next one with 'haggis new'\n")


def test_a_match_that_breaks_the_rules_must_be_put_right_first(haggis: Haggis) -> None:
    haggis.keep(header() + '\n[[rounds]]\nevents = ["Noah: 7r", "Noah: 8r"]\n')
    ran = haggis("record", "Isla: 9r")
    assert ran.code == 1
    assert ran.err == (
        "haggis: event 1: the match breaks the rules in round 1, event 2: It is Isla's turn, not Noah's. "
        "Put it right with 'haggis record --round 1' or 'haggis undo' first.\n"
    )


def test_with_hands_known_every_card_is_checked(haggis: Haggis) -> None:
    haggis.keep(
        header()
        + '\n[[rounds]]\nevents = []\n[rounds.deal]\nhaggis = "6b 7b 8b 9b 10b 2y 3y 4y"\n[rounds.deal.hands]\n'
        'Noah = "2-10r 2-5b 9y"\nIsla = "2-10g 5-8y 10y"\n'
    )
    ran = haggis("record", "Noah: 7r", "Isla: 8r")
    assert ran.code == 1
    assert "event 2: Isla: 8r: Isla does not hold 8r. (Rulebook 2.1, Setup)" in ran.err
    assert 'events = [\n  "Noah: 7r",\n]\n[rounds.deal]\n' in haggis.text()


def test_as_json_it_is_the_report_and_how_many_were_saved(haggis: Haggis) -> None:
    haggis.new()
    report = haggis.json("record", "Noah: bet baby", "Noah: 4r 4g")
    assert report["saved"] == 2
    assert report["rounds"] == [
        {"number": 1, "kind": "recorded", "notes": "", "complete": False, "leader": "Noah", "out": [], "scores": {}}
    ]


def test_what_a_person_wrote_into_the_file_stays_byte_for_byte(haggis: Haggis) -> None:
    mine = header().replace('"friday"', "'friday' # mine") + (
        "\n# first\n[[rounds]]\nnotes = 'loud'\nevents = [ # trick 1\n    'Noah: 7R', # bold\n]\n\n# later\n"
    )
    haggis.keep(mine)
    haggis.ok("record", "Isla: 8r", "Noah: pass")
    text = haggis.path().read_text(encoding="utf-8")
    added = '    "Isla: 8r",\n    "Noah: pass",\n'
    assert text.count(added) == 1
    assert text.replace(added, "") == mine


def test_an_award_is_asked_for_where_there_is_a_choice(haggis: Haggis) -> None:
    haggis.ok("new", "--variant", "three-player", "-p", "Noah", "-p", "Jamie", "-p", "Isla", "--name", "friday")
    out = haggis.ok("record", "Noah: 7r", "Jamie: J Q", "Isla: pass", "Noah: pass")
    assert out.endswith("Jamie says who captures the bombed trick: Isla or Noah.\n")
    ran = haggis("record", "Jamie: 3r")
    assert ran.code == 1
    assert "event 1: Jamie: 3r: Jamie won the trick with a bomb and must say who captures it." in ran.err
    assert haggis.ok("record", "j: award i").startswith("friday, round 1\nJamie: award Isla\nJamie leads")


def test_an_auction_comes_first_and_a_bid_is_due(haggis: Haggis) -> None:
    haggis.ok("new", "--variant", "tatties", "-p", "Noah", "-p", "Jamie", "-p", "Isla", "--name", "friday")
    assert haggis.ok("record", "Jamie: bid 15") == (
        "friday, round 1\nJamie: bid 15\nIsla bids or passes; the bid so far is Jamie's 15.\n"
    )
    haggis.ok("undo")
    out = haggis.ok("record", "-", stdin="bid 15\nbid 30\npass\npass\n7r\n")
    assert out.startswith("friday, round 1\nJamie: bid 15\nIsla: bid 30\nNoah: pass\nJamie: pass\nIsla: 7r\n")


@pytest.mark.slow
def test_the_line_editor_is_loaded_only_for_the_dialogue(haggis: Haggis) -> None:
    haggis.new()
    loaded = haggis.loaded("record", "Noah: 4r")
    assert "haggis_cli.book.recording" in loaded
    assert not {name for name in loaded if name.split(".")[0] in ("prompt_toolkit", "asyncio")}


def test_help_tells_how_an_event_is_written(haggis: Haggis) -> None:
    out = haggis.ok("record", "--help")
    assert out.startswith("Usage: haggis record [OPTIONS] [MATCH] [EVENT]...\n\n  Record a round play by play")
    assert "-f, --file FILE" in out


def tatties(haggis: Haggis, *events: str) -> None:
    """Noah, Jamie and Isla, Noah to lead, with these events recorded."""
    start_table(haggis, "tatties", "Noah", "Jamie", "Isla", lead="Noah")
    if events:
        haggis.ok("record", *events)


@pytest.mark.parametrize("said", ["bid big", "bet big", "bet 45", "bid 45"])
def test_t1_a_bid_by_name_is_what_the_tatties_side_of_the_card_says(haggis: Haggis, said: str) -> None:
    tatties(haggis)
    assert haggis.ok("record", f"Jamie: {said}").startswith("friday, round 1\nJamie: bid 45\n")
    assert haggis.text().endswith('  "Jamie: bid 45",\n]\n')


def test_t3_after_the_auction_a_bid_is_told_that_it_is_over(haggis: Haggis) -> None:
    tatties(haggis, "Jamie: pass", "Isla: bid little")
    final = "event 1: Jamie: bid 45: Jamie has passed in the auction, and a pass is final. "
    assert haggis("record", "Jamie: bet big").err.startswith(f"haggis: {final}")
    haggis.ok("record", "Noah: pass")
    over = "event 1: Jamie: bid 45: The auction is over: Isla is the Shepherd with 30. "
    assert haggis("record", "Jamie: bet big").err.startswith(f"haggis: {over}")


def test_t5_with_hands_unknown_the_exchange_is_due_and_not_entered(haggis: Haggis) -> None:
    tatties(haggis)
    said = "Isla exchanges 2 cards now; nothing is entered for it."
    out = haggis.ok("record", "Jamie: pass", "Isla: bid little", "Noah: pass")
    assert unwrapped(out).endswith(
        f"{said} Isla leads the first trick of round 1 with 17 cards; Noah holds 17 cards, Jamie 17."
    )
    assert said in haggis.ok("show")
    pending = haggis.json("show")["pending"]
    assert (pending["player"], pending["kind"]) == ("Isla", "play")
    assert pending["not_entered"] == {"kind": "exchange", "players": ["Isla"], "cards": 2}
    for line in ("Isla: exchange 2r 3r", "Isla: exchange", "exchange"):
        ran = haggis("record", line)
        assert ran.code == 1
        assert said in ran.err
    haggis.ok("record", "Isla: 4r")
    assert haggis.json("show")["pending"]["not_entered"] is None


@pytest.mark.parametrize("variant", ["neeps", "rogers-neeps"])
def test_with_hands_unknown_passing_is_due_and_not_entered(haggis: Haggis, variant: str) -> None:
    start_table(haggis, variant, "Isla", "Jamie", "Rory", "Noah", lead="Isla")
    assert "everybody passes 2 cards to the partner first" in haggis.ok("show")
    said = "Everybody passes 2 cards to the partner now, one after the other; nothing is entered for it."
    assert said in unwrapped(haggis.ok("record", "Rory: bet big"))
    assert haggis.json("show")["pending"]["not_entered"] == {
        "kind": "give",
        "players": ["Isla", "Jamie", "Rory", "Noah"],
        "cards": 2,
    }
    for line in ("Isla: give 2r", "Isla: give", "give"):
        ran = haggis("record", line)
        assert ran.code == 1
        assert said in ran.err


def test_who_captures_a_bombed_trick_or_leads_may_be_a_seat_where_nobody_is_called_so(haggis: Haggis) -> None:
    """Rules K1, K2."""
    start_table(haggis, "three-player", "Noah", "Jamie", "Isla", lead="Noah")
    haggis.ok("record", "Noah: 7r", "Jamie: J Q", "Isla: pass", "Noah: pass")
    assert haggis.ok("record", "award 3").startswith("friday, round 1\nJamie: award Isla\n")
    haggis.ok("undo")
    assert haggis("record", "award 4").err.startswith("haggis: event 1: nobody called '4' plays here")
    haggis.path().unlink()
    start_table(haggis, "three-player", "Noah", "Jamie", "1", lead="Noah")
    haggis.ok("record", "Noah: 7r", "Jamie: J Q", "1: pass", "Noah: pass")
    assert haggis.ok("record", "award 1").startswith("friday, round 1\nJamie: award 1\n")


def test_k2_what_becomes_of_the_lead_its_winner_says_who_may_be_out(haggis: Haggis) -> None:
    start_table(haggis, "neeps", "Isla", "Jamie", "Rory", "Noah", lead="Noah")
    for cards in ("2-10r", "2-10r", "JQK"):
        haggis.ok("record", f"Noah: {cards}", "pass", "pass", "pass")
    pending = haggis.json("show")["pending"]
    assert (pending["player"], pending["lead_offer"]) == ("Isla", {"giver": "Noah", "to": "Jamie"})
    assert haggis.ok("record", "lead 2").startswith("friday, round 1\nNoah: lead Jamie\nJamie leads the next trick")
    assert haggis.json("show")["pending"]["lead_offer"] is None
    haggis.ok("undo")
    assert haggis("record", "Isla: lead Rory").err.startswith(
        "haggis: event 1: Isla: lead Rory: Noah won the trick, not Isla."
    )
    assert haggis.ok("record", "award Rory").startswith("friday, round 1\nNoah: award Rory\n")


def test_the_line_of_a_file_is_named_where_a_file_is_meant(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("record", "Noah: 4r", "Isla: 5r")
    told = haggis("record", "--amend", "2", "Isla: 3r").err
    assert "warning: round 1, event 2: Isla: 3r: " in told
    assert "line" not in told
    haggis.ok("record", "--amend", "2", "Isla: 3r", "--yes")
    assert "Round 1, event 2: " in haggis("show").out
    assert "(line" not in haggis("show").out
    assert "round 1, event 2 (line " in haggis("check").out
