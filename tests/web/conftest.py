"""What the tests of the pages share: the browser, and who asks for pages."""

import pytest
from playwright.sync_api import Browser

from tests.support.browser import shared_browser
from tests.support.haggis import Haggis
from tests.support.pages import Caller


@pytest.fixture
def running() -> Browser:
    return shared_browser.start()


@pytest.fixture
def caller(haggis: Haggis) -> Caller:
    """Somebody who asks for pages of a computer with a match that has begun."""
    haggis.new()
    return Caller(haggis)
