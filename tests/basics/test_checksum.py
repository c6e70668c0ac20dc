"""The digits that stand for a text in the names of locks and indexes: the same in every haggis."""

from haggis_cli.support.checksum import checksum


def test_a_text_has_the_same_digits_everywhere() -> None:
    assert checksum(b"/x/friday.toml") == "6239c79b25590540"
    assert checksum(b"") == "0000000000000001"


def test_texts_that_look_alike_are_told_apart() -> None:
    names = [f"/home/isla/matches/match-{number:05}.toml".encode() for number in range(20_000)]
    assert len({checksum(name) for name in names}) == len(names)
