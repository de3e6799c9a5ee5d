"""The random stream of a game (specified in `fastsim.streams`), for kernels.

The state is two 32-bit words, kept in 64-bit variables.
"""

from __future__ import annotations

from numba import uint32, uint64

from fastsim.kernels.jit import step

_HALF = 0xFFFF


@step
def _mix64(z):
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@step
def start(key, game):
    """Return the state in which the stream of a game begins; `key` is the seed's key."""
    state = _mix64(key + uint64(game + 1) * uint64(0x9E3779B97F4A7C15))
    if state == uint64(0):
        state = uint64(0x9E3779B97F4A7C15)
    return uint64(uint32(state)), state >> uint64(32)


@step
def _rotl(x, k):
    # the cast back to 32 bits is what the compiler turns into one rotation
    return uint64(uint32(x << uint64(k) | x >> uint64(32 - k)))


@step
def _word(s0, s1):
    word = uint64(uint32(s0 * uint64(0x9E3779BB)))
    s1 ^= s0
    return word, _rotl(s0, 26) ^ s1 ^ uint64(uint32(s1 << uint64(9))), _rotl(s1, 13)


@step
def hand(s0, s1):
    """Return the next hand's first number, its other four halves, and the state behind them."""
    a, s0, s1 = _word(s0, s1)
    b, s0, s1 = _word(s0, s1)
    c, s0, s1 = _word(s0, s1)
    first = (a & uint64(_HALF)) << uint64(16) | c >> uint64(16)
    halves = a >> uint64(16) | b << uint64(16) | c << uint64(48)
    return first, halves, s0, s1


@step
def following(number, halves):
    """Return the number of the hand's next draw, and the halves that are left."""
    y = number & uint64(_HALF)
    return (halves & uint64(_HALF)) << uint64(16) | y, halves >> uint64(16)


@step
def pick(number, n):
    """Return the position that a 32-bit number picks among `n` cards."""
    return (number * n) >> uint64(32)
