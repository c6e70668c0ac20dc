"""`haggis serve`: what it prints once it answers, how it ends, and what it says where it cannot begin."""

import asyncio
import json
import os
import re
import signal
import socket
import sys
import time
from contextlib import ExitStack, closing
from http.client import HTTPException
from pathlib import Path
from sqlite3 import connect
from urllib.parse import urlsplit

import pytest

from haggis_cli.cli.options import Context
from haggis_cli.cli.serve import print_start
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.web.server import NoNetwork, find_addresses, find_lan_address
from tests.support.haggis import PATIENCE, ROOT, Haggis, header, refused
from tests.support.pages import Caller
from tests.support.plugins import COPY, Site
from tests.support.served import Line, Served, Visitor, Watching, find_free_port, head, served
from tests.support.terminal import Screen, Terminal, code_lines, picture, scan, unwrapped

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals and terminals")


@pytest.fixture
def _network() -> None:
    try:
        find_lan_address()
    except NoNetwork:
        pytest.skip("this computer is in no network")


def start(haggis: Haggis, *words: str, columns: int = 80, rows: int = 24, **variables: str) -> Terminal:
    port = str(find_free_port())
    return Terminal(haggis, "serve", *words, "--port", port, columns=columns, rows=rows, **variables)


@pytest.mark.usefixtures("_network")
class TestOnATerminal:
    @pytest.mark.sample(1)
    @pytest.mark.parametrize("columns", [80, 50])
    def test_a_phone_scans_the_address_that_stands_below_the_code(self, haggis: Haggis, columns: int) -> None:
        pytest.importorskip("zxingcpp", reason="scans the drawings")
        haggis.new()
        with start(haggis, "--lan", columns=columns) as terminal:
            terminal.expect("Press Ctrl-C to stop.")
            lines = code_lines(terminal)
            link = next(line for line in terminal.shown.splitlines() if line.startswith("http://"))
            assert scan(picture(lines, ink_is_dark=False)) == link
            assert re.fullmatch(rf"http://{re.escape(find_lan_address())}:\d+/k/[\w-]{{22}}", link)
            shown = terminal.shown.splitlines()
            assert len(shown) - shown.index(lines[0]) < 24, "the code and what is below it are on the screen at once"
            said = unwrapped(terminal.shown)
            assert "Phones in this network that open this address may score and watch: treat it like a key." in said
            assert f"Code for phones that may only watch: {link.partition('/k/')[0]}/share" in said
            terminal.interrupt()
            assert terminal.end()[0] == 130

    @pytest.mark.slow
    def test_a_key_that_is_taken_away_changes_the_code_on_the_screen(self, haggis: Haggis) -> None:
        pytest.importorskip("zxingcpp", reason="scans the drawings")
        haggis.new()
        with start(haggis, "--lan", rows=70) as terminal:
            terminal.expect("Press Ctrl-C to stop.")
            [old] = re.findall(r"http://\S+/k/\S+", terminal.shown)
            number = len(code_lines(terminal))
            host, _other = (Visitor(urlsplit(old).port or 0, old.rpartition("/")[2]) for _ in range(2))
            host.post("/share", host.get("/share").seen.hidden | {"do": "take"})
            terminal.expect("A device was locked out: phones now need this new code.")
            terminal.expect("/k/")
            terminal.interrupt()
            terminal.end()
            new = re.findall(r"http://\S+/k/\S+", terminal.shown)[-1]
            assert new != old
            assert scan(picture(code_lines(terminal)[number:], ink_is_dark=False)) == new

    @pytest.mark.slow
    def test_with_colors_the_code_is_black_on_white(self, haggis: Haggis) -> None:
        pytest.importorskip("zxingcpp", reason="scans the drawings")
        haggis.new()
        haggis.variables.pop("NO_COLOR")
        with start(haggis, "--lan", "--read-only", TERM="xterm-256color") as terminal:
            terminal.expect("Press Ctrl-C to stop.")
            assert "/k/" in scan(picture(code_lines(terminal), ink_is_dark=True))
            assert "may watch: treat" in unwrapped(terminal.shown)

    @pytest.mark.sample(1)
    @pytest.mark.parametrize(("columns", "rows"), [(30, 24), (80, 15)])
    def test_where_there_is_no_room_for_the_code_the_address_stands_alone(
        self, haggis: Haggis, columns: int, rows: int
    ) -> None:
        haggis.new()
        with start(haggis, "--lan", columns=columns, rows=rows) as terminal:
            terminal.expect("Press Ctrl-C to stop.")
            assert not code_lines(terminal)
            assert "http://" in terminal.shown


