"""A round as a form with a field for each figure: what is asked, answered, derived, refused, and due.

`form` puts the fields together: `fill_in(table, texts)`. `checks` holds what a figure is refused for, which a dialogue
at the terminal uses, too; `going_out`, `captured` and `stakes` make the fields of each part.
"""
