"""Whatever a file holds, it is answered within two seconds and 300 MiB, in words, and no command leaves a traceback."""

import os
import re
from pathlib import Path

import pytest

from haggis_cli.matches.toml.guard import parse_toml
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.matches.toml.source_positions import SourcePositions
from haggis_cli.support.errors import RecordError
from tests.support.haggis import Haggis
from tests.support.reliability.attacks import ATTACKS
from tests.support.reliability.cost import assert_answered, measured
from tests.support.reliability.toml_cases import EDGES, INVALID, VALID


@pytest.mark.skipif(os.name == "nt", reason="Windows tells no process what it has used")
class TestAttacks:
    def test_there_are_two_dozen_and_more_each_of_the_size_of_a_match(self) -> None:
        assert len(ATTACKS) >= 24
        assert all(len(data) <= 1 << 20 for name, data in ATTACKS.items() if name != "too large")

    @pytest.mark.slow
    @pytest.mark.longest(15)
    @pytest.mark.sample(2)
    @pytest.mark.parametrize("name", ATTACKS)
    def test_each_is_answered_soon(self, haggis: Haggis, name: str) -> None:
        (haggis.folder / "a.toml").write_bytes(ATTACKS[name])
        cost = measured(haggis, "check", "a.toml")
        assert_answered(cost)
        assert len(cost.out + cost.err) < 20_000  # a complaint is to be read
        for line in cost.err.splitlines():
            assert re.match(r"haggis: a\.toml: (line \d+|cannot be read|lists or tables|and \d+ more)", line)

    @pytest.mark.slow
    def test_a_thousand_rounds_play_by_play_are_adjudicated_as_soon(self, haggis: Haggis) -> None:
        bots = ("-b", "random", "-b", "random", "--rounds", "1000", "--seed", "a")
        haggis.ok("play", "--simulate", "1", "--variant", "two-player", *bots, "--save", "--jobs", "1")
        cost = measured(haggis, "check")
        assert (cost.code, cost.out) == (0, "")
        assert_answered(cost)


class TestToml:
    @pytest.mark.parametrize("text", VALID)
    def test_what_toml_takes_is_read_and_every_place_in_it_known(self, text: str) -> None:
        read, table = parse_toml(text.encode(), "a.toml")
        assert isinstance(table, dict)
        SourcePositions(read)
        _refused_as_a_match(text.encode())

    @pytest.mark.parametrize("text", INVALID)
    def test_what_it_does_not_take_is_refused_in_a_sentence(self, text: str) -> None:
        with pytest.raises(RecordError) as caught:
            parse_toml(text.encode(), "a.toml")
        assert re.match(r"a\.toml: line \d+, column \d+: \S", str(caught.value))
        assert str(caught.value).isprintable()

    @pytest.mark.parametrize("data", EDGES)
    def test_odd_bytes_are_answered_in_words(self, data: bytes) -> None:
        _refused_as_a_match(data)

    @pytest.mark.skipif("HAGGIS_TOML_TEST" not in os.environ, reason="HAGGIS_TOML_TEST names no folder of toml-test")
    def test_all_files_of_toml_test(self) -> None:
        folder = Path(os.environ["HAGGIS_TOML_TEST"])
        listed = (folder / "files-toml-1.1.0").read_text(encoding="utf-8").split()
        files = sorted(folder.rglob("*.toml"))
        assert len(files) > 700
        for path in files:
            data, name = path.read_bytes(), path.relative_to(folder).as_posix()
            _refused_as_a_match(data)
            if name not in listed:  # of an older TOML
                continue
            try:
                read, _ = parse_toml(data, "a.toml")
            except RecordError:
                assert name.startswith("invalid/"), name
            else:
                # A byte order mark and UTF-16 are no TOML; the mark is read all the same, for Notepad writes it.
                assert name.startswith("valid/") or data.startswith(b"\xef\xbb\xbf"), name
                SourcePositions(read)


def _refused_as_a_match(data: bytes) -> None:
    with pytest.raises(RecordError) as caught:
        MatchFile(data, "a.toml")
    for line in str(caught.value).split("\n"):
        assert re.match(r"a\.toml: (line \d+(, column \d+)?: )?\S", line)
        assert line.isprintable()
