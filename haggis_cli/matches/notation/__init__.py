"""Cards, plays and events as people write them, in and out.

Reading is lenient (case, order, shorthand, prefixes of names), writing is canonical. A word that cannot be read raises
`NotationError`; whether a play is legal is none of this room's business.

Begin with `cards`: what files say is looked up there, `shorthand` reads `4rg` and the like, and what is neither is left
to `typed_cards`, which reads cards as people type them. `card_signs` takes their text apart with the words of
`suit_words`, `card_ranges` and `card_groups` put cards together, `typed_faults` says why there are none. `readings`
reads whole plays, `events` whole events, `names` who is meant by a name.
"""

from haggis_cli.matches.notation.cards import (
    RESERVED_LETTERS,
    card_list,
    parse_cards,
    parse_cards_in_order,
    parse_claim,
    parse_name,
    parse_play,
    parse_seat,
    render_claim,
    split_answer,
)
from haggis_cli.matches.notation.events import (
    parse_action,
    parse_bet_name,
    parse_event,
    render_action,
    render_event,
)

__all__ = [
    "RESERVED_LETTERS",
    "card_list",
    "parse_action",
    "parse_bet_name",
    "parse_cards",
    "parse_cards_in_order",
    "parse_claim",
    "parse_event",
    "parse_name",
    "parse_play",
    "parse_seat",
    "render_action",
    "render_claim",
    "render_event",
    "split_answer",
]
