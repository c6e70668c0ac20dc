"""Recording by phone: whole rounds as the command line writes them, refusals, two phones at once, hostile forms."""

import tomllib
from pathlib import Path
from random import Random

import pytest

from haggis_cli.support.errors import HaggisError, NotationError, UsageError
from tests.support.haggis import ROOT, Haggis
from tests.support.pages import Caller, Recorder, said
from tests.support.plugins import COPY, Site

EXAMPLES = ROOT / "examples" / "matches"
UNKNOWN = sorted(path.stem for path in EXAMPLES.glob("*-unknown-hands.toml"))
KNOWN = sorted(path.stem for path in EXAMPLES.glob("*-known-hands.toml"))


def put_match(haggis: Haggis, example: str, name: str, *, deal: bool) -> None:
    """A match of an example without its rounds, or with the deal of its first round."""
    text = (EXAMPLES / f"{example}.toml").read_text("utf-8")
    head, _, rounds = text.partition("[[rounds]]")
    if deal:
        first = rounds.partition("[[rounds]]")[0]
        head += "[[rounds]]\nevents = []\n[rounds.deal]" + first.partition("[rounds.deal]")[2]
    folder = haggis.home / "matches"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.toml").write_text(head.replace(f'"{example}"', f'"{name}"'), "utf-8")


def events_of(example: str) -> list[list[str]]:
    """The events of an example, by round."""
    rounds = tomllib.loads((EXAMPLES / f"{example}.toml").read_text("utf-8"))["rounds"]
    return [each["events"] for each in rounds if "events" in each]


def files(haggis: Haggis) -> tuple[str, str]:
    """What the phone and the command line have written."""
    folder = haggis.home / "matches"
    web, cli = (Path(folder / f"{name}.toml").read_text("utf-8") for name in ("web", "cli"))
    return web, cli.replace('id = "cli"', 'id = "web"')


@pytest.fixture
def two(haggis: Haggis) -> Recorder:
    """A phone that records a match of two."""
    haggis.new()
    return Recorder(Caller(haggis), "friday")


class TestWholeRounds:
    @pytest.mark.slow
    @pytest.mark.longest("neeps-known-hands", "tatties-known-hands", "taylor-unknown-hands")
    @pytest.mark.sample(2)
    @pytest.mark.parametrize("example", [*UNKNOWN, *KNOWN])
    def test_recorded_by_touch_they_are_the_file_that_the_command_line_writes(
        self, haggis: Haggis, example: str
    ) -> None:
        """With hands known, exchanges and gifts are touched, too."""
        for name in ("web", "cli"):
            put_match(haggis, example, name, deal=example in KNOWN)
        phone, first = Recorder(Caller(haggis), "web"), events_of(example)[0]
        for event in first:
            assert phone.enter(event).status == 303, (event, phone.verdict, phone.news)
        haggis.ok("record", "cli", *first)
        web, cli = files(haggis)
        assert web == cli
        assert "Round 1 is over" in phone.news

    @pytest.mark.slow
    @pytest.mark.longest(1)
    @pytest.mark.parametrize("example", [name for name in UNKNOWN if name.startswith(("neeps", "tatties", "taylor"))])
    def test_from_one_round_into_the_next_and_to_the_end_of_the_match(self, haggis: Haggis, example: str) -> None:
        for name in ("web", "cli"):
            put_match(haggis, example, name, deal=False)
        rounds = events_of(example)
        for events in rounds:
            haggis.ok("record", "cli", *events)
        last = len(rounds[-2]) // 2
        for events in (*rounds[:-2], rounds[-2][:last]):
            haggis.ok("record", "web", *events)
        phone = Recorder(Caller(haggis), "web")
        for event in (*rounds[-2][last:], *rounds[-1]):
            assert phone.enter(event).status == 303, (event, phone.verdict, phone.news)
        web, cli = files(haggis)
        assert web == cli
        assert "Rematch" in phone.page.text

    @pytest.mark.slow
    def test_typed_as_for_haggis_record_they_are_the_same(self, haggis: Haggis) -> None:
        for name in ("web", "cli"):
            put_match(haggis, "two-player-unknown-hands", name, deal=False)
        phone, first = Recorder(Caller(haggis), "web"), events_of("two-player-unknown-hands")[0]
        for event in first:
            line = event if " bet " in event else event.partition(": ")[2]
            assert phone.send({"line": line, "do": "play"}).status == 303, phone.verdict
        haggis.ok("record", "cli", *first)
        web, cli = files(haggis)
        assert web == cli


