"""The fields of a new match as questions; and which variant is played, by the number of players."""

import re
from collections.abc import Sequence

from haggis_cli.book import new_match
from haggis_cli.cli.terminal.questionnaire import Question, QuestionFlow
from haggis_cli.matches.heading import MOST_PLAYERS
from haggis_cli.plugins.registry import enabled_claims, load
from haggis_cli.referee.seating import check_players
from haggis_cli.support.errors import AmbiguousError, HaggisError, UsageError
from haggis_cli.support.text import pad, width


def variant_question(players: int) -> QuestionFlow[str]:
    """Ask for a variant that is for so many players, or more; its id.

    players: how many are named already. With none, their number is asked for first.
    """
    every = list(enabled_claims())
    if len(every) == 1:
        return every[0]
    number = players
    if not players:
        asked = yield _number_question(every)
        if isinstance(asked, str):
            return asked
        number = asked
    offered = _offer(number, every, more=bool(players))

    def chosen(text: str) -> str:
        typed = new_match.parse_variant(text)
        known = typed if typed in every else new_match.parse_choice(typed, list(offered), "an id")
        variant = load(known)
        if players > variant.players[-1]:
            check_players(variant, players)
        return variant.id

    widest = max(map(width, offered))
    lines = tuple(
        f"  {at}  {pad(variant_id, widest)}  {words}" for at, (variant_id, words) in enumerate(offered.items(), 1)
    )
    help_text = "The number or the beginning of the id. 'haggis variants show ID' shows a variant's rules."
    usual = next(iter(new_match.find_usual_variants(number)), None)
    variant_id: str = yield Question("Which variant", chosen, help_text, usual, introduction=lines, spell=str)
    return variant_id


def _number_question(every: Sequence[str]) -> Question:
    """Ask how many play; the id of a variant, or its beginning, is an answer, too."""

    def parse(text: str) -> int | str:
        counted = re.fullmatch("([1-9])(?:[ -]?players?)?", text.casefold())
        if not counted:
            try:
                return new_match.parse_choice("" if text.isdigit() else text, every, "a variant")
            except AmbiguousError:
                raise
            except HaggisError:
                raise UsageError("type a number of players, such as 2, or the id of a variant") from None
        number = int(counted[1])
        if not new_match.find_usual_variants(number) and not new_match.find_plugins():
            counts = [str(each) for each in range(1, MOST_PLAYERS + 1) if new_match.find_usual_variants(each)]
            raise UsageError(f"the variants are for {', '.join(counts)} players")
        return number

    return Question("How many players", parse, "haggis then shows the variants for that number.", "2")


def _offer(number: int, every: Sequence[str], *, more: bool) -> dict[str, str]:
    """The variants to choose from, each described without running a plugin's code: those for so many, then plugins.

    more: whether those for more players stand between them.
    """
    fitting = new_match.find_usual_variants(number)
    if more:
        for larger in range(number + 1, MOST_PLAYERS + 1):
            fitting += [each for each in new_match.find_usual_variants(larger) if each not in fitting]
    found = {}
    for variant_id in fitting:
        variant = load(variant_id)
        usual = ", the default" if variant_id == fitting[0] and number in variant.players else ""
        others = "" if variant.players == (number,) else f", {' or '.join(map(str, variant.players))} players"
        found[variant_id] = f"{variant.name}{others}{usual}"
    found |= {variant_id: f"a plugin, {package}" for variant_id, package in new_match.find_plugins().items()}
    return found or dict.fromkeys(every, "")


_MOST_NAMES = 12


def names_introduction(names: Sequence[str]) -> tuple[str, ...]:
    """What stands above the question for the first name: who has played here, whose names Tab completes."""
    more = ", ..." if len(names) > _MOST_NAMES else ""
    return (f"  Played here: {', '.join(names[:_MOST_NAMES])}{more}",) if names else ()


def question_of(field: new_match.MatchField) -> Question:
    """Ask for a field; its answer is the request with it."""
    lines: tuple[str, ...] = (field.hint,) if field.choices and field.hint else ()
    if field.group == new_match.HOUSE_RULES:
        usual = {field.usual: " (usual)"}
        lines = tuple(f"  {each.answer}  {each.text}{usual.get(each.answer, '')}" for each in field.choices)
    spell = (lambda answered: str(answered.goal)) if field.key == "goal" else None
    return Question(field.question, field.parse, field.help, field.usual or None, lines, key=field.label, spell=spell)
