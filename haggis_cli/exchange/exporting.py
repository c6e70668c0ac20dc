"""Matches as the bytes of a file, in any of the formats."""

from collections.abc import Sequence
from typing import NamedTuple

from haggis_cli.exchange.known_formats import ExchangeFormat
from haggis_cli.matches.toml.guard import encode_utf8
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.referee.report import Report


class OutgoingMatch(NamedTuple):
    """A match on its way out. id: the name of its file. report: only where the format needs the match adjudicated."""

    id: str
    file: MatchFile
    report: Report | None


def render_matches(form: ExchangeFormat, matches: Sequence[OutgoingMatch], *, many: bool, wide: bool = False) -> bytes:
    """The file that holds these matches; `many`: in the shape for several, even if it is one."""
    if form.name == "toml":
        return matches[0].file.data
    return encode_utf8(_render_text(form, matches, many=many, wide=wide))


def _render_text(form: ExchangeFormat, matches: Sequence[OutgoingMatch], *, many: bool, wide: bool) -> str:
    records = [each.file.record for each in matches]
    reports = [each.report for each in matches if each.report]
    match form.name:
        case "json":
            from haggis_cli.exchange.formats import match_json

            return match_json.write(records, many=many)
        case "text":
            from haggis_cli.exchange.formats import transcript

            return "\n".join(map(transcript.write, records))
        case "csv":
            from haggis_cli.exchange.formats import csv_file

            return csv_file.write(reports, wide=wide)
        case "bgstats":
            from haggis_cli.exchange.formats import bgstats

            return bgstats.write(reports)
        case "bgg":
            from haggis_cli.exchange.formats import bgg

            return bgg.write(reports)
        case _:
            from haggis_cli.exchange.formats import bgstats_link

            address = bgstats_link.play_link(reports[0])
            return (bgstats_link.qr_svg(address) if form.name == "qr" else address) + "\n"
