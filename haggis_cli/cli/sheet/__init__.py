"""`haggis sheet`: the sheet of one match, those of an event, a web site of all."""
