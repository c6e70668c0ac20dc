"""Recording and taking back change nothing of a match file but what they add or take."""

import tomllib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_cli.matches.toml.text_edits import (
    END,
    LAST,
    CannotSplice,
    append_round,
    drop_key,
    drop_last_round,
    edit_events,
    replace_parts,
    replace_round,
    replace_table,
    round_text,
    set_key,
)

HEAD = 'format = 1\nplayers = ["Noah", "Jamie"] # clockwise\n'
ROUND = '[[rounds]]\nevents = [\n  "Jamie: bet little",\n]\n'
DEALT = '[[rounds]]\nevents = []\n[rounds.deal]\nhaggis = ""\n[rounds.deal.hands]\nNoah = "2r"\n'
TABLE = '[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 9 }\n'


def appended(text: str, events: list[str]) -> str:
    return edit_events(text, -1, END, events)


def without_last(text: str) -> str:
    return edit_events(text, -1, LAST, [])


def inserted(text: str, number: int, place: int, event: str) -> str:
    return edit_events(text, number, slice(place, place), [event])


def dropped(text: str, number: int, place: int) -> str:
    return edit_events(text, number, slice(place, place + 1), [])


def added(text: str) -> str:
    return appended(text, ["N: pass"])


def put_in(text: str) -> str:
    return inserted(text, -1, 1, "N: pass")


def first_out(text: str) -> str:
    return dropped(text, -1, 0)


def second_out(text: str) -> str:
    return dropped(text, -1, 1)


def test_a_round_is_added_at_the_end_after_one_blank_line() -> None:
    assert append_round(HEAD, ROUND) == f"{HEAD}\n{ROUND}"
    assert append_round(f"{HEAD}\n", ROUND) == f"{HEAD}\n{ROUND}"
    assert append_round(f"{HEAD}# done".rstrip("\n"), TABLE) == f"{HEAD}# done\n\n{TABLE}"
    assert append_round("", ROUND) == ROUND
    assert append_round(f"{HEAD}\n{ROUND}# late\n", f"\n{TABLE}\n\n") == f"{HEAD}\n{ROUND}# late\n\n{TABLE}"


def test_a_round_takes_the_line_ends_of_the_file() -> None:
    windows = HEAD.replace("\n", "\r\n")
    assert append_round(windows, ROUND) == windows + "\r\n" + ROUND.replace("\n", "\r\n")
    assert append_round(f"{windows}\r\n", ROUND) == windows + "\r\n" + ROUND.replace("\n", "\r\n")
    assert append_round(HEAD, ROUND.replace("\n", "\r\n")) == f"{HEAD}\n{ROUND}"


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        (added, '[\n  "a",\n]', '[\n  "a",\n  "N: pass",\n]'),
        (added, '[\n  "a",\n  "b"\n]', '[\n  "a",\n  "b",\n  "N: pass",\n]'),
        (added, '[\n\t"a", # , ] here\n\t# and "there"\n]', '[\n\t"a", # , ] here\n\t# and "there"\n\t"N: pass",\n]'),
        (added, '[\n  "a" # last\n  ]', '[\n  "a", # last\n  "N: pass",\n  ]'),
        (added, '["a"]', '["a", "N: pass"]'),
        (added, '[ "a", ] # x', '[ "a", "N: pass", ] # x'),
        (added, '[\n  "a"]', '[\n  "a",\n  "N: pass"]'),
        (added, '["a",\n"b", ]', '["a",\n"b",\n"N: pass", ]'),
        (added, '["a" # one\n, ]', '["a" # one\n, "N: pass", ]'),
        (added, "['a']", "['a', \"N: pass\"]"),
        (added, "[]", '[\n  "N: pass",\n]'),
        (added, "[ # nothing yet\n]", '[ # nothing yet\n  "N: pass",\n]'),
        (added, "[\n]", '[\n  "N: pass",\n]'),
        (added, '[\r\n  "a",\r\n]', '[\r\n  "a",\r\n  "N: pass",\r\n]'),
        (without_last, '[\n  "a",\n  "b",\n]', '[\n  "a",\n]'),
        (without_last, '[\n  "a",\n  "b"\n]', '[\n  "a",\n]'),
        (without_last, '[\n"a",\n"b",\n]', '[\n"a",\n]'),
        (
            without_last,
            '[\n  "a", # first\n  # between\n  "b", # goes with it\n  # stays\n]',
            '[\n  "a", # first\n  # between\n  # stays\n]',
        ),
        (without_last, '["a", "b"]', '["a"]'),
        (without_last, '["a", "b",]', '["a",]'),
        (without_last, '["a" , "b",]', '["a" ,]'),
        (without_last, '["a"]', "[]"),
        (without_last, '["a",]', "[]"),
        (without_last, '[\n  "a",\n]', "[\n]"),
        (without_last, '[\n  "a", # one\n  "b"]', '[\n  "a", # one\n  ]'),
        (without_last, '[\r\n  "a",\r\n  "b",\r\n]', '[\r\n  "a",\r\n]'),
        (put_in, '[\n  "a",\n  "b",\n]', '[\n  "a",\n  "N: pass",\n  "b",\n]'),
        (put_in, '[\r\n\t"a",\r\n\t"b"\r\n]', '[\r\n\t"a",\r\n\t"N: pass",\r\n\t"b"\r\n]'),
        (put_in, '["a", "b"]', '["a", "N: pass", "b"]'),
        (put_in, "['a',\n'b']", "['a',\n\"N: pass\",\n'b']"),
        (put_in, '[\n  "a", "b"\n]', '[\n  "a", "N: pass", "b"\n]'),
        (second_out, '["a",  "b", "c"]', '["a",  "c"]'),
        (first_out, '["a", # of a\n"b", "c"]', '[ # of a\n"b", "c"]'),
        (second_out, '[\n  "a", # of a\n  "b", # of b\n  "c",\n]', '[\n  "a", # of a\n  "c",\n]'),
    ],
)
def test_events_are_added_put_in_and_taken_out_in_the_manner_of_the_list(
    change: Callable[[str], str], before: str, after: str
) -> None:
    text = f"{HEAD}[[rounds]]\nevents = ['x']\n[[rounds]]\nevents = {{}} # end\n[rounds.deal]\nhaggis = '2r' # ]\n"
    assert change(text.format(before)) == text.format(after)


