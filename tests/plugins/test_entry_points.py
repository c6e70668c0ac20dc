"""The entry points read from metadata files are those that `importlib.metadata` finds."""

import sys
from importlib.metadata import distributions, entry_points
from pathlib import Path

import pytest

from haggis_cli.plugins.registry import EntryPoint, find_entry_points
from tests.support.plugins import installed

GROUP = "haggis_cli.variants"
EMPTY_ZIP = b"PK\x05\x06" + bytes(18)


def said_by_the_library(group: str) -> set[tuple[str, str]]:
    return {(point.name, point.value) for point in entry_points(group=group)}


def pairs(found: list[EntryPoint]) -> set[tuple[str, str]]:
    return {(point.name, point.value) for point in found}


@pytest.mark.parametrize(
    "group", [GROUP, "haggis_cli.default_variant", "console_scripts", "pytest11", "nothing.at.all"]
)
def test_the_same_answer_as_the_library_for_what_is_really_installed(group: str) -> None:
    assert pairs(find_entry_points(group)) == said_by_the_library(group)


def test_our_own_package_is_named_with_its_version() -> None:
    (found,) = [point for point in find_entry_points(GROUP) if point.name == "two-player"]
    assert (found.package, found.value) == ("haggis-cli", "haggis_variants.two_player:TWO_PLAYER")
    assert found.load().id == "two-player"


def test_packages_of_all_kinds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    points = (
        "# a comment\n[console_scripts]\nx = a:b\n\n"
        f"[{GROUP}]\n  one = pub.one:ONE  \ntwo=pub.two:TWO\nthree = pub.three:THREE [extra]\n[other]\nfour = f:f\n"
    )
    installed(tmp_path, "Pub-Haggis", points)
    installed(tmp_path, "bare", f"[{GROUP}]\nfive = pub.five:FIVE\n", metadata=False)
    installed(tmp_path, "empty", "")
    egg = tmp_path / "old.egg-info"
    egg.mkdir()
    (egg / "PKG-INFO").write_text("Name: old\nVersion: 0.9\n", encoding="utf-8")
    (egg / "entry_points.txt").write_text(f"[{GROUP}]\nsix = old:SIX\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = {point.name: point for point in find_entry_points(GROUP)}
    assert found["one"] == EntryPoint("one", "pub.one:ONE", "Pub-Haggis", "1.0")
    assert found["two"] == EntryPoint("two", "pub.two:TWO", "Pub-Haggis", "1.0")
    assert found["three"].value == "pub.three:THREE [extra]"
    assert found["five"] == EntryPoint("five", "pub.five:FIVE", "bare", "1.0")
    assert found["six"] == EntryPoint("six", "old:SIX", "old", "0.9")
    assert "four" not in found
    assert pairs(list(found.values())) == said_by_the_library(GROUP)


def test_a_package_whose_files_cannot_be_read_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = find_entry_points(GROUP)
    info = installed(tmp_path, "broken", "")
    (info / "entry_points.txt").write_bytes(b"[haggis_cli.variants]\n\xff = a:b\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert find_entry_points(GROUP) == before
    (tmp_path / "plugins.zip").write_bytes(EMPTY_ZIP)
    monkeypatch.syspath_prepend(tmp_path / "plugins.zip")  # the library is asked then
    assert pairs(find_entry_points(GROUP)) == pairs(before)


def test_a_package_that_lies_in_two_folders_counts_where_python_would_import_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path / "late", "pub-haggis", f"[{GROUP}]\nnew = pub:NEW\n", version="2.0")
    installed(tmp_path / "early", "pub_haggis", f"[{GROUP}]\nold = pub:OLD\n", version="1.0")
    monkeypatch.syspath_prepend(tmp_path / "late")
    monkeypatch.syspath_prepend(tmp_path / "early")
    found = find_entry_points(GROUP)
    assert ("old", "pub:OLD") in pairs(found)
    assert ("new", "pub:NEW") not in pairs(found)
    assert pairs(found) == said_by_the_library(GROUP)


def test_folders_that_are_not_there_or_cannot_be_read_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = find_entry_points(GROUP)
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path / "nowhere")
    assert find_entry_points(GROUP) == before


def test_with_a_zip_file_on_the_path_the_library_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import zipfile

    with zipfile.ZipFile(tmp_path / "plugins.zip", "w") as archive:
        archive.writestr("zipped_haggis-3.0.dist-info/METADATA", "Name: zipped-haggis\nVersion: 3.0\n")
        archive.writestr("zipped_haggis-3.0.dist-info/entry_points.txt", f"[{GROUP}]\nzipped = zipped:Z\n")
    monkeypatch.syspath_prepend(tmp_path / "plugins.zip")
    found = find_entry_points(GROUP)
    assert EntryPoint("zipped", "zipped:Z", "zipped-haggis", "3.0") in found
    assert pairs(found) == said_by_the_library(GROUP)


def test_with_a_finder_of_somebody_else_the_library_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder:
        @staticmethod
        def find_spec(*_: object) -> None:
            return None

        @staticmethod
        def find_distributions(*_: object) -> list[object]:
            return []

    before = find_entry_points(GROUP)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder])
    assert pairs(find_entry_points(GROUP)) == pairs(before)
    assert len(list(distributions())) > 0


@pytest.mark.parametrize(
    ("value", "expected"),
    [("math:pi", "float"), ("os:path.join", "function"), ("math", "module"), ("math:pi [x]", "float")],
)
def test_what_an_entry_point_names_is_imported(value: str, expected: str) -> None:
    assert type(EntryPoint("x", value, "p", "1").load()).__name__ == expected
