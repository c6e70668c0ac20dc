"""A half-entered round beside its match: kept whole, found again, and back with its match where it fits."""

import os
from pathlib import Path

import pytest

from haggis_cli.book.drafts import RoundDraft, RoundDrafts
from haggis_cli.book.match import OpenMatch, open_match
from haggis_cli.book.scoring import RoundTarget, save_round
from haggis_cli.book.typed_round import TypedRound, parse_entries
from haggis_cli.matches.store.drafts_and_trash import draft_path
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.errors import Conflict, HaggisError
from tests.support.haggis import Haggis, refused, start_table

HALF = {"out1": "Noah", "count1": "8", "captured1": "12", "bet1": "baby", "bet2": "none"}
WHOLE = HALF | {"captured2": "24", "bet1": "none", "bet2": "baby"}
ENTRIES = ("Noah: out 8, cards 12", "Isla: bet baby")


@pytest.fixture
def match(haggis: Haggis) -> OpenMatch:
    haggis.new()
    return opened(haggis)


def opened(haggis: Haggis) -> OpenMatch:
    return open_match("friday", str(haggis.home))


def keep(match: OpenMatch, texts: dict[str, str] = HALF, number: int | None = None) -> RoundDraft:
    """Keep a draft for a match; what was kept."""
    draft = RoundDraft.begin(match, number).with_answers(texts, "Late")
    RoundDrafts(match, number).keep(draft)
    return draft


@pytest.mark.parametrize(
    "texts",
    [HALF, {"out1": "Isla"}, {"captured2": "j q 7", "captured1": "-"}, {"out1": "1x \x1b9"}, {"bet2": "little"}],
)
def test_what_is_kept_is_found_again_in_the_same_order(match: OpenMatch, texts: dict[str, str]) -> None:
    kept = keep(match, texts)
    found = RoundDrafts(match).load()
    assert found == kept
    assert list(found.texts) == list(texts)
    assert kept.misfit(match) is None


def test_figures_that_are_refused_are_kept_as_they_were_typed(match: OpenMatch) -> None:
    draft = RoundDraft.begin(match).with_answers(HALF | {"captured1": "1x \x1b9", "captured2": "10+2", "bet1": "none"})
    RoundDrafts(match).keep(draft)
    kept = RoundDrafts(match).load()
    assert kept == draft
    assert kept.describe_figures(match.report.table) == [
        "Noah out first with 8 held and captured 1x \x1b9",
        "Isla captured 12",
    ]


def test_a_draft_is_no_match(haggis: Haggis, match: OpenMatch) -> None:
    keep(match)
    assert [each["id"] for each in haggis.json("list")["matches"]] == ["friday"]
    assert haggis.ok("check") == ""
    assert Store(haggis.home).find("fri") == match.path


def test_removed_when_it_is_saved(match: OpenMatch) -> None:
    drafts = RoundDrafts(match)
    assert drafts.load() is None
    drafts.keep(RoundDraft.begin(match).with_answers(HALF))
    drafts.remove()
    assert [path.name for path in match.path.parent.iterdir()] == ["friday.toml"]


def test_a_draft_of_another_haggis_is_never_overwritten_or_removed(match: OpenMatch) -> None:
    mine, theirs = RoundDrafts(match), RoundDrafts(match)
    assert (mine.load(), theirs.load()) == (None, None)
    theirs.keep(RoundDraft.begin(match).with_answers(HALF))
    with pytest.raises(Conflict, match=r"in use by another haggis, .* finish it in one of the two and leave"):
        mine.keep(RoundDraft.begin(match).with_answers({"out1": "Isla"}))
    mine.remove()
    assert RoundDrafts(match).load() == RoundDraft.begin(match).with_answers(HALF)
    first = RoundDrafts(match)
    first.load()
    theirs.keep(RoundDraft.begin(match).with_answers({"out1": "Isla", "count1": "3"}))
    with pytest.raises(Conflict):
        first.keep(RoundDraft.begin(match).with_answers({"out1": "Noah"}))