class TestWhatIsInSight:
    def test_the_trick_counts_captures_bets_and_score(self, two: Recorder) -> None:
        for event in ("Isla: bet little", "Noah: 7r 8r 9r"):
            two.enter(event)
        for part in (
            "little (15)",
            "a sequence of 3 cards up to 9",
            "Isla must beat a sequence of 3 cards up to 9, or pass",
        ):
            assert part in two.form.words
        assert '<li class="seat turn">' in two.page.text
        told = two.page.seen.part("table")
        assert "Noah 0 points 14 cards J Q K +0 captured Isla bet little (15)" in told
        assert "Noah 7r 8r 9r a sequence of 3 cards up to 9" in told
        for event in ("Isla: pass", "Noah: 2r"):
            two.enter(event)
        assert "Noah 0 points 13 cards J Q K +2 captured" in two.page.seen.part("table")

    def test_a_long_name_is_short_in_the_hint_and_on_buttons_too(self, haggis: Haggis) -> None:
        names = ("Christopher-Sebastian O'Callaghan", "Bartholomew Featherstonehaugh", "Isla")
        haggis.ok("new", "--name", "friday", "--variant", "three-player", *(word for n in names for word in ("-p", n)))
        phone = Recorder(Caller(haggis), "friday")
        phone.enter(f"{names[0]}: 3r 5g 7b 9y")
        assert phone.verdict == "Bartholomew: choose cards or pass"
        assert "<bdi>Bartholomew</bdi> passes" in phone.page.text
        for event in (f"{names[1]}: pass", "Isla: pass"):
            phone.enter(event)
        assert "<bdi>Bartholomew</bdi></button>" in phone.page.text
        assert not [name for name in names[:2] if f"<bdi>{name}" in phone.page.text]

    def test_what_can_be_typed_is_quoted(self, two: Recorder) -> None:
        assert "for example '7r 8r 9r' , 'pass' , or 'bet big'" in two.form.words

    def test_only_a_hand_that_is_known_is_laid_out(self, haggis: Haggis) -> None:
        put_match(haggis, "two-player-known-hands", "web", deal=True)
        phone = Recorder(Caller(haggis), "web")
        assert len(phone.form.free) == 17
        assert phone.form.greyed == set()

    def test_cards_that_are_out_are_greyed(self, two: Recorder) -> None:
        two.enter("Noah: 7r 8r 9r")
        assert two.form.greyed == {"c.7r", "c.8r", "c.9r"}
        assert "c.J" in two.form.free
        for event in ("Isla: 8g 9g 10g", "Noah: 9b 10b J", "Isla: pass", "Noah: 2r", "Isla: pass"):
            two.enter(event)
        assert "c.J" in two.form.greyed

    def test_of_two_copies_one_stays_until_both_are_out(self, haggis: Haggis) -> None:
        put_match(haggis, "neeps-unknown-hands", "web", deal=False)
        phone = Recorder(Caller(haggis), "web")
        names = phone.table.names
        first = next(name for name in names if phone.send({"line": f"{name}: 7r", "do": "play"}).status == 303)
        assert phone.form.greyed == {"c.7r.2"}
        for seat in range(1, 4):
            phone.enter(f"{names[(names.index(first) + seat) % 4]}: pass")
        phone.enter(f"{first}: 7r")
        assert phone.form.greyed == {"c.7r", "c.7r.2"}

    def test_hands_that_are_known_are_shown_to_nobody_who_only_watches(self, haggis: Haggis) -> None:
        put_match(haggis, "three-player-known-hands", "web", deal=True)
        caller = Caller(haggis)
        watched = Recorder(caller, "web", caller.watcher)
        assert watched.form.free | watched.form.greyed | watched.form.buttons == set()
        asked = caller.get("/m/web/referee", caller.watcher)
        assert asked.text.count("disabled") == 0

    def test_what_has_happened_meanwhile_is_told_only_to_who_enters_for_cards_that_went_face_down_are_among_it(
        self, haggis: Haggis
    ) -> None:
        haggis.new()
        haggis.ok("record", "friday", "Noah: 7r 8r 9r")
        caller = Caller(haggis)
        asked = "/m/friday/record?c.2r=1&at=0.0&version=old"
        assert "Meanwhile" in caller.get(asked).text
        assert "Meanwhile" not in caller.get(asked, caller.watcher).text


