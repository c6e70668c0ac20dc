"""What `haggis play` plays: the match that goes on, a new one, asked for where it is not said, or a simulation."""

import os
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import cache
from shlex import quote
from time import monotonic
from typing import TYPE_CHECKING

from haggis_cli.book import playing
from haggis_cli.book.new_match import parse_choice, parse_new_name, parse_player_name
from haggis_cli.cli.options import Context, find_who_played, print_to_nobody
from haggis_cli.cli.terminal.display import progress
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.prompts import can_ask, print_if_interrupted
from haggis_cli.cli.terminal.questionnaire import KEYS_HELP, Question, QuestionFlow, Questionnaire, ask_questionnaire
from haggis_cli.cli.views.match_questions import names_introduction, variant_question
from haggis_cli.players.levels import LEVELS
from haggis_cli.players.tournament import Tallies, TournamentSettings, play_all, wilson_interval
from haggis_cli.plugins.registry import load
from haggis_cli.support.errors import UsageError
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.jobs import ALONE
from haggis_cli.support.text import capitalize, pluralize

if TYPE_CHECKING:
    from haggis_cli.history.timeline import PlayedHere

DEFAULT_LEVEL = "normal"


def find_or_start_match(context: Context, match: str | None, request: playing.PlayRequest) -> playing.MatchToPlay:
    """The match to play, a new one if need be; UsageError where it is not said which.

    One that people keep at a table goes on here only if they say so, and its next round is then dealt at once.
    """
    printer, store = context.printer, context.store
    found = playing.find_match_to_play(match, request, store, print_to_nobody)
    if found and not found.at_table:
        return found
    if found and not can_ask():
        name = found.path.stem
        raise UsageError(
            f"{name} is kept at the table: use 'haggis play {quote(name)}' to {found.at_table}, or 'haggis play "
            "--variant ID --player NAME --bot LEVEL' to start a new match"
        )
    with print_if_interrupted(printer, "No match was started."):
        if can_ask() and not (request.match.variant and (request.match.players or request.bots)):
            printer.print_message(f"{KEYS_HELP}.")
            played = cache(lambda: find_who_played(context))
            answered = ask_questionnaire(printer, Questionnaire(lambda: _questions(request, found, played)))
            if isinstance(answered, playing.MatchToPlay):
                return answered
            request = answered
        started = playing.start_match_to_play(request, store)
        context.print_notice(started.notice)
    if request.match.lead is None:
        printer.print_message(
            "Lots are drawn for who begins; 'haggis play --lead NAME' chooses the player for a new match."
        )
    return playing.MatchToPlay(started.path)


def _questions(
    request: playing.PlayRequest, found: playing.MatchToPlay | None, find_played: "Callable[[], PlayedHere]"
) -> QuestionFlow[playing.PlayRequest | playing.MatchToPlay]:
    """Ask whether the match at the table, if there is one, goes on here; if not, for the variant and who plays.

    find_played: tells who has played here.
    """
    if found and (yield _table_question(found)):
        return found
    wanted = request.match
    if not wanted.variant:
        wanted = wanted._replace(variant=(yield from variant_question(len(wanted.players))))
    if wanted.players or request.bots:
        return request._replace(match=wanted)
    variant = load(wanted.variant or "")
    played = find_played()
    names = played.names_for(variant.players)
    players, bots = [played.known_spelling((yield _your_name_question(names)))], list[str]()
    while len(players) < variant.players[-1]:
        more = len(players) in variant.setups
        name, level = yield replace(
            _next_player_question(len(players) + 1, players, more=more), words=(*LEVELS, *names)
        )
        if not name:
            break
        players.append(name if level else played.known_spelling(name))
        if level:
            bots.append(f"{name}={level}")
    return request._replace(match=wanted._replace(players=players), bots=bots)


def _table_question(found: playing.MatchToPlay) -> Question:
    """The question whether a match at the table goes on here; unless that is said, nothing happens to it."""
    choices = ("start a new match against the computer", found.at_table)

    def goes_on_here(text: str) -> bool:
        return parse_choice(text, choices, "what you want") == found.at_table

    return Question(
        "Which",
        goes_on_here,
        "A round that is dealt here must be played here to its end.",
        "1",
        (
            f"{found.path.stem} is kept at the table.",
            *(f"  {at}  {capitalize(each)}" for at, each in enumerate(choices, 1)),
        ),
    )


