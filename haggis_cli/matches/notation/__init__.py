"""Cards, plays and events as people write them, in and out.

Reading is lenient (case, order, shorthand, prefixes of names), writing is canonical. A word that cannot be read raises
`NotationError`; whether a play is legal is none of this room's business.

Begin with `cards`: what files say is looked up there, the contract's shorthand is read, and what is neither is left to
`typed_cards`, which reads cards as people type them. `readings` reads whole plays, `events` whole events,
`player_names` who is meant.
"""

from haggis_cli.matches.notation.cards import RESERVED_LETTERS, card_list, parse_cards
from haggis_cli.matches.notation.events import parse_action, parse_event, render_action, render_event
from haggis_cli.matches.notation.player_names import parse_name
from haggis_cli.matches.notation.readings import parse_claim, parse_play, render_claim

__all__ = [
    "RESERVED_LETTERS",
    "card_list",
    "parse_action",
    "parse_cards",
    "parse_claim",
    "parse_event",
    "parse_name",
    "parse_play",
    "render_action",
    "render_claim",
    "render_event",
]
