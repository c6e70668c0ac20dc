"""What PyPI shows of the project: README.md, with links that lead somewhere from there, too."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class AbsoluteLinks(MetadataHookInterface):
    """Makes links to files of the project links to where it is published."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        files = f"{metadata['urls']['Homepage']}/blob/main/"
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = re.sub(r"\]\((?!https?:|#|mailto:)", rf"]({files}", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
