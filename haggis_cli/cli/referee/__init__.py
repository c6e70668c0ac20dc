"""`haggis judge`, `haggis moves` and `haggis check`."""
