"""Plugins that are broken in every way: they stop nobody else, are told by name, and their matches stay as they are."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from haggis_cli.plugins import catalogue
from haggis_cli.plugins.registry import installed_claims
from tests.support.haggis import ROOT, Editor, Haggis, Ran
from tests.support.plugins import BROKEN, COPY, Site

OFFICIAL = sorted(installed_claims())
SLOW = "import time\ntime.sleep(60)\n"

FAILS_WHILE_JUDGING = f"""{COPY}
def nobody_leads(standing):
    '''Nobody leads.'''
    if any(standing.totals):
        raise RuntimeError("nobody knows")
    return 0
V = replace(TWO_PLAYER, id="judges", next_leader=nobody_leads)
"""


@pytest.fixture
def broken(site: Site) -> Site:
    """Every plugin above, one that fails only while judging, and a chatty one that works."""
    for variant_id, (source, _) in BROKEN.items():
        site.put(variant_id, source)
    site.put("judges", FAILS_WHILE_JUDGING)
    site.put("chatty", f"print('hello from the plugin')\n{COPY}V = replace(TWO_PLAYER, id='chatty', name='Chatty')\n")
    return site


def example(haggis: Haggis, variant_id: str) -> Path:
    """The official example match of the variant, put into the store."""
    path = haggis.path(f"{variant_id}-unknown-hands")
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / "examples" / "matches" / path.name, path)
    return path


def everything(haggis: Haggis, variants: list[str]) -> Iterator[tuple[str, Ran | bytes]]:
    """All that can be done with these variants, and what comes of it, from an empty store."""
    shutil.rmtree(haggis.home, ignore_errors=True)
    for variant_id in variants:
        path = example(haggis, variant_id)
        for words in (
            ["check", path.stem + ".toml"], ["check", "--json", str(path)], ["show", path.stem], ["log", path.stem],
            ["log", path.stem, "--json"], ["sheet", path.stem], ["sheet", path.stem, "--format", "csv"],
            ["sheet", path.stem, "--format", "markdown"], ["sheet", path.stem, "--format", "json"],
            ["undo", path.stem], ["record", path.stem, "whoever: pass"], ["redo", path.stem], ["undo", path.stem],
            ["variants", "show", variant_id], ["variants", "show", variant_id, "--json"],
            ["judge", "--variant", variant_id, "4r", "4g", "--json"], ["moves", "--variant", variant_id, "3r 4r 5r J"],
        ):  # fmt: skip
            yield f"{variant_id}: {' '.join(words)}", haggis(*words)
        yield f"{variant_id}: its file", path.read_bytes()
    for words in (
        ["list"],
        ["list", "--json"],
        ["check"],
        ["--version"],
        ["--help"],
        ["variants", "--help"],
        ["show", "nobody"],
    ):
        yield " ".join(words), haggis(*words)


@pytest.mark.slow
def test_with_all_of_them_installed_every_other_variant_answers_to_the_byte_as_without(
    haggis: Haggis, broken: Site
) -> None:
    without = dict(everything(haggis, OFFICIAL))
    with broken.seen():
        assert set(BROKEN) < set(installed_claims())
        beside = dict(everything(haggis, OFFICIAL))
    assert beside == without
    assert {ran.code for ran in without.values() if isinstance(ran, Ran)} == {0, 1, 2, 3}


@pytest.mark.slow
def test_the_listing_says_what_is_wrong_and_whose_it_is(
    haggis: Haggis, broken: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = {row["id"]: row for row in haggis.json("variants")}
    with broken.seen():
        rows = catalogue.load_catalogue()  # a process for each plugin, and both forms show the same
        monkeypatch.setattr(catalogue, "load_catalogue", lambda: rows)
        listed = {row["id"]: row for row in haggis.json("variants")}
        ran = haggis("variants")
        for variant_id, (_, says) in BROKEN.items():
            row = listed[variant_id]
            assert (row["name"], row["players"], row["package"]) == (None, None, f"pub-{variant_id}")
            assert row["error"].startswith(f"pub-{variant_id} 1.0 (plugin_pub_{variant_id.replace('-', '_')}:V) ")
            assert says in row["error"]
            assert f"warning: {row['error']}\n" in ran.err
            assert haggis("variants", "show", variant_id) == Ran(3, "", f"haggis: {row['error']}\n")
    assert {variant_id: listed[variant_id] for variant_id in OFFICIAL} == alone
    assert (listed["chatty"]["name"], listed["chatty"]["error"]) == ("Chatty", None)
    assert ran.code == 0
    assert "\x1b" not in ran.out + ran.err
    assert not haggis.home.exists()


@pytest.mark.sample(3)
@pytest.mark.longest(10)
@pytest.mark.parametrize("variant_id", BROKEN)
def test_whatever_needs_one_is_refused(haggis: Haggis, site: Site, variant_id: str) -> None:
    site.put(variant_id, BROKEN[variant_id][0])
    with site.seen():
        assert haggis("variants", "check", variant_id).code == 3
        assert haggis("judge", "--variant", variant_id, "4r").code == 3
        assert haggis("new", "--variant", variant_id, "-p", "Noah", "-p", "Isla").code == 3
    assert not haggis.home.exists()


def test_what_a_plugin_prints_is_no_part_of_a_result(haggis: Haggis, broken: Site) -> None:
    with broken.seen():
        ran = haggis("judge", "--variant", "chatty", "4r", "--json")
    assert ran.code == 0
    assert ran.out.startswith('{"legal": true')
    assert ran.err == "hello from the plugin\n"


@pytest.mark.slow
def test_a_plugin_that_claims_an_official_id_takes_only_that_one_away(
    haggis: Haggis, editor: Editor, site: Site
) -> None:
    others = ["neeps", "two-player"]
    without = dict(everything(haggis, others))
    site.put("classic", f"{COPY}V = replace(TWO_PLAYER, id='classic')\n", package="impostor")
    with site.seen():
        assert dict(everything(haggis, others)) == without
        ran = haggis("variants", "show", "classic")
        assert ran.code == 3
        assert "impostor 1.0 (plugin_impostor:V)" in ran.err
        assert "haggis-cli " in ran.err
        (row,) = [row for row in haggis.json("variants") if row["id"] == "classic"]
        assert set(row["package"].split(", ")) == {"impostor", "haggis-cli"}
        path = example(haggis, "classic")
        assert_left_alone(haggis, editor, path, "the variant 'classic' is claimed by ")
    assert haggis("check", str(path)) == (0, "", "")


@pytest.mark.slow
def test_one_that_is_slow_to_import_keeps_nobody_waiting(haggis: Haggis, site: Site) -> None:
    site.put("sleepy", SLOW)
    haggis.new()
    path = f"{site.folder}"
    for words in (
        ["list"], ["show", "friday"], ["check"], ["judge", "4r", "4g", "--variant", "neeps"],
        ["variants", "show", "neeps"],
        ["score", "Noah: out 9, cards 20", "Isla: cards 16"], ["variants", "check", "two-player", "--rounds", "1"],
    ):  # fmt: skip
        # A minute's sleep is longer than any process may take.
        ran = haggis.process(*words, PYTHONPATH=path)
        assert (ran.code, ran.err) == (0, ""), words


def test_one_that_works_with_threads_finds_every_module_whole(haggis: Haggis, site: Site) -> None:
    uses = (
        "import calendar, csv, secrets, socket, tempfile, zipfile\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "def look(_):\n"
        "    import tempfile, zipfile\n"
        "    return tempfile.gettempdir(), zipfile.ZipFile, secrets.token_hex, csv.reader, socket.gethostname\n"
        "with ThreadPoolExecutor(4) as pool:\n"
        "    assert len(list(pool.map(look, range(8)))) == 8\n"
    )
    site.put("threads", f"{COPY}{uses}V = replace(TWO_PLAYER, id='threads')\n")
    ran = haggis.process("moves", "2r 2g", "--variant", "threads", PYTHONPATH=str(site.folder))
    assert (ran.code, ran.err) == (0, "3 legal plays\n")


@pytest.mark.slow
def test_a_plugin_that_pretends_to_be_ctrl_c_ends_only_what_asked_for_it(haggis: Haggis, site: Site) -> None:
    site.put("cancels", "raise KeyboardInterrupt\n")
    haggis.new()
    for words, code in (["list"], 0), (["show"], 0), (["variants", "show", "cancels"], 3), (["variants"], 0):
        assert haggis.process(*words, PYTHONPATH=str(site.folder)).code == code


def test_one_that_exits_in_a_process_of_its_own(haggis: Haggis, broken: Site) -> None:
    ran = haggis.process("variants", "show", "exits", PYTHONPATH=str(broken.folder))
    assert ran.code == 3
    assert ran.err == "haggis: pub-exits 1.0 (plugin_pub_exits:V) cannot be loaded: SystemExit: 0\n"


def with_more(path: Path, text: str) -> str:
    """The text of a match file with more at its end."""
    before, end, after = path.read_text(encoding="utf-8").rpartition("# end")
    return before + text + end + after


def assert_left_alone(haggis: Haggis, editor: Editor, path: Path, reason: str) -> None:
    """The match is listed and its rounds are shown as they stand; nothing else is done with it, and nothing changes."""
    editor.does("text = text.replace('players', '# more\\nplayers', 1)")
    before, files = path.read_bytes(), sorted(haggis.home.rglob("*"))
    (row,) = [row for row in haggis.json("list")["matches"] if row["id"] == path.stem]
    assert reason in row["error"]
    assert row["players"]
    assert "cannot be used: " in haggis.ok("list")
    log = haggis("log", path.stem)
    assert log.code == 3
    assert "Round 1, not judged" in log.out.splitlines()[2:4]  # below the note of the match, if there is one
    assert reason in log.err
    raw = haggis("log", path.stem, "--json")
    assert raw.code == 3
    assert '"rounds": [{' in raw.out
    for words in (
        ["show"], ["score", "Noah: out 9, cards 20"], ["record", "Noah: pass"], ["undo"], ["undo", "--round"],
        ["redo"], ["edit"], ["sheet"], ["check"],
    ):  # fmt: skip
        name = str(path) if words == ["check"] else path.stem
        ran = haggis(words[0], name, *words[1:])
        assert (ran.code, ran.out) == (3, ""), words
        assert reason in ran.err or words == ["redo"], (words, ran)
    assert path.read_bytes() == before
    assert sorted(haggis.home.rglob("*")) == files


@pytest.mark.slow
@pytest.mark.longest(5)
@pytest.mark.parametrize("variant_id", ["whist", *BROKEN])
def test_a_match_of_a_variant_that_is_missing_or_broken_is_shown_and_never_rewritten(
    haggis: Haggis, editor: Editor, broken: Site, variant_id: str
) -> None:
    text = example(haggis, "two-player").read_text(encoding="utf-8")
    shutil.rmtree(haggis.home)
    made = text.replace('variant = "two-player"', f'variant = "{variant_id}"').replace("two-player-unk", "unk")
    path = haggis.keep(f"# a comment   \r\n{made}", "unknown-hands")
    reason = BROKEN[variant_id][1] if variant_id in BROKEN else "there is no variant 'whist'"
    with broken.seen():
        assert_left_alone(haggis, editor, path, reason)


@pytest.mark.parametrize(
    ("does", "told"),
    [('raise RuntimeError("nobody knows")', "RuntimeError: nobody knows"), ("raise SystemExit(0)", "SystemExit: 0")],
)
def test_a_match_whose_variant_fails_while_judging_stops_no_other(
    haggis: Haggis, editor: Editor, site: Site, does: str, told: str
) -> None:
    haggis.new()
    site.put("judges", FAILS_WHILE_JUDGING.replace('raise RuntimeError("nobody knows")', does))
    with site.seen():
        haggis.ok("new", "--variant", "judges", "-p", "Noah", "-p", "Isla", "--name", "sunday")
        reason, path = f"the variant 'judges' fails: {told}", haggis.path("sunday")
        before = path.read_bytes()
        assert haggis("score", "sunday", "Noah: out 9, cards 20") == Ran(3, "", f"haggis: {reason}\n")
        assert path.read_bytes() == before
        table = 'out = ["Noah"]\nhands = { Noah = 9 }\ncaptured = { Noah = 20, Isla = 16 }\n'
        path.write_text(with_more(path, f"\n[[rounds]]\n[rounds.table]\n{table}"), encoding="utf-8")
        assert_left_alone(haggis, editor, path, reason)
        rows = {row["id"]: row for row in haggis.json("list")["matches"]}
        assert rows["friday"]["error"] is None
        haggis.ok("score", "friday", "Noah: out 9, cards 20")
        assert haggis("check").code == 3
        faults = haggis("variants", "check", "judges")
        assert faults.code == 1
        assert f"{told} (in nobody_leads, plugin_pub_judges.py line " in faults.out


TALKS_WHILE_JUDGING = FAILS_WHILE_JUDGING.replace('raise RuntimeError("nobody knows")', 'print("who leads?")')
BETS_AND_FAILS = f"""{COPY}
from dataclasses import dataclass
from haggis_cli.rules.betting import FreeBets