def test_without_lan_it_says_that_only_this_computer_reaches_it_and_shows_no_code(haggis: Haggis) -> None:
    haggis.new()
    with start(haggis) as terminal:
        terminal.expect("Press Ctrl-C to stop.")
        assert "http://127.0.0.1:" in terminal.shown
        assert (
            "Only this computer can open this address to score and watch; 'haggis serve --lan' lets phones connect."
            in unwrapped(terminal.shown)
        )
        assert not code_lines(terminal)


@pytest.mark.slow
def test_in_a_pipe_the_address_stands_alone_and_for_scripts_as_json(haggis: Haggis) -> None:
    haggis.new()
    with Served(haggis, "friday") as server:
        assert re.fullmatch(rf"http://127\.0\.0\.1:{server.port}/k/[\w-]{{22}}", server.link)
        assert server.end() == (130, "\n")
    process = haggis.start("serve", "--json", "--port", str(find_free_port()))
    assert process.stdout
    told = json.loads(process.stdout.readline())
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=PATIENCE) == ("", "\n")
    assert told["address"].rpartition("/")[2] == server.key
    assert told["watch"].rpartition("/")[2] not in ("", server.key)
    assert (told["match"], told["lan"], told["read_only"]) == (None, False, False)


@pytest.mark.slow
class TestMatchesThatAreNotIndexedYet:
    """They are read before anybody waits for a page: in the server's one thread all would wait."""

    def test_their_figures_are_there_when_the_address_is_printed(self, haggis: Haggis) -> None:
        haggis.new()
        with Served(haggis, "friday"):
            index = next((haggis.folder / "cache").glob("history-*.sqlite"))
            with closing(connect(index)) as rows:
                assert rows.execute("SELECT COUNT(*) FROM matches").fetchone() == (1,)

    def test_the_terminal_tells_how_far_it_is_and_ctrl_c_ends_it(self, haggis: Haggis, tmp_path: Path) -> None:
        site, path = Site(tmp_path / "site"), haggis.new()
        haggis.variables["PYTHONPATH"] = str(site.folder)
        mark = tmp_path / "mark"  # the first of the two is slow enough to be told, the second takes for ever
        slow = f"import pathlib, time\nmark = pathlib.Path({str(mark)!r})\n"
        slow += f"time.sleep({PATIENCE} if mark.exists() else 1)\nmark.touch()\n"
        for name in ("slow", "stuck"):
            site.put(name, f"{COPY}{slow}V = replace(TWO_PLAYER, id='{name}')\n")
            text = path.read_text("utf-8").replace('"friday"', f'"{name}"').replace('"two-player"', f'"{name}"')
            path.with_stem(name).write_text(text, "utf-8")
        with start(haggis, TERM="xterm") as terminal:
            terminal.expect("of 3 matches read")
            terminal.interrupt()
            assert terminal.end()[0] == 130
            assert "http://" not in terminal.shown


