"""How kinds of betting speak of passing cards, which not every variant has that uses them."""

from typing import NamedTuple


class PassingWords(NamedTuple):
    """The end of a sentence that speaks of passing cards to the partner, and what it is where nobody passes any."""

    with_passing: str
    without: str
