"""`haggis list`, the matches of the store, and `haggis stats`, how everybody has played."""

import os
from collections.abc import Collection
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple
from urllib.parse import quote

from haggis_cli.cli import options
from haggis_cli.cli.completion import completer_of, player_names
from haggis_cli.cli.options import Context, argument, option, query_history, warn_of_conflicts
from haggis_cli.cli.terminal.printer import Page, Printer, Styled, short_path
from haggis_cli.history.selection import (
    BREAKS_RULES,
    ORDERS,
    Filter,
    People,
    list_matches,
    read_people,
    render_state,
    render_totals,
    sort_rows,
    with_looks,
)
from haggis_cli.matches.store.files import SUFFIX, user_path
from haggis_cli.support.errors import RecordError, UsageError
from haggis_cli.support.escaping import csv_text, escape_text
from haggis_cli.support.text import capitalize, render_table, width, with_direction_marks, wrap_text

CSV_COLUMNS = (
    "id", "variant", "created", "day", "players", "goal", "rounds", "totals", "winner", "over", "state", "event",
    "title",
)  # fmt: skip
_CURRENT = "*"  # as Git marks the branch one is on
_OPTIONAL = ("name", "event")
"""The columns of the list that it has only where a match has them."""

ListedPlayers = Annotated[
    list[str] | None,
    argument(
        "[PLAYER]...", "Only matches that these people play in; the same as --player.", player_names, show_default=False
    ),
]

ListOrder = Annotated[
    str,
    option(
        "--sort ORDER", "Order: newest, oldest, id, variant, event or rounds (the most first).", completer_of(ORDERS)
    ),
]


def list_command(
    who: ListedPlayers = None,
    player: options.WithPlayers = None,
    variant: options.VariantId = None,
    event: options.Event = None,
    since: options.Since = None,
    until: options.Until = None,
    finished: options.Finished = None,
    no_bots: options.NoBots = False,
    sort: ListOrder = "newest",
    backend: options.Backend = "processes",
    scheduler: options.Scheduler = None,
    home: options.Home = None,
    json: options.Json = False,
    csv: options.Csv = False,
    no_color: options.NoColor = False,
) -> None:
    """List the matches, newest first.

    Shows the day, totals, variant, id and state of each match, and its name and event if it has them. A star marks the
    current match, which commands use if you name no other. A match that cannot be read, or whose variant is not
    installed, is listed with the reason. Copies left by a sync program are shown but never counted.

    \b
    haggis list
    haggis list Noah --unfinished
    haggis list --event "Burns Night"
    haggis list --since 2026-11 --variant three-player --json
    """
    _check_choice(sort, ORDERS, "--sort")
    if json and csv:
        raise UsageError("--json and --csv contradict each other: give one of them")
    printer = Printer(no_color=no_color)
    context = Context(printer, home, json, workers=options.choose_reader(backend, scheduler))
    store = context.store
    named = [*(who or ()), *(player or ())]
    wanted = Filter(tuple(named), variant, event, *options.parse_period(since, until), finished, bots=not no_bots)
    people = _load_people(context, asked=bool(named))
    rows, survey = query_history(context, lambda index, survey: (list_matches(index, wanted, people), survey))
    folder, current = str(store.matches_folder), str(store.find_current())
    for row in rows:
        file = os.path.join(folder, row["id"] + SUFFIX)  # noqa: PTH118 - pathlib takes 20 times as long
        row |= {"file": file, "current": file == current}
    rows = sort_rows(rows, sort)
    if json:
        printer.print_json({"matches": rows, "conflicts": survey.conflicts})
        return
    if csv:
        printer.out.write(_render_csv(rows))
    elif rows:
        _print_matches(printer, rows)
    elif survey.matches:
        printer.print_message("No match was found: 'haggis list' without options shows all matches.")
    else:
        printer.print_message(f"No match yet in {store.home!s}: start one with 'haggis new'.")
    warn_of_conflicts(printer, survey.conflicts)


def _load_people(context: Context, *, asked: bool) -> People:
    """Who is who; where nobody is asked about, matches are listed whatever the file of aliases says."""
    try:
        return read_people(context.store.home)
    except RecordError as error:
        if asked:
            raise
        context.printer.print_warning(str(error))
        return People()


