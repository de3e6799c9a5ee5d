"""Games that outgrow a byte lane are played again by the general kernel, and are never wrong."""

import numpy as np
import pytest

from fastsim import parse_rule, simulate
from fastsim.cards import COPPER, ESTATE, GOLD, PROVINCE, SILVER
from fastsim.game.setup import Buy, GameSetup, basic, simplified
from fastsim.game.streams import seed_key
from fastsim.kernels.lockstep.play import play_lanes
from fastsim.kernels.lockstep.program import OUTGROWN, lane_room
from fastsim.lower.lanes import lower_rule_to_lanes, lower_setup_to_lanes
from fastsim.lower.six_cards import compile_rules, empty_columns
from fastsim.play.engines import LaneEngine, engine_for
from fastsim.text.errors import InvalidInput

#: One player may come to own 137 cards here, if the other buys nothing.
LONG = GameSetup(
    "long",
    {COPPER: 127, SILVER: 20, GOLD: 20, PROVINCE: 8},
    {COPPER: 7, ESTATE: 3},
    buy=Buy.OPTIONAL,
    max_turns=400,
)
COPPERS = parse_rule("Copper")
NOTHING = parse_rule("Province if turn > 300")
SOMETIMES = parse_rule("Province; Copper if money >= 2")


def test_a_deck_beyond_a_lane_is_noticed() -> None:
    rules = compile_rules([COPPERS, NOTHING], LONG)
    setup = lower_setup_to_lanes(LONG)
    lanes = tuple(lower_rule_to_lanes(table, LONG, seat) for seat, table in enumerate(rules))
    columns = empty_columns(100, 2)
    play_lanes(setup, lanes, np.uint64(seed_key(1)), 0, columns, lane_room())
    assert (columns.end == OUTGROWN).all()


@pytest.mark.parametrize("rules", [(COPPERS, NOTHING), (NOTHING, COPPERS), (SOMETIMES, NOTHING)])
def test_the_games_are_those_of_the_general_kernel(rules: tuple[object, object]) -> None:
    lanes, general = (
        simulate(LONG, rules, games=300, seed=1, kernel=kernel)  # type: ignore[arg-type]
        for kernel in ("lanes", "general")
    )
    assert lanes.kernel == "lanes"
    assert (lanes.turns == general.turns).all()
    assert (lanes.vp == general.vp).all()
    assert (lanes.end == general.end).all()
    assert lanes.end.max() < OUTGROWN


@pytest.mark.parametrize(
    ("setup", "rule"),
    [
        (simplified(), "Gold if hand(Silver) > 1; Silver"),
        (basic(3), "Gold"),
        (GameSetup("big", {COPPER: 200, SILVER: 9, GOLD: 9, PROVINCE: 8}, {COPPER: 7}), "Gold"),
        (GameSetup("small", {COPPER: 9, SILVER: 9, GOLD: 9, PROVINCE: 8}, {COPPER: 4}), "Gold"),
    ],
)
def test_what_lanes_cannot_hold_goes_to_the_general_kernel(setup: GameSetup, rule: str) -> None:
    rules = [parse_rule(rule)] * setup.players
    assert LaneEngine.prepare(setup, compile_rules(rules, setup), seed_key(0)) is None
    assert engine_for(setup, rules, seed_key(0)).name == "general"
    with pytest.raises(InvalidInput, match="the lane kernel cannot play"):
        engine_for(setup, rules, seed_key(0), "lanes")


def test_the_simplified_game_is_played_in_lanes() -> None:
    rules = [COPPERS, SOMETIMES]
    assert engine_for(simplified(), rules, seed_key(0)).name == "lanes"
    assert engine_for(simplified(), rules, seed_key(0), "general").name == "general"
    with pytest.raises(InvalidInput, match="Did you mean 'lanes'"):
        engine_for(simplified(), rules, seed_key(0), "lane")
