"""A position in a game, written down without any engine: what a scenario starts and ends with."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from fastsim.cards import KINGDOM_CARDS, Card
from fastsim.game.kingdoms import base
from fastsim.game.setup import GameSetup
from fastsim.rules.model import BuyRule, Decision, PlayPolicy
from fastsim.rules.parse import parse_entries
from tests.card_text import cards, counts

PLAYS = [kind for kind in Decision if kind is not Decision.BUY]


@dataclass(frozen=True)
class Seat:
    """One player's cards.

    Attributes
    ----------
    top : tuple of Card
        Cards on the deck whose order is known, the topmost first.
    deck : Counter
        The rest of the deck, in an order that nobody knows.
    hand, discard, in_play : Counter
    turns : int
        Turns begun, the current one included.
    """

    top: tuple[Card, ...] = ()
    deck: Counter[Card] = field(default_factory=Counter)
    hand: Counter[Card] = field(default_factory=Counter)
    discard: Counter[Card] = field(default_factory=Counter)
    in_play: Counter[Card] = field(default_factory=Counter)
    turns: int = 1

    @property
    def owned(self) -> Counter[Card]:
        """All cards, in every zone."""
        return Counter(self.top) + self.deck + self.hand + self.discard + self.in_play

    def expect(self, **zones: str) -> None:
        """Assert what is in the zones that are named; ``top`` in order."""
        for zone, text in zones.items():
            found = getattr(self, zone)
            if zone == "top":
                assert list(found) == cards(text), zone
            else:
                assert found == Counter(counts(text)), zone


@dataclass(frozen=True)
class Position:
    """All that the rest of a game depends on, but for chance.

    Attributes
    ----------
    setup : GameSetup
        With full piles and ordinary starting decks, which this position need not have come from.
        A rule must not look at ``opponents(C)``, which a kernel may work out from them.
    seats : tuple of Seat
    supply : dict of Card to int
    trash : Counter
    to_move : int
        The seat whose turn it is.
    actions, buys, money, merchants : int
        What that player has left in the turn, and how often a Merchant was played in it.
    """

    setup: GameSetup
    seats: tuple[Seat, ...]
    supply: dict[Card, int]
    trash: Counter[Card] = field(default_factory=Counter)
    to_move: int = 0
    actions: int = 1
    buys: int = 1
    money: int = 0
    merchants: int = 0

    @property
    def me(self) -> Seat:
        """The player whose turn it is."""
        return self.seats[self.to_move]

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other players, in turn order."""
        return (*self.seats[self.to_move + 1 :], *self.seats[: self.to_move])

    @property
    def all_cards(self) -> Counter[Card]:
        """Every card there is."""
        owned = sum((seat.owned for seat in self.seats), Counter())
        return owned + Counter(self.supply) + self.trash

    def left(self, name: str) -> int:
        """Return how many cards are in a pile."""
        (card,) = cards(name)
        return self.supply[card]

    def expect(self, *, trash: str = "", **zones: str) -> None:
        """Assert what is in the trash, and in the zones of the player to move that are named."""
        assert self.trash == Counter(counts(trash)), "trash"
        self.me.expect(**zones)


def seat(
    hand: str = "",
    *,
    top: str = "",
    deck: str = "",
    discard: str = "",
    in_play: str = "",
    turns: int = 1,
) -> Seat:
    """A player's cards, zone by zone."""
    zones = {"deck": deck, "hand": hand, "discard": discard, "in_play": in_play}
    bags = {zone: Counter(counts(text)) for zone, text in zones.items()}
    return Seat(top=tuple(cards(top)), turns=turns, **bags)


def position(
    hand: str = "",
    *others: Seat,
    top: str = "",
    deck: str = "",
    discard: str = "",
    in_play: str = "",
    supply: str = "",
    trash: str = "",
    to_move: int = 0,
    actions: int = 1,
    buys: int = 1,
    money: int = 0,
    merchants: int = 0,
) -> Position:
    """A position: the cards of the player to move, of the others, and of the table.

    Parameters
    ----------
    hand, top, deck, discard, in_play : str
        The zones of the player to move.
    *others : Seat
        In turn order from that player; a single one without cards when none is given.
    supply : str
        Piles that are not full. The kingdom is of the cards that are named anywhere.
    """
    others = others or (seat(),)
    players = len(others) + 1
    me = seat(hand, top=top, deck=deck, discard=discard, in_play=in_play)
    order = [me, *others]
    seats = tuple(order[(k - to_move) % players] for k in range(players))
    named = {*counts(supply), *counts(trash), *(card for one in seats for card in one.owned)}
    kingdom = [card for card in KINGDOM_CARDS if card in named]
    setup = base(kingdom, players=players, size=len(kingdom), name="scenario")
    return Position(
        setup=setup,
        seats=seats,
        supply={**setup.supply, **counts(supply)},
        trash=Counter(counts(trash)),
        to_move=to_move,
        actions=actions,
        buys=buys,
        money=money,
        merchants=merchants,
    )


def rule(buy: str = "", **lists: str) -> BuyRule:
    """A rule by its lists, such as ``rule("Gold", trash="Estate; Copper")``.

    A list that is not given is empty: nothing is chosen where nothing must be, and by the order of
    last resort where a card must be chosen.
    """
    chosen = {str(kind): parse_entries(lists.get(kind, "")) for kind in PLAYS}
    return BuyRule(parse_entries(buy), plays=PlayPolicy(**chosen))


#: Never chooses anything that it need not choose.
IDLE = rule()
