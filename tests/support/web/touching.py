"""Rounds that are typed in on a phone by touch, the way somebody does who has read the pad."""

import re

from haggis_cli.rules.scoring.scores import Outcome
from haggis_cli.rules.table import Table
from tests.support.evenings import Evening
from tests.support.web.phones import Phone

_OPEN = "(document.querySelector('.guided .figure.is-open')?.dataset.field ?? '')"
"""The figure whose keys are shown."""


def touch_match(phone: Phone, evening: Evening, name: str) -> list[int]:
    """Enter all rounds of a match; how many touches each took, the one that asked for it included."""
    counts = []
    phone.go(f"/m/{name}")
    for number, outcome in enumerate(evening.rounds, 1):
        phone.touches = 0
        phone.touch("a.primary" if number > 1 else "main a[href$='/score']")
        touch_round(phone, outcome, evening.table)
        phone.see(f"Round {number} is saved")
        counts.append(phone.touches)
    return counts


def touch_round(phone: Phone, outcome: Outcome, table: Table) -> None:
    """Answer what the pad asks for, one figure after another, and save the round."""
    while (figure := _figure_after(phone, "")) not in ("", "stakes"):
        kind, place = figure.rstrip("0123456789"), int(re.sub(r"\D", "", figure)) - 1
        if kind == "out":
            _choose(phone, figure, str(outcome.out[place] + 1))
        elif kind == "count":
            _choose(phone, figure, str(outcome.counts[outcome.out[place]]))
        else:
            _type(phone, figure, str(outcome.captured[place]))
        _figure_after(phone, figure)
    made = [(seat, stake) for seat, stake in enumerate(outcome.stakes) if stake is not None]
    for seat, stake in made:
        phone.touch(f"[data-field=stakes] input[value='{seat + 1}-{stake}']")
    phone.page.locator("#scorepad:not([aria-busy=true])").wait_for()  # what is saved is what has been seen
    phone.touch("#actions button.primary")
    if phone.page.locator("#actions button[value=save_anyway]").count():  # something looks odd, and is asked about
        phone.touch("#actions button[value=save_anyway]")


def _figure_after(phone: Phone, answered: str) -> str:
    """The figure whose keys are shown, once they are not those of the one that was answered."""
    moved_on = f".guided .figure.is-open:not([data-field='{answered}']), .guided:not(:has(.figure.is-open))"
    phone.page.locator(moved_on).first.wait_for(state="attached")
    return str(phone.says(_OPEN))


def _choose(phone: Phone, figure: str, answer: str) -> None:
    phone.touch(f"[data-field={figure}] input[value='{answer}']")


def _type(phone: Phone, figure: str, number: str) -> None:
    for digit in number:
        phone.touch(f"[data-field={figure}] [data-key='{digit}']")
    if len(number) < int(phone.says("document.getElementById('scorepad').dataset.digits")):
        phone.touch(f"[data-field={figure}] [data-key='✓']")