def _your_name_question(played: list[str]) -> Question:
    login = os.environ.get("USER") or os.environ.get("USERNAME") or ""
    usual = login.capitalize() if login.isalpha() else None
    return Question(
        "Your name",
        parse_player_name,
        "A name of 1 to 40 characters, without a colon.",
        usual,
        names_introduction(played),
        words=tuple(played),
    )


def _next_player_question(number: int, players: list[str], *, more: bool) -> Question:
    """The question who sits next.

    A level seats a computer player, any other text is a person's name; an empty one seats nobody, if `more` is true.
    """

    def parse_seat(text: str) -> tuple[str, str]:
        if more and not text:
            return "", ""
        level = text.rpartition("=")[2].strip().casefold()
        if level in LEVELS:
            ((name, _),) = (
                playing.parse_bots([text], []).items() if "=" in text else [(playing.find_free_name(players), level)]
            )
        else:
            name, level = text, ""
        return parse_new_name(name, players), level

    def doubt_name(answer: tuple[str, str]) -> str | None:
        name, level = answer
        begun = next((each for each in LEVELS if name and not level and each.startswith(name.casefold())), None)
        return begun and f"Is that a person called {name}, or the level {begun}? Enter chooses the person."

    levels = tuple(f"  {level}: {does}" for level, does in LEVELS.items())
    return Question(
        f"Player {number}: a level, or a person's name{', Enter for nobody' if more else ''}",
        parse_seat,
        "A level seats a computer player; Robbie=hard names it. A person plays at this computer.",
        None if more else DEFAULT_LEVEL,
        ("Levels of computer players:", *levels) if number == 2 else (),
        doubt=doubt_name,
    )


# `haggis play --simulate`: computer players against each other, with the results in a table.

_NARROW = 64  # columns of a terminal that is too small for every figure


def run_simulation(context: Context, settings: TournamentSettings, matches: int, *, saves: bool) -> None:
    """Play the matches, saved or not, and print the results; after Ctrl-C those of the matches that are over."""
    printer = context.printer
    begun = monotonic()
    tallies = Tallies(settings)
    if saves:
        playing.check_seed_unused(settings, context.store)
    interrupted = False
    try:
        played = play_all(settings, matches, context.workers or ALONE)
        with closing(played) as results, progress(printer, patience=0) as show:
            show(0, matches)
            for result in results:
                with defer_signals() as held:  # the results are those of the matches that are saved
                    tallies.add(result)
                    if saves:
                        context.print_notice(playing.save_simulated(settings, result, context.store))
                show(tallies.matches, matches)
                if held:
                    raise KeyboardInterrupt
    except KeyboardInterrupt:
        interrupted = True
    seconds = monotonic() - begun
    if context.json:
        printer.print_json(playing.tallies_json(settings, tallies, seconds))
    else:
        _print_results(printer, settings, tallies, seconds)
    if interrupted:
        raise KeyboardInterrupt


def _print_results(printer: Printer, settings: TournamentSettings, tallies: Tallies, seconds: float) -> None:
    seed = f"The seed was {settings.seed}."
    if not tallies.matches:
        printer.print_message(f"No match was finished in {seconds:.1f} seconds. {seed}")
        return
    narrow = printer.columns is not None and printer.columns < _NARROW
    rows = [["", "level", "won", "rate", "95 % sure", "points", "per round"]]
    for name, tally in tallies.players.items():
        low, high = wilson_interval(tally.wins, tally.matches)
        sure = f"{low:.0%}-{high:.0%}" if narrow else f"{low:.1%} to {high:.1%}"
        means = f"{tally.mean_points:.1f}", f"{tally.mean_round_points:.1f}"
        rows.append([name, tally.level, str(tally.wins), f"{tally.win_rate:.1%}", sure, *means])
    if narrow:
        rows = [[*row[:3], row[4], row[6]] for row in rows]
    printer.print_table(rows, "<=" + ">" * (len(rows[0]) - 2))
    matches = pluralize(tallies.matches, "match", "matches")
    decisions = pluralize(tallies.decisions, "decision")
    printer.print_message(f"{matches} to {settings.goal}, {decisions} in {seconds:.1f} seconds. {seed}")