class TestTheEnd:
    @pytest.mark.slow
    @pytest.mark.sample("INT")
    @pytest.mark.parametrize(
        ("number", "code"),
        [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP)],
        ids=["INT", "TERM", "HUP"],
    )
    def test_a_signal_ends_it_at_once_and_quietly_with_open_watchers_and_a_form_under_way(
        self, haggis: Haggis, number: int, code: int
    ) -> None:
        haggis.new()
        with Served(haggis) as server:
            visitor = Visitor(server.port, server.key)
            with ExitStack() as open_lines:
                for _ in range(20):
                    assert open_lines.enter_context(Watching(visitor)).status == 200
                slow = open_lines.enter_context(Line(server.port))
                slow.send(head(visitor, "POST", "/m/friday/undo", "Content-Length: 100") + b"token=")
                ended, told = server.end(number)
                assert (ended, told.strip()) == (code, "")

    @pytest.mark.slow
    def test_the_window_that_is_closed_ends_it(self, haggis: Haggis) -> None:
        haggis.new()
        with start(haggis) as terminal:
            terminal.expect("Press Ctrl-C to stop.")
            assert terminal.hang_up() == -signal.SIGHUP

    @pytest.mark.slow
    def test_a_match_that_is_saved_in_the_moment_of_ctrl_c_is_whole_and_the_server_ends(self, haggis: Haggis) -> None:
        haggis.new()
        haggis.ok("score", "friday", "Noah: out 8, cards 12", "Isla: cards 24")
        before = haggis.text()
        with Served(haggis) as server:
            visitor = Visitor(server.port, server.key)
            page = visitor.get("/m/friday")
            fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page.text))
            server.process.send_signal(signal.SIGINT)
            try:
                saved = visitor.post("/m/friday/undo", fields).status in (200, 303)
            except (OSError, HTTPException):
                saved = False
            assert server.end()[0] == 130
        assert haggis.text() != before if saved else True
        assert haggis.json("check", "friday")["ok"]


