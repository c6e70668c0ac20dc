"""What commands print of a match: scoreboard, rounds, the table. A view asks nothing and changes nothing.

Each view takes a `Printer` and a value of the rooms below, most often the referee's report. What several commands ask
is here, too: `corrections` asks whether one is saved, `variant_question` which variant is played.
"""
