"""Doctests are looked for where there are any: importing every file once more to find none takes a while."""

from collections.abc import Generator
from pathlib import Path

import pytest


class OnlyWhereThereAre:
    """Keeps pytest from taking a module without examples for one with doctests."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Leave out of what is collected from a file the doctests that it does not have."""
        found = yield
        if file_path.suffix == ".py" and b">>> " not in file_path.read_bytes():
            return [each for each in found if type(each) is pytest.Module]
        return found
