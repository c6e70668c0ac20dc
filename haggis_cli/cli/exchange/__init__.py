"""`haggis export` and `haggis import`."""
