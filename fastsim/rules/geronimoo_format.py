"""The words of the bot files of Geronimoo's Dominion Simulator, and what they are called here.

The format::

    playerCollection > player(name, author, description) > type(name)* | board
        | start_state > hand, discard, drawdeck | buy(name, strategy, bane) > condition*
            > left(type, attribute), operator(type), right(type, attribute),
                extra_operation(type, attribute)?

Attributes that the simulator does not know it passes over. Two of them are written here, so that a
rule comes back as it was: `CARE` of a player, and `MEANT` of a side.

References
----------
Geronimoo, Dominion Simulator, https://github.com/Geronimoo/DominionSim: ``XMLHandler``,
``DomBuyCondition``, ``DomBotFunction``, ``DomBotType``, ``DomCardType``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: The format's functions of a card, and of nothing, under the names of the rule language.
CARD_FUNCTIONS: Final = {
    "countCardsInDeck": "own",
    "countCardsInSupply": "supply",
    "countCardsInHand": "hand",
    "countCardsInPlay": "in_play",
    "countCardsInOpponentsDecks": "opponents",
}
PLAIN_FUNCTIONS: Final = {
    "countAllCardsInDeck": "deck_size",
    "getTotalMoney": "coins_owned",
    "countAvailableMoney": "money",
    "countTurns": "turn",
    "countVP": "vp",
    "countMAXOpponentVP": "opponent_vp",
    "countEmptyPiles": "empty_piles",
    "gainsNeededToEndGame": "gains_to_end",
    "countBuysLeft": "buys",
    "actionsLeft": "actions_left",
    "isActionPhase": "action_phase",
}
#: Other functions that come to the same: no card here puts cards on mats.
SAME_FUNCTIONS: Final = {
    "countCardsInDeckNoMats": "countCardsInDeck",
    "getTotalMoneyExcludingMats": "getTotalMoney",
    "getTotalMoneyExcludingNativeVillage": "getTotalMoney",
}
#: The attributes of ``countCardTypeInDeck``, and the kind of cards (`fastsim.cards.kinds`) of each.
CARD_TYPES: Final = {
    "Treasure": "treasures",
    "Action": "actions",
    "Victory": "victories",
    "Attack": "attacks",
    "Reaction": "reactions",
    "Curse": "curses",
    "Kingdom": "kingdom_cards",
    "Base": "basic_cards",
    "Terminal": "terminals",
    "Village": "villages",
    "Cycler": "cyclers",
    "Card_Advantage": "drawers",
    "Trasher": "trashers",
    "TrashForBenefit": "remodelers",
    "Multiplier": "multipliers",
}
COMPARISONS: Final = {
    "smallerThan": "<",
    "smallerOrEqualThan": "<=",
    "equalTo": "==",
    "greaterOrEqualThan": ">=",
    "greaterThan": ">",
}
MIRRORED: Final = {"<": ">", "<=": ">=", "==": "==", ">=": "<=", ">": "<"}

#: Types of bots that say in which of the simulator's lists they stand, and nothing else.
LABELS: Final = frozenset(
    {
        *("Favorite", "Bot", "Generated", "UserCreated", "BigMoney", "Attacking", "Engine"),
        *("Combo", "SingleCard", "Province", "Colony", "TwoPlayer", "ThreePlayer", "FourPlayer"),
        *("AnnotatedGames", "Competitive", "Casual", "Fun", "Optimized"),
    }
)
#: The type of bots that leave the last Province but one to others while they are behind.
PENULTIMATE: Final = "AppliesPPR"
#: Types of bots that do not mix their cards well: games here are about perfect shuffles.
SHUFFLES: Final = frozenset({"RiffleShuffle", "ShuffleOverhand"})

#: Whether a player avoids losing ends: "true" or "false". The simulator's bots all do.
CARE: Final = "avoid_losing_end"
#: With ``getTotalMoney``, where a rule looks at `total_money`, Treasures only, and can never own
#: an Action that would make a difference.
MEANT: Final = "quantity"
#: The attributes of each element that are understood.
ATTRIBUTES: Final[Mapping[str, frozenset[str]]] = {
    "playerCollection": frozenset(),
    "player": frozenset({"name", "author", "description", CARE}),
    "type": frozenset({"name"}),
    "board": frozenset(
        {
            *("contents", "bane", "Shelters"),
            *("Mountain_Pass_Bid", "Obelisk_Choice", "Riverboat_Choice"),
        }
    ),
    "start_state": frozenset(),
    "hand": frozenset({"contents"}),
    "discard": frozenset({"contents"}),
    "drawdeck": frozenset({"contents", "shuffle"}),
    "buy": frozenset({"name", "strategy", "bane"}),
    "condition": frozenset(),
    "left": frozenset({"type", "attribute", MEANT}),
    "operator": frozenset({"type"}),
    "right": frozenset({"type", "attribute", MEANT}),
    "extra_operation": frozenset({"type", "attribute"}),
}
