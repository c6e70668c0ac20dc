"""`haggis solve`."""
