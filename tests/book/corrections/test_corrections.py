"""Rounds scored, events corrected, files edited and what undo would do, by the book itself, without a terminal."""

from pathlib import Path

import pytest

from haggis_cli.book.corrections.amending import amend_event, save_correction
from haggis_cli.book.corrections.editing import SettingsChange, edit_match, edit_round, save_settings
from haggis_cli.book.corrections.undo import describe_redo, describe_undo, redo, undo
from haggis_cli.book.match import OpenMatch, open_match
from haggis_cli.book.scoring import RoundProposal, RoundTarget, save_round
from haggis_cli.book.typed_round import parse_entries, render_entries
from haggis_cli.support.errors import Conflict, RecordError, RulesError, UsageError
from tests.support.haggis import Haggis

ENTRIES = ("Noah: out 8, cards 12, bet little", "Isla: cards 24")
MANY = "cards 20"
WHOLE = ("Noah: bet little", "Noah: 2-8r", "Isla: pass", "Noah: 2-8g", "Isla: pass", "Noah: J Q K")


@pytest.fixture
def match(haggis: Haggis) -> OpenMatch:
    """A match without a round."""
    haggis.new()
    return opened(haggis)


def opened(haggis: Haggis) -> OpenMatch:
    return open_match("friday", str(haggis.home))


def proposed(match: OpenMatch, *entries: str) -> RoundProposal:
    return RoundTarget(match).propose(parse_entries(entries, match.report.table))


class TestScoring:
    def test_a_proposal_is_the_match_with_the_round_and_saves_nothing(self, match: OpenMatch) -> None:
        before = match.path.read_bytes()
        proposal = proposed(match, *ENTRIES)
        assert (proposal.number, proposal.violations, proposal.warnings) == (1, [], [])
        assert (proposal.before.report.totals, proposal.after.report.totals) == ((0, 0), (67, 24))
        assert match.path.read_bytes() == before

    def test_more_captured_than_there_is_is_a_violation_where_it_is_typed_in(self, match: OpenMatch) -> None:
        proposal = proposed(match, "Noah: out 8, cards 12", "Isla: cards 30")
        (violation,) = proposal.violations
        assert (violation.round, violation.code) == (1, "table-inconsistent")
        assert violation.line == proposal.after.file.line("rounds", 0, "table")
        with pytest.raises(
            RulesError, match=r"not saved: The captured points 12 [+] 30 add up to 42, which is impossible"
        ):
            save_round(proposal, as_shown=False)

    def test_a_round_that_was_shown_is_not_saved_into_another_match(self, haggis: Haggis, match: OpenMatch) -> None:
        proposal = proposed(match, *ENTRIES)
        haggis.ok("score", *ENTRIES)
        with pytest.raises(Conflict, match="not saved: the match was changed meanwhile"):
            save_round(proposal, as_shown=True)
        assert len(opened(haggis).report.rounds) == 1

    def test_a_round_that_was_only_typed_goes_after_the_last_one(self, haggis: Haggis, match: OpenMatch) -> None:
        proposal = proposed(match, *ENTRIES)
        haggis.ok("score", *ENTRIES)
        assert save_round(proposal, as_shown=False).report.totals == (134, 48)

    def test_no_round_is_proposed_while_one_is_played(self, haggis: Haggis, match: OpenMatch) -> None:
        haggis.ok("record", "Noah: 4r")
        with pytest.raises(RulesError, match="round 1 is being recorded play by play"):
            proposed(opened(haggis), *ENTRIES)

    @pytest.mark.parametrize(
        ("variant", "people", "entries"),
        [
            ("two-player", "Noah Isla", ["Noah: out1 8, cards 12, bet 15", "Isla: cards 24"]),
            (
                "tatties",
                "Noah Isla Jamie",
                [f"Noah: out1 5, {MANY}, bid 30", f"Isla: out2 4, {MANY}", f"Jamie: {MANY}"],
            ),
        ],
    )
    def test_entries_are_written_as_they_are_read(
        self, haggis: Haggis, variant: str, people: str, entries: list[str]
    ) -> None:
        names = [word for name in people.split() for word in ("-p", name)]
        haggis.ok("new", "--variant", variant, *names, "--name", "friday")
        table = opened(haggis).report.table
        assert render_entries(parse_entries(entries, table), table) == entries


