"""A new card is one new file: nothing else is told of it, and everything plays it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fastsim.cards import KINGDOM_CARDS

ROOT = Path(__file__).parents[2]

LAMPLIGHTER = '''"""Lamplighter: a Treasure for 2 coins, and a card for the others."""

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import DISCARD, HAND, TREASURE, each_other, if_so, may_move, plus

LAMPLIGHTER: Final = Card(
    "Lamplighter",
    cost=4,
    types=("Action",),
    cards=1,
    actions=1,
    steps=(
        may_move(1, HAND, DISCARD, TREASURE),
        if_so(plus(coins=2), each_other(plus(cards=1))),
    ),
    defaults={
        "play": """
            155: Lamplighter if hand(Copper) > 0
        """,
        "discard": """
            155: Copper if resolving(Lamplighter) == 1
        """,
    },
    notes="""
    The others draw only when a Treasure was discarded.
    """,
)
'''

PLAY = r"""
import fastsim
from fastsim.conformance.verify import compare

setup = fastsim.load_setup("base(Lamplighter, Throne Room, Witch),players=3")
rule = fastsim.parse_rule(
    "Province; Lamplighter if own(Lamplighter) < 3; Throne Room if own(Throne Room) < 1; Silver"
)
differences = [d for d in compare(setup, [rule] * 3, games=200, seed=3, kernel="kingdom") if d]
assert not differences, differences[0]
log = "\\n".join(fastsim.replay(setup, [rule] * 3, seed=3, game=1).lines())
assert "plays Lamplighter" in log and "discards Copper" in log, log
own = fastsim.parse_rule("Lamplighter; Silver" + chr(10) + "[discard]" + chr(10) + "Silver")
two = fastsim.load_setup("base(Lamplighter)")
assert fastsim.tally(two, [own, fastsim.parse_rule("Silver")], games=500).games == 500
print("played")
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a copy of the package that has one file more."""
    folder = tmp_path_factory.mktemp("house")
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "fastsim", folder / "fastsim", ignore=ignore)
    card = folder / "fastsim" / "cards" / "base" / "lamplighter.py"
    card.write_text(LAMPLIGHTER, encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}


def run(house: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-P", *arguments], env=house, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_both_engines_play_it_and_rules_decide_about_it(house: dict[str, str]) -> None:
    assert run(house, "-c", PLAY).strip() == "played"


def test_it_is_listed_with_its_words_notes_and_defaults(house: dict[str, str]) -> None:
    main = ("-c", "import sys; from analysis.cli import main; main(sys.argv[1:])")
    assert "Lamplighter" in run(house, *main, "cards")
    told = run(house, *main, "cards", "Lamplighter")
    assert "costs 4" in told
    assert "The others draw only when" in told
    assert "Copper if resolving(Lamplighter) == 1" in told


def test_nothing_else_names_a_kingdom_card() -> None:
    names = "|".join(re.escape(card.name) for card in KINGDOM_CARDS)
    constants = "|".join(card.name.upper().replace(" ", "_") for card in KINGDOM_CARDS)
    # a word such as "library" is no card's name: only a whole text is, or a card's constant
    named = re.compile(rf"(?P<quote>[\"'])(?:{names})(?P=quote)|from fastsim\.cards\.base\.")
    constant = re.compile(rf"\b(?:{constants})\b")
    places = ("reference", "kernels", "rules")
    files = [path for place in places for path in (ROOT / "fastsim" / place).rglob("*.py")]
    files += (ROOT / "fastsim" / "cards").glob("*.py")
    # these know the cards of sets that are not here, types of another simulator, and folders
    others = ("other_sets.py", "geronimoo_format.py", "cache.py")
    files = [path for path in files if path.name not in others]
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in files
        for pattern in (named, constant)
        for match in pattern.finditer(path.read_text("utf-8"))
    ]
    assert not found
