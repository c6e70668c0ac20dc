"""The phone on the table: `haggis serve`, a web server whose pages are a front end of the score book.

A page reads a form, calls the book, and renders; the book decides what is saved, derived or refused. Every page works
without JavaScript; with it, pages follow the match live and forms are checked while they are filled in.

Begin with `app`, whose table maps addresses to pages.

- The server: `server` (port, sockets, start and end), `app` (the routes, and the gate that every request passes),
  `access` (keys, the devices that have one, and limits), `devices` (who entered what).
- Shared by the pages: `matches` (kept open between requests, and followed live), `forms` (what a browser sent),
  `rendering` (templates and their common values, links, errors).
- Behind the pages of a round: `scorepad` (a round typed in), `round_view` (a round in progress, and the cards that are
  chosen or typed).
- `pages/` has a module for each group of pages; `templates/` and `static/` have the HTML, styles and scripts.

All work on matches is done in the single thread of the event loop: it isolates the rules of plugins as a command does,
and no two requests change a match at once.
"""
