"""`record` with the line editor, as in an ordinary terminal: looked at while typed, completed, pasted, interrupted."""

import signal
from pathlib import Path

import pytest

from tests.support.haggis import ROOT, Haggis, header, start_table
from tests.support.terminal import DrawnTerminal


def events(*texts: str) -> str:
    return header() + "\n[[rounds]]\nevents = [\n" + "".join(f'  "{text}",\n' for text in texts) + "]\n"


def start(haggis: Haggis, variant: str) -> Path:
    """The first round of an example, its cards dealt and nothing played; its events go into the file `events`."""
    text = (ROOT / "examples" / "matches" / f"{variant}-known-hands.toml").read_text(encoding="utf-8")
    head, _, rest = text.partition("events = [\n")
    played, _, rest = rest.partition("]\n")
    deal = rest.partition("[[rounds]]")[0]
    (haggis.folder / "events").write_text(
        "".join(line.strip().strip('",') + "\n" for line in played.splitlines()), encoding="utf-8"
    )
    return haggis.keep(f"{head}events = [\n]\n{deal}".replace(f"{variant}-known-hands", "friday"))


@pytest.mark.slow
class TestWhileTyping:
    @pytest.mark.sample("50-24")
    @pytest.mark.parametrize(("columns", "rows"), [(80, 24), (50, 24), (80, 6)])
    def test_the_line_below_says_what_the_cards_are(self, haggis: Haggis, columns: int, rows: int) -> None:
        haggis.new()
        with DrawnTerminal(haggis, "record", columns=columns, rows=rows) as screen:
            screen.see("Noah>")
            screen.press("4r")
            screen.see("Noah> 4r\n  Noah plays a single 4")
            screen.press(" 4g")
            screen.see("Noah> 4r 4g\n  Noah plays a pair of 4s")
            screen.press("\r")
            screen.see("Isla>\n  cards, or pass")
            screen.press("6b")
            screen.see("not yet: 1 of 2 cards, to beat a pair of 4s")
            screen.press(" 3y")
            screen.see("no: 3y 6b is not a combination")
            screen.press("\r")
            screen.see("haggis: Isla: 3y 6b is not a combination")
            screen.press("quit\r")
            assert screen.end()[0] == 0
            assert screen.broken == []
        assert haggis.text() == events("Noah: 4r 4g")

    def test_a_point_passes_at_once_and_tab_completes_names_and_cards(self, haggis: Haggis) -> None:
        haggis.new()
        with DrawnTerminal(haggis, "record") as screen:
            screen.see("Noah>")
            screen.press("is\tbet l\t\r")
            screen.see("bet 15")
            screen.press("4r\r")
            screen.see("Isla>\n")
            screen.press(".")
            screen.see("Noah wins the trick and captures 1 card.")
            screen.press("10\t")
            screen.see("10r  10g  10b  10y")
            screen.press("b\r")
            screen.see("To beat: 10b by Noah")
            screen.press("quit\r")
            assert screen.end()[0] == 0
        assert haggis.text() == events("Isla: bet little", "Noah: 4r", "Isla: pass", "Noah: 10b")

    def test_up_brings_back_what_was_refused(self, haggis: Haggis) -> None:
        haggis.new()
        with DrawnTerminal(haggis, "record") as screen:
            screen.see("Noah>")
            screen.press("4r 5g\r")
            screen.see("haggis: Noah: 4r 5g")
            screen.see("Noah>\n  cards")
            screen.press("\x1b[A")
            screen.see("Noah> 4r 5g")
            screen.press("\x7f\x7f4g\r")
            screen.see("Isla>\n")
            screen.press("quit\r")
            assert screen.end()[0] == 0
        assert haggis.text() == events("Noah: 4r 4g")


