"""What a rule buys: its conditions evaluated on the table, straight from the rule's model."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from fastsim.cards import PROVINCE, Card
from fastsim.reference.table import Player, Table
from fastsim.rules.model import BuyRule, Condition, Expression, Quantity
from fastsim.setup import FALLBACK, Buy

_COMPARE: Final[dict[str, Callable[[Fraction, Fraction], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}


def choose(rule: BuyRule, table: Table, player: Player) -> Card | None:
    """Return the card that `player` buys under `rule`, or None to pass.

    The first entry wins whose card is affordable, in stock, and whose conditions hold. If none
    does and buying is mandatory, the fallback order decides.
    """
    money = sum(card.money for card in player.hand)

    def possible(card: Card) -> bool:
        return bool(table.piles.get(card)) and card.cost <= money

    for entry in rule.entries:
        if (
            possible(entry.card)
            and all(_holds(condition, table, player) for condition in entry.conditions)
            and not (rule.avoid_losing_end and _loses_by(entry.card, table, player))
        ):
            return entry.card
    if table.setup.buy is Buy.MANDATORY:
        for card in (*rule.otherwise, *FALLBACK):
            if possible(card):
                return card
    return None


def _loses_by(card: Card, table: Table, player: Player) -> bool:
    """Return whether gaining `card` would end the game with `player` behind some opponent.

    Behind is: fewer VP, or as many with more turns taken.
    """
    if len(table.piles[card]) > 1:
        return False
    empty = len([c for c in table.empty_piles if _counts(c, table)]) + _counts(card, table)
    if card is not PROVINCE and empty < table.setup.end_piles:
        return False
    vp = player.vp + card.vp
    return any(
        other.vp > vp or (other.vp == vp and other.turns < player.turns)
        for other in table.players
        if other is not player
    )


def _counts(card: Card, table: Table) -> bool:
    return card is not PROVINCE or table.setup.province_pile_counts


def _holds(condition: Condition, table: Table, player: Player) -> bool:
    return _COMPARE[condition.operator](
        _value(condition.left, table, player), _value(condition.right, table, player)
    )


def _value(expression: Expression, table: Table, player: Player) -> Fraction:
    return sum(
        (
            term.coefficient * (1 if term.quantity is None else _look(term.quantity, table, player))
            for term in expression
        ),
        start=Fraction(0),
    )


def _look(quantity: Quantity, table: Table, player: Player) -> int:
    """Return the value of `quantity` for the player whose turn it is."""
    card = quantity.card
    if quantity.name == "supply" and card is not None:
        return len(table.piles[card])
    if quantity.name == "provinces":
        return len(table.piles[PROVINCE])
    others = [other for other in table.players if other is not player]
    owned = player.owned
    if card is not None:
        match quantity.name:
            case "own":
                return owned.count(card)
            case "opponents":
                return sum(other.owned.count(card) for other in others)
            case "hand":
                return player.hand.count(card)
    match quantity.name:
        case "treasures":
            return sum("Treasure" in c.types for c in owned)
        case "actions":
            return sum("Action" in c.types for c in owned)
        case "victories":
            return sum("Victory" in c.types for c in owned)
        case "deck_size":
            return len(owned)
        case "money":
            return sum(c.money for c in player.hand)
        case "total_money":
            return sum(c.money for c in owned)
        case "turn":
            return player.turns
        case "seat":
            return player.seat + 1
        case "vp":
            return player.vp
        case "opponent_vp":
            return max(other.vp for other in others)
        case "lead":
            return player.vp - max(other.vp for other in others)
        case "empty_piles":
            return len(table.empty_piles)
        case "gains_to_end":
            return table.gains_to_end
        case "buys":
            return 1
        case "action_phase":
            return 0
    raise ValueError(f"{quantity.name} has no meaning in this game")
