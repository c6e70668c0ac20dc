"""A new variant's project: a plugin that can be installed and that passes its own tests at once."""

import re
from collections.abc import Container
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from string import Template

from haggis_cli.matches.heading import slug
from haggis_cli.plugins.registry import EntryPoint
from haggis_cli.rules.variant import Variant
from haggis_cli.support import __version__
from haggis_cli.support.errors import UsageError

PYPROJECT = """\
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "$package"
version = "0.1.0"
description = "$name: a variant of Haggis for haggis-cli"
requires-python = ">=3.11"
dependencies = ["$own_package"$parent_package]

[project.optional-dependencies]
dev = ["pytest>=8.2"]

# This line is how haggis finds the variant: its id, and where it is.
[project.entry-points."haggis_cli.variants"]
$id = "$module:$constant"

[tool.hatch.build.targets.wheel]
only-include = ["$module.py"]
"""

MODULE = '''\
"""$name: a house variant of $parent_name."""

from dataclasses import replace

$imports

# Fields not named here are as in the parent. docs/variants.md of haggis-cli lists all of them.
$constant = replace(
    $parent_constant,
    id="$id",
    name="$name",
    summary="$parent_name, as we play it.",
    source="House rules",
    rulebook="House rules",
    goals=(Goal(points=150), Goal(rounds=4)),
    rulings=(Ruling("The match is shorter than the rulebook's.", "House rules"),),
)
'''

RULES_IMPORT = "from haggis_cli.rules.api import Goal, Ruling"

TEST = '''\
"""The variant does what it declares, and the installed package offers it."""

from haggis_cli import VariantConformance

from $module import $constant


class Test$class_name(VariantConformance):
    variant = $constant
'''

README = """\
# $name

A variant of Haggis for haggis-cli. In the environment in which haggis is installed:

    pip install -e '.[dev]'
    pytest
    haggis variants show $id
    haggis variants check $id
"""

FILES = {"pyproject.toml": PYPROJECT, "$module.py": MODULE, "tests/test_$module.py": TEST, "README.md": README}


def project_files(name: str, parent: Variant, found: EntryPoint, taken: Container[str] = ()) -> dict[str, str]:
    """The files of a plugin called `name` whose variant starts as a copy of `parent`, by path.

    UsageError for a name that is none for a variant, is among those `taken`, or is that of a module already.
    """
    variant_id = slug(name)
    module = f"haggis_{variant_id.replace('-', '_')}"
    constant = variant_id.replace("-", "_").upper()
    if not constant.isidentifier() or iskeyword(constant.lower()):
        raise UsageError(f"'{name}' cannot be the id of a variant: use letters, then digits and hyphens")
    if variant_id != "-".join(re.split("[ _-]", name.casefold())):  # it names a folder, too: no slashes, no surprises
        raise UsageError(f"'{name}' cannot be the id of a variant: try '{variant_id}'")
    if variant_id in taken:
        raise UsageError(f"a variant '{variant_id}' exists already: choose another name")
    if find_spec(module):
        raise UsageError(f"'{variant_id}' cannot be the id of a variant: a module {module} exists already")
    parent_module, parent_constant = map(str.strip, f"{found.value}:".split(":")[:2])
    if not parent_constant.isidentifier():
        raise UsageError(f"a variant cannot be built on '{parent.id}': choose another with --from")
    words = {
        "id": variant_id,
        "name": " ".join(word.capitalize() for word in variant_id.split("-")),
        "package": f"haggis-variant-{variant_id}",
        "module": module,
        "constant": constant,
        "class_name": "".join(word.capitalize() for word in variant_id.split("-")),
        "parent_name": parent.name.replace('"', "'"),
        "parent_constant": parent_constant,
        "imports": "\n".join(sorted((RULES_IMPORT, f"from {parent_module} import {parent_constant}"))),
        "own_package": bounded_requirement(__version__),
        "parent_package": "" if found.package == "haggis-cli" else f', "{found.package}"',
    }
    return {Template(path).substitute(words): Template(text).substitute(words) for path, text in FILES.items()}


def bounded_requirement(version: str) -> str:
    """haggis-cli up to the next version that may break a variant: the next minor before 1.0, then the next major."""
    major, minor = map(int, version.split(".")[:2])
    return f"haggis-cli>={major}.{minor},<{f'0.{minor + 1}' if major == 0 else major + 1}"


def write_project(files: dict[str, str], folder: Path) -> None:
    """Write the files into a folder that is new or empty; UsageError if it holds anything."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} exists already and is not empty: choose another folder with --dir")
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
