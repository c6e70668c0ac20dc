"""The inputs that taught the fuzzers something: a file for each target, a line for each input, as JSON of Latin-1."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).with_name("corpus")


def read_corpus(target: str) -> list[bytes]:
    """The inputs kept of a target."""
    text = (FOLDER / f"{target}.txt").read_text(encoding="ascii")
    return [json.loads(line).encode("latin-1") for line in text.splitlines()]


def write_corpus(target: str, inputs: Iterable[bytes]) -> None:
    """Keep these inputs, each once, the short ones first."""
    lines = [json.dumps(each.decode("latin-1")) for each in sorted(set(inputs), key=lambda each: (len(each), each))]
    (FOLDER / f"{target}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="ascii")


def unpack(target: str, folder: Path) -> None:
    """Lay the inputs kept into a folder, each in a file, as fuzzers want them."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in read_corpus(target):
        (folder / hashlib.sha1(each, usedforsecurity=False).hexdigest()).write_bytes(each)
