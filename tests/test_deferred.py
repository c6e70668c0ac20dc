"""Modules that are loaded at their first use, each case in a process of its own."""

import subprocess
import sys

import pytest

from haggis_cli.support.deferred import LAZY_MODULES
from tests.cli.support import ROOT

BEGIN = (
    "import sys\n"
    "from haggis_cli import deferred\n"
    "from haggis_cli.support.deferred import SELDOM, defer\n"
    "def waiting():\n"
    "    return {name for name in SELDOM & sys.modules.keys() if 'Lazy' in object.__repr__(sys.modules[name])}\n"
)


def told_by(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{BEGIN}{code}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", sorted(LAZY_MODULES))
def test_a_module_is_there_at_its_first_use_and_whole(name: str) -> None:
    code = f"defer()\nimport {name}\nprint({name!r} in waiting(), sorted(vars({name})), {name!r} in waiting())"
    eager = f"import {name}\nprint(True, sorted(vars({name})), False)"
    assert told_by(code) == told_by(eager)


def test_a_name_asked_of_a_module_is_had_at_once() -> None:
    assert told_by("defer()\nfrom struct import pack\nprint(len(pack('b', 3)), waiting())") == "1 set()\n"


def test_everything_else_is_loaded_as_always() -> None:
    assert told_by("defer()\nimport fractions\nprint(object.__repr__(fractions)[:7], waiting())") == "<module set()\n"


def test_what_is_loaded_already_stays_as_it_is() -> None:
    assert told_by("import csv\ndefer()\nimport csv as again\nprint(again is csv, waiting())") == "True set()\n"


def test_asked_for_twice_it_is_deferred_once() -> None:
    assert told_by("before = len(sys.meta_path)\ndefer()\ndefer()\nprint(len(sys.meta_path) - before)") == "1\n"


def test_what_a_module_loads_at_its_first_use_may_wait_in_turn() -> None:
    code = "defer()\nfrom secrets import token_hex\nprint(len(token_hex(3)), waiting(), token_hex.__module__)"
    assert told_by(code) == "6 {'base64'} secrets\n"


def test_before_threads_begin_everything_is_loaded_and_nothing_deferred_any_more() -> None:
    code = (
        "defer()\nimport csv, secrets\nprint(sorted(waiting()))\ndeferred.load_all()\nimport zipfile\nprint(waiting())"
    )
    assert told_by(code) == "['csv', 'secrets']\nset()\n"
    assert told_by("deferred.load_all()\nprint(waiting())") == "set()\n"


def test_a_module_that_is_blocked_holds_up_no_other() -> None:
    code = "sys.modules['csv'] = None\ndefer()\nimport socket\ndeferred.load_all()\nprint(socket.AF_INET > 0)"
    assert told_by(code) == "True\n"
