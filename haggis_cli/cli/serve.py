"""`haggis serve`: the match on every phone at the table."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated

from haggis_cli.cli.completion import match_ids
from haggis_cli.cli.options import Context, Home, Json, argument, option, query_history
from haggis_cli.cli.terminal.display import knows_blocks, render_code, width_needed
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import shell_word
from haggis_cli.support.extras import QrDrawing, require_library
from haggis_cli.support.text import join_words

if TYPE_CHECKING:
    from haggis_cli.web.access import Settings

LIBRARIES = ("starlette", "uvicorn", "jinja2", "segno")

ServedMatch = Annotated[
    str | None,
    argument("MATCH", "Match that phones open: its id, part of its id, or its file. Default: all matches.", match_ids),
]
Lan = Annotated[bool, option("--lan", "Let phones on this network connect; without it only this computer can.")]
Host = Annotated[
    str | None,
    option(
        "--host ADDRESS", "With --lan: listen on this address only, if the computer has several (networks or a VPN)."
    ),
]
Port = Annotated[
    int | None, option("--port N", "Port to listen on; 0 picks a free one. Default: 8321 if free.", min=0, max=65535)
]
ReadOnly = Annotated[bool, option("--read-only", "Let phones watch, but not change anything.")]
OpenBrowser = Annotated[bool, option("--open", "Open the page in this computer's browser.")]
NewKeys = Annotated[bool, option("--new-keys", "Make new keys, which locks out every phone that had access before.")]


def command(
    match: ServedMatch = None,
    lan: Lan = False,
    host: Host = None,
    port: Port = None,
    read_only: ReadOnly = False,
    open_browser: OpenBrowser = False,
    new_keys: NewKeys = False,
    json: Json = False,
    home: Home = None,
) -> None:
    """Serve the matches to the phones at the table.

    Scan the code to score, record, ask the referee or watch the board. Several phones and this terminal can work at the
    same time. Without MATCH the phones show all matches. Nothing leaves your network. Ctrl-C stops the server;
    everything that a phone has saved is in the match file.

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
        raise UsageError("--host chooses the address for phones: add --lan")
    from haggis_cli.history.selection import with_looks
    from haggis_cli.web import server
    from haggis_cli.web.access import Devices, Settings
    from haggis_cli.web.matches import find_served

    context = Context(Printer(), home, json)
    store = context.store
    match_id = find_served(store, match) if match is not None else None
    chosen = None if host is None else server.check_address(host)
    lan_address = (chosen or server.find_lan_address()) if lan else None
    listening = server.open_socket(chosen or server.listening_place(lan_address), port)
    with listening:
        # The first page lists all matches, and in the server's one thread everybody would wait for it. Whichever page
        # is the first, players have the looks that they keep.
        query_history(context, with_looks(store, lambda *_: None))
        devices = Devices(store.home, renew=new_keys)
        address = f"http://{server.url_host(lan_address or server.HERE)}:{listening.getsockname()[1]}"
        again = _lan_command(match_id, listening.getsockname()[1], home, read_only=read_only)
        settings = Settings(store, devices, server.local_names(lan_address), match_id, read_only, address, lan, again)

        others = [each for each in server.find_addresses() if lan and not chosen and each != lan_address]

        def tell_started() -> None:
            print_start(context, settings, others)
            if open_browser:
                _open_in_browser(context.printer, settings)

        devices.renewed = partial(print_renewed, context, settings)
        server.run_server(settings, listening, tell_started, context.printer.print_error)


def _lan_command(match_id: str | None, port: int, home: str | None, *, read_only: bool) -> str:
    """What starts the same server for phones, too, at the same address, so that pages that are open stay in use."""
    from haggis_cli.web.server import USUAL_PORT

    place = ["--port", str(port)] if port != USUAL_PORT else []
    more = [*place, *(["--read-only"] if read_only else []), *(["--home", home] if home else [])]
    return " ".join(map(shell_word, ["haggis", "serve", *([match_id] if match_id else []), "--lan", *more]))


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
            printer.print_message("No browser could be opened. Open the address yourself.")

    Thread(target=open_page, daemon=True).start()


# What `haggis serve` prints once it answers: the code, the address, and who may reach it.

_LINES_BESIDE = 6  # of text below the code, and where the cursor is
_MOST_OTHERS = 3  # addresses that are named


def print_start(context: Context, settings: "Settings", others: Sequence[str]) -> None:
    """Print the address, at a terminal with its code and what to know; elsewhere alone, for a script.

    others: the addresses that this computer has beside, by one of which phones may reach it if not by this one.
    """
    if _is_read_by_people(context) and others:  # above the code, which a small terminal would scroll away
        named = join_words(others[:_MOST_OTHERS])
        noun = "address" if len(others) == 1 else "addresses"
        context.printer.print_message(f"This computer also has the {noun} {named}; --host chooses another one.")
    _print_link(context, settings)
    if _is_read_by_people(context):
        _print_advice(context.printer, settings)


def print_renewed(context: Context, settings: "Settings") -> None:
    """Print the address anew after a device has lost its key: the old one lets nobody in any more."""
    with suppress(OSError):  # the key is taken away, whatever has become of the terminal
        if _is_read_by_people(context):
            context.printer.print_message("A device was locked out: phones now need this new code.")
        _print_link(context, settings)


def _is_read_by_people(context: Context) -> bool:
    return context.printer.columns is not None and not context.json


def _print_link(context: Context, settings: "Settings") -> None:
    printer, link = context.printer, settings.write_link or settings.watch_link
    if context.json:
        printer.print_json(
            {
                "address": link,
                "watch": settings.watch_link,
                "match": settings.match_id,
                "lan": settings.lan,
                "read_only": settings.read_only,
            }
        )
    else:
        if printer.columns is not None and settings.lan:
            _print_code(printer, link)
        printer.print_line(link)
    printer.out.flush()


def _print_code(printer: Printer, link: str) -> None:
    """The link as a code, where the terminal is large enough for it."""
    drawing, (columns, rows) = QrDrawing(link), get_terminal_size()
    if not knows_blocks(printer) or width_needed(drawing) > columns:
        return
    lines = render_code(printer, drawing, columns)
    if len(lines) + _LINES_BESIDE > rows:
        lines = render_code(printer, drawing, width_needed(drawing))
    if len(lines) + 1 > rows:  # what is scrolled away cannot be scanned
        return
    for line in lines:
        printer.print_line(line)


def _print_advice(printer: Printer, settings: "Settings") -> None:
    what = "watch" if settings.read_only else "score and watch"
    if settings.lan:
        printer.print_message(f"Phones in this network that open this address may {what}: treat it like a key.")
    else:
        printer.print_message(
            f"Only this computer can open this address to {what}; 'haggis serve --lan' lets phones connect."
        )
    if not settings.read_only and settings.lan:
        printer.print_message(f"Code for phones that may only watch: {settings.address}/share")
    printer.print_message("Press Ctrl-C to stop.")
