"""Whether every field of a variant holds what it should, each complaint with the field's name."""

from collections.abc import Iterator, Mapping
from typing import Any

from haggis_cli.devkit.shape_checks import is_text, shape_faults
from haggis_cli.rules.breach import Clause, OpenQuestion
from haggis_cli.rules.cards import RANKS
from haggis_cli.rules.deck import Setup
from haggis_cli.rules.scoring.card_values import CardValues

MOST_POINTS = 10_000
_FLAGS = ("usual", "begins_by_lot", "bomb_lead", "haggis_taken", "slam_repeats", "only_first_records")
_TEXTS = ("id", "name", "summary", "source", "rulebook", "beginner")


def is_whole(value: object, least: int = -MOST_POINTS, most: int = MOST_POINTS) -> bool:
    """Whether it is a whole number from `least` to `most`, and no truth value."""
    return type(value) is int and least <= value <= most


def field_faults(variant: Any) -> Iterator[str]:
    """What is in a field that cannot be there; the fields that only fit together or not are looked at elsewhere."""
    for name in _FLAGS:
        if not isinstance(getattr(variant, name), bool):
            yield f"{name} is {getattr(variant, name)!r}: it must be True or False"
    for name in _TEXTS:
        text: object = getattr(variant, name)
        if not isinstance(text, str) or len(text.splitlines()) > 1:
            yield f"{name} is {text!r}: it must be text on one line"
    shapes = list(shape_faults(variant))
    yield from shapes
    for check in () if shapes else (_setups, _goals, _points, _card_values, _gives, _teams, _words, _revisions):
        yield from check(variant)


def _setups(variant: Any) -> Iterator[str]:
    for players, setup in variant.setups.items():
        if not is_whole(players, 0) or not isinstance(setup, Setup) or not all(is_whole(each, 0) for each in setup[:3]):
            yield f"setups[{players!r}] is {setup!r}: it must be a Setup of whole numbers for a number of players"


def _goals(variant: Any) -> Iterator[str]:
    for goal in variant.goals:
        if not all(each is None or is_whole(each, 1, 100_000) for each in goal):
            yield f"goals: {goal!r} is no Goal of a whole number from 1 on"


def _points(variant: Any) -> Iterator[str]:
    if not is_whole(variant.hand_points):
        yield f"hand_points is {variant.hand_points!r}: it must be a whole number"
    for players, bonus in variant.first_out_bonus.items():
        if not is_whole(bonus):
            yield f"first_out_bonus is {bonus!r} for {players!r} players: it must be a whole number"
        if players not in variant.setups:
            yield f"first_out_bonus is for {players!r} players, and the variant for {_listed(variant.setups)}"


def _card_values(variant: Any) -> Iterator[str]:
    values: CardValues = variant.card_values
    if (len(values.suit_cards), len(values.courts)) != (len(RANKS), 3):
        yield "card_values has nine numbers for 2 to 10 and three for J, Q and K"
    elif not all(map(is_whole, (*values.suit_cards, *values.courts))):
        yield f"card_values has {(*values.suit_cards, *values.courts)!r}: all must be whole numbers"
    elif not is_text(values.name):
        yield "card_values has no name, which says to players what cards are worth"


def _gives(variant: Any) -> Iterator[str]:
    if not is_whole(variant.gives, 0):
        yield f"gives is {variant.gives!r}: it must be a whole number from 0 on"
        return
    for players, setup in variant.setups.items():
        if isinstance(setup, Setup) and variant.gives > setup.dealt:
            yield f"gives is {variant.gives}, and {players} players are dealt {setup.dealt} suit cards each"


def _teams(variant: Any) -> Iterator[str]:
    for name in ("slam_repeats", "bomb_lead"):
        partners = variant.round_sides or any(len(team) > 1 for team in variant.teams)
        if getattr(variant, name) is True and not partners:
            yield f"{name} is about partners, and there are no teams"
    if variant.round_sides is None:
        return
    if not callable(variant.round_sides):
        yield "'round_sides' is not a function"
    if variant.teams:
        yield "round_sides and teams: partners are the same in every round, or change from round to round"
    betting = variant.betting
    if betting.by_auction:
        yield "round_sides and an auction: the auction decides who plays alone"
    elif betting.by_team:
        yield "round_sides and bets of teams: everybody scores alone, so everybody bets alone, as by SideBets()"


def _words(variant: Any) -> Iterator[str]:
    for clause, heading in variant.headings.items():
        if not isinstance(clause, Clause):
            yield f"headings has {clause!r}, which is no Clause"
        elif not is_text(heading):
            yield f"headings calls {clause} {heading!r}: it must be text"
    for ruling in variant.rulings:
        if not (is_text(ruling.says) and is_text(ruling.source)):
            yield f"rulings has {ruling!r}, which is no Ruling with a sentence and a source"
        elif not _are_questions(ruling.settles):
            yield f"rulings: settles is {ruling.settles!r}, and it must be a tuple of OpenQuestions"


def _revisions(variant: Any) -> Iterator[str]:
    for number, former in variant.former.items():
        if number >= variant.revision:
            yield f"former has revision {number}, and the variant is revision {variant.revision}"
        elif former.revision != number:
            yield f"former has a variant of revision {former.revision} under the number {number}"
        elif former.id != variant.id:
            yield f"former has '{former.id}' as revision {number} of '{variant.id}': it must have the same id"


def _are_questions(values: object) -> bool:
    return isinstance(values, tuple) and all(isinstance(each, OpenQuestion) for each in values)


def _listed(values: Mapping[int, object]) -> str:
    return " or ".join(map(str, values))