def test_answers_fit_only_the_match_they_were_given_for(haggis: Haggis, match: OpenMatch) -> None:
    draft = keep(match)
    haggis.ok("score", *ENTRIES)
    after = opened(haggis)
    assert draft.misfit(after) == "round 2 now comes next"
    assert draft.fits_players(after)
    match.path.write_text(match.path.read_text().replace('"Noah", "Isla"', '"Rory", "Isla"').replace("Noah", "Rory"))
    changed = opened(haggis)
    assert draft.misfit(changed) == "the players have changed"
    assert not draft.fits_players(changed)
    assert draft.describe_figures(changed.report.table) == ["Noah out first with 8 held, captured 12 and bet baby (5)"]


@pytest.mark.parametrize("word", ["-", "rest"])
def test_the_pile_that_was_not_counted_is_shown_and_can_be_typed_so(match: OpenMatch, word: str) -> None:
    draft, table = (
        keep(match, {"out1": "Noah", "count1": "8", "captured1": word, "captured2": "24"}),
        match.report.table,
    )
    assert draft.describe_figures(table) == ["Noah out first with 8 held and captured the rest", "Isla captured 24"]
    assert parse_entries([f"Noah: out 8, cards {word}", "Isla: cards 24"], table).captured == {0: 12, 1: 24}


def test_a_correction_fits_only_the_round_it_corrects(haggis: Haggis, match: OpenMatch) -> None:
    haggis.ok("score", *ENTRIES)
    draft = keep(opened(haggis), number=1)
    assert (match.path.parent / "friday.toml.1.draft").exists()
    assert draft.misfit(opened(haggis)) is None
    haggis.ok("score", "--round", "1", "Noah: out 9, cards 12")
    assert draft.misfit(opened(haggis)) == "round 1 was changed meanwhile"
    haggis.ok("undo")
    haggis.ok("undo")
    assert draft.misfit(opened(haggis)) == "round 1 no longer exists"


def test_a_draft_whose_round_was_saved_is_known(haggis: Haggis, match: OpenMatch) -> None:
    """Killed between the save and the removal of the draft."""
    draft = keep(match, WHOLE)
    assert not draft.is_saved(match)
    haggis.ok("score", *ENTRIES)
    assert draft.is_saved(opened(haggis))
    for texts, is_saved in (
        ({"captured2": "-"}, True),
        ({"captured2": ""}, True),
        ({"captured1": "11"}, False),
        ({"captured1": ""}, True),
        ({"captured1": "", "captured2": ""}, True),
        ({"count1": "7", "captured1": "", "captured2": ""}, False),
        ({"captured2": "99"}, False),
    ):
        assert draft.with_answers(WHOLE | texts).is_saved(opened(haggis)) is is_saved, texts


def test_a_removed_match_takes_its_half_round_along(haggis: Haggis, match: OpenMatch) -> None:
    haggis.ok("score", *ENTRIES)
    keep(opened(haggis))
    keep(opened(haggis), number=1)
    haggis.ok("remove", "friday", "--yes")
    removed = haggis.home / "removed"
    found = sorted(path.name for path in removed.iterdir())
    assert found == ["friday.toml", "friday.toml.1.draft", "friday.toml.draft"]
    assert list(match.path.parent.iterdir()) == []


def test_a_half_round_goes_aside_where_another_of_its_name_lies_already(haggis: Haggis, match: OpenMatch) -> None:
    keep(match)
    removed = haggis.home / "removed"
    removed.mkdir()
    (removed / "friday.toml.draft").write_text("another's")
    haggis.ok("remove", "friday", "--yes")
    assert list(match.path.parent.iterdir()) == []
    assert sorted(path.name for path in removed.iterdir()) == [
        "friday.toml",
        "friday.toml-2.draft",
        "friday.toml.draft",
    ]


