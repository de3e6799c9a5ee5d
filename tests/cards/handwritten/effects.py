"""What kingdom cards do beyond their first lines, written out by hand, without any steps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Final

from fastsim.cards import COPPER, CURSE, GOLD, SILVER, Card, find_card

if TYPE_CHECKING:
    from tests.cards.handwritten.turn import HandwrittenTurn

    Effect = Callable[[HandwrittenTurn], None]


def vp_of(cards: Collection[Card]) -> int:
    """Victory points of a player: as printed, and of each Gardens one for every ten cards."""
    gardens = sum(card.name == "Gardens" for card in cards)
    return sum(card.vp for card in cards) + gardens * (len(cards) // 10)


def artisan(turn: HandwrittenTurn) -> None:
    turn.must_gain(lambda card: card.cost <= 5, to_hand=True)
    turn.must_topdeck(turn.player, turn.player.hand)


def bandit(turn: HandwrittenTurn) -> None:
    turn.gain(turn.player, GOLD)
    for victim in turn.victims:
        turn.reveal(victim, 2)
        loot = [card for card in victim.set_aside if card.is_treasure and card is not COPPER]
        turn.must_trash(victim, loot, victim.set_aside)
        turn.discard_aside(victim)


def bureaucrat(turn: HandwrittenTurn) -> None:
    turn.gain_to_deck(turn.player, SILVER)
    for victim in turn.victims:
        victories = [card for card in victim.hand if card.is_victory]
        if turn.must_topdeck(victim, victories) is None:
            turn.reveal_hand(victim)


def cellar(turn: HandwrittenTurn) -> None:
    turn.lay_aside_discards()
    turn.draw(turn.player, turn.discard_aside(turn.player))


def chapel(turn: HandwrittenTurn) -> None:
    hand = turn.player.hand
    for _ in range(4):
        if turn.may_trash(hand, hand) is None:
            break


def council_room(turn: HandwrittenTurn) -> None:
    for other in turn.others:
        turn.draw(other, 1)


def harbinger(turn: HandwrittenTurn) -> None:
    turn.may_topdeck(turn.player.discard)


def library(turn: HandwrittenTurn) -> None:
    while len(turn.player.hand) < 7:
        card = turn.draw_aside()
        if card is None:
            break
        if not (card.is_action and turn.may_set_aside(card)):
            turn.keep(card)
    turn.discard_aside(turn.player)


def merchant(turn: HandwrittenTurn) -> None:
    turn.merchants += 1


def militia(turn: HandwrittenTurn) -> None:
    for victim in turn.victims:
        while len(victim.hand) > 3:
            turn.must_discard(victim)


def mine(turn: HandwrittenTurn) -> None:
    hand = turn.player.hand
    trashed = turn.may_trash([card for card in hand if card.is_treasure], hand)
    if trashed is not None:
        limit = trashed.cost + 3
        turn.must_gain(lambda card: card.is_treasure and card.cost <= limit, to_hand=True)


def moneylender(turn: HandwrittenTurn) -> None:
    me = turn.player
    if turn.may_trash([card for card in me.hand if card is COPPER], me.hand):
        me.money += 3


def poacher(turn: HandwrittenTurn) -> None:
    for _ in turn.table.empty_piles:
        turn.must_discard(turn.player)


def remodel(turn: HandwrittenTurn) -> None:
    hand = turn.player.hand
    trashed = turn.must_trash(turn.player, hand, hand)
    if trashed is not None:
        limit = trashed.cost + 2
        turn.must_gain(lambda card: card.cost <= limit)


def sentry(turn: HandwrittenTurn) -> None:
    seen = turn.player.set_aside
    turn.look_at(2)
    while turn.may_trash(seen, seen):
        pass
    while turn.may_discard(seen):
        pass
    turn.put_back_aside()


def throne_room(turn: HandwrittenTurn) -> None:
    hand = turn.player.hand
    card = turn.choose_action([card for card in hand if card.is_action])
    if card is not None:
        turn.play(card, hand)
        turn.play_again(card)


def vassal(turn: HandwrittenTurn) -> None:
    card = turn.discard_next()
    if card is not None and card.is_action and turn.choose_action([card]):
        turn.play(card, turn.player.discard)


def witch(turn: HandwrittenTurn) -> None:
    for victim in turn.victims:
        turn.gain(victim, CURSE)


def workshop(turn: HandwrittenTurn) -> None:
    turn.must_gain(lambda card: card.cost <= 4)


def _card(name: str) -> Card:
    card = find_card(name)
    assert card is not None, name
    return card


#: By card; those that are not here do nothing beyond their first lines, or are younger.
EFFECTS: Final[Mapping[Card, Effect]] = {
    _card(effect.__name__): effect
    for effect in (
        artisan, bandit, bureaucrat, cellar, chapel, council_room, harbinger, library, merchant,
        militia, mine, moneylender, poacher, remodel, sentry, throne_room, vassal, witch, workshop,
    )
}  # fmt: skip
