"""Whether everything on this computer is in order for haggis; nothing is changed unless somebody asks for it."""
