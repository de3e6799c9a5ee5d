"""Cards written as text in tests: ``"2 Copper, Throne Room"``."""

from __future__ import annotations

from fastsim.cards import Card, find_card


def counts(text: str) -> dict[Card, int]:
    """Cards and how many of each; a card without a number is there once."""
    found: dict[Card, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        number, _, name = part.partition(" ")
        count, name = (int(number), name) if number.isdecimal() else (1, part)
        card = find_card(name)
        assert card is not None, name
        found[card] = found.get(card, 0) + count
    return found


def cards(text: str) -> list[Card]:
    """Cards in the order in which they are named."""
    parts = (counts(part) for part in text.split(","))
    return [card for part in parts for card, count in part.items() for _ in range(count)]