@dataclass(frozen=True)
class Odd(FreeBets):
    def refuse(self, state, event):
        raise RuntimeError("no bets please")

V = replace(TWO_PLAYER, id="odd-bets", betting=Odd())
"""
ROUND = ("Noah: out 8, cards 12", "Isla: cards 24")


def test_a_rule_that_fails_on_an_event_is_told_with_its_variant_and_nothing_is_saved(
    haggis: Haggis, site: Site
) -> None:
    site.put("odd-bets", BETS_AND_FAILS)
    with site.seen():
        haggis.ok("new", "--variant", "odd-bets", "-p", "Noah", "-p", "Isla", "--name", "odd")
        before = haggis.path("odd").read_bytes()
        fails = "haggis: the variant 'odd-bets' fails: RuntimeError: no bets please\n"
        assert haggis("record", "Noah: bet big") == Ran(3, "", fails)
    assert haggis.path("odd").read_bytes() == before


def test_what_a_rule_prints_while_judging_is_no_part_of_a_result(haggis: Haggis, site: Site) -> None:
    site.put("judges", TALKS_WHILE_JUDGING)
    with site.seen():
        haggis.ok("new", "--variant", "judges", "-p", "Noah", "-p", "Isla", "--name", "loud")
        ran = haggis("score", *ROUND, "--json")
    assert ran.out.startswith('{"file": ')
    assert "who leads?" in ran.err
