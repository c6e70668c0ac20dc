"""What the pages of recording and of the referee show of a round, and what their forms say; cards are chosen alike.

Begin with `card_picker`, the cards as buttons. Beside it: `entry` (what a form says is to happen, and the verdict on
it), `table_view` (the trick, everybody's counts, the score), `deeds` (what else can be done now, a button each),
`moment` (these together, for the page of recording), and `meanwhile` (what has happened since a page was made).
"""
