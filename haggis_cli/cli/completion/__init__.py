"""Tab in the shell: the scripts for it, and what they offer."""
