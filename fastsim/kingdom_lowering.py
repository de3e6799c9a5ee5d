"""From setups and rules to the memory that the kingdom kernel plays from."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from fastsim import kingdom_registers as reg
from fastsim.cards import PROVINCE, Card
from fastsim.cards.base.moat import MOAT
from fastsim.kernels.kingdom import layout as at
from fastsim.kernels.lanes import LANES, empty_rows
from fastsim.kingdom_points import EFFECTS, POINTS, up_to
from fastsim.lookups import Lookup, conditions_by_quantity, lookups_of
from fastsim.rules.check import check_rule, check_seats
from fastsim.rules.compile import RuleTable, compile_list
from fastsim.rules.layouts import KingdomLayout, kingdom_columns
from fastsim.rules.model import BuyRule
from fastsim.setup import GameSetup

IntArray = NDArray[np.int64]

_ALL_BITS: Final = (1 << at.PAGE) - 1
_MOST_ROWS: Final = 64  # that a lookup of a count has for values of which no condition asks


@dataclass(frozen=True, slots=True)
class KingdomProgram:
    """What the kingdom kernel plays from.

    Attributes
    ----------
    tables : int64 [n_tables]
        See `kernels.kingdom.layout`.
    players, game_size : int
        How many, and the words of a game's state.
    """

    tables: IntArray
    players: int
    game_size: int

    def room(self, n_events: int = 0) -> tuple[IntArray, NDArray[np.uint16], IntArray]:
        """Return room for one game: ``game``, ``decks`` and ``events`` of `layout.Memory`."""
        return (
            _zeros(self.game_size, np.int64),
            _zeros(self.players * at.N_CARDS, np.uint16),
            _zeros(n_events, np.int64),
        )


def _zeros(size: int, dtype: DTypeLike) -> NDArray[Any]:
    """Return zeros that begin where a cache line does: a vector is a line long."""
    room = empty_rows(-(-size // LANES), dtype).reshape(-1)[:size]
    room[:] = 0
    return room


def lower_kingdom(rules: Sequence[BuyRule], setup: GameSetup) -> KingdomProgram:
    """Return what the kingdom kernel plays from: a setup and one rule a seat.

    Raises
    ------
    InvalidInput
        When there is not one rule a seat, or one cannot be played in this setup.
    """
    check_seats(rules, setup)
    return _lowered(tuple(rules), setup)


@functools.lru_cache(maxsize=128)
def _lowered(rules: tuple[BuyRule, ...], setup: GameSetup) -> KingdomProgram:
    """Return what the kernel plays from; the same rules are often played in many pieces."""
    head, game_size = _head(setup)
    n_digits = max(at.DIGITS, -(-len(kingdom_columns(setup)) // at.DIGIT))
    words = head.tolist()
    for seat, rule in enumerate(rules):
        for point, table in _compiled(rule, setup).items():
            words[at.POINTS + seat * at.N_POINTS + point] = len(words)
            _append_list(words, table, seat, n_digits)
    words[at.BEGINNING] = len(words)
    words += _beginning(setup)
    return KingdomProgram(np.array(words, np.int64), setup.players, game_size)


@functools.lru_cache(maxsize=1024)
def _compiled(rule: BuyRule, setup: GameSetup) -> dict[int, RuleTable]:
    """Return the lists of a rule that are not empty, by point: a rule meets many others."""
    check_rule(rule, setup)
    tables = {}
    for number, point in POINTS.items():
        if point.asking <= setup.in_game:
            layout = KingdomLayout(setup, point.known(setup))
            choosable = [card for card in setup.in_game if point.choosable(card)]
            table = compile_list(rule, setup, point.kind, layout, choosable)
            if len(table.card):
                tables[number] = table
    return tables


def _head(setup: GameSetup) -> tuple[IntArray, int]:
    """Return the tables of a setup, with no lists yet, and the words of a game's state."""
    columns = kingdom_columns(setup)

    def cards(member: Callable[[Card], bool]) -> int:
        return sum(1 << column for column, card in enumerate(columns) if member(card))

    head = np.zeros(at.PAGES, np.int64)
    room = setup.largest_deck + 1
    stack = at.game_size(setup.players)
    gardens = [column for column, card in enumerate(columns) if card.cards_per_vp]
    head[at.PLAYERS] = setup.players
    head[at.END_PILES] = setup.end_piles
    head[at.MAX_TURNS] = setup.max_turns
    head[at.IS_SIMPLE] = setup.is_simple
    head[at.COLUMNS] = len(columns)
    head[at.GAME_SIZE] = stack
    head[at.STACK] = stack
    head[at.TOPS] = stack + room
    head[at.TOP_SIZE] = room
    head[at.ACTIONS] = cards(lambda card: card.is_action)
    head[at.TREASURES] = cards(lambda card: card.is_treasure)
    head[at.VICTORIES] = cards(lambda card: card.is_victory)
    head[at.MOATS] = cards(lambda card: card is MOAT)
    head[at.PILES] = cards(lambda card: card in setup.supply)
    head[at.COUNTED] = cards(lambda card: card in _counted(setup))
    head[at.PROVINCES] = cards(lambda card: card is PROVINCE and card in setup.supply)
    head[at.GARDENS] = gardens[0] if gardens else at.NOTHING
    head[at.CARDS_PER_VP] = columns[gardens[0]].cards_per_vp if gardens else 0
    for coins in range(at.MOST_COINS + 1):
        head[at.AFFORDABLE + coins] = cards(up_to(coins))
    for column, card in enumerate(columns):
        first = at.CARD + column * at.CARD_SIZE
        head[first : first + at.CARD_SIZE] = _card_row(card)
    return head, stack + (1 + setup.players) * room


