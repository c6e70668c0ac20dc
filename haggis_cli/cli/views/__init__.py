"""What commands print of a match: scoreboard, rounds, the table. A view asks nothing and changes nothing.

Each view takes a `Printer` and a value of the rooms below, most often the referee's report; questions that several
commands ask (`variant_question`, `violations`) are here, too.
"""
