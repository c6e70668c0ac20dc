"""Runs a command and tells what it took: `python measured.py FILE MIB COMMAND…` writes seconds and MiB to FILE.

A process of its own: Linux counts what the process that starts a command holds as memory of the command.
"""

import json
import resource
import subprocess
import sys
from pathlib import Path


def main() -> int:
    """Ends with the exit code of the command, or 124 after two minutes."""
    told, most, *command = sys.argv[1:]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (int(most) << 20, int(most) << 20))

    try:
        code = subprocess.run(command, preexec_fn=limit, timeout=120, check=False).returncode
    except subprocess.TimeoutExpired:
        code = 124
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    figures = {"seconds": used.ru_utime + used.ru_stime, "mib": used.ru_maxrss / unit}
    Path(told).write_text(json.dumps(figures), encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
