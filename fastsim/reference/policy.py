"""What a player decides: a rule's lists, their conditions evaluated straight from the model."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from fastsim.cards import PROVINCE, Card
from fastsim.cards.kinds import KINDS
from fastsim.game.setup import FALLBACK, Buy, GameSetup
from fastsim.reference.table import Player, Table, vp_of
from fastsim.rules.check import check_rule
from fastsim.rules.decisions import DecisionList, decision_lists
from fastsim.rules.model import BuyRule, Condition, Decision, Expression, Quantity, Term

Number = int | Fraction

_COMPARE: Final[Mapping[str, Callable[[Number, Number], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}


class Sight(NamedTuple):
    """What a player looks at to decide.

    Attributes
    ----------
    table : Table
    player : Player
        Who decides; not always the one whose turn it is.
    forced : bool
        Whether a card must be chosen.
    resolving : Card or None
        The card whose effect asks.
    """

    table: Table
    player: Player
    forced: bool = False
    resolving: Card | None = None

    @property
    def opponents(self) -> list[Player]:
        """All other players."""
        return [other for other in self.table.players if other is not self.player]

    @property
    def opponent_vp(self) -> int:
        """The best opponent's victory points."""
        return max(other.vp for other in self.opponents)


class Policy:
    """Decides for one player, by a rule.

    Parameters
    ----------
    rule : BuyRule
    setup : GameSetup

    Raises
    ------
    InvalidInput
        When the rule cannot be played in this setup.
    """

    def __init__(self, rule: BuyRule, setup: GameSetup) -> None:
        check_rule(rule, setup)
        self._avoids_losing_end = rule.avoid_losing_end
        if setup.is_simple:  # nothing is played, and no card asks for anything
            self._lists = {Decision.BUY: DecisionList(rule.entries)}
        else:
            self._lists = decision_lists(rule, setup)
        if setup.buy is Buy.MANDATORY:
            fallback = (*rule.otherwise, *FALLBACK)
            self._lists[Decision.BUY] = replace(self._lists[Decision.BUY], last_resort=fallback)

    def choose(self, kind: Decision, candidates: Collection[Card], sight: Sight) -> Card | None:
        """Return one of the candidates, or None to choose none of them.

        The first entry decides whose card is a candidate and whose conditions hold. If there is
        none and a card must be chosen, the order of last resort does.
        """
        decision = self._lists[kind]
        avoids = self._avoids_losing_end and kind in (Decision.BUY, Decision.GAIN)
        for entry in decision.entries:
            if (
                entry.card in candidates
                and all(holds(condition, sight) for condition in entry.conditions)
                and not (avoids and _loses_by(entry.card, sight))
            ):
                return entry.card
        if sight.forced or kind is Decision.BUY:  # a buy has such an order where it is mandatory
            return next((card for card in decision.last_resort if card in candidates), None)
        return None


def _loses_by(card: Card, sight: Sight) -> bool:
    """Return whether gaining `card` would end the game with the player behind some opponent.

    Behind is: fewer VP, or as many with more turns taken.
    """
    table, player = sight.table, sight.player
    if table.supply[card] > 1 or not table.over_without(card):
        return False
    vp = vp_of([*player.owned, card])
    return any(
        other.vp > vp or (other.vp == vp and other.turns < player.turns)
        for other in sight.opponents
    )


def holds(condition: Condition, sight: Sight) -> bool:
    """Return whether a condition holds for the player who decides."""
    return _COMPARE[condition.operator](
        _value(condition.left, sight), _value(condition.right, sight)
    )


def _value(expression: Expression, sight: Sight) -> Number:
    if len(expression) == 1:
        return _term(expression[0], sight)
    return sum(_term(term, sight) for term in expression)


def _term(term: Term, sight: Sight) -> Number:
    """Return the value of one term."""
    value = 1 if term.quantity is None else _look(term.quantity, sight)
    if term.factor is None:
        return -value if term.negative else value
    number = term.coefficient
    # fractions are slow, and most numbers are whole
    return value * (number.numerator if number.denominator == 1 else number)


def _look(quantity: Quantity, sight: Sight) -> int:
    """Return the value of `quantity` for the player who decides."""
    if quantity.card is not None:
        return _OF_CARD[quantity.name](sight, quantity.card)
    return _PLAIN[quantity.name](sight)


def _owned(count: Callable[[Card], int]) -> Callable[[Sight], int]:
    return lambda sight: sum(map(count, sight.player.owned))


_OF_CARD: Final[Mapping[str, Callable[[Sight, Card], int]]] = {
    "supply": lambda sight, card: sight.table.supply[card],
    "own": lambda sight, card: sight.player.owned.count(card),
    "opponents": lambda sight, card: sum(o.owned.count(card) for o in sight.opponents),
    "hand": lambda sight, card: sight.player.hand.count(card),
    "in_play": lambda sight, card: sight.player.in_play.count(card),
    "resolving": lambda sight, card: int(sight.resolving is card),
}
_PLAIN: Final[Mapping[str, Callable[[Sight], int]]] = {
    "provinces": lambda sight: sight.table.supply[PROVINCE],
    **{name: _owned(kind.has) for name, kind in KINDS.items()},
    "deck_size": lambda sight: len(sight.player.owned),
    "money": lambda sight: sight.player.money,
    "total_money": _owned(lambda card: card.money),
    "coins_owned": _owned(lambda card: card.coin_value),
    "turn": lambda sight: sight.player.turns,
    "seat": lambda sight: sight.player.seat + 1,
    "vp": lambda sight: sight.player.vp,
    "opponent_vp": lambda sight: sight.opponent_vp,
    "lead": lambda sight: sight.player.vp - sight.opponent_vp,
    "empty_piles": lambda sight: len(sight.table.empty_piles),
    "gains_to_end": lambda sight: sight.table.gains_to_end,
    "buys": lambda sight: sight.player.buys,
    "actions_left": lambda sight: sight.player.actions,
    "action_phase": lambda sight: int(sight.player.action_phase),
    "hand_size": lambda sight: len(sight.player.hand),
    "hand_actions": lambda sight: sum(card.is_action for card in sight.player.hand),
    "actions_needed": lambda sight: sum(card.actions_needed for card in sight.player.hand),
    "forced": lambda sight: int(sight.forced),
}
