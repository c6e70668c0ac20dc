"""Options that say who shares out long work."""

from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.completion.candidates import completer_of
from haggis_cli.support.errors import UsageError

if TYPE_CHECKING:
    from haggis_cli.support.jobs.workers import Workers

Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="N",
        min=1,
        max=256,
        help="Processes that share long work; as many as there are cores if left out.",
    ),
]

BACKENDS = ("processes", "dask")
Backend = Annotated[
    str,
    typer.Option(
        "--backend",
        metavar="NAME",
        autocompletion=completer_of(BACKENDS),
        help="Who shares long work: processes of this machine, or dask; needs haggis-cli[cluster].",
    ),
]

Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        envvar="DASK_SCHEDULER_ADDRESS",
        help="With --backend dask: where its scheduler is, such as tcp://10.0.0.1:8786.",
    ),
]


def choose_workers(jobs: int | None, backend: str = "processes", scheduler: str | None = None) -> "Workers":
    """Who shares out long work."""
    from haggis_cli.support.jobs.workers import Workers, cores

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