def _counted(setup: GameSetup) -> Set[Card]:
    """Return the cards whose piles are among the `end_piles` that end the game."""
    piles = setup.supply.keys()
    return piles if setup.province_pile_counts else piles - {PROVINCE}


def _card_row(card: Card) -> IntArray:
    row = np.zeros(at.CARD_SIZE, np.int64)
    row[at.EFFECT] = EFFECTS.get(card, at.NO_EFFECT)
    row[at.IS_ATTACK] = card.is_attack
    row[at.PLUS_CARDS] = card.cards
    row[at.PLUS_ACTIONS] = card.actions
    row[at.PLUS_BUYS] = card.buys
    row[at.PLUS_COINS] = card.coins
    row[at.COST] = card.cost
    row[at.COINS] = card.money
    row[at.POINTS_WORTH] = card.vp
    row[at.ADDS : at.ADDS + at.N_SUMS] = _sums(card)
    row[at.NEEDS] = card.actions_needed
    return row


def _sums(card: Card) -> list[int]:
    """Return what a card owned adds to DECK_SIZE and the registers behind it."""
    return [
        1,
        int(card.is_treasure),
        int(card.is_action),
        int(card.is_victory),
        int(card.is_terminal),
        card.money,
    ]


def _beginning(setup: GameSetup) -> list[int]:
    """Return the state that every game begins with."""
    game = [0] * at.game_size(setup.players)
    columns = kingdom_columns(setup)
    for column, card in enumerate(columns):
        pile = setup.supply.get(card, 0)
        game[at.SUPPLY + column] = pile
        game[at.IN_STOCK] |= (pile > 0) << column
        game[at.EMPTY_PILES] += card in _counted(setup) and pile == 0
    for seat in range(setup.players):
        game[at.address(reg.SEAT, seat)] = seat + 1
        write_owned(game, setup, seat, setup.deck)
    return game


