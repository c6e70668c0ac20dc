"""What Windows lacks is used behind a branch: every such name is listed here, and the branch without it is taken."""

import ast
import os
import re
import signal
import socket
import sys
from pathlib import Path

import pytest

from haggis_cli.cli.terminal.prompts import heard_interrupts
from haggis_cli.matches.store import atomic_write
from haggis_cli.plugins import isolation
from haggis_cli.support import jobs, worker_processes
from haggis_cli.web import server

PACKAGE = Path(__file__).parents[2] / "haggis_cli"
LACKING = {
    *("chown", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getpgid", "getppgid", "getuid"),
    *("kill", "killpg", "lchown", "mkfifo", "mknod", "nice", "openpty", "posix_spawn", "pread", "pwrite", "setpgid"),
    *("sched_getaffinity", "sched_setaffinity", "setsid", "statvfs", "sync", "tcgetpgrp", "ttyname", "uname", "wait4"),
    *("O_CLOEXEC", "O_DIRECTORY", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC"),
    *("SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGTSTP", "SIGUSR1", "SIGWINCH"),
    *("ITIMER_REAL", "SIG_BLOCK", "SIG_SETMASK", "getitimer", "pthread_sigmask", "setitimer", "siginterrupt"),
}
MODULES = {"curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
BEHIND_A_BRANCH = {
    "cli/terminal/prompts.py": {"ITIMER_REAL", "SIGALRM", "getitimer", "readline", "setitimer", "termios"},
    "doctor/findings.py": {"statvfs"},
    "matches/store/atomic_write.py": {"O_DIRECTORY", "fchmod", "fchown", "fcntl"},
    "matches/store/folder.py": {"fcntl"},
    "plugins/isolation.py": {
        *("ITIMER_REAL", "SIGALRM", "SIG_BLOCK", "SIG_SETMASK", "getitimer", "pthread_sigmask", "setitimer"),
        *("SIGHUP", "SIGKILL", "fork", "kill"),
    },
    "support/interrupts.py": {"SIGKILL"},
    "support/worker_processes.py": {"SIG_BLOCK", "SIG_SETMASK", "nice", "pthread_sigmask"},
    "web/server.py": {"fcntl", "resource"},
}


def find_lacking(tree: ast.AST) -> set[str]:
    """The attributes of os and signal, and the modules, that Windows lacks."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("os", "signal"):
            found |= {node.attr} & LACKING
        elif isinstance(node, ast.Import):
            found |= {each.name for each in node.names} & MODULES
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module or ""} & MODULES
            found |= {each.name for each in node.names} & LACKING if node.module in ("os", "signal") else set()
    return found


def test_everything_that_windows_lacks_is_known() -> None:
    used = {}
    names = re.compile(rf"\b({'|'.join(LACKING | MODULES)})\b")
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text("utf-8")
        found = names.search(text) and find_lacking(ast.parse(text))
        if found:
            used[path.relative_to(PACKAGE).as_posix()] = found
    assert used == BEHIND_A_BRANCH


def test_without_affinity_every_core_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert jobs.cores() == 7
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert jobs.cores() == 1


def test_without_masks_of_signals_processes_begin_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
    with worker_processes._block_interrupts():
        assert signal.getsignal(signal.SIGINT)


def test_without_a_timer_rules_run_unlimited_and_lines_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("setitimer", "getitimer", "SIGALRM", "ITIMER_REAL", "pthread_sigmask"):
        monkeypatch.delattr(signal, name, raising=False)
    monkeypatch.setitem(sys.modules, "termios", None)
    entered = []
    with isolation.isolate(0.001, "it fails"), heard_interrupts():
        entered.append(True)
    assert entered


def test_without_limits_of_open_files_as_many_as_wanted_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "name", "nt")
    monkeypatch.setitem(sys.modules, "resource", None)
    assert server.allow_open_files(123_456) == 123_456


def test_on_windows_the_name_of_the_computer_tells_its_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setattr(socket, "gethostname", lambda: "table")
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda name: (name, [], ["127.0.0.1", "192.168.1.5"]))
    assert server.find_addresses() == ["192.168.1.5"]


def test_on_windows_no_folder_is_flushed_and_no_rights_are_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    for name in ("O_DIRECTORY", "fchmod", "fchown"):
        monkeypatch.delattr(os, name, raising=False)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    assert atomic_write._sync_folder(tmp_path) is None
