"""Public functions take the same things for rules, setups and numbers, and refuse the same."""

import contextlib
import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fastsim
from analysis.output.dataset import GameDataset
from analysis.questions.convergence import converge
from analysis.questions.curves import observe_duel
from analysis.questions.duel import duel
from analysis.questions.lineups import lineup_tournament, play_lineups
from analysis.questions.match import match
from analysis.questions.one_card import CardPlan, Template, study_cards
from analysis.questions.optimise.evolution.evolve import evolve
from analysis.questions.optimise.family import Choice, Family, parse_choice
from analysis.questions.optimise.games import Games
from analysis.questions.optimise.opponents import Opponents
from analysis.questions.optimise.race import race
from analysis.questions.optimise.search import search
from analysis.questions.optimise.solve import solve
from analysis.questions.refine import refine
from analysis.questions.setups import play_settings
from analysis.questions.sweep import Axis, sweep
from analysis.questions.tournament import tournament
from analysis.questions.until import duel_until, look_schedule
from fastsim.cards import find_card
from fastsim.conformance.verify import compare
from fastsim.game.kingdoms import base_random
from fastsim.play.blocks import tally_blocks
from fastsim.play.games import kernel_for, tally_chunks
from fastsim.play.lineups import Lineup, lineup_chunks, tally_lineups
from fastsim.play.matches import match_chunks
from fastsim.play.matchups import Matchup, matchup_chunks, tally_matchups
from fastsim.play.settings import How
from fastsim.play.telemetry import observe_chunks
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import as_count, as_number, as_real, as_whole, read_count

BIG_MONEY = fastsim.load_rule("Big Money")
DANCING = fastsim.load_rule("Duchy dancing")
GREEDY = fastsim.load_rule("Greedy")
TEMPLATE = parse_rule("Province; Duchy if provinces <= {duchy}; Gold; Silver")
SIMPLIFIED = fastsim.simplified()
FAMILY = Family(TEMPLATE, (parse_choice("duchy=1:3"),))
PAIR = Matchup(BIG_MONEY, GREEDY)
SMITHY = find_card("Smithy")
EARLY = Template("early", parse_rule("Province; Gold; {card} if own({card}) < {count}; Silver"))


def first(parts: Iterator[Any]) -> Any:
    return next(iter(parts))


def _refine(**asked: Any) -> Any:
    grid = sweep(SIMPLIFIED, TEMPLATE, [Axis("duchy", (2, 3))], BIG_MONEY, games=400)
    return refine(grid, asked.pop("games"), **asked)


def _study(**asked: Any) -> Any:
    assert SMITHY
    plan = {name: asked.pop(name) for name in ("against", "search_games", "games", "counts")}
    return study_cards(CardPlan((SMITHY,), (EARLY,), axes=(), **plan), **asked)


def _with_games(ask: Callable[..., Any]) -> Callable[..., Any]:
    """Return a question to an optimiser whose source of games is made of the same arguments."""

    def asked(**asked: Any) -> Any:
        source = Games(asked.pop("setup"), asked.pop("seed"), asked.pop("threads"))
        return ask(source, **asked)

    return asked


#: Kinds of arguments, by name: what a call with plain values of our own gives.
KINDS: Mapping[str, str] = {
    "setup": "setup", "setups": "setups", "rules": "rules", "pool": "rules", "given": "rules",
    "pairs": "pairs", "a": "rule", "b": "rule", "template": "rule", "against": "rule",
    "begin": "rule", "games": "count", "cap": "count", "budget": "count", "fresh": "count",
    "answer_games": "count", "search_games": "count", "seed": "whole", "start": "whole",
    "game": "whole", "threads": "whole", "chunk": "whole", "length": "whole", "longest": "whole",
    "players": "whole", "size": "whole", "part_games": "whole", "counts": "numbers",
    "level": "real", "half_width": "real", "bound": "real", "tolerance": "real",
}  # fmt: skip

PLAY: Mapping[str, Any] = {"games": 8, "seed": 1, "start": 0, "threads": 1}
TWO = {"setup": SIMPLIFIED, "rules": [BIG_MONEY, GREEDY]}
A_B = {"setup": SIMPLIFIED, "a": BIG_MONEY, "b": GREEDY}
THREE = {"setup": fastsim.basic(3), "rules": [BIG_MONEY, GREEDY, BIG_MONEY]}
SOURCE = {"setup": SIMPLIFIED, "seed": 1, "threads": 1}

