"""Adding events to a match: judged once, read once, and the report is the one that the whole file has."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from haggis_cli.book import match, recording
from haggis_cli.book.match import adjudicate_snapshot, lock_and_refresh, open_match, preview
from haggis_cli.book.recording import add_events, save_recorded
from haggis_cli.matches.model import RoundRecord
from haggis_cli.matches.store.files import Snapshot
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml import parsing
from haggis_cli.matches.toml.changes import with_round
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.plugins.registry import load
from haggis_cli.referee import adjudication
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Report
from haggis_cli.rules.judge import apply_event

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "matches").glob("*-hands.toml"))


def said(report: Report) -> dict[str, Any]:
    """Everything a report says, apart from the file that it is about."""
    return report._replace(match=None)._asdict()  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.longest(9)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_a_report_that_goes_on_says_what_the_whole_match_adjudicated_says(example: Path, tmp_path: Path) -> None:
    whole = MatchFile(example.read_bytes(), example.name)
    rounds = whole.record.rounds
    start = whole.record.model_copy(update={"rounds": []})
    path = tmp_path / "matches" / f"{start.id}.toml"
    opened = adjudicate_snapshot(Store(tmp_path), Snapshot(path, render_match(start).encode()))
    for number, each in enumerate(rounds, 1):
        if each.deal:
            opened = preview(opened, with_round(opened.file, RoundRecord(events=[], deal=each.deal)))
        for place, event in enumerate(each.events or [], 1):
            recorded = add_events(opened, [("event", event)])
            assert recorded.refusal is None
            opened = recorded.after
            if place % 5 == 0 or opened.report.current is None:
                file = MatchFile(opened.file.data, path.name)
                assert said(opened.report) == said(adjudicate(file, load(start.variant))), (number, place)
    assert len(opened.report.rounds) == len(rounds)


def test_recording_an_event_reads_parses_and_judges_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = next(path for path in EXAMPLES if path.stem == "two-player-unknown-hands")
    store = Store(tmp_path)
    record = MatchFile(example.read_bytes(), example.name).record
    *_, last = record.rounds
    events = last.events or []
    cut = last.model_copy(update={"events": events[:-1]})
    text = render_match(record.model_copy(update={"id": "friday", "rounds": [*record.rounds[:-1], cut]}))
    store.create("friday", text.encode())
    parsing.load_table.cache_clear()
    calls: dict[str, int] = {}

    def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            calls[name] = calls.get(name, 0) + 1
            return function(*args, **kwargs)

        return call

    monkeypatch.setattr(match, "adjudicate", counted("adjudicate", adjudicate))
    monkeypatch.setattr(recording, "apply_event", counted("apply", apply_event))
    with lock_and_refresh(open_match("friday", str(tmp_path))) as opened:
        monkeypatch.setattr(adjudication, "apply_event", counted("again", apply_event))
        recorded = save_recorded(add_events(opened, [("event 1", events[-1])]))
    assert recorded.accepted
    assert recorded.after.report.ok
    assert calls == {"adjudicate": 1, "apply": 1}
    # The text that was there, and the text that is there now.
    assert parsing.load_table.cache_info().misses == 2