class TestWhereItCannotBegin:
    @pytest.mark.slow
    def test_a_port_that_is_taken(self, haggis: Haggis) -> None:
        with Served(haggis) as server:
            assert haggis("serve", "--port", str(server.port)) == refused(
                3, f"port {server.port} is taken, perhaps by another 'haggis serve': choose another with --port N"
            )

    def test_without_a_port_the_next_free_one_is_taken(self, haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
        from haggis_cli.web import server

        monkeypatch.setattr(server, "USUAL_PORT", find_free_port())
        with server.open_socket("127.0.0.1", None) as first, server.open_socket("127.0.0.1", None) as second:
            assert second.getsockname()[1] > first.getsockname()[1] == server.USUAL_PORT

    def test_the_help_and_the_guide_name_the_usual_port(self, haggis: Haggis) -> None:
        from haggis_cli.web.server import USUAL_PORT

        assert f"{USUAL_PORT} if free" in " ".join(haggis.ok("serve", "--help").split())
        assert f"port {USUAL_PORT}, " in (ROOT / "docs/guides/phones.md").read_text("utf-8")

    def test_no_network(self, haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
        class Nowhere:
            def __init__(self, *_: object) -> None: ...
            def __enter__(self) -> "Nowhere":
                return self

            def __exit__(self, *_: object) -> None: ...
            def connect(self, _: object) -> None:
                raise OSError("no way there")

        monkeypatch.setattr("haggis_cli.web.server.socket.socket", Nowhere)
        assert haggis("serve", "--lan") == refused(
            3, "this computer is not in a network: join one, or omit --lan to use the pages on this computer alone"
        )

    def test_a_computer_whose_network_is_switched_off(self, haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
        from haggis_cli.web import server

        monkeypatch.setattr(server, "HERE", "192.0.2.1")  # an address that nobody has
        code, _, told = haggis("serve", "--port", "0")
        assert (code, "its network is switched off" in told) == (3, True)

    def test_no_such_match(self, haggis: Haggis) -> None:
        haggis.new()
        assert haggis("serve", "sunday") == refused(3, "there is no match 'sunday': 'haggis list' shows the matches")

    def test_a_match_that_is_not_kept_here(self, haggis: Haggis) -> None:
        away = haggis.new().rename(haggis.folder / "away.toml")
        ran = haggis("serve", str(away))
        assert (
            ran.code,
            "phones show only matches of the score book: add this one with 'haggis import'" in ran.err,
        ) == (3, True)

    @pytest.mark.parametrize("library", ["starlette", "uvicorn", "jinja2", "segno"])
    def test_a_library_that_is_missing(self, haggis: Haggis, monkeypatch: pytest.MonkeyPatch, library: str) -> None:
        monkeypatch.setitem(sys.modules, library, None)
        assert haggis("serve") == refused(3, f"'haggis serve' needs {library}: pip install 'haggis-cli[serve]'")

    @pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write anywhere")
    def test_a_home_that_cannot_be_written_to(self, haggis: Haggis) -> None:
        haggis.new()
        haggis.home.chmod(0o500)
        ran = haggis("serve", "--port", str(find_free_port()))
        haggis.home.chmod(0o700)
        assert (ran.code, "the keys of 'haggis serve' cannot be saved: Permission denied" in ran.err) == (3, True)

    def test_a_home_that_is_no_folder(self, haggis: Haggis, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("x")
        ran = haggis("serve", "--home", str(tmp_path / "file"), "--port", str(find_free_port()))
        assert ran.code == 3
        assert len(ran.err.splitlines()) == 1


@pytest.mark.slow
def test_new_keys_lock_out_whoever_was_let_in_before_and_the_old_stay_otherwise(haggis: Haggis) -> None:
    haggis.new()
    with Served(haggis) as first:
        visitor = Visitor(first.port, first.key)
        assert visitor.get("/m/friday").status == 200
        first.end()
    with Served(haggis) as second:
        visitor.port = second.port
        assert second.key == first.key
        assert visitor.get("/m/friday").status == 200
        second.end()
    with Served(haggis, "--new-keys") as third:
        visitor.port = third.port
        assert third.key != first.key
        assert visitor.get("/m/friday").status == 403


@pytest.mark.slow
def test_players_of_matches_that_were_copied_here_have_their_looks_before_any_page_is_shown(haggis: Haggis) -> None:
    haggis.keep(header('"Isla", "Rory"', lead="Isla", name="younger").replace("2026", "2027"), "younger")
    haggis.keep(header(name="older"), "older")
    with served(haggis):
        assert (haggis.home / "looks.txt").read_text().split() == ["Noah", "Isla", "Rory"]


def test_where_there_is_only_a_new_kind_of_network_its_address_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    from haggis_cli.web import server

    class Probe:
        def __init__(self, family: int, _kind: int) -> None:
            self.family = family

        def __enter__(self) -> "Probe":
            return self

        def __exit__(self, *_: object) -> None: ...
        def connect(self, _: object) -> None:
            if self.family == socket.AF_INET:
                raise OSError("no way there")

        def getsockname(self) -> tuple[str, int, int, int]:
            return found, 50_000, 0, 0

    found = "2001:db8:1::5"
    monkeypatch.setattr("haggis_cli.web.server.socket.socket", Probe)
    assert server.find_lan_address() == found
    assert server.listening_place(found) == "::"
    assert f"http://{server.url_host(found)}:8321" == "http://[2001:db8:1::5]:8321"
    assert found in server.local_names(found)
    found = "fe80::1"
    with pytest.raises(NoNetwork):
        server.find_lan_address()


class TestTheAddressThatIsChosen:
    """With a VPN or several networks the way to the rest of the world is not the way of the phones."""

    @pytest.mark.usefixtures("_network")
    def test_it_is_printed_and_the_server_is_reached_there_alone(self, haggis: Haggis) -> None:
        chosen = find_lan_address()
        if ":" in chosen:
            pytest.skip("this computer has no IPv4 network")
        with Served(haggis, "--lan", "--host", chosen) as server:
            assert server.link.startswith(f"http://{chosen}:{server.port}/k/")
            with socket.create_connection((chosen, server.port), timeout=PATIENCE):
                pass
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)

    @pytest.mark.parametrize(
        ("words", "code", "told"),
        [
            (["--host", "192.168.1.5"], 2, "--host chooses the address for phones: add --lan"),
            (["--lan", "--host", "fritz"], 2, "'fritz' is not an address: give one like 192.168.1.5"),
            (["--lan", "--host", "\x1b[2J"], 2, "'\\x1b[2J' is not an address: give one like 192.168.1.5"),
            (["--lan", "--host", "127.0.0.1"], 2, "no phone can reach 127.0.0.1: give --host an address"),
            (["--lan", "--host", "::"], 2, "no phone can reach ::: give --host an address"),
            (["--lan", "--host", "fe80::5"], 2, "no phone can reach fe80::5: give --host an address"),
            (["--lan", "--host", "198.51.100.7"], 3, "198.51.100.7 is not an address of this computer"),
        ],
    )
    def test_one_that_cannot_be_is_refused(self, haggis: Haggis, words: list[str], code: int, told: str) -> None:
        ran = haggis("serve", *words)
        assert (ran.code, ran.err.removeprefix("haggis: ")[: len(told)]) == (code, told)
        assert len(ran.err.splitlines()) == 1

    @pytest.mark.skipif(sys.platform == "win32", reason="asks the interfaces of POSIX systems")
    def test_the_addresses_of_all_networks_are_found(self, monkeypatch: pytest.MonkeyPatch) -> None:
        known = {"lo": "127.0.0.1", "wlan0": "192.168.1.5", "tun0": "10.8.0.2", "tun1": "10.8.0.2", "off": ""}
        monkeypatch.setattr("socket.if_nameindex", lambda: list(enumerate(known, 1)))
        monkeypatch.setattr("haggis_cli.web.server._address_of_interface", known.__getitem__)
        assert find_addresses() == ["192.168.1.5", "10.8.0.2"]

    @pytest.mark.usefixtures("_network")
    @pytest.mark.skipif(sys.platform != "linux", reason="tried on Linux")
    def test_those_of_this_computer_are_among_them(self) -> None:
        assert ":" in find_lan_address() or find_lan_address() in find_addresses()

    def test_the_others_are_told_beside_it(self, haggis: Haggis) -> None:
        out, err = Screen(), Screen()
        settings = Caller(haggis, lan=True).settings
        print_start(Context(Printer(out=out, err=err)), settings, ["10.8.0.2", "172.17.0.1"])
        told = "This computer also has the addresses 10.8.0.2 and 172.17.0.1; --host chooses another one."
        assert told in unwrapped(err.getvalue())


@pytest.mark.skipif(not socket.has_ipv6, reason="needs IPv6")
def test_a_server_for_both_kinds_of_network_is_reached_by_both() -> None:
    from haggis_cli.web import server

    try:
        listening = server.open_socket("::", 0)
    except server.NoPort as error:
        pytest.skip(str(error))
    with listening, socket.create_connection(("127.0.0.1", listening.getsockname()[1])) as here:
        assert here.getpeername()[1] == listening.getsockname()[1]


def test_what_is_sent_does_not_wait_for_the_browser_to_confirm_what_came_before() -> None:
    from haggis_cli.web import server

    sends_at_once = []

    class Connection(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            accepted = transport.get_extra_info("socket")
            sends_at_once.append(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            transport.close()

    async def connect_once() -> None:
        listening = server.open_socket("127.0.0.1", 0)
        async with await asyncio.get_running_loop().create_server(Connection, sock=listening):
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            assert not await reader.read()
            writer.close()

    asyncio.run(connect_once())
    assert [bool(each) for each in sends_at_once] == [True]


def test_any_free_port_is_taken_where_none_is_asked_for(haggis: Haggis) -> None:
    with Served(haggis, "--port", "0") as server:
        port = urlsplit(server.link).port
        assert port
        assert Visitor(port, server.key).get("/").status == 200


@pytest.mark.slow
def test_open_says_where_there_is_no_browser(haggis: Haggis) -> None:
    haggis.variables["BROWSER"] = "/nowhere/browser"
    haggis.variables["PATH"] = str(haggis.folder)
    with start(haggis, "--open") as terminal:
        terminal.expect("No browser could be opened. Open the address yourself.")
        terminal.interrupt()
        assert terminal.end()[0] == 130


@pytest.mark.slow
def test_open_shows_the_page_in_this_computers_browser(haggis: Haggis) -> None:
    browser = haggis.folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {haggis.folder}/opened\n')
    browser.chmod(0o755)
    haggis.variables["BROWSER"] = f"{browser} %s"
    with Served(haggis, "--open") as server:
        opened, until = haggis.folder / "opened", time.monotonic() + PATIENCE
        while not (opened.exists() and opened.read_text().strip()):
            assert time.monotonic() < until
            time.sleep(0.02)
        assert opened.read_text().strip() == server.link
        assert urlsplit(server.link).hostname == "127.0.0.1"
