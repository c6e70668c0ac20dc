"""A module or a folder for each format; `haggis_cli.exchange.known_formats` lists them."""
