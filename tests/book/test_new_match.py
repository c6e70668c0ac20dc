"""A match started by the score book: what a request leaves open, what it cannot say, and what a rematch takes over."""

from datetime import date, datetime
from pathlib import Path

import pytest

from haggis_cli.book import new_match
from haggis_cli.book.new_match import MatchField, NewMatchRequest, parse_moment_played
from haggis_cli.book.score_book import ScoreBook
from haggis_cli.book.starting import create_match, load_rematch, make_record
from haggis_cli.cli.new_match import questions
from haggis_cli.cli.terminal.questionnaire import Questionnaire
from haggis_cli.history.timeline import PlayedHere
from haggis_cli.matches.heading import noon_of
from haggis_cli.matches.store.folder import Store
from haggis_cli.rules.scoring import Goal
from haggis_cli.support.errors import HaggisError, StoreError, UsageError
from tests.support.haggis import Haggis
from tests.support.pages import Caller

TWO = ["Noah", "Isla"]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def test_a_variant_and_players_are_enough(store: Store) -> None:
    record = make_record(NewMatchRequest("two-player", TWO), store)
    assert (record.lead, record.dealer, record.goal.points, record.options) == ("Noah", None, 250, {})
    assert record.id == f"{datetime.now().astimezone().date().isoformat()}-noah-isla"
    assert store.matches() == []


def test_the_match_is_saved_and_the_next_of_its_name_gets_a_number(store: Store) -> None:
    noon = parse_moment_played("2026-11-21")
    made = [create_match(NewMatchRequest("two-player", TWO, played_at=noon), store).path.stem for _ in range(2)]
    assert made == ["2026-11-21-noah-isla", "2026-11-21-noah-isla-2"]
    assert sorted(path.stem for path in store.matches()) == made


def test_where_there_is_a_dealer_the_last_player_deals(store: Store) -> None:
    record = make_record(NewMatchRequest("classic", ["Noah", "Jamie", "Isla"]), store)
    assert (record.lead, record.dealer) == (None, "Isla")


def test_only_options_that_differ_from_the_usual_ones_are_kept(store: Store) -> None:
    usual = make_record(NewMatchRequest("two-player", TWO, options={"scoring": "points"}), store)
    other = make_record(NewMatchRequest("two-player", TWO, options={"scoring": "cards"}), store)
    assert (usual.options, other.options) == ({}, {"scoring": "cards"})


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (NewMatchRequest(players=TWO), "name the variant with --variant, one of: "),
        (NewMatchRequest("two-player"), "name the players, clockwise"),
        (NewMatchRequest("two-player", ["Noah"]), "is for 2 players, not 1"),
        (NewMatchRequest("two-player", ["Noah", "a:b"]), "'a:b': "),
        (NewMatchRequest("two-player", ["Noah", "noah"]), "noah is already playing"),
        (NewMatchRequest("two-player", TWO, goal=Goal(points=1, rounds=1)), "a goal is points, rounds or rounds won"),
        (NewMatchRequest("two-player", TWO, name="a" * 81), "the name of a match has 1 to 80 characters"),
        (NewMatchRequest("two-player", TWO, lead="Jamie"), "Jamie"),
        (NewMatchRequest("two-player", TWO, options={"scoring": "purple"}), "purple"),
    ],
)
def test_what_cannot_be_met_is_refused_in_a_sentence(request_: NewMatchRequest, message: str, store: Store) -> None:
    with pytest.raises(HaggisError, match=message):
        create_match(request_, store)
    assert store.matches() == []


def test_a_name_that_is_taken_is_refused(store: Store) -> None:
    create_match(NewMatchRequest("two-player", TWO, name="friday"), store)
    with pytest.raises(StoreError, match="a match called friday exists already"):
        create_match(NewMatchRequest("two-player", TWO, name="friday"), store)


