"""A season as a page that needs no other file: podium, table, form, who beat whom, charts, records, all matches.

Nothing is fetched. The page is whole without its script, which sorts the table, and shows the figures of a variant, a
year or an event in place of all: they stand in the page ready made, so that every figure is worked out in one place.
Names are text only. A figure over time is drawn here, too: as a picture of its own
(`render_svg`), a page with it (`render_html`), or a part of another page (`render_courses`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from json import dumps
from typing import Any

from haggis_cli.history.query import Choice, Course, Season, StatisticsResult, choices_of
from haggis_cli.history.renderers.tables import (
    PARTS,
    columns_of,
    render_counts,
    render_no_chart,
    render_summary,
    render_uncharted,
)
from haggis_cli.history.selection import render_state, seat_name, title_of
from haggis_cli.matches.heading import spell_day, split_title
from haggis_cli.plugins.registry import variant_name
from haggis_cli.support import charts
from haggis_cli.support.design import COLORS
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text, fold_name
from haggis_cli.support.extras import install_command
from haggis_cli.support.html import Child, Markup, hyphenated, join, render_html_page, section, tag, to_ascii
from haggis_cli.support.players import (
    draw_badge,
    draw_badges,
    draw_line,
    draw_marker,
    monogram,
    player_looks,
    short_names,
)
from haggis_cli.support.text import (
    capitalize,
    in_print,
    join_words,
    keep_together,
    pluralize,
    typeset,
    with_direction_marks,
)

Link = Callable[[str], str | None]
"""The address that something has by its name; None where there is none."""
DrawCards = Callable[[Sequence[Sequence[str]]], Markup]
"""The drawing of cards, one group after another."""

_MOST_RIVALS = 12
"""So many players have a line and a column in the table of who beat whom: those with the most matches."""
_MOST_UNCOUNTED = 20
"""So many of what counts in nothing are named."""
_PLACES = ("1st", "2nd", "3rd")
_FEWEST_POINTS = 3
"""A chart has a line with so many points at least: before, all lines are straight."""
_LONGEST_WORD = 7
"""So many letters of a name have room in a step of the podium on a phone."""
_LONGEST_SMALL_WORD, _LONGEST_TINY_WORD = 10, 13
"""So many in small and in tiny letters, which all names have if one of them needs them."""
_LONGEST_LINE = 12
"""A name of so many letters, such as `Noah (easy)`, stays in one line."""
_RESULTS = {"W": "won", "L": "lost", "D": "drawn"}
_WIDE_COMPANY = 5
"""More players than these need the whole width to be told who beat whom."""


def _no_link(_: str) -> None:
    """What leads nowhere."""


def render_season(
    season: Season,
    title: str,
    styles: str,
    draw_cards: DrawCards,
    *,
    order: str = "won",
    link: Link = _no_link,
    back: str = "",
) -> str:
    """The page, in ASCII.

    styles: the style sheet of all pages, before what only this page needs.
    order: the order of the table, one of `query.ORDERS`.
    link: the address of a match's page by its id; None where there is none.
    back: the address of the page that leads here; empty for none.
    """
    choices = _Choices(season)

    def told(part: Season, chosen: list[Choice]) -> Markup:
        is_chosen = Choice() not in chosen
        main = render_sections(part, draw_cards, order=order, filtered=is_chosen, match_link=link)
        return join(_span(part), main, render_uncounted(part.figures, part.matches))

    parts_of_season = season.parts or [([Choice()], season)]
    (whole, shown), *others = [(choices.names(chosen), told(part, chosen)) for chosen, part in parts_of_season]
    parts = tag("script", _pack(others), type="application/gzip", id="parts") if others else ""
    return _page(
        title,
        styles,
        _heading(title, back),
        choices.form(),
        tag("div", shown, id="figures", data_names=whole),
        tag("div", _matches_section(season, link, choices), class_="season"),
        parts,
        script=season_script(),
    )


def _pack(parts: list[tuple[str, Markup]]) -> Markup:
    """Figures by the names of their choices, for the script: each shows the same players again, so they pack well."""
    from base64 import b64encode
    from gzip import compress

    return Markup(b64encode(compress(dumps(parts).encode(), mtime=0)).decode())


def render_index(season: Season, title: str, styles: str, *, season_page: str, link: Link) -> str:
    """The page that leads to the season and to every match, in ASCII; `season_page` is the address of the season."""
    found = season.figures
    said = [typeset(sentence) for sentence in render_counts(found)] if found.players else [_say_no_figures(found)]
    listed = {row["id"] for row in season.matches}
    if uncounted := sum(each.name in listed for each in found.left_out):
        said.append(f"{_say_uncounted(uncounted)}.")
    more = tag("p", tag("a", "The season: table, charts, records", href=season_page))
    content = (_heading(title), _span(season), tag("p", " ".join(said)), more, _matches_section(season, link))
    return _page(f"{title}: matches", styles, *content)


def render_sections(
    season: Season,
    draw_cards: DrawCards,
    *,
    order: str,
    filtered: bool = False,
    match_link: Link = _no_link,
    person_link: Link = _no_link,
    sort_link: Link = _no_link,
) -> Markup:
    """What is told of a season below its title, for a page with the styles of `season_styles`.

    order: the order of the table, one of `query.ORDERS`.
    filtered: whether the reader has chosen among the matches.
    match_link, person_link: the addresses of a match by its id and of a person by the name; None where there is none.
    sort_link: the address of the page in another of the orders.
    """
    if not season.figures.players:
        return tag("p", _say_no_figures(season.figures, filtered=filtered), class_="panel")
    return tag("div", _sections(season, draw_cards, order, match_link, person_link, sort_link), class_="season")


def render_season_summary(found: StatisticsResult) -> list[str]:
    """The sentences of `haggis stats` below its table, and why ratings are missing where they are."""
    missing = f"Ratings are omitted: they need openskill ({install_command('ratings')})."
    return [*map(typeset, render_summary(found)), *([missing] if found.ratings is None else [])]


def render_courses(found: StatisticsResult) -> Markup:
    """All figures over time of an answer that can be drawn, for a page with the styles of `season_styles`."""
    missing = (tag("p", sentence, class_="hint whole") for sentence in _say_missing_charts(found))
    return tag("div", [*_charts(found)] or missing, class_="season")


def render_uncounted(found: StatisticsResult, matches: Sequence[dict[str, Any]]) -> Markup:
    """How many matches and copies count in nothing and, once it is opened, which and why; nothing if all count.

    matches: what a list shows of each match (`selection.list_matches`): one that can be read is told by its title.
    """
    if not (uncounted := found.uncounted):
        return Markup("")
    summary = tag("summary", _say_uncounted(len(found.left_out), len(found.conflicts)))
    names = {name for name, _ in uncounted}
    titles = {row["id"]: title_of(row) for row in matches if row["id"] in names and not row["error"]}
    items = [
        tag("li", tag("b", tag("bdi", titles.get(name, name))), f": {escape_text(reason)}")
        for name, reason in uncounted[:_MOST_UNCOUNTED]
    ]
    more = len(uncounted) - len(items)
    return tag("details", summary, tag("ul", items, tag("li", f"{more} more") if more else ""), class_="panel")


@cache
def season_styles() -> str:
    """The styles of a season beside those of all pages."""
    return files("haggis_cli.history.renderers").joinpath("season.css").read_text("utf-8")


@cache
def season_script() -> str:
    """The script of a season."""
    return files("haggis_cli.history.renderers").joinpath("season.js").read_text("utf-8")


def _say_uncounted(matches: int, copies: int = 0) -> str:
    """How many of the list of matches count in nothing, and of the copies beside it.

    >>> _say_uncounted(1), _say_uncounted(0, 2), _say_uncounted(2, 1)
    ('1 match is not counted', '2 copies are not counted', '2 matches and 1 copy are not counted')
    """
    told = [
        pluralize(number, *noun)
        for number, *noun in ((matches, "match", "matches"), (copies, "copy", "copies"))
        if number
    ]
    return f"{join_words(told)} {'is' if matches + copies == 1 else 'are'} not counted"


def _say_no_figures(found: StatisticsResult, *, filtered: bool = False) -> str:
    """What is said where nobody has a figure."""
    counting = " that counts" if found.left_out else ""
    missing = f"No figures yet: they appear with the first scored round{counting}."
    return typeset("No scored round fits this filter." if filtered else missing)


def _page(title: str, styles: str, *content: Child, script: str = "") -> str:
    return render_html_page(title, charts.chart_styles() + styles + season_styles(), *content, script=script)


def _heading(title: str, back: str = "") -> Markup:
    up = tag("p", tag("a", "All matches", href=back), class_="back") if back else ""
    return tag("header", up, tag("h1", tag("bdi", title)))


def _span(season: Season) -> Markup:
    """The days of the season."""
    days = [row["day"] for row in season.matches if "day" in row]
    if not days:
        return Markup("")
    first, last = min(days), max(days)
    told = [*([spell_day(first, this_year=last[:4])] if first != last else []), spell_day(last)]
    return tag("p", " to ".join(day.replace(" ", "\u00a0") for day in told), class_="soft")


class _Choices:
    """The variants, years and events of a season, each by its number from 1; 0 means all."""

    def __init__(self, season: Season) -> None:
        rows = [row for row in season.matches if choices_of(row)]
        self._is_offered = len(season.parts) > 1
        self._names: tuple[dict[str, str], ...] = (
            dict(sorted(((row["variant"], variant_name(row["variant"])) for row in rows), key=lambda pair: pair[1])),
            {row["day"][:4]: row["day"][:4] for row in rows},
            {fold_name(row["event"]): row["event"] for row in reversed(rows) if row.get("event")},
        )
        self._numbers = [{key: number for number, key in enumerate(names, 1)} for names in self._names]

    def name(self, choice: Choice) -> str:
        """What the page calls a choice, such as `0 2 0`."""
        return " ".join(str(numbers.get(key, 0)) for numbers, key in zip(self._numbers, choice, strict=True))

    def names(self, choices: Iterable[Choice]) -> str:
        """What it calls several."""
        return ",".join(map(self.name, choices))

    def of_match(self, row: dict[str, Any]) -> str | None:
        """What it calls all that a match belongs to; None for a file that is no match, or where nothing is offered."""
        if not self._is_offered or not (found := choices_of(row)):
            return None
        return self.name(found[-1])

    def form(self) -> Markup:
        """What can be chosen, where that makes a difference; it is shown by the script."""
        if not self._is_offered:
            return Markup("")
        fields = [
            tag(
                "label", capitalize(name), " ", tag("select", self._options(name, names), name=name, autocomplete="off")
            )
            for name, names in zip(Choice._fields, self._names, strict=True)
            if len(names) > (name != "event")
        ]
        return tag("form", fields, tag("output"), id="filters", hidden=True)

    def _options(self, name: str, names: dict[str, str]) -> Iterator[Markup]:
        yield tag("option", f"All {name}s", value="0")
        for number, shown in enumerate(names.values(), 1):
            yield tag("option", shown, value=str(number))


def _sections(
    season: Season, draw_cards: DrawCards, order: str, match_link: Link, person_link: Link, sort_link: Link
) -> Iterator[Markup]:
    found = season.figures
    badges = {person: draw_badge(look, monogram(found.display_name(person))) for person, look in _looks(found).items()}
    yield _podium(season.figures, order, badges, person_link)
    charts = [*_charts(season.figures)]
    said = [*render_season_summary(season.figures), *(() if charts else _say_missing_charts(season.figures))]
    about = tag("div", (tag("p", sentence) for sentence in said), class_="soft")
    yield section("table", "Table", _table(season, order, badges, person_link, sort_link), about, kind="whole")
    yield from charts
    company = season.figures.company
    played = [person for person in season.figures.players if company[person].opponents]
    rivals = sorted(played, key=lambda person: -season.figures.players[person].matches)
    are_wide = len(rivals) > _WIDE_COMPANY
    if season.records:
        items, titles = [], {row["id"]: title_of(row) for row in season.matches}
        for record in season.records:
            title = _keep_day(titles[record.match]) if record.match else ""
            where = [" ", tag("p", "Match: ", _linked(title, match_link(record.match)))] if title else []
            held = [" ", tag("div", draw_cards(record.cards), class_="held")] if record.cards else []
            holders = join(*(badges[person] for person in record.people))
            text = tag("span", holders, tag("bdi", hyphenated(keep_together(record.text))), class_="who")
            items.append(tag("div", tag("dt", record.label), tag("dd", text, held, where)))
        is_alone = len(charts) % 2 == 0 and (are_wide or len(rivals) < 2)
        yield section("records", "Records", tag("dl", items), kind="whole" if is_alone else "")
    if len(rivals) > 1:
        shown = rivals[:_MOST_RIVALS]
        reading = typeset("Each row shows in how many matches the player finished ahead of each of the others.")
        told: list[Child] = [_head_to_head(season, shown, badges), tag("p", reading, class_="soft")]
        if len(shown) < len(rivals):
            most = typeset(f"The {len(shown)} players with the most matches are shown.")
            told.append(tag("p", most, class_="soft"))
        yield section("rivals", "Who beat whom", *told, kind="whole" if are_wide else "")


def _scroll(label: str, table: Markup) -> Markup:
    return tag("div", table, class_="scroll", tabindex="0", role="group", aria_label=label)


def _charts(found: StatisticsResult) -> Iterator[Markup]:
    """The figures over time, if there is a line to draw; below them, whose values and which charts are missing."""
    drawn = [each for each in found.by_course() if _tells_a_course(each)]
    for number, each in enumerate(drawn, 1):
        assert each.course is not None
        missing = [*map(typeset, render_uncharted(each)), *(_say_missing_charts(found) if each is drawn[-1] else ())]
        yield section(
            f"chart-{number}",
            capitalize(each.course.title),
            render_charts(each, name=f"course-{number}"),
            (tag("p", sentence, class_="soft") for sentence in missing),
        )


def _tells_a_course(found: StatisticsResult) -> bool:
    """Whether somebody has values enough for a chart."""
    assert found.course is not None
    return any(len(found.course.points[person]) >= _FEWEST_POINTS for person in found.charted_people)


def _say_missing_charts(found: StatisticsResult) -> Iterator[str]:
    """Sentences: which figures over time are not drawn yet, and what they need."""
    who = "a player" if found.person is None else escape_text(found.display_name(found.person))
    for each in found.by_course():
        if each.course and not _tells_a_course(each):
            name, least = capitalize(each.course.title.partition(" so far")[0]), each.course.least
            needed = max(least, 1) + _FEWEST_POINTS - 1
            matches = f"{needed} finished matches" if least else f"{needed} matches with a scored round"
            has = f"been rated {_FEWEST_POINTS} times, which takes {matches}" if least > 1 else matches
            yield typeset(f"The chart '{name}' appears once {who} has {has}.")


def _looks(found: StatisticsResult) -> dict[str, int]:
    """The look of each person."""
    names = {person: name for person, name in found.look_names.items() if person in found.players}
    return dict(zip(names, player_looks([*names.values()]), strict=True))


_LONGEST = 12


def _short_names(found: StatisticsResult) -> dict[str, str]:
    """What each person is called where room is scarce: by the whole name, or if it is long by a short one.

    Where a computer player has the name of somebody else, its level stands behind the short one.
    """
    names = {person: found.display_name(person) for person in found.players}
    levels = {person: seat_name("", each.bot) for person, each in found.players.items()}
    bare = {person: name.removesuffix(levels[person]) for person, name in names.items()}
    number = Counter(bare.values())
    short = dict(zip(number, short_names([*number]), strict=True))
    for person, name in bare.items():
        if len(names[person]) > _LONGEST:
            names[person] = short[name] + (levels[person] if number[name] > 1 else "")
    return names


def _podium(found: StatisticsResult, order: str, badges: dict[str, Markup], link: Link) -> Markup:
    """The first three of an order; who has the same figure has the same place, and by matches won the same share, too.

    A place that so many share that no three come before the others is told of below it. Nobody stands there with a 0
    or without a finished match.
    """
    order = "won" if order == "name" else order
    standing = {
        person: (figure, each.won / each.matches if order == "won" else 0)
        for person in found.rank(order)
        if (each := found.players[person]).matches and (figure := found.figure(person, order))
    }
    ranked = [*standing]
    shown = [person for person in ranked[:3] if standing[person] not in map(standing.get, ranked[3:])]
    if not ranked:
        said = "The podium appears once a match has been won." if order == "won" else "Nobody has this figure yet."
        return tag("p", typeset(said), class_="soft whole")
    column = next(each for each in columns_of(found) if each.order == order)
    steps, names, short = [], [], _short_names(found)
    for person in shown:
        name, place = found.display_name(person), sum(other > standing[person] for other in standing.values())
        told, means, matches = column.render(found, person), column.means, found.players[person].matches
        if order == "won":
            told, means = f"{told} of {matches}", "match won" if matches == 1 else means
        elif told == "1":
            means = means.removesuffix("s")
        said = tag("p", tag("b", in_print(told)), " ", means)
        step = tag("div", tag("span", _PLACES[place], class_="place"), said, class_="step")
        names.append(short[person] if _longest_word(name) > _LONGEST_TINY_WORD else name)
        who = tag("p", _linked(names[-1], link(name)))
        steps.append(tag("li", badges[person], who, step, class_=f"at-{place + 1}"))
    shared = Markup("")
    if len(shown) < len(ranked[:3]):
        level = sum(other == standing[ranked[len(shown)]] for other in standing.values())
        shared = tag("p", f"{level} players share {_PLACES[len(shown)]} place.", class_="soft")
    longest = max(map(_longest_word, names), default=0)
    size = " tiny" if longest > _LONGEST_SMALL_WORD else " small" if longest > _LONGEST_WORD else ""
    broken = " broken" if any(len(name) > _LONGEST_LINE for name in names) else ""
    podium = tag("ol", steps, class_=f"podium felt{size}{broken}", aria_label="Podium") if steps else ""
    return tag("div", podium, shared, class_="whole")


def _longest_word(name: str) -> int:
    """The letters of the longest word; those of a name that has room in one line."""
    return len(name) if len(name) <= _LONGEST_LINE else max(map(len, name.replace("-", " ").split()))


def _table(season: Season, order: str, badges: dict[str, Markup], link: Link, sort_link: Link) -> Markup:
    found, columns = season.figures, columns_of(season.figures)
    heads = []
    for column in columns:
        ordered = ("ascending" if column.order == "name" else "descending") if column.order == order else None
        heading = column.means if column.order in PARTS else column.heading
        told = _linked(heading, sort_link(column.order))
        kind = "text" if column.order == "name" else None
        heads.append(tag("th", told, scope="col", class_=kind, aria_sort=ordered, data_sort=True))
    heads.append(tag("th", "form", scope="col", class_="form text"))
    lines, names = [], _short_names(found)
    places = {column.order: _places(found, column.order) for column in columns}
    for person in found.rank(order):
        own = [(in_print(column.render(found, person)), places[column.order][person]) for column in columns]
        cells = [tag("td", text, data_place=place) for text, place in own[1:]]
        cells.append(tag("td", _form(found.company[person].form), class_="form text"))
        who = tag("span", badges[person], _linked(names[person], link(found.display_name(person))), class_="who")
        lines.append(tag("tr", tag("th", who, scope="row", data_place=own[0][1]), cells))
    return _scroll("Table", tag("table", tag("thead", tag("tr", heads)), tag("tbody", lines)))


def _places(found: StatisticsResult, order: str) -> dict[str, str]:
    """Where everybody stands in an order, for the script: going down and going up."""
    down, up = (found.rank(order, reverse=reverse) for reverse in (order == "name", order != "name"))
    last = {person: place for place, person in enumerate(up)}
    return {person: f"{place} {last[person]}" for place, person in enumerate(down)}


def _form(results: str) -> Iterator[Markup]:
    """The last matches, each a letter in a box, the newest last."""
    for each in results:
        yield tag("span", each, class_=each.lower(), title=_RESULTS[each])


def _head_to_head(season: Season, rivals: list[str], badges: dict[str, Markup]) -> Markup:
    found = season.figures
    short = _short_names(found)
    corner = tag("th", "ahead of", scope="col", class_="text")
    heads = tag("tr", corner, (tag("th", _who(badges[person], short[person]), scope="col") for person in rivals))
    lines = []
    for person in rivals:
        opponents = found.company[person].opponents
        cells: list[Markup] = []
        for other in rivals:
            if other == person:
                cells.append(tag("td", "", class_="own"))
            elif other in opponents:
                cells.append(tag("td", f"{opponents[other].ahead} of {opponents[other].matches}"))
            else:
                cells.append(tag("td", in_print("-")))
        who = _who(badges[person], found.display_name(person), brief=short[person])
        lines.append(tag("tr", tag("th", who, scope="row"), cells))
    return _scroll("Who beat whom", tag("table", tag("thead", heads), tag("tbody", lines)))


def _who(badge: Markup, name: str, *, brief: str = "") -> Markup:
    """A name behind the badge; on phones `brief`, if that is another one."""
    other = tag("bdi", brief, class_="brief") if brief not in ("", name) else ""
    return tag("span", badge, tag("bdi", hyphenated(name)), other, class_="who")


def _matches_section(season: Season, link: Link, choices: _Choices | None = None) -> Markup:
    if not season.matches:
        return Markup("")
    events = any(row.get("event") for row in season.matches)
    headings = ["match", "day", "variant", "totals", "result", *(["event"] if events else [])]
    heads = [tag("th", heading, scope="col", class_="text") for heading in headings]
    lines = [
        tag("tr", _match_cells(season, row, link, events=events), data_of=choices.of_match(row) if choices else None)
        for row in season.matches
    ]
    table = tag("table", tag("thead", tag("tr", heads)), tag("tbody", lines))
    return section("matches", "Matches", _scroll("Matches", table), kind="whole")


def draw_row_badges(row: dict[str, Any], sides: Sequence[int]) -> dict[str, Markup]:
    """The badges of each side and each player of a match of `selection.list_matches`; `sides`: those of the seats."""
    names = enumerate(row.get("totals") or ())
    seats = [(name, [seat for seat, its in enumerate(sides) if its == side]) for side, name in names]
    return draw_badges(row.get("players", ()), seats)


def _match_cells(season: Season, row: dict[str, Any], link: Link, *, events: bool) -> Iterator[Markup]:
    day = row.get("day", "")
    said = spell_day(day)  # in the column beside the title
    title = title_of(row).replace(f", {said}", "") if said else title_of(row)
    yield tag("th", _linked(keep_together(title), link(row["id"])), scope="row")
    yield tag("td", tag("time", said, datetime=day) if said else "", class_="text")
    yield tag("td", variant_name(row.get("variant", "")), class_="text wrapped")
    yield tag("td", _totals(row, season.sides.get(row["id"], ())), class_="text wrapped")
    goes_on = row.get("ok") and row["rounds"] and not row["over"]
    state = render_state(row)
    if goes_on:
        state = f"unfinished {'' if row['in_progress'] else 'after '}{state}"
    state = state if row.get("winner") else capitalize(state)  # a name is as somebody wrote it
    yield tag("td", hyphenated(typeset(with_direction_marks(state))), class_="text wrapped")
    if events:
        yield tag("td", tag("bdi", row["event"]) if row.get("event") else "", class_="text wrapped")


def _totals(row: dict[str, Any], sides: Sequence[int]) -> Iterator[str]:
    """The totals in a row, each behind the badges and the name of its side."""
    badges = draw_row_badges(row, sides)
    for name, total in (row.get("totals") or {}).items():
        ends = f"\u00a0{in_print(str(total))}"
        yield tag("span", badges[name], tag("span", tag("bdi", hyphenated(keep_together(name))), ends), class_="who")
        yield " "


def _keep_day(title: str) -> str:
    """The title of a match in which no line ends within its day, nor beside a number."""
    who, when = split_title(title)
    return ", ".join(filter(None, [keep_together(who), when.replace(" ", "\u00a0")]))


def _linked(name: str, address: str | None) -> Markup:
    """A name, which leads to its page where it has one."""
    told = tag("bdi", name)
    return tag("a", told, href=address) if address else told


# A figure over time as a picture (SVG), or as a page with that picture in it; both stand alone in one file.
#
# Its parts have the classes of the scoresheet's chart: a page with the styles of the sheets shows it light and dark.

_STYLE = (
    "body{margin:1rem;background:var(--paper)}.charts{max-width:60rem;margin:auto}svg{width:100%;height:auto}"
    ".narrow{display:none}@media(max-width:34rem){.wide{display:none}.narrow{display:block}}"
)


def render_svg(found: StatisticsResult) -> str:
    """The picture as the text of a file; UsageError if there is nothing to draw."""
    return to_ascii(_draw(found, charts.WIDE, styles=charts.chart_styles(), headed=True)) + "\n"


def render_html(found: StatisticsResult) -> str:
    """A page that shows the picture and needs no other file; UsageError if there is nothing to draw."""
    pictures = [_draw(found, canvas, headed=True) for canvas in (charts.WIDE, charts.NARROW)]
    assert found.course is not None
    title = f"Haggis: {found.course.title}"
    return render_html_page(title, charts.chart_styles() + _STYLE, tag("div", *pictures, class_="charts"))


def render_charts(found: StatisticsResult, *, name: str = "course") -> Markup:
    """The picture in both widths for a page, whose style sheet shows the one that is large enough to be read.

    The narrow one is higher where many names stand below one another.
    """
    more = max(0, len(found.charted_people) - _FEW_NAMES)
    narrow = charts.NARROW._replace(height=charts.NARROW.height + _HIGHER * more)
    return tag("div", *(_draw(found, canvas, name=name) for canvas in (charts.WIDE, narrow)), class_="charts")


def _draw(
    found: StatisticsResult, canvas: charts.Canvas, *, name: str = "course", styles: str = "", headed: bool = False
) -> Markup:
    people, course = found.charted_people, found.course
    if course is None or not people:
        raise UsageError(render_no_chart(found))
    names = [found.display_name(person) for person in people]
    looks = _looks(found)
    short = _short_names(found)
    chart = CourseChart(
        course, people, names, [short[person] for person in people], [looks[person] for person in people], canvas
    )
    pairs = zip(names, chart.values, strict=True)
    title = capitalize(course.title)
    return charts.draw_chart(
        chart,
        title,
        "; ".join(f"{escape_text(each)}: {value}" for each, value in pairs),
        name=name,
        styles=styles,
        heading=charts.draw_heading(canvas, title, ". ".join([chart.days, *render_uncharted(found)]))
        if headed
        else charts.NO_HEADING,
    )


# A figure over time as a drawing: a line for each player over the dates, the last value and the name at its end.

_DAY = 24 * 60 * 60
_MARKER = 8
_FEW_NAMES, _HIGHER = 5, 32
"""So many names fit into a narrow picture; by how much it is higher for each of the others."""
_FEW_MATCHES = 24
"""Up to so many matches each has its marker."""
_DATED_DAYS, _DATED_MATCHES = 3, 1.25
"""From so many days on, with so many matches a day at most, matches stand at their dates: an evening of several would
be a vertical stroke."""


class CourseChart(charts.ChartFrame):
    """Where things are on the drawing of a figure over time."""

    def __init__(
        self,
        course: Course,
        people: Sequence[str],
        names: Sequence[str],
        short: Sequence[str],
        looks: Sequence[int],
        canvas: charts.Canvas,
    ) -> None:
        """people: whose lines are drawn; names, short: what they are called; looks: how they are told apart."""
        values = [f"{course.points[person][-1].value:.1f}" for person in people]
        super().__init__(canvas, course.bounds(people), names, short, values)
        self.course, self.people, self.names = course, people, names
        self.looks = looks
        self.right = canvas.width - charts.EDGE - self.labels.width
        self._begin = self.left + _MARKER  # so that no marker covers a value of the axis
        shown = [point.place for person in people for point in course.points[person]]
        self._places = min(shown), max(shown)
        days = sorted({course.day(place) for place in shown})
        self._dated = len(days) >= _DATED_DAYS and len({*shown}) <= len(days) * _DATED_MATCHES
        self._moments = _around_noon(course.moments)
        moments = [self._moments[place] for place in shown]
        first, last = min(moments), max(moments)
        self._first, self._last = min(first, charts.noon(first)), max(last, charts.noon(last))
        self.days = " to ".join(dict.fromkeys((days[0], days[-1])))

    def parts(self) -> Iterator[Markup]:
        """Everything on the drawing, what lies behind first."""
        yield from self.draw_values(self.right)
        yield from self._dates()
        for number in range(len(self.people)):
            yield from self._line(number)
        points = [self.course.points[person][-1] for person in self.people]
        ends = [
            charts.LineEnd(
                self.looks[number], self._x(point.place), self.y(point.value), self.values[number], self.names[number]
            )
            for number, point in enumerate(points)
        ]
        yield from self.labels.draw(ends, self.right)

    def _dates(self) -> Iterator[Markup]:
        below = self.canvas.bottom + self.canvas.size + 6
        if not self._dated:
            days = charts.spell_days(*sorted(self.course.moments[place] for place in self._places))
            yield charts.draw_text(days, (self.left + self.right) / 2, below, text_anchor="middle")
            return
        words_width = charts.text_width("Mmm 0000", self.canvas.size) + 6
        most = max(1, int((self.right - self.left) / words_width))
        for moment, words in charts.date_ticks(self._first, self._last, most):
            at = round(self._moment_x(moment), 1)
            yield tag("path", d=f"M{at} {self.canvas.bottom}v5", stroke=COLORS["edge"].light, class_="tick")
            yield charts.draw_text(words, at, below, text_anchor="middle")

    def _line(self, number: int) -> Iterator[Markup]:
        points = [(self._x(point.place), self.y(point.value)) for point in self.course.points[self.people[number]]]
        yield draw_line(self.looks[number], "M" + "L".join(f"{x} {y}" for x, y in points))
        for x, y in points if self.course.matches <= _FEW_MATCHES else points[-1:]:
            yield draw_marker(self.looks[number], x, y)

    def y(self, value: float) -> float:
        """Where a value is: in this order of reckoning, which decides tenths of averages."""
        height = self.canvas.bottom - charts.TOP
        return round(self.canvas.bottom - height * (value - self.low) / (self.high - self.low), 1)

    def _x(self, place: int) -> float:
        if self._dated:
            return round(self._moment_x(self._moments[place]), 1)
        first, last = self._places
        share = (place - first) / (last - first) if last > first else 0.5
        return round(self._begin + (self.right - self._begin) * share, 1)

    def _moment_x(self, moment: float) -> float:
        share = (moment - self._first) / (self._last - self._first)
        return self._begin + (self.right - self._begin) * share


def _around_noon(moments: Sequence[float]) -> list[float]:
    """Where moments are on an axis that names days at their noon: those of a day evenly around it.

    >>> [round(moment / _DAY, 2) for moment in _around_noon([0.8 * _DAY, 3.8 * _DAY, 3.9 * _DAY])]
    [0.5, 3.33, 3.67]
    """
    days = [moment // _DAY for moment in moments]
    number, told, found = Counter(days), Counter[float](), []
    for day in days:
        told[day] += 1
        found.append((day + told[day] / (number[day] + 1)) * _DAY)
    return found
