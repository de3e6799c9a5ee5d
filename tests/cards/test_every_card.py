"""Each kingdom card has a file of tests, named like its own."""

import ast
from pathlib import Path

import pytest

from fastsim.cards import KINGDOM_CARDS, find_card

TESTS = Path(__file__).parent
CARDS = TESTS.parents[1] / "fastsim" / "cards" / "base"
NAMES = [card.name.lower().replace(" ", "_") for card in KINGDOM_CARDS]

#: Cost and types, and then +Cards, +Actions, +Buys and +coins, as printed.
PRINTED = {
    "Cellar": (2, "Action", 0, 1, 0, 0),
    "Chapel": (2, "Action", 0, 0, 0, 0),
    "Moat": (2, "Action - Reaction", 2, 0, 0, 0),
    "Harbinger": (3, "Action", 1, 1, 0, 0),
    "Merchant": (3, "Action", 1, 1, 0, 0),
    "Vassal": (3, "Action", 0, 0, 0, 2),
    "Village": (3, "Action", 1, 2, 0, 0),
    "Workshop": (3, "Action", 0, 0, 0, 0),
    "Bureaucrat": (4, "Action - Attack", 0, 0, 0, 0),
    "Gardens": (4, "Victory", 0, 0, 0, 0),
    "Militia": (4, "Action - Attack", 0, 0, 0, 2),
    "Moneylender": (4, "Action", 0, 0, 0, 0),
    "Poacher": (4, "Action", 1, 1, 0, 1),
    "Remodel": (4, "Action", 0, 0, 0, 0),
    "Smithy": (4, "Action", 3, 0, 0, 0),
    "Throne Room": (4, "Action", 0, 0, 0, 0),
    "Bandit": (5, "Action - Attack", 0, 0, 0, 0),
    "Council Room": (5, "Action", 4, 0, 1, 0),
    "Festival": (5, "Action", 0, 2, 1, 2),
    "Laboratory": (5, "Action", 2, 1, 0, 0),
    "Library": (5, "Action", 0, 0, 0, 0),
    "Market": (5, "Action", 1, 1, 1, 1),
    "Mine": (5, "Action", 0, 0, 0, 0),
    "Sentry": (5, "Action", 1, 1, 0, 0),
    "Witch": (5, "Action - Attack", 2, 0, 0, 0),
    "Artisan": (6, "Action", 0, 0, 0, 0),
}


def test_every_card_is_as_printed() -> None:
    assert list(PRINTED) == [card.name for card in KINGDOM_CARDS]
    for name, printed in PRINTED.items():
        card = find_card(name)
        assert card is not None
        lines = (card.cards, card.actions, card.buys, card.coins)
        assert (card.cost, " - ".join(card.types), *lines) == printed
        assert (card.money, card.vp) == (0, 0)


@pytest.mark.parametrize("name", NAMES)
def test_a_card_has_a_file_and_at_least_four_tests(name: str) -> None:
    assert (CARDS / f"{name}.py").exists()
    tree = ast.parse((TESTS / f"test_{name}.py").read_text(encoding="utf-8"))
    tests = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert sum(test.startswith("test_") for test in tests) >= 4


def test_no_card_is_without_a_place() -> None:
    assert {path.stem for path in CARDS.glob("*.py")} - {"__init__"} == set(NAMES)
