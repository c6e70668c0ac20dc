"""`haggis play`: a sitting at this computer, or matches of computer players among themselves."""
