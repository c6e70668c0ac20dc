"""The list of installed variants with what is wrong with each: the one answer for which plugins run unnamed.

So each is loaded in a process of its own: it cannot hang, end, or change the one that lists them.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Thread
from time import monotonic
from typing import Any, NamedTuple

from haggis_cli.plugins.isolation import IMPORT_SECONDS
from haggis_cli.plugins.registry import EntryPoint, describe_claim, enabled_claims, installed_claims, is_own, load
from haggis_cli.support.errors import CommandProcess, VariantError
from haggis_cli.support.interrupts import die_with_parent

_AT_ONCE = 4
_KEYS = {"name", "players", "revision", "fault"}
_START_SECONDS = 20.0  # seconds beyond those for loading that a new process may take on a busy computer
_NO_ANSWER = f"it does not answer within {IMPORT_SECONDS:g} seconds"
_LOADER = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from haggis_cli.plugins.catalogue import print_loaded_json; print_loaded_json(sys.argv[2])"
)


class CatalogueEntry(NamedTuple):
    """A variant in the list.

    package: the package that offers it; several that claim it, with commas between them.
    name: what it is called; None where it cannot be used.
    players: the numbers of players it is for; none where it cannot be used.
    revision: which edition of its rules is installed; None where it cannot be used.
    off: whether it is switched off with all plugins.
    """

    id: str
    package: str
    version: str
    name: str | None
    players: tuple[int, ...]
    revision: int | None
    fault: str | None
    own: bool
    off: bool

    def as_json(self) -> dict[str, Any]:
        """The variant as JSON."""
        return {
            "id": self.id,
            "name": self.name,
            "players": list(self.players) or None,
            "revision": self.revision,
            "package": self.package,
            "version": self.version,
            "error": self.fault,
            "off": self.off,
        }


def load_catalogue() -> list[CatalogueEntry]:
    """Every installed variant, sorted by id."""
    pool = ThreadPoolExecutor(_AT_ONCE)
    try:
        plugins = {
            name: claims[0] for name, claims in enabled_claims().items() if len(claims) == 1 and not is_own(claims[0])
        }
        answers = {name: pool.submit(_load_in_subprocess, name, claim) for name, claim in plugins.items()}
        loaded = {name: answers[name].result() if name in answers else _load_summary(name) for name in enabled_claims()}
    finally:
        pool.shutdown(cancel_futures=True)
    return [_catalogue_entry(name, claims, loaded.get(name)) for name, claims in installed_claims().items()]


def print_loaded_json(variant_id: str) -> None:
    """Load one variant, write what is to be known of it as the last line of standard output, and end the process.

    What the plugin has begun is not waited for. Standard input is a line to the process that asked, and says nothing.
    """
    die_with_parent()
    Thread(target=_end_with_other_end, args=(os.dup(0),), daemon=True).start()
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    with CommandProcess():
        summary = _load_summary(variant_id)
    sys.stdout.write(f"\n{json.dumps(summary)}\n")
    sys.stdout.flush()
    os._exit(0)


def _end_with_other_end(line: int) -> None:
    """End this process when the one at the other end of the line is gone, whatever the plugin is doing."""
    os.read(line, 1)
    os._exit(1)


def _load_summary(variant_id: str) -> dict[str, Any]:
    try:
        variant = load(variant_id)
        players = [int(each) for each in variant.players]
        return {"name": str(variant.name), "players": players, "revision": int(variant.revision), "fault": None}
    except VariantError as error:
        return _fault_summary(str(error))


def _fault_summary(fault: str | None) -> dict[str, Any]:
    return {"name": None, "players": [], "revision": None, "fault": fault}


def _load_in_subprocess(variant_id: str, claim: EntryPoint) -> dict[str, Any]:
    """The same, found out in a process of its own; a plugin that ends or holds up its process has failed."""
    # -P: what lies in the folder one stands in is no part of Python, whatever it is called.
    command = [sys.executable, "-P", "-c", _LOADER, json.dumps(sys.path), variant_id]
    theirs, ours = os.pipe()  # which nobody writes to
    began = monotonic()
    try:
        done = subprocess.run(
            command,
            stdin=theirs,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=IMPORT_SECONDS + _START_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return _failure_summary(claim, _NO_ANSWER)
    except (OSError, ValueError):  # a frozen program has no interpreter, and an id may hold what no argument can
        return _load_summary(variant_id)
    finally:
        os.close(theirs)
        os.close(ours)
    try:
        summary = json.loads(done.stdout.splitlines()[-1])
    except (ValueError, IndexError):
        late = monotonic() - began >= IMPORT_SECONDS  # then it has ended because the plugin would not
        return _failure_summary(claim, _NO_ANSWER if late else f"it ends the program (code {done.returncode})")
    return (
        summary
        if isinstance(summary, dict) and set(summary) == _KEYS
        else _failure_summary(claim, "its answer cannot be understood")
    )


def _failure_summary(claim: EntryPoint, why: str) -> dict[str, Any]:
    return _fault_summary(f"{describe_claim(claim)} cannot be loaded: {why}")


def _catalogue_entry(name: str, claims: Sequence[EntryPoint], summary: dict[str, Any] | None) -> CatalogueEntry:
    loaded = summary or _fault_summary(None)
    return CatalogueEntry(
        id=name,
        package=", ".join(dict.fromkeys(claim.package for claim in claims)),
        version=claims[0].version,
        own=all(map(is_own, claims)),
        off=summary is None,
        **loaded | {"players": tuple(loaded["players"])},
    )
