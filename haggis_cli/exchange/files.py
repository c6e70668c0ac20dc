"""The files of matches: written for one match or for all, or one for each in a folder; and found to be read.

Begin with `read_outgoing` and `write_to_folder`, or with `read_sources` and `detect_format`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from haggis_cli.exchange.formats.csv_file import looks_like_csv
from haggis_cli.exchange.formats.transcript import HEADER
from haggis_cli.exchange.known_formats import FORMATS, ExchangeFormat, find_format, find_format_by_extension
from haggis_cli.exchange.parsed_match import MAX_BYTES, OutgoingMatch
from haggis_cli.history.selection import People
from haggis_cli.matches.heading import file_names
from haggis_cli.matches.store.atomic_write import STANDARD_OUTPUT, is_folder, write_output_file
from haggis_cli.matches.store.files import Notice, read_regular, user_path
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.support.errors import HaggisError, RecordError, StoreError, UsageError


class ExportResult(NamedTuple):
    """What became of one match.

    action: `written`, `unchanged` if the file says the same already, or `failed`, in which case there is no `file`.
    notice: what a person should know of the file that was written.
    warnings: what the file that was written leaves out.
    """

    id: str
    action: str
    file: str | None = None
    error: HaggisError | None = None
    notice: Notice | None = None
    warnings: tuple[str, ...] = ()


def choose_format(name: str | None, output: str) -> ExchangeFormat:
    """The format that is named, else that of the file's ending, else the match file itself."""
    if name:
        return find_format(name, reading=False)
    if output == STANDARD_OUTPUT or is_folder(output):
        return FORMATS["toml"]
    ending, found = Path(output).suffix, find_format_by_extension(output)
    if found is None and ending:
        endings = ", ".join(f"{each.name} ({each.extensions[0]})" for each in FORMATS.values())
        why = f"no format has the ending '{ending}': add --format with one of {endings}"
        raise UsageError(f"{output}: {why}")
    return found or FORMATS["toml"]


def needs_folder(form: ExchangeFormat, output: str, *, every: bool, wide: bool) -> bool:
    """Whether each match gets a file of its own; UsageError where one file would have to hold what it cannot.

    every: whether all matches are written, not one.
    """
    folder = is_folder(output) or (every and "many" not in form.knows and output != STANDARD_OUTPUT)
    if every and not folder and (wide or "many" not in form.knows):
        what = "a wide table" if wide else form.name
        raise UsageError(f"{what} holds one match, not all: name a folder with -o, like -o backup/")
    return folder


def read_outgoing(store: Store, path: Path, form: ExchangeFormat, people: People) -> OutgoingMatch:
    """A match of the store, adjudicated where the format needs it."""
    file = MatchFile(store.read(path).data, path.name)
    report = adjudicate(file, load(file.record.variant)) if "referee" in form.knows else None
    return OutgoingMatch(path.stem, file, report, people)


def find_missing_data(form: ExchangeFormat, matches: Sequence[OutgoingMatch], data: bytes) -> Iterator[str]:
    """What 'haggis import' would not find in a file that holds this data, in sentences."""
    if not form.reader:  # a link has the totals alone
        return
    for each in matches:
        rounds = each.report.rounds if each.report else ()
        if form.name == "csv" and not rounds:
            why = "its rounds are not known" if each.file.record.final else "it has no round yet"
            yield f"{each.id}: omitted from the table, because {why}"
        for number, report in enumerate(rounds, 1):
            if not report.outcome:
                yield f"{each.id}: round {number} is not over or breaks a rule, so its figures are missing"
    if len(data) > MAX_BYTES:
        yield (
            f"the file is larger than {MAX_BYTES >> 20} MiB, the most that 'haggis import' reads: "
            "'-o FOLDER/' writes one file per match"
        )


