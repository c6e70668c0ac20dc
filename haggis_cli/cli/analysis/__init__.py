"""`haggis solve` and `haggis review`."""
