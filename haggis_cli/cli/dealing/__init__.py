"""Setting up the table and dealing."""
