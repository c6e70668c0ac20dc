"""Half-entered rounds of removed matches: they come back with the match where they fit it."""

import os
from pathlib import Path

import pytest

from haggis_cli.book.drafts import DraftBasis, RoundDraft, RoundDrafts
from haggis_cli.book.match import OpenMatch, open_match
from haggis_cli.book.typed_round import HalfRound
from haggis_cli.matches.store.drafts import draft_path
from tests.support.haggis import Haggis

HALF = HalfRound([0], {0: 8})
ROUND = ("Noah: out 8, cards 12", "Isla: bet baby")


def match_of(haggis: Haggis) -> OpenMatch:
    return open_match("friday", str(haggis.home))


def keep_draft(haggis: Haggis, number: int | None = None, half: HalfRound = HALF) -> Path:
    match = match_of(haggis)
    drafts = RoundDrafts(match, number)
    drafts.keep(RoundDraft(DraftBasis.of(match, number), half))
    return drafts.path


@pytest.fixture
def removed(haggis: Haggis) -> Path:
    """The file of a removed match with a round, a half-entered one, and a half-entered correction of the first."""
    haggis.new()
    haggis.ok("score", *ROUND)
    keep_draft(haggis)
    keep_draft(haggis, 1)
    haggis.ok("remove", "friday", "--yes")
    assert not haggis.path().exists()
    return haggis.home / "removed" / "friday.toml"


def test_the_half_rounds_of_a_removed_match_come_back_with_it(haggis: Haggis, removed: Path) -> None:
    ran = haggis("import", str(removed))
    assert sorted(ran.err.splitlines()) == [
        "friday: its half-entered correction of round 1 comes back with it: 'haggis score friday --round 1' goes on",
        "friday: its half-entered round 2 comes back with it: 'haggis score friday' goes on",
    ]
    for number in (None, 1):
        draft = RoundDrafts(match_of(haggis), number).load()
        assert draft is not None
        assert (draft.answers, draft.misfit(match_of(haggis))) == (HALF, None)
    assert draft_path(removed).exists()
    assert haggis("import", str(removed)).err == ""


def test_under_another_name_they_come_back_under_that_name(haggis: Haggis, removed: Path) -> None:
    report = haggis.json("import", str(removed), "--as", "sunday")
    kept = [str(draft_path(haggis.path("sunday"), number)) for number in (None, 1)]
    assert sorted(report["matches"][0]["half_rounds"]) == sorted(kept)
    draft = RoundDrafts(open_match("sunday", str(haggis.home))).load()
    assert draft is not None
    assert draft.answers == HALF


def test_a_dry_run_keeps_nothing(haggis: Haggis, removed: Path) -> None:
    ran = haggis("import", "--dry-run", str(removed))
    assert "its half-entered round 2 comes back with it" in ran.err
    assert list(haggis.path().parent.iterdir()) == []


def test_what_does_not_fit_any_more_stays_and_it_is_said_where(haggis: Haggis, removed: Path) -> None:
    text = removed.read_text(encoding="utf-8")
    removed.write_text(text.replace("rounds = 4", "rounds = 5") + "[[rounds]]" + text.split("[[rounds]]")[1])
    ran = haggis("import", str(removed))
    assert f"friday: its half-entered round 2 stays in {draft_path(removed)}: round 3 is due now\n" in ran.err
    assert not draft_path(haggis.path()).exists()


def test_the_half_round_of_another_match_of_that_name_is_passed_over(haggis: Haggis, removed: Path) -> None:
    text = removed.read_text(encoding="utf-8")
    created = next(line for line in text.splitlines() if line.startswith("created"))
    removed.write_text(text.replace(created, "created = 2020-01-01T10:00:00Z"), encoding="utf-8")
    assert haggis("import", str(removed)).err == ""
    assert not draft_path(haggis.path()).exists()


def test_of_several_the_newest_comes_back_and_what_cannot_be_read_none(haggis: Haggis, removed: Path) -> None:
    place = draft_path(removed)
    older = place.with_name("friday.toml-2.draft")
    older.write_bytes(place.read_bytes().replace(b"Noah = 8", b"Noah = 5"))
    os.utime(older, (1_000_000_000, 1_000_000_000))
    place.with_name("friday.toml-3.draft").write_text("what", encoding="utf-8")
    ran = haggis("import", str(removed))
    assert f"friday: its half-entered round 2 stays in {older}: a newer one is back\n" in ran.err
    draft = RoundDrafts(match_of(haggis)).load()
    assert draft is not None
    assert draft.answers == HALF
