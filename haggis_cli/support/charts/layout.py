"""Where the labels and the lines of a grid stand in a chart."""

from collections.abc import Sequence
from dataclasses import dataclass

_MOST_TICKS = 6


@dataclass
class _Stack:
    """Labels that touch one another.

    numbers: which labels they are, from the top.
    top, height: where the stack begins, and how high it is.
    """

    numbers: list[int]
    top: float
    height: float


def spread_labels(wanted: Sequence[float], heights: Sequence[float], top: float, bottom: float) -> list[float]:
    """The middles of some labels, as near as can be to where they are wanted, none over another.

    wanted: where the middle of each should be, in units of the drawing.
    heights: how high each is.
    top, bottom: between which they all have to be; if that is too little room, they begin at the top.

    >>> spread_labels([50, 52, 100], [10, 10, 10], 0, 200)
    [46.0, 56.0, 100.0]
    """
    stacks: list[_Stack] = []
    for number in sorted(range(len(wanted)), key=lambda number: wanted[number]):
        stacks.append(_place([number], wanted, heights, top, bottom))
        while len(stacks) > 1 and stacks[-2].top + stacks[-2].height > stacks[-1].top:
            below, above = stacks.pop(), stacks.pop()
            stacks.append(_place([*above.numbers, *below.numbers], wanted, heights, top, bottom))
    middles = [0.0] * len(wanted)
    for stack in stacks:
        at = stack.top
        for number in stack.numbers:
            middles[number] = round(at + heights[number] / 2, 1)
            at += heights[number]
    return middles


def _place(numbers: list[int], wanted: Sequence[float], heights: Sequence[float], top: float, bottom: float) -> _Stack:
    """The stack of these labels, where their places are nearest to the wanted ones on the average."""
    height = 0.0
    begin = 0.0
    for number in numbers:
        begin += wanted[number] - heights[number] / 2 - height
        height += heights[number]
    return _Stack(numbers, max(top, min(begin / len(numbers), bottom - height)), height)


def tick_step(span: int, most: int = _MOST_TICKS) -> int:
    """A round number that divides the span into a few parts, `most` at most.

    >>> tick_step(95), tick_step(250), tick_step(1), tick_step(30, 15)
    (20, 50, 1, 2)
    """
    scale = 1
    while True:
        for digit in (1, 2, 5):
            if span <= digit * scale * most:
                return digit * scale
        scale *= 10
