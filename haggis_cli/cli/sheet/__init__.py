"""`haggis sheet`."""
