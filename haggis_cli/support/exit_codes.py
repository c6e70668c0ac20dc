"""Exit codes that no error of its own stands for."""

INTERRUPTED = 130
"""What a shell reports for a program stopped with Ctrl-C; also of a command whose input ended before the answer."""
