"""Which device entered what, what it is called, and the key that the computer of the server takes away from one."""

import re

import pytest

from haggis_cli.web.access import FILE, Access, Devices, make_device
from haggis_cli.web.devices import FILE as ENTERED
from tests.support.haggis import Haggis
from tests.support.pages import DEVICE, OTHER, Answer, Caller, Pad, Recorder, said

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"
PIXEL = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36"
AGENTS = {
    IPHONE: "iPhone",
    PIXEL: "Android phone",
    "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36": "Android tablet",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15": "Mac",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/132.0": "Windows computer",
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/130.0.0.0": "Chromebook",
    "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Firefox/132.0": "Linux computer",
    "<script>alert(1)</script>\u202e": "Phone",
    "": "Phone",
}
ROUND = {"out1": "1", "count1": "8", "captured1": "12"}


def ask(caller: Caller, path: str, device: str = OTHER, agent: str = IPHONE, access: Access = Access.WRITE) -> Answer:
    """Ask for a page with another device of the network."""
    headers = [("cookie", caller.cookies(access, device)), ("user-agent", agent)]
    return caller.ask("GET", path, headers, client="192.168.1.9")


def change(caller: Caller, do: str, name: str = "", device: str = OTHER) -> Answer:
    return caller.post("/share", {"device": device, "do": do, "name": name})


def names(caller: Caller) -> list[str]:
    """The devices as the computer of the server sees them."""
    return [each["value"] for each in caller.get("/share").seen.named("input") if each["name"] == "name"]


def entered(caller: Caller, match: str = "friday") -> list[str]:
    """Who entered what, a line for each round, without the clock."""
    found = re.search(r'<div id="entered" data-live>(.*?)</div>\n<section', caller.get(f"/m/{match}").text, re.DOTALL)
    assert found
    rows = re.findall(r"<div><dt.*?</dd></div>", found[1], re.DOTALL)
    told = [" ".join(re.sub(r"<[^>]*>", " ", row).split()).replace(" ,", ",") for row in rows]
    return [re.sub(r"\d\d:\d\d", "…", row).replace("… to …", "…") for row in told]


class TestWhatADeviceIsCalled:
    @pytest.mark.parametrize(("agent", "name"), AGENTS.items())
    def test_it_is_called_as_its_browser_says_what_it_is(self, caller: Caller, agent: str, name: str) -> None:
        ask(caller, "/", agent=agent)
        assert names(caller) == ["Computer", name]

    def test_of_two_alike_the_second_has_a_number_and_each_keeps_its_own(self, caller: Caller) -> None:
        for device in ("a" * 16, "b" * 16, "c" * 16, "a" * 16):
            ask(caller, "/", device)
        assert names(caller) == ["Computer", "iPhone", "iPhone 2", "iPhone 3"]

    def test_two_alike_are_told_apart_by_when_they_were_let_in_and_have_last_entered_something(
        self, caller: Caller, haggis: Haggis
    ) -> None:
        ask(caller, "/")
        told = caller.get("/share").seen.words
        assert re.search(r"Computer you joined \d\d:\d\d .*iPhone joined \d\d:\d\d", told)
        assert "last entry" not in told
        Pad(caller).fill(**ROUND).press("save")
        told = Caller(haggis).get("/share").seen.words
        assert re.search(r"Computer you joined \d\d:\d\d, last entry \d\d:\d\d", told)

    def test_the_name_that_a_person_gives_stays_over_a_restart(self, caller: Caller, haggis: Haggis) -> None:
        ask(caller, "/")
        assert change(caller, "rename", "  Isla's   phone ").header("location") == "/share#devices"
        assert names(Caller(haggis)) == ["Computer", "Isla's phone"]
        change(caller, "rename", "Computer")
        assert names(caller) == ["Computer", "Computer 2"]

    @pytest.mark.parametrize("name", ["", " ", "x" * 41, "\u202eenohp", "a\x00b", "\x1b[31m", "a:b"])
    def test_what_is_no_name_is_refused(self, caller: Caller, name: str) -> None:
        ask(caller, "/")
        assert change(caller, "rename", name).status == 422
        assert names(caller)[1] == "iPhone"

    def test_a_name_is_text_and_nothing_else(self, caller: Caller) -> None:
        ask(caller, "/")
        change(caller, "rename", "<script>alert(1)</script>\"'")
        text = caller.get("/share").text
        assert "<script>alert" not in text
        assert names(caller)[1] == "<script>alert(1)</script>\"'"

    def test_a_file_that_says_nonsense_of_devices_loses_no_key_and_lets_nobody_in_again(
        self, caller: Caller, haggis: Haggis
    ) -> None:
        kept = haggis.home / FILE
        kept.write_text(kept.read_text() + f'devices.{OTHER} = {{name = "\\u202e", out = true}}\ndevices.x = 1\n')
        again = Devices(haggis.home)
        assert (again.keys, again.known) == (caller.settings.keys, {OTHER: ("Phone", True, 0)})

    def test_a_long_name_that_another_has_stays_a_name(self, caller: Caller, haggis: Haggis) -> None:
        for device in (OTHER, "c" * 16):
            ask(caller, "/", device)
            change(caller, "rename", "x" * 40, device)
        change(caller, "take", device="c" * 16)
        assert Devices(haggis.home).known == caller.settings.devices.known
        assert f"{'x' * 36} 2" in names(caller)

    def test_only_the_last_two_hundred_are_known_by_name(self, caller: Caller) -> None:
        ask(caller, "/")
        change(caller, "take")
        for _ in range(205):
            caller.settings.devices.admit(make_device(), "Phone")
        known = caller.settings.devices.known
        assert (len(known), known[OTHER].is_out) == (200, True)