@pytest.mark.slow
class TestPasting:
    def test_several_lines_are_entered_one_by_one_and_the_last_waits_for_enter(self, haggis: Haggis) -> None:
        haggis.new()
        with DrawnTerminal(haggis, "record") as screen:
            screen.see("Noah>")
            screen.paste("4r\nIsla: 5r\r\n6r\nIsla: 7")
            screen.see("Isla> Isla: 7\n")
            screen.press("r\r")
            screen.see("To beat: 7r by Isla")
            screen.press("quit\r")
            assert screen.end()[0] == 0
        assert haggis.text() == events("Noah: 4r", "Isla: 5r", "Noah: 6r", "Isla: 7r")

    def test_a_refusal_stops_the_rest_which_is_shown_and_can_be_brought_back(self, haggis: Haggis) -> None:
        haggis.new()
        with DrawnTerminal(haggis, "record") as screen:
            screen.see("Noah>")
            screen.paste("4r\n5x\n6r\n7r\n")
            screen.see("Not entered (Up shows these lines again): 6r / 7r")
            screen.press("5r\r")
            screen.see("Noah>\n")
            screen.press("\x1b[A\x1b[A")
            screen.see("Noah> 6r\n")
            screen.press("\r")
            screen.see("Isla>\n")
            screen.press("quit\r")
            assert screen.end()[0] == 0
        assert haggis.text() == events("Noah: 4r", "Isla: 5r", "Noah: 6r")


@pytest.mark.slow
class TestLeaving:
    def test_ctrl_c_clears_the_line_and_leaves_on_an_empty_one(self, haggis: Haggis) -> None:
        haggis.new()
        with DrawnTerminal(haggis, "record") as screen:
            screen.see("Noah>")
            screen.press("4r\r")
            screen.see("Isla>\n")
            screen.press("5r")
            screen.see("Isla> 5r")
            screen.press("\x03")
            screen.see("Isla>\n  cards, or pass")
            screen.press("\x03")
            code, _ = screen.end()
        assert code == 130
        assert "Traceback" not in screen.shown
        assert haggis.text() == events("Noah: 4r")

    @pytest.mark.slow
    def test_ctrl_d_leaves_on_an_empty_line(self, haggis: Haggis) -> None:
        haggis.new()
        with DrawnTerminal(haggis, "record") as screen:
            screen.see("Noah>")
            screen.press("\x04")
            assert screen.end()[0] == 0

    @pytest.mark.slow
    def test_killed_in_the_middle_it_loses_nothing(self, haggis: Haggis) -> None:
        haggis.new()
        with DrawnTerminal(haggis, "record") as screen:
            screen.see("Noah>")
            screen.press("4r\r")
            screen.see("Isla>\n")
            screen.press("5r\r")
            screen.see("Noah>\n")
            screen.press("6")
            screen.kill()
        assert haggis.text() == events("Noah: 4r", "Isla: 5r")

    @pytest.mark.slow
    def test_a_signal_from_outside_ends_it_like_ctrl_c(self, haggis: Haggis) -> None:
        haggis.new()
        with DrawnTerminal(haggis, "record") as screen:
            screen.see("Noah>")
            screen.signal(signal.SIGINT)
            assert screen.end()[0] == 130