class TestVariantsOfOthers:
    def test_a_deck_of_eight_suits_twice_and_bets_of_their_own_have_their_buttons(
        self, haggis: Haggis, site: Site
    ) -> None:
        site.put(
            "crowd",
            COPY + "from haggis_cli.rules.api import FreeBets, Setup\n"
            "V = replace(TWO_PLAYER, id='crowd', setups={2: Setup(suits=8, copies=2, dealt=20)},\n"
            "    betting=replace(TWO_PLAYER.betting, amounts=(7, 70), names={'tiny': 7, 'vast': 70}))\n",
        )
        with site.seen():
            haggis.ok("new", "--name", "web", "--variant", "crowd", "-p", "Noah", "-p", "Isla", "--rounds", "4")
            phone = Recorder(Caller(haggis), "web")
            assert len(phone.form.free) == 8 * 9 * 2 + 3
            assert ("deed", "bet.1.70") in phone.form.buttons
            for event in ("Isla: bet vast", "Noah: 7r 7r 8r 8r", "Isla: 9v 9v 10v 10v"):
                assert phone.enter(event).status == 303, phone.verdict
            assert phone.form.greyed == {"c.7r", "c.7r.2", "c.8r", "c.8r.2", "c.9v", "c.9v.2", "c.10v", "c.10v.2"}
            asked = phone.caller.get("/referee?variant=crowd.2&c.7r=1&c.7r.2=1&ask=lead")
            assert "a pair of 7s" in asked.seen.part("verdict")

    def test_a_bet_of_nothing_is_a_button_that_says_so(self, haggis: Haggis) -> None:
        haggis.ok("new", "--name", "web", "--variant", "classic", "-p", "Noah", "-p", "Isla", "--points", "250")
        phone = Recorder(Caller(haggis), "web")
        assert '<button name="deed" value="bet.1.0">No bet</button>' in phone.caller.get("/m/web/record").text
        assert phone.send({"deed": "bet.1.0"}).status == 303

    def test_rules_that_fail_are_told_and_nothing_is_saved(self, haggis: Haggis, site: Site) -> None:
        site.put(
            "broken",
            COPY + "def fail(state, trick):\n    raise ValueError('no idea')\n"
            "V = replace(TWO_PLAYER, id='broken', bomb_taker=fail)\n",
        )
        with site.seen():
            haggis.ok("new", "--name", "web", "--variant", "broken", "-p", "Noah", "-p", "Isla", "--rounds", "4")
            phone = Recorder(Caller(haggis), "web")
            phone.enter("Noah: J Q")
            answer = phone.enter("Isla: pass")
            assert answer.status in (409, 422)
            assert "the variant 'broken' fails: ValueError: no idea" in answer.text
            assert haggis.text("web").count("Isla: pass") == 0


