"""The errors that say why an event is not accepted: it is illegal, or it can be read in more than one way.

An event that cannot be read at all is a `NotationError`.
"""

from haggis_cli.plugins.registry import load, own_ids
from haggis_cli.rules.breach import Breach, Clause
from haggis_cli.rules.cards import SUIT_NAMES
from haggis_cli.rules.variant import Table, Variant
from haggis_cli.support.errors import HaggisError, NoSuchSuit, NotationError, RulesError, VariantError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import join_words


class RefusedEventError(RulesError):
    """An event that is not accepted.

    event: the event in canonical notation, such as `Isla: 7r 8r`.
    code: the violation's code, such as `not-a-combination`.
    reason: a sentence that says why.
    rule: the rulebook and its heading.
    """

    def __init__(self, event: str, code: str, reason: str, rule: str) -> None:
        super().__init__(escape_text(f"{_join(event, reason)} ({rule})"))
        self.event = event
        self.code = code
        self.reason = reason
        self.rule = rule

    def __reduce__(self) -> tuple[type["RefusedEventError"], tuple[str, str, str, str]]:
        return type(self), (self.event, self.code, self.reason, self.rule)


def _join(event: str, reason: str) -> str:
    """The event and why it is refused; the cards that both name are named once."""
    name, colon, action = event.rpartition(": ")
    begins_with_it = action and reason.startswith((f"{action} is no ", f"'{action}'"))
    return f"{name}{colon}{reason}" if begins_with_it else f"{event}: {reason}"


class IllegalEventError(RefusedEventError):
    """An event that the rules do not allow now."""


class AmbiguousEventError(RefusedEventError):
    """A lead that can be read in more than one way: the reading must be named, as in `4r 5r J as run` (rules C8)."""


def refusal(event: str, breach: Breach, variant: Variant) -> RefusedEventError:
    """The error for an event that breaks a rule of the variant."""
    kind = AmbiguousEventError if breach.code == "ambiguous" else IllegalEventError
    return kind(event, breach.code, breach.message, variant.cite(breach.clause, breach.question))


def refuse_unread(event: str, error: NotationError, table: Table) -> HaggisError:
    """The error for an event that cannot be read; a card that the deck does not have breaks a rule, that of set-up."""
    if error.code != "no-such-card":
        return error
    return refusal(event.strip(), Breach(error.code, f"{name_card(error, table)}.", Clause.SETUP), table.variant)


def name_card(error: NotationError, table: Table) -> NotationError:
    """The complaint, about a suit that the deck does not have with who has it."""
    if not isinstance(error, NoSuchSuit):
        return error

    return name_suit(error, table)


# What is said of a suit that the deck does not have: who plays with it, or which suits this match has.


def name_suit(error: NoSuchSuit, table: Table) -> NoSuchSuit:
    """The complaint about a suit that this deck does not have, with why: the match has others, or the variant."""
    if error.letter in list(SUIT_NAMES)[: table.setup.suits]:
        why = f"the suits of this match are {' '.join(table.deck.letters)}"
    else:
        why = name_decks(error.letter)
    return NoSuchSuit(f"{error}; {why}", error.letter) if why else error


def name_decks(letter: str) -> str:
    """In whose deck a suit usually is, of this program's own variants; nothing if it is in none.

    >>> name_decks("p").partition(" and of ")[0]
    'purple is in the deck of tatties and three-player,'
    """
    always, sometimes = list[str](), dict[str, list[str]]()
    for variant_id in own_ids():
        try:
            setups = load(variant_id).setups
        except VariantError:
            continue
        players = [str(number) for number, setup in setups.items() if letter in list(SUIT_NAMES)[: setup.suits]]
        if len(players) == len(setups):
            always.append(variant_id)
        elif players:
            sometimes.setdefault(join_words(players, "or"), []).append(variant_id)
    parts = [join_words(always)] if always else []
    parts += [f"{join_words(ids)} with {players} players" for players, ids in sometimes.items()]
    return f"{SUIT_NAMES[letter]} is in the deck of {', and of '.join(parts)}" if parts else ""
