"""Plain text pasted from anywhere becomes a match; what is no event stays as a note."""

import pytest

from haggis_cli.exchange.formats.text import loose_text as loose
from haggis_cli.exchange.formats.text.loose_cards import parse_action
from haggis_cli.exchange.known_formats import detect_format
from haggis_cli.exchange.parsed_match import ParsedMatch
from haggis_cli.exchange.resolution import ImportOptions, resolve_match
from haggis_cli.matches.model import MatchRecord
from haggis_cli.support.errors import RecordError

EVENTS = ["Noah: bet baby", "Isla: 2r 2y", "Noah: 4r 4g", "Isla: 5r 5y", "Noah: pass"]


def record(text: str, *players: str, terms: ImportOptions | None = None) -> MatchRecord:
    (told,) = loose.read(text, "chat.txt", players)
    assert isinstance(told, ParsedMatch)
    return resolve_match(told, terms or ImportOptions()).file.record


@pytest.mark.parametrize(
    "text",
    [
        "Noah: bet baby\nIsla: 2r 2y\nNoah: 4r 4g\nIsla: 5r 5y\nNoah: pass",
        "Noah bets baby\nIsla leads 2r, 2y\nNoah plays 4rg\nIsla plays 5 red and 5 yellow.\nNoah passes.",
        "1. Noah: bet 5\n2. Isla: 2R 2Y\n3. Noah: 4r+4g\n4. Isla: 5r/5y\n5. Noah: p",
        "- Noah - bet baby\n* Isla – 2r 2y\n• Noah — 4r 4g\n> Isla | 5r 5y\n- Noah - pass",
        "[19:30] Noah: bet baby\n[21.11.26, 19:31:02] Isla: 2r 2y\n1/2/26, 19:31 - Noah: 4rg\n7:31 PM Isla: 5ry\n<N> p",
        "noah: bet baby\nISLA: r2 y2\nN: 4g 4r\nI: [5y 5r]\nn passes",
        "Noah: bet a baby\nIsla: 🔴2 🟡2\nNoah: 4🔴🟢\nIsla: ♥5 ♠5\nNoah: –",
        "Noah: bet baby\nIsla: 2r2y\nNoah: 4rot 4gr\xfcn\nIsla leads 5r & 5 gelb\nNoah passes",
        "## Round 1\n\nTrick 1\nNoah bets baby (5)\n  Isla    2r 2y   a pair\n Noah  4r 4g\n Isla  5r 5y\nNoah passes",
    ],
)
def test_many_ways_to_say_the_same(text: str) -> None:
    assert record(text, "Noah", "Isla").rounds[0].events == EVENTS


def test_the_signs_of_ordinary_cards_are_suits_where_the_text_says_so() -> None:
    text = "Players: Noah, Isla\nSuits: \u2665\u2666\u2663\u2660\nNoah: 4\u2665 4\u2660\nIsla: 5 of hearts, 5 clubs\n"
    found = record(text)
    assert found.rounds[0].events == ["Noah: 4h 4s", "Isla: 5h 5c"]


def test_words_that_could_be_cards_beside_others_stay_a_note() -> None:
    found = record("Noah: 2r 2y\nIsla: the king of the hill\nIsla: 4 or 5\nIsla: 4r B\n", "Noah", "Isla")
    assert found.rounds[0].events == ["Noah: 2r 2y"]


def test_the_players_are_found_in_the_text_in_their_order() -> None:
    text = "Noah leads 2r 2y\nMary Ann plays 4r 4g\nN passes\n"
    found = record(text)
    assert (found.players, found.lead) == (["Noah", "Mary Ann"], "Noah")
    assert found.rounds[0].events == ["Noah: 2r 2y", "Mary Ann: 4r 4g", "Noah: pass"]


def test_who_led_is_the_player_with_whom_no_rule_is_broken() -> None:
    assert record("\n".join(EVENTS), "Noah", "Isla").lead == "Isla"


def test_the_head_of_a_text_says_who_plays_what() -> None:
    text = "Players: Noah, Isla\nVariant: Haggis (2-Player)\nGoal: 6 rounds\nDate: 2026-11-21\n\nRound 1\nIsla: 2r 2y\n"
    found = record(text)
    assert (found.players, found.variant, found.goal.rounds) == (["Noah", "Isla"], "two-player", 6)
    assert found.created.date().isoformat() == "2026-11-21"


def test_figures_are_read_as_score_takes_them() -> None:
    found = record("Round 1\nNoah: out 9, cards 20, bet big\nIsla: cards 10+6\n")
    table = found.rounds[0].table
    assert table is not None
    assert (table.out, table.hands, table.captured, table.bets) == (
        ["Noah"],
        {"Noah": 9},
        {"Noah": 20, "Isla": 16},
        {"Noah": 30},
    )


