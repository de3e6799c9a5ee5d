"""What a game is played with: piles, starting decks, and the rules that differ between games."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from types import MappingProxyType
from typing import Any, Final

from fastsim.cards import (
    CARDS,
    COPPER,
    CURSE,
    DUCHY,
    ESTATE,
    GOLD,
    KINGDOM_CARDS,
    PROVINCE,
    SILVER,
    SIX_CARDS,
    Card,
)
from fastsim.errors import SetupError
from fastsim.numbers import WholeLike, as_whole
from fastsim.shown import html_table, lines_of
from fastsim.text import fault_of_name, number_of, shortened

HAND_SIZE: Final = 5
MAX_PLAYERS: Final = 6
#: The most cards a player may come to own: what the packed counts of the kernels hold.
MAX_OWNED: Final = 2047
#: The most different kingdom cards in one game: with the basic ones, the columns of a kernel.
MAX_KINGDOM: Final = 25
MAX_TURNS: Final = 20_000
MAX_PILE: Final = 2000

#: What a mandatory buy takes when the rule names nothing that can be bought: the six cards and then
#: the kingdom, cheapest first, and a Curse only when there is nothing else.
FALLBACK: Final = (COPPER, ESTATE, SILVER, DUCHY, GOLD, PROVINCE, *KINGDOM_CARDS, CURSE)


class Buy(StrEnum):
    """Whether a player who can buy must."""

    MANDATORY = "mandatory"
    OPTIONAL = "optional"


class Tie(StrEnum):
    """Who wins among players with equal victory points.

    ``SECOND``: the one who moved later in the first round (with two players, the second).
    ``FEWER_TURNS``: the one who took fewer turns; players who took equally many share the victory.
    """

    SECOND = "second"
    FEWER_TURNS = "fewer_turns"


_BUYS: Final = {Buy.MANDATORY: "must buy if they can", Buy.OPTIONAL: "need not buy"}
_TIES: Final = {
    Tie.SECOND: "won by who moved later",
    Tie.FEWER_TURNS: "won by fewer turns, else shared",
}


@dataclass(frozen=True, eq=False)
class GameSetup:
    """Everything that is fixed before the first hand is drawn, but for the players' rules.

    Parameters
    ----------
    name : str
        How results refer to it.
    supply : mapping of Card to int
        Cards in each pile. A card that is left out has no pile; a pile of 0 is there, and empty.
    deck : mapping of Card to int
        Starting deck of each player. It does not come out of the supply.
    players : int
        2 to 6.
    buy : Buy
        With ``MANDATORY`` a player buys one card a turn if any card in stock is affordable.
    end_piles : int
        The game ends when this many piles are empty.
    province_pile_counts : bool
        Whether the Province pile is one of those. It ends the game by itself in any case.
    tie : Tie
        Who wins among equals.
    max_turns : int
        Turns of all players together after which a game is cut, scored as it stands and flagged.

    Raises
    ------
    SetupError
        When the setup is impossible, can never end, or is more than the engines can hold.

    Notes
    -----
    A turn of the six basic cards: total the money in hand, buy at most one card that costs no more
    and is in stock, put it and the hand on the discard pile, draw five. With kingdom cards, Actions
    are played first, and there may be more buys. The game ends with the turn in which the end
    condition is fulfilled.
    """

    name: str
    supply: Mapping[Card, int]
    deck: Mapping[Card, int]
    players: int = 2
    buy: Buy = Buy.MANDATORY
    end_piles: int = 3
    province_pile_counts: bool = False
    tie: Tie = Tie.SECOND
    max_turns: int = 400

    def __post_init__(self) -> None:
        # ordered by column, so that equal setups have equal text and equal digests
        for field in ("supply", "deck"):
            given = getattr(self, field)
            ordered = {card: as_whole(card.name, given[card]) for card in CARDS if card in given}
            object.__setattr__(self, field, MappingProxyType(ordered))
        for field in ("players", "end_piles", "max_turns"):
            object.__setattr__(self, field, as_whole(field, getattr(self, field)))
        object.__setattr__(self, "buy", Buy(self.buy))
        object.__setattr__(self, "tie", Tie(self.tie))
        _check(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameSetup) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[Any, ...]:
        # mapping proxies cannot be pickled, plain dicts can: setups travel to worker processes
        fields = (
            self.name, dict(self.supply), dict(self.deck), self.players, self.buy,
            self.end_piles, self.province_pile_counts, self.tie, self.max_turns,
        )  # fmt: skip
        return GameSetup, fields

    @property
    def _facts(self) -> dict[str, str]:
        """What the setup says, in words, by what it is about."""
        counts = {
            name: ", ".join(f"{n} {card.name}" for card, n in cards.items())
            for name, cards in (("piles", self.supply), ("each deck", self.deck))
        }
        piles = "piles" if self.province_pile_counts else "other piles"
        return {
            "players": f"{self.players}, who {_BUYS[self.buy]}",
            **counts,
            "ends with": f"the last Province, or {self.end_piles} empty {piles}",
            "ties": _TIES[self.tie],
            "cut after": f"{self.max_turns} turns",
        }

    def __repr__(self) -> str:
        facts = (f"{name}: {said}" for name, said in self._facts.items())
        return lines_of(f"GameSetup {shortened(self.name)!r}", facts)

    def _repr_html_(self) -> str:
        """Return the name and a small table, for notebooks."""
        return f"<p><b>{escape(self.name)}</b></p>" + html_table(["", ""], self._facts.items())

    def _rules(self) -> dict[str, Any]:
        described = self.describe()
        del described["name"]
        return described

    def describe(self) -> dict[str, Any]:
        """Return the setup as plain values, in the shape of a setup file."""
        return {
            "name": self.name,
            "players": self.players,
            "buy": str(self.buy),
            "supply": {card.name: n for card, n in self.supply.items()},
            "deck": {card.name: n for card, n in self.deck.items()},
            "end_piles": self.end_piles,
            "province_pile_counts": self.province_pile_counts,
            "tie": str(self.tie),
            "max_turns": self.max_turns,
        }

    @functools.cached_property
    def digest(self) -> str:
        """Sixteen hex digits that are equal for equal rules of play, whatever the name."""
        text = json.dumps(self._rules(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @functools.cached_property
    def in_game(self) -> frozenset[Card]:
        """The cards that have a pile or are in the starting decks."""
        return frozenset(card for card in CARDS if card in self.supply or self.deck.get(card, 0))

    @functools.cached_property
    def kingdom(self) -> tuple[Card, ...]:
        """The kingdom cards that are in the game, by column."""
        return tuple(card for card in KINGDOM_CARDS if card in self.in_game)

    @functools.cached_property
    def is_simple(self) -> bool:
        """Whether no other cards are in the game than the six of the simplified one.

        Then nothing is played but Treasures, and one card is gained a turn.
        """
        return self.in_game <= frozenset(SIX_CARDS)

    @functools.cached_property
    def largest_deck(self) -> int:
        """The most cards that one player can come to own."""
        supply = sum(self.supply.values())
        if self.is_simple:
            supply = min(supply, -(-self.max_turns // self.players))
        return sum(self.deck.values()) + supply

    @functools.cached_property
    def vp_range(self) -> tuple[int, int]:
        """The fewest and the most victory points that one player can end with."""
        gains = {card: self.deck.get(card, 0) + self.supply.get(card, 0) for card in CARDS}
        low = sum(min(0, card.vp) * n for card, n in gains.items())
        high = sum(max(0, card.vp) * n for card, n in gains.items())
        for card, n in gains.items():
            if card.cards_per_vp:
                high += n * (self.largest_deck // card.cards_per_vp)
        return low, high


def simplified() -> GameSetup:
    """Return the simplified game: two players, six piles, one mandatory buy a turn.

    Ties go to the second player; the three piles that end the game are any but the Provinces.
    """
    return GameSetup(
        name="simplified",
        supply={COPPER: 60, SILVER: 40, GOLD: 30, ESTATE: 8, DUCHY: 8, PROVINCE: 8},
        deck={COPPER: 7, ESTATE: 3},
    )


def basic(players: WholeLike = 2) -> GameSetup:
    """Return the Second Edition's basic cards without a kingdom: optional buy, official ties.

    Parameters
    ----------
    players : int
        2 to 4; pile sizes follow the rulebook.

    References
    ----------
    Dominion, Second Edition, rulebook: "Preparation" (pile sizes), "Game End" (any three piles;
    fewer turns wins a tie, then the victory is shared).
    """
    players = as_whole("players", players)
    if players not in (2, 3, 4):
        raise SetupError(f"the basic cards are set up for 2 to 4 players, not {players}")
    victory = 8 if players == 2 else 12
    return GameSetup(
        name="basic" if players == 2 else f"basic-{players}",
        supply={
            COPPER: 60 - 7 * players, SILVER: 40, GOLD: 30,
            ESTATE: victory, DUCHY: victory, PROVINCE: victory,
        },
        deck={COPPER: 7, ESTATE: 3},
        players=players,
        buy=Buy.OPTIONAL,
        province_pile_counts=True,
        tie=Tie.FEWER_TURNS,
    )  # fmt: skip


PRESETS: Final[Mapping[str, Callable[[], GameSetup]]] = {
    "simplified": simplified,
    "basic": basic,
    "basic-3": lambda: basic(3),
    "basic-4": lambda: basic(4),
}


def _check(setup: GameSetup) -> None:
    """Raise SetupError for the first thing that is wrong with `setup`."""
    if fault := fault_of_name(setup.name):
        raise SetupError(f"the setup's name cannot be shown: {fault}", "Name it otherwise.")
    for place, counts in (("pile", setup.supply), ("starting deck", setup.deck)):
        for card, n in counts.items():
            if n < 0:
                raise SetupError(f"the {place} has {n} {card} cards", "Counts start at 0.")
            if n > MAX_PILE:
                raise SetupError(f"the {place} has {n} {card} cards", f"At most {MAX_PILE}.")
    if not 2 <= setup.players <= MAX_PLAYERS:
        raise SetupError(
            f"{number_of(setup.players, 'player')}", f"A game has 2 to {MAX_PLAYERS} players."
        )
    if not 1 <= setup.max_turns <= MAX_TURNS:
        raise SetupError(
            f"max_turns = {setup.max_turns}", f"It counts all players' turns: 1 to {MAX_TURNS}."
        )
    if not sum(setup.deck.values()):
        raise SetupError("the starting deck has no cards to draw", 'Give it some under "deck".')
    if setup.largest_deck > MAX_OWNED:
        raise SetupError(
            f"a player could come to own {setup.largest_deck} cards, more than the "
            f"{MAX_OWNED} that an engine can hold",
            "Make the piles or the starting deck smaller, or lower max_turns.",
        )
    if setup.end_piles < 1:
        raise SetupError(f"end_piles = {setup.end_piles}", "At least one pile must be empty.")
    counting = _counting(setup)
    if setup.supply.get(PROVINCE) == 0:
        raise SetupError(
            "the Province pile is empty before the first turn, so the game is already over",
            "Give it cards, or leave it out.",
        )
    empty = [card for card in counting if setup.supply[card] == 0]
    if len(empty) >= setup.end_piles:
        raise SetupError(
            f"{len(empty)} piles are empty before the first turn, so the game is already over",
            f"Give some of {', '.join(c.name for c in empty)} cards, or raise end_piles.",
        )
    if len(setup.kingdom) > MAX_KINGDOM:
        raise SetupError(
            f"{len(setup.kingdom)} different kingdom cards", f"At most {MAX_KINGDOM} in one game."
        )
    if not setup.is_simple:
        return  # what Actions can lead to is not worked out: a game that never ends is cut
    buyable = _buyable(setup)
    emptiable = [card for card in counting if setup.supply[card] == 0 or card in buyable]
    if PROVINCE not in buyable and len(emptiable) < setup.end_piles:
        raise SetupError(
            "nobody can ever end the game: no player can come to afford a Province, and only "
            f"{len(emptiable)} of the {setup.end_piles} piles that must be empty can be emptied",
            "Put Treasures in the starting deck or the supply, add piles, or lower end_piles.",
        )


def _counting(setup: GameSetup) -> list[Card]:
    """Return the cards whose piles are counted by `end_piles`."""
    return [c for c in setup.supply if c is not PROVINCE or setup.province_pile_counts]


def _buyable(setup: GameSetup) -> set[Card]:
    """Return the cards that a player can, with every luck, come to afford in this game."""
    owned = dict(setup.deck)
    buyable: set[Card] = set()
    while True:
        best_hand = sorted(
            (c.money for c, n in owned.items() for _ in range(min(n, HAND_SIZE))), reverse=True
        )[:HAND_SIZE]
        more = {
            card for card, n in setup.supply.items()
            if n and card not in buyable and card.cost <= sum(best_hand)
        }  # fmt: skip
        if not more:
            return buyable
        buyable |= more
        for card in more:
            owned[card] = owned.get(card, 0) + setup.supply[card]
