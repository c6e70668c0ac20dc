"""Prints the commands that a section of a Markdown file tells people to type.

Usage: python .ci/commands.py FILE HEADING

They are the lines that begin with "$ " in the section's ```console blocks, without the prompt.
"""

import sys
from pathlib import Path


def commands(markdown: str, heading: str) -> list[str]:
    """The commands of the section under `## heading`, in their order."""
    found = []
    section = None
    inside = False
    for line in markdown.splitlines():
        if line.startswith("```"):
            inside = line == "```console"
        elif not inside and line.startswith("## "):
            section = line.removeprefix("## ").strip()
        elif inside and section == heading and line.startswith("$ "):
            found.append(line.removeprefix("$ "))
    return found


if __name__ == "__main__":
    name, wanted = sys.argv[1:]
    lines = commands(Path(name).read_text(encoding="utf-8"), wanted)
    if not lines:
        sys.exit(f"{name} has no commands in a ```console block under '## {wanted}'")
    print("\n".join(lines))