def test_going_out_without_a_count_is_read_as_score_takes_it() -> None:
    found = record("Round 1\nAdam: out 8, cards 25\nBrenda: out, cards 15\nCarol: cards 10\n")
    assert found.rounds[0].table is not None
    assert (found.rounds[0].table.out, found.rounds[0].table.hands) == (["Adam", "Brenda"], {"Adam": 8})
    found = record("Round 1\nAdam: out2, cards 15\nBrenda: out1 8, cards 25\nCarol: cards 10\n")
    assert found.rounds[0].table is not None
    assert (found.rounds[0].table.out, found.rounds[0].table.hands) == (["Brenda", "Adam"], {"Brenda": 8})


def test_what_is_no_event_stays_as_a_note_and_is_told_with_its_line() -> None:
    text = "what a night\nRound 1\nIsla: 2r 2y\nNoah: well played!\nNoah: 4r 4g\n"
    (told,) = loose.read(text, "chat.txt", ["Noah", "Isla"])
    assert isinstance(told, ParsedMatch)
    found = resolve_match(told, ImportOptions()).file.record
    assert found.notes == "what a night"
    assert found.rounds[0].notes == "Noah: well played!"
    assert "line 4: 'Noah: well played!' is no event: kept as a note" in told.remarks


def test_a_play_against_the_rules_is_kept_as_it_was_said() -> None:
    assert record("Isla: 2r 2y\nNoah: 3r 4y", "Noah", "Isla", terms=ImportOptions(["two-player"])).rounds[0].events == [
        "Isla: 2r 2y",
        "Noah: 3r 4y",
    ]


def test_the_same_text_makes_the_same_id() -> None:
    text = "Isla: 2r 2y\nNoah: 4r 4g\n"
    assert record(text).id == record(f"\n{text}").id
    assert record(text).id != record(text + "Isla: pass\n").id


@pytest.mark.parametrize("text", ["", "hello\nworld\n", "Noah: hi\nIsla: hi\n", "I have a K\n"])
def test_a_text_without_a_match_is_one_sentence(text: str) -> None:
    with pytest.raises(RecordError, match="no match is recognised in this text"):
        loose.read(text, "chat.txt")


@pytest.mark.parametrize("text", ["[19:30] Noah: 4r 4g", "<Noah> 4r 4g", "Noah plays 4r", "- Noah: pass"])
def test_a_chat_is_taken_for_nothing_else(text: str) -> None:
    assert detect_format(text.encode(), "standard input").name == "text"


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("plays 5r J Q as a run", "5r J Q as run"),
        ("Jack and Queen", "J Q"),
        ("ten of red", "10r"),
        ("has Noah capture the trick", "award Noah"),
        ("gives the lead to Rory", "lead Rory"),
        ("passes 3g to Rory", "give 3g"),
        ("bids 30 points", "bid 30"),
        ("→ Isla wins", None),
        ("played well", None),
        ("👍", None),
    ],
)
def test_single_actions(said: str, means: str | None) -> None:
    assert parse_action(said) == means


def test_endless_lines_are_no_events_and_take_no_time() -> None:
    text = "\n".join(["a " * 50_000, "- " * 50_000, "x: " + "4r " * 20_000, " " * 100_000 + "x"])
    with pytest.raises(RecordError):
        loose.read(text, "a")


def test_a_text_that_is_no_match_by_its_length() -> None:
    with pytest.raises(RecordError, match=r"chat\.txt: no match is told in more than 500,000 characters of free text"):
        loose.read("p1 plays 4 red and 4 green then xxx\n" * 20_000, "chat.txt")


@pytest.mark.parametrize(
    ("variant", "worth"),
    [("tatties", {"baby": 15, "little": 30, "big": 45}), ("three-player", {"baby": 5, "little": 15, "big": 30})],
)
@pytest.mark.parametrize("name", ["baby", "little", "big", "Big"])
def test_the_names_of_bets_are_worth_what_the_variant_says(variant: str, worth: dict[str, int], name: str) -> None:
    """Rules T1: in the auction the bet cards lie on their other side."""
    head = f"Players: Noah, Jamie, Isla\nVariant: {variant}\nRound 1\n"
    figures = f"Noah: out 9, cards 20\nIsla: out 5, cards 19\nJamie: cards 12, bet {name}\n"
    table = record(head + figures).rounds[0].table
    assert table is not None
    amount = worth[name.casefold()]
    if variant == "tatties":
        assert (table.shepherd, table.bid, table.bets) == ("Jamie", amount, {})
    else:
        assert (table.shepherd, table.bid, table.bets) == (None, None, {"Jamie": amount})


def test_bids_by_name_are_events_of_the_auction() -> None:
    head = "Players: Noah, Jamie, Isla\nVariant: tatties\nLead: Noah\n"
    text = f"{head}Jamie bets baby\nIsla: bid big\nNoah passes\nJamie passes\n"
    assert record(text).rounds[0].events == ["Jamie: bid 15", "Isla: bid 45", "Noah: pass", "Jamie: pass"]
