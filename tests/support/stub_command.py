"""A command whose module is made up by the test."""

import os
import subprocess
import sys
from collections.abc import Mapping


def run_with(module: str, *arguments: str, environment: Mapping[str, str] | None = None) -> tuple[int, str, str]:
    """Runs `haggis log …` with this source as the module of the command `log`."""
    code = (
        "import sys, types\n"
        "log = types.ModuleType('haggis_cli.cli.show.log_command')\n"
        f"exec({module!r}, log.__dict__)\n"
        "sys.modules[log.__name__] = log\n"
        f"sys.argv = ['haggis', 'log', *{list(arguments)!r}]\n"
        "from haggis_cli.__main__ import run\n"
        "run()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **(environment or {})},
    )
    return done.returncode, done.stdout, done.stderr
