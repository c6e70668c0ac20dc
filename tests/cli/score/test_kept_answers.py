"""The answers of a dialogue on a disk that does not take them, or that holds something else in their place."""

import io
from dataclasses import replace

import pytest

from haggis_cli.book.corrections.rescoring import NextRound, OlderRound
from haggis_cli.book.match import open_match
from haggis_cli.book.typed_round import HalfRound
from haggis_cli.cli.score.round_dialogue import KeptAnswers
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.matches.store.drafts import DraftFile, draft_path
from haggis_cli.support.errors import StoreError
from tests.support.haggis import Haggis

HALF = HalfRound([0], {0: 8})


@pytest.fixture
def said() -> io.StringIO:
    """What is said to the person."""
    return io.StringIO()


@pytest.fixture
def kept(haggis: Haggis, said: io.StringIO) -> KeptAnswers:
    haggis.new()
    target = NextRound(open_match("friday", str(haggis.home)), "")
    return KeptAnswers(Printer(no_color=True, err=said), target)


def test_a_disk_that_does_not_take_the_answers_is_told_of_once(
    kept: KeptAnswers, said: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_file: DraftFile, _data: bytes) -> None:
        raise StoreError("friday.toml.draft: not saved: No space left on device")

    monkeypatch.setattr(DraftFile, "write", fail)
    kept.keep(HALF)
    kept.keep(HALF)
    warning = "warning: the half round is not kept: friday.toml.draft: not saved: No space left on device\n"
    assert (said.getvalue(), kept.is_kept) == (warning, False)


def test_what_cannot_be_read_is_moved_aside(haggis: Haggis, kept: KeptAnswers, said: io.StringIO) -> None:
    draft_path(haggis.path()).write_bytes(b"\xff\xfe")
    assert kept.ask_to_go_on() is None
    aside = haggis.home / "removed" / "friday.toml.draft"
    assert aside.read_bytes() == b"\xff\xfe"
    assert "removed/friday.toml.draft now." in said.getvalue()
    kept.keep(HALF)
    assert kept.is_kept
    assert draft_path(haggis.path()).exists()


def test_a_draft_without_an_answer_is_not_offered(kept: KeptAnswers, said: io.StringIO) -> None:
    kept.keep(HalfRound())
    assert (kept.is_kept, kept.ask_to_go_on(), said.getvalue()) == (False, None, "")


def test_of_an_older_round_only_what_is_changed_is_kept(haggis: Haggis, said: io.StringIO) -> None:
    haggis.new()
    haggis.ok("score", "Noah: out 8, cards 12")
    target = OlderRound(open_match("friday", str(haggis.home)), 1, None)
    kept = KeptAnswers(Printer(no_color=True, err=said), target)
    for points, is_kept in ((12, False), (13, True), (12, False)):
        kept.keep(replace(target.answers, captured={0: points, 1: 24}))
        assert (kept.is_kept, draft_path(haggis.path(), 1).exists()) == (is_kept, is_kept)
