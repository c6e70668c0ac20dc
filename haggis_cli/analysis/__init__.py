"""Exact endgames: what a position with all hands open is worth, and what each play in it brings.

Begin with `solver`. A program makes a `Solver` of the earliest position of a round that it asks about, and asks it for
that one and for any that follows from it; all of them share what has been proven:

    solver = Solver(state)                       # a round of the rules, hands known
    solution = solver.solve(state, seconds=2.0)  # at once what every play brings: solution.plays, the best first
    later = solver.solve(state.after(event), seconds=2.0, every_play=False)

`solution.low` and `solution.high` are the value, or what is proven if time ran out, for the side of the player whose
turn it is, from now on; `solution.line` is one best line. For a round as a whole begin at its end: what is proven there
serves all that comes before, but make the solver of the earliest. Where three play each for themselves
`Solver(state, alone=seat)` takes the others for one side (Tatties: the Shepherd's seat).

`review.review_round` does that for a round that is over: what every play of it gave away, and why. Where bounds do not
meet, estimates stand beside them.

- From people: `solver.open_round` makes the round of hands, whose turn it is, and what is to be beaten.
- What counts: `sides` reads it from the variant's declaration, and refuses what cannot be searched; and for how long
  a search may go on.
- Numbers instead of cards: `hand_classes`, for plays and for hands. The rules' own rounds are used for the position
  asked about alone.
- The search: `duel` for two hands, `sides` for more.
"""
