"""The seal of the index: a checksum of the whole database inside it, renewed with every change in the same transaction.

SQLite finds damage to its structure, and no bit that fell over in a figure. The checksum leaves out what a commit
writes after it, and the seal itself wherever a copy of it lies.
"""

import sqlite3
from zlib import crc32

TABLE = "CREATE TABLE seal (mark BLOB);"
_MARK = b"\0haggis: seal of the index\0"
_SIZE = 4
_WRITTEN_AT_COMMIT = ((24, 32), (92, 100))  # change counter and size; the counter again and SQLite's version


def renew_seal(index: sqlite3.Connection) -> None:
    """Seal what the transaction will leave; nothing where this Python cannot read a database as a whole."""
    if not hasattr(index, "serialize"):
        return
    if index.execute("UPDATE seal SET mark = ?", (_MARK + bytes(_SIZE),)).rowcount == 0:
        index.execute("INSERT INTO seal VALUES (?)", (_MARK + bytes(_SIZE),))
    index.execute("UPDATE seal SET mark = ?", (_MARK + _checksum(index),))


def check_seal(index: sqlite3.Connection) -> None:
    """DatabaseError if a bit is another than when the index was sealed, or if it never was."""
    if not hasattr(index, "serialize"):
        return
    found = index.execute("SELECT mark FROM seal").fetchall()
    if found != [(_MARK + _checksum(index),)]:
        raise sqlite3.DatabaseError("the index is not what was written")


def _checksum(index: sqlite3.Connection) -> bytes:
    data = index.serialize()
    left_out = list(_WRITTEN_AT_COMMIT)
    place = data.find(_MARK)
    while place >= 0:
        place += len(_MARK)
        left_out.append((place, place + _SIZE))
        place = data.find(_MARK, place)
    found, at, view = 0, 0, memoryview(data)
    for start, end in (*left_out, (len(data), len(data))):
        found, at = crc32(view[at:start], found), end
    return found.to_bytes(_SIZE, "big")
