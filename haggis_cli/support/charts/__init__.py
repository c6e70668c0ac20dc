"""Charts of lines, whatever they show: sizes, words, lines, labels at the lines' ends, dates below the axis.

Begin in `canvas`. The style sheet that goes with them is `chart.css` of the sheets' renderers.
"""
