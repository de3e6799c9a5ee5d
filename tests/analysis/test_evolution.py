"""The search from nothing: what it finds, and that it finds the same again."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.frames import CHAMPION_COLUMNS, FRONTIER_COLUMNS, champion_frame, frontier_frame
from analysis.output.commands import evolve_command
from analysis.output.tables import csv_bytes
from analysis.questions.optimise.evolution import evolve as module
from analysis.questions.optimise.evolution.budget import advised_budget, least_budget
from analysis.questions.optimise.evolution.edits import length
from analysis.questions.optimise.evolution.evolve import NOTHING, evolve
from analysis.questions.optimise.evolution.frontier import Elite, Frontier
from analysis.questions.optimise.evolution.generation import challenge
from analysis.questions.optimise.evolution.panel import choose_panel, ranking_games, strongest
from analysis.questions.optimise.evolution.result import Evolution
from analysis.questions.optimise.evolution.scores import play
from analysis.questions.optimise.evolution.simplify import simplify
from analysis.questions.optimise.games import Games
from fastsim.game.setup import basic, simplified
from fastsim.rules.library import published
from fastsim.rules.load import load_rule
from fastsim.rules.model import BuyRule
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput, Stopped

SETUP = simplified()
BM, BMU = load_rule("Big Money"), load_rule("Big Money Ultimate")
POOL = [load_rule(name) for name in ("Copper only", "Silver only", "No Gold", "Big Money")]

FEW = 2_500_000
BUDGET = 3 * FEW


def search(threads: int = 1, **options: object) -> Evolution:
    games = Games(SETUP, seed=5, threads=threads)
    return evolve(games, POOL, budget=BUDGET, **options)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def found() -> Evolution:
    return search()


def same(one: Evolution, other: Evolution) -> None:
    assert one.steps == other.steps
    assert one.champions == other.champions
    assert one.games == other.games
    for name in ("frontier", "panel", "rule", "winner", "lengths"):
        assert getattr(one, name) == getattr(other, name)
    assert csv_bytes(frontier_frame(one)) == csv_bytes(frontier_frame(other))
    assert csv_bytes(champion_frame(one)) == csv_bytes(champion_frame(other))


def test_the_same_again_and_on_two_threads(found: Evolution) -> None:
    same(found, search(threads=2))


def test_another_seed_is_another_search(found: Evolution) -> None:
    other = evolve(Games(SETUP, seed=6), POOL, budget=FEW)
    assert other.frontier != found.frontier[: len(other.frontier)]


def test_from_nothing_to_a_rule_that_beats_its_pool(found: Evolution) -> None:
    assert all(duel.win_rate.low > 0.5 for duel in found.duels)
    assert all(found.beaten)
    assert found.fresh_score.low > 0.5
    # the first champion is the Copper that the search began with
    scores = found.champion_scores.mean
    assert scores[0] < 0.3 < 0.8 < scores[-1]


def test_the_frontier_is_monotone(found: Evolution) -> None:
    assert (np.diff(found.lengths) > 0).all()
    assert (np.diff(found.chosen.mean) > 0).all()
    assert max(found.lengths) <= found.asked.longest
    score = found.chosen.mean
    assert score[found.winner] >= score[-1] - found.asked.tolerance
    assert (score[: found.winner] < score[-1] - found.asked.tolerance).all()


def test_budget_is_kept(found: Evolution) -> None:
    assert 0.8 * found.asked.budget < found.games <= found.asked.budget
    assert not found.cut_short


@pytest.mark.parametrize(
    ("pool", "longest"),
    [(POOL, 20), (published(SETUP), 20), (published(SETUP)[:1], 3), (published(SETUP)[:7], 20)],
)
def test_no_search_plays_more_than_it_was_asked_for(pool: list[BuyRule], longest: int) -> None:
    least = least_budget(len(pool), NOTHING)
    for budget in (least, 2 * least):
        games = Games(SETUP, seed=9)
        grown = evolve(games, pool, budget=budget, longest=longest)
        assert games.played == grown.games <= budget
        assert {step.island for step in grown.steps} >= {1, 2, 3, 4}
    with pytest.raises(InvalidInput, match=f"At least {least:,}") as caught:
        evolve(Games(SETUP), pool, budget=least - 1)
    assert f"{advised_budget(len(pool), NOTHING):,}" in str(caught.value)


def test_the_advised_budget_is_round_and_enough() -> None:
    for pool in (1, 4, 23, 60):
        advised = advised_budget(pool, NOTHING)
        assert advised >= least_budget(pool, NOTHING)
        assert len(str(advised).rstrip("0")) <= 2


def test_the_strongest_of_a_pool_are_found() -> None:
    pool = published(SETUP)
    names = [rule.name for rule in strongest(Games(SETUP, seed=1), pool)]
    assert len(names) == 4
    assert {"Big Money Ultimate", "Big Money Ultimate, no losing end"} <= set(names)
    assert "Penultimate Province" in names
    assert strongest(Games(SETUP), POOL) == POOL
    games = Games(SETUP)
    strongest(games, pool)
    assert games.played == ranking_games(len(pool))


def test_what_is_found_meets_the_strongest_however_weak_it_is() -> None:
    # on so few games rules stay weak; they are nevertheless not scored against weak ones
    pool = published(SETUP)
    grown = evolve(Games(SETUP, seed=2), pool, budget=FEW)
    strong = strongest(Games(SETUP, seed=2), pool)
    assert set(strong) <= set(grown.panel)
    assert {"Copper only", "Silver only"}.isdisjoint(rule.name for rule in grown.panel)


def test_choosing_and_fresh_games_differ(found: Evolution) -> None:
    assert found.fresh_seed != found.seed
    assert found.chosen.rules == found.fresh.rules
    assert (found.chosen.by_opponent != found.fresh.by_opponent).any()


def test_frames_have_the_columns_they_name(found: Evolution) -> None:
    frame, way = frontier_frame(found), champion_frame(found)
    assert list(frame.columns) == list(FRONTIER_COLUMNS)
    assert list(way.columns) == list(CHAMPION_COLUMNS)
    assert frame["result"].sum() == 1
    assert (frame["hardest_win_rate"] <= frame["pool_win_rate"]).all()
    duels = found.duels
    row = frame[frame["result"]].iloc[0]
    assert row["hardest_win_rate"] == min(duel.win_rate.value for duel in duels)
    assert (way.groupby("island")["played"].diff().dropna() > 0).all()


def test_the_command_names_what_is_not_usual(found: Evolution) -> None:
    command = evolve_command(found)
    assert command is not None
    assert command.startswith('fastsim evolve --against "Copper only" --against')
    assert f"--games {BUDGET} --seed 5" in command
    usual = replace(found.asked, pool=tuple(published(SETUP)))
    assert "--against" not in (evolve_command(replace(found, asked=usual)) or "")
    assert evolve_command(replace(found, cut_short=True)) is None


def test_a_better_rule_in_reach_is_found() -> None:
    # the planted rule is one edit away: a threshold of 8 buys Duchies from the start
    planted = parse_rule("Province; Duchy if provinces <= 8; Gold; Silver", name="clogged")
    grown = evolve(Games(SETUP, seed=1), [BM], budget=FEW, begin=planted)
    assert grown.fresh_score.low > 0.5
    first = play(Games(SETUP).fresh, [planted, grown.rule], [BM], 4000)
    difference, error = first.difference(1, 0)
    assert difference > 5 * error


@given(st.lists(st.tuples(st.integers(1, 9), st.floats(0, 1)), min_size=1, max_size=20))
def test_frontier_keeps_what_no_shorter_rule_equals(points: list[tuple[int, float]]) -> None:
    elites = [Elite(parse_rule("; ".join(["Silver"] * n)), score) for n, score in points]
    frontier = Frontier(elites)
    kept = [(elite.length, elite.score) for elite in frontier]
    assert kept == sorted(set(kept))
    assert all(a[1] < b[1] for a, b in itertools.pairwise(kept))
    for n, score in points:
        holder = frontier.at(n)
        assert holder is not None
        assert holder.score >= score
    assert frontier.best.score == max(score for _, score in points)
    assert frontier.at(0) is None
    assert list(frontier.with_elite(frontier.best)) == list(frontier)


def test_only_a_clear_win_takes_a_place() -> None:
    games = Games(SETUP, seed=2)
    held = Frontier([Elite(BM, 0.4)])
    duchies = parse_rule("Province; Duchy if provinces <= 4; Gold; Silver")
    same_play = parse_rule("Province if money >= 8; Gold; Silver")
    shorter = parse_rule("Silver")
    frontier = challenge(games, [duchies, same_play, shorter], held, [BM, BMU], 4000, 0)
    assert frontier.rules == [shorter, BM, duchies]
    assert frontier.best.score > 0.5  # the score held before, and the difference
    assert challenge(games, [shorter], Frontier([Elite(BM, 0.4)]), [BM], 50, 0).best.rule == BM


def test_a_panel_is_hard_but_not_hopeless() -> None:
    pool = published(SETUP)
    weak = choose_panel(Games(SETUP), load_rule("Copper only"), pool, [], 100, 0)
    assert "Copper only" in [rule.name for rule in weak]
    strong = choose_panel(Games(SETUP), BMU, pool, [BM, BMU], 2000, 0)
    names = [rule.name for rule in strong]
    assert "Penultimate Province" in names
    assert "Copper only" not in names
    assert len(strong) == 6


def test_simplify_drops_what_costs_nothing_and_keeps_the_rest() -> None:
    rule = parse_rule(
        "Province if turn >= 1; Duchy if provinces <= 4 and deck_size >= 12; Gold; Silver; Copper"
    )
    path = simplify(
        Games(SETUP, seed=1), rule, [BM, BMU], indices=4000, start=0, tolerance=0.001, rounds=9
    )
    assert path[0] is rule
    assert [length(found) for found in path] == [8, 7, 6, 5]
    assert path[-1] == parse_rule("Province; Duchy if provinces <= 4; Gold; Silver")


def test_time_ends_between_generations() -> None:
    late = replace(Games(SETUP), time_limit=0.0)
    with pytest.raises(Stopped, match="before the first generation"):
        evolve(late, POOL, budget=FEW)


def test_an_interrupt_keeps_whole_generations(
    found: Evolution, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = module.next_generation, 0

    def interrupted(*arguments: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "next_generation", interrupted)
    stopped = search()
    assert stopped.interrupted
    assert stopped.cut_short
    assert stopped.steps == found.steps[:3]
    assert stopped.fresh.games > 0
    # the user is not to wait for as many games as a whole search plays at its end
    assert stopped.games - stopped.steps[-1].games < 200_000


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"budget": 10}, "a budget of 10 games"),
        ({"pool": []}, "no opponents"),
        ({"longest": 2, "begin": BM}, "rules of length 2 at most"),
        ({"begin": parse_rule("Gold if turn > {late}")}, "no value for the parameter"),
    ],
)
def test_bad_requests_are_refused(options: dict[str, object], message: str) -> None:
    arguments = {"pool": POOL, "budget": FEW} | options
    pool = arguments.pop("pool")
    with pytest.raises(InvalidInput, match=message):
        evolve(Games(SETUP), pool, **arguments)  # type: ignore[arg-type]


def test_other_setups_can_be_searched() -> None:
    grown = evolve(Games(basic()), [load_rule("Copper only"), BM], budget=FEW)
    assert grown.fresh_score.value > 0.3
    assert grown.setup.name == "basic"


@pytest.mark.deep
def test_a_hundred_million_games_beat_the_library() -> None:
    pool = published(SETUP)
    grown = evolve(Games(SETUP, seed=0), pool, budget=100_000_000)
    assert all(grown.beaten)
    assert all(duel.win_rate.low > 0.5 for duel in grown.duels)
