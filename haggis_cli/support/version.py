"""The version of this program. It stands in a room of its own, so that a room that names it imports no other one."""

__version__ = "0.1.0"
