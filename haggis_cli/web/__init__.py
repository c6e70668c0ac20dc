"""The phone on the table: `haggis serve`, a web server whose pages are a face of the score book.

A page reads a form, calls the book, and renders; what is saved, derived or refused is the book's. Every page works
without JavaScript; with it, pages follow the match live and forms are checked while they are filled in.

Begin with `app`, whose table says which address is which page.

- The server: `server` (port, sockets, start and end), `app` (what every request passes, too), `access` (keys, the
  devices that have one, and limits), `devices` (who entered what).
- What pages have in common: `matches` (kept open between requests, and followed live), `forms` (what a browser sent),
  `rendering` (templates and what all of them know, links, errors).
- What is behind the pages of a round: `scorepad` (a round typed in), `round_view` (a round in progress, and the cards
  that are chosen or typed).
- `pages/` has a module for each family of pages; `templates/` and `static/` HTML, styles and scripts.

All work on matches is done in the one thread of the event loop: rules of plugins are isolated there as in a command,
and no two requests change a match at once.
"""
