"""Readers of every format in which scores stand: each takes what was written, and nothing of the program.

A figure is found by the round, whose it is, and what it is. What one player has who scores alone is `hand`, `cards`,
`bonus`, `bet`, `pts`, `round` and `game`; in a team the players have `hand`, `cards`, `bonus`, `total`, `own bet` and
`own pts`, and the team the rest. Round 0 has the final totals as `game`.
"""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from tests.support.pages import Page

Figures = dict[tuple[int, str, str], int | None]
_SHORT = {"cap": "cards", "bon": "bonus", "tot": "total", "rnd": "round", "gm": "game"}
_LONG = {
    "Opp. hand": "hand",
    "Captured cards": "cards",
    "Bonus": "bonus",
    "Total": "total",
    "Bet": "bet",
    "Bet points": "pts",
    "Round total": "round",
    "Game total": "game",
}
_CSV = {"hand": "hand", "captured": "cards", "bonus": "bonus"}


class Seating(NamedTuple):
    """Who sits at the table, as the test made it.

    players: the names, clockwise.
    teams: the players of each team by its name; empty where everybody plays alone.
    """

    players: list[str]
    teams: dict[str, list[str]]

    @property
    def sides(self) -> list[str]:
        """Who has totals."""
        return list(self.teams) or self.players

    def columns(self, bonus: bool) -> list[tuple[str, str]]:
        """Whose which figure is, from left to right, on the official sheet."""
        own = ["hand", "cards", *(["bonus"] if bonus else [])]
        found = []
        for side in self.sides:
            for player in self.teams.get(side, [side]):
                found += [(player, name) for name in (*own, *(["total"] if self.teams else []))]
            found += [(side, name) for name in ("bet", "pts", "round", "game")]
        return found


def number(cell: str) -> int | None:
    """A figure: `10×5` are ten cards, and a dash is none."""
    text = cell.strip().partition("×")[0].partition("x5")[0]
    return None if text in ("-", "–", "?", "") else int(text)


def _is_figure(cell: str) -> bool:
    """Whether a round has figures, and no note in their place."""
    return bool(re.fullmatch(r"\s*-?\d+(×5 = \d+)?\s*", cell))


def _named(round_number: int, columns: Iterable[tuple[str, str]], cells: Sequence[str]) -> Figures:
    return {(round_number, who, what): number(cell) for (who, what), cell in zip(columns, cells, strict=True)}


def from_text(text: str, seating: Seating) -> Figures:
    """The blocks of a sheet in plain text, side by side or below each other."""
    found: Figures = {}
    lines = re.sub(r" = \d+", "", text).splitlines()
    columns: list[tuple[str, str]] = []
    waiting = iter(seating.columns(bonus=bool(re.search(r"\bbon(us)?\b.*\b(bet|total|tot)\b", text))))
    for at, line in enumerate(lines):
        first, *groups = re.split("[│|]", line)
        if first.strip() in ("Round", "Rd") and groups:
            headings = [_SHORT.get(word, word) for word in " ".join(groups).split()]
            columns = [next(waiting) for _ in headings]
            assert [what for _, what in columns] == headings, (at, headings)
        elif first.strip().isdigit() and len(groups) > 0 and len(cells := " ".join(groups).split()) == len(columns):
            found |= _named(int(first), columns, cells)
    return found


def from_markdown(text: str, seating: Seating) -> Figures:
    """The table of each side, headed by its name."""
    found: Figures = {}
    sections = text.split("\n## ")[1 : len(seating.sides) + 1]
    for side, section in zip(seating.sides, sections, strict=True):
        rows = [line.strip("|").replace("\\*", "").split("|") for line in section.splitlines() if line[:1] == "|"]
        headings = [heading.strip() for heading in rows[0][1:]]
        for row in rows[2:]:
            if not _is_figure(row[1]):
                continue
            for heading, cell in zip(headings, row[1:], strict=True):
                title = next(title for title in sorted(_LONG, key=len, reverse=True) if heading.startswith(title))
                found[int(row[0]), heading.removeprefix(title).strip() or side, _LONG[title]] = number(cell)
    return found


def from_long_csv(text: str, seating: Seating) -> Figures:
    """A line for each round and player."""
    return _from_rows(list(csv.DictReader(io.StringIO(text))))


