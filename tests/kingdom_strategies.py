"""Random games with kingdom cards for property tests: setups, and rules with all their lists.

As `tests.strategies`, whose ways of drawing are used here. Rules buy and play a lot: a game in
which no card is ever played tests nothing.
"""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from fastsim.cards import (
    BASIC_CARDS,
    COPPER,
    CURSE,
    ESTATE,
    GOLD,
    KINGDOM_CARDS,
    PROVINCE,
    SILVER,
    Card,
)
from fastsim.cards.base.militia import MILITIA
from fastsim.cards.base.throne_room import THRONE_ROOM
from fastsim.cards.base.vassal import VASSAL
from fastsim.cards.base.village import VILLAGE
from fastsim.game.kingdoms import base
from fastsim.game.setup import MAX_KINGDOM, Buy, GameSetup, Tie
from fastsim.rules.classes import CardClass
from fastsim.rules.model import (
    CARD_QUANTITIES,
    PLAIN_QUANTITIES,
    BuyRule,
    Decision,
    Entry,
    PlayPolicy,
    Quantity,
)
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import SetupError
from tests.strategies import _between, _condition, _pick, _some

_MAX_ENTRIES = 6


@st.composite
def kingdom_setups(
    draw: st.DrawFn, *, players: tuple[int, int] = (2, 6), max_turns: int = 60
) -> GameSetup:
    """Draw a setup with kingdom cards: small piles and ordinary ones, any starting decks."""
    wanted = _pick(draw, (1, 3, 10, 10, MAX_KINGDOM))
    # a sample by a seed of several numbers: hypothesis favours the first options and small numbers,
    # and every card is to be played
    chance = random.Random(str([draw(_between(0, 99)) for _ in range(4)]))
    kingdom = chance.sample(KINGDOM_CARDS, wanted)
    largest = _pick(draw, (3, 12))
    smallest = _pick(draw, (0, largest))
    supply = {
        card: draw(_between(smallest, largest))
        for card in (*_some(draw, BASIC_CARDS), *_some(draw, kingdom, least=1))
    }
    if supply.get(PROVINCE) == 0:
        supply[PROVINCE] = 1  # the game would be over before it begins
    deck = {COPPER: 7, ESTATE: 3}
    if draw(_between(0, 1)) == 1:
        cards = [COPPER, SILVER, GOLD, *BASIC_CARDS, *kingdom, *kingdom]
        chance.shuffle(cards)
        deck = {card: draw(_between(1, 4)) for card in cards[: draw(_between(1, 7))]}
    fields = {
        "players": draw(_between(*players)),
        "buy": _pick(draw, (Buy.OPTIONAL, Buy.OPTIONAL, Buy.MANDATORY)),
        "province_pile_counts": draw(_between(0, 1)) == 1,
        "tie": _pick(draw, tuple(Tie)),
        "max_turns": draw(_between(1, _pick(draw, (max_turns, max_turns, 20)))),
    }
    # some number of end piles is possible, unless too many are empty: then every pile gets a card
    filled = {card: max(1, n) for card, n in supply.items()}
    for piles in (supply, filled):
        for end_piles in (draw(_between(1, 4)), 4, 3, 2, 1):
            if PROVINCE in piles or end_piles <= len(piles):
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
def kingdom_rules(draw: st.DrawFn, setup: GameSetup) -> BuyRule:
    """Draw a rule that can be played in `setup`, with lists of its own for some decisions."""
    quantities = _quantities(setup)
    piles = tuple(setup.supply)
    cards = tuple(card for card in (*BASIC_CARDS, *KINGDOM_CARDS) if card in setup.in_game)
    buys = _entries(draw, piles, quantities)
    if draw(_between(0, 1)) == 0:  # whatever can be paid for, often Actions
        dearest = sorted(piles, key=lambda card: -card.cost - card.is_action)
        buys += [Entry(card) for card in dearest if card.is_action or card.money > 1]
    lists: dict[str, tuple[Entry, ...]] = {}
    for kind in Decision:
        if kind is not Decision.BUY and draw(_between(0, 1)) == 1:
            choices = piles if kind is Decision.GAIN else cards
            entries = _entries(draw, (*choices, *CardClass), quantities)
            if draw(_between(0, 1)) == 1:  # eager: everything, in some order
                entries += [Entry(card) for card in _some(draw, choices)]
            lists[str(kind)] = tuple(entries)
    return BuyRule(
        tuple(buys),
        tuple(_some(draw, piles)) if draw(_between(0, 2)) == 2 else (),
        draw(_between(0, 2)) == 2,
        PlayPolicy(**lists),
    )


def _entries(
    draw: st.DrawFn, cards: tuple[Card | CardClass, ...], quantities: tuple[Quantity, ...]
) -> list[Entry]:
    entries = []
    for _ in range(draw(_between(0, _MAX_ENTRIES))):
        count = _pick(draw, (0, 1, 1, 2))
        conditions = (_condition(draw, quantities, any_text=False) for _ in range(count))
        entries.append(Entry(_pick(draw, cards), tuple(conditions)))
    return entries


def _quantities(setup: GameSetup) -> tuple[Quantity, ...]:
    """Return all quantities that can be looked at in this game."""
    plain = [
        Quantity(name)
        for name in PLAIN_QUANTITIES
        if not (name == "provinces" and PROVINCE not in setup.supply)
    ]
    with_card = [
        Quantity(name, card)
        for name in CARD_QUANTITIES
        for card in sorted(setup.in_game, key=lambda card: card.name)
        if name != "supply" or card in setup.supply
    ]
    return (*plain, *with_card)


@st.composite
def kingdom_matches(
    draw: st.DrawFn, *, players: tuple[int, int] = (2, 6), max_turns: int = 60
) -> tuple[GameSetup, tuple[BuyRule, ...]]:
    """Draw a setup with kingdom cards and one playable rule for each of its players."""
    setup = draw(kingdom_setups(players=players, max_turns=max_turns))
    return setup, tuple(draw(kingdom_rules(setup)) for _ in range(setup.players))


def much_of(card: Card) -> tuple[GameSetup, tuple[BuyRule, ...]]:
    """A match in which a card is played often, and by a Throne Room and a Vassal, too.

    There are Attacks in it, and an empty pile.
    """
    kingdom = dict.fromkeys([card, THRONE_ROOM, VASSAL, VILLAGE, MILITIA])
    setup = GameSetup(
        f"much of {card}",
        {**base(kingdom, size=len(kingdom), players=3).supply, CURSE: 4, ESTATE: 0},
        {COPPER: 4, SILVER: 2, GOLD: 1, ESTATE: 2, **dict.fromkeys(kingdom, 2), card: 3},
        players=3,
        buy=Buy.OPTIONAL,
        max_turns=36,
    )
    money = parse_rule(f"Province; {card} if own({card}) < 5; Gold; Duchy if turn > 8; Silver")
    return setup, (money, _eager(setup), money)


def _eager(setup: GameSetup) -> BuyRule:
    """A rule that does whatever it can: every card may be discarded, trashed, and so on."""
    everything = tuple(Entry(card) for card in sorted(setup.in_game, key=lambda card: card.name))
    piles = tuple(entry for entry in everything if entry.card in setup.supply)
    actions = tuple(entry for entry in everything if entry.card.is_action)
    return BuyRule(
        piles, plays=PlayPolicy(actions, everything, everything[::-1], piles[::-1], everything)
    )
