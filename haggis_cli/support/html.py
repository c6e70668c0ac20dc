"""Elements of HTML and SVG, in which every text is escaped, and pages that need no other file and may load none."""

import re
from collections.abc import Iterable
from html import escape
from string import Template
from typing import SupportsIndex, TypeAlias

from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import LONG_WORD, hyphenate


class Markup(str):
    """Text that stands in a page as it is."""

    __slots__ = ()

    def __html__(self) -> str:
        """The same for templates, which escape whatever has not this."""
        return self

    def split(self, sep: str | None = None, maxsplit: SupportsIndex = -1) -> list[str]:
        """The parts, which stand in a page as they are, too."""
        return [Markup(part) for part in super().split(sep, maxsplit)]


Child: TypeAlias = "str | int | Iterable[str | int]"
_IMPLIED_ENDS = re.compile("</(?:li|t[dhr]|thead|tbody)>")
"""End tags that HTML does without: thirty rounds have 6000 of them, a tenth of their size."""
_VOID_ELEMENTS = frozenset({"meta", "input", "col"})


def tag(name: str, /, *children: Child, **attributes: str | float | bool | None) -> Markup:
    """An element. Of its attributes `class_` is class, `aria_label` aria-label; None and False leave one out.

    >>> print(tag("td", "<Noah>", class_="name", hidden=True, title=None))
    <td class="name" hidden>&lt;Noah&gt;</td>
    """
    start = name + "".join(_render_attribute(key, value) for key, value in attributes.items())
    return Markup(f"<{start}>" if name in _VOID_ELEMENTS else f"<{start}>{join(*children)}</{name}>")


def join(*children: Child) -> Markup:
    """Elements and texts one after the other."""
    return Markup("".join(_escape_child(child) for child in children))


def hyphenated(name: str, long: int = LONG_WORD) -> Markup:
    """A name with places where a line may break within its very long words, those of so many signs."""
    return Markup("&shy;".join(map(_escape_child, hyphenate(escape_text(name), long).split("\u00ad"))))


def section(name: str, title: str, *children: Child, kind: str = "") -> Markup:
    """A section below its heading; its class is its name, followed by its kind if it has one."""
    heading = tag("h2", title, id=f"{name}-title")
    return tag("section", heading, *children, class_=f"{name} {kind}".rstrip(), aria_labelledby=f"{name}-title")


def fill(template: str, /, **values: Child) -> Markup:
    r"""A template of HTML with these texts and elements where it says `$name`; its lines are joined, unindented.

    >>> print(fill("<p>\n  <b>$name</b>\n</p>", name="<Noah>"))
    <p><b>&lt;Noah&gt;</b></p>
    """
    text = "".join(map(str.strip, template.splitlines()))
    return Markup(Template(text).substitute({name: _escape_child(value) for name, value in values.items()}))


def without_implied_ends(markup: Markup) -> Markup:
    """The same tables and lists, shorter: without the end tags that the next element implies."""
    return Markup(_IMPLIED_ENDS.sub("", markup))


def to_ascii(markup: str) -> str:
    """The same drawing without a sign beyond ASCII: valid in every encoding and harmless to every terminal."""
    return markup.encode("ascii", "xmlcharrefreplace").decode()


def pack_script(text: str) -> str:
    r"""The same script without indentation and comments: people send pages by mail.

    >>> pack_script('let a = "x // y",\n  b = "//z"; // both\n// done')
    'let a = "x // y",\nb = "//z";\n'
    """
    lines = (re.sub(r"(?<=[,;:{}()\]&|?]) +// .*", "", line).strip() for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not re.fullmatch(r"//.*|/\*.*\*/", line))


def pack_styles(text: str) -> str:
    """The same styles without comments, and without spaces that mean nothing; one before a colon means a descendant.

    >>> pack_styles('.a :is(b, i)::before { content: "a, b"; width: calc(1px + 2%) }')
    '.a :is(b,i)::before{content:"a, b";width:calc(1px + 2%)}'
    """
    return re.sub(
        r"""("[^"]*"|'[^']*')|/\*.*?\*/\s*|\s*([{};,>])\s*|(:)\s+""", r"\1\2\3", text.strip(), flags=re.DOTALL
    )


def _escape_child(child: Child) -> str:
    if isinstance(child, Markup):
        return child
    if isinstance(child, str | int):
        return escape(escape_text(str(child)))
    return "".join(map(_escape_child, child))


def _render_attribute(key: str, value: str | float | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(escape_text(f"{value}"))}"'


_BYTE_ORDER_MARK = "\ufeff"


def render_html_page(title: str, styles: str, *content: Child, script: str = "", kind: str | None = None) -> str:
    """The page, for UTF-8; the mark at its beginning says so, whatever encoding a server claims.

    title: what a browser calls it.
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
    from base64 import b64encode
    from hashlib import sha256

    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
