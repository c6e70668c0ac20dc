"""Match files as text: what is written is read as the same, between a first and a last line of their own."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_cli.matches.model import DealRecord, GoalRecord, MatchRecord, RoundRecord, TableRecord
from haggis_cli.matches.toml.changes import with_round
from haggis_cli.matches.toml.match_file import MatchFile, render_match, render_round
from haggis_cli.matches.toml.parsing import (
    FIRST_LINE,
    LAST_LINE,
    add_markers,
    find_last_line,
    parse_toml,
    strip_markers,
)
from haggis_cli.matches.toml.text_edits import append_round, drop_last_round
from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import forbidden_character, normalize_unicode

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
names = texts.map(str.strip).filter(lambda name: name and ":" not in name and forbidden_character(name) is None)
whole = st.integers(0, 10_000)
by_name = st.dictionaries(names, whole, max_size=4)
players = st.lists(names, min_size=2, max_size=8, unique_by=lambda name: normalize_unicode(name).casefold())
minutes = st.integers(-23 * 60, 23 * 60).map(lambda number: timezone(timedelta(minutes=number)))
moments = st.datetimes(
    min_value=datetime(1901, 1, 1),
    max_value=datetime(2998, 1, 1),
    timezones=st.one_of(st.none(), st.just(UTC), minutes),
)
goals = st.builds(GoalRecord, points=st.integers(1, 100_000)) | st.builds(GoalRecord, rounds=st.integers(1, 1_000))
recorded = st.builds(
    RoundRecord,
    events=st.lists(texts, max_size=6),
    deal=st.none() | st.builds(DealRecord, haggis=texts, hands=st.dictionaries(texts, texts, max_size=3)),
    notes=texts,
)
typed = st.builds(
    RoundRecord,
    table=st.builds(
        TableRecord,
        out=st.lists(names, min_size=1, max_size=8),
        hands=by_name,
        captured=by_name,
        bets=by_name,
        shepherd=st.none() | names,
        bid=st.none() | whole,
    ),
    notes=texts,
)
records = st.builds(
    MatchRecord,
    id=texts.filter(bool),
    variant=texts.filter(bool),
    created=moments,
    players=players,
    teams=st.lists(names, max_size=4, unique_by=lambda name: normalize_unicode(name).casefold()),
    goal=goals,
    lead=st.none() | names,
    dealer=st.none() | names,
    suits=st.none() | texts.filter(bool),
    notes=texts,
    closed=st.booleans(),
    rated=st.booleans(),
    options=st.dictionaries(texts, st.booleans() | texts, max_size=3),
    rounds=st.lists(recorded | typed, max_size=4),
)


@pytest.mark.slow
@given(records)
def test_what_is_written_is_read_as_the_same_match(record: MatchRecord) -> None:
    text = render_match(record)
    file = MatchFile(text.encode(), "f.toml")
    assert file.record == record
    assert render_match(file.record) == text


@pytest.mark.slow
@given(records, st.sampled_from(["", "\ufeff"]), st.booleans())
def test_line_ends_and_a_byte_order_mark_change_nothing(record: MatchRecord, mark: str, windows: bool) -> None:
    text = render_match(record)
    data = (mark + (text.replace("\n", "\r\n") if windows else text)).encode()
    file = MatchFile(data, "f.toml")
    assert (file.record, file.data) == (record, data)


@pytest.mark.slow
@given(records)
def test_every_value_is_found_again_at_its_line(record: MatchRecord) -> None:
    file = MatchFile(render_match(record).encode(), "f.toml")
    lines = file.text.split("\n")
    assert lines[file.line("id") - 1].startswith("id = ")
    assert lines[file.line("goal") - 1].startswith("goal = { ")
    for number, each in enumerate(record.rounds):
        assert lines[file.line("rounds", number) - 1] == "[[rounds]]"
        for place in range(len(each.events or [])):
            assert lines[file.line("rounds", number, "events", place) - 1].startswith('  "')
        if each.table:
            assert lines[file.line("rounds", number, "table", "out") - 1].startswith("out = ")


def test_the_canonical_form_of_the_contract() -> None:
    record = MatchRecord(
        id="2026-11-21-noah-jamie-isla",
        variant="three-player",
        created=datetime(2026, 11, 21, 19, 30, tzinfo=UTC),
        players=["Noah", "Jamie", "Isla"],
        goal=GoalRecord(points=250),
        lead="Isla",
        suits="rgbyp",
        options={"scoring": "cards", "tournament": True},
        rounds=[
            RoundRecord(
                events=["Jamie: bet little", "Isla: 7r 8r 9r"],
                deal=DealRecord(haggis="2r 9b 10y", hands={"Noah": "2g 3r", "Zo\u00eb": "4r"}),
            ),
            RoundRecord(
                notes='"Cheers"\n',
                table=TableRecord(
                    out=["Noah", "Isla"],
                    hands={"Noah": 9, "Isla": 5},
                    captured={"Noah": 20, "Jamie": 11, "Isla": 19},
                    bets={"Noah": 30, "Jamie": 15},
                ),
            ),
            RoundRecord(events=[]),
        ],
    )
    assert render_match(record) == Path(__file__).with_name("written.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(("rated", "line"), [(True, ""), (False, "rated = false\n")])
def test_a_match_that_does_not_count_says_so(rated: bool, line: str) -> None:
    head = 'format = 1\nid = "x"\nvariant = "v"\ncreated = 2026-11-21T19:30:00Z\nplayers = ["A", "B"]\n'
    text = f"{head}goal = {{ rounds = 1 }}\n{line}"
    record = MatchFile(text.encode(), "f.toml").record
    assert record.rated is rated
    assert render_match(record) == add_markers(text)


def test_a_name_may_look_like_a_key_with_its_value() -> None:
    table = TableRecord(out=["A = B"], hands={"A = B": 3}, captured={})
    assert '\nhands = { "A = B" = 3 }\n' in render_round(RoundRecord(table=table))


def test_a_bid_is_written_and_empty_bets_are_not() -> None:
    table = TableRecord(out=["A"], hands={}, captured={}, shepherd="B", bid=30)
    assert render_round(RoundRecord(table=table)) == (
        '[[rounds]]\n[rounds.table]\nout = ["A"]\nhands = {}\ncaptured = {}\nshepherd = "B"\nbid = 30\n'
    )


@pytest.mark.parametrize("created", ["2026-11-21T19:30:00+01:30", "2026-11-21T19:30:00", "2026-11-21T19:30:00.25Z"])
def test_a_moment_is_kept_as_it_was_meant(created: str) -> None:
    text = f'format = 1\nid = "x"\nvariant = "v"\ncreated = {created}\nplayers = ["A", "B"]\ngoal = {{ rounds = 1 }}\n'
    record = MatchFile(text.encode(), "f.toml").record
    assert MatchFile(render_match(record).encode(), "f.toml").record.created == record.created


# The first and the last line: rounds stay between them, and without the last one a file is refused.

HEAD = 'format = 1\nplayers = ["Noah", "Jamie"] # clockwise\n'
ROUND = '[[rounds]]\nevents = [\n  "Jamie: bet little",\n]\n'
TABLE = '[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 9 }\n'


def test_the_lines_are_plain_comments_and_the_first_names_the_last() -> None:
    assert add_markers("a = 1\n") == '# Haggis match; ends with the line "# end".\na = 1\n\n# end\n'
    assert strip_markers(add_markers("a = 1\n")) == "a = 1\n\n"
    assert strip_markers("a = 1\n") == "a = 1\n"


class TestRounds:
    def test_come_before_the_last_line(self) -> None:
        once = append_round(add_markers(HEAD), ROUND)
        assert once == add_markers(f"{HEAD}\n{ROUND}")
        assert append_round(once, TABLE) == add_markers(f"{HEAD}\n{ROUND}\n{TABLE}")
        assert drop_last_round(once) == add_markers(HEAD)

    @pytest.mark.parametrize("end", ["# end", "# end\n", "# end  \n\n \n", "  # end\n"])
    @pytest.mark.parametrize("before", ["", "\n", "# late\n", "\n# late\n\n"])
    def test_come_before_it_however_it_is_written(self, before: str, end: str) -> None:
        text = f"{FIRST_LINE}\n{HEAD}{before}{end}"
        longer = append_round(text, TABLE)
        assert longer.startswith(f"{FIRST_LINE}\n{HEAD}{before}")
        assert longer.endswith(end)
        assert longer.count(TABLE) == 1
        assert drop_last_round(longer) == text

    def test_take_the_line_ends_of_the_file(self) -> None:
        windows = add_markers(HEAD).replace("\n", "\r\n")
        assert append_round(windows, ROUND) == add_markers(f"{HEAD}\n{ROUND}").replace("\n", "\r\n")
        assert drop_last_round(append_round(windows, ROUND)) == windows

    def test_written_anew_keep_both_lines_and_ask_for_no_comments(self) -> None:
        """A file whose rounds are one list cannot take a block: it is written anew, unless comments were lost."""
        head = (
            'format = 1\nid = "f"\nvariant = "two-player"\ncreated = 2026-11-21T19:30:00Z\nplayers = ["A", "B"]\n'
            "goal = { rounds = 2 }\nrounds = []\n"
        )
        anew = with_round(MatchFile(add_markers(head).encode(), "f.toml"), RoundRecord(events=["A: pass"]))
        assert anew == add_markers(head.replace("rounds = []\n", '\n[[rounds]]\nevents = [\n  "A: pass",\n]\n'))
        with pytest.raises(RecordError, match="would lose the comments"):
            with_round(MatchFile(add_markers(f"{head}# ours\n").encode(), "f.toml"), RoundRecord(events=[]))

    @given(st.lists(st.sampled_from([ROUND, TABLE]), max_size=4), st.sampled_from(["\n", "\r\n"]))
    def test_added_and_taken_back_leave_the_very_same_text(self, blocks: list[str], newline: str) -> None:
        texts = [add_markers(HEAD).replace("\n", newline)]
        for block in blocks:
            texts.append(append_round(texts[-1], block))
        for before, after in zip(reversed(texts[:-1]), reversed(texts), strict=False):
            assert drop_last_round(after) == before


class TestCutOff:
    @pytest.mark.parametrize(
        "rest", ["", "a = 1\n", "a = 1\n# en", "a = 1\n# end\nb = 2", "a = '''\n# end'''", "# ends"]
    )
    @pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
    def test_a_file_with_the_first_line_ends_with_the_last_one(self, mark: bytes, rest: str) -> None:
        with pytest.raises(RecordError, match=r"^a\.toml: line \d+: "):
            parse_toml(mark + f"{FIRST_LINE}\n{rest}".encode(), "a.toml")

    def test_the_complaint_says_where_and_what_to_do(self) -> None:
        with pytest.raises(RecordError) as caught:
            parse_toml(f"{FIRST_LINE}\na = 1\nb = [\n\n".encode(), "a\x1b.toml")
        assert str(caught.value) == (
            r"a\x1b.toml: line 3: the file is cut off here: its last line should be '# end'; "
            "compare it with a copy, and add that line if nothing else is missing"
        )

    def test_a_last_line_in_the_middle_is_shown_where_it_stands(self) -> None:
        with pytest.raises(RecordError) as caught:
            parse_toml(f"{FIRST_LINE}\na = 1\n {LAST_LINE}\nb = 2\n{LAST_LINE} c\n".encode(), "a\x1b.toml")
        assert str(caught.value) == r"a\x1b.toml: line 3: '# end' must be the last line: move it to the end"

    def test_in_the_middle_of_a_character(self) -> None:
        with pytest.raises(RecordError, match="line 1, column 6: the file is cut off in the middle of a character"):
            parse_toml("a = 'é".encode()[:-1], "a.toml")

    @pytest.mark.parametrize(
        "text",
        [
            "a = 1\n",
            "",
            f" {FIRST_LINE}\n",
            f"{FIRST_LINE[:-1]}\n",
            f"{FIRST_LINE}X\n",
            f"{FIRST_LINE}\u00a0\n",
            f"a = 1\n{FIRST_LINE}\n",
            "# end\n",
        ],
    )
    def test_nothing_is_asked_of_other_files(self, text: str) -> None:
        parse_toml(text.encode(), "a.toml")

    def test_the_end_is_the_last_line_with_words(self) -> None:
        assert find_last_line(f"a\n{LAST_LINE}\n \n") == 2
        assert find_last_line(f"{LAST_LINE}\na\n") == len(f"{LAST_LINE}\na\n")
        assert find_last_line("") == 0
