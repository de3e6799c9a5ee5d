"""What searches found, in sentences made from the numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from analysis.frames import length_frame
from analysis.plots.labels import estimate_of
from analysis.questions.optimise.search import Search
from analysis.questions.optimise.solution import Solution
from analysis.report.page.finding import Finding
from analysis.report.page.results import Results
from analysis.statistics.words import capital, counted, listed, percent, percent_of_games
from fastsim.rules.describe import digest
from fastsim.text.words import number_of

#: What a rule must win more than the next shorter one for the summary to speak of it.
_MUCH = 0.02


def search_findings(results: Results) -> Iterator[Finding]:
    """Yield what the searches of a report show."""
    found = results.searches
    if found.frontier:
        yield _frontier(results)
    for part, response in zip(results.spec.responses, found.responses, strict=True):
        yield from _response(response, part.against.name)
    if found.equilibrium:
        yield from _equilibrium(found.equilibrium)


def _frontier(results: Results) -> Finding:
    part, scores = results.spec.frontier, results.searches.frontier
    assert part is not None
    assert scores is not None
    frame = length_frame(scores, within=part.within, level=results.spec.level)
    best = frame.iloc[int(frame["win_rate"].to_numpy().argmax())]
    enough = frame[frame["result"]].iloc[0]
    over = counted(len(part.against), "opponent")
    claim = (
        f"Length {enough['length']} is enough: {enough['rule']} wins "
        f"{percent(estimate_of(enough))} of its games, averaged over {over}."
    )
    if best["length"] != enough["length"]:
        claim = (
            f"{claim[:-1]}; the best of all, of length {best['length']}, "
            f"{percent(estimate_of(best))}."
        )
    gains = frame["win_rate"].diff()
    steps = [
        f"{percent(estimate_of(row))} at length {row['length']}"
        for _, row in frame[(gains >= _MUCH) & (frame["length"] < enough["length"])].iterrows()
    ]
    beats = frame[frame["hardest_win_rate"] > 0.5]
    detail = f"Most of it is there before: {listed(steps)}. " if steps else ""
    if len(beats):
        first = beats.iloc[0]
        detail += (
            f"The shortest that wins more than half of its games against each of them has length "
            f"{first['length']}: against {first['hardest']}, its hardest, "
            f"{100 * first['hardest_win_rate']:.1f} %."
        )
    return Finding(claim, detail)


def _response(found: Search, against: str) -> Iterator[Finding]:
    rate, race = found.win_rate, found.race
    rules = f"{number_of(len(found.family), 'rule')} of its family"
    if digest(found.rule) == digest(found.opponents.rules[0]):
        others = int(race.may_be_best.sum()) - 1
        told = (
            f"{capital(counted(others, 'other'))} cannot be told from it"
            if others
            else "Every other one is worse"
        )
        yield Finding(
            f"The best answer to {against} is {against} itself, among {rules}.",
            f"{told} at {100 * race.level:g} %.",
        )
        return
    if rate.low > 0.5:
        claim = f"The best answer to {against} among {rules} wins {percent_of_games(rate)}."
    elif rate.high < 0.5:
        claim = f"No answer to {against} was found among {rules}: the best wins {percent(rate)}."
    else:
        claim = (
            f"No rule is shown to beat {against}, among {rules}: the best answer wins "
            f"{percent_of_games(rate)}."
        )
    detail = (
        "That is over fresh games; of those that chose it, it won "
        f"{100 * found.selected_at.value:.2f} %. It has {found.family.label(found.rule)}."
    )
    if 0 < race.loss_at_most < np.inf:
        detail += (
            f" The truly best of the family wins at most {100 * race.loss_at_most:.2g} points more "
            f"({100 * race.level:g} %)."
        )
    yield Finding(claim, detail)


def _equilibrium(found: Solution) -> Iterator[Finding]:
    value = found.value
    first, second = (
        int(np.count_nonzero(w)) for w in (found.mixtures.first, found.mixtures.second)
    )
    least, most = found.value_between
    ahead = "first" if value.value > 0.5 else "second"
    yield Finding(
        f"Between players who play the equilibrium of {number_of(len(found.family), 'rule')}, "
        f"whoever moves first wins {percent_of_games(value)}: moving {ahead} is the better seat.",
        f"Against the best answers found, the first mover's mixture still wins {percent(least)}, "
        f"and the second mover's allows {percent(most)}.",
    )
    gap, missed = found.exploitability, _missed(found)
    played = (
        f"{capital(counted(first, 'rule'))} {'is' if first == 1 else 'are'} played moving first, "
        f"{counted(second, 'rule')} moving second."
    )
    if gap.low == gap.high == 0:  # the answers are what the mixtures play
        yield Finding(
            "No better answer to the equilibrium was found than itself.", f"{missed} {played}"
        )
        return
    yield Finding(
        f"The equilibrium can be exploited by {100 * gap.value:.2f} percentage points "
        f"({100 * gap.low:.2f} to {100 * gap.high:.2f}), as far as the family goes.",
        "That is what the best answers found win beyond half of the games, seats drawn by lot, "
        f"over games that chose nothing. {missed} {played}",
    )


def _missed(found: Solution) -> str:
    """Return how much better than the answers found others may be."""
    level = f"{100 * found.level:g} %"
    if found.missed_at_most <= 0:
        return f"No other answer of the family is better ({level})."
    more = 100 * found.missed_at_most
    return f"Better answers of the family win at most {more:.2g} points more ({level})."
