"""The score pad: one form for a whole round, new or corrected, kept half filled for each phone until it is saved.

`entry` is the round that a request is about, with its drafts; `sent` what a browser sent; `outlook` what would come of
the round; `saving` how it is saved; `form_values` what the form shows beside the figures. The pages are in
`pages/scoring`, `pages/score_form` and `pages/result`; what is asked, derived and refused is the score book's
(`book/round_form/`).
"""
