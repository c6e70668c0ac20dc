"""The next round, dealt by the score book: a seed gives the same cards, a round that has begun keeps its own."""

from pathlib import Path

import pytest

from haggis_cli.book.match import OpenMatch, open_match
from haggis_cli.book.new_match import NewMatchRequest
from haggis_cli.book.playing import coming_json, deal_round, find_next_round, make_first_round, save_deal
from haggis_cli.book.starting import create_match
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.errors import RulesError, UsageError


@pytest.fixture
def friday(tmp_path: Path) -> OpenMatch:
    create_match(NewMatchRequest("two-player", ["Noah", "Isla"], name="friday"), Store(tmp_path))
    return open_match("friday", str(tmp_path))


def test_a_table_without_a_match_is_dealt_by_the_seed() -> None:
    first, again, other = (
        deal_round(make_first_round("tatties", None, 3, {}, None, seed), seed) for seed in ("a", "a", "b")
    )
    assert first == again
    assert first.deal != other.deal
    assert first.table.names == ("Player 1", "Player 2", "Player 3")


def test_the_players_of_a_table_have_names_or_a_number() -> None:
    named = make_first_round(None, [" Noah ", "Isla"], None, {}, None, "a")
    assert named.table.names == ("Noah", "Isla")
    with pytest.raises(UsageError, match="--players is 3, but the number of names is 2"):
        make_first_round(None, ["Noah", "Isla"], 3, {}, None, "a")


def test_a_saved_deal_is_the_round_that_comes_next_until_it_is_over(friday: OpenMatch) -> None:
    dealt = deal_round(find_next_round(friday), "a")
    saved = save_deal(dealt)
    assert saved.report.current is not None
    again = find_next_round(open_match("friday", str(friday.store.home)))
    assert (again.number, again.deal) == (1, dealt.deal)
    assert deal_round(again, "b") == again
    with pytest.raises(UsageError, match="round 1 has begun: finish it before the next deal"):
        save_deal(again)


def test_nothing_is_dealt_for_a_match_that_is_over(friday: OpenMatch) -> None:
    closed = friday.file.text.replace('variant = "two-player"', 'variant = "two-player"\nclosed = true')
    friday.path.write_text(closed, encoding="utf-8")
    with pytest.raises(RulesError, match="the match is over"):
        find_next_round(open_match("friday", str(friday.store.home)))


def test_the_cards_are_in_the_json_only_once_they_are_dealt(friday: OpenMatch) -> None:
    coming = find_next_round(friday)
    assert coming_json(coming, "a")["deal"] is None
    shown = coming_json(deal_round(coming, "a"), "a")
    assert isinstance(shown["deal"], dict)
    assert set(shown["deal"]["hands"]) == {"Noah", "Isla"}
    assert (shown["round"], shown["leader"], shown["seed"]) == (1, "Noah", "a")
