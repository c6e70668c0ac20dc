"""The score book as a Python object: what its methods save, refuse and give back."""

import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from haggis_cli import Match, NotationError, RefusedEventError, RulesError, ScoreBook, StoreError, UsageError
from haggis_cli.matches.store.files import Snapshot
from haggis_cli.matches.store.folder import Store

FIRST_ROUND = ("Noah: out 8, cards 12, bet little", "Isla: bet baby")


@pytest.fixture
def book(tmp_path: Path) -> ScoreBook:
    return ScoreBook(tmp_path / "evenings")


@pytest.fixture
def friday(book: ScoreBook) -> Match:
    return book.new("two-player", ["Noah", "Isla"], rounds=6, name="friday")


def test_a_scored_evening_is_six_lines(tmp_path: Path) -> None:
    book = ScoreBook(tmp_path)
    friday = book.new("two-player", ["Noah", "Isla"], rounds=6, name="friday")
    friday.score("Noah: out 8, cards 12, bet little", "Isla: bet baby")
    friday.record("Isla: 7r 8r 9r")
    friday.undo()
    assert friday.totals == {"Noah": 72, "Isla": 24}
    assert friday.report.violations == ()


def test_what_a_method_has_done_is_saved_when_it_returns(book: ScoreBook, friday: Match) -> None:
    friday.score(*FIRST_ROUND)
    assert book["friday"].totals == {"Noah": 72, "Isla": 24}
    friday.record("Isla: 7r 8r 9r", "Noah: 8b 9b 10b")
    assert book.open().settings.rounds[-1].events == ["Isla: 7r 8r 9r", "Noah: 8b 9b 10b"]
    assert (list(book), len(book)) == (["friday"], 1)


def test_a_round_that_cannot_be_is_refused_with_its_rule_and_changes_nothing(friday: Match) -> None:
    with pytest.raises(RulesError, match=r"Rulebook 2\.1"):
        friday.score("Noah: out 8, cards 12, bet 7", "Isla: cards 24")
    with pytest.raises(NotationError):
        friday.score("Noah 8")
    assert friday.reload().rounds == ()


def test_what_looks_wrong_is_a_value_and_is_saved_only_if_it_is_accepted(friday: Match) -> None:
    proposal = friday.propose("Noah: out 8, cards 12", "Isla: cards 20")
    assert [each.code for each in proposal.warnings] == ["captured-total"]
    with pytest.raises(RulesError, match="not saved"):
        friday.score("Noah: out 8, cards 12", "Isla: cards 20")
    friday.score("Noah: out 8, cards 12", "Isla: cards 20", accept_warnings=True, notes="in the pub")
    assert friday.totals == {"Noah": 52, "Isla": 20}
    assert friday.settings.rounds[0].notes == "in the pub"


def test_the_first_event_that_is_not_legal_stops_the_rest_and_those_before_it_are_saved(friday: Match) -> None:
    with pytest.raises(RefusedEventError, match=r"event 2: Isla: 4b: .*must be higher") as refused:
        friday.record("Noah: 4g", "Isla: 4b", "Noah: 9g")
    assert (refused.value.code, refused.value.event) == ("not-higher", "Isla: 4b")
    assert friday.settings.rounds[0].events == ["Noah: 4g"]
    assert friday.due == "Isla must beat a single 4 or pass; Noah holds 16 cards."


def test_undo_and_redo_say_what_they_did(friday: Match) -> None:
    friday.record("Noah: 4g", "Isla: 5b")
    assert friday.undo() == "round 1, Isla: 5b"
    assert friday.redo() == "round 1, Isla: 5b"
    assert friday.undo(whole_round=True) == "round 1, 2 events"
    assert friday.reload().rounds == ()
    with pytest.raises(StoreError, match="no round yet"):
        friday.undo()


def test_an_event_is_put_right_put_in_and_taken_out(friday: Match) -> None:
    friday.record("Noah: 4g", "Isla: 5b")
    friday.amend(1, "Noah: 3g")
    friday.insert(1, "Noah: bet little")
    assert friday.settings.rounds[0].events == ["Noah: bet little", "Noah: 3g", "Isla: 5b"]
    assert friday.amend(2, "-").violations
    assert friday.undo() == "the correction of round 1, event 2"


def test_a_round_is_dealt_by_its_seed(book: ScoreBook, friday: Match) -> None:
    friday.deal("burns")
    saturday = book.new("two-player", ["Noah", "Isla"], name="saturday")
    saturday.deal("burns")
    assert friday.settings.rounds[0].deal == saturday.settings.rounds[0].deal
    with pytest.raises(UsageError, match="round 1 has begun"):
        friday.deal("burns")


