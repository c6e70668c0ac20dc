"""`haggis judge`, of cards and of other disputes, `haggis moves` and `haggis check`."""
