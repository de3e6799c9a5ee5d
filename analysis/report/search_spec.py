"""What a report is to be about, of searches: frontiers, best answers and equilibria."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.questions.optimise.family import Family
from fastsim.rules.model import BuyRule


@dataclass(frozen=True)
class FrontierSpec:
    """Rules to compare by their length.

    Attributes
    ----------
    rules : tuple of BuyRule
        The shortest first.
    source : str
        The file that they are from.
    against : tuple of BuyRule
    games : int
        Of each rule against each opponent, half in each seat order.
    within : float
        Share of the games that a shorter rule may cost.
    title : str
    text : tuple of str
        Paragraphs.
    """

    rules: tuple[BuyRule, ...]
    source: str
    against: tuple[BuyRule, ...]
    games: int
    within: float
    title: str
    text: tuple[str, ...]

    @property
    def played(self) -> int:
        """Games of all rules together."""
        return len(self.rules) * len(self.against) * self.games


@dataclass(frozen=True)
class ResponseSpec:
    """A family of rules in which to search for the best answer to a rule.

    Attributes
    ----------
    family : Family
    against : BuyRule
    games, fresh : int
        Games that choose, of all rules together and at most; games that score the answer.
    title : str
    text : tuple of str
        Paragraphs.
    """

    family: Family
    against: BuyRule
    games: int
    fresh: int
    title: str
    text: tuple[str, ...]


@dataclass(frozen=True)
class EquilibriumSpec:
    """A family of rules whose equilibrium is wanted: the arguments of `solve`."""

    family: Family
    given: tuple[BuyRule, ...]
    bound: float
    games: int
    answer_games: int
    fresh: int
    title: str
    text: tuple[str, ...]
