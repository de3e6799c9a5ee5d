"""Random rules, setups and matches for property tests.

Everything drawn here is valid by construction: a rule parses and can be described, a setup passes
its own checks, and the rules of a match can be played in its setup. Shrinking leads to one entry
without conditions, and to the smallest setup.

The draws are plain choices of integers, with plain functions around them: nested strategies would
cost ten times as much, and a conformance test draws thousands of rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

from hypothesis import strategies as st

from fastsim.cards import COPPER, ESTATE, PROVINCE, SIX_CARDS, Card
from fastsim.game.setup import HAND_SIZE, Buy, GameSetup, Tie
from fastsim.rules.classes import CardClass
from fastsim.rules.model import (
    CARD_QUANTITIES,
    OPERATORS,
    PLAIN_QUANTITIES,
    BuyRule,
    Condition,
    Decision,
    Entry,
    Expression,
    Parameter,
    PlayPolicy,
    Quantity,
    Term,
)
from fastsim.text.errors import SetupError

T = TypeVar("T")

#: Quantities that `fastsim.rules.check` refuses, since nothing is played in the six-card game.
MEANINGLESS = frozenset(
    {
        *("in_play", "actions_left", "resolving", "forced"),
        *("hand_size", "hand_actions", "actions_needed"),
    }
)

#: Values that a quantity takes in real games: a comparison with one of them is worth testing.
_USUAL = {
    "supply": (0, 12),
    "provinces": (0, 12),
    "own": (0, 10),
    "opponents": (0, 12),
    "hand": (0, 5),
    "treasures": (3, 25),
    "actions": (0, 1),
    "terminals": (0, 1),
    "victories": (0, 15),
    "deck_size": (5, 35),
    "money": (0, 15),
    "total_money": (3, 40),
    "turn": (1, 25),
    "seat": (1, 6),
    "vp": (0, 40),
    "opponent_vp": (0, 40),
    "lead": (-15, 15),
    "empty_piles": (0, 4),
    "gains_to_end": (0, 30),
    "buys": (0, 2),
    "action_phase": (0, 1),
}
#: Few primes, so that the common denominator of a long sum stays far from any bound.
_DIVISORS = (*map(Fraction, range(1, 14)), Fraction(3, 2), Fraction(5, 2))
_PARAMETERS = tuple(map(Parameter, ("duchy", "estate", "x", "a_1", "Gold")))


@cache
def _between(low: int, high: int) -> st.SearchStrategy[int]:
    return st.integers(low, high)


def _pick(draw: st.DrawFn, options: Sequence[T]) -> T:
    return options[draw(_between(0, len(options) - 1))]


def _some(draw: st.DrawFn, options: Sequence[T], least: int = 0) -> list[T]:
    """Draw distinct options, in any order; all of them in their own order every second time."""
    if draw(_between(0, 1)) == 0:
        return list(options)
    left = list(options)
    count = draw(_between(least, len(left)))
    return [left.pop(draw(_between(0, len(left) - 1))) for _ in range(count)]


# -- rules -------------------------------------------------------------------------------------


@cache
def _quantities(
    piles: frozenset[Card], cards: frozenset[Card], *, meaningless: bool
) -> tuple[Quantity, ...]:
    """Return the quantities that can be looked at where there are these piles and cards."""
    left_out = frozenset() if meaningless else MEANINGLESS
    plain = [
        Quantity(name)
        for name in PLAIN_QUANTITIES
        if name not in left_out and not (name == "provinces" and PROVINCE not in piles)
    ]
    with_card = [
        Quantity(name, card)
        for name in CARD_QUANTITIES
        if name not in left_out
        for card in SIX_CARDS
        if card in (piles if name == "supply" else cards)
    ]
    return (*plain, *with_card)


def _number(draw: st.DrawFn, *, any_text: bool) -> Fraction:
    kind = draw(_between(0, 2 if any_text else 1))
    if kind == 0:
        return Fraction(draw(_between(0, 40)))
    if kind == 1:
        return Fraction(draw(_between(0, 4000)), 100)
    return Fraction(draw(_between(0, 999_999_999)), 10 ** draw(_between(0, 8)))


def _factor(draw: st.DrawFn, *, any_text: bool) -> Fraction | Parameter:
    if any_text and draw(_between(0, 2)) == 0:
        return _pick(draw, _PARAMETERS)
    return _number(draw, any_text=any_text)


def _term(draw: st.DrawFn, quantities: Sequence[Quantity], *, any_text: bool) -> Term:
    """Draw one term of a sum: a number, a quantity, or a multiple or a fraction of one."""
    kind = _pick(draw, ("quantity", "number", "multiple", "fraction"))
    negative = draw(_between(0, 1)) == 1
    if kind == "number":
        return Term(None, _factor(draw, any_text=any_text), negative=negative)
    quantity = _pick(draw, quantities)
    if kind == "quantity":
        return Term(quantity, negative=negative)
    if kind == "multiple":
        return Term(quantity, _factor(draw, any_text=any_text), negative=negative)
    divisor: Fraction | Parameter = _pick(draw, _DIVISORS)
    if any_text:
        divisor = _factor(draw, any_text=True) or divisor
    return Term(quantity, divisor, divided=True, negative=negative)


def _whole(number: int) -> Term:
    return Term(None, Fraction(abs(number)), negative=number < 0)


def _condition(draw: st.DrawFn, quantities: Sequence[Quantity], *, any_text: bool) -> Condition:
    """Draw a condition: most often a quantity and a number that it may well have."""
    kind = _pick(draw, ("threshold", "threshold", "two quantities", "sums"))
    operator = _pick(draw, OPERATORS)
    if kind == "sums":
        left, right = (
            tuple(
                _term(draw, quantities, any_text=any_text) for _ in range(1 + draw(_between(0, 3)))
            )
            for _ in range(2)
        )
        return Condition(left, operator, right)
    quantity = _pick(draw, quantities)
    if kind == "threshold":
        bound = _whole(draw(_between(*_USUAL.get(quantity.name, (0, 10)))))
        return Condition((Term(quantity),), operator, (bound,))
    other: Expression = (_term(draw, quantities, any_text=any_text),)
    shift = draw(_between(-10, 10))
    return Condition((Term(quantity),), operator, other + ((_whole(shift),) if shift else ()))


@st.composite
def rules(
    draw: st.DrawFn,
    setup: GameSetup | None = None,
    *,
    any_text: bool = False,
    max_entries: int = 6,
) -> BuyRule:
    """Draw a buy rule over the six cards, one that can be played and compiled.

    Parameters
    ----------
    setup : GameSetup, optional
        Keep to the piles and cards of that setup, so that the rule can be played in it. Without
        one, all six cards are bought and looked at.
    any_text : bool
        Draw whatever the language can say, playable or not: also ``{parameters}``, numbers of
        nine digits, lists of plays, and quantities that this game does not have (see
        `MEANINGLESS`).
    max_entries : int
        The most entries of the rule.
    """
    piles = SIX_CARDS if setup is None else tuple(setup.supply)
    cards = frozenset(SIX_CARDS) if setup is None else setup.in_game
    quantities = _quantities(frozenset(piles), cards, meaningless=any_text)
    entries = []
    for _ in range(draw(_between(1, max_entries))):
        count = _pick(draw, (0, 1, 1, 2, 3))
        drawn = (_condition(draw, quantities, any_text=any_text) for _ in range(count))
        entries.append(Entry(_pick(draw, piles), tuple(drawn)))
    otherwise = _some(draw, piles) if draw(_between(0, 2)) == 2 else []
    plays = PlayPolicy()
    if any_text and draw(_between(0, 2)) == 2:
        kinds = [str(kind) for kind in Decision if kind is not Decision.BUY]
        listed = [*entries, *(Entry(one, entries[0].conditions) for one in CardClass)]
        plays = PlayPolicy(**{kind: tuple(_some(draw, listed)) for kind in _some(draw, kinds)})
    return BuyRule(tuple(entries), tuple(otherwise), draw(_between(0, 3)) == 3, plays)


# -- setups and matches ------------------------------------------------------------------------


@st.composite
def setups(
    draw: st.DrawFn,
    *,
    players: tuple[int, int] = (2, 6),
    max_pile: int = 12,
    max_turns: int = 120,
) -> GameSetup:
    """Draw a valid setup: any of the six cards, small piles and empty ones, every rule of play.

    Parameters
    ----------
    players : (int, int)
        The fewest and the most players; two players are drawn as often as all other numbers.
    max_pile : int
        The largest pile. Half of all setups have piles of 0 to 3 only.
    max_turns : int
        The latest end of a game; many are cut early, after 1 to 20 turns.
    """
    largest = _pick(draw, (3, max_pile))
    supply = {card: draw(_between(0, largest)) for card in _some(draw, SIX_CARDS, least=1)}
    if supply.get(PROVINCE) == 0:
        supply[PROVINCE] = 1  # the game would be over before it begins
    deck = {COPPER: 7, ESTATE: 3}
    if draw(_between(0, 1)) == 1:
        deck = {_pick(draw, SIX_CARDS): draw(_between(0, 7)) for _ in range(draw(_between(0, 4)))}
        if not any(card.money for card, n in deck.items() if n):
            deck[COPPER] = draw(_between(1, HAND_SIZE + 2))
    fewest, most = players
    fields = {
        "players": _pick(draw, [fewest] * (most - fewest or 1) + list(range(fewest + 1, most + 1))),
        "buy": _pick(draw, tuple(Buy)),
        "province_pile_counts": draw(_between(0, 1)) == 1,
        "tie": _pick(draw, tuple(Tie)),
        "max_turns": draw(_between(1, min(_pick(draw, (max_turns, max_turns, 20)), max_turns))),
    }
    wanted = draw(_between(1, 4))
    # Most setups allow any number of end piles up to some bound. Where none is possible, a pile
    # is empty from the start or nothing that counts can be bought: every pile gets a card then.
    filled = {card: max(1, n) for card, n in supply.items()} | {COPPER: max(1, largest)}
    for piles in (supply, filled):
        for end_piles in (*range(wanted, 0, -1), *range(wanted + 1, 5)):
            setup = _setup_or_none(piles, deck, end_piles, fields)
            if setup is not None:
                return setup
    raise AssertionError(f"no valid setup of {supply}, {deck}, {fields}")


def _setup_or_none(
    supply: dict[Card, int], deck: dict[Card, int], end_piles: int, fields: dict[str, Any]
) -> GameSetup | None:
    try:
        return GameSetup("drawn", supply, deck, end_piles=end_piles, **fields)
    except SetupError:
        return None


@st.composite
def matches(
    draw: st.DrawFn,
    *,
    players: tuple[int, int] = (2, 6),
    max_pile: int = 12,
    max_turns: int = 120,
    max_entries: int = 6,
) -> tuple[GameSetup, tuple[BuyRule, ...]]:
    """Draw a setup and one playable rule for each of its players, in seat order.

    Parameters
    ----------
    players, max_pile, max_turns, max_entries
        As in `setups` and `rules`.
    """
    setup = draw(setups(players=players, max_pile=max_pile, max_turns=max_turns))
    return setup, tuple(draw(rules(setup, max_entries=max_entries)) for _ in range(setup.players))
