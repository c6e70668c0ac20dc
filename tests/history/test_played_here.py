"""Who has played here, for whoever starts a match: the usual group first, and nobody of the last evening is missing."""

from collections.abc import Sequence

from haggis_cli.history.index import query_index
from haggis_cli.history.timeline import PlayedHere, find_played_here
from haggis_cli.matches.store.folder import Store
from tests.support.haggis import Haggis, header

VARIANTS = {2: "two-player", 3: "three-player", 4: "neeps"}


def played(haggis: Haggis, *evenings: Sequence[str], month: int = 3) -> PlayedHere:
    """Who has played here after these evenings, one a day: the names of each match."""
    for day, matches in enumerate(evenings, 1):
        for number, names in enumerate(matches.split() for matches in matches):
            name = f"m{month}-{day}-{number}"
            players = ", ".join(f'"{each}"' for each in names)
            text = header(players, name=name, variant=VARIANTS[len(names)], lead=names[0])
            haggis.keep(text.replace("2026-11-21", f"2026-{month:02}-{day:02}"), name)
    return query_index(Store(haggis.home), lambda index, _: find_played_here(index), lambda _done, _all: None)


def test_the_usual_group_of_so_many_comes_first(haggis: Haggis) -> None:
    three, two = "Adam Brenda Carol", "Noah Isla"
    found = played(haggis, [two], [two, "Isla Rory"], *[[three] * 5] * 5)
    assert found.names_for([2])[:2] == two.split()
    assert found.names_for([3])[:3] == three.split()
    assert found.names_for([2, 3])[:3] == three.split()
    assert found.names_for([4]) == found.names
    assert {*found.names_for([2])} == {"Adam", "Brenda", "Carol", "Noah", "Isla", "Rory"}


def test_the_others_go_by_how_often_and_how_lately_they_played(haggis: Haggis) -> None:
    """Jamie plays now and then, Zoe once a year ago, and a dozen strangers were here yesterday."""
    strangers = [f"Guest{number} Other{number}" for number in range(7)]
    played(haggis, ["Zoe Noah"], month=1)
    found = played(haggis, *[["Jamie Noah"]] * 3, ["Noah Isla"] * 4, strangers, ["Noah Isla", "Noah Jamie"], month=11)
    assert found.names_for([2])[:3] == ["Noah", "Isla", "Jamie"]
    assert found.names[-1] == "Zoe"
    later = played(haggis, ["Guest5 Noah"], month=12)
    assert later.names[:2] == ["Noah", "Guest5"]
    assert later.names.index("Jamie") < later.names.index("Guest4")
