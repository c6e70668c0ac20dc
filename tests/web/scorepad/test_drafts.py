"""A half-entered round on a phone: it survives what happens to phones and servers, and is nobody else's."""

from pathlib import Path

import pytest

from tests.support.haggis import Haggis
from tests.support.pages import Caller, Pad

HALF = {"out1": 1, "count1": 8}
ROUND = {**HALF, "captured1": 12, "bet1": "15"}
TERMINALS = """format = 1
variant = "two-player"
players = ["Noah", "Isla"]
round = 1
out = ["Isla"]

[hands]
Isla = 4
"""


def drafts(haggis: Haggis) -> list[Path]:
    return sorted((haggis.home / "matches").glob("*.draft"))


def test_what_is_answered_is_there_again_after_a_reload_and_after_a_restart(haggis: Haggis, caller: Caller) -> None:
    Pad(caller).fill(**HALF).press("keep")
    assert {"out1": "Noah", "count1": "8"}.items() <= Pad(caller).fields.items()
    anew = Caller(haggis)
    assert Pad(anew).fields["count1"] == "8"
    assert len(drafts(haggis)) == 1


def test_what_is_refused_is_kept_as_it_was_typed_and_refused_again(haggis: Haggis, caller: Caller) -> None:
    """The figure that was typed last is at fault, also after a restart, when nobody says any more which it was."""
    typed = HALF | {"captured1": "1o", "captured2": 10}
    assert list(Pad(caller).fill(**typed).press("keep").faults) == ["captured1"]
    anew = Pad(Caller(haggis))
    assert anew.fields["captured1"] == "1o"
    assert list(anew.faults) == ["captured1"]
    anew.fill(captured1="10+17", captured2="10+4", last="captured1").press("keep")
    again = Pad(caller)
    assert (again.fields["captured1"], again.fields["captured2"]) == ("10+17", "10+4")
    assert "Noah cannot have captured 27: 22 are left" in again.faults.pop("captured1")
    assert again.faults == {}
    haggis.ok("score", "friday", "Isla: out 3, cards 9")
    assert "Opponent's hand 3 8 Noah captured 27 10+17 Isla captured 9 14" in Pad(caller).text


def test_another_phone_has_its_own(haggis: Haggis, caller: Caller) -> None:
    Pad(caller).fill(**HALF).press("keep")
    theirs = Pad(caller, cookie=caller.other_writer)
    assert "out1" not in theirs.fields
    theirs.fill(out1=2, count1=3).press("keep")
    assert Pad(caller).fields["count1"] == "8"
    assert Pad(caller, cookie=caller.other_writer).fields["count1"] == "3"
    assert len(drafts(haggis)) == 2


def test_it_is_gone_once_it_is_saved_or_dropped(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**HALF).press("keep").press("drop")
    assert "out1" not in pad.fields
    assert drafts(haggis) == []
    pad.fill(**ROUND).press("keep")
    assert len(drafts(haggis)) == 1
    pad.press("save")
    assert drafts(haggis) == []


def test_a_form_that_was_only_looked_at_leaves_nothing(haggis: Haggis, caller: Caller) -> None:
    """That nobody bet is what a form says by itself."""
    Pad(caller).press("keep")
    assert drafts(haggis) == []


def test_what_was_begun_at_the_terminal_is_offered_and_gone_on_with(haggis: Haggis, caller: Caller) -> None:
    terminals = haggis.path().with_name("friday.toml.draft")
    terminals.write_text(TERMINALS)
    pad = Pad(caller)
    assert "Started at the terminal: Isla out first with 4 held." in pad.text
    assert "out1" not in pad.fields
    pad.press("terminal")
    assert {"out1": "Isla", "count1": "4"}.items() <= pad.fields.items()
    assert not terminals.exists()
    assert "Begun at the terminal" not in Pad(caller).text


def test_a_half_round_that_cannot_be_read_is_set_aside_and_said_to_be(haggis: Haggis, caller: Caller) -> None:
    Pad(caller).fill(**HALF).press("keep")
    drafts(haggis)[0].write_text("players = [")
    pad = Pad(caller)
    assert "The half-entered round cannot be read" in pad.text
    assert "is now in removed/" in pad.text
    assert drafts(haggis) == []
    pad.fill(**HALF).press("keep")
    assert len(drafts(haggis)) == 1


def test_a_disk_that_takes_no_draft_is_told_of_and_the_round_is_saved_all_the_same(
    haggis: Haggis, caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    from haggis_cli.matches.store.drafts_and_trash import DraftFile
    from haggis_cli.support.errors import StoreError

    def fail(_file: DraftFile, _data: bytes) -> None:
        raise StoreError("no space left")

    monkeypatch.setattr(DraftFile, "write", fail)
    pad = Pad(caller).fill(**ROUND).press("keep")
    assert "The half-entered round is not saved: no space left" in pad.text
    assert "Round 1 is saved" in pad.press("save").text


def test_the_files_of_phones_are_bounded(haggis: Haggis, caller: Caller) -> None:
    for number in range(60):
        haggis.path().with_name(f"friday.toml.phone-{number:016x}.draft").write_text(TERMINALS)
    pad = Pad(caller).fill(**HALF).press("keep")
    assert "this match already has 60 half-entered rounds from phones, the most allowed" in pad.text
    assert pad.fields["count1"] == "8"
    assert len(drafts(haggis)) == 60


def test_doctor_and_list_know_the_half_rounds_of_phones(haggis: Haggis, caller: Caller) -> None:
    Pad(caller).fill(**HALF).press("keep")
    said = [each["says"] for each in haggis.json("doctor")["findings"] if each["about"] == "half round"]
    assert said == ["round 1 is half entered on a phone: 'haggis serve' lets you continue it there"]
    assert haggis.ok("list").count("friday") == 1
    haggis.path().unlink()
    assert haggis("doctor", "--fix").code == 0
    assert drafts(haggis) == []
    assert [path.name for path in (haggis.home / "removed").iterdir()] == ["friday.toml.phone-0123456789abcdef.draft"]


def test_who_still_has_the_pad_of_a_removed_match_is_led_to_the_list(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**HALF)
    haggis.ok("remove", "friday", "--yes")
    pad.press("save")
    assert "There is no match" in pad.text
    assert "Go to the matches" in pad.text


def test_a_removed_match_takes_them_along_and_brings_them_back(haggis: Haggis, caller: Caller) -> None:
    Pad(caller).fill(**HALF).press("keep")
    haggis.ok("remove", "friday", "--yes")
    assert drafts(haggis) == []
    removed = next((haggis.home / "removed").glob("friday*.toml"))
    ran = haggis("import", str(removed))
    assert "its half-entered round 1 is restored with it, on the phone that it was entered on" in ran.out + ran.err
    assert Pad(caller).fields["count1"] == "8"


def test_the_terminal_is_not_offered_what_a_phone_has_begun(haggis: Haggis, caller: Caller) -> None:
    """Two people may enter the same round: each goes on with the own answers."""
    Pad(caller).fill(**HALF).press("keep")
    assert "half round is waiting" not in haggis.ok()
