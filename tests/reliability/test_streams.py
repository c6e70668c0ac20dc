"""Closed, full and broken streams, narrow encodings, folders that cannot be written, clocks that are wrong.

Whatever it is, the exit code is the documented one, what is said about saving is true, and no stream's file is a match.
"""

import itertools
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.support.forked import Forked, can_fork
from tests.support.haggis import PATIENCE, SCRIPT, Haggis, Ran, header, refused

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX streams")

ENTRY = "Noah: out 8, cards 12"
READING = (
    ("show",),
    ("list",),
    ("check", "--warnings"),
    ("log",),
    ("sheet",),
    ("variants",),
    ("judge", "4r 4g", "--variant", "two-player"),
)
SAVING = (
    ("score", "friday", ENTRY),
    ("record", "friday", "Noah: 7r"),
    ("new", "-p", "A", "-p", "B", "--variant", "two-player"),
)
Redirected = Mapping[int, str | None]
"""The file of a standard stream, by number; None for one that is closed."""
NOWHERE: Redirected = {}
NO_MORE: Mapping[str, str] = {}
FULL = "reading or writing failed: No space left on device\n"


def run(
    haggis: Haggis,
    *arguments: str,
    redirected: Redirected = NOWHERE,
    prefix: str = "",
    variables: Mapping[str, str] = NO_MORE,
) -> Ran:
    """Run a command with its streams redirected, forked if it can be; with a prefix it is a shell that does it."""
    told = {1: haggis.folder / "out", 2: haggis.folder / "err"}
    for path in told.values():
        path.write_bytes(b"")
    streams = {0: os.devnull} | {number: str(path) for number, path in told.items()} | dict(redirected)
    environment = haggis.environment(**variables)
    if prefix or not can_fork(environment):
        words = shlex.join([sys.executable, "-m", "haggis_cli", *arguments])
        given = " ".join(f"{number}{'>' if number else '<'}{path or '&-'}" for number, path in streams.items())
        line = ["/bin/sh", "-c", f"exec {prefix} {words} {given}"]
        code = subprocess.run(line, env=environment, cwd=haggis.folder, timeout=PATIENCE, check=False).returncode
    else:
        code = run_forked(haggis.folder, arguments, streams, environment)
    out, err = (path.read_bytes() for path in told.values())
    assert b"Traceback" not in err, err
    return Ran(code, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))


def run_forked(folder: Path, arguments: Iterable[str], streams: Redirected, environment: dict[str, str]) -> int:
    """Run a command with these streams; its exit code."""
    opened = []
    for number in range(3):
        path = streams[number]
        opened.append(path and os.open(folder / path, os.O_WRONLY if number else os.O_RDONLY))
    try:
        given = [None if stream is None else int(stream) for stream in opened]
        return Forked([str(SCRIPT), *arguments], environment, folder, streams=given).wait(PATIENCE)
    finally:
        for stream in opened:
            if stream is not None:
                os.close(int(stream))


def kept(haggis: Haggis) -> dict[str, str]:
    """The match files, by name."""
    return {path.name: path.read_text(encoding="utf-8") for path in haggis.path().parent.glob("*.toml")}


