"""Starting a match on the phone: the variant, players, goal, house rules in words, who begins; and a rematch."""

import re

import pytest

from haggis_cli.book.new_match import BY_LOT
from haggis_cli.matches.heading import now_here, spell_day
from haggis_cli.plugins.registry import enabled_claims, load
from tests.support.haggis import Haggis, start_table
from tests.support.pages import Answer, Caller, said

NAMES = ("Noah", "Isla", "Jamie", "Rory", "Ailsa", "Hamish")


@pytest.fixture
def caller(haggis: Haggis) -> Caller:
    return Caller(haggis)


def form(caller: Caller, query: str) -> dict[str, str]:
    """What the form would send as it stands."""
    page = caller.get(query)
    assert page.status == 200, said(page)
    return page.seen.fields


def start(caller: Caller, query: str, **changes: str) -> Answer:
    """Send the form with some fields changed, the first `-` written as `_`; without changes the players are named."""
    fields = form(caller, query)
    seats = [name for name in fields if name.startswith("player-")]
    named = {name: fields[name] or NAMES[at] for at, name in enumerate(seats)}
    return caller.post("/new", fields | named | {name.replace("_", "-", 1): text for name, text in changes.items()})


def only_match(haggis: Haggis) -> str:
    (path,) = (haggis.home / "matches").glob("*.toml")
    return path.stem


class TestChoosing:
    def test_variants_stand_by_the_number_of_players_the_usual_one_first(self, caller: Caller) -> None:
        seen = caller.get("/new").seen
        assert "2 players Haggis (2-Player) usual The game for two: be the first to play all your cards" in seen.words
        assert "/new?variant=tatties&players=3" in seen.links.values()

    def test_a_match_that_is_there_can_be_played_again(self, caller: Caller, haggis: Haggis) -> None:
        haggis.new()
        assert caller.get("/new").seen.links["Rematch of friday"] == "/m/friday/rematch"

    def test_a_variant_that_is_none_is_refused(self, caller: Caller) -> None:
        assert "There is no variant 'whist'" in said(caller.get("/new?variant=whist"))

    def test_who_only_watches_starts_nothing(self, caller: Caller, haggis: Haggis) -> None:
        haggis.new()
        for path in ("/new", "/new?variant=neeps", "/m/friday/rematch"):
            assert said(caller.get(path, caller.watcher)) == "This phone can only watch."
        assert caller.post("/new", {"variant": "two-player"}, caller.watcher).status == 403


