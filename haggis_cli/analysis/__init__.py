"""Exact endgames: the value of a position with all hands open, and of each play in it.

Begin with `solver`. A program makes a `Solver` for the earliest position of interest in a round, and asks it about that
position and any that follows from it; all of them share the proven results:

    solver = Solver(state)                       # a round of the rules, hands known
    solution = solver.solve(state, seconds=2.0)  # also the value of every play: solution.plays, the best first
    later = solver.solve(state.after(event), seconds=2.0, every_play=False)

`solution.low` and `solution.high` are the value, or the proven bounds if time ran out, for the side of the player whose
turn it is, from now on; `solution.line` is one best line. To solve a whole round, make the solver for its earliest
position but begin at its end: results proven there help with all earlier positions. If three play each for themselves,
`Solver(state, alone=seat)` treats the others as one side (Tatties: the Shepherd's seat).

`review.review_round` does that for a round that is over: it finds what every play gave away, and why
(`reasons`). If bounds do not meet, it adds estimates.

- Input from people: `solver.open_round` makes the round from hands, whose turn it is, and the play to beat.
- Scoring: `sides` reads it from the variant's declaration, and refuses variants that cannot be searched; it also limits
  the time of a search.
- Numbers instead of cards: `hand_classes`, for plays and for hands. The rules' own rounds are used only for the given
  position.
- The search: `duel` for two hands, `sides` for more.
"""