def _from_rows(rows: Iterable[dict[str, str]]) -> Figures:
    found: Figures = {}
    for row in rows:
        at, name, team = int(row["round"]), row["player"], row["team"]
        if not row["total"]:  # not scored
            continue
        values = {(at, name, what): number(row[column]) for column, what in _CSV.items()}
        assert number(row["hand_points"]) == 5 * (number(row["hand"]) or 0)
        if team:
            assert row["bet_points"] == ""
            values |= {(at, name, "own bet"): number(row["bet"]), (at, name, "total"): number(row["total"])}
            of_side = ("team_bet", "team_bet_points", "team_total", "game_total")
        else:
            assert (row["team_bet"], row["team_bet_points"], row["team_total"]) == ("", "", "")
            of_side = ("bet", "bet_points", "total", "game_total")
        for column, what in zip(of_side, ("bet", "pts", "round", "game"), strict=True):
            values[at, team or name, what] = number(row[column])
        assert all(found.get(key, value) == value for key, value in values.items())  # partners say the same of the team
        found |= values
    return found


def from_wide_csv(text: str, seating: Seating) -> Figures:
    """A line for each round, a column for each figure of everybody."""
    found: Figures = {}
    own = ["own bet", "total"] if seating.teams else ["bet", "round", "pts", "game"]
    names = dict(zip(("bet", "total", "bet_points", "game_total"), own, strict=False)) | _CSV
    for row in csv.DictReader(io.StringIO(text)):
        at = int(row["round"])
        if not row[f"{seating.players[0]} total"]:
            continue
        for player in seating.players:
            found |= {(at, player, what): number(row[f"{player} {column}"]) for column, what in names.items()}
        for team in seating.teams:
            for column, what in (("bet", "bet"), ("bet_points", "pts"), ("total", "round"), ("game_total", "game")):
                found[at, team, what] = number(row[f"{team} (team) {column}"])
    return found


def from_sheet_json(text: str, seating: Seating) -> Figures:
    """What `sheet --format json` has of players and sides, and the totals."""
    told = json.loads(text)
    found: Figures = {(0, side, "game"): total for side, total in told["totals"].items()}
    for each in told["rounds"]:
        at = each["number"]
        for name, mine in each["players"].items():
            found |= _own_figures(at, name, mine, seating)
        for name, mine in each["sides"].items():
            figures = {"bet": mine["bet"], "pts": mine["bet_points"], "round": mine["total"], "game": mine["game"]}
            found |= {(at, name, what): value for what, value in figures.items()}
    return found


def _own_figures(at: int, name: str, mine: dict[str, Any], seating: Seating) -> Figures:
    assert mine["hand_points"] == 5 * mine["hand"]
    names = dict(_CSV)
    names |= (
        {"bet": "own bet", "bet_points": "own pts", "total": "total"}
        if seating.teams
        else {"bet": "bet", "bet_points": "pts", "total": "round"}
    )
    return {(at, name, what): mine[key] for key, what in names.items()}


def from_report_json(text: str, seating: Seating) -> Figures:
    """What `check --json`, `show --json` and `log --json` have."""
    told = json.loads(text)
    found: Figures = {(0, side, "game"): total for side, total in told.get("totals", {}).items()}
    for each in told["rounds"]:
        for name, mine in each["scores"].items():
            found |= _own_figures(each["number"], name, mine, seating)
        for name, total in (each.get("totals") or {}).items():
            found[each["number"], name, "game"] = total
    return found


def from_html(text: str, seating: Seating) -> Figures:
    """The table of each side, and under it the total in its caption."""
    page, found = Page(text), Figures()
    for side in seating.sides:
        rows = page.tables[side]
        groups, headings = [side], rows[0]
        if seating.teams:  # the game total has a heading of its own
            assert rows[0][-2:] == ["Team", "Team"]
            groups, headings = [*rows[0][1:-2], side], rows[1]
        whose = iter(groups)
        owner = side
        columns = []
        for heading in headings[1:]:
            if heading in ("Opp. hand", "Bet" if seating.teams else "Opp. hand"):
                owner = next(whose)
            columns.append((owner, _LONG[heading.rstrip("*")]))
        for row in rows[2 if seating.teams else 1 :]:
            if len(row) == len(columns) + 1:
                found |= _named(int(row[0]), columns, row[1:])
    captions = " ".join(page.texts["caption"])
    for side in seating.sides:
        told = re.search(rf"{re.escape(side)} (-?\d+)", captions)
        assert told
        found[0, side, "game"] = int(told[1])
    return found


