"""Work shared out: the same results whoever works, and nobody left working."""

from collections.abc import Iterator
from multiprocessing import active_children

import pytest

from haggis_cli.errors import HaggisError
from haggis_cli.workers import Crew, spread


def halved(number: int) -> int:
    return number // 2


@pytest.mark.parametrize("crew", [Crew(1), Crew(2), Crew(5)])
@pytest.mark.parametrize("piece", [1, 3, 50])
def test_results_come_in_the_order_of_the_items_whoever_works(crew: Crew, piece: int) -> None:
    assert list(spread(halved, iter(range(20)), crew, piece=piece)) == [number // 2 for number in range(20)]
    assert sorted(spread(halved, range(20), crew, piece=piece, in_order=False)) == sorted(map(halved, range(20)))


def test_nothing_is_taken_before_it_is_needed() -> None:
    """What waits is bounded, so that the work may be endless and memory flat."""
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        while True:
            yield taken
            taken += 1

    results = spread(halved, items(), Crew(2), piece=5)
    assert [next(results) for _ in range(10)] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert taken < 60
    results.close()
    assert not active_children()


def test_a_system_without_processes_works_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*arguments: object, **named: object) -> None:
        raise NotImplementedError("no semaphores here")

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", missing)
    assert list(spread(halved, range(7), Crew(3))) == [0, 0, 1, 1, 2, 2, 3]


def test_a_scheduler_that_is_not_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="needs haggis-cli[cluster]")
    monkeypatch.setattr("haggis_cli.workers._PATIENCE", "0.3s")
    with pytest.raises(HaggisError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        list(spread(halved, [1], Crew(1, "tcp://127.0.0.1:1")))
