"""Cards, plays and events as people write them, in and out.

Reading is lenient (case, order, shorthand, prefixes of names), writing is canonical. A word that cannot be read raises
`NotationError`; whether a play is legal is none of this room's business.

Begin with `events`: it reads and writes whole events, looks up the cards that files say, and reads shorthand such as
`4rg`, names and readings. `typed_cards` reads the rest, as people type it: `card_signs` takes the text apart,
`typed_faults` says why it names no cards.
"""

from haggis_cli.matches.notation.events import (
    RESERVED_LETTERS,
    card_list,
    find_name,
    parse_action,
    parse_bet,
    parse_cards,
    parse_cards_in_order,
    parse_claim,
    parse_event,
    parse_name,
    parse_play,
    parse_seat,
    render_action,
    render_claim,
    render_event,
    split_answer,
    tell_action,
)

__all__ = [
    "RESERVED_LETTERS", "card_list", "find_name", "parse_action", "parse_bet", "parse_cards", "parse_cards_in_order",
    "parse_claim", "parse_event", "parse_name", "parse_play", "parse_seat", "render_action", "render_claim",
    "render_event", "split_answer", "tell_action",
]  # fmt: skip
