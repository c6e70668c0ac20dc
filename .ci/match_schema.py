"""Prints the JSON Schema of match files, made from the models that read them (haggis_cli.matches.model).

Usage: python .ci/match_schema.py > docs/match.schema.json

The schema is for editors, and says no more than one key and one value at a time can show. It accepts every file that
haggis reads; what else has to hold, docs/match-file.md says, and `haggis check` finds.
"""

import json
import re
from typing import Any

from haggis_cli.matches.heading import LONGEST_LABEL, LONGEST_NAME
from haggis_cli.matches.model import FORMAT, MatchRecord

ADDRESS = "https://raw.githubusercontent.com/haggis-cli/haggis-cli/main/docs/match.schema.json"
_NAME = {"pattern": rf"^\s*[^\s:]([^:]{{0,{LONGEST_NAME - 2}}}[^\s:])?\s*$"}
_LABEL = {"pattern": rf"^\s*\S(.{{0,{LONGEST_LABEL - 2}}}\S)?\s*$"}
_KEYS_OF_NAMES = ("hands", "captured", "bets", "scores", "bots")
_NAMES = ("lead", "dealer", "shepherd")
_LISTS_OF_NAMES = ("players", "teams", "out", "won")


def match_schema() -> dict[str, Any]:
    """The schema, in the version that editors of TOML understand (draft 7)."""
    made = MatchRecord.model_json_schema(ref_template="#/definitions/{model}")
    models = made.pop("$defs")
    match = _describe(made)
    match["required"] = ["format", *match["required"]]
    del match["properties"]["created"]["format"]  # TOML may leave out the offset
    match["not"] = {"required": ["rounds", "final"]}
    described = {name: _describe(model) for name, model in sorted(models.items())}
    described["GoalRecord"] |= {"minProperties": 1, "maxProperties": 1}
    described["RoundRecord"] |= {"oneOf": [{"required": ["events"]}, {"required": ["table"]}]}
    described["RoundRecord"]["dependencies"] = {"deal": ["events"]}
    head = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": ADDRESS,
        "title": f"A match of Haggis, format {FORMAT}",
    }
    return head | match | {"definitions": described}


def _describe(model: dict[str, Any]) -> dict[str, Any]:
    """The schema of a model with what its docstring says of it and of its keys; without what only Python needs."""
    first, told = _split_docstring(model["description"])
    model["description"] = first
    del model["title"]
    for key, value in model["properties"].items():
        value.pop("title", None)
        value = _without_null(value)
        if key in _NAMES:
            value |= _NAME
        elif key in _LISTS_OF_NAMES:
            value["items"] |= _NAME
        elif key in _KEYS_OF_NAMES:
            value["propertyNames"] = dict(_NAME)
        elif key == "event":
            value |= _LABEL
        if "$ref" in value:  # draft 7 reads nothing beside it
            value = {"allOf": [value]}
        model["properties"][key] = {"description": told[key]} | value
    return model


def _split_docstring(text: str) -> tuple[str, dict[str, str]]:
    """What a docstring says of a model, and of each of its keys."""
    first, _, keys = text.partition("\n\n")
    lines = re.findall(r"^(\w+): (.*(?:\n {4}.*)*)", keys, re.MULTILINE)
    return first, {key: f"{says[:1].upper()}{' '.join(says[1:].split())}" for key, says in lines}


def _without_null(value: dict[str, Any]) -> dict[str, Any]:
    """A key that may be left out: TOML has no null, and a default that is one says nothing."""
    if value.get("default", "") in (None, [], {}, ""):
        value.pop("default", None)
    kinds = [kind for kind in value.pop("anyOf", []) if kind != {"type": "null"}]
    if len(kinds) > 1:
        value["anyOf"] = kinds
    return value | (kinds[0] if len(kinds) == 1 else {})


if __name__ == "__main__":
    print(json.dumps(match_schema(), indent=2, ensure_ascii=False))