def from_story(text: str, seating: Seating) -> Figures:
    """The table at the end of each recorded round of a page."""
    page, found = Page(text), Figures()
    order = [player for side in seating.sides for player in seating.teams.get(side, [side])]
    for caption, rows in page.tables.items():
        if caption.startswith("Result of round "):
            for label, *cells in rows[1:]:
                names = order if len(cells) == len(order) else seating.sides
                at, what = int(caption.rpartition(" ")[2]), _LONG[label]
                found |= _named(at, [(name, what) for name in names], cells)
    return found


def from_svg(text: str, seating: Seating) -> Figures:
    """The markers of the chart, and the totals at the lines' ends."""
    root, found = ET.fromstring(text), Figures()
    for element in root.iter("{http://www.w3.org/2000/svg}title"):
        if marker := re.fullmatch(r"(.*), round (\d+): (-?\d+)", element.text or ""):
            found[int(marker[2]), marker[1], "game"] = int(marker[3])
    told = root.findtext("{http://www.w3.org/2000/svg}desc") or ""
    for side in seating.sides:
        line = re.search(rf"(?:^|\. ){re.escape(side)}: ([-\d, ]+|nothing yet)\.", told)
        if line:
            found[0, side, "game"] = 0 if line[1] == "nothing yet" else int(line[1].split(", ")[-1])
    return found


def from_pdf(data: bytes, seating: Seating) -> Figures:
    """The lines of the table on the first pages: a round's number and its figures."""
    import pypdf

    text = "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages)
    columns = seating.columns(bonus="Bonus" in text)
    rows = (re.sub(" = .[0-9]*", "", line).split() for line in text.splitlines())
    found: Figures = {}
    for label, *cells in filter(None, rows):
        if label.isdigit() and len(cells) == len(columns) and all(re.fullmatch(r"−?\d+(×5)?|[–?]", c) for c in cells):
            found |= _named(int(label), columns, cells)
    return found


def from_workbook(data: bytes, seating: Seating) -> Figures:
    """The worksheets: the official sheet, the long csv, the totals; all of them must say the same."""
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    scores = [list(row) for row in book["Scores"].iter_rows(values_only=True)]
    start = next(at for at, row in enumerate(scores) if row[0] == "Round")
    columns = seating.columns(bonus="Bonus" in scores[start])
    assert [_LONG[heading.rstrip("*")] for heading in scores[start][1:] if heading] == [what for _, what in columns]
    found: Figures = {}
    for row in scores[start + 1 :]:
        if not isinstance(row[0], int):
            break
        if isinstance(row[1], int):
            for (who, what), cell in zip(columns, row[1:], strict=True):
                found[row[0], who, what] = cell // 5 if what == "hand" and cell else cell
    headings, *lines = [["" if cell is None else str(cell) for cell in row] for row in book["Rounds"].values]
    rows = [dict(zip(headings, line, strict=True)) for line in lines]
    both = _from_rows(row for row in rows if row["total"])
    if "Totals" in book.sheetnames:
        (_, *sides), _, *totals = book["Totals"].iter_rows(values_only=True)
        both |= {(row[0], side, "game"): total for row in totals for side, total in zip(sides, row[1:], strict=True)}
    assert all(found.get(key, value) == value for key, value in both.items())
    return found | both


_AMOUNTS = {"baby": 5, "little": 15, "big": 30}
_AUCTION = {"baby": 15, "little": 30, "big": 45}


def from_scoreboard(text: str, seating: Seating, *, auction: bool = False) -> Figures:
    """What `show` has on a narrow terminal: bets by name and what they brought; above it the totals."""
    found: Figures = {}
    for side in seating.sides:
        told = re.search(rf"^(?:▸ |  ){re.escape(side)} +(-?\d+)", text, re.MULTILINE)
        if told:
            found[0, side, "game"] = int(told[1])
    waiting, sides = iter(seating.sides), list[str]()
    for line in text.splitlines():
        first, *groups = line.split("│")
        if first.strip() in ("Round", "Rd") and groups:
            sides = [next(waiting) for _ in groups]
        elif first.strip().isdigit() and len(groups) == len(sides):
            for side, group in zip(sides, groups, strict=True):
                *bet, total, game = group.split()
                brought = re.fullmatch(r"[+-]\d+", bet[-1])
                amount = (_AUCTION if auction else _AMOUNTS).get(bet[0]) if not brought or len(bet) > 1 else None
                figures = (amount, int(bet[-1]) if brought else 0, int(total), number(game))
                found |= {
                    (int(first), side, what): value
                    for what, value in zip(("bet", "pts", "round", "game"), figures, strict=True)
                }
    return found


