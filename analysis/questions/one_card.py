"""One kingdom card beside a money strategy: how many copies, when, and what they are worth.

Every card is given the same templates, in which it stands at different places of a money rule.
All variants of a card (template, number of copies, other parameters) meet one opponent in a game
whose kingdom is that card alone, so that nothing else can matter. *Selection* games choose the
variant; *fresh* games, which no choice has seen, say what it is worth (see
`analysis.questions.optimise.games`): the selection figure of a winner is flattered by the games
that it won.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from analysis.questions.duel import Duel
from analysis.questions.optimise.games import Games
from analysis.questions.sweep import Axis, Number
from analysis.statistics import Estimate
from analysis.statistics.checks import check_level
from fastsim.cards import Card
from fastsim.execute.jobs import Executor
from fastsim.game.kingdoms import base
from fastsim.game.setup import GameSetup
from fastsim.play.matchups import Matchup
from fastsim.play.settings import Progress
from fastsim.rules.check import check_rule
from fastsim.rules.model import BuyRule
from fastsim.rules.values import as_list, as_rule
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import WholeLike, as_count, as_number, as_optional, as_real, as_whole
from fastsim.text.shown import brief

#: The parameters that every template has: the card, and how many of it are bought.
CARD, COUNT = "card", "count"
#: Variants of each number of copies that are looked at a second time, in more games.
FINALISTS: Final = 4
#: How many times the games of the first look the second one has.
SECOND_LOOK: Final = 8


@dataclass(frozen=True)
class Template:
    """Where a card may stand in a money rule.

    Attributes
    ----------
    name : str
    rule : BuyRule
        With the parameters ``{card}`` and ``{count}``, and any others.
    max_cost : int, optional
        Cost of the dearest card that the place makes sense for.
    """

    name: str
    rule: BuyRule
    max_cost: int | None = None

    __repr__ = brief


@dataclass(frozen=True)
class Variant:
    """A template filled for one card."""

    template: str
    values: Mapping[str, Number]
    rule: BuyRule

    __repr__ = brief

    @property
    def count(self) -> Number:
        """Copies of the card at most."""
        return self.values[COUNT]


@dataclass(frozen=True, eq=False)
class CopiesResult(ByValue):
    """The best variant with so many copies.

    Attributes
    ----------
    variant : Variant
    selected : Estimate
        Win rate in the games that chose it: too high by what luck had to do with the choice.
    duel : Duel
        Its fresh games.
    """

    variant: Variant
    selected: Estimate[float]
    duel: Duel

    __repr__ = brief


@dataclass(frozen=True, eq=False)
class CardResult(ByValue):
    """What one card is worth.

    Attributes
    ----------
    card : Card
    setup : GameSetup
    variants : int
        How many were tried.
    copies : tuple of CopiesResult
        By number of copies.
    """

    card: Card
    setup: GameSetup
    variants: int
    copies: tuple[CopiesResult, ...]

    __repr__ = brief

    @property
    def best(self) -> CopiesResult:
        """The number of copies that the selection games chose."""
        return max(self.copies, key=lambda copies: copies.selected.value)


@dataclass(frozen=True, eq=False)
class CardStudy(ByValue):
    """What each of several cards is worth beside money.

    Attributes
    ----------
    templates : tuple of Template
    against : BuyRule
    results : tuple of CardResult
    search_games, games : int
        Of each variant's first look, and fresh ones of each card and number of copies.
    seed : int
    level : float
    """

    templates: tuple[Template, ...]
    against: BuyRule
    results: tuple[CardResult, ...]
    search_games: int
    games: int
    seed: int
    level: float

    __repr__ = brief


@dataclass(frozen=True)
class CardPlan:
    """A study to be made.

    Attributes
    ----------
    cards : tuple of Card
    templates : tuple of Template
    counts : tuple of numbers
        Of copies.
    axes : tuple of Axis
        Values of the templates' other parameters; a template takes those that it has.
    against : BuyRule
    search_games, games : int
        As in `CardStudy`; even.

    Raises
    ------
    InvalidInput
        For a template without the card or the number of copies, or with another parameter that has
        no values; and for values that no template takes.
    """

    cards: tuple[Card, ...]
    templates: tuple[Template, ...]
    counts: tuple[Number, ...]
    axes: tuple[Axis, ...]
    against: BuyRule
    search_games: int
    games: int

    __repr__ = brief

    def __post_init__(self) -> None:
        for name in ("search_games", "games"):
            object.__setattr__(self, name, as_count(name, getattr(self, name)))
        counts = tuple(as_number("counts", n) for n in as_list(self.counts, "counts"))
        object.__setattr__(self, "counts", counts)
        object.__setattr__(self, "against", as_rule(self.against))
        given = {CARD, COUNT, *(axis.parameter for axis in self.axes)}
        taken_by_one = {name for t in self.templates for name in t.rule.parameters}
        for template in self.templates:
            for name in (CARD, COUNT):
                if name not in template.rule.parameters:
                    raise InvalidInput(f"the template {template.name!r} has no {{{name}}}")
            for name in template.rule.parameters:
                if name not in given:
                    raise InvalidInput(
                        f"the template {template.name!r}: no values for {{{name}}}",
                        "Give it an axis, or write a number in its place.",
                    )
        for name in sorted(given - taken_by_one):
            raise InvalidInput(f"no template has a parameter {{{name}}}")
        for card in self.cards:
            for variant in self.variants(card)[:1]:
                check_rule(variant.rule, card_setup(card))
            check_rule(self.against, card_setup(card))

    @property
    def total_games(self) -> int:
        """Games that the study plays."""
        per_count = len(self.counts)
        total = 0
        for card in self.cards:
            variants = len(self.variants(card))
            finalists = per_count * min(FINALISTS, variants // per_count)
            total += variants * self.search_games
            total += finalists * SECOND_LOOK * self.search_games + per_count * self.games
        return total

    def variants(self, card: Card) -> list[Variant]:
        """Return every filled template for a card, by number of copies."""
        return list(_variants(self, card))


def _variants(plan: CardPlan, card: Card) -> Iterator[Variant]:
    for count in plan.counts:
        for template in plan.templates:
            if template.max_cost is not None and card.cost > template.max_cost:
                continue
            axes = [axis for axis in plan.axes if axis.parameter in template.rule.parameters]
            for point in itertools.product(*(axis.values for axis in axes)):
                values = {COUNT: count} | {
                    axis.parameter: value for axis, value in zip(axes, point, strict=True)
                }
                rule = template.rule.fill({CARD: card, **values})
                yield Variant(template.name, values, replace(rule, name=f"{card} ({count})"))


@functools.cache
def card_setup(card: Card) -> GameSetup:
    """Return the game whose kingdom is one card."""
    return base([card], size=1, name=card_setup_argument(card))


def card_setup_argument(card: Card) -> str:
    """Return how `load_setup` is told of the game whose kingdom is one card."""
    return f"base({card}),kingdom_size=1"


def study_cards(
    plan: CardPlan,
    *,
    seed: WholeLike = 0,
    threads: WholeLike | None = None,
    executor: Executor | None = None,
    level: float = 0.95,
    progress: Progress | None = None,
) -> CardStudy:
    """Find the best number of copies of each card, and score it on fresh games.

    A first look at every variant leaves `FINALISTS` of each number of copies; a second one, in
    `SECOND_LOOK` times as many games of their own, chooses among them. The best of each number of
    copies plays fresh games.

    Parameters
    ----------
    plan : CardPlan
    seed : int
        Of the selection games; fresh ones have its complement.
    threads : int, optional
        All processors when not given. Changes the time only.
    executor : Executor, optional
        As `fastsim.tally`.
    level : float
        Of every interval.
    progress : callable, optional
        Called with the number of games played so far.
    """
    workers, seed = as_optional("threads", threads), as_whole("seed", seed)
    level = check_level(as_real("level", level))
    results: list[CardResult] = []
    done = 0
    for card in plan.cards:
        games = Games(
            card_setup(card),
            seed,
            workers,
            progress=_after(done, progress),
            executor=executor,
        )
        results.append(_study_card(plan, card, games, level))
        done += games.played
    return CardStudy(
        plan.templates, plan.against, tuple(results), plan.search_games, plan.games, seed, level
    )


def _after(done: int, progress: Progress | None) -> Progress | None:
    """Return a progress callback for games that are played after `done` others."""
    return (lambda played: progress(done + played)) if progress else None


def _study_card(plan: CardPlan, card: Card, games: Games, level: float) -> CardResult:
    variants = plan.variants(card)
    first = plan.search_games // 2
    rates = _rates(games, variants, plan.against, first, 0)
    finalists = [
        variants[k]
        for count in plan.counts
        for k in sorted(
            (k for k, variant in enumerate(variants) if variant.count == count),
            key=lambda k: -rates[k].value,
        )[:FINALISTS]
    ]
    again = _rates(games, finalists, plan.against, SECOND_LOOK * first, first)
    chosen = [
        max(
            (k for k, variant in enumerate(finalists) if variant.count == count),
            key=lambda k: again[k].value,
        )
        for count in plan.counts
    ]
    duels = _duels(games.fresh, [finalists[k] for k in chosen], plan.against, plan.games // 2, 0)
    return CardResult(
        card,
        games.setup,
        len(variants),
        tuple(
            CopiesResult(finalists[k], again[k], replace(duel, level=level))
            for k, duel in zip(chosen, duels, strict=True)
        ),
    )


def _rates(
    games: Games, variants: Sequence[Variant], against: BuyRule, indices: int, start: int
) -> list[Estimate[float]]:
    return [duel.win_rate for duel in _duels(games, variants, against, indices, start)]


def _duels(
    games: Games, variants: Sequence[Variant], against: BuyRule, indices: int, start: int
) -> list[Duel]:
    """Play every variant against the opponent, over the same game indices."""
    begun = games.seconds
    tally = games.tally([Matchup(v.rule, against) for v in variants], indices, start)
    seconds = (games.seconds - begun) / len(variants)
    return [Duel(games.setup, tally.take([k]), games.seed, seconds) for k in range(len(variants))]
