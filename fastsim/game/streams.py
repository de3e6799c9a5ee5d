"""The random stream of a game, in plain integers: the specification that every engine follows.

Game ``i`` under seed ``s`` has a stream of its own: xoroshiro64* (Blackman and Vigna), started from
output ``i`` of a SplitMix64 generator, which is itself started from the first output of SplitMix64
under ``s``. Nothing else enters: not the rules, not the setup, nor which thread, chunk or vector
lane plays the game. Any game can therefore be played again by itself, and different rules can be
compared on the same luck.

Hand ``t`` of a game, counted over all players in the order of play, takes three 32-bit words
``a, b, c``, however many cards it draws by chance. They hold six halves of 16 bits::

    z0, z1, z2, z3, z4, y = a_low, a_high, b_low, b_high, c_low, c_high

The j-th card drawn by chance, from n cards in a fixed order, is the one at position
``(x * n) >> 32`` with ``x = (zj << 16) + y``: sixteen bits decide nearly always, and the sixteen
of ``y``, shared by the hand, settle the rest.

Every other card that is taken by chance, in the middle of a turn, takes one word ``x`` of its own,
and is the one at position ``(x * n) >> 32``. Cards whose place is known, such as one that was put
onto the deck, take nothing from the stream.

References
----------
D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", ACM Transactions on
Mathematical Software 47 (2021); xoroshiro64star.c. G. Steele, D. Lea and C. Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014 (SplitMix64).
"""

from __future__ import annotations

from typing import Final

from fastsim.text.errors import InvalidInput

GENERATOR: Final = "xoroshiro64* keyed by splitmix64, three words a hand"

_MASK32: Final = 2**32 - 1
_MASK64: Final = 2**64 - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15
_MULTIPLIER: Final = 0x9E3779BB


def mix64(z: int) -> int:
    """Return the SplitMix64 finaliser of a 64-bit number: a bijection that spreads every bit."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK64
    return z ^ (z >> 31)


def seed_key(seed: int) -> int:
    """Return the first output of SplitMix64 under `seed`: the key of all its games.

    Raises
    ------
    InvalidInput
        Unless ``0 <= seed < 2**64``.
    """
    if not 0 <= seed <= _MASK64:
        raise InvalidInput(f"seed {seed}", "A seed is a whole number from 0 up to 2^64 - 1.")
    return mix64((seed + _GOLDEN) & _MASK64)


def pick(x: int, n: int) -> int:
    """Return the position, 0 up to n - 1, that a 32-bit number picks among n cards."""
    return (x * n) >> 32


class GameStream:
    """The stream of one game.

    Parameters
    ----------
    seed : int
        0 up to 2**64 - 1.
    game : int
        Index of the game, from 0.
    """

    def __init__(self, seed: int, game: int) -> None:
        state = mix64((seed_key(seed) + (game + 1) * _GOLDEN) & _MASK64)
        state = state or _GOLDEN  # xoroshiro would never leave the state 0
        self._s0, self._s1 = state & _MASK32, state >> 32

    def word(self) -> int:
        """Return the next 32-bit word."""
        s0, s1 = self._s0, self._s1
        result = (s0 * _MULTIPLIER) & _MASK32
        s1 ^= s0
        self._s0 = _rotl(s0, 26) ^ s1 ^ ((s1 << 9) & _MASK32)
        self._s1 = _rotl(s1, 13)
        return result

    def hand(self) -> tuple[int, ...]:
        """Return the five 32-bit numbers of the next hand, in the order that they are used."""
        a, b, c = self.word(), self.word(), self.word()
        y = c >> 16
        halves = (a & 0xFFFF, a >> 16, b & 0xFFFF, b >> 16, c & 0xFFFF)
        return tuple((z << 16) + y for z in halves)

    def number(self) -> int:
        """Return the 32-bit number of a card that is taken by chance outside of a new hand."""
        return self.word()


def _rotl(x: int, k: int) -> int:
    return ((x << k) | (x >> (32 - k))) & _MASK32