def test_what_another_program_has_saved_is_not_overwritten(book: ScoreBook, friday: Match) -> None:
    book["friday"].record("Noah: 4g")
    friday.record("Isla: 5b")
    assert friday.settings.rounds[0].events == ["Noah: 4g", "Isla: 5b"]


def test_a_removed_match_is_in_no_list_and_not_lost(book: ScoreBook, friday: Match) -> None:
    target = book.remove("friday")
    assert (list(book), target.is_file()) == ([], True)
    with pytest.raises(StoreError, match="no match"):
        book.open("friday")


def test_a_match_and_a_book_are_shown_as_people_know_them(book: ScoreBook, friday: Match) -> None:
    assert repr(friday) == "<Match friday: Noah deals and leads round 1.>"
    assert repr(book) == f"ScoreBook({str(book.folder)!r})"


def test_winner_and_goal_are_those_of_the_rules(book: ScoreBook) -> None:
    short = book.new("two-player", ["Noah", "Isla"], rounds=1, name="short")
    assert book["short"].winner is None
    short.score(*FIRST_ROUND)
    assert short.winner == "Noah"
    with pytest.raises(RulesError, match="the match is over"):
        short.score(*FIRST_ROUND)


def test_threads_that_share_a_book_lose_no_round(book: ScoreBook) -> None:
    book.new("two-player", ["Noah", "Isla"], points=2_000, name="long")

    def score(_number: int) -> None:
        match = book["long"]
        for _ in range(3):
            match.score("Noah: out 2, cards 12", "Isla: cards 24", accept_warnings=True)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(score, range(4)))
    assert len(book["long"].settings.rounds) == 12
    assert [path.name for path in (book.folder / "matches").iterdir()] == ["long.toml"]


def test_an_event_put_right_as_it_was_is_no_correction(friday: Match) -> None:
    friday.record("Noah: 4g")
    friday.amend(1, "4g")
    assert friday.undo() == "round 1, Noah: 4g"
    assert friday.redo() == "round 1, Noah: 4g"
    with pytest.raises(StoreError, match="nothing to restore"):
        friday.redo()


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="this system has no such signal")
def test_a_signal_that_comes_while_a_match_is_saved_is_delivered_after_it(
    friday: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def save(self: Store, snapshot: Snapshot, data: bytes) -> Snapshot:
        signal.raise_signal(signal.SIGINT)
        return original(self, snapshot, data)

    original = Store.save
    monkeypatch.setattr(Store, "save", save)
    with pytest.raises(KeyboardInterrupt):
        friday.record("Noah: 4g")
    assert friday.settings.rounds[0].events == ["Noah: 4g"]


def test_a_match_is_opened_by_its_file_and_stays_that_file(
    book: ScoreBook, friday: Match, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(book.folder)
    match = book.open("matches/friday.toml")
    monkeypatch.chdir(tmp_path)
    match.record("Noah: 4g")
    assert book[friday.path].settings.rounds[0].events == ["Noah: 4g"]


def test_names_and_the_goal_are_put_right_and_taken_back(book: ScoreBook, friday: Match) -> None:
    friday.score(*FIRST_ROUND)
    totals = friday.totals or {}
    friday.edit(players={"Noah": "Isla", "Isla": "Noah"}, points=350)
    assert (friday.settings.players, friday.settings.goal.points) == (["Isla", "Noah"], 350)
    assert friday.totals == {"Isla": totals["Noah"], "Noah": totals["Isla"]}
    assert book["friday"].settings.players == ["Isla", "Noah"]
    assert friday.undo() == "the correction of the names Isla and Noah and the goal"
    assert friday.totals == totals
    friday.redo()
    assert friday.settings.goal.points == 350


def test_the_first_leader_is_put_right(friday: Match) -> None:
    friday.record("Noah: 4g")
    report = friday.edit(players={"Noah": "Noel"}, lead="Isla")
    assert [each.code for each in report.violations] == ["out-of-turn"]


@pytest.mark.parametrize("change", [{"points": 0}, {"points": 5, "rounds": 5}, {"rounds": 1001}, {"lead": "Una"}])
def test_a_setting_that_cannot_be_is_refused(friday: Match, change: dict[str, Any]) -> None:
    before = friday.path.read_bytes()
    with pytest.raises((UsageError, NotationError)):
        friday.edit(**change)
    assert friday.path.read_bytes() == before
