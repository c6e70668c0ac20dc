"""A module with a function `render` for each format of a score sheet; `formats` lists them all."""
