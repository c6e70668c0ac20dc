"""What the tests of the pages share: the browser, one for each of their files, and who asks for pages."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.browser import browser
from tests.support.haggis import Haggis
from tests.support.pages import Caller


@pytest.fixture(scope="module")
def running() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture
def caller(haggis: Haggis) -> Caller:
    """Somebody who asks for pages of a computer with a match that has begun."""
    haggis.new()
    return Caller(haggis)
