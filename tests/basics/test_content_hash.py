"""The digits that stand for a content in the names of undo copies, locks and indexes: the same in every haggis."""

from haggis_cli.support.escaping import content_hash


def test_a_content_has_the_same_digits_everywhere() -> None:
    assert content_hash(b"/x/friday.toml") == "5b3ebd57e698673a"
    assert content_hash(b"") == "e3b0c44298fc1c14"


def test_contents_that_look_alike_are_told_apart() -> None:
    names = [f"/home/isla/matches/match-{number:05}.toml".encode() for number in range(20_000)]
    assert len({content_hash(name) for name in names}) == len(names)