@pytest.mark.slow
class TestClosedStreams:
    @pytest.mark.sample(1)
    @pytest.mark.parametrize(
        "closed",
        [each for size in (1, 2, 3) for each in itertools.combinations(range(3), size)],
        ids=lambda closed: "-".join(map(str, closed)),
    )
    def test_what_is_saved_is_the_match_and_what_is_read_is_read(self, haggis: Haggis, closed: tuple[int, ...]) -> None:
        """A closed stream must not be handed to the next file opened, which would then be written over."""
        haggis.new()
        redirected = dict.fromkeys(closed)
        ran = run(haggis, "score", "friday", ENTRY, redirected=redirected)
        assert ran.code == 0
        assert ("Noah" in ran.out) == (1 not in closed)
        assert run(haggis, "record", "friday", "Isla: 7r", redirected=redirected).code == 0
        assert haggis.text() == header() + (
            '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
            '\n[[rounds]]\nevents = [\n  "Isla: 7r",\n]\n'
        )
        assert run(haggis, "show", redirected=redirected).code == (3 if 1 in closed else 0)
        assert run(haggis, "nonsense", redirected=redirected).code == 2

    @pytest.mark.parametrize(
        "words",
        [("show",), ("list",), ("stats", "--json"), ("sheet", "-o", "-"), ("sheet", "-f", "pdf", "-o", "-"),
         ("export", "-o", "-"), ("--version",), ()],
        ids=" ".join,
    )  # fmt: skip
    def test_a_result_that_has_nowhere_to_go_is_no_success(self, haggis: Haggis, words: tuple[str, ...]) -> None:
        haggis.new()
        ran = run(haggis, *words, redirected={1: None})
        assert ran == refused(3, "standard output is closed: the result could not be written")
        assert run(haggis, "check", redirected={1: None}) == Ran(0, "", "")  # which has nothing to say

    def test_standard_input_that_is_closed_is_at_its_end(self, haggis: Haggis) -> None:
        haggis.new()
        assert run(haggis, "record", "friday", "-", redirected={0: None}).code == 0
        assert run(haggis, "score", "friday", redirected={0: None}).code == 2
        assert run(haggis, "check", "-", redirected={0: None}).code == 3
        assert haggis.text() == header()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
class TestFullDisk:
    @pytest.mark.sample(1)
    @pytest.mark.parametrize("command", READING, ids=" ".join)
    def test_what_cannot_be_shown_ends_with_3(self, haggis: Haggis, command: tuple[str, ...]) -> None:
        haggis.new()
        haggis.ok("score", ENTRY)
        if command[0] == "check":  # a file whose name warns
            haggis.path().rename(haggis.path("sunday"))
        assert run(haggis, *command, redirected={1: "/dev/full"}) == Ran(3, "", f"haggis: {FULL}")

    @pytest.mark.sample(1)
    @pytest.mark.parametrize("command", SAVING, ids=lambda words: words[0])
    def test_what_was_saved_and_cannot_be_shown_is_called_saved(self, haggis: Haggis, command: tuple[str, ...]) -> None:
        haggis.new()
        before = kept(haggis)
        ran = run(haggis, *command, redirected={1: "/dev/full"})
        assert kept(haggis) != before
        if ran.code == 0:  # it writes nothing to standard output
            assert command[0] == "new"
            return
        assert ran.code == 8
        assert ran.err.endswith(f"haggis: saved, but the result could not be shown: {FULL}")

    @pytest.mark.sample(1)
    @pytest.mark.parametrize("command", SAVING, ids=lambda words: words[0])
    @pytest.mark.parametrize("full", [(2,), (1, 2)])
    def test_the_exit_code_is_true_even_where_nothing_can_be_said(
        self, haggis: Haggis, command: tuple[str, ...], full: tuple[int, ...]
    ) -> None:
        """0 and 8: saved; 3: not, for a remark before it could not be made."""
        haggis.new()
        before = kept(haggis)
        code = run(haggis, *command, redirected=dict.fromkeys(full, "/dev/full")).code
        assert code in (0, 3, 8)
        assert (kept(haggis) != before) == (code in (0, 8))

    @pytest.mark.sample(1)
    @pytest.mark.parametrize("words", ["--help", "--version", "score --help", "--show-completion bash"])
    def test_so_does_help(self, haggis: Haggis, words: str) -> None:
        assert run(haggis, *words.split(), redirected={1: "/dev/full"}).code == 3

    def test_a_wrong_command_whose_complaint_has_no_room_ends_with_3(self, haggis: Haggis) -> None:
        assert run(haggis, "nonsense", redirected={2: "/dev/full"}).code == 3


