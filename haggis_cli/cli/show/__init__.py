"""`haggis show` and `haggis log`."""