class TestQuestions:
    @pytest.mark.slow
    def test_a_lead_with_several_readings_is_asked_for_best_first(self, haggis: Haggis) -> None:
        haggis.new()
        with DrawnTerminal(haggis, "record", columns=50) as screen:
            screen.see("Noah>")
            screen.press("5r J Q")
            screen.see("Enter asks which")
            screen.press("\r")
            screen.see("5r J Q can be:\n  1  a set of three 5s\n  2  a sequence of 3 up to 7\nWhich, Enter for 1>")
            screen.press("9\r")
            screen.see(
                "  '9' is not among them: type a number from 1 to\n  2, or < to enter nothing.\nWhich, Enter for 1>"
            )
            screen.press("<\r")
            screen.see("haggis: nothing is entered\nNoah>")
            screen.press("5r J Q\r")
            screen.see("Which, Enter for 1>")
            screen.press("2\r")
            screen.see("Isla>\n")
            screen.press("quit\r")
            assert screen.end()[0] == 0
        assert haggis.text() == events("Noah: 5r J Q as sequence")

    @pytest.mark.slow
    def test_an_auction_with_hands_known_and_the_exchange(self, haggis: Haggis) -> None:
        start(haggis, "tatties")
        with DrawnTerminal(haggis, "record") as screen:
            screen.see("Noah>\n  baby (15), little (30), big (45) or pass")
            screen.press(".")
            screen.see("Jamie>\n")
            screen.press("15")
            screen.see("Jamie bids baby (15)")
            screen.press("\r")
            screen.see("Isla>\n  little (30), big (45) or pass")
            screen.press("p\r")
            screen.see("Drawn: 3p 4y 2p\nJamie exchanges 3 cards with the haggis.\nJamie>\n  3 cards to discard")
            screen.press("2p 3")
            screen.see("not yet: 1 of 3 cards to discard")
            screen.press("p 4r\r")
            screen.see("Jamie leads.")
            screen.press("9\t")
            screen.see("9r  9g  9b  9y")
            screen.press("rgby\r")
            screen.see("To beat: 9r 9g 9b 9y by Jamie, a set of four 9s.\nIsla>")
            screen.press(".")
            screen.see("Isla passed.\nNoah>")
            screen.press("3r")
            screen.see("not yet: 1 of 4 cards")
            screen.press(" 2r")
            screen.see("no: Noah does not hold 2r.")
            screen.press("\x03moves\r")
            screen.see("a bomb (3-5-7-9 in four different suits)")
            screen.press("quit\r")
            assert screen.end()[0] == 0
        assert '  "Jamie: exchange 2p 3p 4r",\n  "Jamie: 9r 9g 9b 9y",\n  "Isla: pass",\n]' in haggis.text()

    @pytest.mark.slow
    def test_a_bombed_trick_is_awarded_by_number_or_name(self, haggis: Haggis) -> None:
        haggis.ok("new", "--variant", "three-player", "-p", "Noah", "-p", "Jamie", "-p", "Isla", "--name", "friday")
        haggis.ok("record", "Noah: 7r", "Jamie: J Q", "Isla: pass", "Noah: pass")
        for typed in ("1", "noah", "award N"):
            with DrawnTerminal(haggis, "record", columns=50) as screen:
                screen.see("Jamie says who captures the bombed trick: Isla or\nNoah.\nJamie>\n  1 Noah, 3 Isla")
                screen.press(typed)
                screen.see("Jamie lets Noah capture the trick")
                screen.press("\r")
                screen.see("Jamie wins the trick with a bomb, Noah captures 3\ncards.")
                screen.press("quit\r")
                assert screen.end()[0] == 0
            assert haggis.text().endswith('  "Jamie: award Noah",\n]\n')
            haggis.ok("undo")

    @pytest.mark.slow
    def test_teams_pass_cards_and_give_the_lead_away(self, haggis: Haggis) -> None:
        start(haggis, "neeps")
        played = (haggis.folder / "events").read_text(encoding="utf-8").splitlines()
        before = played.index("Jamie: lead Noah")
        with DrawnTerminal(haggis, "record", columns=50) as screen:
            screen.see("Isla passes a card to Rory.\nIsla>\n  a card to give")
            screen.paste("".join(f"{event.replace('give ', '')}\n" for event in played[:before]))
            screen.see("Jamie leads ('lead' gives the lead to Noah).")
            screen.press("lead")
            screen.see("Jamie lets Noah lead")
            screen.press("\r")
            screen.see("Noah>\n  cards")
            screen.press("quit\r")
            assert screen.end()[0] == 0
            assert screen.broken == []
        assert haggis.path().read_text(encoding="utf-8").count('  "') == before + 1

    @pytest.mark.slow
    @pytest.mark.sample(1)
    @pytest.mark.parametrize(
        ("typed", "saved"), [("lead", "Noah: lead Jamie"), ("\r5g", "Isla: 5g"), ("5g", "Isla: 5g")]
    )
    def test_a_winner_who_is_out_is_asked_for_the_lead(self, haggis: Haggis, typed: str, saved: str) -> None:
        """Rules K2: Enter leaves it to the next player, and so do that player's cards."""
        start_table(haggis, "neeps", "Isla", "Jamie", "Rory", "Noah", lead="Noah")
        passes = ("Isla: pass", "Jamie: pass", "Rory: pass")
        with DrawnTerminal(haggis, "record", columns=50) as screen:
            screen.see("Everybody passes 2 cards to the partner now, one\nafter the other; no entry is needed.")
            screen.see("Noah leads.\nNoah>\n  cards")
            screen.paste("".join(f"{event}\n" for event in ("2-10r", *passes, "2-10r", *passes, "JQK", *passes)))
            screen.see("Noah won with a bomb and is out: 'lead' lets Jamie\nlead, Enter lets Isla lead.")
            screen.see("Noah>\n  'lead' lets Jamie lead, or Enter")
            if typed.startswith("\r"):
                screen.press("\r")
                screen.see("Isla leads.\nIsla>\n  cards")
            screen.press(typed.strip())
            screen.see("Noah lets Jamie lead" if typed == "lead" else "Isla plays a single 5")
            screen.press("\r")
            screen.see("Jamie leads." if typed == "lead" else "To beat: 5g by Isla")
            screen.press("quit\r")
            assert screen.end()[0] == 0
            assert screen.broken == []
        assert haggis.text().endswith(f'  "{saved}",\n]\n')

    @pytest.mark.slow
    @pytest.mark.sample(1)
    @pytest.mark.parametrize(("no_color", "coloured"), [("1", False), ("", True)])
    def test_colours_only_where_they_are_wanted(self, haggis: Haggis, no_color: str, coloured: bool) -> None:
        haggis.new()
        haggis.ok("record", "Noah: 4r")
        with DrawnTerminal(haggis, "record", NO_COLOR=no_color) as screen:
            screen.see("Isla>")
            screen.press("quit\r")
            assert screen.end()[0] == 0
        assert ("\x1b[38;5;160m4r" in screen.raw) is coloured


