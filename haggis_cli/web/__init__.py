"""The phone on the table: `haggis serve`, a web server whose pages are a face of the score book.

A page reads a form, calls the book, and renders; what is saved, derived or refused is the book's. Every page works
without JavaScript; with it, pages follow the match live and forms are checked while they are filled in.

Begin with `app`, whose table says which address is which page. Beside it: `server` (sockets, addresses, start and
end), `access/` (who may do what: keys, hosts, tokens, limits), `matches` (matches kept open between requests),
`live` (telling browsers that a match has changed), `rendering` (templates and what all of them know), `forms` (what a
browser sent), `navigation` (the ways at the bottom of a page), `pages/` (a module for each family of pages),
`templates/` and `static/` (HTML, styles, scripts). What a family needs beside its pages has a folder, too: `scorepad/`
(a round typed in), `recording/` (a round play by play), `new_match/` (the form of a match).

All work on matches is done in the one thread of the event loop: rules of plugins are isolated there as in a command,
and no two requests change a match at once.
"""