class TestTheVerdict:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("chosen", "verdict"),
        [
            ((), "Isla: choose cards or pass"),
            (("8b",), "Not yet 1 of 3 cards to beat a sequence of 3 cards up to 9."),
            (("8b", "9b", "10b"), "Legal Isla plays a sequence of 3 cards up to 10."),
            (("5b", "6b", "7b"), "Illegal A sequence of 3 cards up to 7 does not beat a sequence of 3 cards up to 9"),
            (("8b", "9g", "10b"), "Illegal 8b 9g 10b"),
        ],
    )
    def test_comes_while_cards_are_chosen_and_at_the_button(
        self, two: Recorder, chosen: tuple[str, ...], verdict: str
    ) -> None:
        two.enter("Noah: 7r 8r 9r")
        fields = {f"c.{card}": "1" for card in chosen}
        two.load(**fields)
        said_live, kept = two.verdict, two.form.ticked
        two.send(fields | {"do": "judge"})
        assert said_live.startswith(verdict)
        assert ("(Rulebook 2.1, " in said_live) == verdict.startswith("Illegal")
        assert two.verdict == said_live
        assert kept == two.form.ticked == set(fields)

    def test_is_announced(self, two: Recorder) -> None:
        assert '<p id="verdict" class="verdict" role="status" aria-live="polite">' in two.page.text

    def test_cards_with_several_readings_ask_which_is_meant(self, two: Recorder) -> None:
        chosen = {"c.5r": "1", "c.J": "1", "c.Q": "1"}
        answer = two.send(chosen | {"do": "play"})
        assert answer.status == 422
        assert two.verdict == "Legal Noah plays a set of three 5s or a sequence of 3 cards up to 7."
        assert {value for name, value in two.form.buttons if name == "as"} == {"set", "sequence"}
        assert two.send(chosen | {"as": "sequence"}).status == 303
        assert "a sequence of 3 cards up to 7" in two.page.text

    def test_a_refused_play_keeps_what_was_chosen_and_saves_nothing(self, two: Recorder, haggis: Haggis) -> None:
        before = (haggis.home / "matches" / "friday.toml").read_bytes()
        answer = two.send({"c.7r": "1", "c.8r": "1", "do": "play"})
        assert (answer.status, two.form.ticked) == (422, {"c.7r", "c.8r"})
        assert two.verdict.startswith("Illegal")
        assert "(Rulebook 2.1, Sequences)" in two.verdict
        assert (haggis.home / "matches" / "friday.toml").read_bytes() == before

    @pytest.mark.parametrize(
        ("fields", "verdict"),
        [
            ({"line": "7q"}, "'7' has no suit: write it with one"),
            ({"line": "7p"}, "(Rulebook 2.1, Setup)"),
            ({"line": "Zoë: pass"}, "Zoë"),
            ({"line": "7r", "c.8r": "1"}, "Cards are chosen and a line is typed: clear one of the two."),
            ({}, "Choose cards, or type what happened."),
            ({"line": "pass"}, "Noah leads the trick and must play. (Rulebook 2.1, Combinations)"),
        ],
    )
    def test_says_why_a_line_cannot_be_entered_and_keeps_it(
        self, two: Recorder, fields: dict[str, str], verdict: str
    ) -> None:
        assert two.send(fields | {"do": "play"}).status == 422
        assert verdict in two.verdict
        assert f'value="{fields.get("line", "")}"' in two.page.text


class TestUndo:
    def test_takes_back_and_brings_back(self, two: Recorder) -> None:
        two.enter("Noah: 7r 8r 9r")
        assert "Take back Noah&#39;s last play" in two.page.text
        two.send({"do": "undo"})
        assert two.form.greyed == set()
        assert "Bring back Noah's last play" in two.form.words
        two.send({"do": "redo"})
        assert two.form.greyed == {"c.7r", "c.8r", "c.9r"}

    def test_with_nothing_to_bring_back_says_so(self, two: Recorder) -> None:
        assert two.send({"do": "redo"}).status == 409
        assert "nothing to restore" in two.news


