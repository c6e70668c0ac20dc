"""The game totals as bars: a stretch for every round, in two shades by turns that keep the rounds apart."""

from haggis_cli.sheets.sheet import Sheet
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.glyphs import Glyphs
from haggis_cli.support.text_tables import pad, shorten_apart, width

_LONGEST_NAME = 20
_SHORTEST_BAR = 10
_LONGEST_BAR = 60


def leaders(sheet: Sheet) -> tuple[int, ...]:
    """The sides that are ahead, with the highest total or the most rounds won; none while nobody has scored."""
    standings = sheet.standings() if sheet.totals is not None else []
    decisive = standings[-1][1] if standings else sheet.totals or ()  # of some matches final scores alone are known
    return tuple(side for side, number in enumerate(decisive) if number and number == max(decisive))


def render_bars(sheet: Sheet, limit: int, glyphs: Glyphs) -> list[str]:
    """A line for each side: a mark for the leader, the name, the total and its bar, at most `limit` columns.

    While nobody has reached a goal of points, a bar is as long as the goal, and dotted where points are missing.
    """
    totals = sheet.totals or (0,) * len(sheet.sides)
    figures = [str(total) if sheet.totals is not None else "?" for total in totals]
    widest_figure = max(map(len, figures))
    names = [escape_text(side.name) for side in sheet.sides]
    scale = max(sheet.goal.points or 0, *totals, 1)
    goal = str(sheet.goal.points) if sheet.goal.points == scale else ""  # nobody has passed it
    fixed = 2 + 2 + widest_figure + 1 + len(goal) + 1
    widest_name = min(max(map(width, names)), max(_LONGEST_NAME, limit // 2 - fixed))
    widest_name = max(1, min(widest_name, limit - fixed - _SHORTEST_BAR))
    columns = max(_SHORTEST_BAR, min(_LONGEST_BAR, limit - fixed - widest_name))
    lines = []
    for side, name in enumerate(shorten_apart(names, widest_name)):
        mark = glyphs.marker if side in leaders(sheet) else " "
        steps = [total for _, total in sheet.totals_by_round(side)] or [totals[side]]
        bar = _render_bar(steps, scale, columns, glyphs)
        track = pad(bar, columns).replace(" ", glyphs.track) + f" {goal}" if goal else bar
        lines.append(f"{mark} {pad(name, widest_name)}  {pad(figures[side], widest_figure, '>')} {track}")
    return [line.rstrip() for line in lines]


def _render_bar(totals: list[int], scale: int, columns: int, glyphs: Glyphs) -> str:
    bar = ""
    for place, total in enumerate(totals):
        bar += glyphs.shades[place % 2] * (total * columns // scale - len(bar))
    return bar
