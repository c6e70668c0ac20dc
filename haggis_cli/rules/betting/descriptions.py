"""A variant's betting in words: what a way to bet says of itself, as far as it holds for this variant."""

from haggis_cli.rules.betting.blind_bets import BEFORE_PASSING
from haggis_cli.rules.betting.team_bets import DURING_PASSING
from haggis_cli.rules.phrases import rule_text
from haggis_cli.rules.variant import Variant

_OF_PASSING = (BEFORE_PASSING, DURING_PASSING)


def describe_betting(variant: Variant, *, for_two: bool = False) -> list[str]:
    """How the betting goes, a sentence each; where nobody passes cards nothing is said of passing.

    for_two: whether two play, who are spoken to.
    """
    lines, settlement = variant.betting.describe(), getattr(variant.betting, "settlement", None)
    if for_two and settlement:
        own = {rule_text(settlement): rule_text(settlement, for_two=True)}
        lines = [own.get(line, line) for line in lines]
    return lines if variant.gives else [_without_passing(line) for line in lines]


def _without_passing(line: str) -> str:
    for words in _OF_PASSING:
        line = line.replace(words.with_passing, words.without)
    return line