class TestWhatFitsTwoThings:
    @pytest.fixture
    def isobel(self, haggis: Haggis) -> Recorder:
        haggis.ok("new", "--variant", "three-player", "-p", "Noah", "-p", "Isla", "-p", "Isobel", "--name", "friday")
        return Recorder(Caller(haggis), "friday")

    @pytest.mark.parametrize("line", ["Is: bet big", "is: 4r 5r 6r"])
    def test_is_refused_beside_the_field_with_the_choices_and_stays_as_it_was_typed(
        self, isobel: Recorder, line: str
    ) -> None:
        answer = isobel.send({"line": line, "do": "play"})
        assert answer.status == 422
        assert "can be Isla or Isobel: write more of the name" in answer.seen.part("line-said")
        assert f'value="{line}"' in answer.text
        judged = isobel.load(line=line)
        assert "can be Isla or Isobel" in judged.seen.part("line-said")
        assert isobel.send({"line": "Isl: bet big", "do": "play"}).status == 303

    @pytest.mark.parametrize("kind", [NotationError, UsageError])
    def test_whatever_the_reader_of_lines_refuses_is_told_so(
        self, isobel: Recorder, monkeypatch: pytest.MonkeyPatch, kind: type[HaggisError]
    ) -> None:
        def refuse(*_: object) -> str:
            raise kind("'b' can be baby or big: write more letters")

        monkeypatch.setattr("haggis_cli.web.round_view.expand_shorthand", refuse)
        for answer in (isobel.load(line="bet b"), isobel.send({"line": "bet b", "do": "play"})):
            assert "'b' can be baby or big" in answer.text.partition('id="line-said"')[2].partition("</div>")[0]
            assert 'value="bet b"' in answer.text

    def test_so_it_is_where_an_event_is_put_right(self, isobel: Recorder, haggis: Haggis) -> None:
        haggis.ok("record", "friday", "Noah: 4r")
        fields = isobel.caller.get("/m/friday/record/1?event=1").seen.fields
        answer = isobel.caller.post("/m/friday/record/1", fields | {"line": "Is: 5r", "do": "amend"})
        assert answer.status == 422
        assert "can be Isla or Isobel: write more of the name.</p>" in answer.text
        assert 'value="Is: 5r"' in answer.text


class TestTwoPhones:
    def test_who_is_late_sees_what_was_played_and_keeps_the_cards(self, two: Recorder, haggis: Haggis) -> None:
        other = Recorder(two.caller, "friday")
        other.enter("Noah: 7r 8r 9r")
        haggis.ok("record", "friday", "Isla: pass")
        answer = two.send({"c.8b": "1", "c.9b": "1", "c.10b": "1", "do": "play"})
        assert answer.status == 409
        assert "Noah plays 7r 8r 9r Isla passes Nothing was entered just now;" in two.news
        assert two.form.ticked == {"c.8b", "c.9b", "c.10b"}
        assert two.send({"c.8b": "1", "c.9b": "1", "c.10b": "1", "do": "play"}).status == 303

    def test_the_same_play_from_both_is_saved_once(self, two: Recorder, haggis: Haggis) -> None:
        other = Recorder(two.caller, "friday", two.caller.other_writer)
        for phone in (two, other):
            phone.send({"c.7r": "1", "do": "play"})
        assert (haggis.home / "matches" / "friday.toml").read_text().count("Noah: 7r") == 1
        assert other.form.ticked == {"c.7r"}
        assert "7r has already been played" in other.verdict

    def test_who_looks_again_is_told_what_is_new(self, two: Recorder) -> None:
        seen = two.form.hidden
        Recorder(two.caller, "friday").enter("Noah: 7r")
        two.load(at=seen["at"], version=seen["version"])
        assert two.news == ""  # nothing was chosen that it could matter to: the table says it
        two.load(at=seen["at"], version=seen["version"], **{"c.8r": "1"})
        assert "Meanwhile: Noah plays 7r What you chose is still here." in two.news
        two.load(at=two.form.hidden["at"], version=two.form.hidden["version"])
        assert two.news == ""

    def test_what_was_taken_back_is_told(self, two: Recorder, haggis: Haggis) -> None:
        two.enter("Noah: 7r")
        haggis.ok("undo", "friday")
        assert two.send({"deed": "pass.1"}).status == 409
        assert "Something was taken back." in two.news

    def test_a_bet_of_somebody_else_leaves_the_chosen_cards(self, two: Recorder) -> None:
        two.send({"c.7r": "1", "line": "", "deed": "bet.1.30"})
        assert two.form.ticked == {"c.7r"}
        assert "big (30)" in two.page.text


