"""Text that could drive a terminal or hide is shown by its number; names of people in any language stay as they are."""

import pytest

from haggis_cli.support.escaping import cut_text, escape_text, forbidden_character

SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
TEXAS = "\U0001f3f4\U000e0075\U000e0073\U000e0074\U000e0078\U000e007f"
HARMLESS = [
    SCOTLAND,
    f"Isla {TEXAS}{SCOTLAND}",
    "Noah",
    "Zoë",
    "李雷",
    "Søren",
    "אבי",
    "नीता",
    "a b\u3000c",
    "🦊",
    "👩\u200d👧",
    "e\u0301",
    "\U0001fae9",
]
HARMFUL = {
    "\x1b]52;c;aGk=\x07": "\\x1b]52;c;aGk=\\x07",
    "a\x9b2J": "a\\x9b2J",
    "a\nb\tc\r": "a\\nb\\tc\\r",
    "a\x7f\0": "a\\x7f\\x00",
    "a\u202eb": "a\\u202eb",
    "a\u2066b\u2069": "a\\u2066b\\u2069",
    "a\u2028b\u2029": "a\\u2028b\\u2029",
    "a\udcff": "a\\udcff",
    "a\ue000": "a\\ue000",
    "a\ufffe": "a\\ufffe",
    "a\U000e0041": "a\\U000e0041",
    "a\U000e0067\U000e007f": "a\\U000e0067\\U000e007f",
    SCOTLAND[:-1]: "\U0001f3f4\\U000e0067\\U000e0062\\U000e0073\\U000e0063\\U000e0074",
    "\U0001f3f4\U000e007f": "\U0001f3f4\\U000e007f",
    f"{SCOTLAND}\U000e0067": f"{SCOTLAND}\\U000e0067",
    "\U0001f3f4\U000e0031\U000e0032\U000e0033\U000e007f": "\U0001f3f4\\U000e0031\\U000e0032\\U000e0033\\U000e007f",
}


@pytest.mark.parametrize("text", HARMLESS)
def test_names_of_all_languages_stay_as_they_are(text: str) -> None:
    assert escape_text(text) == text
    assert forbidden_character(text) is None


@pytest.mark.parametrize("text", HARMFUL)
def test_what_could_drive_a_terminal_is_shown_and_refused(text: str) -> None:
    assert escape_text(text) == HARMFUL[text]
    found = forbidden_character(text)
    assert found is not None
    assert found in HARMFUL[text]


def test_every_character_is_either_shown_by_its_number_or_harmless_and_visible_twice_is_visible_once() -> None:
    everything = "".join(map(chr, range(0x3000))) + "".join(map(chr, range(0xE0000, 0xE0200)))
    once = escape_text(everything)
    assert escape_text(once) == once
    assert forbidden_character(once) is None
    assert not any(char < " " or "\x7f" <= char < "\xa0" for char in once)


def test_a_flag_is_cut_off_whole() -> None:
    assert cut_text(f"Isla {SCOTLAND} and Noah", 8) == "Isla "
    assert cut_text(f"Isla {SCOTLAND} and Noah", 12) == f"Isla {SCOTLAND}"
    assert cut_text(f"Isla {SCOTLAND}", 12) == f"Isla {SCOTLAND}"
    assert cut_text("Isla and Noah", 4) == "Isla"
