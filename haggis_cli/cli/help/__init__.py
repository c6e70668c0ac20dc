"""`haggis help`: what a command does, for those who ask for it as a command."""
