"""A page of HTML that needs no other file, and may load none: its styles and its script are known by their hashes."""

from base64 import b64encode
from hashlib import sha256

from haggis_cli.support.markup import Child, Markup, tag

_BYTE_ORDER_MARK = "\ufeff"


def render_html_page(title: str, styles: str, *content: Child, script: str = "", kind: str | None = None) -> str:
    """The page, for UTF-8; the mark at its beginning says so, whatever encoding a server claims.

    title: what a browser calls it.
    styles, script: what it brings along.
    content: what it shows.
    kind: the class of its body, for the styles.
    """
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=page_policy(styles, script)),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        tag("style", Markup(styles)),
    )
    body = tag("body", tag("main", *content), tag("script", Markup(script)) if script else "", class_=kind)
    return f"{_BYTE_ORDER_MARK}<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def page_policy(styles: str, script: str = "") -> str:
    """What such a page may load, as a Content-Security-Policy: its own styles and its own script, nothing else."""
    allowed = [f"style-src {_hash(styles)}", *([f"script-src {_hash(script)}"] if script else [])]
    return "; ".join(["default-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'"])


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
