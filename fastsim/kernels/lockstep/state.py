"""What changes in the course of sixty-four games: every number a `lanes.Bytes`."""

from __future__ import annotations

from typing import NamedTuple

from fastsim.kernels.jit import step
from fastsim.kernels.lanes import load, minimum, select, store
from fastsim.kernels.lockstep.program import ONE


class Cards(NamedTuple):
    """A number for each card, in the order of `fastsim.cards.CARDS`."""

    copper: object
    silver: object
    gold: object
    estate: object
    duchy: object
    province: object


class Deck(NamedTuple):
    """Cards in a sorted row, by the borders between their kinds."""

    victory: object
    copper: object
    silver: object
    size: object


class Player(NamedTuple):
    """A player's cards; in hand or on the discard pile is what is not in the deck."""

    deck: Deck
    own: Cards
    turns: object


class Stream(NamedTuple):
    """The state of the games' random streams, xoroshiro64*."""

    s0: object
    s1: object


class Table(NamedTuple):
    """All that changes in the course of the games."""

    first: Player
    second: Player
    supply: Cards
    live: object
    stream: Stream


@step
def plus(x, y):
    """Return the sums, card by card."""
    return Cards(
        x.copper + y.copper,
        x.silver + y.silver,
        x.gold + y.gold,
        x.estate + y.estate,
        x.duchy + y.duchy,
        x.province + y.province,
    )


@step
def minus(x, y):
    """Return the differences, card by card."""
    return Cards(
        x.copper - y.copper,
        x.silver - y.silver,
        x.gold - y.gold,
        x.estate - y.estate,
        x.duchy - y.duchy,
        x.province - y.province,
    )


@step
def vp_of(own):
    """Return victory points."""
    threes = own.duchy + own.province + own.province
    return threes + threes + threes + own.estate


@step
def size_of(own):
    """Return how many cards are owned."""
    return own.copper + own.silver + own.gold + own.estate + own.duchy + own.province


@step
def piles_left(setup, supply):
    """Return how many of the five piles other than Provinces have cards."""
    one = load(setup.rows, ONE)
    return (
        minimum(supply.copper, one)
        + minimum(supply.silver, one)
        + minimum(supply.gold, one)
        + minimum(supply.estate, one)
        + minimum(supply.duchy, one)
    )


@step
def load_cards(rows, first):
    """Return the numbers of each card, which stand in six rows."""
    return Cards(
        load(rows, first),
        load(rows, first + 1),
        load(rows, first + 2),
        load(rows, first + 3),
        load(rows, first + 4),
        load(rows, first + 5),
    )


@step
def store_cards(rows, first, cards):
    """Store the numbers of each card in six rows."""
    store(rows, first, cards.copper)
    store(rows, first + 1, cards.silver)
    store(rows, first + 2, cards.gold)
    store(rows, first + 3, cards.estate)
    store(rows, first + 4, cards.duchy)
    store(rows, first + 5, cards.province)


@step
def either_cards(mask, x, y):
    """Return the numbers of `x` where the mask holds, of `y` elsewhere."""
    return Cards(
        select(mask, x.copper, y.copper),
        select(mask, x.silver, y.silver),
        select(mask, x.gold, y.gold),
        select(mask, x.estate, y.estate),
        select(mask, x.duchy, y.duchy),
        select(mask, x.province, y.province),
    )


@step
def either_player(mask, x, y):
    """Return the player `x` where the mask holds, `y` elsewhere."""
    deck = Deck(
        select(mask, x.deck.victory, y.deck.victory),
        select(mask, x.deck.copper, y.deck.copper),
        select(mask, x.deck.silver, y.deck.silver),
        select(mask, x.deck.size, y.deck.size),
    )
    return Player(deck, either_cards(mask, x.own, y.own), select(mask, x.turns, y.turns))
