"""Whether the declaration of a variant fits together, before anything of it is played.

`declaration_faults` says so, and `unused_methods` what has no effect. `watch_rules` has the functions of a variant
checked whenever they are asked, and `describe_exception` names the author's function that an exception came through.
"""

import sysconfig
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from functools import wraps
from pathlib import Path
from traceback import extract_tb
from typing import Any

from haggis_cli.devkit.field_checks import amount_faults, field_faults, find_arity_fault
from haggis_cli.matches.heading import MOST_PLAYERS
from haggis_cli.plugins.declaration_faults import find_declaration_fault
from haggis_cli.plugins.isolation import failure_text
from haggis_cli.rules.cards import COURT_RANKS, JACK, KING, LOW, RANKS
from haggis_cli.rules.description import describe_variant
from haggis_cli.rules.events import rule_text
from haggis_cli.rules.readings import Combinations
from haggis_cli.rules.scoring import Takers, no_dealer
from haggis_cli.rules.variant import Choice, Option, Variant
from haggis_cli.support.errors import VariantError

FIXED_FIELDS = {
    "api", "id", "revision", "former", "name", "summary", "source", "rulebook", "setups", "teams", "goals", "options",
}  # fmt: skip
"""What an option cannot change: a match has these before its options are looked at."""
_OPTIONAL_RULES = ("may_play", "round_sides")
_RULES = {
    "bomb_taker": ("the round", "the trick"),
    "hand_taker": ("the round", "who holds the cards"),
    "next_leader": ("the standing",),
    "next_dealer": ("the standing",),
    "may_play": ("the round", "the play"),
    "round_sides": ("the standing",),
}
"""The fields that are functions, and what each is given."""


def declaration_faults(variant: Variant) -> Iterator[str]:
    """What does not fit together in the declaration itself."""
    fault = find_declaration_fault(variant.id, variant)
    if fault:
        yield fault
        return
    wrong = list(field_faults(variant))
    yield from wrong
    if wrong:
        return
    yield from _option_faults(variant)
    yield from _changed_field_faults(variant)
    for betting in (variant.betting, *_choices_of(variant, "betting")):
        yield from amount_faults(betting, variant)
    yield from _seat_faults(variant)
    for rules in (variant.combinations, *_choices_of(variant, "combinations")):
        wrong = list(_combination_faults(rules))
        yield from wrong or _deck_faults(variant, rules)
    for goal in variant.goals:
        if tuple(goal).count(None) != 2:
            yield "goals: a goal is exactly one of points, rounds and rounds won"
    unsaid = list(_undescribed_rules(variant))
    yield from unsaid
    if not unsaid:
        yield from _description_faults(variant)


def _option_faults(variant: Variant) -> Iterator[str]:
    known = {each.name for each in fields(variant)}
    names = [option.name for option in variant.options]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"there are two options called '{name}'"
    for option in variant.options:
        for value, choice in option.choices.items():
            for name in choice.changes:
                if name not in known:
                    yield f"option {option.name} = {value}: Variant has no field '{name}'"
                elif name in FIXED_FIELDS:
                    yield f"option {option.name} = {value}: '{name}' is the same in every match and cannot be changed"
        if not set(option.players) <= set(variant.players):
            yield f"option {option.name} is for {option.players} players, but the variant is for {variant.players}"


def _changed_field_faults(variant: Variant) -> Iterator[str]:
    """What an option puts into a field that cannot be there."""
    known = {each.name for each in fields(variant)} - FIXED_FIELDS
    for option in variant.options:
        for value, choice in option.choices.items():
            changes = {name: changed for name, changed in choice.changes.items() if name in known}
            for fault in field_faults(replace(variant, **changes)):
                yield f"option {option.name} = {value}: {fault}"


def _choices_of(variant: Variant, field: str) -> Iterator[Any]:
    """What the options of the variant put into a field."""
    for option in variant.options:
        for choice in option.choices.values():
            if field in choice.changes:
                yield choice.changes[field]


def _seat_faults(variant: Variant) -> Iterator[str]:
    for players, setup in variant.setups.items():
        if not 2 <= players <= MOST_PLAYERS:
            yield f"setups: a match has 2 to {MOST_PLAYERS} players, not {players}"
        if setup.dealt < 1:
            yield f"setups: {players} players are dealt no suit cards"
    seats = sorted(seat for team in variant.teams for seat in team)
    if variant.teams and (len(variant.setups) != 1 or seats != list(range(variant.players[0]))):
        wanted = " or ".join(map(str, variant.players))
        yield f"the teams {variant.teams} do not seat the {wanted} players"
    elif len(variant.teams) == 1:
        yield "teams: there is only one team, with nobody to play against"
    if variant.gives and any(len(team) != 2 for team in variant.teams or ((),)):
        yield f"gives is {variant.gives}: cards are passed to partners, but there are no teams of two"


def _combination_faults(rules: object) -> Iterator[str]:
    """Which sequences, stairs and bombs cannot be (rules C1, C5)."""
    if not isinstance(rules, Combinations):
        yield f"'combinations' is {type(rules).__name__}, not Combinations"
        return
    for name in ("sequence", "stair"):
        ranks = getattr(rules, name)
        if not isinstance(ranks, int) or ranks < 2:
            yield f"combinations.{name}: a {name} has two ranks or more, not {ranks!r}"
        elif ranks > rules.top - LOW + 1:
            yield f"combinations.{name}: a {name} of {ranks} ranks is impossible: there are only {rules.top - LOW + 1}"
    for size in rules.set_sizes:
        if size < 2:
            yield f"combinations.set_sizes: a set has two cards or more, not {size!r}"
    if rules.set_sizes and not rules.sets:
        yield "combinations.set_sizes gives the sizes of sets, but sets=False says that there are none"
    for bomb in rules.bombs:
        yield from (f"combinations.bombs: {fault}" for fault in _bomb_faults(bomb.ranks))
    if len(set(rules.bombs)) < len(rules.bombs):
        yield "combinations.bombs: a bomb appears twice"