class TestHostileForms:
    @pytest.mark.sample(3)
    @pytest.mark.parametrize("deed", [
        "bet", "bet.0", "bet.0.7", "bet.9.30", "bet.-1.30", "bet.0.30.1", "pass.0.1", "award.0.9", "award.0.1",
        "lead.0.1", "bid.0.15", "bet.0.٣٠", "bet.0.99999999999", "..", "undo.0", "play.0.1", "bet.0.1e9", "pass.1",
    ])  # fmt: skip
    def test_a_button_that_is_not_there_does_nothing(self, two: Recorder, haggis: Haggis, deed: str) -> None:
        before = (haggis.home / "matches" / "friday.toml").read_bytes()
        assert two.send({"deed": deed}).status == 422
        assert two.verdict
        assert (haggis.home / "matches" / "friday.toml").read_bytes() == before

    @pytest.mark.parametrize(
        "fields",
        [
            {"do": "nonsense"},
            {"c.99z": "1", "do": "play"},
            {"c.7r": "1", "as": "x" * 1000},
            {"c.7r": "1", "as": "<b>"},
            {"line": "\x00\x1b[2J"},
            {"line": "x" * 501},
            {"line": "Noah: 7r\nNoah: 8r"},
            {"at": "9" * 500, "version": ""},
            {"at": "-1.-1", "version": "x"},
            {"c.2r.2": "1", "do": "play"},
        ],
    )
    def test_what_no_page_sends_is_refused(self, two: Recorder, haggis: Haggis, fields: dict[str, str]) -> None:
        before = (haggis.home / "matches" / "friday.toml").read_bytes()
        answer = two.send(fields)
        assert answer.status in (409, 422)
        assert "<b>" not in answer.text
        assert "\x1b" not in answer.text
        assert (haggis.home / "matches" / "friday.toml").read_bytes() == before

    @pytest.mark.slow
    @pytest.mark.longest(1)
    @pytest.mark.sample(1)
    @pytest.mark.parametrize("example", KNOWN)
    def test_forms_filled_in_at_random_are_never_a_mistake(self, haggis: Haggis, example: str) -> None:
        put_match(haggis, example, "web", deal=True)
        phone, random = Recorder(Caller(haggis), "web"), Random(example)
        values = ["", "0", "set", "sequence@9", "stair2", "bomb", "x", "pass", "bet big", "bid 30", "J Q", "3-9r"]
        statuses = set()
        for _ in range(100):
            form = phone.form
            fields = dict.fromkeys(random.sample(sorted(form.free), min(len(form.free), random.randrange(4))), "1")
            fields |= dict(random.sample(sorted(form.buttons), min(len(form.buttons), random.randrange(3))))
            if random.random() < 0.3:
                fields[random.choice(["as", "line", "at", "version", "do", "deed"])] = random.choice(values)
            statuses.add(phone.send(fields).status)
        assert {303, 422} <= statuses <= {200, 303, 409, 422}
        assert haggis("check", "web").code == 0

    def test_names_are_only_text(self, haggis: Haggis) -> None:
        haggis.ok(
            *("new", "--name", "friday", "--variant", "three-player", "--points", "250", "--lead", "J"),
            *("--player", "<b>Noah</b>", "--player", 'x" onload="y', "--player", "J"),
        )
        phone = Recorder(Caller(haggis), "friday")
        for event in ("J: 7r", "<b>Noah</b>: bet big", "<b>Noah</b>: pass", 'x" onload="y: 8r'):
            assert phone.enter(event).status == 303, phone.verdict
        assert "<b>" not in phone.page.text
        assert ' onload="' not in phone.page.text.replace("&#34; onload=&#34;", "")

    def test_without_the_token_nothing_is_recorded(self, two: Recorder) -> None:
        assert two.caller.post(two.path, two.form.hidden | {"token": "x", "c.7r": "1", "do": "play"}).status == 403

    def test_who_only_watches_records_nothing(self, two: Recorder) -> None:
        caller = two.caller
        answer = caller.post(two.path, two.form.hidden | {"c.7r": "1", "do": "play"}, caller.watcher)
        assert (answer.status, said(answer)) == (403, "This phone can only watch.")


