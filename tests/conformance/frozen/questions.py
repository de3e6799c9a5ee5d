"""Questions whose games must stay the very games that they are, whatever becomes of the code.

`python -m tests.conformance.frozen.questions` plays all of them and writes a digest of each one's
tallies beside this file. Only a change that is meant to change games may change a digest.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import fastsim
from fastsim import BuyRule, GameSetup
from fastsim.cards import (
    BASIC_CARDS,
    COPPER,
    CURSE,
    ESTATE,
    GOLD,
    KINGDOM_CARDS,
    PROVINCE,
    SILVER,
    find_card,
)
from fastsim.game.kingdoms import RECOMMENDED, base
from fastsim.game.setup import Buy, Tie

KEPT: Final = Path(__file__).with_name("digests.json")
#: Games of each question: of the usual check, and of the deep one.
FEW, MANY = 500, 20_000

_SIX_CARD_RULES: Final = (
    "Province; Duchy if provinces <= 5; Estate if provinces <= 2; Gold; Silver",
    "Province if total_money > 18; Duchy if lead < 3 and provinces <= 4; Gold; Silver; "
    "avoid_losing_end",
    "Gold if own(Silver) < treasures/4 + 1; Duchy if gains_to_end <= 9; Silver; otherwise Estate",
)
_LISTS: Final = ("play", "discard", "trash", "gain", "topdeck")


@dataclass(frozen=True)
class Question:
    """What is played: a setup, a rule a seat, a seed, and the kernel, if one is asked for."""

    name: str
    setup: GameSetup
    rules: tuple[BuyRule, ...]
    seed: int
    kernel: str | None = None

    def digest(self, games: int) -> str:
        """Return sixteen hex digits of the tally of the first `games` games."""
        counts = fastsim.tally(
            self.setup, self.rules, games=games, seed=self.seed, kernel=self.kernel
        )
        total = hashlib.sha256()
        for name, array in sorted(counts.arrays.items()):
            total.update(name.encode() + str(array.dtype).encode() + array.tobytes())
        return total.hexdigest()[:16]


def questions() -> Iterator[Question]:
    """Yield the questions, always the same ones in the same order."""
    yield from _six_cards()
    yield from _one_card()
    yield from _recommended()
    yield from _drawn()


def _six_cards() -> Iterator[Question]:
    rules = [fastsim.parse_rule(text) for text in _SIX_CARD_RULES]
    for setup in (fastsim.simplified(), fastsim.basic()):
        for kernel in ("lanes", "general", "kingdom"):
            for first, second in ((0, 0), (0, 1), (1, 2)):
                name = f"{setup.name}, {kernel}, {first} v {second}"
                yield Question(name, setup, (rules[first], rules[second]), 11, kernel)
    for players in (3, 4, 5, 6):
        setup = fastsim.load_setup(f"basic,players={players}")
        seats = tuple(rules[seat % 3] for seat in range(players))
        for kernel in ("general", "kingdom"):
            yield Question(f"{setup.name}, {kernel}", setup, seats, 12, kernel)


def _one_card() -> Iterator[Question]:
    """Each card beside money and two others that make it play more often."""
    village, throne = find_card("Village"), find_card("Throne Room")
    for card in KINGDOM_CARDS:
        kingdom = list(dict.fromkeys([card, village, throne]))
        setup = base(kingdom, size=len(kingdom), name=f"{card} beside money")
        text = f"Province; {card} if own({card}) < 3; Gold; Village if own(Village) < 2; Silver"
        mine = fastsim.parse_rule(text)
        other = fastsim.parse_rule("Province; Gold; Throne Room if own(Throne Room) < 1; Silver")
        yield Question(setup.name, setup, (mine, other), 13)


def _recommended() -> Iterator[Question]:
    for number, (name, kingdom) in enumerate(RECOMMENDED.items()):
        players = 2 + number % 5
        setup = base(kingdom, players=players, name=name)
        chance = random.Random(name)
        seats = tuple(_rule(chance, setup) for _ in range(players))
        yield Question(f"{name}, {players} players", setup, seats, 14)


def _drawn() -> Iterator[Question]:
    """Random kingdoms, piles and rules, with lists of their own and without."""
    for number in range(16):
        chance = random.Random(number)
        kingdom = chance.sample(KINGDOM_CARDS, chance.choice((3, 10, 10, 18)))
        cards = [*BASIC_CARDS, *kingdom]
        supply = {card: chance.randint(1, 12) for card in cards}
        deck = {COPPER: 7, ESTATE: 3}
        if number % 2:
            deck = {card: chance.randint(1, 3) for card in chance.sample(cards, 5)}
            deck |= {COPPER: 4, SILVER: 1}
        setup = GameSetup(
            f"drawn {number}",
            {**supply, PROVINCE: chance.randint(4, 10), CURSE: 10, GOLD: 20, COPPER: 30},
            deck,
            players=2 + number % 5,
            buy=chance.choice(tuple(Buy)),
            end_piles=chance.randint(3, 4),
            province_pile_counts=bool(number & 4),
            tie=chance.choice(tuple(Tie)),
            max_turns=chance.choice((40, 120)),
        )
        seats = tuple(_rule(chance, setup) for _ in range(setup.players))
        yield Question(setup.name, setup, seats, 15)


def _rule(chance: random.Random, setup: GameSetup) -> BuyRule:
    """Return a rule that buys many things, and decides some things by lists of its own."""
    cards = sorted(card.name for card in setup.in_game)
    piles = sorted(card.name for card in setup.supply)
    wanted = chance.sample([card.name for card in setup.kingdom], min(4, len(setup.kingdom)))
    buys = ["Province", *(f"{name} if own({name}) < {chance.randint(1, 4)}" for name in wanted)]
    buys += ["Gold", f"Duchy if gains_to_end <= {chance.randint(2, 9)}", "Silver"]
    lines = ["\n".join(buys)]
    for kind in chance.sample(_LISTS, chance.randint(0, 3)):
        choices = piles if kind == "gain" else cards
        entries = [
            name if chance.random() < 0.6 else f"{name} if turn < {chance.randint(3, 15)}"
            for name in chance.sample(choices, min(8, len(choices)))
        ]
        lines.append(f"[{kind}]\n" + "\n".join(entries))
    if chance.random() < 0.4:
        lines[0] += "\navoid_losing_end"
    return fastsim.parse_rule("\n".join(lines))


def kept() -> dict[str, dict[str, str]]:
    """Return the digests on file: by question, of few games and of many."""
    table: dict[str, dict[str, str]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return table


def main() -> None:
    """Play everything and write the digests."""
    table = {q.name: {"few": q.digest(FEW), "many": q.digest(MANY)} for q in questions()}
    KEPT.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