def _print_matches(printer: Printer, rows: list[dict[str, Any]]) -> None:
    """A line for each match; where the terminal is too narrow for that, a line for who played and the rest below it."""
    listed = [_list_match(row) for row in rows]
    fields = [
        at for at, name in enumerate(_Listed._fields) if name not in _OPTIONAL or any(each[at] for each in listed)
    ]
    heading = ["", *(printer.styled(_Listed._fields[at], "bold") for at in fields[1:])]
    lines = render_table([heading, *([each[at] for at in fields] for each in listed)], "<" * len(fields)).split("\n")
    columns = printer.columns
    if columns is None or max(map(width, lines)) <= columns:
        for line in lines:
            printer.print_line(Styled(line.rstrip()))
        return
    for each in listed:
        title, *more = filter(None, (each.name, each.totals, each.id))
        printer.print_line(f"{each.mark or ' '} {each.date}  ", printer.styled(title, "bold"))
        state = f"{each.variant}: {each.state}" if each.totals else each.state
        for part in filter(None, (each.event, *more[:-1], f"{state} ({each.id})" if more else state)):
            for line in wrap_text(part, max(columns - 4, 20)):
                printer.print_line(f"    {line}")


def _render_csv(rows: list[dict[str, Any]]) -> str:
    def cell(row: dict[str, Any], column: str) -> str | int | None:
        if column == "state":
            return _say_where(render_state(row))
        value = row.get(column)
        if column == "totals":
            return render_totals(row)
        if column == "over" and value is not None:
            return int(value)
        return ", ".join(value) if isinstance(value, list) else value

    return csv_text([CSV_COLUMNS, *([cell(row, column) for column in CSV_COLUMNS] for row in rows)])


def _say_where(reason: str) -> str:
    """Why a match does not count, and the command that shows more."""
    return f"{reason}: 'haggis check' shows where" if reason.endswith(BREAKS_RULES) else reason


class _Listed(NamedTuple):
    """What the list shows of a match, in the order of its columns; the state, which may be a long error, comes last."""

    mark: str
    date: str
    name: str
    totals: str
    variant: str
    event: str
    id: str
    state: str


def _list_match(row: dict[str, Any]) -> _Listed:
    def spelled(name: str) -> str:
        return with_direction_marks(escape_text(name))

    shown = render_totals(row, spelled) or ", ".join(map(spelled, row.get("players", [])))
    day = escape_text(row.get("day", "-"))
    mark = _CURRENT if row["current"] else ""
    variant, state, match_id = map(escape_text, (row.get("variant", "-"), _say_where(render_state(row)), row["id"]))
    name, event = (spelled(row.get(key) or "") for key in ("title", "event"))
    return _Listed(mark, day, name, shown, variant, event, match_id, state)


# `haggis stats`: how everybody has played, over the whole history.

if TYPE_CHECKING:
    from haggis_cli.history.query import StatisticsRequest, StatisticsResult

STATS_STREAKS = ("current", "longest")
STATS_ORDERS = ("won", "rate", "points", "matches", "rounds", "best", "first", "bets", *STATS_STREAKS, "name", "rating")
CHART_NAMES = ("won", "points", "rating")
ENDINGS = ("svg", "html", "csv", "json")
_MAX_FILES_NAMED = 5  # files left out that are named one by one

StatsPlayers = Annotated[
    str | None, argument("PLAYER", "Player to show in detail. Default: a table of all players.", player_names)
]
StatsOrder = Annotated[
    str,
    option(
        "--sort ORDER",
        "Order: won, rate (of matches won), points (per round), matches, rounds, best (round), first (out), bets "
        "(won), current or longest (streak), name or rating.",
        completer_of(STATS_ORDERS),
    ),
]
WithRatings = Annotated[bool, option("--ratings", "Add ratings computed from the results; needs haggis-cli[ratings].")]
Chart = Annotated[
    str | None, option("--chart FIGURE", "Chart a figure over time: won, points or rating.", completer_of(CHART_NAMES))
]
Output = Annotated[
    str | None,
    option("--output -o FILE", "File to write: the season as .html, a chart as .svg, the figures as .csv or .json."),
]


