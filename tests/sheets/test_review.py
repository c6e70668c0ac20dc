"""The review of a round on a sheet: what is said of a play, and the colours of cards and players."""

import re
from io import BytesIO

import pytest

from haggis_cli.analysis.review import PlayReview, RoundReview
from haggis_cli.matches.notation import parse_cards
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.rules.events import Claim, Play
from haggis_cli.rules.readings import Kind
from haggis_cli.sheets.renderers.formats import FORMATS, Style
from haggis_cli.sheets.review import sheet_reviews
from haggis_cli.sheets.sheet import Sheet, scoresheet
from haggis_cli.support.design import COLORS
from tests.support import matches


def reviewed() -> Sheet:
    """A match of three; a sequence that must be named would have been better than the first play."""
    (path,) = (path for path in matches.EXAMPLES if path.stem == "three-player-known-hands")
    file = matches.example(path)
    report = adjudicate(file, load(file.record.variant))
    number, played = next(each for each in enumerate(report.rounds[0].events, 1) if isinstance(each[1], Play))
    better = Play(played.seat, parse_cards("7p 8p K", report.table.deck), Claim(Kind.SEQUENCE, rank=8))
    review = RoundReview((PlayReview(number, played.seat, -34, -34, -24, -24, better, 0),), None)
    return scoresheet(report)._replace(reviews=sheet_reviews(report, {1: review}))


def test_a_reading_that_is_named_is_told_in_words() -> None:
    [play] = reviewed().reviews[0].costly
    said = play.better.replace("\N{NO-BREAK SPACE}", " ")
    assert said == "Better: 7p 8p K as a sequence up to 8 (-24 instead of -34)"
    assert "7p\N{NO-BREAK SPACE}8p\N{NO-BREAK SPACE}K as" in play.better


def test_cards_have_the_colours_of_their_suits() -> None:
    page = FORMATS["html"].render_bytes(reviewed(), Style()).decode()
    review = page[page.index('<h2 id="review-title">') :].replace("\N{NO-BREAK SPACE}", " ")
    assert '<b class="p">7p</b> <b class="p">8p</b> K as a sequence up to 8' in review


def test_players_have_the_short_names_of_the_replay_and_it_is_said_that_losses_add_up_to_more() -> None:
    sheet, long = reviewed(), "Alexandrinamariaclementinarose"
    (review,), name = sheet.reviews, sheet.players[0]
    own = review._replace(
        losses=tuple((long if each == name else each, figures) for each, figures in review.losses),
        costly=tuple(each._replace(player=long) for each in review.costly),
    )
    page = FORMATS["html"].render_bytes(sheet._replace(players=(long, *sheet.players[1:]), reviews=(own,)), Style())
    told = (
        page.decode()
        .partition('<h2 id="review-title">')[2]
        .replace("\N{NO-BREAK SPACE}", " ")
        .replace("&#8230;", "\u2026")
    )
    assert '<th scope="row"><bdi>Alexandri\u2026</bdi></th>' in told
    assert "Trick 1: Alexandri\u2026 played" in told
    assert long not in told
    assert "so the losses may add up to more than the points of the round" in told


def test_so_they_have_on_paper_and_names_have_their_badges() -> None:
    pytest.importorskip("typst", reason="the extra 'pdf' is not installed")
    pypdf = pytest.importorskip("pypdf", reason="pypdf, which reads the pages, is not installed")
    last = pypdf.PdfReader(BytesIO(FORMATS["pdf"].render_bytes(reviewed(), Style()))).pages[-1]
    assert "as a sequence up to" in last.extract_text().replace("\N{NO-BREAK SPACE}", " ")
    content = last.get_contents().get_data().decode("latin-1")
    found = re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) scn", content)
    colors = {"#" + "".join(f"{round(float(part) * 255):02x}" for part in color) for color in found}
    assert COLORS["purple"].light in colors
    assert "N Noah" in " ".join(last.extract_text().split())  # with the monogram
