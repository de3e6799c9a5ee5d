"""What a grown rule may say in a setup: cards to buy, quantities to look at, numbers to compare."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from analysis.questions.optimise.evolution.chance import Chance
from fastsim.cards import CARDS, PROVINCE, Card
from fastsim.game.setup import GameSetup
from fastsim.rules.model import Condition, Expression, Quantity, Term
from fastsim.text.shown import brief

#: Whole numbers make ``<`` and ``>`` say no more than these, and ``!=`` is hardly ever meant.
OPERATORS: Final = ("<=", ">=", "==")
#: Piles and cards owned beyond this number are not worth telling apart.
_MOST_CARDS: Final = 12
#: Once in so many conditions compares two quantities.
_COMPARISONS: Final = 6


@dataclass(frozen=True)
class Measure:
    """A quantity and the range of numbers that it is worth comparing with."""

    quantity: Quantity
    low: int
    high: int


@dataclass(frozen=True)
class Vocabulary:
    """The words of one setup.

    Attributes
    ----------
    cards : tuple of Card
        Those that can be bought.
    measures : tuple of tuple of Measure
        By name of the quantity: one for each card where it takes one. Cards in hand are left out,
        since the fastest kernel does not look at them.
    """

    cards: tuple[Card, ...]
    measures: tuple[tuple[Measure, ...], ...]

    __repr__ = brief

    @classmethod
    def of(cls, setup: GameSetup) -> Vocabulary:
        """Return what can be said in a setup."""
        piles = setup.supply
        own = {c: (setup.deck.get(c, 0), setup.deck.get(c, 0) + piles.get(c, 0)) for c in CARDS}
        held = [card for card in CARDS if card in setup.in_game]
        start = sum(setup.deck.values())
        money = sum(card.money * n for card, n in setup.deck.items())
        vp = sum(card.vp * n for card, n in setup.deck.items())
        gap = setup.vp_range[1] - setup.vp_range[0]

        def cards(name: str) -> tuple[Measure, ...]:
            return tuple(
                Measure(Quantity(name, c), own[c][0], min(own[c][1], own[c][0] + _MOST_CARDS))
                for c in held
                if own[c][0] < own[c][1]
            )

        def plain(name: str, low: int, high: int) -> tuple[Measure, ...]:
            return (Measure(Quantity(name), low, high),)

        small = tuple(
            Measure(Quantity("supply", card), 0, n)
            for card, n in piles.items()
            if card is not PROVINCE and n <= _MOST_CARDS
        )
        found = (
            cards("own"),
            cards("opponents"),
            small,
            plain("provinces", 0, min(piles[PROVINCE], 2 * _MOST_CARDS))
            if PROVINCE in piles
            else (),
            plain("gains_to_end", 0, _MOST_CARDS),
            plain("empty_piles", 0, setup.end_piles - 1),
            plain("money", 0, 10),
            plain("total_money", money, money + 36),
            plain("turn", 1, min(30, -(-setup.max_turns // setup.players))),
            plain("seat", 1, setup.players),
            plain("deck_size", start, start + 30),
            plain("treasures", sum(setup.deck.get(c, 0) for c in CARDS if c.money), start + 15),
            plain("victories", sum(setup.deck.get(c, 0) for c in CARDS if c.vp), start + 10),
            plain("vp", vp, vp + min(gap, 40)),
            plain("opponent_vp", vp, vp + min(gap, 40)),
            plain("lead", -min(gap, 24), min(gap, 24)),
        )
        buys = tuple(card for card in CARDS if piles.get(card))
        return cls(buys, tuple(measures for measures in found if measures))

    def measure(self, chance: Chance) -> Measure:
        """Return a quantity: each name as often as any other, whatever cards it may take."""
        return chance.choose(chance.choose(self.measures))

    def condition(self, chance: Chance) -> Condition:
        """Return a condition: a quantity compared with a number, now and then with another."""
        measure = self.measure(chance)
        operator = chance.choose(OPERATORS if chance.once_in(3) else OPERATORS[:2])
        if not chance.once_in(_COMPARISONS):
            right = number(chance.between(measure.low, measure.high))
            return Condition((Term(measure.quantity),), operator, right)
        other = self.measure(chance).quantity
        right = (Term(other), *number(chance.between(-6, 6)))
        if right[1].factor == 0:
            right = right[:1]
        return Condition((Term(measure.quantity),), operator, right)


def number(value: int) -> Expression:
    """Return a whole number as one side of a condition."""
    return (Term(None, Fraction(abs(value)), negative=value < 0),)
