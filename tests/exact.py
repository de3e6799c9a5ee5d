"""Exact results of small games, by enumeration: a third engine, of a third build.

It works on probabilities instead of luck. The state of a game is the piles, each player's owned
cards and remaining deck, and whose turn it is; a turn branches into every hand, with its
hypergeometric weight, and equal states are joined. Exact fractions of integers throughout.

It shares the rule's model with the project, and nothing of either engine.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

from fastsim.cards import PROVINCE, SIX_CARDS
from fastsim.game.setup import FALLBACK, Buy, GameSetup, Tie
from fastsim.rules.model import BuyRule, Quantity

Counts = tuple[int, ...]  # of each card, in the order of SIX_CARDS
COMPARE = {
    "<": operator.lt, "<=": operator.le, "==": operator.eq,
    "!=": operator.ne, ">=": operator.ge, ">": operator.gt,
}  # fmt: skip


@dataclass(frozen=True)
class Exact:
    """Probabilities and means over all ways that the games can go."""

    outcomes: dict[tuple[int, ...], Fraction]  # probability of each set of winning seats
    equal_vp: Fraction
    mean_turns: Fraction
    mean_vp: tuple[Fraction, ...]
    turns: dict[int, Fraction]

    def more_vp(self, seat: int) -> Fraction:
        """Probability that the seat has more VP than everybody else."""
        return self._more[seat]

    _more: tuple[Fraction, ...] = ()


@dataclass(frozen=True)
class State:
    supply: Counts
    owned: tuple[Counts, ...]
    decks: tuple[Counts, ...]
    turn: int  # of all players together, from 0


@cache
def draws(cards: Counts, n: int) -> tuple[tuple[Counts, int], ...]:
    """Every hand of n out of these cards, with its number of ways."""

    def choose(index: int, left: int) -> Iterator[tuple[Counts, int]]:
        if index == len(cards) - 1:
            if left <= cards[index]:
                yield (left,), comb(cards[index], left)
            return
        for k in range(min(left, cards[index]) + 1):
            for rest, ways in choose(index + 1, left - k):
                yield (k, *rest), ways * comb(cards[index], k)

    return tuple(choose(0, n))


def minus(a: Counts, b: Counts) -> Counts:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def plus(a: Counts, b: Counts) -> Counts:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def hands(owned: Counts, deck: Counts) -> Iterator[tuple[Counts, Counts, Fraction]]:
    """Every next hand with the deck it leaves and its probability."""
    size = sum(deck)
    if size >= 5:
        total = comb(size, 5)
        for hand, ways in draws(deck, 5):
            yield hand, minus(deck, hand), Fraction(ways, total)
        return
    discards = minus(owned, deck)
    wanted = min(5 - size, sum(discards))
    total = comb(sum(discards), wanted)
    for drawn, ways in draws(discards, wanted):
        yield plus(deck, drawn), minus(discards, drawn), Fraction(ways, total)


def worth(cards: Counts) -> int:
    return sum(n * card.money for n, card in zip(cards, SIX_CARDS, strict=True))


def points(cards: Counts) -> int:
    return sum(n * card.vp for n, card in zip(cards, SIX_CARDS, strict=True))


def value(setup: GameSetup, state: State, seat: int, hand: Counts, quantity: Quantity) -> int:
    own, others = state.owned[seat], [o for s, o in enumerate(state.owned) if s != seat]
    if quantity.card is not None:
        column = SIX_CARDS.index(quantity.card)
        zone = {
            "supply": state.supply, "own": own, "hand": hand,
            "opponents": tuple(map(sum, zip(*others, strict=True))),
        }[quantity.name]  # fmt: skip
        return zone[column]
    return {
        "provinces": lambda: state.supply[SIX_CARDS.index(PROVINCE)],
        "deck_size": lambda: sum(own),
        "money": lambda: worth(hand),
        "total_money": lambda: worth(own),
        "turn": lambda: state.turn // setup.players + 1,
        "seat": lambda: seat + 1,
        "vp": lambda: points(own),
        "lead": lambda: points(own) - max(map(points, others)),
    }[quantity.name]()


def buy(setup: GameSetup, rule: BuyRule, state: State, seat: int, hand: Counts) -> int | None:
    money = worth(hand)

    def possible(column: int) -> bool:
        return state.supply[column] > 0 and SIX_CARDS[column].cost <= money

    for entry in rule.entries:
        holds = all(
            COMPARE[condition.operator](
                *(
                    sum(
                        t.coefficient
                        * (1 if t.quantity is None else value(setup, state, seat, hand, t.quantity))
                        for t in side
                    )
                    for side in (condition.left, condition.right)
                )
            )
            for condition in entry.conditions
        )
        if holds and possible(SIX_CARDS.index(entry.card)):
            return SIX_CARDS.index(entry.card)
    if setup.buy is Buy.MANDATORY:
        for card in (*rule.otherwise, *FALLBACK):
            if card in SIX_CARDS and possible(SIX_CARDS.index(card)):
                return SIX_CARDS.index(card)
    return None


def over(setup: GameSetup, state: State) -> bool:
    empty = [
        c for c, n in zip(SIX_CARDS, state.supply, strict=True) if n == 0 and c in setup.supply
    ]
    counting = [c for c in empty if c is not PROVINCE or setup.province_pile_counts]
    return PROVINCE in empty or len(counting) >= setup.end_piles or state.turn >= setup.max_turns


def winners(setup: GameSetup, state: State) -> tuple[int, ...]:
    vp = [points(owned) for owned in state.owned]
    best = [seat for seat in range(setup.players) if vp[seat] == max(vp)]
    if setup.tie is Tie.SECOND:
        return (best[-1],)
    taken = [len(range(seat, state.turn, setup.players)) for seat in range(setup.players)]
    fewest = min(taken[seat] for seat in best)
    return tuple(seat for seat in best if taken[seat] == fewest)


def enumerate_games(setup: GameSetup, rules: Sequence[BuyRule]) -> Exact:
    """Every game of these rules, with its probability."""
    deck = tuple(setup.deck.get(card, 0) for card in SIX_CARDS)
    supply = tuple(setup.supply.get(card, 0) for card in SIX_CARDS)
    start = State(supply, (deck,) * setup.players, (deck,) * setup.players, 0)
    layer = {start: Fraction(1)}
    ended: dict[State, Fraction] = defaultdict(Fraction)
    while layer:
        following: dict[State, Fraction] = defaultdict(Fraction)
        for state, probability in layer.items():
            seat = state.turn % setup.players
            for hand, left, chance in hands(state.owned[seat], state.decks[seat]):
                column = buy(setup, rules[seat], state, seat, hand)
                bought = tuple(int(c == column) for c in range(len(SIX_CARDS)))
                after = State(
                    minus(state.supply, bought),
                    _replaced(state.owned, seat, plus(state.owned[seat], bought)),
                    _replaced(state.decks, seat, left),
                    state.turn + 1,
                )
                (ended if over(setup, after) else following)[after] += probability * chance
        layer = following
    return _summary(setup, ended)


def _replaced(zones: tuple[Counts, ...], seat: int, cards: Counts) -> tuple[Counts, ...]:
    return (*zones[:seat], cards, *zones[seat + 1 :])


def _summary(setup: GameSetup, ended: dict[State, Fraction]) -> Exact:
    assert sum(ended.values()) == 1
    outcomes: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    turns: dict[int, Fraction] = defaultdict(Fraction)
    vp = [Fraction(0)] * setup.players
    more = [Fraction(0)] * setup.players
    equal = Fraction(0)
    for state, probability in ended.items():
        outcomes[winners(setup, state)] += probability
        turns[state.turn] += probability
        score = [points(owned) for owned in state.owned]
        best = [seat for seat in range(setup.players) if score[seat] == max(score)]
        equal += probability * (len(best) > 1)
        for seat in range(setup.players):
            vp[seat] += probability * score[seat]
            more[seat] += probability * (best == [seat])
    mean_turns = sum((n * p for n, p in turns.items()), Fraction(0))
    return Exact(dict(outcomes), equal, mean_turns, tuple(vp), dict(turns), tuple(more))
