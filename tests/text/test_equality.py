"""Results are compared by what they hold, and so are their copies."""

import dataclasses
import importlib
import pickle
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import analysis
import fastsim
from analysis.questions.curves import observe_duel
from analysis.questions.duel import duel
from analysis.questions.lineups import lineup_tournament
from analysis.questions.match import match
from analysis.questions.one_card import CardPlan, Template, study_cards
from analysis.questions.optimise.evolution.evolve import evolve
from analysis.questions.optimise.family import Family, parse_choice
from analysis.questions.optimise.games import Games
from analysis.questions.optimise.opponents import Opponents
from analysis.questions.optimise.search import search
from analysis.questions.optimise.solve import solve
from analysis.questions.refine import refine
from analysis.questions.setups import play_settings
from analysis.questions.sweep import sweep
from analysis.questions.tournament import tournament
from analysis.questions.until import duel_until
from analysis.statistics import histogram_quantiles, histogram_shape
from fastsim.cards import Card, find_card
from fastsim.play.blocks import tally_blocks
from fastsim.play.lineups import Lineup, tally_lineups
from fastsim.play.matches import match_chunks
from fastsim.play.matchups import Matchup, tally_matchups
from fastsim.text.equality import ByValue, same_value

RULES = ["Big Money", "Greedy", "Three Golds first"]
TEMPLATE = "Province; Duchy if provinces <= {duchy}; Gold; Silver"


def _grid(seed: int) -> Any:
    return sweep("simplified", TEMPLATE, ["duchy=0:3"], "Big Money", games=400, seed=seed)


def _games(seed: int) -> Games:
    return Games("simplified", seed)  # type: ignore[arg-type]


def _family() -> Family:
    return Family(TEMPLATE, (parse_choice("duchy=1:3"),))  # type: ignore[arg-type]


def _smithy() -> Card:
    card = find_card("Smithy")
    assert card
    return card


def _cards(seed: int) -> Any:
    template = Template(
        "early", fastsim.parse_rule("Province; Gold; {card} if own({card}) < {count}; Silver")
    )
    plan = CardPlan((_smithy(),), (template,), (1, 2), (), RULES[0], 40, 40)  # type: ignore[arg-type]
    return study_cards(plan, seed=seed)


