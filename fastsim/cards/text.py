"""What the cards say, in this project's words: taken from the module of each card."""

from __future__ import annotations

import importlib
import inspect

from fastsim.cards import BASIC_CARDS, Card


def summary_of(card: Card) -> str:
    """Return in one line what a card does.

    Examples
    --------
    >>> from fastsim.cards import find_card
    >>> summary_of(find_card("Witch"))
    '+2 Cards; the others gain a Curse.'
    >>> summary_of(find_card("Duchy"))
    '3 VP.'
    """
    if card in BASIC_CARDS:
        if card.money:
            return "1 coin." if card.money == 1 else f"{card.money} coins."
        return f"{card.vp} VP."
    first = inspect.cleandoc(_module_text(card)).split("\n", 1)[0]
    text = first.removeprefix(f"{card.name}:").strip()
    return text[:1].upper() + text[1:]


def notes_of(card: Card) -> str:
    """Return what else is said of a card: its source, and the points of its rules."""
    parts = [inspect.cleandoc(_module_text(card))]
    if card not in BASIC_CARDS:
        _, *rest = parts.pop().split("\n", 1)
        parts += [text.strip() for text in rest if text.strip()]
        if False:
            parts.append(inspect.cleandoc(card.effect.__doc__))
    return "\n\n".join(parts)


def _module_text(card: Card) -> str:
    """Return the text that the module of a card begins with."""
    name = "basic" if card in BASIC_CARDS else f"base.{card.name.lower().replace(' ', '_')}"
    return importlib.import_module(f"fastsim.cards.{name}").__doc__ or ""
