"""The parts of a report spec about many players and about kingdom cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from analysis.questions.lineups import MAX_LINEUPS, indices_for
from analysis.questions.one_card import CARD, COUNT, CardPlan, Template
from analysis.questions.sweep import parse_axis
from analysis.report.page import keys
from analysis.report.page.reader import at, checked, games_of, paragraphs, table_of
from analysis.report.page.spec import CardsSpec, ComparisonSpec, LineupsSpec, NamedSetup
from fastsim.cards import KINGDOM_CARDS, Card, find_card
from fastsim.game.setup_file import load_setup
from fastsim.rules.check import check_rule
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput, suggest
from fastsim.text.words import number_of


def read_lineups(
    read_rules: Callable[..., tuple[BuyRule, ...]],
    index: int,
    values: Any,
    comparison: ComparisonSpec | None,
) -> LineupsSpec:
    """Return the line-ups that a table describes.

    Parameters
    ----------
    read_rules : callable
        Reads a list of rules: ``read_rules(where, texts, setups)``.
    index : int
        Of the table, from 0.
    values : object
        The table.
    comparison : ComparisonSpec or None
        Whose rules play when the table names none.

    Raises
    ------
    InvalidInput
        For a table that describes none.
    """
    where = f"lineups, number {index + 1}: "
    own = checked(table_of(values, where), keys.LINEUPS, where, ("setup", "games"))
    setup = at(where, load_setup, own["setup"])
    if setup.players < 3:
        raise InvalidInput(
            f"{where}the setup {setup.name!r} has {setup.players} players",
            "Two players have [comparison]; write players=3 behind a kingdom's name.",
        )
    if "rules" in own:
        rules = read_rules(where, own["rules"], [setup])
    elif comparison is not None:
        rules = comparison.rules
        for rule in rules:
            at(where, check_rule, rule, setup)
    else:
        raise InvalidInput(f"{where}rules is missing")
    if len(rules) < setup.players:
        raise InvalidInput(f"{where}{number_of(len(rules), 'rule')} for {setup.players} players")
    at(where, indices_for, own["games"], setup.players)
    found = LineupsSpec(
        NamedSetup(setup, own["setup"]), rules, own["games"],
        own.get("title", f"With {setup.players} players"), paragraphs(own),
    )  # fmt: skip
    lineups = found.played // found.games
    if lineups > MAX_LINEUPS:
        raise InvalidInput(f"{where}{lineups:,} line-ups", f"At most {MAX_LINEUPS:,}.")
    return found


def read_cards(read_rule: Callable[..., BuyRule], values: Any) -> CardsSpec:
    """Return the study of single cards that a table describes.

    Parameters
    ----------
    read_rule : callable
        Reads a rule: ``read_rule(where, text, setups, template=...)``.
    values : object
        The table.

    Raises
    ------
    InvalidInput
        For a table that describes none.
    """
    where = "cards: "
    own = checked(
        table_of(values, where),
        keys.CARDS,
        where,
        ("templates", "counts", "against", "search", "games"),
    )
    templates = []
    for k, one in enumerate(own["templates"]):
        place = f"cards.templates, number {k + 1}: "
        one = checked(table_of(one, place), keys.TEMPLATE, place, ("name", "rule"))
        rule = read_rule(place, one["rule"], template=True)
        templates.append(Template(" ".join(one["name"].split()), rule, one.get("max_cost")))
    if not templates:
        raise InvalidInput(f"{where}there is no template")
    counts = at(where, parse_axis, own["counts"])
    if counts.parameter != COUNT:
        raise InvalidInput(f"{where}counts = {own['counts']!r}", f"Example: {COUNT}=1:4.")
    axes = tuple(at(where, parse_axis, text) for text in own.get("over", []))
    names = [axis.parameter for axis in axes]
    for name in names:
        if names.count(name) > 1 or name in (CARD, COUNT):
            raise InvalidInput(f"{where}over gives values for {name!r} that it has already")
    return CardsSpec(
        at(
            where, CardPlan, _cards(where, own.get("cards")), tuple(templates), counts.values, axes,
            read_rule(where, own["against"]), games_of(own, where, "search"), games_of(own, where),
        ),
        own.get("title", "One card beside money"),
        paragraphs(own),
    )  # fmt: skip


def _cards(where: str, names: Sequence[Any] | None) -> tuple[Card, ...]:
    if names is None:
        return KINGDOM_CARDS
    cards = []
    for name in names:
        card = find_card(str(name))
        if card not in KINGDOM_CARDS:
            known = [card.name for card in KINGDOM_CARDS]
            raise InvalidInput(
                f"{where}{name!r} is not a kingdom card of the base set",
                suggest(str(name), known) or f"Known: {', '.join(known)}.",
            )
        if card in cards:
            raise InvalidInput(f"{where}{card} is named twice")
        cards.append(card)
    if not cards:
        raise InvalidInput(f"{where}no cards")
    return tuple(card for card in cards if card is not None)