#: Every public function with arguments that it takes.
DOORS: Mapping[str, tuple[Callable[..., Any], Mapping[str, Any]]] = {
    "basic": (fastsim.basic, {"players": 3}),
    "base_random": (base_random, {"seed": 3, "players": 3, "size": 4}),
    "simulate": (fastsim.simulate, {**TWO, **PLAY, "chunk": 4}),
    "tally": (fastsim.tally, {**TWO, **PLAY, "chunk": 4}),
    "tally_chunks": (lambda **k: first(tally_chunks(**k)), {**TWO, **PLAY, "chunk": 8}),
    "replay": (fastsim.replay, {**TWO, "seed": 1, "game": 3}),
    "kernel_for": (kernel_for, TWO),
    "observe": (fastsim.observe, {**TWO, **PLAY, "chunk": 4}),
    "observe_chunks": (lambda **k: first(observe_chunks(**k)), {**TWO, **PLAY, "chunk": 8}),
    "compare": (
        lambda **k: list(compare(**k)), {**TWO, "games": 2, "seed": 1, "start": 0}
    ),
    "until": (
        fastsim.until,
        {**A_B, "half_width": 0.2, "games": 1000, "seed": 1, "start": 0, "threads": 1, "chunk": 99,
         "level": 0.9},
    ),
    "lineups": (
        fastsim.lineups,
        {"setup": fastsim.basic(3), "rules": [BIG_MONEY, GREEDY, DANCING],
         **PLAY, "games": 24, "chunk": 3, "level": 0.9},
    ),
    "curves": (fastsim.curves, {**A_B, **PLAY, "chunk": 3}),
    "converge": (converge, {**A_B, **PLAY, "chunk": 3, "level": 0.9}),
    "Matchup": (Matchup, {"a": BIG_MONEY, "b": GREEDY}),
    "Lineup": (Lineup, {"rules": TWO["rules"]}),
    "tally_matchups": (
        lambda **k: tally_matchups(matchups=[PAIR], **k), {"setup": SIMPLIFIED, **PLAY, "chunk": 4}
    ),
    "matchup_chunks": (
        lambda **k: first(matchup_chunks(matchups=[PAIR], **k)),
        {"setup": SIMPLIFIED, **PLAY, "chunk": 8},
    ),
    "tally_blocks": (
        lambda **k: tally_blocks(matchups=[PAIR], **k), {"setup": SIMPLIFIED, **PLAY, "chunk": 3}
    ),
    "tally_lineups": (
        lambda **k: tally_lineups(lineups=[Lineup((BIG_MONEY, GREEDY))], **k),
        {"setup": SIMPLIFIED, **PLAY, "chunk": 4},
    ),
    "lineup_chunks": (
        lambda **k: first(lineup_chunks(lineups=[Lineup((BIG_MONEY, GREEDY))], **k)),
        {"setup": SIMPLIFIED, **PLAY, "chunk": 8},
    ),
    "match_chunks": (lambda **k: first(match_chunks(**k)), {**TWO, **PLAY, "chunk": 8}),
    "duel": (duel, {**A_B, **PLAY, "chunk": 3, "level": 0.9}),
    "look_schedule": (look_schedule, {"half_width": 0.2, "cap": 1000, "level": 0.9}),
    "duel_until": (
        duel_until,
        {**A_B, "half_width": 0.2, "cap": 1000, "seed": 1, "start": 0, "threads": 1, "chunk": 99,
         "level": 0.9},
    ),
    "sweep": (
        lambda **k: sweep(axes=["duchy=1:2"], **k),
        {"setup": SIMPLIFIED, "template": TEMPLATE, "against": BIG_MONEY, **PLAY, "chunk": 3,
         "level": 0.9},
    ),
    "refine": (_refine, {"games": 100, "threads": 1}),
    "tournament": (tournament, {**TWO, **PLAY, "chunk": 3, "level": 0.9}),
    "lineup_tournament": (
        lineup_tournament,
        {"setup": fastsim.basic(3), "rules": [BIG_MONEY, GREEDY, DANCING],
         **PLAY, "games": 24, "chunk": 3, "level": 0.9},
    ),
    "play_lineups": (
        lambda **k: play_lineups(lineups=[Lineup(tuple(THREE["rules"]))], **k),
        {"setup": fastsim.basic(3), **PLAY, "games": 24, "chunk": 3, "level": 0.9},
    ),
    "match": (match, {**TWO, **PLAY, "chunk": 3, "length": 5, "level": 0.9}),
    "observe_duel": (observe_duel, {**A_B, **PLAY, "chunk": 3}),
    "play_settings": (
        play_settings,
        {"setups": [SIMPLIFIED], "rules": [BIG_MONEY], "pairs": [(BIG_MONEY, GREEDY)],
         **PLAY, "chunk": 3, "level": 0.9},
    ),
    "study_cards": (
        _study,
        {"against": BIG_MONEY, "search_games": 8, "games": 8, "counts": (1, 2), "seed": 1,
         "threads": 1, "level": 0.9},
    ),
    "Opponents": (Opponents.of, {"rules": [BIG_MONEY, GREEDY]}),
    "Family": (lambda template: Family(template, FAMILY.choices), {"template": TEMPLATE}),
    "race": (
        _with_games(lambda games, **k: race(games, opponents=Opponents.of([BIG_MONEY]), **k)),
        {**SOURCE, "rules": [BIG_MONEY, GREEDY], "budget": 8000, "level": 0.9},
    ),
    "search": (
        _with_games(lambda games, **k: search(games, FAMILY, Opponents.of([BIG_MONEY]), **k)),
        {**SOURCE, "budget": 12_000, "fresh": 8, "level": 0.9},
    ),
    "solve": (
        _with_games(lambda games, **k: solve(games, FAMILY, **k)),
        {**SOURCE, "given": [GREEDY], "bound": 0.9, "answer_games": 16_000, "budget": 520_000,
         "fresh": 4096, "level": 0.9},
    ),
    "evolve": (
        _with_games(evolve),
        {**SOURCE, "pool": [BIG_MONEY], "budget": 1_300_000, "begin": GREEDY, "longest": 8,
         "tolerance": 0.001},
    ),
    "GameDataset": (
        lambda **k: GameDataset(Path("nowhere"), **k).total_games,
        {**TWO, "games": 8, "seed": 1, "part_games": 4},
    ),
}  # fmt: skip