def test_characters_that_toml_does_not_take_as_they_are_are_escaped() -> None:
    added = appended("[[rounds]]\nevents = []\n", ['\b\t\n\f\r"\\\x1f \x7f\x80'])
    assert added == '[[rounds]]\nevents = [\n  "\\b\\t\\n\\f\\r\\"\\\\\\u001f \\u007f\x80",\n]\n'


def test_quotes_and_backslashes_in_names_are_kept() -> None:
    name = 'Zoë "the\\fox" 🦊: pass'
    assert tomllib.loads(appended(ROUND, [name]))["rounds"][0]["events"][-1] == name


def test_the_last_round_is_taken_back_with_its_tables_and_comments_around_it_stay() -> None:
    text = f"{HEAD}\n{ROUND}\n# the second\n{TABLE}# the end\n"
    once = drop_last_round(text)
    assert once == f"{HEAD}\n{ROUND}\n# the second\n# the end\n"
    assert drop_last_round(once) == f"{HEAD}\n\n# the second\n# the end\n"


def test_tables_after_the_round_stay() -> None:
    text = (
        f"{HEAD}[[rounds]]\n[rounds.deal]\nhaggis = '2r'\n\n[options]\nscoring = 'cards'\n[rounds.table]\nout = []#x\n"
    )
    assert drop_last_round(text) == f"{HEAD}\n[options]\nscoring = 'cards'\n"


@pytest.mark.parametrize("text", [HEAD, "rounds = []\n", "rounds = 3\n", "[[rounds]]\nevents = 7\n", TABLE, ""])
def test_no_event_to_add_to_or_to_take_back(text: str) -> None:
    with pytest.raises(CannotSplice):
        appended(text, ["N: pass"])
    with pytest.raises(CannotSplice):
        without_last(text)


@pytest.mark.parametrize("text", ["rounds = [{ events = ['a'] }]\n", "rounds = [{}, { events = ['a'] }]\n"])
def test_rounds_written_inline_cannot_be_cut_or_followed_by_tables(text: str) -> None:
    with pytest.raises(CannotSplice):
        append_round(text, ROUND)
    with pytest.raises(CannotSplice):
        drop_last_round(text)
    assert "N: pass" in appended(text, ["N: pass"])


def test_nothing_to_take_back() -> None:
    with pytest.raises(CannotSplice):
        drop_last_round(HEAD)


EVENT = st.text(alphabet="Nb:, \"'\\]#\té", min_size=1, max_size=8)


@given(st.lists(EVENT, max_size=4), EVENT, st.sampled_from(["\n", "\r\n"]))
def test_taking_back_what_was_added_gives_the_very_same_text(events: list[str], event: str, newline: str) -> None:
    start = newline.join([*HEAD.splitlines(), "", "[[rounds]]", "events = [", "  # none yet", "]", ""])
    text = start
    for each in events:
        text = appended(text, [each])
    assert tomllib.loads(text)["rounds"][0]["events"] == events
    assert without_last(appended(text, [event])) == text
    assert drop_last_round(append_round(text, TABLE)) == text
    for _ in events:
        text = without_last(text)
    assert text == start


