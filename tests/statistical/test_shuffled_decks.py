"""The slow engine on physically shuffled decks against the kernels: the same distributions.

Here the engines share no random numbers and not even the way of drawing. Each chi-squared test
has a false-alarm rate of one in a million, and the seeds are fixed.
"""

import random

import numpy as np
import pytest
from scipy import stats

from fastsim.game.setup import GameSetup, basic, simplified
from fastsim.play.games import tally
from fastsim.reference.draws import ShuffledDeck
from fastsim.reference.game import play_game
from fastsim.rules.library import library

ALARM = 1e-6

SIZES = [
    pytest.param(1500, id="1500"),
    pytest.param(40_000, id="40k", marks=pytest.mark.deep),
]


def joined(counts: np.ndarray, law: np.ndarray) -> tuple[list[float], list[float]]:  # type: ignore[type-arg]
    """Neighbouring values joined until at least ten games are expected in each class."""
    seen, expected = [0.0], [0.0]
    for n, p in zip(counts, law * counts.sum(), strict=True):
        if expected[-1] >= 10:
            seen.append(0.0)
            expected.append(0.0)
        seen[-1] += n
        expected[-1] += p
    if expected[-1] < 10 and len(expected) > 1:
        seen[-2:], expected[-2:] = [sum(seen[-2:])], [sum(expected[-2:])]
    return seen, expected


@pytest.mark.statistical
@pytest.mark.parametrize("games", SIZES)
@pytest.mark.parametrize("setup", [simplified(), basic(), basic(3)], ids=lambda s: s.name)
@pytest.mark.parametrize("names", [("B", "Big Money"), ("Big Money Ultimate", "Greedy")])
def test_shuffled_decks_give_the_kernels_distributions(
    setup: GameSetup, names: tuple[str, str], games: int
) -> None:
    rules = [library().get(names[seat % 2]) for seat in range(setup.players)]
    luck = random.Random(77)
    turns = np.zeros(setup.max_turns + 1, int)
    vp = np.zeros((setup.players, setup.vp_range[1] + 1), int)
    winners = np.zeros(2**setup.players, int)
    for _ in range(games):
        log = play_game(setup, rules, ShuffledDeck(luck))
        turns[len(log.turns)] += 1
        winners[sum(1 << seat for seat in log.winners)] += 1
        for seat, points in enumerate(log.vp):
            vp[seat, points] += 1
    law = tally(setup, rules, games=1_000_000, seed=5)
    pairs = {"turns": (turns, law.turns), "winners": (winners, law.outcomes)}
    pairs |= {f"VP of seat {seat}": (vp[seat], law.vp[seat]) for seat in range(setup.players)}
    for what, (counts, kernel) in pairs.items():
        seen, expected = joined(counts, kernel / law.games)
        assert len(seen) > 1
        assert stats.chisquare(seen, expected).pvalue > ALARM, what
