"""One module with a function `render` for each format of the score sheet; `formats` lists them all."""
