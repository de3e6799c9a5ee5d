"""Rules from the bot files of Geronimoo's Dominion Simulator (`fastsim.rules.geronimoo_format`).

The conditions of a `buy` must all hold. A number is written as a Java double and read as the
decimal number that it shows; the extra operation applies to the right side. What a bot says is
either expressed exactly or refused by name, bot by bot: nothing that could change how it plays is
passed over. Labels by which the simulator sorts bots into lists are, and so are the kingdom cards
that a bot suggests, when all of them are known.

The simulator's bots skip a buy that would end the game in a loss; that is not in the files. Such
files come from web pages as well, so several players need nothing around them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from fastsim.cards import COPPER, ESTATE, Card
from fastsim.game.setup import Buy, GameSetup
from fastsim.rules.collection import Refusal, RuleCollection
from fastsim.rules.geronimoo_condition import (
    Unsupported,
    check_content,
    read_card,
    read_condition,
)
from fastsim.rules.geronimoo_format import CARE, LABELS, PENULTIMATE, SHUFFLES
from fastsim.rules.model import BuyRule, Entry
from fastsim.rules.penultimate import spare_the_last_but_one
from fastsim.rules.xml_tree import Element, parse_xml, read_xml
from fastsim.text.errors import RuleError
from fastsim.text.words import fault_of_name, shortened

_T = TypeVar("_T")

_MAX_ENTRIES: Final = 500
#: How many reasons a refusal gives before it says how many more there are.
_REASONS: Final = 4
_AROUND: Final = "Such a file has <playerCollection> around its <player>s, or <player>s alone."
_ESCAPED: Final = (
    "It holds &lt; where XML has <: take it from the page's text, not from its source."
)
#: The simulator's own ordinary start.
_START: Final = {COPPER: 7, ESTATE: 3}
_PILE: Final = re.compile(r"\s*([0-9]{0,4})\s*(\S.*)")


def read_geronimoo(path: Path, setup: GameSetup | None = None) -> RuleCollection:
    """Return the rules of the bots in that file.

    Parameters
    ----------
    path : Path
    setup : GameSetup, optional
        The game that they are to play, by default one of the simulator's for two. Bots avoid
        losing ends (`BuyRule.avoid_losing_end`) where buying is optional, as it is there.

    Raises
    ------
    InvalidInput, RuleError
        When the file cannot be read, or is not one of the simulator's. A single bot that cannot
        be expressed is among the `refused` ones, with every reason.
    """
    return _rules(read_xml(path), str(path), setup)


def parse_geronimoo(data: bytes, *, source: str, setup: GameSetup | None = None) -> RuleCollection:
    """Return the rules of the bots in the bytes of a bot file; see `read_geronimoo`."""
    return _rules(parse_xml(data, source=source), source, setup)


def _rules(around: Element, source: str, setup: GameSetup | None) -> RuleCollection:
    if not any(element.tag in ("playerCollection", "player") for element in around.children):
        first = next(iter(around.children), around)
        begins = f"it begins with <{shortened(first.tag)}>" if first.tag else "it has no <player>"
        raise RuleError(
            f"not a bot file of the Dominion Simulator: {begins}",
            _ESCAPED if "<" in around.text else _AROUND,
            first.location,
        )
    rules: dict[str, BuyRule] = {}
    refused = []
    for element in _players(around.children):
        name = element.attributes.get("name", "")
        bot = _Bot(element, setup)
        if element.tag != "player":
            name = f"<{shortened(element.tag)}>"
            bot.refuse("not a player", element)
        elif not name.strip():
            name = "(no name)"
            bot.refuse("no name", element)
        elif fault := fault_of_name(name):
            bot.refuse(f"its name cannot be shown: {fault}", element)
        elif name in rules:
            bot.refuse("another bot of this name stands before it", element)
        else:
            rule = bot.rule(name)
            if rule is not None:
                rules[name] = rule
                continue
        what = f"bot {shortened(name)!r} cannot be expressed: {bot.reasons}"
        refused.append(Refusal(name, bot.reasons, RuleError(what, None, element.location)))
    return RuleCollection(source, rules, tuple(refused))


def _players(outermost: list[Element]) -> list[Element]:
    """Return the players, and what stands beside them though it is none."""
    found = []
    for element in outermost:
        found += element.children if element.tag == "playerCollection" else [element]
    return found


class _Bot:
    """One ``player`` on its way to a rule, and the reasons why it cannot become one."""

    def __init__(self, element: Element, setup: GameSetup | None) -> None:
        self._element = element
        self._setup = setup
        self._reasons: dict[str, int] = {}

    @property
    def reasons(self) -> str:
        """Each reason once, with the line where it was met first."""
        found = [f"{what} (line {line})" for what, line in self._reasons.items()]
        more = len(found) - _REASONS
        return "; ".join(found[:_REASONS]) + (f"; and {more} more" if more > 0 else "")

    def refuse(self, what: str, element: Element) -> None:
        self._reasons.setdefault(what, element.location.line)

    def rule(self, name: str) -> BuyRule | None:
        """Return the rule, or None when there are reasons against it."""
        self._try(check_content, self._element)
        careful = self._try(self._is_careful, self._element)
        entries = []
        spares = False
        for child in self._element.children:
            match child.tag:
                case "buy":
                    entry = self._entry(child)
                    if entry is not None:
                        entries.append(entry)
                case "type":
                    spares |= bool(self._try(self._spares_the_last_but_one, child))
                case "board":
                    self._try(_check_board, child)
                case "start_state":
                    self._try(self._check_start, child)
                case _:
                    self.refuse(f"unknown element <{shortened(child.tag)}>", child)
        if not any(child.tag == "buy" for child in self._element.children):
            self.refuse("it buys nothing", self._element)
        if self._reasons:
            return None
        if spares:
            entries = spare_the_last_but_one(entries)
        if len(entries) > _MAX_ENTRIES:
            self.refuse(f"more than {_MAX_ENTRIES} buys", self._element)
            return None
        said = (self._element.attributes.get(part, "") for part in ("author", "description"))
        origin = ": ".join(part for part in said if part)
        return BuyRule(tuple(entries), avoid_losing_end=bool(careful), name=name, source=origin)

    def _entry(self, buy: Element) -> Entry | None:
        self._try(check_content, buy)
        card = self._try(_card_bought, buy)
        conditions = []
        for child in buy.children:
            if child.tag == "condition":
                conditions.append(self._try(read_condition, child))
            else:
                self.refuse(f"unknown element <{shortened(child.tag)}>", child)
        if card is None:
            return None
        known = tuple(condition for condition in conditions if condition is not None)
        return Entry(card, known, buy.location)

    def _try(self, convert: Callable[[Element], _T], element: Element) -> _T | None:
        try:
            return convert(element)
        except Unsupported as found:
            self.refuse(found.what, found.element)
            return None

    def _is_careful(self, player: Element) -> bool:
        """Return whether the bot avoids losing ends."""
        said = player.attributes.get(CARE)
        if said not in (None, "true", "false"):
            raise Unsupported(f"{CARE} {shortened(said)!r}", player)
        if said is None:
            return self._setup is None or self._setup.buy is Buy.OPTIONAL
        return said == "true"

    def _spares_the_last_but_one(self, label: Element) -> bool:
        """Return whether this type of bots applies `fastsim.rules.penultimate`."""
        check_content(label)
        name = label.attributes.get("name", "")
        if name in LABELS:
            return False
        if name in SHUFFLES:
            raise Unsupported(f"type {name!r}: cards are always shuffled well here", label)
        if name != PENULTIMATE:
            what = f"unknown type {shortened(name)!r}, which may change how it plays"
            raise Unsupported(what, label)
        if self._setup is not None and self._setup.players > 2:
            raise Unsupported(f"type {name!r} with more than two players", label)
        return True

    def _check_start(self, state: Element) -> None:
        """Raise for a start that is not the one of the game."""
        check_content(state)
        deck = _START if self._setup is None else self._setup.deck
        start: dict[Card, int] = {}
        shuffled = False
        for zone in state.children:
            if zone.tag not in ("hand", "discard", "drawdeck"):
                raise Unsupported(f"unknown element <{shortened(zone.tag)}>", zone)
            check_content(zone)
            for card, number in _cards(zone):
                start[card] = start.get(card, 0) + number
                if number and zone.tag != "drawdeck":
                    raise Unsupported(f"a start_state with cards in <{zone.tag}>", state)
            shuffled |= zone.attributes.get("shuffle") == "true"
        if not shuffled or start != {card: number for card, number in deck.items() if number}:
            raise Unsupported("a start_state of its own", state)


def _check_board(board: Element) -> None:
    """Raise for a board that asks for more than the cards that are known here."""
    check_content(board)
    _cards(board)
    for attribute, harmless in (
        ("bane", ("",)),
        ("Mountain_Pass_Bid", ("", "0")),
        ("Obelisk_Choice", ("",)),
        ("Riverboat_Choice", ("",)),
        ("Shelters", ("", "false")),
    ):
        value = board.attributes.get(attribute, "").strip()
        if value not in harmless and value != "null":  # as old versions write none at all
            raise Unsupported(f"{attribute} {shortened(value)!r}", board)


def _cards(element: Element) -> list[tuple[Card, int]]:
    """Return the cards that an element's contents list, such as ``7 Copper, 3 Estate``."""
    found = []
    for part in re.split(r",| and ", element.attributes.get("contents", "")):
        if match := _PILE.fullmatch(part):
            number, name = match.groups()
            found.append((read_card(name.strip(), element), int(number or 1)))
    return found


def _card_bought(buy: Element) -> Card:
    strategy = buy.attributes.get("strategy", "")
    if strategy not in ("", "standard"):
        raise Unsupported(f"play strategy {shortened(strategy)!r}", buy)
    bane = buy.attributes.get("bane", "")
    if bane:
        raise Unsupported(f"bane {shortened(bane)!r}", buy)
    return read_card(buy.attributes.get("name", ""), buy)