class TestTheKeyOfADevice:
    def test_one_that_is_taken_away_lets_in_no_more_and_all_others_stay_in(self, caller: Caller) -> None:
        third = "c" * 16
        codes = caller.settings.keys[:2]
        for device in (OTHER, third):
            assert ask(caller, "/m/friday", device).status == 200
        assert change(caller, "take").status == 303
        for path in ("/m/friday", "/m/friday/events", *(f"/k/{code}" for code in codes)):
            refused = ask(caller, path)
            why = "This code is no longer valid." if "/k/" in path else "This device no longer has access."
            assert (refused.status, said(refused).startswith(why)) == (403, True)
        assert {ask(caller, "/m/friday", device).status for device in (DEVICE, third)} == {200}
        assert ask(caller, "/m/friday", access=Access.WATCH).status == 403
        assert "locked out" in caller.get("/share").seen.words

    def test_it_stays_so_over_a_restart_and_on_a_second_server_of_the_folder(
        self, caller: Caller, haggis: Haggis
    ) -> None:
        second = Caller(haggis)
        assert ask(second, "/m/friday").status == 200
        change(caller, "take")
        assert {ask(each, "/m/friday").status for each in (second, Caller(haggis))} == {403}

    def test_a_code_that_it_scans_anew_lets_it_in_with_its_name_and_its_half_round(self, caller: Caller) -> None:
        ask(caller, "/")
        Pad(caller, cookie=caller.other_writer).fill(out1=1, count1=8).press("keep")
        change(caller, "rename", "Isla's phone")
        change(caller, "take")
        sent = caller.post("/m/friday/score", ROUND | {"do": "save"}, caller.other_writer)
        assert sent.status == 403
        again = caller.get(f"/k/{caller.settings.keys.write}", f"haggis_device={OTHER}")
        assert again.status == 200
        assert Pad(caller, cookie=caller.other_writer).fields["count1"] == "8"
        assert names(caller) == ["Computer", "Isla's phone"]
        assert "locked out" not in caller.get("/share").seen.words

    def test_the_key_of_one_device_is_no_other_ones(self, caller: Caller) -> None:
        stolen = caller.cookies(Access.WRITE).replace(DEVICE, OTHER)
        assert caller.get("/m/friday", stolen).status == 403
        keys = caller.settings.keys
        watching = caller.cookies(Access.WATCH).partition(";")[0]
        assert watching != caller.writer.partition(";")[0]
        for code in keys:
            assert caller.get("/m/friday", f"{keys.cookie}={code}; haggis_device={DEVICE}").status == 403

    @pytest.mark.parametrize("do", ["rename", "take"])
    def test_only_the_computer_of_the_server_changes_devices(self, caller: Caller, do: str) -> None:
        for device in (OTHER, DEVICE):
            ask(caller, "/", device)
        before = caller.settings.devices.known
        body = f"token={caller.settings.keys.form_token(OTHER)}&device={DEVICE}&do={do}&name=x".encode()
        sent = [("cookie", caller.other_writer)]
        refused = caller.ask("POST", "/share", sent, body, client="192.168.1.9")
        assert (refused.status, caller.settings.devices.known) == (403, before)
        page = ask(caller, "/share")
        assert "<form" not in page.text
        assert DEVICE not in page.text
        assert caller.ask("POST", "/share", sent, body, client="192.168.1.5", server="192.168.1.5").status == 303

    def test_a_form_of_another_site_or_of_an_unknown_device_changes_nothing(self, caller: Caller) -> None:
        ask(caller, "/")
        assert caller.post("/share", {"device": OTHER, "do": "take", "token": "x"}).status == 403
        assert change(caller, "take", device="f" * 16).status == 422
        assert change(caller, "take", device="../x").status == 422
        assert ask(caller, "/m/friday").status == 200

    def test_watchers_see_no_device_and_read_only_servers_change_none(self, caller: Caller, haggis: Haggis) -> None:
        ask(caller, "/")
        assert "iPhone" not in caller.get("/share", caller.watcher).text
        closed = Caller(haggis, read_only=True)
        assert "iPhone" not in closed.get("/share").text
        assert change(closed, "take").status == 403

    def test_keys_that_an_older_haggis_kept_get_a_seal_that_stays(self, haggis: Haggis) -> None:
        kept = haggis.home / FILE
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(f'write = "{"a" * 22}"\nwatch = "{"b" * 22}"\n')
        keys = Devices(haggis.home).keys
        assert keys[:2] == ("a" * 22, "b" * 22)
        assert Devices(haggis.home).keys == keys


