"""A process that has loaded the whole program and becomes one command after another: faults by the thousand in minutes.

It forks for each command and has the child wait, so that strace can take hold of it before it does anything. Loading
a program is what most of its system calls are for, and none of them has to do with a match.
"""

import gc
import json
import os
import select
import sys
from typing import Any

from tests.support.forked import listen, load_program


def become(job: dict[str, Any], ready: int, go: int) -> None:
    """Take the streams, the environment and the words of a command, say so, and wait to be let go."""
    for number, name in enumerate(("in", "out", "err")):
        opened = os.open(job[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC if number else os.O_RDONLY, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    os.environ.clear()
    os.environ.update(job["variables"])
    sys.argv = ["haggis", *job["words"]]
    os.close(ready)
    select.select([go], [], [])  # a call that is counted nowhere, for strace sees half of it


def serve(jobs: int, answers: int) -> bool:
    """Answer each job with the number of its process, and at its end with its code; true in a process that is one."""
    lines = os.fdopen(jobs, encoding="utf-8")
    while line := lines.readline():
        (waits, ready), (go, let_go) = os.pipe(), os.pipe()
        child = os.fork()
        if not child:
            for each in (waits, let_go, answers):
                os.close(each)
            become(json.loads(line), ready, go)
            return True
        os.close(ready)
        os.close(go)
        os.read(waits, 1)  # its end: the child has done everything that is not the command's own
        os.close(waits)
        os.write(answers, b"%d\n" % child)
        lines.readline()
        os.close(let_go)
        _, status = os.waitpid(child, 0)
        os.write(answers, b"%d\n" % os.waitstatus_to_exitcode(status))
    return False


if __name__ == "__main__":
    listen()
    taken = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    load_program("readline")
    gc.freeze()  # what is loaded is shared by all the commands, and no garbage
    from haggis_cli.__main__ import main

    if serve(*taken):
        sys.exit(main())
