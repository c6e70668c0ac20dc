"""What a program hands over wrongly is told in a sentence about the argument, and is a HaggisError."""

from collections.abc import Callable
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

import pytest

from haggis_cli import (
    ComputerPlayer,
    HaggisError,
    Match,
    NotationError,
    RulesError,
    ScoreBook,
    StoreError,
    UsageError,
    VariantError,
    deal,
    env,
    judge,
    legal_plays,
    load_variant,
    playout,
    read_cards,
)

TWO, FOUR = ["Noah", "Isla"], ["Noah", "Isla", "Rory", "Jamie"]
ROUND = ("Noah: out 8, cards 12", "Isla: bet baby")
STATE: Any = deal("two-player", TWO, seed=1)
VARIANT: Any = load_variant("two-player")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> ScoreBook:
    return ScoreBook(tmp_path_factory.mktemp("arguments"))


def wrong(**arguments: Any) -> dict[str, Any]:
    return arguments


def match(book: ScoreBook, stands: str) -> Match:
    """A match with so much in it."""
    name = f"m{len(book) + 1}"
    found = book.new("two-player", TWO, rounds=1, name=name)
    if stands in ("begun", "broken"):
        found.record("Noah: 4r", "Isla: 5r")
    if stands == "broken":
        found.amend(1, "Isla: 4r")
    if stands == "over":
        found.score(*ROUND)
    return found