@given(st.data())
def test_every_other_byte_stays_or_the_change_is_refused(data: st.DataObject) -> None:
    """Lists laid out at will: the added event is all that is new, and the refusal is for others to handle."""
    gap = st.sampled_from(["", " ", "\n", "\n  ", " # [\n", " # ,\n  # ]\n", "\r\n"])
    count = data.draw(st.integers(0, 3))
    items = [
        data.draw(gap) + data.draw(st.sampled_from(['"a"', "'b]'", '"""c,\n"""'])) + data.draw(gap)
        for _ in range(count)
    ]
    comma = data.draw(st.sampled_from(["", "," + data.draw(gap)])) if items else ""
    text = f"[[rounds]]\nevents = [{','.join(items)}{comma}{data.draw(gap)}] # end\n[rounds.deal]\n"
    longer = appended(text, ["N: pass"])
    rest = iter(longer)
    assert all(char in rest for char in text)  # the old text is in the new one, in its order
    if count:
        try:
            shorter = without_last(text)
        except CannotSplice:
            return
        assert tomllib.loads(shorter)["rounds"][0]["events"] == tomllib.loads(text)["rounds"][0]["events"][:-1]
        kept = iter(text)
        assert all(char in kept for char in shorter)


MANNERS = [
    '[\n  "a",\n  "b", # note\n  "c",\n]',
    '["a", "b", "c"]',
    "['a',\n'b', 'c'\n]",
    '[\r\n  "a",\r\n  "b",\r\n  "c"\r\n]',
]
BEFORE_AND_AFTER = "{}# top\n[[rounds]]\nevents = {} # end\n[rounds.deal]\nhaggis = '2r'\n\n[[rounds]]\nevents = []\n"


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_event_is_put_right_and_back_without_a_trace(manner: str, place: int) -> None:
    text = BEFORE_AND_AFTER.format(HEAD, manner)
    assert edit_events(text, 0, slice(place, place + 1), ["abc"[place]]) == text
    changed = edit_events(text, 0, slice(place, place + 1), ["Noah: 4r"])
    expected = list("abc")
    expected[place] = "Noah: 4r"
    assert tomllib.loads(changed)["rounds"][0]["events"] == expected
    assert edit_events(changed, 0, slice(place, place + 1), ["abc"[place]]) == text
    assert [one == two for one, two in zip(text.split("\n"), changed.split("\n"), strict=True)].count(False) == 1


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_event_is_put_in_and_taken_out_without_a_trace(manner: str, place: int) -> None:
    text = BEFORE_AND_AFTER.format(HEAD, manner)
    longer = inserted(text, 0, place, "N: pass")
    expected = list("abc")
    expected.insert(place, "N: pass")
    assert tomllib.loads(longer)["rounds"][0]["events"] == expected
    assert dropped(longer, 0, place) == text


@given(st.lists(st.text(st.sampled_from("ab\"'\\# ,]é"), max_size=6), min_size=1, max_size=4), st.data())
def test_amending_changes_one_event_and_nothing_else(texts: list[str], data: st.DataObject) -> None:
    text = HEAD
    text = append_round(text, "[[rounds]]\nevents = []\n")
    for event in texts:
        text = appended(text, [event])
    text = append_round(text + "# between\n", TABLE)
    place = data.draw(st.integers(0, len(texts) - 1))
    event = data.draw(st.text(st.sampled_from("xy\"'\\# é"), max_size=6))
    changed = edit_events(text, 0, slice(place, place + 1), [event])
    assert tomllib.loads(changed)["rounds"][0]["events"] == [*texts[:place], event, *texts[place + 1 :]]
    assert edit_events(changed, 0, slice(place, place + 1), [texts[place]]) == text
    assert edit_events(text, 0, slice(place, place + 1), [texts[place]]) == text
    assert dropped(inserted(text, 0, place, event), 0, place) == text
    assert changed.endswith(f"# between\n\n{TABLE}")


def test_a_round_is_opened_alone_and_put_back() -> None:
    text = f"{HEAD}\n# one\n{ROUND}\n# two\n{TABLE}# three\n\n{DEALT}"
    assert round_text(text, 0) == ROUND
    assert round_text(text, 1) == TABLE
    assert round_text(text, 2) == DEALT
    for number in (0, 1, 2):
        assert replace_round(text, number, round_text(text, number)) == text
    longer = ROUND.replace("\n]\n", '\n  "Isla: pass",\n] # long\n')
    assert replace_round(text, 0, longer) == text.replace(ROUND, longer)
    assert replace_round(text, 0, longer.rstrip("\n")) == text.replace(ROUND, longer)


@pytest.mark.parametrize("block", ["", "# nothing\n", ROUND + ROUND, ROUND + "[options]\nbets = true\n", "[rounds]\n"])
def test_only_one_round_can_stand_in_the_place_of_one(block: str) -> None:
    with pytest.raises(CannotSplice):
        replace_round(f"{HEAD}\n{ROUND}", 0, block)


