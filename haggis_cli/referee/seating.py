"""From what a match file says about its set-up to the table it is played at; complaints name file, line and key."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from haggis_cli.matches.notation import RESERVED_LETTERS
from haggis_cli.plugins.registry import load, own_ids
from haggis_cli.rules.cards import SUIT_NAMES
from haggis_cli.rules.events import Breach, Clause, option_text
from haggis_cli.rules.variant import OptionValue, Table, Variant, first_standing, seat_players
from haggis_cli.support import errors
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import join_words

if TYPE_CHECKING:  # the models load pydantic, which a single question to the referee need not wait for
    from haggis_cli.matches.model import FinalRecord, MatchRecord
    from haggis_cli.matches.toml.match_file import MatchFile
    from haggis_cli.rules.scoring import Standing


class SetupFault(errors.UsageError):
    """Something in the set-up that the variant does not allow; `key` is where the match file says it."""

    def __init__(self, key: tuple[str | int, ...], message: str) -> None:
        super().__init__(message)
        self.key = key


def table_of(match: "MatchFile", variant: Variant) -> Table:
    """The table of a match file; RecordError with file, line and key if the variant does not allow its set-up."""
    try:
        return make_table(match.record, variant)
    except SetupFault as fault:
        key = f"'{escape_text(str(fault.key[-1]))}'"
        said = str(fault) if key in str(fault) else f"{key}: {fault}"
        raise errors.RecordError(f"{match.source}: line {match.line(*fault.key)}: {said}") from None


def make_table(record: "MatchRecord", variant: Variant) -> Table:
    """The table of a match; SetupFault if the variant does not allow it."""
    check_players(variant, len(record.players))
    names = tuple(record.players)
    if record.teams and len(record.teams) != len(variant.teams):
        teams = f"{len(variant.teams)} teams" if variant.teams else "no teams"
        named = "1 team is named" if len(record.teams) == 1 else f"{len(record.teams)} teams are named"
        raise SetupFault(("teams",), f"{named}, but {variant.name} has {teams}")
    for key, name in (("lead", record.lead), ("dealer", record.dealer)):
        if name is not None and name not in record.players:
            raise SetupFault((key,), f"'{key}' is {name}, who is not one of the players")
    if record.dealer is not None and not variant.has_dealer:
        raise SetupFault(
            ("dealer",), f"{variant.name} has no dealer apart from the lead player: name the leader instead"
        )
    table = seat_players(
        variant,
        names,
        options=check_options(variant, record.options, len(names)),
        letters=check_suits(variant, record.suits, len(names)),
        team_names=tuple(record.teams),
    )
    if record.final:
        final_scores(record.final, table)
    return table


def final_scores(final: "FinalRecord", table: Table) -> tuple[int | None, ...]:
    """The final score of each side, None where it is not known; SetupFault where partners have different ones."""
    found: dict[int, tuple[str, int]] = {}
    for name, score in final.scores.items():
        partner, theirs = found.setdefault(table.side(table.names.index(name)), (name, score))
        if theirs != score:
            names = f"{partner} has {theirs} and {name} {score}"
            raise SetupFault(("final", "scores", name), f"{names}, but partners both have the score of their team")
    return tuple(found[side][1] if side in found else None for side in range(len(table.sides)))


def initial_standing(table: Table, record: "MatchRecord") -> "Standing":
    """Where a match stands before its first round. VariantError if a third party's rules on its sides fail."""
    from haggis_cli.plugins.isolation import guard_rules  # a question to the referee asks no rules on sides

    dealer = table.names.index(record.dealer) if record.dealer else None
    if record.lead:
        leader = table.names.index(record.lead)
    elif dealer is not None:
        leader = table.left(dealer)
    else:
        leader = 0
    with guard_rules(table.variant.id):
        return first_standing(table, leader, dealer)


def count_players(names: Sequence[str] | None, number: int | None) -> int | None:
    """How many players are named, or are said to be; None if neither. UsageError if both are given and differ."""
    if names and number is not None and len(names) != number:
        raise errors.UsageError(f"--players is {number}, but the number of names is {len(names)}")
    return len(names) if names else number


def check_players(variant: Variant, players: int) -> None:
    """SetupFault if the variant is not for so many players."""
    if players not in variant.setups:
        wanted = " or ".join(map(str, variant.players))
        raise SetupFault(("players",), f"{variant.name} is for {wanted} players, not {players}")


def check_options(variant: Variant, given: dict[str, bool | str], players: int) -> dict[str, OptionValue]:
    """The options as the variant knows them; SetupFault for one that it does not have or that does not apply."""
    for name, value in given.items():
        option = variant.option(name)
        if option is None:
            known = ", ".join(each.name for each in variant.options)
            has = f"its options are: {known}" if known else "it has no options"
            raise SetupFault(("options", name), f"{variant.name} has no option '{name}'; {has}")
        if option.players and players not in option.players:
            wanted = " or ".join(map(str, option.players))
            raise SetupFault(("options", name), f"the option '{name}' is for {wanted} players, not {players}")
        if not any(type(value) is type(choice) and value == choice for choice in option.choices):
            shown = " or ".join(option_text(choice) for choice in option.choices)
            text = f"the option '{name}' can be {shown}, not {option_text(value)}"
            raise SetupFault(("options", name), text)
    return dict(given)


