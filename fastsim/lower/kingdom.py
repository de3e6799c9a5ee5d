"""From setups and rules to the memory that the kingdom kernel plays from."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from fastsim.cards import PROVINCE, Card
from fastsim.game.setup import GameSetup
from fastsim.kernels.kingdom import layout as at
from fastsim.kernels.kingdom import registers as reg
from fastsim.kernels.lanes import LANES, empty_rows
from fastsim.lower.compile import RuleTable, compile_list
from fastsim.lower.layouts import KingdomLayout, kingdom_columns
from fastsim.lower.lookups import Lookup, conditions_by_quantity, lookups_of
from fastsim.lower.programs import ProgramWriter
from fastsim.rules.check import check_rule, check_seats
from fastsim.rules.model import BuyRule
from fastsim.rules.points import TO_BUY, TO_PLAY, Point, points_of

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
    head = _head(setup)
    words = list(head.words)
    n_digits = max(at.DIGITS, -(-len(kingdom_columns(setup)) // at.DIGIT))
    for seat, rule in enumerate(rules):
        for place, table in zip(head.points, _compiled(rule, setup), strict=True):
            if len(table.card):
                words[place + seat] = len(words)
                _append_list(words, table, seat, n_digits)
    return KingdomProgram(np.array(words, np.int64), setup.players, head.game_size)


@functools.lru_cache(maxsize=1024)
def _compiled(rule: BuyRule, setup: GameSetup) -> list[RuleTable]:
    """Return the lists of a rule, one a point: a rule meets many others."""
    check_rule(rule, setup)
    tables = []
    for point in _points(setup):
        layout = KingdomLayout(setup, point.known(setup))
        choosable = [card for card in setup.in_game if point.choosable(card)]
        tables.append(compile_list(rule, setup, point.kind, layout, choosable))
    return tables


def _points(setup: GameSetup) -> list[Point]:
    """Return the points of a game at which something is decided, in the order of their lists."""
    of_cards = (points_of(card) for card in kingdom_columns(setup))
    return [TO_BUY, TO_PLAY, *itertools.chain.from_iterable(of_cards)]


@dataclass(frozen=True, slots=True)
class _Head:
    """The tables of a setup, with empty lists.

    Attributes
    ----------
    words : tuple of int
        The tables.
    points : tuple of int
        Where the lists of each point are stated.
    game_size : int
        The words of a game's state.
    """

    words: tuple[int, ...]
    points: tuple[int, ...]
    game_size: int


@functools.lru_cache(maxsize=128)
def _head(setup: GameSetup) -> _Head:
    """Return what the kernel plays from, as far as it does not depend on rules."""
    columns = kingdom_columns(setup)

    def cards(member: Callable[[Card], bool]) -> int:
        return sum(1 << column for column, card in enumerate(columns) if member(card))

    n_points = len(_points(setup))
    points = tuple(at.POINTS + at.MAX_PLAYERS * point for point in range(n_points))
    words = [0] * (at.POINTS + at.MAX_PLAYERS * n_points)
    room = setup.largest_deck + 1
    stack = at.game_size(setup.players)
    tops = stack + room * at.FRAME_SIZE
    words[at.PLAYERS] = setup.players
    words[at.END_PILES] = setup.end_piles
    words[at.MAX_TURNS] = setup.max_turns
    words[at.IS_SIMPLE] = setup.is_simple
    words[at.COLUMNS] = len(columns)
    words[at.GAME_SIZE] = stack
    words[at.STACK] = stack
    words[at.TOPS] = tops
    words[at.TOP_SIZE] = room
    words[at.ACTION_CARDS] = cards(lambda card: card.is_action)
    words[at.TREASURE_CARDS] = cards(lambda card: card.is_treasure)
    words[at.VICTORY_CARDS] = cards(lambda card: card.is_victory)
    words[at.SHIELDS] = cards(lambda card: card.when_attacked is not None)
    words[at.SUPPLY_PILES] = cards(lambda card: card in setup.supply)
    words[at.COUNTED] = cards(lambda card: card in _counted(setup))
    words[at.PROVINCE_PILE] = cards(lambda card: card is PROVINCE and card in setup.supply)
    for coins in range(at.MOST_COINS + 1):
        words[at.AFFORDABLE + coins] = cards(_up_to(coins))
    for column, card in enumerate(columns):
        first = at.CARD_ROWS + column * at.CARD_SIZE
        words[first : first + at.CARD_SIZE] = _card_row(card)
    words[at.SCORING] = len(words)
    words += _scoring(columns)
    programs = ProgramWriter(words, {card: k for k, card in enumerate(columns)}, cards)
    places = iter(points[2:])
    for column, card in enumerate(columns):
        row = at.CARD_ROWS + column * at.CARD_SIZE
        of_card = list(itertools.islice(places, sum(1 for _ in points_of(card))))
        words[row + at.PROGRAM] = programs.write(card, of_card)
    words[at.BEGINNING] = len(words)
    words += _beginning(setup)
    return _Head(tuple(map(int, words)), points, tops + setup.players * room)


def _scoring(columns: Sequence[Card]) -> list[int]:
    """Return the rows of the cards that are worth VP for a number of cards owned."""
    rows: list[int] = []
    for column, card in enumerate(columns):
        if card.scoring is not None:
            rows += [column, card.scoring.cards]
    return [*rows, at.NOTHING]


def _up_to(coins: int) -> Callable[[Card], bool]:
    """Return whether a card costs at most so much, as a function."""
    return lambda card: card.cost <= coins


def _counted(setup: GameSetup) -> Set[Card]:
    """Return the cards whose piles are among the `end_piles` that end the game."""
    piles = setup.supply.keys()
    return piles if setup.province_pile_counts else piles - {PROVINCE}


def _card_row(card: Card) -> list[int]:
    row = [0] * at.CARD_SIZE
    row[at.IS_ATTACK] = int(card.is_attack)
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
        number * (game[at.DECK_SIZE + mine] // card.scoring.cards)
        for card, number in owned.items()
        if card.scoring is not None
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
