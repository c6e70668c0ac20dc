"""Match files: their notation, their text, their place on the disk."""
