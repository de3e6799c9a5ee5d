"""Cycles: each beats the next, and the last one beats the first."""

from __future__ import annotations

import itertools
from collections import deque

import numpy as np
import numpy.typing as npt

from fastsim.text.errors import InvalidInput


def find_cycles(beats: npt.ArrayLike) -> tuple[tuple[int, ...], ...]:
    """Find every cycle of three or, where there is none, one of the shortest cycles.

    Parameters
    ----------
    beats : bool [n, n]
        Whether i is shown to beat j; never both ways, and nobody beats itself.

    Returns
    -------
    tuple of tuple of int
        Each cycle once, from its smallest index on: the first beats the second, and so on, and the
        last beats the first. Empty exactly when there is no cycle of any length: where every two
        are told apart, a longer cycle always holds one of three.

    Raises
    ------
    InvalidInput
        When `beats` is not square, or says that two beat each other.

    Notes
    -----
    Every cycle is true when every statement of `beats` is; so the level of those, all together,
    is the level of the cycles.
    """
    graph = np.asarray(beats, dtype=bool)
    if graph.ndim != 2 or graph.shape[0] != graph.shape[1] or (graph & graph.T).any():
        raise InvalidInput("Cycles need to know of each two whether one beats the other.")
    threes = tuple(
        (a, b, c) if graph[a, b] else (a, c, b)
        for a, b, c in itertools.combinations(range(len(graph)), 3)
        if (graph[a, b] and graph[b, c] and graph[c, a])
        or (graph[a, c] and graph[c, b] and graph[b, a])
    )
    if threes:
        return threes
    # a cycle's smallest index, then the cycle itself: min() takes the first of the shortest
    through = [cycle for start in range(len(graph)) if (cycle := _shortest_through(graph, start))]
    return (min(through, key=len),) if through else ()


def _shortest_through(graph: npt.NDArray[np.bool_], start: int) -> tuple[int, ...]:
    """Return a shortest cycle from `start` back to it, or nothing; breadth first."""
    came_from: dict[int, int] = {}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for beaten in np.flatnonzero(graph[node]).tolist():
            if beaten == start:
                path = [node]
                while path[-1] != start:
                    path.append(came_from[path[-1]])
                return tuple(reversed(path))
            if beaten not in came_from:
                came_from[beaten] = node
                queue.append(beaten)
    return ()
