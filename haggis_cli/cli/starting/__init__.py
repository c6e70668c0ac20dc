"""Starting a match: wishes, questions, the match."""