def stats_command(
    who: StatsPlayers = None,
    player: options.WithPlayers = None,
    variant: options.VariantId = None,
    event: options.Event = None,
    since: options.Since = None,
    until: options.Until = None,
    finished: options.Finished = None,
    no_bots: options.NoBots = False,
    sort: StatsOrder = "won",
    ratings: WithRatings = False,
    chart: Chart = None,
    output: Output = None,
    force: options.Force = False,
    backend: options.Backend = "processes",
    scheduler: options.Scheduler = None,
    home: options.Home = None,
    json: options.Json = False,
    csv: options.Csv = False,
    no_color: options.NoColor = False,
) -> None:
    """Show the players' statistics.

    For each player: finished matches, matches won, scored rounds, points per round, points in the best round, how often
    the player went out first, and bets won of those made. A victory counts for both partners. PLAYER shows one player
    in detail: bets by size, bombs, streaks, opponents, partners. Matches that break a rule, cannot be read, or are
    marked as unrated ('haggis edit MATCH --unrated') never count.

    '-o FILE.html' writes a page of the season: the table, who beat whom, charts, records and all matches. With PLAYER
    or --chart it writes a chart instead.

    \b
    haggis stats
    haggis stats Noah --since 2026
    haggis stats --variant neeps --ratings --sort rating
    haggis stats --chart points -o points.svg
    haggis stats --event "Burns Night" -o season.html
    """
    from haggis_cli.history.query import StatisticsRequest, find_statistics

    printer = Printer(no_color=no_color)
    context = Context(printer, home, json, workers=options.choose_reader(backend, scheduler))
    form = _choose_form(json, csv, chart, output)
    _check_choice(sort, STATS_ORDERS, "--sort")
    if chart is not None:
        _check_choice(chart, CHART_NAMES, "--chart")
    if form == "html" and chart is None and who is None:
        form = "season"
    charts = (chart,) if chart else ("won",) if form in ("svg", "html") else ()
    company = form in ("json", "csv") or sort in STATS_STREAKS
    request = StatisticsRequest(who, company, ratings or sort == "rating", charts)
    period = options.parse_period(since, until)
    wanted = Filter(tuple(player or ()), variant, event, *period, finished, bots=not no_bots)
    people = read_people(context.store.home)
    if form == "season":
        _write_season(context, wanted, people, sort, output or "", force=force)
        return
    ask = partial(find_statistics, wanted=wanted, people=people, request=request)
    found = query_history(context, with_looks(context.store, ask) if form in ("svg", "html") else ask)
    if not found.files and form == "text":
        printer.print_message(f"No match yet in {context.store.home!s}: start one with 'haggis new'.")
    elif output is None and form == "text":
        _print_statistics(printer, found, request, sort)
    else:
        _write_output(context, _render(context, found, form, sort), output, force=force)
    _print_warnings(printer, found)


def _check_choice(given: str, known: Collection[str], option: str) -> None:
    if given not in known:
        raise UsageError(f"{option} can be {', '.join(known)}, not '{given}'")


def _choose_form(json: bool, csv: bool, chart: str | None, output: str | None) -> str:
    """How the answer is written: text, svg, html, csv or json."""
    asked = [name for name, chosen in (("json", json), ("csv", csv)) if chosen]
    if output is not None:
        ending = PurePath(output).suffix.casefold().removeprefix(".")
        if ending not in ENDINGS:
            raise UsageError(f"-o needs a file that ends in .svg, .html, .csv or .json, not '{output}'")
        asked.append(ending)
    if len(set(asked)) > 1:
        raise UsageError(f"{' and '.join(asked)} contradict each other: give one of them")
    form = asked[0] if asked else "text"
    if chart is not None and form in ("json", "csv"):
        raise UsageError(f"--chart and {form} contradict each other: a chart goes to the screen, or to .svg or .html")
    return form


def _print_statistics(printer: Printer, found: "StatisticsResult", request: "StatisticsRequest", sort: str) -> None:
    if not found.players:
        printer.print_message("No match counts here: 'haggis list' shows the state of each match.")
    elif request.charts:
        print_chart(printer, found)
    elif found.person is not None:
        print_person(printer, found, found.person)
    else:
        print_table(printer, found, sort)


def _render(context: Context, found: "StatisticsResult", form: str, sort: str) -> str:
    if form in ("svg", "html"):
        from haggis_cli.history.renderers.season_page import render_html, render_svg

        return render_svg(found) if form == "svg" else render_html(found)
    from haggis_cli.history.renderers.tables import render_csv, render_json

    return render_csv(found, sort) if form == "csv" else render_json(found, sort)


def _write_season(context: Context, wanted: Filter, people: People, sort: str, output: str, *, force: bool) -> None:
    """Write the page of the season, which leads to the pages of matches that stand beside it."""
    from haggis_cli.history.query import find_season_in_parts
    from haggis_cli.history.renderers.season_page import render_season
    from haggis_cli.sheets.renderers.svg import draw_fans, read_asset

    folder = user_path(output).parent
    ask = partial(find_season_in_parts, wanted=wanted, people=people)
    season = query_history(context, with_looks(context.store, ask))

    def link(match: str) -> str | None:
        return quote(f"{match}.html") if (folder / f"{match}.html").is_file() else None

    page = render_season(season, season.title(wanted.event), read_asset("page.css"), draw_fans, order=sort, link=link)
    _write_output(context, page, output, force=force)
    _print_warnings(context.printer, season.figures)


