"""The examples are what they say: faultless matches with their sheets, disputes with what the referee says of them.

`HAGGIS_GOLDEN=write pytest tests/project/test_examples.py` writes the answers anew; read the difference before keeping
it.
"""

import json
import os
import re
import runpy
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from haggis_cli.exchange.formats.whole_matches import match_object
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import installed_claims
from haggis_cli.rules.events import Clause
from haggis_cli.rules.rulebook import TOPICS, WORDS_SAID
from tests.support.haggis import ROOT, Haggis

EXAMPLES = ROOT / "examples"
MATCHES = sorted((EXAMPLES / "matches").glob("*.toml"))
DISPUTES = sorted((EXAMPLES / "disputes").glob("*.toml"))
SCHEMA = json.loads((ROOT / "docs/match.schema.json").read_text(encoding="utf-8"))

CODES = {
    *("syntax", "unknown-player", "no-such-card", "not-a-combination", "ambiguous", "wrong-kind", "wrong-size"),
    *("not-higher", "card-already-played", "card-not-in-hand", "too-many-cards", "out-of-turn", "already-out"),
    *("leader-must-play", "bet-after-play", "bet-twice", "bet-not-offered", "bet-not-higher", "bet-too-late"),
    *("bid-too-low", "bid-not-offered", "auction-pending", "award-pending", "not-expected", "round-over"),
    *("match-over", "table-inconsistent", "round-unfinished", "deal-inconsistent", "exchange-pending"),
    *("passing-pending",),
}
"""Every violation code of docs/reference.md."""


@pytest.fixture
def haggis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Haggis:
    """`haggis` beside the examples."""
    made = Haggis(tmp_path)
    for name, value in made.variables.items():
        monkeypatch.setenv(name, value)
    return made


def compare(answer: Path, text: str) -> None:
    """The text is that of the file."""
    if os.environ.get("HAGGIS_GOLDEN") == "write":
        answer.write_text(text, encoding="utf-8", newline="")
    assert text == answer.read_text(encoding="utf-8"), f"differs from {answer}"


def test_check_says_nothing_about_the_matches(haggis: Haggis) -> None:
    assert haggis("check", *map(str, MATCHES)) == (0, "", "")


@pytest.mark.sample(3)
@pytest.mark.parametrize("match", MATCHES, ids=lambda path: path.stem)
def test_every_match_has_its_sheet(haggis: Haggis, match: Path) -> None:
    compare(match.with_suffix(".txt"), haggis.ok("sheet", str(match)))


@pytest.mark.parametrize("match", MATCHES, ids=lambda path: path.stem)
def test_every_match_is_called_like_its_file(match: Path) -> None:
    assert MatchFile(match.read_bytes(), match.name).record.id == match.stem