class TestRematch:
    def test_everything_is_taken_over_and_the_next_player_begins(self, store: Store) -> None:
        first = NewMatchRequest(
            "two-player", TWO, goal=Goal(rounds=6), options={"scoring": "cards"}, suits="pgby", name="friday"
        )
        create_match(first, store)
        again = make_record(load_rematch("friday", NewMatchRequest(name="saturday"), store), store)
        assert (again.players, again.goal.rounds, again.options, again.suits) == (TWO, 6, {"scoring": "cards"}, "pgby")
        assert again.lead == "Isla"

    def test_players_given_as_a_tuple_are_the_same_players(self, store: Store) -> None:
        create_match(NewMatchRequest("two-player", TWO, more={"rated": False}, name="friday"), store)
        request = load_rematch("friday", NewMatchRequest(players=tuple(TWO)), store)
        assert (list(request.players), request.more["rated"]) == (TWO, False)

    def test_another_variant_has_its_own_goal_and_options(self, store: Store) -> None:
        create_match(
            NewMatchRequest("two-player", TWO, goal=Goal(rounds=6), options={"scoring": "cards"}, name="friday"), store
        )
        request = load_rematch("friday", NewMatchRequest("three-player"), store)
        assert (request.variant, list(request.players)) == ("three-player", TWO)
        assert (request.goal, request.options) == (Goal(), {})


def test_a_day_is_noon_here_and_anything_else_is_refused() -> None:
    assert parse_moment_played(" 2026-11-21 ") == date(2026, 11, 21)
    noon = noon_of(date(2026, 11, 21))
    assert (noon.hour, noon.date().isoformat(), noon.tzinfo is not None) == (12, "2026-11-21", True)
    assert parse_moment_played(None) is None
    with pytest.raises(UsageError, match=r"--date needs a day .*, not 'friday'$"):
        parse_moment_played("friday")


def test_a_known_name_that_is_typed_with_other_capitals_is_taken_over(store: Store) -> None:
    played = PlayedHere(["Noah", "Zoë", "Isla"], [])
    talk = Questionnaire(lambda: questions(NewMatchRequest("three-player"), store, lambda: played, lambda _: None))
    for name in ("noah", " ZOË ", "rory", "", "", "", ""):
        if talk.question is not None:
            talk.answer(name)
    assert talk.result is not None
    assert talk.result.players == ["Noah", "Zoë", "rory"]


class TestAFieldThatIsAdded:
    """A field in the list is asked at the terminal, stands on the phone, and is checked wherever it is said."""

    @pytest.fixture(autouse=True)
    def _added(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def table_fields(request: NewMatchRequest, _store: Store) -> list[MatchField]:
            def parse(text: str) -> NewMatchRequest:
                if text != "the long one":
                    raise UsageError(f"there is no table called {text}")
                return request._replace(notes=text)

            return [MatchField("table", "Table", parse, request.notes or None, None, "At which table")]

        monkeypatch.setattr(new_match, "FIELDS", [*new_match.FIELDS, table_fields])

    def test_the_terminal_asks_for_it(self, store: Store) -> None:
        talk = Questionnaire(
            lambda: questions(NewMatchRequest("two-player", TWO), store, lambda: PlayedHere([], []), lambda _: None)
        )
        for _ in range(3):
            talk.answer("")
        assert talk.question is not None
        assert talk.question.text == "At which table"
        with pytest.raises(UsageError, match="there is no table called 7"):
            talk.answer("7")
        talk.answer("the long one")
        assert talk.result is not None
        assert talk.result.notes == "the long one"

    def test_the_phone_shows_it(self, haggis: Haggis) -> None:
        caller = Caller(haggis)
        page = caller.get("/new?variant=two-player").seen
        assert "Table" in page.words
        sent = page.fields | {"player-1": "Noah", "player-2": "Isla", "table": "7"}
        assert "There is no table called 7" in caller.post("/new", sent).seen.part("wrong-table")
        assert caller.post("/new", sent | {"table": "the long one"}).status == 303

    def test_a_program_is_told_what_is_wrong_with_it(self, store: Store) -> None:
        with pytest.raises(UsageError, match="there is no table called 7"):
            ScoreBook(store.home).new("two-player", TWO, notes="7")
        ScoreBook(store.home).new("two-player", TWO, notes="the long one")
