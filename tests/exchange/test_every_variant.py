"""A match of any variant, whatever its options and its players' names, goes out and comes in again as it was."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haggis_cli.exchange.known_formats import FORMATS, OutgoingMatch, detect_format, render_matches
from haggis_cli.exchange.parsed_match import ParsedMatch, to_typed_in_match
from haggis_cli.exchange.resolution import ImportOptions, resolve_match
from haggis_cli.matches.model import MatchRecord
from haggis_cli.referee.report import Report
from haggis_cli.sheets.sheet import note_lines
from tests.support.matches import GAMES, played_matches

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game[0]}-{game[1]}")


def there_and_back(report: Report, name: str, *, many: bool = False, wide: bool = False) -> MatchRecord:
    outgoing = OutgoingMatch(report.match.record.id, report.match, report)
    data = render_matches(FORMATS[name], [outgoing], many=many, wide=wide)
    form = detect_format(data, "standard input")
    assert form.name == name
    (told,) = form.read(data, "standard input")
    assert isinstance(told, ParsedMatch), told
    return resolve_match(told, ImportOptions()).file.record


@pytest.mark.slow
@pytest.mark.sample(3)
@games
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_json_and_text_and_the_match_file_lose_nothing(data: st.DataObject, game: tuple[str, int]) -> None:
    report = data.draw(played_matches(game))
    for name, many in (("toml", False), ("json", False), ("json", True), ("text", True)):
        assert there_and_back(report, name, many=many) == report.match.record


@pytest.mark.sample(3)
@games
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_plays_keep_the_figures_and_all_that_the_match_is(data: st.DataObject, game: tuple[str, int]) -> None:
    report = data.draw(played_matches(game))
    for name in ("bgstats", "bgg"):
        assert there_and_back(report, name) == to_typed_in_match(report)


@pytest.mark.sample(3)
@games
@settings(max_examples=8, deadline=None)
@given(data=st.data(), wide=st.booleans())
def test_a_table_keeps_all_but_the_lines_of_notes(data: st.DataObject, game: tuple[str, int], wide: bool) -> None:
    report = data.draw(played_matches(game))
    want = to_typed_in_match(report)
    rounds = [each.model_copy(update={"notes": on_one_line(each.notes)}) for each in want.rounds]
    told = want.model_copy(update={"rounds": rounds, "notes": on_one_line(want.notes)})
    assert there_and_back(report, "csv", wide=wide) == told


def on_one_line(notes: str) -> str:
    """A note as a cell of a table has it."""
    return " / ".join(filter(None, note_lines(notes)))