def from_log(text: str, seating: Seating) -> Figures:
    """The rows at the end of each round of `log`."""
    found: Figures = {}
    names = sorted({*seating.players, *seating.sides}, key=len, reverse=True)  # `Isla & Rory` before Isla
    at, headings = 0, list[str]()
    for line in text.splitlines():
        if begin := re.match(r"Round (\d+):", line):
            at, headings = int(begin[1]), []
        elif line.split()[:2] in (["hand", "cards"], ["hand", "cap"]):
            ends = [(_SHORT.get(word[0], word[0]), word.end()) for word in re.finditer(r"\S+", line)]
            headings = [what for what, _ in ends]
            places = [end for _, end in ends]
        elif headings and (name := next((each for each in names if line.startswith(f"  {each} ")), None)):
            cells = [line[begin:end].strip() for begin, end in zip([2 + len(name), *places], places, strict=False)]
            for what, cell in zip(headings, cells, strict=True):
                if cell:
                    value = cell.partition("×")[0].strip() if what == "hand" else cell
                    in_team = name in seating.players and seating.teams
                    found[at, name, "total" if in_team and what == "round" else what] = number(value)
        elif line.strip():
            headings = []
    return found


def from_bgstats(text: str, seating: Seating) -> Figures:
    """The score sheet inside a play, and the final scores."""
    play = json.loads(text)["plays"][0]
    keys = {json.loads(each["metaData"])["scoreUuid"]: each for each in play["playerScores"]}
    names = {key: seating.players[each["seatOrder"] - 1] for key, each in keys.items()}
    found: Figures = {}
    for key, each in keys.items():
        side = next((team for team, mine in seating.teams.items() if names[key] in mine), names[key])
        assert found.setdefault((0, side, "game"), int(each["score"])) == int(each["score"])
    what = {"Out": "hand", "Bonus": "bonus", "Captured": "cards", "Bets": "own pts" if seating.teams else "pts"}
    for row in (row for each in json.loads(play["scoresheet"])["rounds"] for row in each["rows"]):
        at, _, label = row["label"].partition(". ")
        for key, points in row["scores"].items():
            value = int(points) // 5 if label == "Out" else int(points)
            found[int(at), names[key], what[label]] = value
    return found


def from_bgg(text: str, seating: Seating) -> Figures:
    """The final scores of a play as BoardGameGeek has it."""
    found: Figures = {}
    for each in ET.fromstring(text).iter("player"):
        side = each.get("color") if seating.teams else each.get("name")
        total = int(each.get("score", ""))
        assert found.setdefault((0, str(side), "game"), total) == total
    return found


Reader = Callable[[Any, Seating], Figures]


def arithmetic_faults(found: Figures, seating: Seating) -> Iterator[str]:
    """Whether the figures of a sheet add up: rounds to games, and what players and bets brought to rounds."""
    before = dict.fromkeys(seating.sides, 0)
    for at in sorted({at for at, _, _ in found} - {0}):
        for side in seating.sides:
            mine = {what: found[at, side, what] or 0 for what in ("pts", "round", "game")}
            parts = 0
            for player in seating.teams.get(side, [side]):
                own = 5 * (found[at, player, "hand"] or 0) + (found[at, player, "cards"] or 0)
                own += found.get((at, player, "bonus")) or 0
                if seating.teams and found[at, player, "total"] != own:
                    yield f"round {at}: {player} has {own}, and not {found[at, player, 'total']}"
                parts += own
            if parts + mine["pts"] != mine["round"] or before[side] + mine["round"] != mine["game"]:
                yield f"round {at}: {side} has {parts} and {mine}, after {before[side]}"
            before[side] = mine["game"]
    if before != {side: found[0, side, "game"] for side in seating.sides}:
        yield f"the totals are not {before}"
