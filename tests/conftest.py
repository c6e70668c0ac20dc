"""The tests' own options.

`--rounds N` plays N random rounds of every game instead of a few; `--requests N` sends so many bent requests to the
pages; `--every` runs each case of tests that go over many alike; `--rewrite-readme` writes the README's outputs anew.
"""

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main
import typer.testing
from hypothesis import HealthCheck, settings

from haggis_cli.cli import app
from haggis_cli.support.errors import CommandProcess
from haggis_cli.support.interrupts import restore_signal_handlers
from haggis_cli.support.players import number_players
from tests.support.haggis import Editor, Haggis
from tests.support.plugins import Site


class OnlyWhereThereAre:
    """Keeps pytest from taking a module without examples for one with doctests."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Leave out of what is collected from a file the doctests that it does not have."""
        found = yield
        if file_path.suffix == ".py" and b">>> " not in file_path.read_bytes():
            return [each for each in found if type(each) is pytest.Module]
        return found


def make_commands_once() -> None:
    """Keep what Typer makes of the signatures: reading them anew takes a tenth of the time of the tests."""
    build, built = app.build_command, dict[Callable[..., None], Any]()

    def build_once(
        name: str, function: Callable[..., None], purpose: str, more: Mapping[str, Callable[..., None]] | None = None
    ) -> Any:
        if function not in built:
            built[function] = build(name, function, purpose, more)
        return built[function]

    app.build_command = build_once
    typer.testing._get_command = cache(typer.main.get_command)  # type: ignore[attr-defined] # its own name for it


@pytest.fixture(autouse=True)
def nobody_is_known() -> None:
    """Every test begins without a book: a command and a server give its players their looks."""
    number_players(())


@pytest.fixture
def as_command() -> Iterator[None]:
    """In here errors say which command helps, as they do in a terminal."""
    with CommandProcess():
        yield


