"""Where the labels and the lines of a grid stand in a chart."""

_LABEL_SPACING = 17
"""How far labels are apart at least, in units of the drawing."""
_MOST_TICKS = 6


def spread_labels(wanted: list[float], lowest: float) -> dict[int, float]:
    """Places for the labels of some lines, by the line's number and in order from the top.

    wanted: where each line ends, in units of the drawing.
    lowest: the lowest place that a label may have.

    No label is nearer to the next than a line of text.
    """
    placed: dict[int, float] = {}
    free = 0.0
    for line in sorted(range(len(wanted)), key=lambda line: wanted[line]):
        placed[line] = max(wanted[line], free)
        free = placed[line] + _LABEL_SPACING
    bound = lowest
    for line in reversed(placed):
        placed[line] = round(min(placed[line], bound), 1)
        bound = placed[line] - _LABEL_SPACING
    return placed


def tick_step(span: int) -> int:
    """A round number that divides the span into a few parts.

    >>> tick_step(95), tick_step(250), tick_step(1)
    (20, 50, 1)
    """
    scale = 1
    while True:
        for digit in (1, 2, 5):
            if span <= digit * scale * _MOST_TICKS:
                return digit * scale
        scale *= 10
