"""Rules made shorter as long as they play as well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from analysis.questions.optimise.evolution.edits import tidy
from analysis.questions.optimise.evolution.scores import play
from analysis.questions.optimise.games import Games
from fastsim.rules.model import BuyRule

#: Standard errors of a loss that make it a significant one: 5 % one-sided.
_CLEARLY: Final = 1.645


def shorter(rule: BuyRule) -> list[BuyRule]:
    """Return every rule that one deletion makes of it: of an entry, a condition, or a statement."""
    return list(dict.fromkeys(map(tidy, _deletions(rule))))


def _deletions(rule: BuyRule) -> Iterator[BuyRule]:
    for e, entry in enumerate(rule.entries):
        before, after = rule.entries[:e], rule.entries[e + 1 :]
        if len(rule.entries) > 1:
            yield replace(rule, entries=before + after)
        for c in range(len(entry.conditions)):
            rest = replace(entry, conditions=entry.conditions[:c] + entry.conditions[c + 1 :])
            yield replace(rule, entries=(*before, rest, *after))
    if rule.avoid_losing_end:
        yield replace(rule, avoid_losing_end=False)
    if rule.otherwise:
        yield replace(rule, otherwise=())


def simplify(
    games: Games,
    rule: BuyRule,
    panel: Sequence[BuyRule],
    *,
    indices: int,
    start: int,
    tolerance: float,
    rounds: int,
) -> list[BuyRule]:
    """Return the rule and what is left of it after each deletion that costs nothing.

    Parameters
    ----------
    games : Games
    rule : BuyRule
    panel : sequence of BuyRule
        Opponents; the rule itself is one more.
    indices, start : int
        Game indices of each round, and the first of all: every round plays new games.
    tolerance : float
        A deletion may cost this share of the games, and may not cost significantly.
    rounds : int
        Deletions at most.

    Returns
    -------
    list of BuyRule
        Each shorter than the one before.
    """
    path = [rule]
    for k in range(rounds):
        candidates = shorter(path[-1])
        if not candidates:
            break
        scores = play(games, [path[-1], *candidates], [*panel, rule], indices, start + k * indices)
        losses = [scores.difference(0, i) for i in range(1, len(candidates) + 1)]
        free = [
            (loss, i)
            for i, (loss, error) in enumerate(losses)
            if loss <= min(tolerance, _CLEARLY * error)
        ]
        if not free:
            break
        path.append(candidates[min(free)[1]])
    return path
