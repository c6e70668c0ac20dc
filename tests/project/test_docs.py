"""The pages for readers: links lead somewhere, commands exist, lines fit a terminal, every room is on its page."""

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from haggis_cli.cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = [
    *(page for pattern in ("*.md", "docs/*.md", "docs/guides/*.md", "examples/**/*.md") for page in ROOT.glob(pattern)),
    ROOT / "benchmarks/README.md",
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    for link, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", text):
        target = page.parent / link if link else page
        if "generated" not in target.parts:  # the build makes these
            assert target.exists(), link
        assert not anchor or anchor in anchors(target), anchor


def anchors(page: Path) -> set[str]:
    """What links call the headings of a page."""
    headings = re.findall(r"(?m)^#+ (.*)", page.read_text("utf-8").lower())
    return {re.sub(r"[^\w -]", "", heading).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_of_a_page_exists_with_its_options(page: Path) -> None:
    text = page.read_text("utf-8")
    spans = [
        " ".join(span.split())
        for span in re.findall(r"`([^`\n]+(?:\n[^`\n]+)?)`", re.sub("```.*?```", "", text, flags=re.DOTALL))
    ]
    typed = [
        line.removeprefix("$ ")
        for block in re.findall(r"(?s)```(?:console|sh)\n(.*?)```", text)
        for line in block.splitlines()
    ]
    for words in [each.split() for each in (*spans, *typed)]:
        if words[:1] == ["haggis"]:
            assert find_unknown(get_command(app), words[1:]) == []
        elif words[:2] == ["python", "-m"]:
            assert find_spec(words[2]), words
        elif "pytest" in words[:2]:
            assert [word for word in words if word.startswith("tests/") and not (ROOT / word).exists()] == []


def find_unknown(command: Any, words: list[str]) -> list[str]:
    """The options among the words that a command does not have, or the word where it is no command."""
    known = {option for param in command.params for option in (*param.opts, *param.secondary_opts)} | {"--help", "-h"}
    for number, word in enumerate(words):
        if hasattr(command, "commands") and re.fullmatch("[a-z]+", word):
            inner = command.get_command(None, word)
            return find_unknown(inner, words[number + 1 :]) if inner else [word]
        if word.startswith("-") and len(word) > 1 and word not in known:
            return [word]
    return []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_line_of_prose_is_wider_than_120_columns(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    # A row of a table is one line in Markdown, and a span of code cannot be broken.
    prose = [line for line in text.splitlines() if not line.startswith("|")]
    assert [line for line in prose if len(re.sub(r"`[^`]*`", "", line)) > 120] == []


def test_the_page_of_the_rooms_names_all_of_them_and_each_has_a_page_of_its_own() -> None:
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    rooms = [init.parent for init in (ROOT / "haggis_cli").glob("*/__init__.py")]
    assert [room.name for room in rooms if f"[`{room.name}/`]" not in page] == []
    assert [room.name for room in rooms if not (room / "__init__.py").read_text("utf-8").startswith('"""')] == []


def test_the_page_of_the_rooms_names_every_chapter_and_no_other() -> None:
    rows = re.findall(
        r"^\| \[`(\w+)/`\].*\| (.*) \|$", (ROOT / "docs/architecture.md").read_text("utf-8"), re.MULTILINE
    )
    told = {room: set(re.findall(r"`(\w+)`", chapters)) for room, chapters in rows}
    found = {
        room: {path.stem for path in (ROOT / "haggis_cli" / room).rglob("*.py") if path.stem != "__init__"}
        for room in told
    }
    assert {room: names ^ found[room] for room, names in told.items() if names != found[room]} == {}
    assert told


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_a_page_for_developers_names_only_files_that_are_there(page: str) -> None:
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text("utf-8"), flags=re.DOTALL)
    there = [
        f"/{path.relative_to(ROOT)}"
        for folder in ("haggis_cli", "tests", "variants", "docs", "examples", "man")
        for path in (ROOT / folder).rglob("*")
    ]
    there += [f"/{path.name}" for path in ROOT.iterdir()]
    named = re.findall(r"`([\w./-]+(?:\.(?:py|md|toml|html)|/))`", text)
    assert named
    assert [name for name in named if not any(path.endswith(f"/{name.rstrip('/')}") for path in there)] == []


PACKAGE = ROOT / "haggis_cli"


@pytest.mark.parametrize("page", [*PACKAGE.rglob("__init__.py")], ids=lambda page: str(page.parent.relative_to(ROOT)))
def test_the_page_of_a_room_names_only_what_is_there(page: Path) -> None:
    """Chapters and folders of the package, or what is defined in the room."""
    there = {path.stem for path in PACKAGE.rglob("*") if path.is_dir() or path.suffix == ".py"} | {
        "haggis",
        PACKAGE.name,
    }
    source = "".join(path.read_text("utf-8") for path in page.parent.rglob("*.py"))
    text = page.read_text("utf-8").removeprefix('"""').partition('"""')[0]
    named = set(re.findall(r"`([a-z_]+)/?`", text)) | set(re.findall(r"\b([a-z_]+)\.py\b", text))
    assert {name for name in named - there if not re.search(rf"\b(?:def|class) {name}\b", source)} == set()


def test_nothing_lies_loose_at_the_top_of_the_package() -> None:
    assert sorted(path.name for path in (ROOT / "haggis_cli").glob("*.py")) == ["__init__.py", "__main__.py"]
