"""One browser for all tests of pages in this folder."""

from collections.abc import Iterator

import pytest

from tests.support.browser import Page, browser


@pytest.fixture(scope="package")
def running() -> Iterator[Page]:
    with browser() as running:
        yield Page(running.new_page())
