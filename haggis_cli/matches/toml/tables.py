"""From TOML text to the table it stands for, each text once.

Whoever changes a match reads its text, splices the change in and reads the result to see that it says what it should.
The file that is saved is that result, so the last few texts are remembered with their tables.
"""

from functools import lru_cache
from typing import Any

Table = dict[str, Any]

MAX_BYTES = 1 << 20
"""No match file is larger: a hundred rounds recorded play by play take about 200 KiB."""


@lru_cache(maxsize=4)
def load_table(text: str) -> Table:
    """Return the table of a TOML text; whatever tomli raises comes through. Nobody may change the table."""
    import tomli  # completion and the help of commands read no match

    return tomli.loads(text)
