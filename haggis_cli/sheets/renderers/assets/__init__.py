"""Style sheets and the script of the pages, which stand in every page that is written."""

from functools import cache
from importlib.resources import files


@cache
def asset(name: str) -> str:
    """The text of a file of this folder."""
    return files(__name__).joinpath(name).read_text("utf-8")
