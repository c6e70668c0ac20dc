"""`haggis play --simulate`: levels against each other, without a table to look at."""

from collections.abc import Callable
from contextlib import closing
from time import monotonic
from typing import TYPE_CHECKING, Any

from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.progress import progress
from haggis_cli.players.tournament import MatchResult, Tallies, Tally, TournamentSettings, play_all, wilson_interval
from haggis_cli.support.errors import StoreError
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.jobs.crew import Workers
from haggis_cli.support.plurals import pluralize

if TYPE_CHECKING:
    from haggis_cli.matches.store.folder import Store

_NARROW = 64  # columns of a terminal that is too small for every figure


def simulate(
    printer: Printer, terms: TournamentSettings, matches: int, crew: Workers, *, store: "Store | None", json: bool
) -> None:
    """Play the matches and tell what came of them; broken off with Ctrl-C, of those that are done.

    store: where the matches are kept as files, if they are to be kept.
    """
    begun = monotonic()
    tallies = Tallies(terms)
    keep = _make_saver(terms, store) if store else None
    interrupted = False
    try:
        played = play_all(terms, matches, crew)
        with closing(played) as results, progress(printer, patience=0) as show:
            show(0, matches)
            for result in results:
                with defer_signals() as held:  # what is told is what is kept
                    tallies.add(result)
                    if keep:
                        keep(result)
                show(tallies.matches, matches)
                if held:
                    raise KeyboardInterrupt
    except KeyboardInterrupt:
        interrupted = True
    seconds = monotonic() - begun
    if json:
        printer.print_json(_results_json(terms, tallies, seconds))
    else:
        _print_results(printer, terms, tallies, seconds)
    if interrupted:
        raise KeyboardInterrupt


def _results_json(terms: TournamentSettings, tallies: Tallies, seconds: float) -> dict[str, Any]:
    return {
        "variant": terms.variant,
        "matches": tallies.matches,
        "players": {name: _player_json(tally) for name, tally in tallies.players.items()},
        "decisions": tallies.decisions,
        "seconds": round(seconds, 3),
        "goal": str(terms.goal),
        "seed": terms.seed,
    }


def _player_json(tally: Tally) -> dict[str, Any]:
    low, high = wilson_interval(tally.wins, tally.matches)
    return {
        "level": tally.level,
        "wins": tally.wins,
        "win_rate": round(tally.win_rate, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "mean_points": round(tally.mean_points, 2),
        "mean_round_points": round(tally.mean_round_points, 2),
    }


def _print_results(printer: Printer, terms: TournamentSettings, tallies: Tallies, seconds: float) -> None:
    seed = f"The seed was {safe(terms.seed)}."
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
    printer.print_message(f"{matches} to {terms.goal}, {decisions} in {seconds:.1f} seconds. {seed}")


def _make_saver(terms: TournamentSettings, store: "Store") -> Callable[[MatchResult], None]:
    """What keeps a match as a file, under the seed and its number; StoreError if there are such matches already."""
    from haggis_cli.cli.play.simulated_files import played_record
    from haggis_cli.matches.ids import safe_id
    from haggis_cli.matches.toml.guard import encode_utf8
    from haggis_cli.matches.toml.match_file import render_match

    def id_of(number: int) -> str:
        return safe_id(f"simulated-{terms.seed}-{number + 1:04}")

    if store.path_of(id_of(0)).exists():
        raise StoreError(f"there is a match called {id_of(0)} already: choose another --seed")

    def keep(result: MatchResult) -> None:
        match_id = id_of(result.number)
        store.create(match_id, encode_utf8(render_match(played_record(match_id, terms, result))))

    return keep