class TestStarting:
    @pytest.mark.parametrize("variant_id", sorted(enabled_claims()))
    def test_every_variant_starts_as_the_form_stands(self, caller: Caller, haggis: Haggis, variant_id: str) -> None:
        answer = start(caller, f"/new?variant={variant_id}")
        assert answer.status == 303, said(answer)
        name, variant = only_match(haggis), load(variant_id)
        players = ", ".join(f'"{each}"' for each in NAMES[: variant.players[0]])
        assert f'variant = "{variant_id}"' in haggis.text(name)
        assert f"players = [{players}]" in haggis.text(name)
        assert haggis.json("show", name)["ok"]
        assert answer.header("location") == f"/m/{only_match(haggis)}"

    def test_everything_can_be_chosen(self, caller: Caller, haggis: Haggis) -> None:
        answer = start(
            caller,
            "/new?variant=neeps",
            goal="own",
            goal_number="444",
            beginner="3",
            event="Burns Night",
            name="friday",
            team_1="Thistles",
            notes="Mind\r\nthe dog.",
            option_partner_cards="2",
            suits="abcd",
        )
        assert answer.header("location") == "/m/friday", said(answer)
        text = haggis.text()
        option = load("neeps").options[0]
        value = list(option.choices)[1]
        for line in (
            'players = ["Noah", "Isla", "Jamie", "Rory"]',
            'teams = ["Thistles", "Isla & Rory"]',
            "goal = { points = 444 }",
            'lead = "Jamie"',
            'event = "Burns Night"',
            f"{option.name} = {str(value).lower() if isinstance(value, bool) else repr(value)}".replace("'", '"'),
        ):
            assert line in text, text

    def test_a_name_with_a_comma_is_whole_and_the_day_stands_beside_it(self, caller: Caller) -> None:
        match = start(caller, "/new?variant=two-player", name="Haggis, and then tatties").header("location")
        for path, tags in (("/", "</bdi></strong>"), (match, "</span></bdi></h1>")):
            text = caller.get(path).text
            assert f">Haggis, and then tatties{tags}" in text
            assert f"<time>{spell_day(str(now_here().date()), this_year=str(now_here().year))}" in text

    def test_the_name_that_a_person_gives_stays(self, caller: Caller, haggis: Haggis) -> None:
        answer = start(caller, "/new?variant=two-player", name="Burns Night!")
        assert answer.header("location") == "/m/burns-night"
        assert 'title = "Burns Night!"' in haggis.text("burns-night")
        for path in ("/", "/m/burns-night", "/m/burns-night/board"):
            assert "Burns Night!" in caller.get(path).seen.words
        assert "Burns%20Night%21.csv" in caller.get("/m/burns-night/sheet.csv").header("content-disposition")
        taken = start(caller, "/new?variant=two-player", player_1="Ailsa", name="burns night")
        assert (taken.status, "called burns-night exists already" in taken.seen.words) == (422, True)

    @pytest.mark.slow
    def test_lots_are_drawn_for_who_begins(self, caller: Caller, haggis: Haggis) -> None:
        leaders = set()
        for number in range(20):
            start(caller, "/new?variant=two-player", beginner=BY_LOT, name=f"m{number}")
            leaders.add(haggis.text(f"m{number}").partition('lead = "')[2].partition('"')[0])
        assert leaders == {"Noah", "Isla"}

    def test_where_there_is_a_dealer_the_dealer_is_asked_for(self, caller: Caller, haggis: Haggis) -> None:
        dealt = next(each for each in sorted(enabled_claims()) if load(each).has_dealer)
        assert "Who deals first" in caller.get(f"/new?variant={dealt}").seen.words
        start(caller, f"/new?variant={dealt}", beginner="1", name="friday")
        assert 'dealer = "Noah"' in haggis.text()

    def test_a_form_that_is_sent_twice_starts_one_match(self, caller: Caller, haggis: Haggis) -> None:
        fields = form(caller, "/new?variant=two-player") | {"player-1": "Noah", "player-2": "Isla"}
        first, second = (caller.post("/new", fields) for _ in range(2))
        assert (second.status, second.header("location")) == (303, first.header("location"))
        assert only_match(haggis)

    def test_names_that_are_known_are_offered(self, caller: Caller, haggis: Haggis) -> None:
        haggis.new("--event", "Burns Night")
        page = caller.get("/new?variant=neeps").text
        for name in ("Noah", "Isla", "Burns Night"):
            assert f'<option value="{name}">' in page

    def test_who_sat_together_lately_sits_down_at_once_the_usual_group_first(
        self, caller: Caller, haggis: Haggis
    ) -> None:
        for number, group in enumerate(
            (("Noah", "Ailsa"), ("Isla", "Noah"), ("Noah", "Isla"), ("Rory", "Noah", "Isla"))
        ):
            haggis.ok("new", "--name", f"m{number}", "--variant", "revised", *(f"--player={name}" for name in group))
        groups = {
            words: link for words, link in caller.get("/new?variant=revised").seen.links.items() if " and " in words
        }
        assert list(groups) == ["Noah and Isla", "Noah and Ailsa"]
        fields = caller.get(groups["Noah and Isla"]).seen.fields
        assert (fields["player-1"], fields["player-2"]) == ("Noah", "Isla")
        for players, first in ((2, "Noah Isla"), (3, "Rory Noah Isla")):
            page = caller.get(f"/new?variant=revised&players={players}").text
            keys = re.findall("<button type=.button.><bdi>(?:<[^>]*>)*([^<]*)", page)
            assert keys[:players] == re.findall('<option value="([^"]*)', page)[:players] == first.split()
            assert {*keys} == {"Noah", "Isla", "Ailsa", "Rory"}

    def test_a_name_that_is_known_with_other_capitals_is_spelled_as_it_is_known(
        self, caller: Caller, haggis: Haggis
    ) -> None:
        haggis.new(name="before")
        start(caller, "/new?variant=two-player", player_1="noah", player_2="rory", name="friday")
        assert 'players = ["Noah", "rory"]' in haggis.text()


