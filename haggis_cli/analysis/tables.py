"""The hands of a position as numbers: labels of all plays, and the classes of every player's hands."""

from collections.abc import Callable

from haggis_cli.analysis.hand_classes import HandClasses, RootHand, RootPlay
from haggis_cli.analysis.labels import Label, Labels, shape_of
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.combinations.readings import Reading
from haggis_cli.rules.move_generation.moves import legal_plays
from haggis_cli.rules.move_generation.parts import Move
from haggis_cli.rules.rounds.round import Round


class Tables:
    """What the searches know of the hands at the root.

    classes: the classes of each seat's hands.
    """

    def __init__(self, root: Round, tick: Callable[[], None]) -> None:
        """`tick` is called now and then while classes are found, and may raise to break off."""
        table = root.table
        assert root.hands is not None
        plays = [legal_plays(table.variant.combinations, table.deck, hand) for hand in root.hands]
        readings = [[reading for _, reading in of_seat] for of_seat in plays]
        for played in root.trick:
            readings[played.seat].append(played.reading)
        partners_answer = len(table.names) > 2
        self._labels = Labels(readings)
        self._roots = [RootHand(hand) for hand in root.hands]
        self.classes: list[HandClasses] = []
        for seat, (own, of_seat) in enumerate(zip(self._roots, plays, strict=True)):
            wanted = of_seat if partners_answer else _highest(of_seat)
            numbered = {
                RootPlay(own.bits(cards), *self._labels.of(seat, reading), table.variant.card_values.of(cards))
                for cards, reading in wanted
            }
            shapes = self._labels.shapes
            self.classes.append(HandClasses(own, sorted(numbered), shapes, keep_lower=partners_answer, tick=tick))

    def number(self, seat: int, hand: Cards) -> int:
        """The class of a player's hand; ValueError if it does not follow from that at the root."""
        return self.classes[seat].number(self._roots[seat].bits(hand))

    def label(self, seat: int, reading: Reading) -> Label:
        """What a reading comes to that the player has had; ValueError for any other."""
        try:
            return self._labels.of(seat, reading)
        except KeyError:
            raise ValueError("the position does not follow from the one that the solver was made for") from None


def _highest(plays: list[Move]) -> list[Move]:
    """For two players: of each handful and shape the highest reading, which leaves the other the fewest answers."""
    best: dict[tuple[Cards, object], Reading] = {}
    for cards, reading in plays:
        key = (cards, shape_of(reading))
        if key not in best or best[key].rank < reading.rank:
            best[key] = reading
    return [(cards, reading) for (cards, _), reading in best.items()]
