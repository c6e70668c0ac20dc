"""Files that pages load and that are not in `static/`: the styles they share with the sheets."""

from starlette.requests import Request
from starlette.responses import Response

from haggis_cli.sheets.renderers.svg import read_asset


async def send_sheet_styles(_request: Request) -> Response:
    """The styles of the sheets, which are the pages' too: colours, type, tables, charts."""
    return Response(read_asset("chart.css") + read_asset("page.css"), media_type="text/css")
