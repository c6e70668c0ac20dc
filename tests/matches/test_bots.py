"""The key `bots` of a match file: who is played by the computer, checked and kept like everything else."""

import pytest

from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.matches.toml.parsing import add_markers
from haggis_cli.support.errors import RecordError
from tests.support.haggis import header

HEADER = header('"Noah", "Mary Ann"', "points = 250")


def read(bots: str) -> MatchFile:
    return MatchFile(f"{HEADER}bots = {bots}\n".encode(), "friday.toml")


def test_it_is_read_and_written_as_it_was() -> None:
    file = read('{ Noah = "easy", "Mary Ann" = "hard" }')
    assert file.record.bots == {"Noah": "easy", "Mary Ann": "hard"}
    assert render_match(file.record) == add_markers(file.text)


def test_without_it_nobody_is_played_by_the_computer_and_nothing_is_written() -> None:
    file = MatchFile(HEADER.encode(), "friday.toml")
    assert file.record.bots == {}
    assert render_match(file.record) == add_markers(HEADER)


def test_a_level_of_another_haggis_is_kept() -> None:
    assert read('{ Noah = "superb" }').record.bots == {"Noah": "superb"}


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ('{ Rory = "easy" }', "line 8: 'bots': Rory is none of the players"),
        ("{ Noah = 3 }", "line 8: 'bots.Noah' must be text in quotation marks, not 3"),
        ('{ Noah = "" }', "line 8: 'bots.Noah' must not be empty"),
        ('["Noah"]', "line 8: 'bots' must be a table of keys, not ['Noah']"),
    ],
)
def test_what_cannot_be_is_told_with_its_line(bots: str, message: str) -> None:
    with pytest.raises(RecordError) as refusal:
        read(bots)
    assert str(refusal.value) == f"friday.toml: {message}"