#: Where the plain meaning of other spellings is the same value.
TAKEN: Mapping[str, Callable[[Any], list[Any]]] = {
    "setup": lambda value: [value.name],
    "setups": lambda values: [[value.name for value in values], tuple(values)],
    "rule": lambda rule: [fastsim.describe(rule), _named(rule)],
    "rules": lambda rules: [[_named(rule) for rule in rules], iter(rules), pd.Series(rules)],
    "pairs": lambda pairs: [[[rule.name for rule in pair] for pair in pairs]],
    "whole": lambda n: [np.int64(n), np.uint8(n % 256), pd.Series([n])[0], np.array(n)],
    "count": lambda n: [np.int64(n), pd.DataFrame({"n": [n]}).iloc[0]["n"], f"{n}", f"{n / 1000}k"],
    "numbers": lambda ns: [[np.int64(n) for n in ns], np.array(ns), [float(n) for n in ns]],
    "real": lambda x: [np.float64(x), Fraction(x), np.array([x])[0]],
}
NOTHING_OF_THESE: Mapping[str, list[Any]] = {
    "setup": ["", "no such setup", None, 2, [], b"basic", SIMPLIFIED.describe()],
    "setups": ["simplified", None, [None], ["none such"], SIMPLIFIED, {"simplified"}],
    "rule": ["", "no such rule", None, 1.5, [], ["Big Money"], SIMPLIFIED],
    "rules": ["Big Money", BIG_MONEY, None, 3, [None], [""], {"Big Money": 1}, {BIG_MONEY}],
    "pairs": ["Big Money", None, [BIG_MONEY], [(BIG_MONEY,)], [(BIG_MONEY, None)]],
    "whole": [2e3, 1.5, "", "5", None, [], True, np.array([1, 2]), float("nan"), 10**5000],
    "count": [2e3, 1.5, "", None, [], True, "1.5", "200.000", "١٠", "2e99", "k", 10**5000],
    "numbers": [None, 5, "5", [None], [True], [float("inf")], [10**50], [1e-300]],
    "real": [None, "0.9", "", [], True, float("nan"), float("inf"), 10**400],
}  # fmt: skip
#: Arguments that may be None: of every door, and of one.
OPTIONAL = {"threads", "chunk", "search.fresh"}