FUNCTIONS: list[tuple[Callable[..., object], dict[str, Any], type[HaggisError], str]] = [
    (deal, wrong(variant=42), UsageError, "variant must be str or Variant, not int: 42"),
    (deal, wrong(variant="whist"), VariantError, "there is no variant 'whist'; installed are: "),
    (deal, wrong(players=2.5), UsageError, "players must be int, a list of str or None, not float: 2.5"),
    (deal, wrong(players="Noah"), UsageError, "players must be int, a list of str or None, not str: 'Noah'"),
    (deal, wrong(players=["Noah", 3]), UsageError, "players must be int, a list of str or None, not list: ['Noah', 3]"),
    (deal, wrong(players=True), UsageError, "players must be int, a list of str or None, not bool: True"),
    (deal, wrong(players=10**9), UsageError, "Haggis (2-Player) is for 2 players, not 1000000000"),
    (deal, wrong(players=["Noah", "noah"]), UsageError, "every name must be different: noah is already playing"),
    (deal, wrong(players=["", "Isla"]), UsageError, "'': a name has 1 to 40 characters"),
    (deal, wrong(seed=[1]), UsageError, "seed must be int, str or None, not list: [1]"),
    (deal, wrong(teams="AB"), UsageError, "teams must be a list of str, not str: 'AB'"),
    (deal, wrong(teams=["A", "B"]), UsageError, "Haggis (2-Player) has no teams, but 2 are named"),
    (
        deal,
        wrong(options=["x"]),
        UsageError,
        "options must be a mapping of str to bool or str or None, not list: ['x']",
    ),
    (deal, wrong(options={"scoring": 3}), UsageError, "options must be a mapping of str to bool or str or None, not "),
    (deal, wrong(options={"x": "y"}), UsageError, "Haggis (2-Player) has no option 'x'; its options are: "),
    (deal, wrong(options={"scoring": "x"}), UsageError, "the option 'scoring' can be points or cards, not x"),
    (deal, wrong(suits=4), UsageError, "suits must be str or None, not int: 4"),
    (deal, wrong(suits="rg"), UsageError, "'suits' needs 4 different letters, like rgby, not 'rg'"),
    (deal, wrong(lead=1), UsageError, "lead must be str or None, not int: 1"),
    (deal, wrong(players=TWO, lead="Una"), NotationError, "nobody called 'Una' plays here: the players are Noah, Isla"),
    (
        deal,
        wrong(hands={"Noah": 3}),
        UsageError,
        "hands must be a mapping of str to str or a list of str or None, not ",
    ),
    (deal, wrong(hands={"Noah": "2r", "Isla": "3r"}), UsageError, "Noah has 1 suit card, not 14"),
    (deal, wrong(haggis="2r"), UsageError, "give the cards of each player, too: those left over alone are not a deal"),
    (deal, wrong(hands={}), UsageError, "the hand of Player 1 is missing"),
    (deal, wrong(players=0), UsageError, "Haggis (2-Player) is for 2 players, not 0"),
    (deal, wrong(variant=TWO, players="two-player"), UsageError, "variant must be str or Variant, not list: "),
    (env, wrong(variant=42), UsageError, "variant must be str, Variant or None, not int: 42"),
    (env, wrong(players=["Noah", "Isla"]), UsageError, "players must be int or None, not list: ['Noah', 'Isla']"),
    (judge, wrong(cards=42), UsageError, "cards must be str, not int: 42"),
    (judge, wrong(cards="4r", over=3), UsageError, "over must be str or None, not int: 3"),
    (judge, wrong(cards="4r", players=9), UsageError, "Haggis (2-Player) is for 2 players, not 9"),
    (read_cards, wrong(cards=["4r"]), UsageError, "cards must be str, not list: ['4r']"),
    (read_cards, wrong(cards="7♥"), NotationError, "'7♥': this deck has no hearts, only r (red), g (green), "),
    (legal_plays, wrong(hand=["4r"]), UsageError, "hand must be str, not list: ['4r']"),
    (load_variant, wrong(variant=b"neeps"), UsageError, "variant must be str, Variant or None, not bytes: b'neeps'"),
    (playout, wrong(state="now"), UsageError, "state must be State, not str: 'now'"),
    (playout, wrong(state=STATE, choose="hard"), UsageError, "choose must be a function or None, not str: 'hard'"),
    (playout, wrong(state=STATE, choose=lambda state: None), UsageError, "event must be Event or str, not NoneType: "),
    (STATE.legal_events.__getitem__, wrong(index="Noah"), UsageError, "index must be int or slice, not str: 'Noah'"),
    (STATE.legal_events.__getitem__, wrong(index=1.5), UsageError, "index must be int or slice, not float: 1.5"),
    (STATE.next_round, wrong(), RulesError, "the round is not over: Noah leads"),
    (STATE.play, wrong(event=42), UsageError, "event must be Event or str, not int: 42"),
    (STATE.play, wrong(event="Una: 4r"), NotationError, "nobody called 'Una' plays here: the players are Noah, Isla"),
    (STATE.play, wrong(event="Noah: bid 15"), RulesError, "Noah: bid 15: There is no auction in this variant"),
    (STATE.next_round, {}, RulesError, "the round is not over: Noah leads"),
    (ComputerPlayer, wrong(level="hardest"), UsageError, "there is no level 'hardest': the levels are random, easy, "),
    (ComputerPlayer, wrong(seconds="1"), UsageError, "seconds must be float, not str: '1'"),
    (ComputerPlayer(), wrong(state=VARIANT), UsageError, "state must be State, not Variant: <Variant: two-player>"),
    (ScoreBook, wrong(folder=42), UsageError, "folder must be str, PathLike or None, not int: 42"),
]
BOOKS: list[tuple[str, dict[str, Any], type[HaggisError], str]] = [
    ("new", wrong(variant=42), UsageError, "variant must be str or Variant, not int: 42"),
    ("new", wrong(variant=replace(VARIANT, hand_points=6)), UsageError, "'two-player' differs from this one"),
    ("new", wrong(players="NI"), UsageError, "players must be a list of str, not str: 'NI'"),
    ("new", wrong(players=[]), UsageError, "name the players, clockwise"),
    ("new", wrong(players=FOUR), UsageError, "Haggis (2-Player) is for 2 players, not 4"),
    ("new", wrong(name=3), UsageError, "name must be str or None, not int: 3"),
    ("new", wrong(name="m1"), StoreError, "a match called m1 exists already: choose another name"),
    ("new", wrong(points=0), UsageError, "a goal is 1 to 100000 points, or 1 to 1000 rounds, played or won"),
    ("new", wrong(points=-5), UsageError, "a goal is 1 to 100000 points, or 1 to 1000 rounds, played or won"),
    ("new", wrong(points=100_001), UsageError, "a goal is 1 to 100000 points, or 1 to 1000 rounds, played or won"),
    ("new", wrong(rounds=1001), UsageError, "a goal is 1 to 100000 points, or 1 to 1000 rounds, played or won"),
    ("new", wrong(round_wins=0), UsageError, "a goal is 1 to 100000 points, or 1 to 1000 rounds, played or won"),
    ("new", wrong(points="250"), UsageError, "points must be int or None, not str: '250'"),
    ("new", wrong(points=True), UsageError, "points must be int or None, not bool: True"),
    ("new", wrong(rounds=nan), UsageError, "rounds must be int or None, not float: nan"),
    ("new", wrong(round_wins=3.0), UsageError, "round_wins must be int or None, not float: 3.0"),
    ("new", wrong(points=250, rounds=3), UsageError, "a goal is points, rounds or rounds won: give one of them"),
    ("new", wrong(dealer="Noah"), UsageError, "Haggis (2-Player) has no dealer apart from the lead player"),
    ("new", wrong(played_at="today"), UsageError, "played_at must be datetime, date or None, not str: 'today'"),
    ("open", wrong(name="whist"), StoreError, "there is no match 'whist'"),
    ("open", wrong(name=7), UsageError, "name must be str, PathLike or None, not int: 7"),
]
MATCHES: list[tuple[str, str, tuple[Any, ...], dict[str, Any], type[HaggisError], str]] = [
    ("new", "score", (["Noah: out 8"],), {}, UsageError, "entries must be str, not list: ['Noah: out 8']"),
    ("new", "score", ("Noah: out 8, cards 1", "Isla: cards 2"), {}, RulesError, "not saved without accept_warnings: "),
    (
        "begun",
        "score",
        ("Noah: out 8, cards 12", "Isla: bet baby"),
        {},
        RulesError,
        "round 1 is being recorded play by play",
    ),
    (
        "over",
        "score",
        ("Noah: out 8, cards 12", "Isla: bet baby"),
        {},
        RulesError,
        "the match is over, Noah has won it",
    ),
    ("new", "record", (4,), {}, UsageError, "events must be str, not int: 4"),
    ("over", "record", ("Noah: 4r",), {}, RulesError, "event 1: the match is over, Noah has won it"),
    ("broken", "record", ("Noah: 9r",), {}, RulesError, "event 1: the match breaks the rules in round 1, event 1: "),
    ("begun", "amend", (9, "Noah: 4r"), {}, UsageError, "there is no event 9: round 1 has events 1 to 2"),
    ("begun", "amend", ("1", "Noah: 4r"), {}, UsageError, "event must be int, not str: '1'"),
    ("over", "amend", (1, "Noah: 4r"), {}, UsageError, "round 1 is typed in and has no events"),
    (
        "begun",
        "insert",
        (1, "4r"),
        wrong(round_number=3),
        UsageError,
        "there is no round 3: the match has only 1 round",
    ),
    ("begun", "deal", (7,), {}, UsageError, "round 1 has begun: finish it before the next deal"),
    (
        "new",
        "edit",
        (),
        wrong(players="Noah"),
        UsageError,
        "players must be a mapping of str to str or None, not str: ",
    ),
    (
        "new",
        "edit",
        (),
        wrong(points=0),
        UsageError,
        "a goal is 1 to 100000 points, or 1 to 1000 rounds, played or won",
    ),
    ("new", "edit", (), wrong(rounds="3"), UsageError, "rounds must be int or None, not str: '3'"),
    ("new", "edit", (), wrong(points=9, rounds=3), UsageError, "a goal is points, rounds or rounds won: give one of "),
    ("new", "edit", (), wrong(lead="Una"), NotationError, "nobody called 'Una' plays here: the players are Noah, Isla"),
    ("new", "undo", (), {}, StoreError, " has no round yet: there is nothing to take back"),
]


