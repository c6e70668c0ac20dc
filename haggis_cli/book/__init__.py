"""The score book: everything that can be done with a match, for every face of the program.

Nothing here prints, asks, or knows a terminal. What needs an answer comes back as a value: a `RoundProposal` with its
warnings, a `Correction` with what it would break, a refusal with its rule.

Begin with `score_book`, which is what other programs use. Beside it: `match` (opening, previewing and saving),
`new_match`, `rematch` and `match_settings` (what is typed for them), `scoring` and `typed_round` (rounds typed in from
the table), `counting` (sums and piles as people type them), `half_round` and `drafts/` (a round that is half
entered, kept beside its match), `recording` (rounds play by play), `typed_lines/` (what a line means while it is
typed), `table_facts` (what a table sees of a round), `corrections/` (amending, editing, rescoring, names and the goal,
undo and redo), `dealing`, `removal` and `returning` (of the half rounds of a match that was removed), `readiness`
(whether a match can go on), and `playing/` (matches on the computer).
"""
