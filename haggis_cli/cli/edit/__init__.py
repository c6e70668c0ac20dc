"""`haggis edit`, and the editor that it opens."""
