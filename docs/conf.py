"""Builds the site: `sphinx-build -W docs build/site`, with the extra `docs`.

What comes from the program is made anew each time, in `docs/generated`: the reference of commands from their help
texts, those of the library and `haggis_cli.rules.api` from signatures and docstrings, and the pictures.
"""

import inspect
import re
import runpy
import sys
from enum import Enum
from pathlib import Path
from typing import Any

import haggis_cli
from haggis_cli.rules import api

FOLDER = Path(__file__).parent
GENERATED = FOLDER / "generated"
MEMBERS = "\n   :members:\n   :inherited-members: tuple, BaseModel"

project = "haggis"
author = "the authors of haggis"
version = release = haggis_cli.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["architecture.md"]
html_theme = "furo"
html_title = "haggis"
html_show_copyright = False
html_show_sourcelink = False
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
suppress_warnings = [
    "myst.xref_missing",  # links to files of the repository, which a test checks
    "misc.highlighting_failure",  # JSON that is cut short with an ellipsis
]

add_module_names = False
smartquotes = False  # "--like" stays as it is typed
default_role = "literal"  # docstrings quote code as Markdown does
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88


def write_references(_: object = None) -> None:
    """Write the pages that are made from the program."""
    GENERATED.mkdir(exist_ok=True)
    help_pages = runpy.run_path(str(FOLDER.parent / ".ci/help_pages.py"))
    runpy.run_path(str(FOLDER.parent / ".ci/pictures.py"))["make_pictures"](GENERATED)
    (GENERATED / "commands.md").write_text(help_pages["markdown_page"](), encoding="utf-8")
    for module, title in ((haggis_cli, "The library, name by name"), (api, "The interface for variants, name by name")):
        (GENERATED / f"{module.__name__}.md").write_text(reference(module, title), encoding="utf-8")


def reference(module: Any, title: str) -> str:
    """A page with every public name of a module, in four groups; what authors of variants use stands on their page."""
    groups: dict[str, list[str]] = {"Functions": [], "Classes": [], "Errors": [], "Constants and types": []}
    for name in sorted(module.__all__, key=str.casefold):
        value = getattr(module, name)
        if module is not api and name in api.__all__:
            groups["Classes"].append(f":class:`~{value.__module__}.{name}` is on the page of `haggis_cli.rules.api`.")
        elif inspect.isfunction(value):
            groups["Functions"].append(f".. autofunction:: {module.__name__}.{name}")
        elif not inspect.isclass(value):
            groups["Constants and types"].append(f".. autodata:: {home_of(name)}.{name}\n   :no-value:")
        elif issubclass(value, BaseException):
            groups["Errors"].append(f".. autoexception:: {module.__name__}.{name}\n   :show-inheritance:")
        else:
            members = "\n   :members:\n   :undoc-members:" if issubclass(value, Enum) else MEMBERS
            groups["Classes"].append(f".. autoclass:: {module.__name__}.{name}{members}")
    page = [f"# {title}\n", f"`from {module.__name__} import …`\n"]
    for heading, entries in groups.items():
        page += [f"## {heading}\n", "```{eval-rst}", *(f"{entry}\n" for entry in entries), "```\n"]
    return "\n".join(page)


def home_of(constant: str) -> str:
    """The module that defines a constant, below which stands what it is."""
    modules = [module for name, module in sys.modules.items() if name.startswith("haggis_cli.")]
    return next(each.__name__ for each in modules if re.search(rf"(?m)^{constant}\b.*=", inspect.getsource(each)))


def name_the_fields(_app: object, _what: str, _name: str, _value: object, _options: object, lines: list[str]) -> None:
    """Docstrings say `name: what it is`, a line each; for reStructuredText that is a list of fields."""
    inside = False
    for number, line in enumerate(lines):
        field = re.match(r"([a-z]\w*(?:, [a-z]\w*)*): (?=\S)", line)
        inside = bool(field) or (inside and line != "")
        if field:
            lines[number] = f":{field[1]}: {line[field.end() :]}"
        elif inside:
            lines[number] = f"    {line}"


def skip_tuple_fields(_app: object, _what: str, _name: str, value: object, *_: object) -> bool | None:
    """Skip what Python says of a named tuple's fields ("Alias for field number 0"): the class describes them."""
    return True if (getattr(value, "__doc__", None) or "").startswith("Alias for field number") else None


def hide_constructors(
    _app: object, _what: str, _name: str, _value: object, _options: object, signature: str | None, *_: object
) -> tuple[str, str] | None:
    """Leave out how values are made that programs are given: with what nobody outside this package has."""
    return ("", "") if re.search(r"\(_|\b(Round|Table|OpenMatch|Notice)\b", signature or "") else None


def setup(app: Any) -> None:
    """What Sphinx calls first."""
    app.connect("builder-inited", write_references)
    app.connect("autodoc-process-docstring", name_the_fields)
    app.connect("autodoc-skip-member", skip_tuple_fields)
    app.connect("autodoc-process-signature", hide_constructors)
