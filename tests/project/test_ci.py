"""The whole run in a clean checkout never looks green where no browser was there to drive the pages."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.haggis import ROOT

RUN = ROOT / ".ci" / "run"
BASH = shutil.which("bash")
needs_bash = pytest.mark.skipif(not BASH or not RUN.exists(), reason="needs bash, and a checkout")
SUMMARY = "{} browser tests passed, 3 skipped\n================= 7 passed, 3 skipped in 1.00s =================\n"


def the_end_of_a_run(logs: list[Path]) -> "subprocess.CompletedProcess[str]":
    """What `.ci/run` says and how it ends, by its own lines, when its tests have written these."""
    script = RUN.read_text(encoding="utf-8")
    counts = re.search(r"^count_browser_tests\(\) \{.*?^\}$", script, re.DOTALL | re.MULTILINE)
    end = script[script.rindex("\nif [") :]
    assert counts
    count = "".join(f"log='{log}'\ncount_browser_tests\n" for log in logs)
    code = f"set -eo pipefail\nbrowser_tests=0\n{counts[0]}\n{count}{end}"
    return subprocess.run([str(BASH), "-c", code], capture_output=True, encoding="utf-8", check=False)


@needs_bash
@pytest.mark.parametrize(("numbers", "total"), [((12, 30), 42), ((0, 5), 5)])
def test_the_last_line_says_how_many_browser_tests_ran(tmp_path: Path, numbers: tuple[int, ...], total: int) -> None:
    logs = [tmp_path / str(place) for place in range(len(numbers) + 1)]
    for log, number in zip(logs, numbers, strict=False):
        log.write_text(SUMMARY.format(number))
    logs[-1].write_text("======= 7 passed in 1.00s =======\n")
    done = the_end_of_a_run(logs)
    assert done.returncode == 0
    assert re.fullmatch(rf"all is well after \d+ s; {total} browser tests passed\n", done.stdout)


@needs_bash
def test_a_run_without_a_browser_fails(tmp_path: Path) -> None:
    (tmp_path / "log").write_text(SUMMARY.format(0))
    done = the_end_of_a_run([tmp_path / "log"])
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("FAILED: no browser test ran, for there is no Chromium")


@needs_bash
@pytest.mark.slow
def test_tests_that_find_no_browser_say_how_many_they_are(tmp_path: Path) -> None:
    """In the words that `.ci/run` looks for, also where another process runs the tests."""
    words = ["-m", "pytest", "-q", "-m", "", "-n", "1", "-p", "no:cacheprovider", "tests/web/test_accessibility.py"]
    environment = os.environ | {"PATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert re.search(r"^0 browser tests passed, [1-9]\d* skipped$", done.stdout, re.MULTILINE), done
    (tmp_path / "log").write_text(done.stdout)
    assert the_end_of_a_run([tmp_path / "log"]).returncode == 1
