"""The look of everything that is shown: its colours, type and spaces, for pages, drawings, paper and terminals.

The table is green, the cards are cream, and gold is what is due. `docs/design.md` says how they are used.
"""

from functools import cache
from typing import NamedTuple


class Color(NamedTuple):
    """A colour on a light and on a dark screen; paper is light."""

    light: str
    dark: str


COLORS = {
    "paper": Color("#faf8f1", "#101713"),
    "raised": Color("#ffffff", "#18211c"),  # what lies above the page: bars, keys, fields
    "tint": Color("#f0ecdf", "#202b25"),
    "ink": Color("#1c1b17", "#f1eee3"),
    "soft": Color("#5a564b", "#b3b8ac"),
    "line": Color("#dcd7c8", "#344038"),
    "edge": Color("#7d7766", "#87907f"),  # of what can be touched
    "accent": Color("#1f5d42", "#8fd3ac"),  # links, and the one button that is meant
    "on-accent": Color("#ffffff", "#10241a"),
    "bad": Color("#a12a00", "#ff9d7a"),
    "felt": Color("#1f5d42", "#163d2c"),
    "felt-deep": Color("#17482f", "#0e2a1e"),
    "on-felt": Color("#ffffff", "#f4f1e6"),
    "soft-on-felt": Color("#d3e5da", "#bccbc1"),
    "face": Color("#fdfcf6", "#ebe8dd"),  # of a card, with what is printed on it, light and dark alike
    "court": Color("#f3dd9a", "#e6cf8b"),
    "face-edge": Color("#6f6a5c", "#6f6a5c"),
    "print": Color("#1a1a1a", "#1a1a1a"),
    "back": Color("#7c2d3b", "#6b2633"),
    "gold": Color("#ffd24d", "#ffd24d"),
    "veil": Color("#ffffff2e", "#ffffff2e"),  # over the felt: lines, tracks, the back of a card
    "red": Color("#b3201f", "#ff8580"),
    "green": Color("#1c6b34", "#6fd08c"),
    "blue": Color("#1656b0", "#7db7ff"),
    "yellow": Color("#765600", "#e8c258"),
    "purple": Color("#86309a", "#d79be8"),
    "orange": Color("#a04800", "#ffab6b"),
}
"""The colours by name, each with 4.5:1 and more against the paper where it is read; the suits' are the last six."""

SUITS = {
    **dict.fromkeys("rh", "red"),
    **dict.fromkeys("gc", "green"),
    **dict.fromkeys("bd", "blue"),
    "y": "yellow",
    **dict.fromkeys("pv", "purple"),
    **dict.fromkeys("ox", "orange"),
}
"""The colour of each suit by its letter; spades and the like have that of print."""

TERMINAL = {"red": 160, "green": 29, "blue": 33, "yellow": 136, "purple": 133, "orange": 166}
"""The suits in the palette of 256 colours: 3:1 and more against black and white alike, and apart for eyes that mix up
red and green."""

TERMINAL_LOOKS = (32, 166, 30, 133, 58, 62, 161, 241)
"""The players' colours there, in the order of LOOKS."""

TERMINAL_GOLD = TERMINAL["yellow"]
"""What gold is there; bold."""

TERMINAL_PAPER = "38;5;16;48;5;231"
"""Black on white, whatever the terminal's own colours are."""


class Look(NamedTuple):
    """How a player is told from the others: by colour, by the dashes of a line, and by shape, a path around 0,0.

    middle: where the shape has most room for a letter.
    """

    color: Color
    dashes: str | None
    shape: str
    middle: tuple[float, float] = (0, 0)


# Blue, vermilion, teal and purple after Okabe and Ito, a shade darker on paper: 4.5:1 and more.
LOOKS = (
    Look(Color("#0775bd", "#7cd1f9"), None, "M-5.2 0a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0z"),
    Look(Color("#b84a00", "#fd8a2f"), "9 4", "M-4.7-4.7h9.4v9.4h-9.4z"),
    Look(Color("#008074", "#4ac8b1"), "2.5 3.5", "M0-6L6 4.6h-12z", (0, 0.9)),
    Look(Color("#8d3a80", "#df8bce"), "9 3 2.5 3", "M0-6L6 0L0 6L-6 0z"),
    Look(Color("#3c4d09", "#a8d56f"), "14 3", "M0 6L6-4.6h-12z", (0, -1.1)),
    Look(Color("#453eb8", "#a9a3ff"), "5 2", "M-5.4-2.5h2.9v-2.9h5v2.9h2.9v5h-2.9v2.9h-5v-2.9h-2.9z"),
    Look(Color("#aa0041", "#fa8da5"), "5 5", "M-6 0L4.6-6v12z", (1.1, 0)),
    Look(Color("#4b585c", "#bfc9d7"), "14 3 2 3 2 3", "M6 0L-4.6-6v12z", (-1.1, 0)),
)
"""Of players; `support.players` says who has which."""

WHITE = "#ffffff"
"""Of printed paper, of codes and of the letters on players' colours, on any screen."""

SIZES = {
    "micro": ".6875rem",
    "tiny": ".75rem",
    "small": ".8125rem",
    "lead": "1.125rem",
    "large": "1.25rem",
    "title": "1.5rem",
    "figure": "2rem",
}
"""Of letters, beside those of running text (1rem)."""

SPACES = {str(step): f"{step * 0.25:g}rem" for step in (1, 2, 3, 4, 6, 8)}
"""Between things, in steps of four pixels: `--s4` are sixteen."""

FONT = (
    "system-ui, 'Noto Sans', 'Noto Sans Hebrew', 'Noto Sans Arabic', 'Noto Sans CJK JP', 'DejaVu Sans', "
    "'Noto Color Emoji', sans-serif"
)
"""The letters of pages and drawings alike, whatever a name is written in."""

DARK = "@media screen and (prefers-color-scheme: dark)"
"""How style sheets begin what is for dark screens."""


@cache
def design_styles() -> str:
    """All of this as a style sheet, which comes before any other.

    A player's class, `p0` and so on, sets `--player`; a card's, the letter of its suit, sets `--suit`. On the felt
    players are as bright as on dark screens, on cards suits and players are as dark as on light ones.
    """
    light = _properties({name: color.light for name, color in COLORS.items()})
    dark = _properties({name: color.dark for name, color in COLORS.items() if color.dark != color.light})
    players = _properties({f"p{number}": look.color.light for number, look in enumerate(LOOKS)})
    bright = _properties({f"p{number}": look.color.dark for number, look in enumerate(LOOKS)})
    printed = _properties({name: COLORS[name].light for name in dict.fromkeys(SUITS.values())})
    sizes = _properties({**SIZES, **{f"s{step}": space for step, space in SPACES.items()}})
    rules = [
        f":root {{ {light}; {players}; --on-player: {WHITE}; {sizes} }}",
        f"{DARK} {{ :root {{ {dark}; {bright}; --on-player: {COLORS['print'].dark} }} }}",
        f"@media (forced-colors: none) {{ .felt {{ {bright}; --on-player: {COLORS['print'].light} }}",
        f".won-card {{ {players}; --on-player: {WHITE} }} }}",  # the device's own colours are under both
        f".face, .pick {{ {printed} }}",
        *(f".p{number} {{ --player: var(--p{number}) }}" for number in range(len(LOOKS))),
        *(f".{letter} {{ --suit: var(--{color}) }}" for letter, color in SUITS.items()),
    ]
    return "\n".join(rules) + "\n"


def _properties(values: dict[str, str]) -> str:
    return "; ".join(f"--{name}: {value}" for name, value in values.items())