class TestRefusing:
    @pytest.mark.sample(3)
    @pytest.mark.parametrize(
        ("field", "text", "sentence"),
        [
            ("player-1", " ", "A name is missing."),
            ("player-2", "noah", "Every name must be different: Noah is already playing"),
            ("player-1", "a:b", "'a:b': a name cannot"),
            ("player-1", "x" * 41, "a name has 1 to 40 characters"),
            ("team-1", "a:b", "'a:b': a name cannot"),
            ("goal", "x", "A goal must be a number of points or rounds above 0, such as 350 points"),
            ("beginner", "9", "Nobody called '9' plays here"),
            ("option-partner_cards", "x", "Type a number from 1 to"),
            ("event", "x" * 200, "1 to 60 characters"),
            ("name", "!" * 81, "the name of a match has 1 to 80 characters"),
            ("name", "FRIDAY", "A match called friday exists already: choose another name"),
            ("suits", "xx", "needs 4 different letters"),
        ],
    )
    def test_what_is_wrong_is_said_at_its_field_and_all_that_was_typed_stays(
        self, caller: Caller, haggis: Haggis, field: str, text: str, sentence: str
    ) -> None:
        haggis.new()
        fields = form(caller, "/new?variant=neeps")
        typed = {f"player-{seat}": name for seat, name in enumerate(NAMES[:4], 1)} | {"event": "Burns Night"}
        answer = caller.post("/new", fields | typed | {field: text})
        assert answer.status == 422
        assert sentence in answer.seen.part(f"wrong-{field}")
        kept = answer.seen.fields
        for name, given in (typed | {field: text}).items():
            assert kept.get(name, given) == given
        assert only_match(haggis) == "friday"

    def test_where_the_rules_draw_lots_so_does_the_page(self, caller: Caller) -> None:
        assert form(caller, "/new?variant=rogers-neeps")["beginner"] == BY_LOT
        assert form(caller, "/new?variant=neeps")["beginner"] == "1"

    def test_a_goal_of_ones_own_needs_a_number(self, caller: Caller) -> None:
        answer = start(caller, "/new?variant=two-player", goal="own", goal_number="many")
        assert "A goal must be a number of points or rounds above 0, such as 250 points" in answer.seen.part(
            "wrong-goal"
        )

    @pytest.mark.parametrize("fields", [{}, {"variant": "whist"}, {"variant": "\x00"}, {"number": "9" * 400}])
    def test_a_form_of_nobody_starts_nothing(self, caller: Caller, haggis: Haggis, fields: dict[str, str]) -> None:
        assert caller.post("/new", fields).status == 422
        assert not (haggis.home / "matches").exists()


class TestARematch:
    def test_everything_is_as_it_was_and_the_next_player_begins(self, caller: Caller, haggis: Haggis) -> None:
        seats = [word for name in NAMES[:4] for word in ("-p", name)]
        haggis.ok("new", "--variant", "neeps", *seats, "--team", "A", "--team", "B", "--points", "123",
                  "--event", "League", "--name", "friday")  # fmt: skip
        fields = form(caller, "/m/friday/rematch")
        assert [fields[f"player-{seat}"] for seat in range(1, 5)] == list(NAMES[:4])
        assert (fields["goal"], fields["goal-number"], fields["beginner"]) == ("own", "123", "2")
        answer = start(caller, "/m/friday/rematch", name="again")
        assert answer.status == 303, said(answer)
        text = haggis.text("again")
        assert 'variant = "neeps"' in text
        assert "goal = { points = 123 }" in text
        assert 'teams = ["A", "B"]' in text
        assert 'event = "League"' in text
        assert 'lead = "Isla"' in text

    def test_where_a_dealer_dealt_the_next_one_deals(self, caller: Caller, haggis: Haggis) -> None:
        dealt = next(each for each in sorted(enabled_claims()) if load(each).has_dealer)
        start_table(haggis, dealt, *NAMES[: load(dealt).players[0]], lead=NAMES[0])
        fields = form(caller, "/m/friday/rematch")
        start(caller, "/m/friday/rematch", name="again")
        assert f'dealer = "{NAMES[int(fields["beginner"]) - 1]}"' in haggis.text("again")
