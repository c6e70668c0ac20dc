"""A variant whose rules are watched while they are asked: each answers as it should, and the same when asked again."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any

from haggis_cli.rules.scoring.capture import Takers
from haggis_cli.rules.scoring.standing import no_dealer
from haggis_cli.rules.variant import Choice, Option, Variant

RULES = ("bomb_taker", "hand_taker", "next_leader", "next_dealer", "may_play", "round_sides")


class RuleFault(Exception):
    """What a rule has answered that cannot be, in a sentence that begins with the field."""


def watch_rules(variant: Variant) -> Variant:
    """The same variant, whose rules raise RuleFault where their answers cannot be right, those of its options, too."""
    options = tuple(_watch_option(option) for option in variant.options)
    return replace(variant, options=options, **_watch_fields({name: getattr(variant, name) for name in RULES}))


def _watch_option(option: Option) -> Option:
    choices = {
        value: Choice(choice.means, {**choice.changes, **_watch_fields(choice.changes)})
        for value, choice in option.choices.items()
    }
    return option._replace(choices=choices)


def _watch_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the fields that are rules, watched; that nobody deals is known by the function itself."""
    return {
        name: _watch(name, rule)
        for name, rule in fields.items()
        if name in RULES and callable(rule) and rule is not no_dealer
    }


def _watch(name: str, rule: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(rule)
    def watched(*asked: Any) -> Any:
        chosen = dict(asked[0].table.options)
        answer = rule(*asked)
        if asked[0].table.options != chosen:
            raise RuleFault(f"{name} writes into state.table.options: rules change nothing")
        if name == "bomb_taker" and not (isinstance(answer, Takers) and isinstance(answer.seats, tuple)):
            raise RuleFault(f"{name} gives {answer!r}: it must be Takers(seats, default)")
        if rule(*asked) != answer:
            raise RuleFault(f"{name} gives another answer when it is asked again: rules go by what they are shown")
        return answer

    return watched
