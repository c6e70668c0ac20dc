"""What every request passes: the host it calls, the key it carries, whose form it is, how large it is."""

import re
from pathlib import Path

import pytest

from haggis_cli.web.access import MAX_BODY, Devices
from tests.support.haggis import Haggis
from tests.support.pages import DEVICE, HOST, Caller, said

PAGES = ("/", "/m/friday", "/m/friday/events", "/share", "/share/watch.svg", "/nowhere", "/m/none", "/static/none.js")


HEARD = (409, 422)
"""The statuses of a form that was let through and read: there is nothing to take back."""


class TestTheKey:
    @pytest.mark.parametrize("cookie", ["", "KEY=", "KEY=wrong", "KEY=ü", "haggis_device=x", ";;=;"])
    def test_without_one_nothing_of_anybody_is_told(self, caller: Caller, cookie: str) -> None:
        cookie = cookie.replace("KEY", caller.settings.keys.cookie)
        for path in PAGES[:-1]:
            answer = caller.get(path, cookie)
            assert (answer.status, "Scan the code to join" in answer.text) == (403, True), path
            assert "friday" not in answer.text.replace(path, "")

    def test_what_holds_nothing_of_anybody_needs_none(self, caller: Caller) -> None:
        for path in ("/static/live.js", "/static/phone.css", "/manifest.webmanifest"):
            assert caller.get(path, "").status == 200

    def test_each_of_the_two_lets_in_and_is_kept_where_no_script_and_no_other_site_gets_it(
        self, caller: Caller
    ) -> None:
        for key in caller.settings.keys[:2]:
            answer = caller.get(f"/k/{key}", "")
            assert answer.status == 200
            kept = [value for name, value in answer.headers if name == "set-cookie"]
            assert [value.partition("=")[0] for value in kept] == [caller.settings.keys.cookie, "haggis_device"]
            for value in kept:
                assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(value.split("; "))
            cookies = "; ".join(value.partition(";")[0] for value in kept)
            assert caller.get("/m/friday", cookies).status == 200

    @pytest.mark.parametrize("key", ["", "x", "../", "%00", "a" * 3000, "%F0%9F%90%88"])
    def test_a_wrong_one_in_the_address_lets_nobody_in(self, caller: Caller, key: str) -> None:
        answer = caller.get(f"/k/{key}", "")
        assert answer.status == 403
        assert not answer.header("set-cookie")

    def test_two_servers_of_one_computer_have_cookies_of_their_own(
        self, caller: Caller, haggis: Haggis, tmp_path: Path
    ) -> None:
        """Cookies know no ports: a phone that is let in at both sends both to each."""
        other = Caller(haggis, devices=Devices(tmp_path / "other"))
        both = f"{caller.writer}; {other.watcher}"
        assert caller.settings.keys.cookie != other.settings.keys.cookie
        for server, may_write in ((caller, True), (other, False)):
            page = server.get("/m/friday", both)
            assert (page.status, 'href="/m/friday/score"' in page.text) == (200, may_write)
            assert server.settings.keys.write not in server.settings.keys.cookie

    def test_one_that_watches_changes_nothing(self, caller: Caller, haggis: Haggis) -> None:
        before = haggis.text()
        page = caller.get("/m/friday", caller.watcher)
        assert page.status == 200
        assert not re.search(r"<form[^>]*post", page.text)
        answer = caller.post("/m/friday/undo", {}, caller.watcher)
        assert (answer.status, said(answer)) == (403, "This phone can only watch.")
        assert haggis.text() == before

    def test_read_only_lets_nobody_change_anything(self, haggis: Haggis) -> None:
        haggis.new()
        caller = Caller(haggis, read_only=True)
        assert not re.search(r"<form[^>]*post", caller.get("/m/friday").text)
        assert caller.post("/m/friday/undo", {}).status == 403

    def test_many_wrong_ones_are_not_looked_at_any_more_while_right_ones_go_on(self, caller: Caller) -> None:
        cookie = caller.settings.keys.cookie
        answers = [caller.get("/", f"{cookie}=wrong{number}").status for number in range(25)]
        assert set(answers[:20]) == {403}
        assert set(answers[21:]) == {429}
        assert caller.get("/").status == 200
        assert caller.ask("GET", "/", [("cookie", f"{cookie}=wrong")], client="10.0.0.9").status == 403


