"""The files that are read for an import, and what they hold as bytes."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from haggis_cli.exchange.formats.text.transcript import HEADER
from haggis_cli.exchange.known_formats import FORMATS, find_format_by_extension
from haggis_cli.exchange.untrusted import MAX_BYTES
from haggis_cli.matches.store.snapshot import read_regular
from haggis_cli.support.errors import HaggisError, StoreError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.paths import user_path

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
            why = f"{escape_text(str(path))}: there is no file in this folder that holds matches for sure"
            yield str(path), StoreError(why)
        for each in files:
            yield str(each), _read_content(each)


def _find_match_files(folder: Path) -> list[Path]:
    """The files of a folder that hold matches by their endings, and those texts that say so in their first line."""
    try:
        return [path for path in sorted(folder.iterdir()) if path.is_file() and _holds_matches(path)]
    except OSError as error:
        raise StoreError(f"{escape_text(str(folder))}: cannot be read: {error.strerror}") from None


def _holds_matches(path: Path) -> bool:
    form = find_format_by_extension(path.name)
    if form is None or form.reader is None:
        return False
    if form is not FORMATS["text"]:
        return True
    with path.open("rb") as file:
        return file.readline(200).decode("utf-8-sig", "replace").strip() == HEADER


def _read_content(path: Path) -> bytes | HaggisError:
    try:
        return read_regular(path, MAX_BYTES)
    except FileNotFoundError:
        return StoreError(f"{escape_text(str(path))}: there is no such file")
    except (OSError, ValueError) as error:
        return StoreError(f"{escape_text(str(path))}: cannot be read: {getattr(error, 'strerror', None) or error}")
