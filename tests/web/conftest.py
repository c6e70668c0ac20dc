"""The browser that the tests of the pages share, one for each of their files."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.browser import browser


@pytest.fixture(scope="module")
def running() -> Iterator[Browser]:
    with browser() as started:
        yield started
