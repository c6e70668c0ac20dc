"""A new match asked for step by step: what is played, who plays, to what goal, by which house rules, who begins."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from pydantic_core import PydanticCustomError

from haggis_cli.cli.new.wishes import NewMatchRequest
from haggis_cli.cli.options import parse_option_pairs
from haggis_cli.cli.terminal.printer import safe
from haggis_cli.cli.terminal.questionnaire import Question, QuestionFlow, parse_seat, parse_yes_no
from haggis_cli.matches.model import check_name
from haggis_cli.plugins.registry import enabled_claims, is_own, load
from haggis_cli.referee.seating import check_players
from haggis_cli.rules.phrases import join_words, option_text
from haggis_cli.rules.variant import Option, Variant
from haggis_cli.support.errors import UsageError, VariantError

FEWEST_POINTS = 50  # a bare number from here on means points


def needs_questions(wishes: NewMatchRequest) -> bool:
    """Whether so much is missing that the match is asked for; what is merely left out has its usual value."""
    return not wishes.variant or len(wishes.players) < load(wishes.variant).players[0]


def questions(wishes: NewMatchRequest) -> QuestionFlow[NewMatchRequest]:
    """What the wishes leave open, as questions."""
    if not wishes.variant:
        wishes = replace(wishes, variant=(yield from variant_question(len(wishes.players))))
    variant = load(wishes.variant or "")
    wishes = replace(wishes, players=(yield from _player_questions(variant, wishes.players)))
    check_players(variant, len(wishes.players))
    if variant.teams and not wishes.teams:
        wishes = replace(wishes, teams=(yield from _team_questions(variant, wishes.players)))
    if not wishes.points and not wishes.rounds:
        points, rounds = yield _goal_question(variant)
        wishes = replace(wishes, points=points, rounds=rounds)
    wishes = replace(wishes, options=[*wishes.options, *(yield from _option_questions(variant, wishes))])
    if not wishes.lead and not wishes.dealer:
        wishes = yield _first_leader_question(variant, wishes)
    return wishes


def parse_player_name(text: str) -> str:
    """A player's or team's name as a match keeps it; UsageError if it cannot be one."""
    try:
        return check_name(text)
    except PydanticCustomError as error:
        raise UsageError(f"'{safe(text)}': {error.message()}") from None


def variant_question(players: int) -> QuestionFlow[str]:
    """The id of a variant that is for so many players, or more."""
    usable = _find_usable_variants()
    if len(usable) == 1:
        return next(iter(usable))

    def chosen(text: str) -> str:
        variant = load(_parse_choice(text, list(usable), "an id"))
        if players > variant.players[-1]:
            check_players(variant, players)
        return variant.id

    lines = tuple(
        f"  {number}  {safe(variant_id)}: {safe(words)}" for number, (variant_id, words) in enumerate(usable.items(), 1)
    )
    help_text = "The number or the beginning of the id. 'haggis variants show ID' tells a variant's rules."
    variant_id: str = yield Question("Which variant", chosen, help_text, introduction=lines)
    return variant_id


def _find_usable_variants() -> dict[str, str]:
    """The ids of the variants to choose from, each with what is known of it before any plugin's code has run."""
    found = {}
    for variant_id, claims in enabled_claims().items():
        if all(map(is_own, claims)):
            with suppress(VariantError):
                variant = load(variant_id)
                found[variant_id] = f"{variant.name}, {' or '.join(map(str, variant.players))} players"
        else:
            found[variant_id] = f"a plugin, {claims[0].package} {claims[0].version}"
    return found


def _player_questions(variant: Variant, given: list[str]) -> QuestionFlow[list[str]]:
    """The players, those given and those asked for."""
    players = list(given)
    if len(players) in variant.players:
        return players
    fewest, most = variant.players[0], variant.players[-1]

    def next_name(text: str) -> str | None:
        if not text and len(players) in variant.players:
            return None
        name = parse_player_name(text)
        if name.casefold() in map(str.casefold, players):
            raise UsageError(f"{name} is already playing: every name must be different")
        return name

    while len(players) < most:
        more = ", Enter if there are no more" if len(players) >= fewest else ""
        text = f"Player {len(players) + 1}{', clockwise' if players else ''}{more}"
        name = yield Question(text, next_name, "A name of 1 to 40 characters, without a colon; in the order you sit.")
        if name is None:
            break
        players.append(name)
    return players


