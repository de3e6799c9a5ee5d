"""Setups of the base game: the basic cards and a kingdom.

References
----------
Dominion, Second Edition, Rio Grande Games 2016, rulebook: "Preparation" (pile sizes), "Game End"
(any three piles, four with five or six players; fewer turns wins a tie, then the victory is
shared), "Recommended Sets of 10". Five and six players take a second set of basic cards.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from fastsim.cards import (
    COPPER,
    CURSE,
    DUCHY,
    ESTATE,
    GOLD,
    KINGDOM_CARDS,
    PROVINCE,
    SILVER,
    Card,
    find_card,
)
from fastsim.cards.other_sets import explain_unknown
from fastsim.game.setup import MAX_PLAYERS, Buy, GameSetup, Tie
from fastsim.text.errors import SetupError
from fastsim.text.numbers import WholeLike, as_optional, as_whole
from fastsim.text.words import is_plain_number, number_of

#: Piles of a kingdom.
KINGDOM_SIZE: Final = 10
_TURNS_EACH: Final = 200  # of a game that is cut


def _cards(names: str) -> tuple[Card, ...]:
    found = (find_card(name) for name in names.split(","))
    return tuple(card for card in found if card is not None)


#: The recommended kingdoms of the base set.
RECOMMENDED: Final[Mapping[str, tuple[Card, ...]]] = {
    "first-game": _cards(
        "Cellar, Market, Merchant, Militia, Mine, Moat, Remodel, Smithy, Village, Workshop"
    ),
    "size-distortion": _cards(
        "Artisan, Bandit, Bureaucrat, Chapel, Festival, Gardens, Sentry, Throne Room, Witch, "
        "Workshop"
    ),
    "deck-top": _cards(
        "Artisan, Bureaucrat, Council Room, Festival, Harbinger, Laboratory, Moneylender, Sentry, "
        "Vassal, Village"
    ),
    "sleight-of-hand": _cards(
        "Cellar, Council Room, Festival, Gardens, Library, Harbinger, Militia, Poacher, Smithy, "
        "Throne Room"
    ),
    "improvements": _cards(
        "Artisan, Cellar, Market, Merchant, Mine, Moat, Moneylender, Poacher, Remodel, Witch"
    ),
    "silver-and-gold": _cards(
        "Bandit, Bureaucrat, Chapel, Harbinger, Laboratory, Merchant, Mine, Moneylender, "
        "Throne Room, Vassal"
    ),
}


def base(
    kingdom: Iterable[Card],
    *,
    players: WholeLike = 2,
    size: WholeLike | None = None,
    name: str | None = None,
) -> GameSetup:
    """Return the base game with these kingdom piles.

    Parameters
    ----------
    kingdom : iterable of Card
        The kingdom cards, in any order.
    players : int
        2 to 6; pile sizes follow the rulebook, and with 5 or 6 four empty piles end the game.
    size : int, optional
        How many kingdom cards there must be; as many as are given when it does not say.
    name : str, optional
        Of the setup; made from the cards when not given.

    Raises
    ------
    SetupError
        For another number of cards or players, a card twice, or one that is not a kingdom card.
    """
    players, size = as_whole("players", players), as_optional("size", size)
    cards = list(kingdom)
    for card in cards:
        if card not in KINGDOM_CARDS:
            raise SetupError(f"{card} is not a kingdom card", "Basic cards are always there.")
        if cards.count(card) > 1:
            raise SetupError(f"{card} is in the kingdom twice", "A kingdom card has one pile.")
    if size is not None and len(cards) != size:
        raise SetupError(
            f"the kingdom has {number_of(len(cards), 'card')}, not {size}",
            "Name as many as kingdom_size says, or leave it out.",
        )
    if not 2 <= players <= MAX_PLAYERS:
        raise SetupError(
            f"{number_of(players, 'player')}", f"A game has 2 to {MAX_PLAYERS} players."
        )
    cards.sort(key=KINGDOM_CARDS.index)
    sets = 1 if players <= 4 else 2  # of Treasures
    victory = 8 if players == 2 else 12
    supply = {
        COPPER: 60 * sets - 7 * players, SILVER: 40 * sets, GOLD: 30 * sets,
        ESTATE: victory, DUCHY: victory, PROVINCE: max(victory, 3 * players * (players > 4)),
        CURSE: 10 * (players - 1),
    }  # fmt: skip
    supply.update({card: victory if card.is_victory else 10 for card in cards})
    return GameSetup(
        name=f"base({', '.join(card.name for card in cards)})" if name is None else name,
        supply=supply,
        deck={COPPER: 7, ESTATE: 3},
        players=players,
        buy=Buy.OPTIONAL,
        end_piles=3 if players <= 4 else 4,
        province_pile_counts=True,
        tie=Tie.FEWER_TURNS,
        max_turns=_TURNS_EACH * players,
    )


def base_random(
    seed: WholeLike, *, players: WholeLike = 2, size: WholeLike = KINGDOM_SIZE
) -> GameSetup:
    """Return the base game with kingdom cards drawn at random: the same ones for the same seed."""
    seed, size = as_whole("seed", seed), as_whole("size", size)
    if not 0 <= size <= len(KINGDOM_CARDS):
        raise SetupError(
            f"a kingdom of {size} cards", f"The base set has {len(KINGDOM_CARDS)} kingdom cards."
        )
    drawn = random.Random(seed).sample(KINGDOM_CARDS, size)
    return base(drawn, players=players, size=size, name=f"base-random({seed})")


def kingdom_cards(names: Sequence[str]) -> list[Card]:
    """Return the cards of these names, in any case.

    Raises
    ------
    SetupError
        For a name that is not a card's, with the set that it is of.
    """
    cards = []
    for name in names:
        card = find_card(name)
        if card is None:
            raise SetupError(*explain_unknown(name, KINGDOM_CARDS))
        cards.append(card)
    return cards


def kingdom_named(text: str, *, players: int = 2, size: int | None = None) -> GameSetup | None:
    """Return the setup that `text` names, or None when it does not begin like one.

    Parameters
    ----------
    text : str
        ``first-game`` or another recommended kingdom, ``base(Smithy, Witch, ...)`` or
        ``base-random(7)``.
    players : int
    size : int, optional
        How many kingdom cards there are to be; when not given, as many as are named, and ten of a
        random kingdom.

    Raises
    ------
    SetupError
        As `base`.
    """
    if text in RECOMMENDED:
        return base(RECOMMENDED[text], players=players, size=size, name=text)
    call, opened, rest = text.partition("(")
    if call.strip() not in ("base", "base-random"):
        return None
    if not opened or not rest.endswith(")"):
        raise SetupError(
            f"{text!r} is not a kingdom", "Example: base(Smithy, Witch, ...) or base-random(7)."
        )
    listed = [part.strip() for part in rest[:-1].split(",") if part.strip()]
    if call.strip() == "base":
        return base(kingdom_cards(listed), players=players, size=size)
    if len(listed) != 1 or not is_plain_number(listed[0]) or len(listed[0]) > 20:
        raise SetupError(f"{text!r}: not a seed", "Example: base-random(7).")
    drawn = KINGDOM_SIZE if size is None else size
    return base_random(int(listed[0]), players=players, size=drawn)