def test_a_half_round_is_never_one_of_another_match_of_its_name(haggis: Haggis, match: OpenMatch) -> None:
    draft = keep(match, WHOLE)
    text = match.path.read_text()
    created = next(line for line in text.splitlines() if line.startswith("created"))
    match.path.write_text(text.replace(created, "created = 2020-01-02T20:00:00Z"))
    other = opened(haggis)
    assert draft.misfit(other) == "it belongs to another match of the same name"
    assert not draft.fits_players(other)
    haggis.ok("score", *ENTRIES)
    assert not draft.is_saved(opened(haggis))


def test_a_draft_that_does_not_say_when_its_match_was_started_is_of_the_match_it_lies_beside(match: OpenMatch) -> None:
    draft = keep(match)
    path = RoundDrafts(match).path
    path.write_text("".join(line for line in path.read_text().splitlines(True) if not line.startswith("created")))
    assert RoundDrafts(match).load() == draft


def test_doctor_tells_of_half_rounds_and_moves_those_of_no_match(haggis: Haggis, match: OpenMatch) -> None:
    keep(match)
    said = [each for each in haggis.json("doctor")["findings"] if each["about"] == "half round"]
    assert [each["says"] for each in said] == ["round 1 is half entered: 'haggis score friday' continues it"]
    match.path.unlink()
    torn = match.path.with_name("monday.toml.draft")
    torn.write_bytes(b"players = [")
    assert haggis("doctor", "--fix").code == 0
    assert sorted(path.name for path in (haggis.home / "removed").iterdir()) == [
        "friday.toml.draft",
        "monday.toml.draft",
    ]


def test_what_is_no_draft_is_said_to_be_none(match: OpenMatch) -> None:
    path: Path = RoundDrafts(match).path
    for text in ("players = [", 'format = 1\nvariant = "x"\nplayers = ["A"]\nround = 1\nout = ["B"]\n', "format = 9\n"):
        path.write_text(text)
        with pytest.raises(HaggisError, match=r"friday\.toml\.draft"):
            RoundDrafts(match).load()


def test_a_round_is_not_saved_for_other_players_or_other_rules(haggis: Haggis, match: OpenMatch) -> None:
    """Seats are numbers: with other players the figures would be somebody else's."""
    typed: TypedRound = parse_entries(ENTRIES, match.report.table)
    proposal = RoundTarget(match).propose(typed)
    text = match.path.read_text()
    match.path.write_text(text.replace('["Noah", "Isla"]', '["Isla", "Noah"]'))
    with pytest.raises(Conflict, match="the match was changed meanwhile"):
        save_round(proposal, as_shown=False)
    assert "[[rounds]]" not in match.path.read_text()
    match.path.write_text(text.replace("rounds = 4", "rounds = 5"))
    assert len(save_round(proposal, as_shown=False).report.rounds) == 1


def test_the_same_round_twice_in_a_row_is_asked_about(haggis: Haggis, match: OpenMatch) -> None:
    haggis.ok("score", *ENTRIES)
    ran = haggis("score", *ENTRIES)
    assert ran.code == 1
    assert "warning: round 2: it is identical to round 1; was it typed in twice?\n" in ran.err
    haggis.ok("score", *ENTRIES, "--yes")
    haggis.ok("score", "Noah: out 7, cards 12", "Isla: bet baby")
    assert haggis("score", *ENTRIES).code == 0
    assert haggis("score") == refused(1, "the match is over, Noah has won it: start the next one with 'haggis new'")


def test_a_slams_second_count_is_told_though_nobody_typed_it(haggis: Haggis) -> None:
    """Rules, Scoring: after a slam the second player out records the same count as the first."""
    start_table(haggis, "neeps", "Noah", "Jamie", "Isla", "Rory", lead="Noah")
    half = {"out1": "Noah", "count1": "14", "out2": "Isla", "captured1": "30", "captured2": "12", "captured3": "20"}
    draft = keep(opened(haggis), half)
    assert draft.describe_figures(opened(haggis).report.table) == [
        "Noah out first with 14 held and captured 30",
        "Jamie captured 12",
        "Isla out second with 14 held and captured 20",
    ]
    haggis.ok("score", "Noah: out1 14, cards 30", "Jamie: cards 12", "Isla: out2, cards 20")
    assert draft.is_saved(opened(haggis))
    unknown = draft.with_answers({"out1": "Noah", "out2": "Isla"})
    assert unknown.describe_figures(opened(haggis).report.table) == ["Noah out first", "Isla out second"]


