"""What a round is worth: captures, card values, scores, totals and the goal, and rounds typed in from the table."""
