"""Which match is played on a computer, and the matches that computer players play among themselves."""

from pathlib import Path

import pytest

from haggis_cli.book.match import OpenMatch, open_match, read_match
from haggis_cli.book.new_match import NewMatchRequest
from haggis_cli.book.playing import (
    MatchToPlay,
    PlayRequest,
    check_seed_unused,
    find_match_to_play,
    make_tournament_settings,
    parse_bots,
    save_simulated,
    start_match_to_play,
)
from haggis_cli.book.recording import add_events, save_recorded
from haggis_cli.book.starting import create_match
from haggis_cli.matches.store.folder import Store
from haggis_cli.players.levels import Effort
from haggis_cli.players.tournament import play_one
from haggis_cli.rules.scoring import Goal
from haggis_cli.support.errors import NotationError, StoreError, UsageError


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def test_a_new_match_seats_the_computer_players_after_the_people(store: Store) -> None:
    path = start_match_to_play(PlayRequest(NewMatchRequest("two-player", ["Noah"]), ["hard"], seed="1"), store).path
    record = read_match(store, path).file.record
    assert (record.players, record.bots) == (["Noah", "Robbie"], {"Robbie": "hard"})
    assert record.lead in record.players


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_who_leads_can_be_said_else_lots_are_drawn(store: Store, seed: str) -> None:
    def start(variant: str, lead: str | None) -> OpenMatch:
        request = PlayRequest(NewMatchRequest(variant, ["Noah"], lead=lead), ["easy"], seed)
        return read_match(store, start_match_to_play(request, store).path)

    said = start("classic", "rob").report
    assert said.standing
    assert (said.standing.leader, said.standing.dealer) == (1, 0)
    assert start("two-player", "Robbie").file.record.lead == "Robbie"
    drawn = [start("two-player", lead).file.record.lead for lead in (None, "random")]
    assert drawn[0] == drawn[1]
    with pytest.raises(NotationError, match="nobody called 'Rory' plays here"):
        start("two-player", "Rory")


def test_the_match_last_worked_on_goes_on_if_it_can_be_played(store: Store) -> None:
    assert find_match_to_play(None, PlayRequest(), store) is None
    request = PlayRequest(NewMatchRequest("two-player", ["Noah"], name="friday"), ["easy"])
    path = start_match_to_play(request, store).path
    assert find_match_to_play(None, PlayRequest(seed="7"), store) == MatchToPlay(path)
    assert find_match_to_play(None, PlayRequest(NewMatchRequest("two-player")), store) is None
    with pytest.raises(UsageError, match="an existing match has its own players and rules"):
        find_match_to_play("friday", PlayRequest(NewMatchRequest("two-player")), store)


def test_a_match_recorded_from_a_table_is_not_played_on(store: Store) -> None:
    create_match(NewMatchRequest("two-player", ["Noah", "Isla"], name="friday"), store)
    opened = open_match("friday", str(store.home))
    assert find_match_to_play(None, PlayRequest(), store) == MatchToPlay(opened.path, "deal round 1 of friday here")
    assert find_match_to_play("friday", PlayRequest(), store) == MatchToPlay(opened.path)
    assert save_recorded(add_events(opened, [("event 1", "Noah: 4r")])).after.report.current is not None
    assert find_match_to_play(None, PlayRequest(), store) is None


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (PlayRequest(NewMatchRequest(players=["Noah"]), ["easy"]), "name the variant"),
        (PlayRequest(NewMatchRequest("two-player", ["Noah"])), "is for 2 players, not 1: --player NAME seats a person"),
        (PlayRequest(NewMatchRequest("two-player", ["Noah"]), ["clever"]), "'clever' is not a computer player"),
    ],
)
def test_what_cannot_be_played_is_refused_and_nothing_is_saved(
    request_: PlayRequest, message: str, store: Store
) -> None:
    with pytest.raises(UsageError, match=message):
        start_match_to_play(request_, store)
    assert store.matches() == []


def test_computer_players_have_the_names_given_or_free_ones() -> None:
    assert parse_bots(["hard", "isla = easy"], ["Robbie", "Isla"]) == {"Ailsa": "hard", "Isla": "easy"}
    with pytest.raises(UsageError, match="Isla has two levels, easy and hard"):
        parse_bots(["Isla=easy", "isla=hard"], ["Isla"])


def test_a_simulated_match_is_saved_under_its_seed_and_breaks_no_rule(store: Store) -> None:
    effort = Effort(0.01, 1)
    settings = make_tournament_settings(
        PlayRequest(NewMatchRequest("two-player", goal=Goal(rounds=1)), ["easy", "random"], "7"), effort
    )
    check_seed_unused(settings, store)
    save_simulated(settings, play_one(settings, 0), store)
    report = open_match("simulated-7-0001", str(store.home)).report
    assert (report.ok, report.over, report.match.record.bots) == (True, True, {"Robbie": "easy", "Ailsa": "random"})
    with pytest.raises(StoreError, match="choose another --seed"):
        check_seed_unused(settings, store)


def test_a_simulation_needs_a_computer_player_in_every_seat() -> None:
    with pytest.raises(UsageError, match="is for 2 players: give --bot 2 times, not 1"):
        make_tournament_settings(PlayRequest(NewMatchRequest("two-player"), ["easy"], "7"), Effort(0.01, 1))
