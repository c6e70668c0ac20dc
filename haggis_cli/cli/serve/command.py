"""`haggis serve`: the match on every phone at the table."""

from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.options import Home, Match
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.support.errors import HaggisError

if TYPE_CHECKING:
    from haggis_cli.web.settings import Settings

LIBRARIES = ("starlette", "uvicorn", "jinja2", "segno")
EVERYWHERE, HERE = "0.0.0.0", "127.0.0.1"

Lan = Annotated[bool, typer.Option("--lan", help="Let phones of this network in; without it only this computer.")]
Port = Annotated[int | None, typer.Option("--port", metavar="N", min=1, max=65535, help="The port; 8321 if free.")]
ReadOnly = Annotated[bool, typer.Option("--read-only", help="Nobody may change anything.")]
OpenBrowser = Annotated[bool, typer.Option("--open", help="Open the page in this computer's browser.")]
NewKeys = Annotated[bool, typer.Option("--new-keys", help="Lock out every phone that was let in before.")]


class MissingLibrary(HaggisError):
    """A library that only `serve` needs is not installed."""


def command(
    match: Match = None,
    lan: Lan = False,
    port: Port = None,
    read_only: ReadOnly = False,
    open_browser: OpenBrowser = False,
    new_keys: NewKeys = False,
    home: Home = None,
) -> None:
    """Put the match on every phone at the table.

    Scan the code, and score, record, ask the referee or watch the board; several phones at once, and this terminal.
    Nothing leaves your network. Ctrl-C ends it; all that a phone has saved is in the match file.

    \b
    haggis serve
    haggis serve friday --lan
    haggis serve --lan --read-only
    """
    _check_libraries()
    printer = Printer()
    from haggis_cli.matches.store.folder import Store, home_folder
    from haggis_cli.web import server
    from haggis_cli.web.access.keys import load_keys
    from haggis_cli.web.settings import Settings

    store = Store(home_folder(home))
    match_id = store.find(match).stem if match is not None else None
    keys = load_keys(store.home, renew=new_keys)
    lan_address = server.find_lan_address() if lan else None
    listening = server.open_socket(EVERYWHERE if lan else HERE, port)
    address = f"http://{lan_address or 'localhost'}:{listening.getsockname()[1]}"
    settings = Settings(store, keys, server.local_names(lan_address), match_id, read_only, address)
    server.run_server(settings, listening, lambda: _print_started(printer, settings, open_browser=open_browser))


def _check_libraries() -> None:
    for name in LIBRARIES:
        try:
            import_module(name)
        except ImportError:
            raise MissingLibrary(f"'haggis serve' needs {name}: pip install 'haggis-cli[serve]'") from None


def _print_started(printer: Printer, settings: "Settings", *, open_browser: bool) -> None:
    key = settings.keys.watch if settings.read_only else settings.keys.write
    link = f"{settings.address}/k/{key}"
    printer.print_line(safe(link))
    if open_browser:
        import webbrowser

        webbrowser.open(link)