class TestBrokenPipe:
    @pytest.mark.sample(2)
    @pytest.mark.parametrize("command", [*READING, *SAVING], ids=lambda words: words[0])
    def test_a_reader_that_is_gone_is_no_mistake_and_what_was_to_be_saved_is(
        self, haggis: Haggis, command: tuple[str, ...]
    ) -> None:
        haggis.new()
        before = kept(haggis)
        if command in READING:
            haggis.ok("score", ENTRY)
            before = kept(haggis)
        gone, nobody = os.pipe()
        os.close(gone)
        said = haggis.folder / "err"
        with said.open("wb") as err, Path(os.devnull).open("rb") as nothing:
            process: Forked | subprocess.Popen[bytes]
            if can_fork(haggis.environment()):
                streams = (nothing.fileno(), nobody, err.fileno())
                process = Forked([str(SCRIPT), *command], haggis.environment(), haggis.folder, streams=streams)
            else:
                words = [str(SCRIPT), *command]
                process = subprocess.Popen(words, stdin=nothing, stdout=nobody, stderr=err, env=haggis.environment())
            os.close(nobody)
            assert process.wait(PATIENCE) in (0, 141)  # 0: it had nothing to say
        assert b"Traceback" not in said.read_bytes()
        assert (kept(haggis) != before) == (command in SAVING)


