"""`haggis variants`."""
