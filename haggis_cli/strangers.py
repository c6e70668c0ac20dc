"""Calling the rules that a variant brings along: they are a stranger's code, and may fail or talk."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

from haggis_cli.errors import HaggisError, VariantError, error_text
from haggis_cli.visible import visible


@contextmanager
def rules_of(variant_id: str) -> Iterator[None]:
    """What the rules of a variant raise becomes a VariantError that names it; what they print goes to standard error.

    SystemExit is caught, too: a stranger's mistake stops this match, and neither the program nor any other match.
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except HaggisError:
        raise
    except (Exception, SystemExit) as error:
        raise VariantError(f"the variant '{visible(variant_id)}' fails: {visible(error_text(error))}") from error
