"""From the request for a match to a form that is filled in so: for a rematch."""

from collections.abc import Mapping
from dataclasses import replace

from haggis_cli.book.new_match import NewMatchRequest
from haggis_cli.rules.phrases import option_text
from haggis_cli.rules.variant import Variant
from haggis_cli.web.new_match.form import GOAL_UNITS, OWN_GOAL, NewMatchForm


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
    if not request.names_goal:
        return {}
    wanted = (request.points, request.rounds, request.round_wins)
    for place, goal in enumerate(variant.goals):
        if tuple(goal) == wanted:
            return {"goal": str(place)}
    number = next(each for each in wanted if each)
    unit = GOAL_UNITS[wanted.index(number)]
    return {"goal": OWN_GOAL, "goal-number": str(number), "goal-unit": unit}


def _option_values(form: NewMatchForm, chosen: Mapping[str, str]) -> dict[str, str]:
    values = {}
    for place, option in enumerate(form.options):
        texts = list(map(option_text, option.choices))
        if chosen.get(option.name) in texts:
            values[f"option-{place}"] = str(texts.index(chosen[option.name]))
    return values
