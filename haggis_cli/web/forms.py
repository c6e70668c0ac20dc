"""What a browser sent: forms, small and checked before anything is made of them."""

import hmac
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request

from haggis_cli.support.errors import UsageError
from haggis_cli.web.access.device import device_of
from haggis_cli.web.access.limits import BODY_SECONDS, MAX_BODY
from haggis_cli.web.settings import Settings

MAX_FIELDS = 400
TOKEN = "token"
"""The field, or the header X-Haggis-Token, that every form carries."""


class BadBody(UsageError):
    """A form that is larger than any of ours, or did not come to its end."""


class BadToken(UsageError):
    """A form without the token of this phone: another site may have sent it."""


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a form by name, the last of each name; BadToken or UsageError for one that is not from our pages.

    A script's request may carry the token in a header instead.
    """
    try:
        body = await request.body()
    except ClientDisconnect:
        raise BadBody(f"a form has {MAX_BODY // 1024} KiB at most, and comes within {BODY_SECONDS:.0f} s") from None
    try:
        fields = dict(
            parse_qsl(
                body.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS, encoding="utf-8", errors="strict"
            )
        )
    except ValueError:
        raise UsageError("the form cannot be read: it is no text of fields") from None
    settings: Settings = request.app.state.settings
    wanted = settings.keys.form_token(device_of(request))
    given = fields.pop(TOKEN, "") or request.headers.get("x-haggis-token", "")
    if not hmac.compare_digest(given.encode(), wanted.encode()):
        raise BadToken("the page is too old, or the form is another site's: load the page again")
    return fields