def _write_output(context: Context, text: str, output: str | None, *, force: bool) -> None:
    if output is None:
        context.printer.out.write(text)
        return
    from haggis_cli.matches.store.atomic_write import write_output_file

    context.print_notice(write_output_file(output, text.encode(), force=force, home=context.home))
    context.printer.print_message(f"Written to {short_path(output)}.")


def _print_warnings(printer: Printer, found: "StatisticsResult") -> None:
    """Tell which matches count by other rules, and which files in nothing, the request of their owner apart."""
    from haggis_cli.history.figures import UNRATED

    for name in found.judged_anew[:_MAX_FILES_NAMED]:
        printer.print_warning(
            f"{name} is counted by other rules than those it was recorded under: 'haggis check' shows more"
        )
    more = len(found.judged_anew) - _MAX_FILES_NAMED
    if more > 0:
        printer.print_warning(f"{more} more {'match is' if more == 1 else 'matches are'} counted by other rules")
    odd = [each for each in found.left_out if each.reason != UNRATED]
    for each in odd[:_MAX_FILES_NAMED]:
        printer.print_warning(f"{each.name} is not counted: {_say_where(each.reason)}")
    more = len(odd) - _MAX_FILES_NAMED
    if more > 0:
        printer.print_warning(f"{more} more {'is' if more == 1 else 'are'} not counted: 'haggis list' shows why")
    warn_of_conflicts(printer, found.conflicts)


# The statistics on the terminal: the table of everybody, the page of one person, and a figure over time.

_NARROWEST_TEXT = 20  # columns


def print_table(printer: Printer, found: "StatisticsResult", order: str) -> None:
    """Print a line for each player in an order of `StatisticsResult.rank`, and below it what holds for all."""
    from haggis_cli.history.figures import UNRATED
    from haggis_cli.history.renderers.tables import render_summary, render_table_rows

    rows = render_table_rows(found, order, printer.columns)
    _print_rows(printer, rows, "<" + ">" * (len(rows[0]) - 1))
    printer.print_line()
    page = Page(printer)
    for sentence in render_summary(found):
        page.print_text(sentence)
    if unrated := sum(each.reason == UNRATED for each in found.left_out):
        they = "match is not counted: it is" if unrated == 1 else "matches are not counted: they are"
        page.print_text(f"{unrated} {they} {UNRATED}.")


def print_person(printer: Printer, found: "StatisticsResult", person: str) -> None:
    """Print one person's figures, then the opponents and the partners."""
    from haggis_cli.history.renderers.tables import render_company_rows, render_figures

    printer.print_line(printer.styled(found.players[person].name, "bold"))
    figures = dict(render_figures(found, person))
    labelled = max(map(len, figures))
    room = (printer.columns or 1_000) - labelled - 2
    for label, text in figures.items():
        first, *more = wrap_text(text, max(room, _NARROWEST_TEXT))
        printer.print_line(f"{label:{labelled}}  {first}")
        for line in more:
            printer.print_line(f"{'':{labelled}}  {line}")
    for rows in render_company_rows(found, person):
        printer.print_line()
        _print_rows(printer, rows, "<>>>")


def print_chart(printer: Printer, found: "StatisticsResult") -> None:
    """Print a figure over time, and what the chart spans."""
    from haggis_cli.history.renderers.tables import (
        choose_signs,
        render_chart_legend,
        render_chart_rows,
        render_no_chart,
    )

    course = found.course
    if course is None or not found.charted_people:
        printer.print_message(f"{capitalize(render_no_chart(found))}.")
        return
    signs = choose_signs(printer.out.encoding)
    printer.print_line(printer.styled(capitalize(course.title), "bold"))
    printer.print_table(render_chart_rows(found, course, Page(printer).width, signs), "<=>")
    for line in render_chart_legend(found, course, signs):
        printer.print_line(line)


def _print_rows(printer: Printer, rows: list[list[str]], align: str) -> None:
    """Print rows of which the first holds the headings."""
    headings, *others = rows
    printer.print_table([[printer.styled(title, "bold") for title in headings], *others], align)
