"""The tests' own options.

`--rounds N` plays N random rounds of every game instead of a few; `--rewrite-readme` writes the README's outputs anew.
"""

import signal

import pytest


def pytest_configure() -> None:
    """Hear Ctrl-C, as commands in a terminal do: what a script starts in the background is told to ignore it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rounds",
        type=int,
        default=6,
        metavar="N",
        help="random rounds of every variant, number of players and choice of options (default: 6)",
    )
    parser.addoption("--rewrite-readme", action="store_true", help="write the outputs in README.md anew")


@pytest.fixture(scope="session")
def rounds(request: pytest.FixtureRequest) -> int:
    """How many random rounds are played of every game."""
    return int(request.config.getoption("--rounds"))
