"""Keeps the score of Haggis matches and settles what the rules say.

This is the interface for other programs; `docs/library.md` shows how to use it. Each name is loaded at its first use:
`import haggis_cli` alone loads nothing. Variants import only this and `haggis_cli.rules.api`.
"""

TYPE_CHECKING = False  # what type checkers take for true; importing it from typing would take a third of `haggis -V`
if TYPE_CHECKING:
    from haggis_cli.book.score_book import Match, SavedWithDoubt, ScoreBook
    from haggis_cli.devkit.conformance import VariantConformance
    from haggis_cli.library.aec import HaggisEnv as HaggisEnv
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
    from haggis_cli.library.reports import Report, RoundReport
    from haggis_cli.library.state import CapturedTrick, State, playout
    from haggis_cli.matches.model import DealRecord, FinalRecord, GoalRecord, MatchRecord, RoundRecord, TableRecord
    from haggis_cli.players.levels import LEVELS
    from haggis_cli.referee.report import MatchWarning, Violation
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

_NAMES = {
    "book.score_book": "Match SavedWithDoubt ScoreBook",
    "devkit.conformance": "VariantConformance",
    "library.aec": "HaggisEnv",
    "library.dealing": "ComputerPlayer deal env",
    "library.judging": "Combination Judgement judge legal_plays load_variant read_cards variant_ids",
    "library.legal_events": "Event LegalEvents",
    "library.reports": "Report RoundReport",
    "library.state": "CapturedTrick State playout",
    "matches.model": "DealRecord FinalRecord GoalRecord MatchRecord RoundRecord TableRecord",
    "players.levels": "LEVELS",
    "referee.report": "MatchWarning Violation",
    "referee.seating": "AmbiguousEventError IllegalEventError RefusedEventError",
    "rules.readings": "Kind Reading",
    "rules.variant": "Score Variant",
    "support": "__version__",
    "support.errors": "Conflict HaggisError NotationError RecordError RulesError StoreError UsageError VariantError",
}
"""The public names of each module."""
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "LEVELS", "AmbiguousEventError", "CapturedTrick", "Combination", "ComputerPlayer", "Conflict", "DealRecord",
    "Event", "FinalRecord", "GoalRecord", "HaggisError", "IllegalEventError", "Judgement", "Kind", "LegalEvents",
    "Match", "MatchRecord", "MatchWarning", "NotationError", "Reading", "RecordError", "RefusedEventError",
    "Report", "RoundRecord", "RoundReport", "RulesError", "SavedWithDoubt", "Score", "ScoreBook", "State",
    "StoreError", "TableRecord", "UsageError", "Variant", "VariantConformance", "VariantError", "Violation",
    "__version__", "deal", "env", "judge", "legal_plays", "load_variant", "playout", "read_cards", "variant_ids",
]  # fmt: skip


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
