"""`haggis list`, `haggis stats` and `haggis remove`."""
