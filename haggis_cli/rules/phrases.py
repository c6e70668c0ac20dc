"""How the rules and the options of a variant are put into words."""

from collections.abc import Callable, Sequence

_FOR_TWO = "For two players: "
LEAD_STAYS = "The lead is never given away: the winner of a trick leads the next."


def rule_text(rule: Callable[..., object], *, for_two: bool = False) -> str:
    """What a rule of a variant says to players: the first paragraph of its docstring, on one line.

    For two players: What it says to two players, if its docstring has a paragraph for them.

    for_two: whether two play, who are spoken to.

    >>> rule_text(rule_text)
    'What a rule of a variant says to players: the first paragraph of its docstring, on one line.'
    >>> rule_text(rule_text, for_two=True)
    'What it says to two players, if its docstring has a paragraph for them.'
    """
    paragraphs = [" ".join(each.split()) for each in (rule.__doc__ or "").strip().split("\n\n")]
    own = [each.removeprefix(_FOR_TWO) for each in paragraphs if each.startswith(_FOR_TWO)]
    return own[0] if own and for_two else paragraphs[0]


def option_text(value: bool | str) -> str:
    """An option's value as it is typed.

    >>> option_text(True), option_text("cards")
    ('true', 'cards')
    """
    return str(value).lower() if isinstance(value, bool) else value


def option_line(name: str, value: bool | str) -> str:
    """An option as a match file says it.

    >>> option_line("bonus", False), option_line("scoring", "cards")
    ('bonus = false', 'scoring = "cards"')
    """
    text = option_text(value)
    return f"{name} = {text}" if isinstance(value, bool) else f'{name} = "{text}"'


def both_or_all(teams: Sequence[Sequence[int]]) -> str:
    """How the players of one of these teams are called together.

    >>> both_or_all([(0, 2), (1, 3)]), both_or_all([(0, 2, 4), (1, 3, 5)])
    ('both', 'all')
    """
    return "both" if all(len(team) == 2 for team in teams) else "all"