def sampled(cases: list[str], *wanted: int | str) -> set[str]:
    """The cases that are named, or so many of them, spread evenly; all where none of the names is there.

    >>> sorted(sampled(["a", "b", "c", "d", "e", "f"], 2))
    ['a', 'd']
    >>> sampled(["a", "b"], "b")
    {'b'}
    """
    named = {each for each in wanted if isinstance(each, str)} & set(cases)
    if named:
        return named
    number = next((each for each in wanted if isinstance(each, int)), len(cases))
    ordered = sorted(cases)
    return {ordered[len(ordered) * each // number] for each in range(number)}


OF_THE_TESTER = ("HAGGIS", "_HAGGIS", "XDG", "LC_")
"""How the names of variables begin that change what commands do."""
ALSO = ("LANG", "LANGUAGE", "NO_COLOR", "FORCE_COLOR", "COLORTERM", "TERM_PROGRAM", "EDITOR", "VISUAL", "USER")
"""And the names of others."""
FOR_TESTS = ("HAGGIS_FRESH_STARTS", "HAGGIS_GOLDEN", "HAGGIS_HOSTILE_TEXT", "HAGGIS_TOML_TEST")
"""What is meant for the tests: each is described where it is used."""


@pytest.hookimpl(trylast=True)  # pytest itself has looked at the colours that are wanted
def pytest_configure(config: pytest.Config) -> None:
    """Take away the tester's own settings, and hear Ctrl-C: a script tells what it starts in the background not to."""
    for name in [name for name in os.environ if name.startswith(OF_THE_TESTER) or name in ALSO]:
        if name not in FOR_TESTS:
            del os.environ[name]
    os.environ["TZ"] = "UTC"  # as in tests.support.haggis: a moment in UTC has the day of the computer that reads it
    if hasattr(time, "tzset"):
        time.tzset()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    make_commands_once()
    config.pluginmanager.register(OnlyWhereThereAre())
    gc.disable()  # up to the end of the collection, which leaves no garbage worth the time of looking for it


for _name, _examples in (("few", 20), ("many", 30)):
    # On a busy machine any example may take long, and by chance many may be filtered out: neither is a mistake.
    settings.register_profile(
        _name,
        max_examples=_examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
settings.load_profile("few")  # `--hypothesis-profile many` takes more examples, as .ci/run does


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark as slow what `sample` leaves out, and leave out what `longest` does, but with `--every`.

    Which cases these are does not depend on the order of the tests.
    """
    for found in _cases(items, "sample"):
        kept = sampled(list(found), *_arguments(found, "sample"))
        for case, item in found.items():
            if case not in kept:
                item.add_marker("slow")
    if config.getoption("--every"):
        return
    left_out: set[pytest.Item] = set()
    for found in _cases(items, "longest"):
        kept = sampled(list(found), *_arguments(found, "longest"))
        if by_default := _arguments(found, "sample"):
            kept |= sampled(list(found), *by_default)
        left_out |= {item for case, item in found.items() if case not in kept}
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]
    if not config.getoption("loadscopereorder", True):
        items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    """When a tester is given its file: what waits most comes first, so that nobody waits for the last test.

    Files that need a browser come one after another, which start one for all of them.
    """
    return 0 if needs_browser(item) else 1 if "haggis" in getattr(item, "fixturenames", ()) else 2


def _cases(items: list[pytest.Item], marker: str) -> list[dict[str, pytest.Item]]:
    """The cases of every test that is so marked, by what stands in brackets."""
    cases: dict[str, dict[str, pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker(marker):
            name, _, case = item.nodeid.partition("[")
            cases.setdefault(name, {})[case.removesuffix("]")] = item
    return [found for found in cases.values() if len(found) > 1]


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: looking for garbage in it again and again takes a tenth of the time."""
    gc.freeze()
    gc.set_threshold(100_000)  # as in commands
    gc.enable()


def needs_browser(item: pytest.Item) -> bool:
    return "running" in getattr(item, "fixturenames", ())


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """End the browser after the last file whose tests need one: those of the next file may need asyncio."""
    goes_on = nextitem is not None and (nextitem.path == item.path or needs_browser(nextitem))
    if "tests.support.browser" in sys.modules and not goes_on:
        sys.modules["tests.support.browser"].shared_browser.end()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Note which tests are skipped where there is no browser, to count those that were not."""
    if any("needs Chromium" in mark.kwargs.get("reason", "") for mark in item.iter_markers("skipif")):
        item.user_properties.append(("needs a browser", True))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests drove a browser: a run without one looks as green."""
    told = {name: _count_browser_tests(terminalreporter, name) for name in ("passed", "skipped")}
    if any(told.values()):
        terminalreporter.write_line(f"{told['passed']} browser tests passed, {told['skipped']} skipped")


def _count_browser_tests(reporter: pytest.TerminalReporter, outcome: str) -> int:
    reports = [each for each in reporter.getreports(outcome) if isinstance(each, pytest.TestReport)]
    return sum(("needs a browser", True) in each.user_properties for each in reports)


def _arguments(cases: dict[str, pytest.Item], marker: str) -> tuple[int | str, ...]:
    found = next(iter(cases.values())).get_closest_marker(marker)
    return found.args if found else ()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rounds",
        type=int,
        default=2,
        metavar="N",
        help="random rounds of every variant, number of players and choice of options (default: 2)",
    )
    parser.addoption(
        "--requests",
        type=int,
        default=600,
        metavar="N",
        help="bent requests that the slow test of the pages sends (default: 600)",
    )
    parser.addoption("--every", action="store_true", help="run each case of tests that go over many alike")
    parser.addoption("--rewrite-readme", action="store_true", help="write the outputs in README.md anew")


@pytest.fixture(scope="session")
def rounds(request: pytest.FixtureRequest) -> int:
    """How many random rounds are played of every game."""
    return int(request.config.getoption("--rounds"))


@pytest.fixture(autouse=True)
def no_power_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test pulls the plug: within this process the disk is not waited for, which took a seventh of the time."""
    monkeypatch.setattr(os, "fsync", lambda _handle: None)


@pytest.fixture
def haggis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Haggis:
    """A computer with nothing on it but `haggis`."""
    made = Haggis(tmp_path)
    for name, value in made.variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    return made


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A folder for packages of other people."""
    return Site(tmp_path / "site")


@pytest.fixture
def editor(haggis: Haggis, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Editor:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "drafts"))
    (tmp_path / "drafts").mkdir()
    return Editor(tmp_path, monkeypatch)


@pytest.fixture(autouse=True)
def _hear_signals_again() -> Iterator[None]:
    """Let Ctrl-C through after each test: a command run in this process holds it back up to its end."""
    yield
    restore_signal_handlers()


@pytest.fixture
def travel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Takes the computer to another time zone until the test is over."""

    def go(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield go
    monkeypatch.undo()
    if hasattr(time, "tzset"):
        time.tzset()