class TestTheHost:
    @pytest.mark.parametrize("host", ["127.0.0.1", HOST, "localhost:8321", "LOCALHOST", "localhost.", "[::1]:8000",
                                      "[::1]", "[0:0::1]:1"])  # fmt: skip
    def test_its_own_names_are_answered(self, caller: Caller, host: str) -> None:
        assert caller.ask("GET", "/", [("cookie", caller.writer)], host=host).status == 200

    @pytest.mark.sample(3)
    @pytest.mark.parametrize(
        "host",
        ["evil.example", "evil.example:8321", "127.0.0.1.evil.example", "localhost.evil.example", "", "[::2]", "[",
         "[::1", "::1", "[localhost]", "[127.0.0.1]", "[::1]x", "[::1%25lo]", "[fe80::1]",
         "::", "a@127.0.0.1", "127.0.0.1@evil.example", "127.0.0.1:x", "127.0.0.1/", "127.0.0.1 evil",
         "127.0.0.1:8321:1", "ä", "0.0.0.0", "192.168.1.77", "127.1", "2130706433", "..", "x" * 5000],
    )  # fmt: skip
    def test_every_other_is_refused_so_that_no_name_of_another_site_can_lead_here(
        self, caller: Caller, host: str
    ) -> None:
        answer = caller.ask("GET", "/m/friday", [("cookie", caller.writer)], host=host)
        assert answer.status == 421
        assert "friday" not in answer.text

    def test_none_and_two_are_refused(self, caller: Caller) -> None:
        assert caller.ask("GET", "/", [("cookie", caller.writer)], host=None).status == 421
        assert caller.ask("GET", "/", [("cookie", caller.writer), ("host", HOST)]).status == 421

    def test_an_address_that_this_computer_has_is_one_of_its_names(self, caller: Caller) -> None:
        cookies = [("cookie", caller.writer)]
        assert caller.ask("GET", "/", cookies, host="10.1.2.3:8321", server="10.1.2.3").status == 200
        assert caller.ask("GET", "/", cookies, host="10.1.2.3:8321", server="10.1.2.4").status == 421
        for server in ("2001:db8::5", "2001:DB8:0::5"):
            assert caller.ask("GET", "/", cookies, host="[2001:db8::5]:8321", server=server).status == 200
        assert caller.ask("GET", "/", cookies, host="10.1.2.3", server="::ffff:10.1.2.3").status == 200
        assert caller.ask("GET", "/", cookies, host="[2001:db8::6]", server="2001:db8::5").status == 421