class TestCorrections:
    def test_a_correction_is_the_match_as_it_would_be(self, haggis: Haggis, match: OpenMatch) -> None:
        haggis.ok("record", *WHOLE)
        correction = amend_event(opened(haggis), 1, "Noah: bet big")
        assert (correction.has_changes, correction.describe(), correction.new_violations) == (
            True,
            "round 1, event 1",
            [],
        )
        before, after = correction.before.report.totals, correction.after.report.totals
        assert before is not None
        assert after is not None
        assert after[0] - before[0] == 15
        assert opened(haggis).report.totals == before

    def test_what_it_breaks_is_a_value_and_saving_it_can_be_undone(self, haggis: Haggis, match: OpenMatch) -> None:
        haggis.ok("record", "Noah: 4r 4g", "Isla: 5r 5g", "Noah: pass")
        before = haggis.text()
        correction = amend_event(opened(haggis), 1, "Noah: 9r 9g")
        assert [(each.round, each.event, each.code) for each in correction.new_violations] == [(1, 2, "not-higher")]
        assert correction.after.report.totals is None
        save_correction(correction)
        assert haggis.text() != before
        haggis.ok("undo")
        assert haggis.text() == before

    def test_an_event_is_taken_out_or_put_in(self, haggis: Haggis, match: OpenMatch) -> None:
        haggis.ok("record", "Noah: 4r 4g", "Isla: 5r 5g")
        without = save_correction(amend_event(opened(haggis), 2, "-"))
        assert without.file.record.rounds[0].events == ["Noah: 4r 4g"]
        with_bet = save_correction(amend_event(without, 1, "Isla: bet big", insert=True))
        assert with_bet.file.record.rounds[0].events == ["Isla: bet big", "Noah: 4r 4g"]

    def test_a_match_changed_meanwhile_is_not_corrected(self, haggis: Haggis, match: OpenMatch) -> None:
        haggis.ok("record", "Noah: 4r 4g")
        correction = amend_event(opened(haggis), 1, "Noah: 6r 6g")
        haggis.ok("record", "Isla: pass")
        before = haggis.text()
        with pytest.raises(Conflict):
            save_correction(correction)
        assert haggis.text() == before


class TestEditing:
    def test_a_file_that_cannot_be_read_can_be_edited(self, haggis: Haggis, match: OpenMatch) -> None:
        good = match.path.read_bytes()
        match.path.write_bytes(b"players = [")
        edit = edit_match("friday", str(haggis.home))
        assert (edit.name, edit.data) == ("friday.toml", b"players = [")
        with pytest.raises(RecordError):
            edit.parse(b"players = {")
        assert edit.save(edit.parse(good)).path == match.path
        assert match.path.read_bytes() == good

    def test_one_round_is_edited_as_a_correction(self, haggis: Haggis, match: OpenMatch) -> None:
        haggis.ok("score", *ENTRIES)
        edit = edit_round(opened(haggis), 1)
        after = edit.parse(edit.data.replace(b"Noah = 8", b"Noah = 9"))
        correction = edit.correction(after)
        assert correction is not None
        assert (edit.name, edit.number, correction.new_warnings(edit.number)) == ("friday-round-1.toml", 1, [])
        edit.save(after)
        assert haggis.ok("undo").startswith("Taken back in friday: the correction of round 1")

    def test_there_is_no_round_to_edit(self, match: OpenMatch) -> None:
        with pytest.raises(UsageError, match="there is no round 2: the match has no round yet"):
            edit_round(match, 2)

    def test_rated_is_saved_only_where_it_changes(self, match: OpenMatch) -> None:
        assert save_settings(match, SettingsChange(rated=True)) is match
        saved = save_settings(match, SettingsChange(rated=False))
        assert not saved.file.record.rated
        assert Path(saved.path).read_bytes() == saved.file.data


ROUND = ("Noah: out 8, cards 12", "Isla: cards 24")
OTHER = ("Noah: out 9, cards 12", "Isla: cards 24")
HISTORIES: dict[str, list[tuple[str, ...]]] = {
    "a round": [("score", *ROUND)],
    "an event": [("record", "Noah: 4r 5r 6r", "Isla: pass")],
    "the only event": [("record", "Noah: 4r 5r 6r")],
    "a correction": [("score", *ROUND), ("score", "--round", "1", *OTHER)],
    "a round after a correction": [("score", *ROUND), ("score", "--round", "1", *OTHER), ("score", *ROUND)],
}


@pytest.mark.parametrize("history", HISTORIES)
def test_it_is_told_as_it_is_done(haggis: Haggis, history: str) -> None:
    haggis.new()
    for words in HISTORIES[history]:
        haggis.ok(*words)
    foretold = describe_undo(opened(haggis))
    assert foretold == undo(opened(haggis))[1]
    foretold = describe_redo(opened(haggis))
    assert foretold == redo(opened(haggis))[1]


def test_where_there_is_nothing_nothing_is_told(haggis: Haggis) -> None:
    haggis.new()
    assert describe_undo(opened(haggis)) is None
    assert describe_redo(opened(haggis)) is None
