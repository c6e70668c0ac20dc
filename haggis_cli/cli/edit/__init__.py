"""`haggis edit`: names and the goal put right, asked for where no editor is chosen, and the editor that it opens."""
