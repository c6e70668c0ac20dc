"""`haggis score`: rounds given as entries, and the sitting in which they are asked for."""
