"""What was entered is put right: events, rounds and names; undo takes a correction back, redo brings it back.

Begin with `amending`: a `Correction` is a match before and after, whatever is corrected. `settings` corrects what
stands before the rounds, `rescoring` a typed-in round, `editing` what an editor leaves.
"""
