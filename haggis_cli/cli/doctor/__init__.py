"""`haggis doctor`."""
