"""Words and signs of other notations, and what to write here in their place.

Simulators, programming languages and players have their own; an error that meets one says so.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from fastsim.rules.model import CARD_QUANTITIES, PLAIN_QUANTITIES
from fastsim.text.errors import suggest

_OR: Final = "For 'or', write the card again, on a new line, with the other condition."
_NOT: Final = "There is no 'not': turn the comparison around, such as < for not >=."
_ELSE: Final = "Leave it out: the next entry is tried where this one's conditions do not hold."
_NO_PART: Final = "part of the language"
_CARD_FIRST: Final = "An entry is a card, then its conditions: Duchy if provinces <= 4"
_IF: Final = "Did you mean 'if'?"

#: Words that are no part of the language, wherever they stand.
FOREIGN_WORDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("when", "where", "while", "whenever", "provided"), _IF),
    "unless": "Write 'if' and turn the comparison around, such as < for unless >=.",
    **dict.fromkeys(("else", "elif", "elseif"), _ELSE),
    **dict.fromkeys(("then", "buy", "get"), _CARD_FIRST),
    **dict.fromkeys(("or", "xor"), _OR),
    "not": _NOT,
    **dict.fromkeys(("is", "equals", "equal"), "Did you mean '=='?"),
    **dict.fromkeys(("least", "atleast"), "Write '>=' for at least."),
    **dict.fromkeys(("most", "atmost"), "Write '<=' for at most."),
    **dict.fromkeys(("more", "above", "greater"), "Write '>' for more than."),
    **dict.fromkeys(("fewer", "less", "below", "under"), "Write '<' for less than."),
    **dict.fromkeys(("always", "true"), "Leave it out: an entry without 'if' always holds."),
    **dict.fromkeys(("never", "false"), "Leave the whole entry out."),
    **dict.fromkeys(("mod", "div"), "Sums, multiples and a division by a number are all there is."),
}

#: Signs that are no part of the language; the longer ones first, as they are looked for.
FOREIGN_SIGNS: Final[Mapping[str, str]] = {
    "===": "Write '==' for equal.",
    "!==": "Write '!=' for not equal.",
    "=<": "Did you mean '<='?",
    "=>": "Did you mean '>='?",
    "<>": "Did you mean '!='?",
    "~=": "Did you mean '!='?",
    ":=": "Write '==' for equal.",
    "&&": "Did you mean 'and'?",
    "||": _OR,
    "**": "There are no powers.",
    "&": "Did you mean 'and'?",
    "|": _OR,
    "!": _NOT,
    "=": "Write '==' for equal.",
    ":": "A condition is introduced by 'if'; entries are separated by ';'.",
    "?": "A condition is introduced by 'if', behind the card.",
    "%": "Write a share as a decimal number: 0.5 for 50 %.",
    '"': "Names stand without quotes: Throne Room",
    "'": "Names stand without quotes: Throne Room",
    "`": "Names stand without quotes: Throne Room",
    ".": "Quantities stand alone: money, own(Gold)",
    "^": "There are no powers.",
    "$": "Write a sum of coins as a number: money >= 8",
}

_OWN: Final = ("count", "have", "has", "owned", "in_deck", "my", "cards_in_deck", "copies")
#: What others call the quantities that take a card, and those that stand alone.
_OTHER_NAMES: Final[Mapping[str, str]] = {
    **dict.fromkeys((*_OWN, "countindeck", "countcardsindeck"), "own"),
    **dict.fromkeys(
        ("pile", "stock", "left", "remaining", "in_supply", "countinsupply", "countcardsinsupply"),
        "supply",
    ),
    **dict.fromkeys(("in_hand", "inhand", "countinhand", "countcardsinhand"), "hand"),
    **dict.fromkeys(("played", "inplay", "countinplay", "countcardsinplay"), "in_play"),
    **dict.fromkeys(("opponent", "others", "enemy", "countcardsinopponentsdecks"), "opponents"),
    **dict.fromkeys(
        ("coins", "coin", "cash", "gold_in_hand", "available_money", "countavailablemoney"),
        "money",
    ),
    **dict.fromkeys(("totalmoney", "all_money", "deck_money", "treasure_money"), "total_money"),
    **dict.fromkeys(("total_coins", "gettotalmoney"), "coins_owned"),
    **dict.fromkeys(("provinces_left", "province_pile"), "provinces"),
    **dict.fromkeys(("turns", "turn_number", "round", "rounds", "countturns"), "turn"),
    **dict.fromkeys(("player", "position", "first"), "seat"),
    **dict.fromkeys(
        ("deck", "decksize", "cards", "deck_count", "countallcardsindeck"), "deck_size"
    ),
    **dict.fromkeys(("points", "score", "victory_points", "countvp"), "vp"),
    **dict.fromkeys(
        ("opponent_points", "opponent_score", "opponents_vp", "countmaxopponentvp"), "opponent_vp"
    ),
    **dict.fromkeys(("ahead", "margin", "difference"), "lead"),
    **dict.fromkeys(("piles_empty", "emptypiles", "countemptypiles"), "empty_piles"),
    **dict.fromkeys(("gains_left", "gainsneededtoendgame"), "gains_to_end"),
    **dict.fromkeys(("buys_left", "countbuysleft"), "buys"),
    **dict.fromkeys(("actionsleft",), "actions_left"),
    **dict.fromkeys(("isactionphase",), "action_phase"),
    **dict.fromkeys(("treasure", "treasure_cards"), "treasures"),
    **dict.fromkeys(("action", "action_cards"), "actions"),
    **dict.fromkeys(("victory", "victory_cards", "greens"), "victories"),
    **dict.fromkeys(("terminal", "terminal_actions"), "terminals"),
}


def hint_for_quantity(word: str) -> str:
    """Return what an unknown quantity may have meant, or what there is."""
    name = word.lower()
    known = [*PLAIN_QUANTITIES, *CARD_QUANTITIES]
    meant = _OTHER_NAMES.get(name)
    if meant is not None:
        said = PLAIN_QUANTITIES.get(meant) or CARD_QUANTITIES[meant]
        example = f"{meant}(Gold)" if meant in CARD_QUANTITIES else meant
        return f"Did you mean {example!r}, {said}?"
    return suggest(word, known) or f"Known: {', '.join(known)}."


def hint_for_sign(text: str) -> tuple[str, str | None]:
    """Return what to say of a text that begins with no word, number or sign of the language."""
    for sign, hint in FOREIGN_SIGNS.items():
        if text.startswith(sign):
            return f"{sign!r} is not {'a comparison' if set(sign) & set('=<') else _NO_PART}", hint
    if text[0] == "{":
        return "not a parameter", "A parameter is a name in braces: {duchy}"
    usual = _usual(text[0])
    return f"unexpected character {text[0]!r}", f"Write {usual!r}." if usual else None


def _usual(character: str) -> str | None:
    """Return the usual form of a wide, raised or foreign digit, letter or sign, if it has one."""
    digit = unicodedata.decimal(character, None)
    usual = str(digit) if digit is not None else unicodedata.normalize("NFKC", character)
    return usual if usual != character and usual.isascii() and usual.isprintable() else None


def foreign_word(words: Iterable[str]) -> int | None:
    """Return the place of the first word that belongs to another notation, or None."""
    return next((k for k, word in enumerate(words) if word.lower() in FOREIGN_WORDS), None)
