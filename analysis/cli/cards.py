"""``fastsim cards``: the cards, what they do, and how players decide about them by default."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from analysis.cli import console, options
from fastsim.cards import BASIC_CARDS, CARDS, KINGDOM_CARDS, Card, find_card
from fastsim.cards.other_sets import explain_unknown
from fastsim.cards.words import notes_of, summary_of
from fastsim.game.kingdoms import RECOMMENDED
from fastsim.rules.classes import CardClass
from fastsim.rules.decisions import default_plays
from fastsim.rules.describe import describe_entries
from fastsim.rules.model import Entry
from fastsim.text.errors import InvalidInput


def command(
    card: Annotated[str | None, typer.Argument(metavar="[NAME]", help="A card to show.")] = None,
    as_json: options.Json = False,
) -> None:
    """List the cards, or show one: what it does, and how it is played by default."""
    if card is None:
        if as_json:
            console.print_json({"cards": [_facts(one) for one in CARDS]})
        else:
            _list()
        return
    found = find_card(card)
    if found is None:
        raise InvalidInput(*explain_unknown(card))
    if as_json:
        console.print_json(_facts(found) | _more(found))
    else:
        _show(found)


def _list() -> None:
    for title, cards in (("basic cards", BASIC_CARDS), ("\nkingdom cards", KINGDOM_CARDS)):
        console.print_line(title)
        rows = [
            [one.name, ", ".join(one.types), summary_of(one), f"{one.cost}", _points(one)]
            for one in cards
        ]
        console.table(["card", "types", "what it does", "cost", "VP"], rows, left=3)


def _show(card: Card) -> None:
    pile = "kingdom card" if card in KINGDOM_CARDS else "basic card"
    console.print_line(f"{card.name}: {pile}, {', '.join(card.types)}, costs {card.cost}")
    console.print_text(summary_of(card))
    more = _more(card)
    console.print_line()
    for paragraph in more["notes"].split("\n"):
        console.print_text(paragraph)
    if more["kingdoms"]:
        console.print_line(f"\nRecommended kingdoms: {', '.join(more['kingdoms'])}")
    if more["defaults"]:
        console.print_line("\nDefault plays (the first of a list that can be chosen is):")
        for kind, entries in more["defaults"].items():
            console.print_line("\n".join([f"[{kind}]", *entries]))


def _points(card: Card) -> str:
    if card.scoring is not None:
        return f"1/{card.scoring.cards}"
    return f"{card.vp}" if card.vp else ""


def _facts(card: Card) -> dict[str, Any]:
    """Return what is printed on a card."""
    return {
        "name": card.name,
        "kingdom": card in KINGDOM_CARDS,
        "types": list(card.types),
        "text": summary_of(card),
        **{name: getattr(card, name) for name in _NUMBERS},
        "cards_per_vp": 0 if card.scoring is None else card.scoring.cards,
    }


_NUMBERS = ("cost", "money", "vp", "cards", "actions", "buys", "coins")


def _more(card: Card) -> dict[str, Any]:
    """Return what else there is to say of a card."""
    lists = {
        str(kind): [describe_entries([entry]) for entry in entries if _is_about(entry, card)]
        for kind, entries in default_plays().items()
    }
    return {
        "notes": notes_of(card),
        "kingdoms": [name for name, cards in RECOMMENDED.items() if card in cards],
        "defaults": {kind: entries for kind, entries in lists.items() if entries},
    }


def _is_about(entry: Entry, card: Card) -> bool:
    """Return whether an entry chooses that card or its class, or what its effect chooses."""
    asked = {
        term.quantity.card
        for condition in entry.conditions
        for term in condition.terms
        if term.quantity is not None and term.quantity.name == "resolving"
    }
    of_class = isinstance(entry.choice, CardClass) and card in entry.choice
    return of_class or entry.choice is card or card in asked
