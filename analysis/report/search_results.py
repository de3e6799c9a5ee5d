"""The searches that a report asks for, made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from analysis.questions.optimise.evolution.scores import Scores, play
from analysis.questions.optimise.games import Games
from analysis.questions.optimise.opponents import Opponents
from analysis.questions.optimise.search import Search, confirming_games, search
from analysis.questions.optimise.solution import Solution, Stop
from analysis.questions.optimise.solve import solve
from analysis.report.page.spec import ReportSpec
from fastsim.execute.jobs import Executor
from fastsim.text.equality import ByValue


@dataclass(frozen=True, eq=False)
class SearchResults(ByValue):
    """What the searches of a report found.

    Attributes
    ----------
    frontier : Scores or None
        The rules of the frontier against its opponents.
    responses : tuple of Search
        In the order of the spec.
    equilibrium : Solution or None
    games : int
        Played by the searches; those of the frontier are counted by the spec.
    """

    frontier: Scores | None
    responses: tuple[Search, ...]
    equilibrium: Solution | None
    games: int


def play_searches(
    spec: ReportSpec,
    executor: Executor,
    after: Callable[[int], Callable[[int], None]],
) -> SearchResults:
    """Make all searches of a spec.

    Parameters
    ----------
    spec : ReportSpec
    executor : Executor
        Where the games run and are kept.
    after : callable
        Returns, for the games of a part, what is called with the games that it has played.
    """

    def source(games: int) -> Games:
        report = after(games)
        return Games(
            spec.setup, spec.seed, progress=lambda played: report(min(played, games)),
            executor=executor,
        )  # fmt: skip

    frontier, played = None, 0
    if part := spec.frontier:
        frontier = play(source(part.played), part.rules, part.against, part.games // 2)
    responses = []
    for wanted in spec.responses:
        games = source(wanted.games)
        opponents = Opponents.of([wanted.against])
        responses.append(
            search(
                games, wanted.family, opponents,
                budget=wanted.games + confirming_games(wanted.family, opponents, wanted.fresh),
                fresh=wanted.fresh, level=spec.level,
            )
        )  # fmt: skip
        if responses[-1].fresh is None:
            raise KeyboardInterrupt  # a report of half a search would not say so
        played += games.played
    solution = None
    if asked := spec.equilibrium:
        games = source(asked.games)
        solution = solve(
            games, asked.family, asked.given, bound=asked.bound, budget=asked.games,
            answer_games=asked.answer_games, fresh=asked.fresh, level=spec.level,
        )  # fmt: skip
        if solution.stop is Stop.USER:
            raise KeyboardInterrupt
        played += games.played
    return SearchResults(frontier, tuple(responses), solution, played)