def _deck_faults(variant: Variant, rules: Combinations) -> Iterator[str]:
    """Bombs that no deck of the variant has the cards for."""
    most = max((setup.suits * setup.copies for setup in variant.setups.values()), default=0)
    ranks = {rank for setup in variant.setups.values() for rank in setup.courts}
    for bomb in rules.bombs:
        if bomb.courts and not set(bomb.ranks) <= ranks:
            yield f"combinations.bombs: {bomb.name} is impossible: nobody has all its cards (Setup.courts)"
        if len(bomb.ranks) > most and len(set(bomb.ranks)) == 1:
            yield f"combinations.bombs: {bomb.name} is impossible: the deck has only {most} of each rank"


def _bomb_faults(ranks: tuple[int, ...]) -> Iterator[str]:
    if len(ranks) < 2:
        yield f"a bomb has two cards or more, not {ranks}"
    elif len(set(ranks)) == 1 and ranks[0] in RANKS:
        return
    elif list(ranks) != sorted(set(ranks)) or not set(ranks) <= {*RANKS, *COURT_RANKS}:
        yield f"the ranks of a bomb must run from low to high, 2 to {KING}, each once, not {ranks}"
    elif ranks[0] < JACK <= ranks[-1]:
        yield f"a bomb has suit cards or court cards, not both: {ranks}"


def _undescribed_rules(variant: Variant) -> Iterator[str]:
    """Every rule that is not a function, cannot be called, or has nothing to say to players."""
    for name, given in _RULES.items():
        rule = getattr(variant, name)
        if rule is None and name in _OPTIONAL_RULES:
            continue
        if not callable(rule):
            yield f"'{name}' is not a function"
        elif not rule_text(rule):
            yield f"'{name}' has no docstring to tell players the rule"
        elif fault := find_arity_fault(rule, *given):
            yield f"{name} {fault}"
    if not variant.name.strip() or not variant.summary.strip():
        yield "its name or summary is empty"


def unused_methods(variant: Variant) -> Iterator[str]:
    """What a subclass of Variant defines that nothing calls: its author expects the engine to ask for it."""
    for kind in type(variant).__mro__[: type(variant).__mro__.index(Variant)]:
        for name, defined in vars(kind).items():
            if not hasattr(Variant, name) and callable(defined):
                yield f"nothing calls {kind.__name__}.{name}: haggis uses the fields of Variant, not methods"


def _description_faults(variant: Variant) -> Iterator[str]:
    try:
        described = describe_variant(variant)
        betting: object = variant.betting.describe()
        if not isinstance(betting, list) or not betting:
            yield "the description says nothing under 'Betting': describe() must return a list of sentences"
            return
    except (Exception, SystemExit) as error:  # a rule of the plugin's own that cannot say what it does
        yield f"it cannot be described: {describe_exception(error)}"
        return
    for title, lines in described:
        if not all(line.strip() for line in lines):
            yield f"the description says nothing under '{title}': a function without a docstring?"


# A variant whose rules are watched while they are asked: each answers as it should, and the same when asked again.


class RuleFault(Exception):
    """What a rule has answered that cannot be, in a sentence that begins with the field."""


def watch_rules(variant: Variant) -> Variant:
    """The same variant, whose rules raise RuleFault where their answers cannot be right, those of its options, too."""
    options = tuple(_watch_option(option) for option in variant.options)
    return replace(variant, options=options, **_watch_fields({name: getattr(variant, name) for name in _RULES}))


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
        if name in _RULES and callable(rule) and rule is not no_dealer
    }


def _watch(name: str, rule: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(rule)
    def watched(*asked: Any) -> Any:
        chosen = dict(asked[0].table.options)
        answer = rule(*asked)
        if asked[0].table.options != chosen:
            raise RuleFault(f"{name} changes state.table.options: rules must not change anything")
        if name == "bomb_taker" and not (isinstance(answer, Takers) and isinstance(answer.seats, tuple)):
            raise RuleFault(f"{name} returns {answer!r}: it must be Takers(seats, default)")
        if rule(*asked) != answer:
            raise RuleFault(
                f"{name} returns another answer when called again: rules must depend only on what they are given"
            )
        return answer

    return watched


# Which function of an author's code an exception came through: theirs is named, never ours.


_OURS = str(Path(__file__).parents[1])
_PYTHONS = tuple(filter(None, (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"))))
_INSTALLED = ("site-packages", "dist-packages")


def describe_exception(error: BaseException) -> str:
    """An exception in one line, with the last function of the author's that it came through, if there is one."""
    if isinstance(error, VariantError) and error.__cause__:
        error = error.__cause__
    if isinstance(error, RuleFault):
        return str(error)
    frames = reversed(extract_tb(error.__traceback__))
    frame = next((frame for frame in frames if not _is_ours(frame.filename)), None)
    if frame is None:
        return f"{failure_text(error)} (from the value of a field of the variant)"
    return f"{failure_text(error)} (in {frame.name}, {Path(frame.filename).name} line {frame.lineno})"


def _is_ours(file: str) -> bool:
    """Whether it is a file of this program, or of Python itself, where packages of others are installed as well."""
    if file.startswith((_OURS, "<")):
        return True
    return file.startswith(_PYTHONS) and not any(each in file for each in _INSTALLED)