WORKED = re.findall(
    r"^\| (.+) \| (.+) \| \[(.+)\]\(matches/\3\.toml\) \| (.+) \|$",
    (EXAMPLES / "README.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)
FIGURE = re.compile(r'"(.+?)"|round (\d+):|([A-Z]\w+(?: (?:& )?[A-Z]\w+)*) (?=[a-z])|([a-z][a-z ]+) (\d+)')
"""A sentence, a round, a player or team, or a figure of theirs."""


def test_every_worked_example_of_the_rulebooks_is_in_the_table() -> None:
    assert {name for *_, name, _ in WORKED} == {path.stem for path in MATCHES if "-rulebook-" in path.stem}


@pytest.mark.parametrize(("name", "figures"), [pytest.param(*row[2:], id=": ".join(row[:3])) for row in WORKED])
def test_a_worked_example_comes_to_the_figures_of_the_rulebook(haggis: Haggis, name: str, figures: str) -> None:
    path = EXAMPLES / "matches" / f"{name}.toml"
    rounds = json.loads(haggis.ok("sheet", str(path), "--json"))["rounds"]
    text = " ".join(f"{haggis.ok('sheet', str(path))} {haggis.ok('log', str(path))}".split())
    for sentence, number, whose, key, points in FIGURE.findall(figures):
        if sentence:
            assert sentence in text
        elif number:
            told = rounds[int(number) - 1]
        elif whose:
            line = told["sides"].get(whose, {}) | told["players"].get(whose, {})
        else:
            assert line[key.replace(" ", "_")] == int(points), f"{key} {points}"
    assert set(FIGURE.sub("", figures)) <= {*" ,;"}


@pytest.mark.parametrize("variant", installed_claims())
@pytest.mark.parametrize("hands", ["known", "unknown"])
def test_every_variant_has_a_whole_match_recorded_play_by_play(haggis: Haggis, variant: str, hands: str) -> None:
    path = EXAMPLES / "matches" / f"{variant}-{hands}-hands.toml"
    report = json.loads(haggis.ok("check", "--json", str(path)))
    assert report["variant"] == variant
    assert report["winner"] is not None
    rounds = MatchFile(path.read_bytes(), path.name).record.rounds
    assert all(each.events and (each.deal is not None) == (hands == "known") for each in rounds)


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda path: path.stem)
def test_every_dispute_gives_its_recorded_complaint(
    haggis: Haggis, dispute: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(dispute.parent)
    code, out, err = haggis("check", dispute.name)
    assert (code, err) == (1, "")
    compare(dispute.with_suffix(".txt"), out)
    [violation] = json.loads(haggis("check", "--json", dispute.name).out)["violations"]
    assert violation["code"] == dispute.stem
    assert (violation["topic"] in TOPICS) == (dispute.stem not in {"syntax", "unknown-player"})


def test_every_violation_code_has_a_dispute() -> None:
    assert {path.stem for path in DISPUTES} == CODES
    reference = (EXAMPLES.parent / "docs" / "reference.md").read_text(encoding="utf-8")
    assert all(f"`{code}`" in reference for code in CODES)


def test_every_clause_has_its_topic_in_haggis_rules() -> None:
    assert {*(clause.topic for clause in Clause), *WORDS_SAID.values()} <= set(TOPICS)


# The format of match files, as editors and other programs need it (docs/match-file.md).


def files(folder: str) -> pytest.MarkDecorator:
    found = sorted((EXAMPLES / "format" / folder).glob("*.toml"))
    return pytest.mark.parametrize("path", found, ids=lambda path: path.stem)


def keys_of(path: Path) -> Any:
    """What a TOML file says, its moments as text, as editors hand it to a schema."""
    values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    return {key: value.isoformat() if isinstance(value, date) else value for key, value in values.items()}


def accepts(values: Any) -> bool:
    return bool(Draft7Validator(SCHEMA).is_valid(values))


def test_the_schema_is_made_from_the_models() -> None:
    Draft7Validator.check_schema(SCHEMA)
    made = runpy.run_path(str(ROOT / ".ci/match_schema.py"))["match_schema"]()
    assert made == SCHEMA, "python .ci/match_schema.py > docs/match.schema.json"


def test_the_schema_describes_every_key() -> None:
    models = [SCHEMA, *SCHEMA["definitions"].values()]
    assert [key for model in models for key, value in model["properties"].items() if not value["description"]] == []


@files("valid")
def test_a_valid_file_says_what_stands_beside_it(haggis: Haggis, path: Path) -> None:
    assert haggis("check", str(path)) == (0, "", "")
    values = match_object(MatchFile(path.read_bytes(), path.name).record)
    compare(path.with_suffix(".json"), json.dumps(values, indent=2, ensure_ascii=False) + "\n")
    assert accepts(values)
    assert accepts(keys_of(path))


@pytest.mark.parametrize("path", [*MATCHES, *DISPUTES], ids=lambda path: path.stem)
def test_the_schema_accepts_the_examples(path: Path) -> None:
    assert accepts(keys_of(path))


@files("unreadable")
def test_a_file_that_cannot_be_read_gets_the_complaint_beside_it(haggis: Haggis, path: Path) -> None:
    compare_complaint(haggis, path)


@files("invalid")
def test_a_file_that_the_schema_rejects_gets_the_complaint_beside_it(haggis: Haggis, path: Path) -> None:
    compare_complaint(haggis, path)
    assert not accepts(keys_of(path))


@files("inconsistent")
def test_a_file_that_only_a_reader_rejects_gets_the_complaint_beside_it(haggis: Haggis, path: Path) -> None:
    compare_complaint(haggis, path)
    assert accepts(keys_of(path))


def compare_complaint(haggis: Haggis, path: Path) -> None:
    code, out, err = haggis("check", str(path))
    assert (code, out) == (3, "")
    compare(path.with_suffix(".txt"), err.replace(f"haggis: {path}: ", ""))