def read_options(variant: Variant, given: Mapping[str, OptionValue], players: int) -> dict[str, OptionValue]:
    """The options by name, of which some may be text as typed on a command line, such as `true`."""
    values: dict[str, OptionValue] = {}
    for name, value in given.items():
        option = variant.option(name)
        texts = {option_text(choice): choice for choice in option.choices} if option else {}
        values[name] = texts.get(value.casefold(), value) if isinstance(value, str) else value
    return check_options(variant, values, players)


def check_suits(variant: Variant, letters: str | None, players: int) -> str | None:
    """The suit letters of the deck; SetupFault if there are too few, or some that cannot be written."""
    if letters is None:
        return None
    wanted, chosen = variant.setups[players].suits, _read_suits(letters)
    if len(chosen) != wanted or len(set(chosen)) != wanted:
        example = "rgbyp"[:wanted] if chosen == letters.strip().casefold() else "♥♦♣♠★"[:wanted]
        text = f"'suits' needs {wanted} different letters, like {example}, not '{letters}'"
        raise SetupFault(("suits",), text)
    for letter in chosen:
        if not letter.isascii() or not letter.isalpha() or letter in RESERVED_LETTERS:
            raise SetupFault(("suits",), f"'{letter}' cannot be a suit: use letters other than J, Q, K and T")
    return chosen


def _read_suits(text: str) -> str:
    """The letters of suits, which may be given as the signs on ordinary cards, ♥♦♣♠."""
    if text.isascii():
        return text.strip().casefold()
    from haggis_cli.matches.notation.card_signs import replace_signs  # few decks are named by signs

    return replace_signs("".join(text.split())).casefold()


# The errors that say why an event is not accepted: it is illegal, or it can be read in more than one way.
#
# An event that cannot be read at all is a `NotationError`.


class RefusedEventError(errors.RulesError):
    """An event that was refused.

    event: the event in canonical notation, such as `Isla: 7r 8r`.
    code: the violation's code, such as `not-a-combination`.
    reason: why it was refused, in a sentence.
    rule: the rulebook and the heading.
    topic: the topic of `haggis rules` that explains the rule.
    """

    def __init__(self, event: str, code: str, reason: str, rule: str, told_in: tuple[str, ...] = ()) -> None:
        name, colon, action = event.rpartition(": ")
        if action and reason.startswith((f"{action} is not a ", f"'{action}'")):  # the cards that both name stand once
            said = f"{name}{colon}{reason}"
        else:
            said = f"{event}: {reason}"
        super().__init__(escape_text(f"{said} ({rule})"), told_in=told_in)
        self.event, self.code, self.reason, self.rule = event, code, reason, rule

    def __reduce__(self) -> tuple[type["RefusedEventError"], tuple[str, str, str, str, tuple[str, ...]]]:
        return type(self), (self.event, self.code, self.reason, self.rule, self.told_in)


class IllegalEventError(RefusedEventError):
    """An event that the rules do not allow now."""


class AmbiguousEventError(RefusedEventError):
    """A lead that has more than one reading: name the one you mean, as in `4r 5r J as run` (rules C8)."""


def refusal(event: str, breach: Breach, table: Table) -> RefusedEventError:
    """The error for an event that breaks a rule of the table."""
    kind = AmbiguousEventError if breach.code == "ambiguous" else IllegalEventError
    rule = table.variant.cite(breach.clause, breach.question)
    return kind(event, breach.code, breach.message, rule, find_told_in(table, breach.clause.topic))


def find_told_in(table: Table, topic: str | None) -> tuple[str, ...]:
    """The words behind `haggis` that tell a topic of this table's rules, as they are played; none without a topic."""
    if topic is None:
        return ()
    players = ("--players", str(len(table.names))) if len(table.variant.players) > 1 else ()
    options = (("--option", f"{name}={option_text(value)}") for name, value in table.options.items())
    return ("rules", table.variant.id, topic, *players, *chain.from_iterable(options))


def refuse_unread(event: str, error: errors.NotationError, table: Table) -> errors.HaggisError:
    """The error for an event that cannot be read; a card that the deck does not have breaks a rule, that of set-up."""
    if error.code != "no-such-card":
        return error
    return refusal(event.strip(), Breach(error.code, f"{name_card(error, table)}.", Clause.SETUP), table)


def name_card(error: errors.NotationError, table: Table) -> errors.NotationError:
    """The complaint; about a suit that the deck does not have, with the suits of the match or with who has it."""
    if not isinstance(error, errors.NoSuchSuit):
        return error
    if error.letter in list(SUIT_NAMES)[: table.setup.suits]:
        why = f"the suits of this match are {' '.join(table.deck.letters)}"
    else:
        why = name_decks(error.letter)
    return errors.NoSuchSuit(f"{error}; {why}", error.letter) if why else error


def name_decks(letter: str) -> str:
    """In whose deck a suit usually is, of this program's own variants; nothing if it is in none.

    >>> name_decks("p").partition(" and of ")[0]
    'purple is in the deck of tatties and three-player,'
    """
    always, sometimes = list[str](), dict[str, list[str]]()
    for variant_id in own_ids():
        try:
            setups = load(variant_id).setups
        except errors.VariantError:
            continue
        players = [str(number) for number, setup in setups.items() if letter in list(SUIT_NAMES)[: setup.suits]]
        if len(players) == len(setups):
            always.append(variant_id)
        elif players:
            sometimes.setdefault(join_words(players, "or"), []).append(variant_id)
    parts = [join_words(always)] if always else []
    parts += [f"{join_words(ids)} with {players} players" for players, ids in sometimes.items()]
    return f"{SUIT_NAMES[letter]} is in the deck of {', and of '.join(parts)}" if parts else ""
