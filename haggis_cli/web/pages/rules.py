"""The rules at hand: those of a match with its options, or of any variant, with a field to search in.

Reading them changes nothing, so whoever only watches has them, too.
"""

from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.rulebook import tell_rules
from haggis_cli.rules.variant import Table
from haggis_cli.web.pages.match import open_asked
from haggis_cli.web.pages.referee import choose_rules
from haggis_cli.web.rendering import match_path, render_page


def show_of_match(request: Request) -> Response:
    """The rules of a match, with its options."""
    opened = open_asked(request)
    return _render(request, opened.report.table, match=opened.path.stem, address=match_path(opened.path.stem, "/rules"))


def show_of_variant(request: Request) -> Response:
    """The rules of any variant, with the options that are chosen."""
    table, rules = choose_rules(request.query_params)
    return _render(request, table, address="/rules", rules=rules)


def _render(request: Request, table: Table, **values: Any) -> Response:
    with guard_rules(table.variant.id):
        topics = tell_rules(table)
    usual: dict[str, Any] = {"match": None, "rules": None}
    return render_page(
        request,
        "rules.html",
        variant=table.variant,
        suits=table.deck.letters,
        topics=topics,
        back=_came_from(request),
        **(usual | values),
    )


def _came_from(request: Request) -> str:
    """The page of this server whose link was followed, for the way back; empty for none."""
    came = urlsplit(request.headers.get("referer", ""))
    is_here = came.netloc == request.headers.get("host") and came.path not in ("", request.url.path)
    return f"{came.path}{f'?{came.query}' if came.query else ''}" if is_here else ""