#: Every question, by what answers it: of a seed, the same games each time.
QUESTIONS: dict[str, Callable[[int], Any]] = {
    "simulate": lambda seed: fastsim.simulate("simplified", RULES[:2], games=100, seed=seed),
    "tally": lambda seed: fastsim.tally("simplified", RULES[:2], games=100, seed=seed),
    "observe": lambda seed: fastsim.observe("simplified", RULES[:2], games=100, seed=seed),
    "replay": lambda seed: fastsim.replay("simplified", RULES[:2], seed=seed, game=3),
    "matchups": lambda seed: tally_matchups(
        "simplified", [Matchup(*RULES[:2])], games=100, seed=seed  # type: ignore[arg-type]
    ),
    "blocks": lambda seed: tally_blocks(
        "simplified", [Matchup(*RULES[:2])] * 300, games=8, seed=seed  # type: ignore[arg-type]
    ),
    "line-ups": lambda seed: tally_lineups(
        "basic-3", [Lineup(RULES)], games=100, seed=seed  # type: ignore[arg-type]
    ),
    "matches": lambda seed: next(match_chunks("simplified", RULES[:2], games=100, seed=seed)),
    "duel": lambda seed: duel("simplified", *RULES[:2], games=100, seed=seed),
    "duel until": lambda seed: duel_until("simplified", *RULES[:2], half_width=0.2, seed=seed),
    "sweep": _grid,
    "refined sweep": lambda seed: refine(_grid(seed), 20_000),
    "refined cell": lambda seed: refine(_grid(seed), 20_000).cell(2),
    "tournament": lambda seed: tournament("simplified", RULES, games=100, seed=seed),
    "standings": lambda seed: tournament("simplified", RULES, games=100, seed=seed).standings,
    "line-up tournament": lambda seed: lineup_tournament("basic-3", RULES, games=100, seed=seed),
    "match": lambda seed: match("simplified", RULES[:2], games=100, length=10, seed=seed),
    "curves": lambda seed: observe_duel("simplified", *RULES[:2], games=100, seed=seed),
    "one player's curves": lambda seed: observe_duel(
        "simplified", *RULES[:2], games=100, seed=seed
    ).of("A"),
    "settings": lambda seed: play_settings(
        ["simplified", "basic"], RULES[:1], [(RULES[0], RULES[1])], games=100, seed=seed
    ),
    "search": lambda seed: search(
        _games(seed), _family(), Opponents.of(RULES[:1]), budget=12_000, fresh=40
    ),
    "solve": lambda seed: solve(
        _games(seed), _family(), bound=0.5, answer_games=12_000, budget=520_000, fresh=4096
    ),
    "evolve": lambda seed: evolve(_games(seed), RULES[:1], budget=1_300_000, longest=4),
    "cards": _cards,
    "shape": lambda seed: histogram_shape(np.array([3, 4, seed])),
    "quantiles": lambda seed: histogram_quantiles(np.array([3, 4, 90 * (seed - 1)])),
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_same_question_has_equal_answers_and_another_seed_has_not(name: str) -> None:
    ask = QUESTIONS[name]
    one, again, other = ask(1), ask(1), ask(2)
    assert one == again
    assert one == pickle.loads(pickle.dumps(one))
    assert one != other
    assert one != 1


@pytest.mark.parametrize("name", ["tally", "duel", "sweep", "shape"])
def test_results_cannot_be_hashed(name: str) -> None:
    # they hold arrays, which can be written to
    with pytest.raises(TypeError, match="unhashable"):
        hash(QUESTIONS[name](1))


def test_results_of_other_games_are_not_equal() -> None:
    def ask(**changed: Any) -> Any:
        asked = {"setup": "simplified", "a": "Big Money", "b": "Greedy", "games": 100} | changed
        return duel(**asked)

    same = ask()
    assert same == ask(threads=1) == ask(kernel="general")  # the same games, played otherwise
    assert same != ask(games=102)
    assert same != ask(start=1)
    assert same != ask(a="Three Golds first")
    assert same != ask(setup="basic")
    assert same != ask(level=0.9)


def test_one_entry_of_one_array_makes_a_difference() -> None:
    one = fastsim.tally("simplified", RULES[:2], games=100)
    turns = one.turns.copy()
    turns[[0, 1]] += [1, -1]
    assert one != dataclasses.replace(one, turns=turns)


def test_what_is_not_a_number_equals_itself() -> None:
    assert same_value(float("nan"), float("nan"))
    assert same_value({"a": [np.array([np.nan, 1.0])]}, {"a": [np.array([np.nan, 1.0])]})
    assert not same_value(np.array([np.nan]), np.array([1.0]))
    assert not same_value(np.array([1]), np.array([1, 1]))
    assert not same_value(np.array([1]), (1,))
    assert not same_value({"a": 1}, {"b": 1})
    assert not same_value((1, 2), (1,))


def _dataclasses() -> Iterator[type]:
    for package in (fastsim, analysis):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name.startswith(
                ("fastsim.kernels", "fastsim.execute.cluster", "analysis.cli")
            ):
                continue
            for value in vars(importlib.import_module(module.name)).values():
                if (
                    isinstance(value, type)
                    and dataclasses.is_dataclass(value)
                    and value.__module__ == module.name
                ):
                    yield value


#: Compared by identity on purpose: caches know them, or they play games.
BY_IDENTITY = {
    "Card", "Chunk", "Games", "KingdomProgram", "Linear", "LineupJob", "MatchJob", "MatchupJob",
    "Player", "Row", "RuleTable", "TallyJob", "TelemetryJob",
}  # fmt: skip


def test_no_result_is_compared_by_identity_or_entry_by_entry() -> None:
    found = list(_dataclasses())
    assert len(found) > 100
    for cls in found:
        if cls.__name__ in BY_IDENTITY or cls.__name__[0] == "_" or issubclass(cls, ByValue):
            continue
        assert cls.__eq__ is not object.__eq__, cls
        arrays = [f.name for f in dataclasses.fields(cls) if "Array" in str(f.type)]
        assert not arrays, cls
