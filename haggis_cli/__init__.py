"""Keeps the score of Haggis matches and settles what the rules say.

This is the face for other programs; `docs/library.md` shows how to use it. Each name is loaded at its first use:
`import haggis_cli` alone loads nothing. Authors of variants import `haggis_cli.rules.api` beside it, and nothing else.
"""

TYPE_CHECKING = False  # what type checkers take for true; importing it from typing would take a third of `haggis -V`
if TYPE_CHECKING:
    from haggis_cli.book.score_book import Match, SavedWithDoubt, ScoreBook
    from haggis_cli.book.scoring import RoundProposal
    from haggis_cli.devkit.conformance import VariantConformance
    from haggis_cli.library.dealing import ComputerPlayer, deal, env
    from haggis_cli.library.judging import (
        Combination,
        Judgement,
        judge,
        legal_plays,
        load_variant,
        read_cards,
        variant_ids,
    )
    from haggis_cli.library.legal_events import Event, LegalEvents
    from haggis_cli.library.state import State
    from haggis_cli.players.levels import LEVELS
    from haggis_cli.referee.report import Report
    from haggis_cli.referee.seating import AmbiguousEventError, IllegalEventError, RefusedEventError
    from haggis_cli.rules.readings import Kind, Reading
    from haggis_cli.rules.variant import Score, Variant
    from haggis_cli.support import __version__
    from haggis_cli.support.errors import (
        Conflict,
        HaggisError,
        NotationError,
        RecordError,
        RulesError,
        StoreError,
        UsageError,
        VariantError,
    )

_HOMES = {
    "AmbiguousEventError": "referee.seating",
    "Combination": "library.judging",
    "ComputerPlayer": "library.dealing",
    "Conflict": "support.errors",
    "Event": "library.legal_events",
    "HaggisError": "support.errors",
    "IllegalEventError": "referee.seating",
    "Judgement": "library.judging",
    "Kind": "rules.readings",
    "LEVELS": "players.levels",
    "LegalEvents": "library.legal_events",
    "Match": "book.score_book",
    "NotationError": "support.errors",
    "Reading": "rules.readings",
    "RecordError": "support.errors",
    "RefusedEventError": "referee.seating",
    "Report": "referee.report",
    "RoundProposal": "book.scoring",
    "RulesError": "support.errors",
    "SavedWithDoubt": "book.score_book",
    "Score": "rules.variant",
    "ScoreBook": "book.score_book",
    "State": "library.state",
    "StoreError": "support.errors",
    "UsageError": "support.errors",
    "Variant": "rules.variant",
    "VariantConformance": "devkit.conformance",
    "VariantError": "support.errors",
    "__version__": "support",
    "deal": "library.dealing",
    "env": "library.dealing",
    "judge": "library.judging",
    "legal_plays": "library.judging",
    "load_variant": "library.judging",
    "read_cards": "library.judging",
    "variant_ids": "library.judging",
}
"""The module in which each public name lives."""

__all__ = [
    "LEVELS",
    "AmbiguousEventError",
    "Combination",
    "ComputerPlayer",
    "Conflict",
    "Event",
    "HaggisError",
    "IllegalEventError",
    "Judgement",
    "Kind",
    "LegalEvents",
    "Match",
    "NotationError",
    "Reading",
    "RecordError",
    "RefusedEventError",
    "Report",
    "RoundProposal",
    "RulesError",
    "SavedWithDoubt",
    "Score",
    "ScoreBook",
    "State",
    "StoreError",
    "UsageError",
    "Variant",
    "VariantConformance",
    "VariantError",
    "__version__",
    "deal",
    "env",
    "judge",
    "legal_plays",
    "load_variant",
    "read_cards",
    "variant_ids",
]


def __getattr__(name: str) -> object:
    """Load a public name at its first use (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
