"""The page that the tests in this folder share, one for each of their files."""

from collections.abc import Iterator

import pytest

from tests.support.browser import Page, shared_browser


@pytest.fixture(scope="module")
def running() -> Iterator[Page]:
    page = shared_browser.start().new_page()
    yield Page(page)
    page.close()
