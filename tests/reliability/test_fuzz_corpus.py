"""What `python -m tests.reliability.fuzz` has found worth keeping is tried again: no input may end in a mistake.

In a process of its own: the guard before everything outside its folder cannot be taken away again.
"""

import subprocess
import sys

import pytest

from tests.reliability.fuzz.__main__ import NAMES
from tests.reliability.fuzz.kept import read_corpus
from tests.support.haggis import PATIENCE, ROOT


@pytest.mark.slow
@pytest.mark.sample("notation")
@pytest.mark.parametrize("target", NAMES)
def test_every_kept_input_is_answered(target: str) -> None:
    command = [sys.executable, "-m", "tests.reliability.fuzz", target, "--replay"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
    assert ended.returncode == 0, ended.stderr[-3000:]
    assert ended.stdout.startswith(f"{target}: {len(read_corpus(target))} inputs")
