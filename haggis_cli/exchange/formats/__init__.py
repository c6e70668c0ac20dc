"""A module for each format; `haggis_cli.exchange.known_formats` lists them."""
