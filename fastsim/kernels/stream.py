"""The random stream of a game (specified in `fastsim.game.streams`), for kernels.

The state is two 32-bit words, kept in 64-bit variables.
"""

from __future__ import annotations

from numba import uint32, uint64

from fastsim.kernels.jit import step


@step
def _mix64(z):
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@step
def start(key, game):
    """Return the state in which the stream of a game begins; `key` is the seed's key."""
    state = _mix64(key + (uint64(game) + uint64(1)) * uint64(0x9E3779B97F4A7C15))
    if state == uint64(0):
        state = uint64(0x9E3779B97F4A7C15)
    return uint64(uint32(state)), state >> uint64(32)


@step
def _rotl(x, k):
    # the casts to 32 bits are what lets the compiler see one rotation
    x = uint64(uint32(x))
    return uint64(uint32(x << uint64(k) | x >> uint64(32 - k)))


@step
def word(s0, s1):
    """Return the next 32-bit word, and the state behind it."""
    word = uint64(uint32(s0 * uint64(0x9E3779BB)))
    s1 ^= s0
    return word, _rotl(s0, 26) ^ s1 ^ uint64(uint32(s1 << uint64(9))), _rotl(s1, 13)


@step
def hand(s0, s1):
    """Return the five 32-bit numbers of the next hand, and the state behind them."""
    a, s0, s1 = word(s0, s1)
    b, s0, s1 = word(s0, s1)
    c, s0, s1 = word(s0, s1)
    y = c >> uint64(16)
    numbers = (_low(a) | y, _high(a) | y, _low(b) | y, _high(b) | y, _low(c) | y)
    return numbers, s0, s1


@step
def _low(word):
    """Return the low half of a word as the high half of a number."""
    return uint64(uint32(word << uint64(16)))


@step
def _high(word):
    return word & uint64(0xFFFF0000)
