"""`haggis serve`: the match on every phone at the table."""

from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.options import Home, Json, Match
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.errors import UsageError
from haggis_cli.support.extras import require_library

if TYPE_CHECKING:
    from haggis_cli.web.settings import Settings

LIBRARIES = ("starlette", "uvicorn", "jinja2", "segno")

Lan = Annotated[bool, typer.Option("--lan", help="Let phones of this network in; without it only this computer.")]
Host = Annotated[
    str | None,
    typer.Option(
        "--host",
        metavar="ADDRESS",
        help="With --lan: which address of this computer, where it is in several networks or a VPN; only there.",
    ),
]
Port = Annotated[
    int | None, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 8321 if free, 0: any.")
]
ReadOnly = Annotated[bool, typer.Option("--read-only", help="Nobody may change anything.")]
OpenBrowser = Annotated[bool, typer.Option("--open", help="Open the page in this computer's browser.")]
NewKeys = Annotated[bool, typer.Option("--new-keys", help="Lock out every phone that was let in before.")]


def command(
    match: Match = None,
    lan: Lan = False,
    host: Host = None,
    port: Port = None,
    read_only: ReadOnly = False,
    open_browser: OpenBrowser = False,
    new_keys: NewKeys = False,
    json: Json = False,
    home: Home = None,
) -> None:
    """Put the match on every phone at the table.

    Scan the code, and score, record, ask the referee or watch the board; several phones at once, and this terminal.
    Without MATCH the phones see all matches. Nothing leaves your network. Ctrl-C ends it; all that a phone has saved is
    in the match file.

    \b
    haggis serve --lan
    haggis serve friday --lan
    haggis serve --lan --host 192.168.1.5
    haggis serve --lan --read-only
    haggis serve --open
    """
    for library in LIBRARIES:
        require_library("'haggis serve' needs", library, "serve")
    if host is not None and not lan:
        raise UsageError("--host says by which address phones come: add --lan")
    printer = Printer()
    from haggis_cli.cli.history_query import query_history
    from haggis_cli.cli.serve.start_page import print_start
    from haggis_cli.matches.store.folder import Store
    from haggis_cli.matches.store.places import home_folder
    from haggis_cli.web import addresses, server
    from haggis_cli.web.access.keys import load_keys
    from haggis_cli.web.matches import find_served
    from haggis_cli.web.settings import Settings

    store = Store(home_folder(home))
    match_id = find_served(store, match) if match is not None else None
    chosen = None if host is None else addresses.check_address(host)
    lan_address = (chosen or addresses.find_lan_address()) if lan else None
    listening = addresses.open_socket(chosen or addresses.listening_place(lan_address), port)
    with listening:
        # The first page lists all matches, and in the server's one thread everybody would wait for it.
        query_history(printer, store, lambda _index, _survey: None)
        keys = load_keys(store.home, renew=new_keys)
        address = f"http://{addresses.url_host(lan_address or addresses.HERE)}:{listening.getsockname()[1]}"
        settings = Settings(store, keys, addresses.local_names(lan_address), match_id, read_only, address, lan)

        others = [each for each in addresses.find_addresses() if lan and not chosen and each != lan_address]

        def tell_started() -> None:
            print_start(printer, settings, others, as_json=json)
            if open_browser:
                _open_in_browser(printer, settings)

        server.run_server(settings, listening, tell_started, printer.print_error)


def _open_in_browser(printer: Printer, settings: "Settings") -> None:
    """Show the first page in this computer's browser, which is started beside the server."""
    from threading import Thread
    from webbrowser import open as show

    link = settings.write_link or settings.watch_link

    def open_page() -> None:
        try:
            is_shown = show(link)
        except Exception:  # what opens a browser differs from system to system, and so does how it fails
            is_shown = False
        if not is_shown:
            printer.print_message("No browser could be opened: open the address yourself.")

    Thread(target=open_page, daemon=True).start()
