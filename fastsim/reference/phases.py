"""The course of a turn: Action phase, Buy phase, clean-up."""

from __future__ import annotations

from fastsim.cards import Card
from fastsim.game.setup import FALLBACK, HAND_SIZE, Buy
from fastsim.reference.events import EventKind
from fastsim.reference.turn import Turn
from fastsim.rules.model import Decision
from fastsim.text.errors import EngineFault


def begin(turn: Turn) -> None:
    """Begin a turn: one Action, one Buy, no coins."""
    me = turn.player
    me.turns += 1
    me.actions, me.buys, me.money = 1, 1, 0


def action_phase(turn: Turn) -> None:
    """Play Actions of the hand, as long as any are left and wanted."""
    me = turn.player
    me.action_phase = True
    while me.actions > 0:
        card = turn.choose(Decision.PLAY, me, [card for card in me.hand if card.is_action])
        if card is None:
            break
        me.actions -= 1
        turn.play(card, me.hand)
    me.action_phase = False


def play_treasures(turn: Turn) -> None:
    """Play all Treasures of the hand for their coins.

    With the six basic cards nothing is played: the hand is shown, and its coins are totalled.
    """
    me = turn.player
    treasures = [card for card in me.hand if card.is_treasure]
    me.money += sum(card.money for card in treasures)
    me.money += sum(coins for card, coins in turn.at_first_play.items() if card in treasures)
    if not turn.table.simple:
        for card in treasures:
            turn.note(EventKind.PLAY, me, card)
            turn.move(card, me.hand, me.in_play)


def buy_phase(turn: Turn) -> None:
    """Buy cards, one a Buy, as long as any are left and wanted."""
    me = turn.player
    while me.buys > 0:
        affordable = [
            card for card, left in turn.table.supply.items() if left and card.cost <= me.money
        ]
        card = turn.choose(Decision.BUY, me, affordable)
        check_buy(turn, card)
        if card is None:
            break
        me.money -= card.cost
        me.buys -= 1
        turn.gain(me, card, EventKind.BUY)


def clean_up(turn: Turn) -> bool:
    """Discard the hand and the cards in play, and draw a new hand; as `draw_hand`."""
    me = turn.player
    turn.note(EventKind.CLEAN_UP, me)
    me.discard += me.in_play + me.hand
    me.in_play.clear()
    me.hand.clear()
    me.actions = me.buys = me.money = 0
    return draw_hand(turn)


def draw_hand(turn: Turn) -> bool:
    """Draw five cards, or as many as there are; return whether the discards were shuffled for it.

    With the six basic cards, fewer than five that are left in the deck are drawn together, before
    the shuffle: there is no chance in that, and no number of the stream is taken for it.
    """
    me, source = turn.player, turn.table.source
    reshuffled = len(me.deck) < HAND_SIZE and bool(me.discard)
    source.begin_hand()
    if turn.table.simple and len(me.deck) < HAND_SIZE:
        for card in me.deck.take_all():
            turn.note(EventKind.DRAW, me, card)
            me.hand.append(card)
    turn.draw(me, HAND_SIZE - len(me.hand))
    source.end_hand()
    return reshuffled


def check_buy(turn: Turn, card: Card | None) -> None:
    """Raise EngineFault for a buy, or a pass, that the rules of the game do not allow."""
    seat, money, supply = turn.player.seat, turn.player.money, turn.table.supply
    if card is None:
        possible = [c for c in FALLBACK if supply.get(c) and c.cost <= money]
        if turn.table.setup.buy is Buy.MANDATORY and possible:
            raise EngineFault(f"seat {seat} passed and could have bought {possible[0]}")
    elif not supply.get(card):
        raise EngineFault(f"seat {seat} bought {card}, which is not in stock")
    elif card.cost > money:
        raise EngineFault(f"seat {seat} bought {card} with {money} coins")
