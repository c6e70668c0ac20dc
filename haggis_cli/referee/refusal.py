"""The errors that say why an event is not accepted: it is illegal, or it can be read in more than one way.

An event that cannot be read at all is a `NotationError`.
"""

from haggis_cli.rules.breach import Breach, Clause
from haggis_cli.rules.table import Table
from haggis_cli.rules.variant import Variant
from haggis_cli.support.errors import HaggisError, NoSuchSuit, NotationError, RulesError
from haggis_cli.support.escaping import escape_text


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
    from haggis_cli.referee.decks import name_suit  # for this complaint alone

    return name_suit(error, table)
