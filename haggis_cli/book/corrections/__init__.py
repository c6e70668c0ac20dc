"""What was entered is put right: events and rounds amended, edited, taken back with undo and brought back with redo."""