class TestWhoEnteredWhat:
    def test_every_round_names_the_device_that_entered_it_and_the_terminal(
        self, caller: Caller, haggis: Haggis
    ) -> None:
        ask(caller, "/")
        haggis.ok("score", "Noah: out 8, cards 10", "Isla: cards 26")
        assert entered_nothing(caller)
        Pad(caller, cookie=caller.other_writer).fill(**ROUND).press("save")
        Pad(caller).fill(**ROUND | {"captured1": 14}).press("save")
        assert entered(caller) == ["Round 3 Computer, …", "Round 2 iPhone, …", "Round 1 Terminal or file"]
        assert entered(Caller(haggis)) == entered(caller)
        change(caller, "rename", "Ceilidh")
        assert entered(caller)[1] == "Round 2 Ceilidh, …"

    def test_a_correction_is_the_entry_of_who_made_it_and_redo_of_who_made_it_first(
        self, caller: Caller, haggis: Haggis
    ) -> None:
        ask(caller, "/")
        Pad(caller, cookie=caller.other_writer).fill(**ROUND).press("save")
        haggis.ok("undo")
        haggis.ok("redo")
        assert entered(caller) == ["Round 1 iPhone, …"]
        for step in ("undo", "redo"):
            caller.post(f"/m/friday/{step}", {"version": caller.get("/m/friday").seen.hidden["version"]})
        assert entered(caller) == ["Round 1 iPhone, …"]
        Pad(caller, number=1).fill(captured1=14, captured2=22).press("save")
        assert entered(caller) == ["Round 1 Computer, …"]
        caller.post("/m/friday/undo", {"version": caller.get("/m/friday").seen.hidden["version"]})
        assert entered(caller) == ["Round 1 iPhone, …"]  # whose figures they are, not who took the correction back

    def test_every_play_names_its_device_where_it_is_put_right(self, caller: Caller, haggis: Haggis) -> None:
        ask(caller, "/")
        haggis.ok("record", "Noah: 4r")
        Recorder(caller, "friday", caller.other_writer).enter("Isla: 5r")
        Recorder(caller, "friday").enter("Noah: 6r")
        assert entered(caller) == ["Round 1 Terminal or file : 1 entry; iPhone : 1; Computer : 1, …"]
        plays = caller.get("/m/friday/record/1").seen.words
        assert re.search(r"4r Terminal or file .* 5r iPhone, \d\d:\d\d .* 6r Computer, \d\d:\d\d", plays)

    def test_it_is_for_those_who_may_write(self, caller: Caller) -> None:
        Pad(caller).fill(**ROUND).press("save")
        assert "Who entered what" in caller.get("/m/friday").text
        assert "Who entered what" not in caller.get("/m/friday", caller.watcher).text

    def test_nothing_of_it_is_in_a_match_or_leaves_with_one(self, caller: Caller, haggis: Haggis) -> None:
        ask(caller, "/")
        change(caller, "rename", "Ceilidh")
        Pad(caller, cookie=caller.other_writer).fill(**ROUND).press("save")
        written = [
            haggis.text(),
            haggis.ok("export"),
            *(haggis.ok("sheet", "--format", each) for each in ("html", "json")),
        ]
        assert not [text for text in written if "Ceilidh" in text or OTHER in text or "Phone" in text]

    @pytest.mark.parametrize("damage", [None, b"", b"no database" * 500])
    def test_its_loss_does_no_harm(self, caller: Caller, haggis: Haggis, damage: bytes | None) -> None:
        Pad(caller).fill(**ROUND).press("save")
        path = haggis.home / ENTERED
        path.unlink()
        if damage is not None:
            path.write_bytes(damage)
        assert entered_nothing(caller)
        Pad(caller).fill(**ROUND | {"captured1": 14}).press("save")
        assert entered(caller) == ["Round 2 Computer, …", "Round 1 Terminal or file"]


def entered_nothing(caller: Caller) -> bool:
    """Whether the page of the match names no device."""
    return "Who entered what" not in caller.get("/m/friday").text