def _named(rule: Any) -> str:
    """Return the rule's name, or the text of one that the library does not have."""
    return rule.name or fastsim.describe(rule, separator="; ")


PLACES = [(door, name) for door, (_, arguments) in DOORS.items() for name in arguments]


@pytest.mark.parametrize(("door", "name"), PLACES)
def test_what_stands_for_a_value_is_taken(door: str, name: str) -> None:
    ask, arguments = DOORS[door]
    kind = KINDS[name]
    expected = ask(**arguments)
    slow = door in ("evolve", "solve", "search", "study_cards")
    for value in TAKEN[kind](arguments[name])[: 1 if slow else None]:
        found = ask(**{**arguments, name: value})
        assert _as_compared(found) == _as_compared(expected), value


def _as_compared(answer: Any) -> Any:
    return [*answer] if isinstance(answer, Iterator) else answer


@pytest.mark.parametrize(("door", "name"), PLACES)
def test_everything_else_is_refused(door: str, name: str) -> None:
    ask, arguments = DOORS[door]
    for value in NOTHING_OF_THESE[KINDS[name]]:
        if value is None and OPTIONAL & {name, f"{door}.{name}"}:
            continue
        with pytest.raises(InvalidInput) as error:
            ask(**{**arguments, name: value})
        assert len(str(error.value)) < 1000
        assert error.value.what


def test_every_argument_of_every_door_is_tried() -> None:
    """A function of the API that takes one of these arguments stands above with it."""
    for door, (ask, arguments) in DOORS.items():
        if getattr(ask, "__module__", "") != __name__ and inspect.isfunction(ask):
            parameters = inspect.signature(ask).parameters
            tried = {name for name in parameters if name in KINDS}
            if "how" in parameters:
                tried |= {name for name in How.__annotations__ if name in KINDS}
            assert tried <= arguments.keys(), door


@pytest.mark.parametrize("name", fastsim.__all__)
def test_the_doors_of_the_package_are_among_them(name: str) -> None:
    value = getattr(fastsim, name)
    if inspect.isfunction(value):
        others = {"describe", "load_rule", "load_setup", "parse_rule", "simplified", "report"}
        assert name in DOORS or name in others


def test_whole_numbers_say_what_they_want() -> None:
    with pytest.raises(InvalidInput, match=r"games = 2000\.0 is not a whole number\n.*Write 2000,"):
        fastsim.tally("simplified", ["Big Money"] * 2, games=2e3)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="'Big Money' is not a list of rules"):
        fastsim.tally("simplified", "Big Money", games=5)
    with pytest.raises(InvalidInput, match="None is not a setup"):
        fastsim.tally(None, ["Big Money"] * 2, games=5)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="seed = True is not a whole number"):
        as_whole("seed", True)


@pytest.mark.parametrize(
    ("text", "value"), [("200k", 200_000), ("1M", 10**6), ("0.2M", 200_000), ("1_000", 1000)]
)
def test_numbers_of_games_are_read(text: str, value: int) -> None:
    assert read_count(text) == as_count("games", text) == value


@given(st.one_of(st.integers(), st.floats(), st.text(), st.none(), st.binary(), st.fractions()))
def test_no_number_breaks_the_door(value: Any) -> None:
    for door in (as_whole, as_count, as_real, as_number):
        with contextlib.suppress(InvalidInput):
            found = door("n", value)
            # a float is the decimal number that it is written as
            assert isinstance(value, str) or float(found) == float(value)


@pytest.mark.parametrize("make", [Axis, Choice])
def test_values_of_parameters_are_exact(make: Callable[..., Any]) -> None:
    made = make("share", np.array([0.1, 0.25, 3.0]))
    assert made.values == (Fraction(1, 10), Fraction(1, 4), 3)
    assert [type(value) for value in made.values] == [Fraction, Fraction, int]


def test_importing_the_package_loads_none_of_it() -> None:
    loaded = "import sys, fastsim; print(sorted(m for m in sys.modules if m.startswith('fastsim')))"
    out = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "['fastsim']"