class TestTheForm:
    @pytest.mark.parametrize("token", ["", "wrong", "ä", "0" * 64])
    def test_one_without_the_phones_token_changes_nothing(self, caller: Caller, token: str) -> None:
        answer = caller.post("/m/friday/undo", {"token": token})
        assert answer.status == 403
        assert "load the page again" in said(answer)

    def test_the_token_of_another_phone_is_wrong(self, caller: Caller) -> None:
        other = caller.settings.keys.form_token("f" * 16)
        assert caller.post("/m/friday/undo", {"token": other}).status == 403

    def test_a_script_may_send_it_in_a_header(self, caller: Caller) -> None:
        sent = [("cookie", caller.writer), ("x-haggis-token", caller.token)]
        assert caller.ask("POST", "/m/friday/undo", sent).status in HEARD
        assert caller.ask("POST", "/m/friday/undo", sent[:1]).status == 403

    @pytest.mark.parametrize(
        "header",
        [("origin", "http://evil.example"), ("origin", "null"), ("origin", "http://127.0.0.1:9999"),
         ("origin", f"http://{HOST}.evil.example"), ("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site")],
    )  # fmt: skip
    def test_one_that_another_site_sends_is_refused_even_with_the_token(
        self, caller: Caller, header: tuple[str, str]
    ) -> None:
        answer = caller.post("/m/friday/undo", {}, headers=[header])
        assert (answer.status, said(answer)) == (403, "The form was sent by another site: nothing was changed.")

    @pytest.mark.parametrize("header", [("origin", f"http://{HOST}"), ("sec-fetch-site", "same-origin")])
    def test_ones_own_is_heard(self, caller: Caller, header: tuple[str, str]) -> None:
        assert caller.post("/m/friday/undo", {}, headers=[header]).status in HEARD

    @pytest.mark.parametrize("length", [str(MAX_BODY + 1), "-1", "x", "1" * 5000, "٣", "1e9"])
    def test_one_that_says_it_is_too_large_is_refused_unread(self, caller: Caller, length: str) -> None:
        answer = caller.post("/m/friday/undo", {}, headers=[("content-length", length)])
        assert (answer.status, answer.header("connection")) == (413, "close")

    def test_one_that_grows_too_large_without_saying_so_is_refused(self, caller: Caller) -> None:
        pieces = (b"x" * 1000 for _ in range(200))
        answer = caller.ask("POST", "/m/friday/undo", [("cookie", caller.writer)], pieces)
        assert (answer.status, answer.header("connection")) == (413, "close")

    def test_one_that_does_not_come_is_not_waited_for(self, caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("haggis_cli.web.app.BODY_SECONDS", 0.05)
        answer = caller.ask("POST", "/m/friday/undo", [("cookie", caller.writer)], b"a=", ends=False)
        assert answer.status == 413

    @pytest.mark.parametrize("body", [b"\xff", b"a=%ff", b"a=b&" * 500])
    def test_one_that_is_no_text_of_fields_is_refused(self, caller: Caller, body: bytes) -> None:
        sent = [("cookie", caller.writer), ("x-haggis-token", caller.token)]
        assert caller.ask("POST", "/m/friday/undo", sent, body).status == 422


class TestTheRequest:
    @pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get", "X" * 100])
    def test_other_methods_are_refused(self, caller: Caller, method: str) -> None:
        assert caller.ask(method, "/", [("cookie", caller.writer)]).status == 405

    def test_an_address_that_is_too_long_is_refused(self, caller: Caller) -> None:
        assert caller.get("/" + "a" * 5000).status == 414
        assert caller.get("/?" + "a" * 5000).status == 414

    def test_another_site_loads_nothing_but_may_lead_here(self, caller: Caller) -> None:
        for site in ("cross-site", "same-site"):
            loads = [("sec-fetch-site", site), ("sec-fetch-mode", "no-cors")]
            assert caller.get("/m/friday", headers=loads).status == 403
            leads = [("sec-fetch-site", site), ("sec-fetch-mode", "navigate")]
            assert caller.get(f"/k/{caller.settings.keys.watch}", headers=leads).status == 200


@pytest.mark.parametrize("path", [*PAGES, "/k/wrong", "/static/phone.css"])
def test_every_answer_may_load_only_what_this_server_has_and_be_framed_by_nobody(caller: Caller, path: str) -> None:
    if path.endswith("/events"):
        path += "x"
    answer = caller.get(path)
    policy = dict(part.strip().partition(" ")[::2] for part in answer.header("content-security-policy").split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert {policy[name] for name in ("script-src", "style-src", "img-src", "connect-src", "form-action")} == {"'self'"}
    assert answer.header("x-content-type-options") == "nosniff"
    assert answer.header("referrer-policy") == "same-origin"
    assert answer.header("cache-control")
    assert not re.search(r"<script(?![^>]*src=)|<style|\son[a-z]+=|style=|javascript:", answer.text)


@pytest.mark.parametrize(
    "name", ["..%2fapp.py", "%2e%2e/app.py", "..%5capp.py", "%00", "a" * 300, "", ".", "live.js%00"]
)
def test_a_path_leads_out_of_no_folder(caller: Caller, name: str) -> None:
    assert caller.get(f"/static/{name}").status == 404
    assert caller.get(f"/m/{name}").status == 404


def test_names_are_text_whatever_they_hold(haggis: Haggis) -> None:
    name = "<script>alert('x')</script>"
    haggis.ok("new", "--variant", "two-player", "-p", name, "-p", '"><img src=x>', "--name", "friday", "--rounds", "4")
    text = Caller(haggis).get("/m/friday").text
    assert "<script>alert" not in text
    assert "<img src=x" not in text
    assert "&lt;script&gt;" in text
    assert DEVICE not in text


class TestTheMethod:
    @pytest.mark.parametrize(("method", "path", "allowed"), [
        ("PUT", "/m/friday", {"GET", "HEAD", "POST"}), ("OPTIONS", "/", {"GET", "HEAD", "POST"}),
        ("POST", "/m/friday/board", {"GET", "HEAD"}), ("POST", "/static/live.js", {"GET", "HEAD"}),
        ("GET", "/m/friday/undo", {"POST"}),
    ])  # fmt: skip
    def test_one_that_a_page_does_not_know_is_told_those_it_knows(
        self, caller: Caller, method: str, path: str, allowed: set[str]
    ) -> None:
        answer = caller.ask(method, path, [("cookie", caller.writer)])
        assert (answer.status, set(answer.header("allow").split(", "))) == (405, allowed)
        assert said(answer)

    @pytest.mark.parametrize(
        "path", ["/", "/m/friday", "/m/friday/board", "/m/friday/events", "/events", "/nowhere", "/static/live.js"]
    )
    def test_a_head_is_that_of_the_page_and_follows_nothing(self, caller: Caller, path: str) -> None:
        head = caller.ask("HEAD", path, [("cookie", caller.writer)])
        if "events" in path:
            assert (head.status, head.header("content-type").partition(";")[0]) == (200, "text/event-stream")
        else:
            assert (head.status, head.headers) == caller.get(path)[:2]
        assert caller.app.state.watchers.count == 0
