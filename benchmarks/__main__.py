"""All benchmarks that take at most minutes, in one table: `python -m benchmarks`. README.md lists the others."""

from itertools import chain

from benchmarks import engine, neighbours, players, startup
from benchmarks.clock import print_rows

if __name__ == "__main__":
    print_rows(chain(startup.rows(), engine.rows(), neighbours.rows(), players.rows()))
