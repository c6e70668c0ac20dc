"""`haggis play --simulate`: computer players against each other, with the results in a table."""

from contextlib import closing
from time import monotonic

from haggis_cli.book.playing.simulation import SimulationSaver, tallies_json
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.progress import progress
from haggis_cli.matches.store.folder import Store
from haggis_cli.players.tournament import Tallies, TournamentSettings, play_all, wilson_interval
from haggis_cli.support.english import pluralize
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.jobs.workers import Workers

_NARROW = 64  # columns of a terminal that is too small for every figure


def run_simulation(
    printer: Printer, settings: TournamentSettings, matches: int, workers: Workers, *, store: Store | None, json: bool
) -> None:
    """Play the matches and print the results; after Ctrl-C those of the matches that are over.

    store: where the matches are saved; None to save none.
    """
    begun = monotonic()
    tallies = Tallies(settings)
    saver = SimulationSaver(settings, store) if store else None
    interrupted = False
    try:
        played = play_all(settings, matches, workers)
        with closing(played) as results, progress(printer, patience=0) as show:
            show(0, matches)
            for result in results:
                with defer_signals() as held:  # the results are those of the matches that are saved
                    tallies.add(result)
                    if saver:
                        saver.save(result)
                show(tallies.matches, matches)
                if held:
                    raise KeyboardInterrupt
    except KeyboardInterrupt:
        interrupted = True
    seconds = monotonic() - begun
    if json:
        printer.print_json(tallies_json(settings, tallies, seconds))
    else:
        _print_results(printer, settings, tallies, seconds)
    if interrupted:
        raise KeyboardInterrupt


def _print_results(printer: Printer, settings: TournamentSettings, tallies: Tallies, seconds: float) -> None:
    seed = f"The seed was {safe(settings.seed)}."
    if not tallies.matches:
        printer.print_message(f"No match was finished in {seconds:.1f} seconds. {seed}")
        return
    narrow = printer.columns is not None and printer.columns < _NARROW
    rows = [
        ["", "level", "won", *([] if narrow else ["rate"]), "95 % sure", *([] if narrow else ["points"]), "a round"]
    ]
    for name, tally in tallies.players.items():
        low, high = wilson_interval(tally.wins, tally.matches)
        rate, points = f"{tally.win_rate:.1%}", f"{tally.mean_points:.1f}"
        rows.append(
            [
                safe(name),
                tally.level,
                str(tally.wins),
                *([] if narrow else [rate]),
                f"{low:.0%}-{high:.0%}" if narrow else f"{low:.1%} to {high:.1%}",
                *([] if narrow else [points]),
                f"{tally.mean_round_points:.1f}",
            ]
        )
    printer.print_table(rows, "<=" + ">" * (len(rows[0]) - 2))
    matches = "1 match" if tallies.matches == 1 else f"{tallies.matches} matches"
    decisions = pluralize(tallies.decisions, "decision")
    printer.print_message(f"{matches} to {settings.goal}, {decisions} in {seconds:.1f} seconds. {seed}")
