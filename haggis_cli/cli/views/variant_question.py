"""Which variant is played, by the number of players, and to what goal; and answers that are one of several values."""

import re
from collections.abc import Sequence

from haggis_cli.book.new_match import find_usual_variants, parse_variant
from haggis_cli.cli.terminal.questionnaire import Question, QuestionFlow
from haggis_cli.matches.names import MOST_PLAYERS
from haggis_cli.plugins.registry import enabled_claims, is_own, load
from haggis_cli.referee.seating import check_players
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import Variant
from haggis_cli.support.errors import AmbiguousError, HaggisError, UsageError
from haggis_cli.support.text import join_words, pad, width

_FEWEST_POINTS = 50  # a bare number from here on means points


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
        number_alone = text.isascii() and text.isdigit()
        typed = text if number_alone or text in every else parse_variant(text)
        known = typed if typed in every else parse_choice(typed, list(offered), "an id")
        variant = load(known)
        if players > variant.players[-1]:
            check_players(variant, players)
        return variant.id

    widest = max(map(width, offered))
    lines = tuple(
        f"  {at}  {pad(variant_id, widest)}  {words}" for at, (variant_id, words) in enumerate(offered.items(), 1)
    )
    help_text = "The number or the beginning of the id. 'haggis variants show ID' tells a variant's rules."
    usual = next((each for each in find_usual_variants(number)[:1]), None)
    variant_id: str = yield Question("Which variant", chosen, help_text, usual, introduction=lines, spell=str)
    return variant_id


def _number_question(every: Sequence[str]) -> Question:
    """Ask how many play; the id of a variant, or its beginning, is an answer, too."""

    has_plugins = not all(is_own(each) for claims in enabled_claims().values() for each in claims)

    def parse(text: str) -> int | str:
        counted = re.fullmatch("([1-9])(?:[ -]?players?)?", text.casefold())
        if not counted:
            try:
                return parse_choice(text, [], "a variant", also=every)
            except AmbiguousError:
                raise
            except HaggisError:
                raise UsageError("type a number of players, such as 2, or the id of a variant") from None
        number = int(counted[1])
        if not find_usual_variants(number) and not has_plugins:
            counts = [str(each) for each in range(1, MOST_PLAYERS + 1) if find_usual_variants(each)]
            raise UsageError(f"the variants are for {', '.join(counts)} players")
        return number

    return Question("How many players", parse, "The variants for so many are shown then.", "2")


def _offer(number: int, every: Sequence[str], *, more: bool) -> dict[str, str]:
    """The variants to choose from, each described without running a plugin's code: those for so many, then plugins.

    more: whether those for more players stand between them.
    """
    fitting = find_usual_variants(number)
    if more:
        for larger in range(number + 1, MOST_PLAYERS + 1):
            fitting += [each for each in find_usual_variants(larger) if each not in fitting]
    found = {}
    for variant_id in fitting:
        variant = load(variant_id)
        usual = ", the usual one" if variant_id == fitting[0] and number in variant.players else ""
        others = "" if variant.players == (number,) else f", {' or '.join(map(str, variant.players))} players"
        found[variant_id] = f"{variant.name}{others}{usual}"
    for variant_id, claims in enabled_claims().items():
        if not all(map(is_own, claims)):
            found[variant_id] = f"a plugin, {claims[0].package} {claims[0].version}"
    return found or dict.fromkeys(every, "")


def goal_question(variant: Variant, now: Goal | None = None) -> Question:
    """Ask for the goal of a match: points, rounds or rounds won.

    now: the goal that the match has; the one that the rulebook names first is offered without it.
    """
    presets = ", ".join(map(str, variant.goals))

    def goal(text: str) -> Goal:
        found = re.fullmatch("([1-9][0-9]{0,4}) *(?:(points?|p)|(rounds? won)|(rounds?|r))?", text.casefold())
        if not found:
            raise UsageError(f"type a number of points or rounds, like: {presets}")
        number, points, won, rounds = found.groups()
        if won:
            return Goal(round_wins=int(number))
        if rounds or (not points and any(str(each.rounds) == number for each in variant.goals)):
            return Goal(rounds=int(number))
        if points or any(str(each.points) == number for each in variant.goals) or int(number) >= _FEWEST_POINTS:
            return Goal(points=int(number))
        raise UsageError(f"is that '{number} points' or '{number} rounds'?")

    help_text = "The match ends when somebody has so many points, or after so many rounds: one of these or any other."
    return Question(f"Goal ({presets})", goal, help_text, str(now or variant.goals[0]), key="goal", spell=str)


def parse_choice(text: str, values: Sequence[str], what: str, *, also: Sequence[str] = ()) -> str:
    """The value that is typed as its number or its beginning; UsageError if it is none, AmbiguousError if several.

    also: further values, which have no number.
    """
    typed = text.casefold()
    if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(values):
        return values[int(typed) - 1]
    fits = [value for value in values if typed and value.casefold().startswith(typed)]
    fits = fits or [value for value in also if typed and value.startswith(typed)]
    if typed in fits:
        return typed
    if len(fits) > 1:
        raise AmbiguousError(f"'{text}' can be {join_words(fits, 'or')}: write more of it")
    if not fits:
        raise UsageError(f"type a number from 1 to {len(values)}, or the beginning of {what}")
    return fits[0]
