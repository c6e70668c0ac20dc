"""A few digits for a long text."""

from zlib import adler32, crc32


def checksum(data: bytes) -> str:
    """Sixteen hexadecimal digits by which texts are told apart, where nobody gains by making two look alike.

    Two checksums instead of a hash: `hashlib` loads OpenSSL, and a short command has no time for that.
    """
    return f"{crc32(data):08x}{adler32(data):08x}"
