"""From setups and rules to the arrays that a kernel plays from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fastsim import registers as reg
from fastsim.cards import CARDS, PROVINCE
from fastsim.errors import InvalidInput
from fastsim.kernels.fold import Counts
from fastsim.kernels.policy import MONEY_STEPS
from fastsim.kernels.tables import Columns, Program, SetupTable
from fastsim.rules.compile import RuleTable, compile_rule
from fastsim.rules.model import BuyRule
from fastsim.setup import GameSetup, Tie


def lower_setup(setup: GameSetup) -> SetupTable:
    """Return the arrays of a setup."""

    def by_card(values: Sequence[int | bool]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.array(values, np.int64)

    piles = [card in setup.supply for card in CARDS]
    return SetupTable(
        cost=by_card([card.cost for card in CARDS]),
        money=by_card([card.money for card in CARDS]),
        vp=by_card([card.vp for card in CARDS]),
        supply=by_card([setup.supply.get(card, 0) for card in CARDS]),
        deck=by_card([setup.deck.get(card, 0) for card in CARDS]),
        is_pile=by_card(piles),
        counts=by_card(
            [
                pile and (card is not PROVINCE or setup.province_pile_counts)
                for card, pile in zip(CARDS, piles, strict=True)
            ]
        ),
        ends=by_card([pile and card is PROVINCE for card, pile in zip(CARDS, piles, strict=True)]),
        players=setup.players,
        end_piles=setup.end_piles,
        max_turns=setup.max_turns,
        later_seat_wins_ties=int(setup.tie is Tie.SECOND),
    )


def lower_rules(rules: Sequence[BuyRule], setup: GameSetup) -> Program:
    """Return the arrays of one rule a seat.

    Raises
    ------
    InvalidInput
        When there is not one rule a seat, or one cannot be played in this setup.
    """
    if len(rules) != setup.players:
        raise InvalidInput(
            f"{len(rules)} rules for the {setup.players} players of {setup.name!r}",
            "Give one rule a seat, in turn order.",
        )
    return join_tables([compile_rule(rule, setup) for rule in rules])


def join_tables(tables: Sequence[RuleTable]) -> Program:
    """Return the tables of all seats, one behind the other."""

    def joined(field: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.concatenate([getattr(table, field) for table in tables])

    def offsets(field: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        lengths = np.concatenate([np.diff(getattr(table, field)) for table in tables])
        return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)

    candidates = _affordable(tables)
    looked_at = joined("register")
    return Program(
        first=np.cumsum([0, *map(len, candidates)]).astype(np.int64),
        candidate=np.concatenate(candidates),
        card=joined("card"),
        avoid_losing_end=joined("avoid_losing_end"),
        first_condition=offsets("first_condition"),
        relation=joined("relation"),
        bound=joined("bound"),
        first_term=offsets("first_term"),
        register=joined("register"),
        coefficient=joined("coefficient"),
        looks_at_hands=bool(((looked_at >= reg.HAND) & (looked_at < reg.MONEY)).any()),
        looks_at_piles=bool((looked_at >= reg.EMPTY_PILES).any()),
    )


def _affordable(tables: Sequence[RuleTable]) -> list[np.ndarray[tuple[int], np.dtype[np.int64]]]:
    """Return the entries that can be afforded, by seat and money, in the order of `Program`."""
    cost = np.array([card.cost for card in CARDS])
    candidates, first_entry = [], 0
    for table in tables:
        for money in range(MONEY_STEPS):
            candidates.append(first_entry + np.flatnonzero(cost[table.card] <= money))
        first_entry += len(table.card)
    return candidates


def empty_columns(games: int, players: int) -> Columns:
    """Return room for the results of that many games, not filled."""
    return Columns(
        turns=np.empty(games, np.uint16),
        vp=np.empty((games, players), np.int16),
        end=np.empty(games, np.uint8),
    )


def zero_counts(setup: GameSetup) -> Counts:
    """Return counts of no games."""
    low, high = setup.vp_range
    n_vp = high - low + 1
    return Counts(
        outcomes=np.zeros(2**setup.players, np.int64),
        equal_vp=np.zeros(1, np.int64),
        ended=np.zeros(3, np.int64),
        turns=np.zeros(setup.max_turns + 1, np.int64),
        vp=np.zeros((setup.players, n_vp), np.int64),
        margin=np.zeros((setup.players, 2 * n_vp - 1), np.int64),
    )
