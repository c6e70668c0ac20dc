"""`haggis record`, `haggis undo` and `haggis redo`."""
