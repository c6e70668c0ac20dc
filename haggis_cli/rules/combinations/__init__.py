"""What cards can be: every reading of a handful of cards, which one a play has at the table, and the words for it."""
