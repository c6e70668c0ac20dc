"""The browser that the tests of pages in this folder share, one for each of their files."""

from collections.abc import Iterator

import pytest

from tests.support.browser import Page, browser


@pytest.fixture(scope="module")
def running() -> Iterator[Page]:
    with browser() as running:
        yield Page(running.new_page())
