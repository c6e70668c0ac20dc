"""What was entered is put right: events, rounds and names; undo takes a correction back, redo brings it back.

Begin with `amending`: a `Correction` is a match before and after, whatever is corrected, and its `account` tells what
follows. `editing` corrects names, the goal and what an editor leaves; a typed-in round is put right in `scoring`.
"""