class TestWhereNothingCanBeRecorded:
    def test_of_a_match_that_is_over_only_undo_is_left(self, haggis: Haggis) -> None:
        haggis.new("--points", "100")
        haggis.ok("score", "friday", "Noah: out 17, cards 36, bet big", "--yes")
        phone = Recorder(Caller(haggis), "friday")
        assert phone.page.seen.part("won").startswith("Noah has won")
        assert phone.form.buttons == {("do", "undo")}
        assert phone.send({"c.7r": "1", "do": "play"}).status == 422
        assert "the match is over" in phone.news
        assert phone.send({"do": "undo"}).status == 303
        assert ("do", "play") in phone.form.buttons

    def test_a_match_that_breaks_the_rules_says_where(self, haggis: Haggis) -> None:
        put_match(haggis, "two-player-unknown-hands", "web", deal=False)
        path = haggis.home / "matches" / "web.toml"
        names = tomllib.loads(path.read_text())["players"]
        path.write_text(path.read_text() + f'\n[[rounds]]\nevents = ["{names[0]}: 7r 8r", "{names[0]}: 7r 9b"]\n')
        phone = Recorder(Caller(haggis), "web")
        assert "Event 1 of round 1 breaks a rule: " in phone.news
        assert phone.form.buttons == {("do", "undo")}
        text = phone.caller.get("/m/web/record").text
        assert '<p class="lead">The match cannot go on until event 1 of round 1 is corrected.' in text
        assert 'class="button primary wide" href="/m/web/record/1"' in text

    def test_a_typed_round_that_breaks_a_rule_is_corrected_by_its_figures(self, haggis: Haggis) -> None:
        haggis.new()
        haggis.ok("score", "Isla: out 3, cards 9")
        haggis.path().write_text(haggis.text().replace('out = ["Isla"]', 'out = ["Isla", "Noah"]'))
        assert Caller(haggis).get("/m/friday/record").seen.links["Correct round 1"] == "/m/friday/rounds/1"

    def test_an_event_that_is_never_entered_is_to_be_removed(self, haggis: Haggis) -> None:
        players = (word for name in ("Noah", "Isla", "Jamie", "Rory") for word in ("-p", name))
        haggis.ok("new", "--variant", "neeps", *players, "--name", "friday")
        haggis.ok("record", "Noah: 3r")
        haggis.path().write_text(haggis.text().replace("events = [", 'events = ["Noah: give 2r", '))
        for page in ("/m/friday", "/m/friday/record", "/m/friday/record/1"):
            told = Caller(haggis).get(page).seen.words
            assert "Remove event 1 of round 1: passed cards need no entry." in told
        text = Caller(haggis).get("/m/friday/record").text
        assert "The match cannot go on until event 1 of round 1 is removed." in text
