"""`haggis record`: events given to it, its dialogue, and the correction of one event."""
