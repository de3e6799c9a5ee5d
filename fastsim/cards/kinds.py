"""Kinds of cards, as rules count them: printed types, and what players call cards by their use.

Kinds by use follow the lists of Geronimoo's Dominion Simulator, whose bots count them
(``countCardTypeInDeck``). They are the community's judgement: a Moneylender or a Mine is no trasher
there, a Cellar is a cycler though it may draw nothing.

References
----------
Geronimoo, Dominion Simulator, https://github.com/Geronimoo/DominionSim: ``DomCardName``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from fastsim.cards.base import KINGDOM_CARDS
from fastsim.cards.card import Card


class Kind(NamedTuple):
    """A kind of cards.

    Attributes
    ----------
    cards : str
        What cards they are, in the plural.
    has : callable
        Whether a card is one.
    """

    cards: str
    has: Callable[[Card], bool]


def _called(name: str) -> Callable[[Card], bool]:
    return lambda card: name in card.kinds


#: By the name under which a rule counts those that a player owns.
KINDS: Final[Mapping[str, Kind]] = {
    "treasures": Kind("Treasure cards", lambda card: card.is_treasure),
    "actions": Kind("Action cards", lambda card: card.is_action),
    "victories": Kind("Victory cards", lambda card: card.is_victory),
    "attacks": Kind("Attack cards", lambda card: card.is_attack),
    "reactions": Kind("Reaction cards", lambda card: "Reaction" in card.types),
    "curses": Kind("Curses", lambda card: "Curse" in card.types),
    "kingdom_cards": Kind("kingdom cards", lambda card: card in KINGDOM_CARDS),
    "basic_cards": Kind("basic cards", lambda card: card not in KINGDOM_CARDS),
    "terminals": Kind(
        "Action cards that give no Action (Throne Room is not counted)",
        lambda card: card.is_terminal,
    ),
    "villages": Kind("cards that give 2 Actions", lambda card: card.actions >= 2),
    "cyclers": Kind(
        "cards that give an Action and a card (Cellar is counted)",
        lambda card: "cyclers" in card.kinds or (card.actions >= 1 and card.cards >= 1),
    ),
    "drawers": Kind(
        "cards that draw two or more (Library is counted)",
        lambda card: "drawers" in card.kinds or card.cards >= 2,
    ),
    "trashers": Kind("cards that trash, such as Chapel", _called("trashers")),
    "remodelers": Kind(
        "cards that turn others into dearer ones, such as Remodel", _called("remodelers")
    ),
    "multipliers": Kind("cards that play another one several times", _called("multipliers")),
}