def write_to_folder(
    folder: Path, matches: Sequence[OutgoingMatch], form: ExchangeFormat, *, wide: bool, force: bool, home: str | None
) -> Iterator[ExportResult]:
    """Write a file for each match, called as people call it; each result comes before the next match is written.

    A match file is called by the id that it holds.

    StoreError if the folder cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{folder}: this folder cannot be created: {error.strerror}") from None
    ids = {each.id: each.id for each in matches}
    names = ids if form is FORMATS["toml"] else file_names({each.id: each.title for each in matches})
    for each in matches:
        path = folder / f"{names[each.id]}{form.extensions[0]}"
        try:
            data = form.render([each], many=False, wide=wide)
            if _has_content(path, data):
                yield ExportResult(each.id, "unchanged", str(path))
                continue
            if path.exists() and not path.is_file():  # a pipe would be waited for
                raise StoreError(f"{path}: exists already and is not a file")
            notice = write_output_file(str(path), data, force=force, home=home)
        except HaggisError as error:
            yield ExportResult(each.id, "failed", error=error)
        else:
            missing = tuple(find_missing_data(form, [each], data))
            yield ExportResult(each.id, "written", str(path), None, notice, missing)


def _has_content(path: Path, data: bytes) -> bool:
    try:
        return read_regular(path, len(data)) == data
    except OSError:
        return False


# The files that are read for an import, and what they hold as bytes.

STANDARD_INPUT = "-"


def read_sources(
    names: Iterable[str], read_standard_input: Callable[[int], bytes]
) -> Iterator[tuple[str, bytes | HaggisError]]:
    """Each file with its content, or with the error that kept it from being read.

    names: files, folders, and `-` for standard input. Of a folder those files are read that hold matches for sure.
    read_standard_input: gives so many bytes of it at most.
    """
    for name in names:
        if name == STANDARD_INPUT:
            yield "standard input", read_standard_input(MAX_BYTES + 1)
            continue
        path = user_path(name)
        files = _find_match_files(path) if path.is_dir() else [path]
        if not files:
            yield str(path), StoreError(f"{path}: no file in this folder clearly holds matches")
        for each in files:
            yield str(each), _read_content(each)


def _find_match_files(folder: Path) -> list[Path]:
    """The files of a folder that hold matches by their endings, and those texts that say so in their first line."""
    try:
        return [path for path in sorted(folder.iterdir()) if path.is_file() and _holds_matches(path)]
    except OSError as error:
        raise StoreError(f"{folder}: cannot be read: {error.strerror}") from None


def _holds_matches(path: Path) -> bool:
    form = find_format_by_extension(path.name)
    if form is None or not form.reader:
        return False
    if form is not FORMATS["text"]:
        return True
    with path.open("rb") as file:
        return file.readline(200).decode("utf-8-sig", "replace").strip() == HEADER


def _read_content(path: Path) -> bytes | HaggisError:
    try:
        return read_regular(path, MAX_BYTES)
    except FileNotFoundError:
        return StoreError(f"{path}: there is no such file")
    except (OSError, ValueError) as error:
        return StoreError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}")


# What a file is by what it looks like.

_TOML = re.compile(r"^\s*(?:format|id|variant|players)\s*=", re.MULTILINE)
_JSON = re.compile(r"\{|\[\s*[{\]]")  # and not any text in brackets
_XML = re.compile(r"<[?!]|<plays\b")  # and not any text in angle brackets
_HEAD_SIZE = 8192  # characters that tell the format


def detect_format(data: bytes, file: str) -> ExchangeFormat:
    """The format of a file to read: what it looks like, else its ending, else plain text."""
    if len(data) > MAX_BYTES:
        raise RecordError(f"{file}: too large to import (more than {MAX_BYTES >> 20} MiB)")
    head = data[:_HEAD_SIZE].decode("utf-8-sig", "replace")
    start, ending = head.lstrip(), find_format_by_extension(file)
    if ending and ending.name == "toml":
        return ending
    if _JSON.match(start):
        return FORMATS["bgstats" if ending is FORMATS["bgstats"] or _has_plays(data) else "json"]
    if _XML.match(start):
        return FORMATS["bgg"]
    if ending and ending.reader:
        return ending
    if looks_like_csv(head):
        return FORMATS["csv"]
    return FORMATS["toml" if _TOML.search(head) else "text"]


def _has_plays(data: bytes) -> bool:
    return re.search(rb'"plays"\s*:\s*\[', data) is not None and b'"playerScores"' in data