@pytest.mark.slow
class TestPuttingRight:
    @pytest.mark.slow
    def test_an_event_is_offered_to_be_changed_and_what_breaks_is_asked_about(self, haggis: Haggis) -> None:
        haggis.new()
        haggis.ok("record", "Noah: 4r 4g", "Isla: 5r 5g", "Noah: pass")
        with DrawnTerminal(haggis, "record") as screen:
            screen.see("Isla>")
            screen.press("amend\r")
            screen.see(
                "   1  Noah: 4r 4g\n   2  Isla: 5r 5g\n   3  Noah: pass\nNumber of the wrong event, Enter for none>"
            )
            screen.press("2\r")
            screen.see("Event 2> Isla: 5r 5g\n  Isla plays a pair of 5s")
            screen.press("\x7f\x7f6b")
            screen.see("Event 2> Isla: 5r 6b\n  no: 5r 6b is not a combination")
            screen.press("\r")
            screen.see("Save it anyway? [y/N]:")
            screen.press("\r")
            screen.see("Nothing was changed.\nIsla>")
            screen.press("amend 2 6r 6g\r")
            screen.see("Corrected: round 1, event 2. 'undo' takes it back.")
            screen.see("Isla leads.\nIsla>")
            screen.press("undo\r")
            screen.see("Taken back: the correction of round 1, event 2")
            screen.press("redo\r")
            screen.see("Restored: the correction of round 1, event 2")
            screen.press("amend 1 -\r")
            screen.see("Save it anyway? [y/N]:")
            screen.press("y\r")
            screen.see("Correction>")
            screen.press("insert 1 Noah: 3r 3b\r")
            screen.see("Isla leads.\nIsla>")
            screen.press("quit\r")
            assert screen.end()[0] == 0
        assert haggis.text() == events("Noah: 3r 3b", "Isla: 6r 6g", "Noah: pass")

    @pytest.mark.slow
    def test_a_match_that_breaks_a_rule_can_be_put_right(self, haggis: Haggis) -> None:
        haggis.keep(events("Noah: 7r", "Isla: 3r"))
        with DrawnTerminal(haggis, "record", columns=50) as screen:
            screen.see("Correction>")
            screen.press("events\r")
            screen.see("   2  Isla: 3r\n")
            screen.press("8r\r")
            screen.see("haggis: first correct what is wrong, with amend,\ninsert or undo; 'events' shows the numbers\n")
            screen.press("amend 2 8r\r")
            screen.see("To beat: 8r by Isla")
            screen.press("quit\r")
            assert screen.end()[0] == 0
        assert haggis.text() == events("Noah: 7r", "Isla: 8r")