@pytest.mark.slow
class TestEncodings:
    @pytest.mark.sample(1)
    @pytest.mark.parametrize(
        "variables",
        [
            {"PYTHONIOENCODING": "cp1252"},
            {"PYTHONIOENCODING": "ascii"},
            {"PYTHONIOENCODING": "shift-jis"},
            {"PYTHONIOENCODING": "", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
            {"PYTHONIOENCODING": "", "LC_ALL": "xx_XX.nothing", "LANG": ""},
        ],
        ids=lambda variables: "-".join(filter(None, variables.values())),
    )
    def test_what_an_encoding_lacks_is_shown_escaped(self, haggis: Haggis, variables: dict[str, str]) -> None:
        haggis.keep(header(players='"Noah", "Zo\u00eb \u2665 \u674e\u96f7"'))
        ran = run(haggis, "score", "friday", ENTRY, variables=variables)
        assert ran.code == 0, ran
        commands = ("show", "list", "sheet", "export --format text", "new --help")
        for command in commands if variables["PYTHONIOENCODING"] else commands[:1]:  # where all is loaded each time
            assert run(haggis, *command.split(), variables=variables).code == 0, command
        told = run(haggis, "show", "--json", variables=variables)
        assert json.loads(told.out)["totals"]["Zo\u00eb \u2665 \u674e\u96f7"] == 24

    @pytest.mark.sample(1)
    @pytest.mark.parametrize("command", ["record friday -", "check -", "import -"])
    def test_bytes_that_are_no_text_are_refused_in_words(self, haggis: Haggis, command: str) -> None:
        haggis.new()
        before = kept(haggis)
        (haggis.folder / "typed").write_bytes(b"Noah: 7\xff\xfe\n")
        ran = run(haggis, *command.split(), redirected={0: "typed"})
        assert ran.code in (1, 2, 3), ran
        assert "an error in haggis" not in ran.err
        assert kept(haggis) == before


@pytest.fixture
def unprivileged() -> str:
    """What comes before a command so that the rights of folders count; the administrator may write anywhere."""
    if os.geteuid() != 0:
        return ""
    if not shutil.which("setpriv"):
        pytest.skip("the administrator may write anywhere, and there is no setpriv to give that up")
    less = "-dac_override,-dac_read_search,-fowner"
    return f"setpriv --inh-caps={less} --bounding-set={less}"


@pytest.mark.slow
class TestReadOnlyFolder:
    @pytest.fixture
    def locked(self, haggis: Haggis) -> Iterator[Haggis]:
        """A home in which nothing can be made any more."""
        haggis.new()
        folders = (haggis.home / "matches", haggis.home)
        for folder in folders:
            folder.chmod(0o555)
        yield haggis
        for folder in folders:
            folder.chmod(0o755)

    @pytest.mark.sample(1)
    @pytest.mark.parametrize("command", [*SAVING, ("remove", "friday", "--yes")], ids=lambda words: words[0])
    def test_nothing_is_saved_and_that_is_said(
        self, locked: Haggis, unprivileged: str, command: tuple[str, ...]
    ) -> None:
        before = kept(locked)
        ran = run(locked, *command, prefix=unprivileged)
        assert (ran.code, ran.out) == (4, ""), ran
        assert "nothing was changed" in ran.err
        assert kept(locked) == before

    @pytest.mark.sample(1)
    @pytest.mark.parametrize("command", READING, ids=" ".join)
    def test_all_that_reads_goes_on(self, locked: Haggis, unprivileged: str, command: tuple[str, ...]) -> None:
        for name in ("locks", "cache"):
            (locked.folder / name).mkdir(exist_ok=True)
            (locked.folder / name).chmod(0o555)
        ran = run(locked, *command, prefix=unprivileged)
        assert ran.code == 0, ran

    def test_without_a_place_for_locks_nothing_is_saved(self, haggis: Haggis, unprivileged: str) -> None:
        haggis.new()
        before = kept(haggis)
        shutil.rmtree(haggis.folder / "locks")
        (haggis.folder / "locks").mkdir(mode=0o555)
        ran = run(haggis, "score", "friday", ENTRY, prefix=unprivileged)
        assert (ran.code, kept(haggis)) in ((3, before), (4, before)), ran


@pytest.mark.slow
class TestClock:
    MOMENTS = ("1969-12-31 23:00:00", "2040-02-29 12:00:00")

    @pytest.mark.parametrize("moment", [-1, 0, -86_400 * 365, 2_208_988_800 + (1 << 32)])
    def test_files_may_be_of_any_time(self, haggis: Haggis, moment: int) -> None:
        """The match last worked on, the list and the index go by the time of the file."""
        haggis.new()
        os.utime(haggis.path(), (moment, moment))
        for command in ("show", "list", "stats", "check"):
            haggis.ok(command)
        haggis.ok("score", ENTRY)
        assert haggis.json("list")["matches"][0]["rounds"] == 1

    @pytest.mark.parametrize("moment", MOMENTS)
    def test_an_evening_at_any_time(self, haggis: Haggis, moment: str) -> None:
        library = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
        if library is None:
            pytest.skip("needs libfaketime")
        clock = {"LD_PRELOAD": str(library), "FAKETIME": f"@{moment}", "TZ": "UTC"}
        new = ("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--name", "friday", "--rounds", "2")
        assert run(haggis, *new, variables=clock).code == 0
        assert f"created = {moment[:4]}" in kept(haggis)["friday.toml"]
        assert run(haggis, "score", ENTRY, variables=clock).code == 0
        assert run(haggis, "record", "Isla: 7r", variables=clock).code == 0
        assert run(haggis, "undo", variables=clock).code == 0
        for command in (
            "show",
            "list",
            "stats --chart points",
            "check",
            "sheet --format html",
            "export --format bgstats",
        ):
            assert run(haggis, *command.split(), variables=clock).code == 0, command
        assert haggis.json("list")["matches"][0]["rounds"] == 1  # now, by the right clock

    @pytest.mark.parametrize("created", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
    def test_a_moment_at_the_end_of_the_calendar_is_refused(self, haggis: Haggis, created: str) -> None:
        haggis.keep(header().replace("2026-11-21T19:30:00Z", created))
        assert haggis("show") == Ran(
            3, "", "haggis: friday.toml: line 4: 'created': a match is from the years 1900 to 2999\n"
        )
