"""The form of a new match: its fields as a page shows them, and the request that comes of what was filled in."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import SystemRandom

from haggis_cli.book.match_settings import parse_label, parse_player_name
from haggis_cli.book.new_match import NewMatchRequest
from haggis_cli.matches.ids import safe_id
from haggis_cli.matches.store.folder import Store
from haggis_cli.rules.phrases import option_text
from haggis_cli.rules.variant import Option, Variant
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text, normalize_unicode

BY_LOT = "lot"
OWN_GOAL = "own"
_MOST = 99_999  # points or rounds of a goal


@dataclass
class NewMatchForm:
    """What a form of a new match shows."""

    variant: Variant
    """What is played."""
    number: int
    """How many play."""
    values: dict[str, str] = field(default_factory=dict)
    """What was filled in, by field; a field that is not named has its usual value."""
    refusals: dict[str, str] = field(default_factory=dict)
    """What is wrong, by field; under the empty name what concerns no field."""

    @property
    def options(self) -> list[Option]:
        """The house rules that so many players can choose."""
        return [each for each in self.variant.options if not each.players or self.number in each.players]

    @property
    def has_changed_options(self) -> bool:
        """Whether a house rule is chosen that is not the usual one."""
        fields = [f"option-{place}" for place in range(len(self.options))]
        return any(self.value(name) != self._usual(name) for name in fields)

    def value(self, name: str) -> str:
        """What a field holds."""
        return self.values.get(name, self._usual(name))

    def _usual(self, name: str) -> str:
        kind, _, place = name.partition("-")
        if kind == "goal":
            return "0" if not place else "points" if place == "unit" else ""
        if kind == "option":
            option = self.options[int(place)]
            return str(list(option.choices).index(option.default))
        if kind == "beginner":
            return str(self.number if self.variant.has_dealer else 1)
        return ""

    # Reading what was filled in

    def read(self, store: Store) -> NewMatchRequest:
        """The request that was filled in; what is wrong goes to `refusals`."""
        players = self._read_players()
        points, rounds = self._read_goal()
        beginner = self._read_beginner(players)
        return NewMatchRequest(
            variant=self.variant.id,
            players=players,
            teams=self._read_teams(players),
            points=points,
            rounds=rounds,
            options=self._read_options(),
            suits=self.value("suits").strip() or None,
            lead=None if self.variant.has_dealer else beginner,
            dealer=beginner if self.variant.has_dealer else None,
            name=self._read_name(store),
            event=self._read_event(),
            notes=self.value("notes").replace("\r\n", "\n").strip(),
        )

    def _read_players(self) -> list[str]:
        players: list[str] = []
        for seat in range(1, self.number + 1):
            name = self._read_player(f"player-{seat}")
            if name.casefold() in (each.casefold() for each in players if each):
                self.refusals[f"player-{seat}"] = (
                    f"{escape_text(name)} is already playing: every name must be different"
                )
            players.append(name)
        return players

    def _read_player(self, name: str) -> str:
        text = self.value(name).strip()
        if not text:
            self.refusals[name] = "A name is missing."
            return ""
        try:
            return parse_player_name(normalize_unicode(text))
        except UsageError as error:
            self.refusals[name] = str(error)
            return ""

    def _read_teams(self, players: list[str]) -> list[str]:
        """The names of the teams; an empty list if all keep their usual names, those of their players."""
        texts = [self.value(f"team-{place}").strip() for place in range(1, len(self.variant.teams) + 1)]
        if not any(texts):
            return []
        names = []
        for place, (text, seats) in enumerate(zip(texts, self.variant.teams, strict=True), 1):
            try:
                names.append(parse_player_name(text or " & ".join(players[seat] for seat in seats)))
            except UsageError as error:
                self.refusals[f"team-{place}"] = str(error)
        return names

    def _read_goal(self) -> tuple[int | None, int | None]:
        chosen, goals = self.value("goal"), self.variant.goals
        if chosen != OWN_GOAL:
            with suppress(ValueError, IndexError):
                goal = goals[int(chosen)]
                return goal.points, goal.rounds
            self.refusals["goal"] = "Choose one of these goals."
            return None, None
        text = self.value("goal-number").strip()
        if not (text.isascii() and text.isdecimal() and 1 <= int(text[:6]) <= _MOST and len(text) < 6):
            self.refusals["goal"] = f"Type a number from 1 to {_MOST}, of points or of rounds."
            return None, None
        return (None, int(text)) if self.value("goal-unit") == "rounds" else (int(text), None)

    def _read_options(self) -> dict[str, str]:
        chosen = {}
        for place, option in enumerate(self.options):
            try:
                chosen[option.name] = option_text(list(option.choices)[int(self.value(f"option-{place}"))])
            except (ValueError, IndexError):
                self.refusals[f"option-{place}"] = "Choose one of these."
        return chosen

    def _read_beginner(self, players: list[str]) -> str | None:
        chosen = self.value("beginner")
        if chosen == BY_LOT:
            return SystemRandom().choice(players)
        with suppress(ValueError, IndexError):
            return players[range(len(players))[int(chosen) - 1]]
        self.refusals["beginner"] = "Say who begins, or have lots drawn."
        return None

    def _read_name(self, store: Store) -> str | None:
        name = self.value("name").strip()
        if not name:
            return None
        try:
            name = safe_id(name)
        except UsageError as error:
            self.refusals["name"] = str(error)
            return None
        if name.casefold() in (path.stem.casefold() for path in store.matches()):
            self.refusals["name"] = f"There is a match called {name} already: choose another name."
        return name

    def _read_event(self) -> str:
        event = self.value("event").strip()
        try:
            return parse_label(event) if event else ""
        except UsageError as error:
            self.refusals["event"] = str(error)
            return ""


def form_of(request: NewMatchRequest, variant: Variant) -> NewMatchForm:
    """A form that is filled in as a request says."""
    form = NewMatchForm(variant, len(request.players))
    values = {f"player-{seat}": name for seat, name in enumerate(request.players, 1)}
    values |= {f"team-{place}": name for place, name in enumerate(request.teams, 1)}
    values |= _goal_values(request, variant) | _option_values(form, request.options)
    beginner = request.dealer if variant.has_dealer else request.lead
    if beginner in request.players:
        values["beginner"] = str([*request.players, None].index(beginner) + 1)
    values |= {"event": request.event or "", "suits": request.suits or "", "notes": request.notes}
    return replace(form, values=values)


def _goal_values(request: NewMatchRequest, variant: Variant) -> dict[str, str]:
    if not request.points and not request.rounds:
        return {}
    for place, goal in enumerate(variant.goals):
        if (goal.points, goal.rounds) == (request.points, request.rounds):
            return {"goal": str(place)}
    unit = "points" if request.points else "rounds"
    return {"goal": OWN_GOAL, "goal-number": str(request.points or request.rounds), "goal-unit": unit}


def _option_values(form: NewMatchForm, chosen: Mapping[str, str]) -> dict[str, str]:
    values = {}
    for place, option in enumerate(form.options):
        texts = list(map(option_text, option.choices))
        if chosen.get(option.name) in texts:
            values[f"option-{place}"] = str(texts.index(chosen[option.name]))
    return values
