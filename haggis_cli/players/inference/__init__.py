"""What the others have done says what they hold: guessed deals count by how well they explain it.

`observations` lists what they did, `likelihood` says how likely that is with a hand, `explained_deals` guesses by it.
"""