# With a removed match that comes back.

ONE_OUT = {"out1": "Noah", "count1": "8"}
ROUND = ("Noah: out 8, cards 12", "Isla: bet baby")


def keep_draft(haggis: Haggis, number: int | None = None, half: dict[str, str] = ONE_OUT) -> Path:
    match = opened(haggis)
    drafts = RoundDrafts(match, number)
    drafts.keep(RoundDraft.begin(match, number).with_answers(half))
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
        (
            "friday: its half-entered correction of round 1 is restored with it: 'haggis score friday --round 1' "
            "continues it"
        ),
        "friday: its half-entered round 2 is restored with it: 'haggis score friday' continues it",
    ]
    for number in (None, 1):
        draft = RoundDrafts(opened(haggis), number).load()
        assert draft is not None
        assert (draft.texts, draft.misfit(opened(haggis))) == (ONE_OUT, None)
    assert draft_path(removed).exists()
    assert haggis("import", str(removed)).err == ""


def test_under_another_name_they_come_back_under_that_name(haggis: Haggis, removed: Path) -> None:
    report = haggis.json("import", str(removed), "--as", "sunday")
    kept = [str(draft_path(haggis.path("sunday"), number)) for number in (None, 1)]
    assert sorted(report["matches"][0]["half_rounds"]) == sorted(kept)
    draft = RoundDrafts(open_match("sunday", str(haggis.home))).load()
    assert draft is not None
    assert draft.texts == ONE_OUT


def test_a_dry_run_keeps_nothing(haggis: Haggis, removed: Path) -> None:
    ran = haggis("import", "--dry-run", str(removed))
    assert "its half-entered round 2 is restored with it" in ran.err
    assert list(haggis.path().parent.iterdir()) == []


def test_what_does_not_fit_any_more_stays_and_it_is_said_where(haggis: Haggis, removed: Path) -> None:
    text = removed.read_text(encoding="utf-8")
    removed.write_text(text.replace("rounds = 4", "rounds = 5") + "[[rounds]]" + text.split("[[rounds]]")[1])
    ran = haggis("import", str(removed))
    assert f"friday: its half-entered round 2 stays in {draft_path(removed)}: round 3 now comes next\n" in ran.err
    assert not draft_path(haggis.path()).exists()


def test_the_half_round_of_another_opened_that_name_is_passed_over(haggis: Haggis, removed: Path) -> None:
    text = removed.read_text(encoding="utf-8")
    created = next(line for line in text.splitlines() if line.startswith("created"))
    removed.write_text(text.replace(created, "created = 2020-01-01T10:00:00Z"), encoding="utf-8")
    assert haggis("import", str(removed)).err == ""
    assert not draft_path(haggis.path()).exists()


def test_of_several_the_newest_comes_back_and_what_cannot_be_read_none(haggis: Haggis, removed: Path) -> None:
    place = draft_path(removed)
    older = place.with_name("friday.toml-2.draft")
    older.write_bytes(place.read_bytes().replace(b'count1 = "8"', b'count1 = "5"'))
    os.utime(older, (1_000_000_000, 1_000_000_000))
    place.with_name("friday.toml-3.draft").write_text("what", encoding="utf-8")
    ran = haggis("import", str(removed))
    assert f"friday: its half-entered round 2 stays in {older}: a newer one has been restored\n" in ran.err
    draft = RoundDrafts(opened(haggis)).load()
    assert draft is not None
    assert draft.texts == ONE_OUT