def write_owned(
    game: list[int] | IntArray, setup: GameSetup, seat: int, owned: Mapping[Card, int]
) -> None:
    """Let a player own these cards and no others: the registers that follow from them."""
    mine = seat * at.SEAT_SIZE
    game[at.PRINTED_VP + mine] = game[at.VP + mine] = 0
    for place in range(at.N_SUMS):
        game[at.DECK_SIZE + mine + place] = 0
    for column, card in enumerate(kingdom_columns(setup)):
        number = owned.get(card, 0)
        game[at.OWN + mine + column] = number
        game[at.PRINTED_VP + mine] += number * card.vp
        for place, each in enumerate(_sums(card)):
            game[at.DECK_SIZE + mine + place] += number * each
    game[at.VP + mine] = game[at.PRINTED_VP + mine] + sum(
        number * (game[at.DECK_SIZE + mine] // card.cards_per_vp)
        for card, number in owned.items()
        if card.cards_per_vp
    )


def _append_list(words: list[int], table: RuleTable, seat: int, n_digits: int) -> None:
    """Append the pages of a list."""
    for first in range(0, len(table.card), at.PAGE):
        page = len(words)
        entries = range(first, min(first + at.PAGE, len(table.card)))
        _append_page(words, table, entries, seat, n_digits)
        if entries.stop < len(table.card):
            words[page + at.NEXT_PAGE] = len(words)


def _append_page(
    words: list[int], table: RuleTable, entries: range, seat: int, n_digits: int
) -> None:
    """Append a page."""
    page = len(words)
    cards = table.card[entries.start : entries.stop].tolist()
    conditions = conditions_by_quantity(table, entries, lambda register: at.address(register, seat))
    lookups = [lookup for about in conditions.items() for lookup in lookups_of(*about)]
    looked_at = {register for lookup in lookups for _, register in lookup.terms}
    conditional = {condition.entry for about in conditions.values() for condition in about}
    wary = {bit for bit, entry in enumerate(entries) if table.avoid_losing_end[entry]}
    words += [0] * at.ENTRIES_FOR
    words[page + at.CARDS : page + at.CARDS + len(cards)] = cards
    words[page + at.LOOKS_AT] = sum(
        flag
        for register, flag in (
            (reg.OPPONENT_VP, at.LOOKS_AT_OPPONENTS),
            (reg.GAINS_TO_END, at.LOOKS_AT_GAINS),
            (reg.ACTIONS_NEEDED, at.LOOKS_AT_NEEDS),
        )
        if at.address(register, seat) in looked_at
    )
    words[page + at.WARY] = _bits(wary)
    words[page + at.ANYWAY] = _bits({*range(len(cards))} - conditional - wary)
    for first in range(0, n_digits * at.DIGIT, at.DIGIT):
        words += _entries_for(cards, first)
    _append_lookups(words, page, lookups)


def _entries_for(cards: Sequence[int], first: int) -> list[int]:
    """Return the entries of each set of the columns of a digit, the lowest of which is `first`."""
    rows = [0]
    for column in range(first, first + at.DIGIT):
        of_column = _bits(bit for bit, card in enumerate(cards) if card == column)
        rows += [row | of_column for row in rows]
    return rows


def _append_lookups(words: list[int], page: int, lookups: Iterable[Lookup]) -> None:
    """Append the lookups of a page, those of counts first, and their rows."""
    counts = [lookup for lookup in lookups if _is_count(lookup)]
    sums = [lookup for lookup in lookups if not _is_count(lookup)]
    rows: dict[int, list[int]] = {}
    words[page + at.LOOKUPS] = len(words)
    for lookup in counts:
        from_0 = [lookup.rows[0]] * lookup.lowest + lookup.rows[max(0, -lookup.lowest) :]
        rows[len(words) + at.ROWS] = from_0 or lookup.rows[-1:]
        words += [0, len(rows[len(words) + at.ROWS]) - 1, lookup.terms[0][1]]
    words[page + at.SUMS] = len(words)
    for lookup in sums:
        rows[len(words) + at.ROWS] = lookup.rows
        words += [0, len(lookup.rows) - 1, lookup.lowest]
        words += [number for k, register in lookup.terms for number in (register, k)] + [0, 0]
    words[page + at.LOOKUPS_END] = len(words)
    for place, values in rows.items():
        words[place] = len(words)
        words += [row & _ALL_BITS for row in values]


def _is_count(lookup: Lookup) -> bool:
    """Return whether a lookup is on one register that is never negative."""
    (coefficient, address), *others = lookup.terms
    register = at.register(address)
    negative = register in (reg.VP, reg.OPPONENT_VP, reg.ACTIONS_NEEDED)
    return not others and coefficient == 1 and not negative and lookup.lowest <= _MOST_ROWS


def _bits(places: Iterable[int]) -> int:
    """Return the integer that has these bits."""
    return sum(1 << place for place in places)
