"""From setups and rules to the arrays that a kernel plays from."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fastsim import registers as reg
from fastsim.cards import PROVINCE, SIX_CARDS
from fastsim.kernels.fold import Counts
from fastsim.kernels.tables import (
    LOOKUP,
    MONEY_STEPS,
    N_CARD_SETS,
    PAGE,
    TERM,
    BitsArray,
    Columns,
    IndexArray,
    IntArray,
    Program,
    SetupTable,
)
from fastsim.lookups import Lookup, at_seat, conditions_by_quantity, lookups_of
from fastsim.rules.check import check_seats
from fastsim.rules.compile import RuleTable, compile_rule
from fastsim.rules.model import BuyRule
from fastsim.setup import GameSetup, Tie


def lower_setup(setup: GameSetup) -> SetupTable:
    """Return the arrays of a setup."""

    def by_card(values: Iterable[int]) -> IntArray:
        return np.fromiter(values, np.int64)

    piles = setup.supply.keys()
    counted = piles if setup.province_pile_counts else piles - {PROVINCE}
    return SetupTable(
        vp=by_card(card.vp for card in SIX_CARDS),
        supply=by_card(setup.supply.get(card, 0) for card in SIX_CARDS),
        deck=by_card(setup.deck.get(card, 0) for card in SIX_CARDS),
        affordable=np.array(
            [_bits(card.cost <= money for card in SIX_CARDS) for money in range(MONEY_STEPS)],
            np.uint8,
        ),
        piles=_bits(card in piles for card in SIX_CARDS),
        counted=_bits(card in counted for card in SIX_CARDS),
        provinces=_bits(card is PROVINCE and card in piles for card in SIX_CARDS),
        players=setup.players,
        end_piles=setup.end_piles,
        max_turns=setup.max_turns,
        later_seat_wins_ties=int(setup.tie is Tie.SECOND),
    )


#: A rule meets many others, in either seat: it is compiled once.
_compiled: Final = functools.lru_cache(maxsize=4096)(compile_rule)


def compile_rules(rules: Sequence[BuyRule], setup: GameSetup) -> list[RuleTable]:
    """Return the compiled rules of all seats.

    Raises
    ------
    InvalidInput
        When there is not one rule a seat, or one cannot be played in this setup.
    """
    check_seats(rules, setup)
    return [_compiled(rule, setup) for rule in rules]


def lower_rules(rules: Sequence[BuyRule], setup: GameSetup) -> Program:
    """Return the arrays of one rule a seat for the general kernel.

    Raises
    ------
    InvalidInput
        As `compile_rules`.
    """
    return join_tables(compile_rules(rules, setup))


def join_tables(tables: Sequence[RuleTable]) -> Program:
    """Return the rules of all seats as bits, page by page."""
    pages = [list(_pages(table, seat)) for seat, table in enumerate(tables)]
    all_pages = [page for of_seat in pages for page in of_seat]
    lookups = [lookup for page in all_pages for lookup in page.lookups]
    looked_at = {register for table in tables for register in table.register.tolist()}
    return Program(
        first_page=_offsets(pages),
        card=np.concatenate([page.cards for page in all_pages]),
        avoid_losing_end=np.array([page.avoid_losing_end for page in all_pages], np.uint64),
        entries_for=np.concatenate([page.entries_for for page in all_pages]),
        first_lookup=_offsets(page.lookups for page in all_pages),
        # as records, whose fields are attributes in plain Python too, when the JIT is off
        lookups=_lookup_table(lookups).view(np.recarray),
        terms=_term_table(lookups).view(np.recarray),
        entries_at=np.array([row for lookup in lookups for row in lookup.rows], np.uint64),
        looks_at_hands=not looked_at.isdisjoint(range(reg.HAND, reg.MONEY)),
        looks_at_opponents=reg.OPPONENT_VP in looked_at,
        looks_at_piles=not looked_at.isdisjoint({reg.EMPTY_PILES, reg.GAINS_TO_END}),
    )


@dataclass(frozen=True, slots=True)
class _Page:
    """Up to 64 entries of a rule, its part of each table of `Program`."""

    cards: NDArray[np.uint8]
    avoid_losing_end: int
    entries_for: BitsArray
    lookups: list[Lookup]


def _pages(table: RuleTable, seat: int) -> Iterator[_Page]:
    """Yield the pages of a rule; one at least, even if the rule has no entries."""
    for first in range(0, max(len(table.card), 1), PAGE):
        page = slice(first, first + PAGE)
        cards = table.card[page].astype(np.uint8)
        entries = range(first, first + len(cards))
        conditions = conditions_by_quantity(table, entries, at_seat(seat))
        yield _Page(
            cards=np.pad(cards, (0, PAGE - len(cards))),
            avoid_losing_end=_bits(table.avoid_losing_end[page]),
            entries_for=_entries_for(cards),
            lookups=[lookup for about in conditions.items() for lookup in lookups_of(*about)],
        )


def _entries_for(cards: NDArray[np.uint8]) -> BitsArray:
    """Return, for each set of cards, the entries that buy one of it."""
    in_set = np.arange(N_CARD_SETS)[:, None] >> cards & 1
    return in_set.astype(np.uint64) @ (np.uint64(1) << np.arange(len(cards), dtype=np.uint64))


def _lookup_table(lookups: Sequence[Lookup]) -> NDArray[np.void]:
    table = np.empty(len(lookups), LOOKUP)
    table["lowest"] = [lookup.lowest for lookup in lookups]
    table["last_row"] = [len(lookup.rows) - 1 for lookup in lookups]
    table["first_row"] = _offsets(lookup.rows for lookup in lookups)[:-1]
    table["first_term"] = _offsets(lookup.terms for lookup in lookups)[:-1]
    return table


def _term_table(lookups: Sequence[Lookup]) -> NDArray[np.void]:
    rows = [
        (*term, place == len(lookup.terms))
        for lookup in lookups
        for place, term in enumerate(lookup.terms, start=1)
    ]
    return np.array(rows, TERM)


def _bits(flags: Iterable[object]) -> int:
    """Return an integer whose bits are these flags, the first one lowest."""
    return sum(1 << bit for bit, flag in enumerate(flags) if flag)


def _offsets(groups: Iterable[Sized]) -> IndexArray:
    """Return where each group begins when they stand one behind the other, and the end."""
    return np.cumsum([0, *map(len, groups)]).astype(np.uint32)


def empty_columns(games: int, players: int) -> Columns:
    """Return room for the results of that many games, not filled."""
    return Columns(
        turns=np.empty(games, np.uint16),
        vp=np.empty((games, players), np.int16),
        end=np.empty(games, np.uint8),
    )


def zero_counts(setup: GameSetup, *shape: int) -> Counts:
    """Return counts of no games; of several pairs of rules, one behind the other, with a shape."""
    low, high = setup.vp_range
    n_vp = high - low + 1
    return Counts(
        outcomes=np.zeros((*shape, 2**setup.players), np.int64),
        equal_vp=np.zeros((*shape, 1), np.int64),
        ended=np.zeros((*shape, 3), np.int64),
        turns=np.zeros((*shape, setup.max_turns + 1), np.int64),
        vp=np.zeros((*shape, setup.players, n_vp), np.int64),
        margin=np.zeros((*shape, setup.players, 2 * n_vp - 1), np.int64),
    )
