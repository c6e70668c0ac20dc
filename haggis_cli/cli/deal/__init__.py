"""`haggis deal`."""