def check(call: Callable[[], object], kind: type[HaggisError], sentence: str) -> None:
    with pytest.raises(kind) as refused:
        call()
    said = str(refused.value)
    assert sentence in said
    assert "haggis " not in said
    assert "--" not in said


@pytest.mark.parametrize(("function", "arguments", "kind", "sentence"), FUNCTIONS)
def test_a_wrong_argument_is_told_in_terms_of_the_call(
    function: Callable[..., object], arguments: dict[str, Any], kind: type[HaggisError], sentence: str
) -> None:
    if function is deal:
        arguments = {"variant": "two-player", **arguments}
    check(lambda: function(**arguments), kind, sentence)


@pytest.mark.parametrize(("method", "arguments", "kind", "sentence"), BOOKS)
def test_a_wrong_argument_of_a_book_is_told_so_and_nothing_is_saved(
    book: ScoreBook, method: str, arguments: dict[str, Any], kind: type[HaggisError], sentence: str
) -> None:
    if not list(book):
        match(book, "new")
    before = list(book)
    if method == "new":
        arguments = {"variant": "two-player", "players": TWO, **arguments}
    check(lambda: getattr(book, method)(**arguments), kind, sentence)
    assert list(book) == before


@pytest.mark.parametrize(("stands", "method", "given", "named", "kind", "sentence"), MATCHES)
def test_a_wrong_argument_of_a_match_is_told_so_and_nothing_is_saved(
    book: ScoreBook,
    stands: str,
    method: str,
    given: tuple[Any, ...],
    named: dict[str, Any],
    kind: type[HaggisError],
    sentence: str,
) -> None:
    found = match(book, stands)
    before = found.path.read_bytes()
    check(lambda: getattr(found, method)(*given, **named), kind, sentence)
    assert found.path.read_bytes() == before


def test_a_match_is_started_with_what_deal_takes(tmp_path: Path) -> None:
    book, classic = ScoreBook(tmp_path), load_variant("classic")
    match = book.new(classic, ["Noah", "Isla", "Jamie"], points=250, options={"bonus": False})
    assert (match.settings.variant, match.settings.options) == ("classic", {"bonus": False})
    assert load_variant(classic) is classic


def test_there_is_no_event_beyond_the_legal_ones() -> None:
    events = STATE.legal_events
    assert events[-1] == events[len(events) - 1]
    assert events[:-1][-1] == events[-2]
    for index in (len(events), -len(events) - 1):
        with pytest.raises(IndexError, match=f"there is no legal event {index}: there are {len(events)}, counted from"):
            events[index]
