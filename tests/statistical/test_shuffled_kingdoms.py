"""Kingdom games of the slow engine: its stream's draws against physically shuffled decks.

The two share the rules of play and no luck: with the one an unknown card is picked when it is
drawn, with the other every deck is in order. Each chi-squared test has a false-alarm rate of one in
a million, and the seeds are fixed.
"""

import random
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, MutableSequence

import pytest
from scipy import stats

from fastsim.game.kingdoms import kingdom_named
from fastsim.reference.draws import DrawSource, ShuffledDeck, StreamDraws
from fastsim.reference.events import EventKind
from fastsim.reference.game import play_game
from fastsim.reference.log import GameLog
from fastsim.rules.parse import parse_rule

ALARM = 1e-6

SIZES = [
    pytest.param(200, id="200"),
    pytest.param(20_000, id="20k", marks=pytest.mark.deep),
]
MONEY = "Province; Duchy if provinces <= 3; Gold"
#: Kingdoms in which decks are put in order, revealed and shuffled in the middle of turns.
GAMES = {
    "deck-top": (
        2,
        f"{MONEY}; Sentry if own(Sentry) < 2; Bureaucrat if own(Bureaucrat) < 1; "
        "Harbinger if own(Harbinger) < 2; Vassal if own(Vassal) < 2; Silver",
        f"{MONEY}; Artisan if own(Artisan) < 1; Laboratory; Moneylender if own(Moneylender) < 1; "
        "Village if own(Village) < 2; Silver",
    ),
    "size-distortion": (
        3,
        f"{MONEY}; Witch if own(Witch) < 2; Chapel if own(Chapel) < 1; Silver",
        f"{MONEY}; Bandit if own(Bandit) < 2; Throne Room if own(Throne Room) < 1; "
        "Bureaucrat if own(Bureaucrat) < 1; Silver",
        "Gardens; Workshop; Estate if empty_piles > 0; Silver",
    ),
    "sleight-of-hand": (
        4,
        f"{MONEY}; Library if own(Library) < 2; Cellar if own(Cellar) < 2; Silver",
        f"{MONEY}; Council Room if own(Council Room) < 2; Militia if own(Militia) < 1; Silver",
        f"{MONEY}; Festival; Smithy if own(Smithy) < 2; Poacher if own(Poacher) < 1; Silver",
        f"{MONEY}; Harbinger if own(Harbinger) < 3; Smithy if own(Smithy) < 1; Silver",
    ),
}


def seen_in(log: GameLog) -> Iterator[tuple[str, Hashable]]:
    """What is counted of a game."""
    yield "turns", len(log.turns)
    yield "winners", log.winners
    yield "reason", log.end
    for seat, points in enumerate(log.vp):
        yield f"VP of seat {seat}", points
    moves = Counter(event.kind for turn in log.turns for event in turn.events)
    for kind in EventKind:
        yield f"{kind.name} events", moves[kind] // 5


def p_value(one: Counter[Hashable], other: Counter[Hashable]) -> float:
    """Of both samples coming from one distribution, rare values put together."""
    both = one + other
    order = sorted(both, key=lambda value: (str(type(value)), value))
    rows: list[list[int]] = [[], []]
    open_class = 0
    for value in order:
        if open_class == 0:
            rows[0].append(0)
            rows[1].append(0)
        rows[0][-1] += one[value]
        rows[1][-1] += other[value]
        open_class = open_class + both[value] if open_class + both[value] < 20 else 0
    if open_class and len(rows[0]) > 1:
        for row in rows:
            row[-2:] = [sum(row[-2:])]
    return 1.0 if len(rows[0]) < 2 else float(stats.chi2_contingency(rows).pvalue)


def count(name: str, sources: Iterable[DrawSource]) -> dict[str, Counter[Hashable]]:
    """Play one game of `GAMES` with each source, and count what is seen in them."""
    players, *texts = GAMES[name]
    setup = kingdom_named(name, players=players)
    assert setup is not None
    rules = [parse_rule(texts[seat % len(texts)]) for seat in range(players)]
    counts: dict[str, Counter[Hashable]] = {}
    for source in sources:
        for what, value in seen_in(play_game(setup, rules, source)):
            counts.setdefault(what, Counter())[value] += 1
    return counts


def p_values(name: str, games: int, luck: random.Random) -> dict[str, float]:
    """The streams of so many games against decks shuffled by `luck`."""
    streams = count(name, (StreamDraws(3, game) for game in range(games)))
    decks = count(name, (ShuffledDeck(luck) for _ in range(games)))
    assert streams.keys() == decks.keys()
    return {what: p_value(streams[what], decks[what]) for what in streams}


@pytest.mark.statistical
@pytest.mark.parametrize("games", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_shuffled_decks_give_the_same_distributions(name: str, games: int) -> None:
    found = p_values(name, games, random.Random(11))
    assert sum(p < 1 for p in found.values()) > 12
    assert not {what: p for what, p in found.items() if p < ALARM}


@pytest.mark.statistical
def test_decks_that_keep_the_order_of_the_discards_are_noticed() -> None:
    class Careless(random.Random):
        def shuffle(self, x: MutableSequence[object]) -> None:
            """Leave the cards as they lie."""

    assert min(p_values("deck-top", 100, Careless(11)).values()) < ALARM
