"""A turn and a round, in sixty-four games at once."""

from __future__ import annotations

from fastsim.kernels.jit import step
from fastsim.kernels.lanes import load, minimum, subtract_saturating
from fastsim.kernels.lockstep.hand import deal
from fastsim.kernels.lockstep.policy import View, choose
from fastsim.kernels.lockstep.program import CUT_TURN, ONE, SPARE_PILES
from fastsim.kernels.lockstep.state import Player, Table, minus, piles_left, plus


@step
def take_turn(setup, rule, seat, player, opponent, supply, live, stream, room):
    """Return the player, the supply, the games that go on, and the streams after a turn."""
    money, deck, stream = deal(setup, player.deck, player.own, stream)
    view = View(player.own, opponent.own, supply, money, player.turns)
    bought = choose(setup, rule, view, live, room)
    supply = minus(supply, bought)
    turns = player.turns - live  # 255 is -1
    return (
        Player(deck, plus(player.own, bought), turns),
        supply,
        live & going_on(setup, seat, supply, turns),
        stream,
    )


@step
def going_on(setup, seat, supply, turns):
    """Return 255 for every game that is not over: neither by its piles, nor cut."""
    too_many = subtract_saturating(piles_left(setup, supply), load(setup.rows, SPARE_PILES))
    not_cut = turns ^ load(setup.rows, CUT_TURN + seat)
    return -minimum(minimum(minimum(supply.province, too_many), not_cut), load(setup.rows, ONE))


@step
def play_round(setup, rules, table, room):
    """Return the table after a turn of either player."""
    first, second, supply, live, stream = table
    first, supply, live, stream = take_turn(
        setup, rules[0], 0, first, second, supply, live, stream, room
    )
    second, supply, live, stream = take_turn(
        setup, rules[1], 1, second, first, supply, live, stream, room
    )
    return Table(first, second, supply, live, stream)
