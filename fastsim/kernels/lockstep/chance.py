"""The random streams of 64 games (specified in `fastsim.game.streams`), and what they pick."""

from __future__ import annotations

from fastsim.kernels.jit import step
from fastsim.kernels.lanes import (
    add_saturating,
    any_is_full,
    both_halves,
    halves,
    halves_of,
    load,
    lower_half,
    maximum,
    minimum,
    multiply_high,
    narrow,
    narrow_halves,
    rarely,
    rotate_left,
    subtract_saturating,
    upper_half,
    widen,
)
from fastsim.kernels.lockstep.program import ZERO
from fastsim.kernels.lockstep.state import Stream


@step
def next_word(stream):
    """Return the next word of every game's xoroshiro64*, and the streams behind it."""
    s1 = stream.s1 ^ stream.s0
    s0 = rotate_left(stream.s0, 26) ^ s1 ^ s1 << 9
    return stream.s0 * 0x9E3779BB, Stream(s0, rotate_left(s1, 13))


@step
def last_word(stream):
    """Return the word that was taken last, and the streams before it."""
    s1 = rotate_left(stream.s1, 32 - 13)
    s0 = rotate_left(stream.s0 ^ s1 ^ s1 << 9, 32 - 26)
    return s0 * 0x9E3779BB, Stream(s0, s1 ^ s0)


@step
def hand_positions(setup, n, stream):
    """Return five random positions, among n cards, n - 1, and so on to n - 4; and the streams.

    The leading 16 bits of a position's random number settle it, unless what follows the integer
    part of their product with n is within n of a carry. Only then, in any lane, all 32 are used.
    """
    a, stream = next_word(stream)
    b, stream = next_word(stream)
    c, stream = next_word(stream)
    z01, z23, z4 = halves_of(a), halves_of(b), lower_half(c)
    twice = both_halves(n)
    n01, n23, n4 = twice - halves(0, 1), twice - halves(2, 3), widen(n) - 4
    r0, r1 = narrow_halves(multiply_high(z01, n01))
    r2, r3 = narrow_halves(multiply_high(z23, n23))
    r4 = narrow(multiply_high(z4, n4))
    low01, low23, low4 = z01 * n01, z23 * n23, z4 * n4
    might_carry = any_is_full(
        add_saturating(maximum(low01, low23), twice), add_saturating(low4, n4)
    )
    if rarely(might_carry):
        r0, r1, r2, r3, r4 = exact_positions(n | load(setup.rows, ZERO), stream)
    return r0, r1, r2, r3, r4, stream


@step
def exact_positions(n, stream):
    """Return the positions that `hand_positions` has just taken from the streams, with all bits.

    All is worked out anew, and the streams are stepped back, so that the usual case need not keep
    anything for this one: registers are scarce. (To this end `n` is given as ``n | 0`` with a zero
    that LLVM does not know, or it would share what depends on n.)
    """
    c, stream = last_word(stream)
    b, stream = last_word(stream)
    a, stream = last_word(stream)
    twice = both_halves(n)
    y, yy = upper_half(c), halves_of(c >> 16 | c & 0xFFFF0000)
    r0, r1 = narrow_halves(integer_part(halves_of(a), yy, twice - halves(0, 1)))
    r2, r3 = narrow_halves(integer_part(halves_of(b), yy, twice - halves(2, 3)))
    r4 = narrow(integer_part(lower_half(c), y, widen(n) - 4))
    return r0, r1, r2, r3, r4


@step
def integer_part(z, y, n):
    """Return the integer part of n times the fraction whose 32 bits are z, and then y."""
    low = z * n
    carried = low + multiply_high(y, n)
    return multiply_high(z, n) + minimum(subtract_saturating(low, carried), 1)
