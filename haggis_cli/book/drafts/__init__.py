"""A round that is half entered: what has been answered of it, kept beside its match until it is saved.

A face that asks for a round keeps a draft after every answer, and offers it when the match is opened again:

    drafts = RoundDrafts(match)
    kept = drafts.load()
    if kept and kept.misfit(match) is None:
        answers = kept.answers
    drafts.keep(RoundDraft(DraftBasis.of(match), answers))
    drafts.remove()

`basis` has what of the match a draft rests on, `round_draft` the draft and whether it still fits, `records` its way
into a file or a form and back, and `kept_drafts` its place on the disk. Nothing here is checked but names: what cannot
have happened is refused when the round is proposed.
"""
