"""Which cases of a test with many are run by default."""


def sampled(cases: list[str], *wanted: int | str) -> set[str]:
    """The cases that are named, or so many of them, spread evenly; all where none of the names is there.

    >>> sorted(sampled(["a", "b", "c", "d", "e", "f"], 2))
    ['a', 'd']
    >>> sampled(["a", "b"], "b")
    {'b'}
    """
    named = {each for each in wanted if isinstance(each, str)} & set(cases)
    if named:
        return named
    number = next((each for each in wanted if isinstance(each, int)), len(cases))
    ordered = sorted(cases)
    return {ordered[len(ordered) * each // number] for each in range(number)}
