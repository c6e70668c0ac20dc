"""The score book: everything that can be done with a match, for every face of the program.

Nothing here prints, asks, or knows a terminal. What needs an answer comes back as a value: a `RoundProposal` with its
warnings, a `Correction` with what it would break, a refusal with its rule.

Begin with `score_book`, which is what other programs use, and with `match`: opened, previewed, saved. A match is
started in `new_match`; its rounds are typed in (`round_form`, `typed_round` for entries and counts, `drafts` while
half of it is missing, `scoring` to save it), recorded play by play (`recording`, with `hints` while it is typed),
dealt, or played on the computer (`playing`, `game`). `corrections` puts right what was entered. `rules_in_force` says
by which rules a single question is answered.
"""
