"""A match id is a file name every system allows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_cli.matches.heading import MAX_ID_LENGTH, safe_id, slug
from haggis_cli.support.errors import UsageError


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("2026-11-21-noah-jamie-isla", "2026-11-21-noah-jamie-isla"),
        ("  Noah & the  Œuvre!", "noah-the-oeuvre"),
        ("Søren/Łukasz/Weiß", "soren-lukasz-weiss"),
        ("../../etc/passwd", "etc-passwd"),
        ("~x.TOML", "x-toml"),
    ],
)
def test_names_become_small_letters_digits_and_hyphens(text: str, made: str) -> None:
    assert safe_id(text) == made


@pytest.mark.parametrize("text", ["", "...", "李雷", "CON", "nul", "Com1", "LPT9.", "\x1b"])
def test_what_no_file_may_be_called_is_refused(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        safe_id(text)
    assert str(caught.value).isprintable()


@given(st.text(max_size=120))
def test_an_id_stays_what_it_is_and_holds_nothing_a_disk_could_misread(text: str) -> None:
    made = slug(text)
    assert len(made) <= MAX_ID_LENGTH
    assert slug(made) == made
    assert set(made) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert not made.startswith("-")
    assert not made.endswith("-")
