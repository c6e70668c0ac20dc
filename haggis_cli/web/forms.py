"""Forms from browsers: limited in size, checked before use, and each processed once.

A form contains the name of its attempt, which is made with the page. If the same form is sent again with the same name,
by a double touch or a browser that lost the answer, it gets the same answer and does nothing.
"""

import hmac
from collections import OrderedDict
from collections.abc import Mapping
from secrets import token_hex
from time import time
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request

from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import content_hash
from haggis_cli.web.access import BODY_SECONDS, MAX_BODY, Settings, device_of

MAX_FIELDS = 400
TOKEN = "token"
"""The field, or the header X-Haggis-Token, that every form must have."""
ONCE = "once"
"""The field with the name of the attempt."""
_REMEMBERED = 1_000


class BadBody(UsageError):
    """A form that is larger than any of ours, or did not arrive completely."""


class BadToken(UsageError):
    """A form without the token of this phone: another site may have sent it."""


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a form by name, the last of each name; raises BadToken or UsageError if it is not from our pages.

    A script's request may have the token in a header instead.
    """
    try:
        body = await request.body()
    except ClientDisconnect:
        raise BadBody(
            f"a form may have at most {MAX_BODY // 1024} KiB and must arrive within {BODY_SECONDS:.0f} s"
        ) from None
    try:
        fields = dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS, errors="strict"))
    except ValueError:
        raise UsageError("the form cannot be read: load the page again") from None
    settings: Settings = request.app.state.settings
    wanted = settings.keys.form_token(device_of(request))
    given = fields.pop(TOKEN, "") or request.headers.get("x-haggis-token", "")
    if not hmac.compare_digest(given.encode(), wanted.encode()):
        raise BadToken("the page is too old, or the form came from another site: load the page again")
    return fields


def read_number(text: str) -> int:
    """The number in an address or a form; 0 for a text that is not a valid number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0


def name_attempt() -> str:
    """A new name for an attempt of a form; it contains the current time."""
    return f"{int(time()):x}-{token_hex(8)}"


def time_of_attempt(name: str) -> float:
    """When the page with this form was made, in seconds since 1970; infinity for a name that is not one of ours."""
    seconds, _, _ = name.partition("-")
    try:
        return int(seconds[:16], 16)
    except ValueError:
        return float("inf")


class Attempts:
    """The addresses that processed forms of matches led to: a form that is sent again leads there and does nothing.

    They are forgotten when the server ends. A form that is sent again after that is compared with what is saved: the
    figures of the round, or the state of the match. A form for a new match is always compared, with the matches that
    were started since the page was made.
    """

    def __init__(self) -> None:
        self._done: OrderedDict[str, str] = OrderedDict()

    def find(self, attempt: str | None) -> str | None:
        """The address that an attempt led to; None if it was not processed."""
        return self._done.get(attempt or "")

    def keep(self, attempt: str | None, address: str) -> None:
        """Remember the address of a processed attempt; the oldest attempt is forgotten."""
        if attempt:
            self._done[attempt] = address
            while len(self._done) > _REMEMBERED:
                self._done.popitem(last=False)


def attempt_of(request: Request, fields: Mapping[str, str]) -> str | None:
    """The identity of an attempt: the phone, the name of the attempt, and all fields of the form; None without a name.

    Several phones may show the same page, and one page may have several forms.
    """
    if not fields.get(ONCE):
        return None
    return content_hash(repr((request.url.path, device_of(request), sorted(fields.items()))).encode())
