"""The options and arguments that most commands share, so that they are written and explained alike everywhere.

A command names them in its signature: `match: options.Match = None, home: options.Home = None`. First those of nearly
every command, then those that say which game is meant, begin a match, or share out long work.
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, suppress
from io import StringIO
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

import typer

from haggis_cli.cli.completion import (
    BACKENDS,
    completer_of,
    event_names,
    goal_numbers,
    match_ids,
    option_values,
    player_names,
    seat_names,
    variant_ids,
)
from haggis_cli.cli.terminal.printer import Page, Printer
from haggis_cli.support.errors import HaggisError, UsageError, note_doubt
from haggis_cli.support.escaping import forbidden_character

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from haggis_cli.book.match import AfterSaving, OpenMatch
    from haggis_cli.history.timeline import PlayedHere
    from haggis_cli.matches.store.files import Notice, Survey
    from haggis_cli.matches.store.folder import Store
    from haggis_cli.referee.report import Report
    from haggis_cli.support.jobs import Workers


def option(flags: str, help_text: str, complete: Callable[..., list[str]] | None = None, **settings: Any) -> Any:
    """An option as its help shows it, the names and what stands for its value: `--output -o FILE`.

    complete: completes the value in the shell.
    settings: further ones of `typer.Option`.
    """
    names = [word for word in flags.split() if word.startswith("-")]
    metavar = flags.removeprefix(" ".join(names)).strip() or None
    return typer.Option(*names, metavar=metavar, help=help_text, autocompletion=complete, **settings)


def argument(metavar: str, help_text: str, complete: Callable[..., list[str]] | None = None, **settings: Any) -> Any:
    """An argument; parameters as of `option`."""
    return typer.Argument(metavar=metavar, help=help_text, autocompletion=complete, **settings)


Match = Annotated[
    str | None,
    argument("MATCH", "The match: its id, part of its id, or its file. Default: the current match.", match_ids),
]

Home = Annotated[
    str | None, option("--home DIR", "Folder that holds the matches, instead of HAGGIS_HOME or the default folder.")
]

IgnoredHome = Annotated[
    str | None, option("--home DIR", "Accepted by every command; this one saves nothing.", hidden=True)
]

Json = Annotated[bool, option("--json", "Write the result as JSON.")]

NoColor = Annotated[
    bool, option("--no-color --no-colour", "Write without colours; NO_COLOR=1 does the same for every command.")
]

RoundNumber = Annotated[int | None, option("--round -r N", "Only round N, counted from 1.")]

Force = Annotated[bool, option("--force", "Overwrite an existing file.")]

Yes = Annotated[bool, option("--yes -y", "Save without asking, even if there are warnings.")]


def event_option(help_text: str) -> Any:
    """`--event TEXT`; each command says what it does with the event."""
    return option("--event TEXT", help_text, event_names, show_default=False)


def seat_option(name: str, help_text: str, names: Callable[..., list[str]] = seat_names) -> Any:
    """`--lead NAME`, `--dealer NAME` and such; each command says when it counts. `names`: completes it."""
    return option(f"{name} NAME", help_text, names, show_default=False)


REVIEW_SECONDS = 30.0
"""How long a review searches each round, where nothing else is said."""


def seconds_option(help_text: str) -> Any:
    """`--seconds S`, how long a search may take; each command says what comes of it."""
    return option("--seconds S", help_text, min=0.01, max=86_400)


def split_match(words: list[str]) -> tuple[str | None, list[str]]:
    """Tell the match from what is entered, where both are plain words.

    What is entered has a colon, or a blank as several cards do; or it is `-`. A path may have either.

    >>> split_match(["friday", "Noah: pass"]), split_match(["Noah: pass"]), split_match(["7r 8r 9r"])
    (('friday', ['Noah: pass']), (None, ['Noah: pass']), (None, ['7r 8r 9r']))
    """
    if not words or words[0] == "-":
        return None, words
    first = words[0]
    entered = ":" in first or " " in first.strip()
    return (None, words) if entered and not first.casefold().endswith(".toml") else (first, words[1:])


# Options that say which game is meant: its variant with the variant's options, its deck, its players.

VariantId = Annotated[str | None, option("--variant ID", "Variant; 'haggis variants' lists them.", variant_ids)]

VariantOptions = Annotated[
    list[str] | None,
    option(
        "--option KEY=VALUE",
        "Set an option of the variant. Repeatable. 'haggis variants show ID' lists the options.",
        option_values,
    ),
]

Suits = Annotated[
    str | None, option("--suits LETTERS", "Suits in play, such as rgby; ♥♦♣♠ (or hdcs) for ordinary cards.")
]

PlayerCount = Annotated[int | None, option("--players N", "Number of players.")]

Over = Annotated[str | None, option("--over --on CARDS", "Combination to beat, such as '8b 9b 10b'.")]


def parse_option_pairs(values: Iterable[str] | None) -> dict[str, str]:
    """The `--option KEY=VALUE` given, as a dictionary; UsageError for one without `=`, without a key, or given twice.

    >>> parse_option_pairs(["scoring=cards", "bets = no"])
    {'scoring': 'cards', 'bets': 'no'}
    """
    pairs: dict[str, str] = {}
    for value in values or ():
        key, equals, given = (part.strip() for part in value.partition("="))
        if not equals or not key:
            raise UsageError(f"--option needs KEY=VALUE, such as scoring=cards, but got {value!r}")
        if pairs.setdefault(key, given) != given:
            raise UsageError(f"--option {key} is given twice, as {pairs[key]!r} and as {given!r}")
    return pairs


# Options with which a match, or a deal, is begun: who plays, to which goal, and from which seed.

PlayerNames = Annotated[
    list[str] | None, option("--player -p NAME", "Name of a player. Repeat for each player, clockwise.", player_names)
]

Teams = Annotated[
    list[str] | None,
    option("--team NAME", "Name of a team. Repeat for each team; the first team sits at seats 1 and 3."),
]

Points = Annotated[
    int | None, option("--points N", "Goal: play to N points.", goal_numbers("points"), min=1, max=100_000)
]

Rounds = Annotated[int | None, option("--rounds N", "Goal: play N rounds.", goal_numbers("rounds"), min=1, max=1_000)]

RoundWins = Annotated[
    int | None,
    option("--round-wins N", "Goal: the first to win N rounds.", goal_numbers("round_wins"), min=1, max=1_000),
]

MatchId = Annotated[str | None, option("--name NAME", "What the match is called. Default: the players and the date.")]


def _check_seed(seed: str | None) -> str | None:
    """The seed; UsageError for one that is not text: nobody could type it again."""
    found = forbidden_character(seed or "")
    if found:
        raise UsageError(f"the seed contains {found}, which cannot be typed: use letters and digits")
    return seed


Seed = Annotated[
    str | None, option("--seed TEXT", "Seed of the deal: the same seed deals the same cards.", callback=_check_seed)
]


# Options that say who shares out long work.

Jobs = Annotated[
    int | None, option("--jobs N", "Number of processes for long work. Default: one for each core.", min=1, max=256)
]

Backend = Annotated[
    str,
    option(
        "--backend NAME",
        "Where long work runs: processes (on this machine) or dask (needs haggis-cli[cluster]).",
        completer_of(BACKENDS),
    ),
]

Scheduler = Annotated[
    str | None,
    option(
        "--scheduler ADDRESS",
        "With --backend dask: address of the scheduler, such as tcp://10.0.0.1:8786.",
        envvar="DASK_SCHEDULER_ADDRESS",
    ),
]


def choose_workers(jobs: int | None, backend: str = "processes", scheduler: str | None = None) -> "Workers":
    """Who shares out long work."""
    from haggis_cli.support.jobs import Workers, cores

    if backend not in BACKENDS:
        raise UsageError(f"--backend is processes or dask, not {backend!r}")
    if backend == "processes":
        return Workers(jobs or cores())
    if jobs is not None:
        raise UsageError("--jobs belongs to --backend processes: a Dask scheduler knows how many workers it has")
    if not scheduler:
        raise UsageError("--backend dask needs --scheduler ADDRESS, such as tcp://10.0.0.1:8786")
    return Workers(1, scheduler)


def choose_reader(backend: str, scheduler: str | None) -> "Workers":
    """Who reads what is new to the history: this process, or the workers of a Dask scheduler."""
    return choose_workers(None if backend == "dask" else 1, backend, scheduler)


# What a command works with: the options that nearly every command has, made once and handed on as one value.
#
# A Context finds and opens matches, as the score book does, and tries on each what commands print of a match; and it
# prints what commands have in common: notices of a save, another revision of the rules, a match as JSON.


class Context(NamedTuple):
    """What a command works with.

    home: the folder of the matches as it was named; None for the usual one.
    yes: whether nothing is asked, because the answer is yes.
    workers: who shares out long work; None for this process alone.
    """

    printer: Printer
    home: str | None = None
    json: bool = False
    yes: bool = False
    workers: "Workers | None" = None

    @property
    def store(self) -> "Store":
        """The folder of the matches."""
        from haggis_cli.matches.store.files import home_folder
        from haggis_cli.matches.store.folder import Store

        return Store(home_folder(self.home))

    def open_match(self, match: str | None) -> "OpenMatch":
        """Find, read and adjudicate a match; `match` as people name it, None for the current one."""
        from haggis_cli.book.match import open_match

        if self.printer.colored:
            self.store.recall_players()
        return open_match(match, self.home, print_to_nobody)

    def open_for_change(self, match: str | None) -> AbstractContextManager["OpenMatch"]:
        """Open a match for a change: from reading to saving no other haggis saves it."""
        from haggis_cli.book.match import open_for_change

        return open_for_change(match, self.home, print_to_nobody)

    def print_notices(self, saved: "OpenMatch") -> "OpenMatch":
        """Print what a person should know of a save; the match, of which there is nothing more to tell."""
        for notice in saved.notices:
            self.print_notice(notice)
        return saved._replace(notices=())

    def print_notice(self, notice: "Notice | None") -> None:
        """Print what a person should know of something that was saved; the command ends with its exit code."""
        if notice and notice.exit_code:
            self.printer.print_error(notice.text)
            note_doubt(notice.exit_code)
        elif notice:
            self.printer.print_warning(notice.text)

    def print_saved(self, told: "AfterSaving", *lines: str) -> None:
        """Print what is told once a change is saved, notices of the save first; or the match as JSON.

        lines: what was done; without them the rounds name the match.
        """
        self.print_notices(told.match)
        if self.json:
            self.printer.print_json(told.as_json())
            return
        for line in lines:
            self.printer.print_line(line)
        for number in told.rounds:
            from haggis_cli.cli.views.scoreboard import print_round  # most events end no round

            print_round(self.printer, told.match.report, number, "" if lines else match_name(told.match))
        Page(self.printer).print_sentences(told.sentences, broken=bool(told.match.report.violations))

    def print_revision(self, opened: "OpenMatch") -> None:
        """Print before anything else that a match was recorded under another revision of its variant."""
        if opened.report.revision:
            self.printer.print_warning(f"{match_name(opened)}: {opened.report.revision.text}")


def match_name(opened: "OpenMatch") -> str:
    """What a command that has written to a match calls it in its first line, so that nobody has to guess."""
    from haggis_cli.matches.heading import title_with_id
    from haggis_cli.matches.store.files import SUFFIX

    return title_with_id(opened.file.record.title, opened.path.name.removesuffix(SUFFIX))


def print_to_nobody(report: "Report") -> None:
    """Print all that commands print of a match, so that rules of a third party fail now if they do."""
    from haggis_cli.cli.views.scoreboard import print_round, print_scoreboard, print_standing
    from haggis_cli.referee.report_json import show_json

    nobody = Printer(no_color=True, out=StringIO(), err=StringIO())
    print_scoreboard(nobody, report)
    for each in report.complete_rounds[-1:]:
        print_round(nobody, report, each.number)
    print_standing(nobody, report)
    show_json(report)


# Options that choose among many matches, and a question to the index of all.

Answer = TypeVar("Answer")

WithPlayers = Annotated[
    list[str] | None, option("--player -p NAME", "Only matches that NAME plays in. Repeatable.", player_names)
]
Event = Annotated[str | None, event_option("Only matches of this evening, league or tournament.")]
Since = Annotated[str | None, option("--since DATE", "Only matches since this day, month or year.")]
Until = Annotated[str | None, option("--until DATE", "Only matches until the end of this day, month or year.")]
Finished = Annotated[
    bool | None, option("--finished/--unfinished", "Only matches that are over, or only those that are not.")
]
NoBots = Annotated[bool, option("--no-bots", "Skip matches with computer players.")]
Csv = Annotated[bool, option("--csv", "Write comma-separated values.")]


def parse_period(since: str | None, until: str | None) -> tuple[str | None, str | None]:
    """The first day of `--since` and the first after `--until`; UsageError for what is no date."""
    from haggis_cli.history.selection import parse_date

    return (
        None if since is None else parse_date(since, "--since"),
        None if until is None else parse_date(until, "--until", end=True),
    )


def query_history(
    context: Context, question: "Callable[[sqlite3.Connection, Survey], Answer]", most: int | None = None
) -> Answer:
    """Put a question to the index of the store, brought up to date; where that takes a while, tell how far it is.

    most: how many files are read at most, those that changed last; all if left out.
    """
    from haggis_cli.cli.terminal.display import progress
    from haggis_cli.history.index import query_index
    from haggis_cli.support.jobs import ALONE

    with progress(context.printer, "matches read") as show:
        return query_index(context.store, question, show, context.workers or ALONE, most)


_MOST_READ = 50  # match files of which the index does not know yet: no question waits for more


def find_who_played(context: Context) -> "PlayedHere":
    """Who has played here; nobody where the matches cannot be read."""
    from haggis_cli.history.timeline import PlayedHere, find_played_here

    with suppress(HaggisError):
        return query_history(context, lambda index, _: find_played_here(index), _MOST_READ)
    return PlayedHere([], [])


def find_event_matches(context: Context, event: str) -> "list[Path]":
    """The files of the matches that belong to an event, the oldest first; UsageError if none does."""
    from haggis_cli.history.selection import Filter, People, list_matches

    rows = query_history(context, lambda index, _: list_matches(index, Filter(event=event), People()))
    return [context.store.path_of(row["id"]) for row in reversed(rows)]


def warn_of_conflicts(printer: Printer, names: Iterable[str]) -> None:
    """Tell of each copy that it is not counted."""
    from haggis_cli.history.figures import COPY

    for name in names:
        printer.print_warning(f"{name} is {COPY}; it is not counted")
