"""What a browser is called, so that a half-entered round and a form's token are its own."""

import secrets

from starlette.requests import Request

DEVICE_COOKIE = "haggis_device"
_LENGTH = 16


def make_device() -> str:
    """A new name, which says nothing of anybody."""
    return secrets.token_hex(_LENGTH // 2)


def device_of(request: Request) -> str:
    """What this browser is called by the cookie it sends; empty where that is none of ours."""
    device = request.cookies.get(DEVICE_COOKIE, "")
    return device if len(device) == _LENGTH and device.isascii() and device.isalnum() else ""