def _team_questions(variant: Variant, players: Sequence[str]) -> QuestionFlow[list[str]]:
    """The names of the teams; none where they are called by their players, as they are anyway."""
    names, usual = [], []
    for team in variant.teams:
        members = [players[seat] for seat in team]
        usual.append(" & ".join(members))
        text = f"The team of {join_words([safe(name) for name in members])} is called"
        names.append((yield Question(text, parse_player_name, "A name of 1 to 40 characters.", usual[-1])))
    return [] if names == usual else names


def _goal_question(variant: Variant) -> Question:
    presets = ", ".join(map(str, variant.goals))

    def goal(text: str) -> tuple[int | None, int | None]:
        found = re.fullmatch("([1-9][0-9]{0,4}) *(?:(points?|p)|(rounds?|r))?", text.casefold())
        if not found:
            raise UsageError(f"type a number of points or rounds, like: {presets}")
        number, points, rounds = found.groups()
        if rounds or (not points and any(str(each.rounds) == number for each in variant.goals)):
            return None, int(number)
        if points or any(str(each.points) == number for each in variant.goals) or int(number) >= FEWEST_POINTS:
            return int(number), None
        raise UsageError(f"is that '{number} points' or '{number} rounds'?")

    help_text = "The match ends when somebody has so many points, or after so many rounds: one of these or any other."
    return Question(f"Goal ({presets})", goal, help_text, str(variant.goals[0]))


def _option_questions(variant: Variant, wishes: NewMatchRequest) -> QuestionFlow[list[str]]:
    """The options that a person wants to be asked about, as KEY=VALUE."""
    said = parse_option_pairs(wishes.options)
    open_ones = [
        option
        for option in variant.options
        if option.name not in said and (not option.players or len(wishes.players) in option.players)
    ]
    if not open_ones:
        return []
    named = ", ".join(safe(option.name) for option in open_ones)
    help_text = " ".join(f"{safe(option.name)}: {safe(option.help)}" for option in open_ones)
    if not (yield Question(f"House rules ({named})", parse_yes_no, help_text, "no")):
        return []
    chosen = []
    for option in open_ones:
        value = yield _option_question(option)
        chosen.append(f"{option.name}={value}")
    return chosen


def _option_question(option: Option) -> Question:
    texts = [option_text(value) for value in option.choices]
    meanings = [
        f"  {number}  {safe(text)}: {safe(choice.means)}"
        for number, (text, choice) in enumerate(zip(texts, option.choices.values(), strict=True), 1)
    ]
    return Question(
        safe(option.name),
        lambda text: _parse_choice(text, texts, "a value"),
        f"{safe(option.help)} The number or the beginning of the value.",
        option_text(option.default),
        (safe(option.help), *meanings),
    )


def _first_leader_question(variant: Variant, wishes: NewMatchRequest) -> Question:
    players = wishes.players
    help_text = "A name, its beginning, or the seat, counted clockwise from 1."
    if variant.has_dealer:
        return Question(
            "Who deals first",
            lambda text: replace(wishes, dealer=players[parse_seat(text, players)]),
            f"{help_text} The player to the left leads.",
            players[-1],
        )
    return Question(
        "Who leads first", lambda text: replace(wishes, lead=players[parse_seat(text, players)]), help_text, players[0]
    )


def _parse_choice(text: str, values: Sequence[str], what: str) -> str:
    """One of some values, by its number or the beginning of it."""
    wanted = text.casefold()
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted) <= len(values):
        return values[int(wanted) - 1]
    fits = [value for value in values if wanted and value.startswith(wanted)]
    if wanted in fits:
        return wanted
    if len(fits) != 1:
        raise UsageError(f"type a number from 1 to {len(values)}, or the beginning of {what}")
    return fits[0]
