"""What is told once a change of a match is saved: the rounds that it has brought, how the match stands, what is next.

The terminal, the phone and `--json` show this one value. Another sentence on how a match stands is one more `yield` in
`standing`, and appears in all of them.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from haggis_cli.book.match import OpenMatch
from haggis_cli.referee.report import Report
from haggis_cli.referee.report_json import show_json
from haggis_cli.referee.sentences import due


class Said(NamedTuple):
    """A sentence on how a match stands.

    text: the sentence.
    keys: what the JSON says of it beside the match; empty where that is among the keys of the match already.
    """

    text: str
    keys: Mapping[str, Any] = MappingProxyType({})


def standing(report: Report) -> Iterator[Said]:
    """How a match stands once a change of it is saved; what is next, or who has won, comes last."""
    yield Said(due(report))


class AfterSaving(NamedTuple):
    """What is told of a match once a change of it is saved.

    match: the match as it is now.
    rounds: the numbers of the rounds to be shown.
    sentences: what else has changed, and how the match stands.
    keys: what the JSON says beside the match.
    """

    match: OpenMatch
    rounds: tuple[int, ...]
    sentences: tuple[str, ...]
    keys: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The match as `haggis show --json` tells it, and what the change has done."""
        return show_json(self.match.report, self.match.path) | dict(self.keys)


def after_saving(
    match: OpenMatch, *, rounds: Iterable[int] = (), changes: Iterable[str] = (), **keys: object
) -> AfterSaving:
    """What is told of a change that is saved.

    match: the match as it is now.
    rounds: the numbers of the rounds to be shown, added or put right.
    changes: sentences on what has changed beside what was asked for.
    keys: what the JSON says of the change.
    """
    said = list(standing(match.report))
    for each in said:
        keys |= each.keys
    return AfterSaving(match, tuple(rounds), (*changes, *(each.text for each in said)), keys)