def test_a_round_in_another_manner_of_writing_is_not_opened_alone() -> None:
    for text in ("rounds = [{ events = [] }]\n", f"{HEAD}\n[[rounds]]\nevents = []\n[options]\n[rounds.deal]\n"):
        with pytest.raises(CannotSplice):
            round_text(text, 0)
    with pytest.raises(CannotSplice):
        round_text(HEAD, 0)


@pytest.mark.parametrize(
    ("before", "event", "after"),
    [
        ("'a'", "b", "'b'"),
        ('"a"', "b", '"b"'),
        ("'''a'''", "b", '"b"'),
        ("'a'", "O'Brien: pass", '"O\'Brien: pass"'),
        ("'a'", "a\tb", '"a\\tb"'),
    ],
)
def test_an_event_is_put_right_in_the_same_quotes_where_that_can_be(before: str, event: str, after: str) -> None:
    text = "[[rounds]]\nevents = [{}] # end\n"
    assert edit_events(text.format(before), 0, slice(0, 0 + 1), [event]) == text.format(after)


def test_another_id_changes_nothing_else() -> None:
    text = f"id  = 'friday' # ours\n{HEAD}\n{ROUND}"
    assert set_key(text, "id", "saturday") == f'id  = "saturday" # ours\n{HEAD}\n{ROUND}'


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("number", range(6))
def test_whether_a_match_counts_is_said_below_its_plain_keys_and_changed_there(number: int, newline: str) -> None:
    keys = ["lead = 'Noah'\n", "dealer = 'Noah'\n", "suits = 'rgby'\n", "notes = 'x'\n", "closed = true # over\n"]
    head = HEAD + "".join(keys[:number])
    rest = "variant = 'v'\n\n[options]\nbets = true\n"
    text, unrated, rated = (
        (head + line + rest).replace("\n", newline) for line in ("", "rated = false\n", "rated = true\n")
    )
    assert set_key(text, "rated", False) == unrated
    assert set_key(unrated, "rated", True) == rated
    assert set_key(rated, "rated", False) == unrated


def test_a_list_of_names_stands_below_the_key_that_it_belongs_to() -> None:
    named = HEAD + 'teams = ["Reds", "\\"B\\""]\n' + ROUND
    assert set_key(HEAD + ROUND, "teams", ["Reds", '"B"'], below=("players",)) == named


def test_a_key_that_is_dropped_goes_with_its_line() -> None:
    assert [drop_key(HEAD + ROUND, key) for key in ("players", "teams")] == [f"format = 1\n{ROUND}", HEAD + ROUND]


def test_whether_a_match_counts_can_be_its_last_line() -> None:
    assert set_key(HEAD.rstrip("\n"), "rated", False) == f"{HEAD}rated = false\n"


NOTED = TABLE.replace("[rounds.table]", "notes = 'x'\n[rounds.table]")
INLINE = "[[rounds]]\ntable = { out = ['Isla'], hands = {}, bid = 15 }\n"
APART = f"{HEAD}\n[[rounds]]\nevents = []\n[options]\n[rounds.deal]\n"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda: drop_last_round(HEAD), "there is no round to take back"),
        (lambda: appended(TABLE, ["N: pass"]), "this round has no list of events"),
        (lambda: edit_events(ROUND, 1, LAST, []), "this round has no list of events"),
        (lambda: edit_events(ROUND, -2, LAST, []), "this round has no list of events"),
        (lambda: append_round("rounds = 3\n", ROUND), "the rounds of this file are not written as [[rounds]] tables"),
        (lambda: round_text(ROUND, 1), "there is no such round"),
        (lambda: replace_table(TABLE, 1, TABLE), "there is no such round"),
        (lambda: replace_table(ROUND, 0, TABLE), "the round was not typed in"),
        (lambda: replace_table(TABLE, 0, NOTED), "the round has an unusual layout"),
        (
            lambda: replace_table(INLINE, 0, TABLE),
            "there is something else on the line of a key to be removed",
        ),
        (lambda: replace_parts(ROUND, {("goal", "points"): 5}, {}), "this file has an unusual layout"),
        (lambda: round_text(APART, 0), "the round is not written as one [[rounds]] block"),
        (lambda: replace_round(ROUND, 0, ROUND + TABLE), "this must be one [[rounds]] block and nothing else"),
        (lambda: replace_round(ROUND, 0, f"{ROUND}[x]\n"), "this must be one [[rounds]] block and nothing else"),
        (
            lambda: append_round("rounds = [{ events = ['a'] }]\n", ROUND),
            "this file can only be changed by rewriting it",
        ),
    ],
)
def test_what_cannot_be_done_by_a_small_change_is_said(change: Callable[[], str], complaint: str) -> None:
    with pytest.raises(CannotSplice) as caught:
        change()
    assert str(caught.value) == complaint
