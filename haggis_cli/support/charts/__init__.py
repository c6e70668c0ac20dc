"""Charts of lines, whatever they show: sizes, words, lines, labels at the lines' ends, dates below the axis.

Begin in `canvas`; `chart.css` is the style sheet that goes with them.
"""
