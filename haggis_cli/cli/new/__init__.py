"""`haggis new`, and the questions it asks."""
