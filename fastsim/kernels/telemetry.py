"""Folding the records of games into histograms by seat and by the player's own turn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastsim.kernels import general, state
from fastsim.kernels import registers as reg
from fastsim.kernels.deck import money_in
from fastsim.kernels.jit import kernel, step
from fastsim.kernels.policy import NOTHING


class Histograms(NamedTuple):
    """The arrays of `fastsim.play.telemetry.Telemetry`, to be added to.

    Attributes
    ----------
    money : int64 [n_players, n_turns, MONEY_STEPS]
    vp : int64 [n_players, n_turns, n_vp]
    owned : int64 [n_players, n_turns, n_cards, n_counts]
    buys : int64 [n_players, n_turns, n_cards + 1]
    """

    money: NDArray[np.int64]
    vp: NDArray[np.int64]
    owned: NDArray[np.int64]
    buys: NDArray[np.int64]


@step
def _fold(setup, turns, lowest_vp, room, histograms):
    """Add one game: its record is played again on the registers, buy by buy."""
    registers = room.registers
    state.begin(setup, setup.players, registers)
    seat, own_turn = 0, 0
    for turn in range(turns):
        card = room.buys[turn]
        if card == NOTHING:
            histograms.buys[seat, own_turn, reg.N_CARDS] += 1
        else:
            histograms.buys[seat, own_turn, card] += 1
            state.gain(setup, registers, seat, card)
        money = money_in(room.hands[turn, 0], room.hands[turn, 1])
        histograms.money[seat, own_turn, money] += 1
        mine = seat * reg.N_EACH
        histograms.vp[seat, own_turn, registers[reg.VP + mine] - lowest_vp] += 1
        for column in range(reg.N_CARDS):
            histograms.owned[seat, own_turn, column, registers[reg.OWN + column + mine]] += 1
        seat += 1
        if seat == setup.players:
            seat, own_turn = 0, own_turn + 1


@kernel
def observe(setup, program, key, start, stop, lowest_vp, room, histograms):
    """Play games `start` up to `stop` and add what is seen of them to `histograms`.

    Parameters
    ----------
    setup, program, key
        As in `kernels.general.play`.
    start, stop : int64
    lowest_vp : int64
        The VP that the first column of ``histograms.vp`` counts.
    room : Scratch
        With a record of ``n_players * n_turns`` turns at least; later turns are not looked at.
    histograms : Histograms
        Added to.
    """
    kept = setup.players * histograms.money.shape[1]
    for game in range(start, stop):
        turns, _ = general.trace(setup, program, key, game, room)
        _fold(setup, min(turns, kept), lowest_vp, room, histograms)
