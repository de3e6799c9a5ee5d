"""Telemetry against the logs of the slow engine, and against a twin in plain numpy."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastsim.cards import SIX_CARDS, column_of
from fastsim.game.setup import Buy, GameSetup, basic, simplified
from fastsim.game.streams import seed_key
from fastsim.kernels import deck, general
from fastsim.lower.six_cards import lower_rules, lower_setup
from fastsim.play.games import replay
from fastsim.play.telemetry import Telemetry, observe
from fastsim.rules.library import library
from fastsim.rules.model import BuyRule
from fastsim.rules.parse import parse_rule
from tests.strategies import matches

Counts = dict[str, np.ndarray]  # type: ignore[type-arg]
PICKY = parse_rule("Province; Gold if own(Gold) < 3; Duchy if provinces <= 4; Silver if turn < 9")


def zeros(seen: Telemetry) -> Counts:
    names = ("money", "vp", "owned", "buys")
    return {name: np.zeros_like(getattr(seen, name)) for name in names}


def assert_same(seen: Telemetry, counts: Counts) -> None:
    for name, expected in counts.items():
        assert np.array_equal(getattr(seen, name), expected), name


def from_logs(seen: Telemetry, setup: GameSetup, rules: Sequence[BuyRule], seed: int) -> Counts:
    """Count the same games as the slow engine plays them."""
    counts = zeros(seen)
    ((start, stop),) = seen.ranges
    for game in range(start, stop):
        owned = [dict(setup.deck) for _ in range(setup.players)]
        for turn in replay(setup, rules, seed=seed, game=game).turns:
            mine, at = owned[turn.seat], (turn.seat, turn.player_turn - 1)
            if turn.player_turn > seen.buys.shape[1]:
                continue
            if turn.bought is not None:
                mine[turn.bought] = mine.get(turn.bought, 0) + 1
            counts["buys"][(*at, column_of(turn.bought) if turn.bought else len(SIX_CARDS))] += 1
            counts["money"][(*at, turn.money)] += 1
            vp = sum(card.vp * n for card, n in mine.items())
            counts["vp"][(*at, vp - setup.vp_range[0])] += 1
            for column, card in enumerate(SIX_CARDS):
                counts["owned"][(*at, column, mine.get(card, 0))] += 1
    return counts


def twin(seen: Telemetry, setup: GameSetup, rules: Sequence[BuyRule], seed: int) -> Counts:
    """Count the same games from the kernel's records, game by game, with whole-array numpy."""
    counts = zeros(seen)
    room = general.scratch(setup.players, setup.max_turns)
    table, program, key = lower_setup(setup), lower_rules(rules, setup), np.uint64(seed_key(seed))
    deck_at_start = np.array([setup.deck.get(card, 0) for card in SIX_CARDS])
    points = np.array([card.vp for card in SIX_CARDS])
    coins = np.array([card.money for card in SIX_CARDS])
    ((start, stop),) = seen.ranges
    for game in range(start, stop):
        turns, _ = general.trace(table, program, key, game, room)
        hands = np.array(
            [
                [deck.count_of(*room.hands[t], c) for c in range(len(SIX_CARDS))]
                for t in range(turns)
            ]
        )
        for seat in range(setup.players):
            bought = room.buys[seat : turns : setup.players][: seen.buys.shape[1]]
            n = len(bought)
            if n == 0:
                continue
            own_turn = np.arange(n)
            gained = bought[:, None] == np.arange(len(SIX_CARDS))
            owned = deck_at_start + gained.cumsum(axis=0)
            money = hands[seat :: setup.players][:n] @ coins
            counts["money"][seat, own_turn, money] += 1
            counts["vp"][seat, own_turn, owned @ points - setup.vp_range[0]] += 1
            # a pass is no card's column, and counts in the last one
            counts["buys"][seat, own_turn, np.where(bought < 0, len(SIX_CARDS), bought)] += 1
            for column in range(len(SIX_CARDS)):
                counts["owned"][seat, own_turn, column, owned[:, column]] += 1
    return counts


@pytest.mark.parametrize(
    "setup",
    [
        simplified(),
        basic(),
        basic(3),
        replace(basic(3), buy=Buy.MANDATORY),
        replace(simplified(), max_turns=21, players=3),
    ],
    ids=["2 mandatory", "2 optional", "3 optional", "3 mandatory", "3 cut"],
)
def test_telemetry_counts_what_the_slow_engine_logs(setup: GameSetup) -> None:
    rules = [library().rules["Big Money Ultimate"], PICKY, library().rules["Greedy"]]
    rules = rules[: setup.players]
    seen = observe(setup, rules, games=300, seed=4, start=17, chunk=128)
    assert seen.games == 300
    assert_same(seen, from_logs(seen, setup, rules, seed=4))
    assert seen.buys[1, :, -1].any() == (setup.buy is Buy.OPTIONAL)


@settings(max_examples=60)
@given(matches(), st.integers(0, 2**64 - 1))
def test_telemetry_of_random_games_is_that_of_both_twins(
    match: tuple[GameSetup, tuple[BuyRule, ...]], seed: int
) -> None:
    setup, rules = match
    seen = observe(setup, rules, games=6, seed=seed, threads=1)
    assert_same(seen, from_logs(seen, setup, rules, seed))
    assert_same(seen, twin(seen, setup, rules, seed))


def test_turns_beyond_those_that_are_kept_are_left_out() -> None:
    idle = parse_rule("Province if turn > 500")
    seen = observe(basic(), [idle, idle], games=5)
    assert seen.going.tolist() == [[5] * 100] * 2
    assert_same(seen, twin(seen, basic(), [idle, idle], 0))
