"""The official variants of Haggis, one module per rulebook, found through their entry points alone."""
