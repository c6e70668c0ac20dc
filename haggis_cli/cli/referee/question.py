"""What `haggis judge` and `haggis moves` ask about alike: the combination to beat."""

from haggis_cli.library.questions import read_combination
from haggis_cli.referee.refusal import RefusedEventError
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.combinations.readings import Reading
from haggis_cli.rules.table import Table
from haggis_cli.support.errors import NotationError, UsageError


def parse_over(text: str | None, table: Table) -> tuple[Cards, Reading] | None:
    """The combination to beat; UsageError if it is none, or can be read in several ways."""
    if text is None:
        return None
    try:
        return read_combination(text, table)
    except NotationError as error:
        raise UsageError(f"--over: {error}") from None
    except RefusedEventError as error:
        raise UsageError(f"--over: {error.reason}") from None
