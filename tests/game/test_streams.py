"""The stream of a game: its test vectors, and the law of what it deals."""

import itertools
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from fastsim.game.streams import GameStream, mix64, pick, seed_key
from fastsim.kernels import stream
from fastsim.text.errors import InvalidInput

#: (seed, game), and the numbers of hands 1 and 100 of the stream.
VECTORS = [
    (
        (0, 0),
        (0xD2151CC8, 0x0A3A1CC8, 0x1A231CC8, 0x4DFF1CC8, 0x81A01CC8),
        (0x3FCBD2CC, 0xE2DED2CC, 0xAF72D2CC, 0x8CA6D2CC, 0xA07DD2CC),
    ),
    (
        (0, 1),
        (0x67AA9956, 0x5B6A9956, 0xE5829956, 0x46D49956, 0xC6D19956),
        (0xB06A1816, 0xE6531816, 0x66291816, 0x01F11816, 0xBDC11816),
    ),
    (
        (1, 0),
        (0x1EEAFF24, 0x6643FF24, 0x9DA6FF24, 0xBFE4FF24, 0x9921FF24),
        (0x89CADACE, 0x8242DACE, 0xE55ADACE, 0x2BB7DACE, 0x4A4EDACE),
    ),
    (
        (12345, 67890),
        (0xFD064C66, 0xF92A4C66, 0x4F984C66, 0xEE444C66, 0xF82C4C66),
        (0x38A8120D, 0x6B09120D, 0x414D120D, 0xCDF5120D, 0x3FCA120D),
    ),
    (
        (2**64 - 1, 2**40),
        (0x6A644858, 0x9D424858, 0xF6C84858, 0xF8504858, 0x5A114858),
        (0x42308E8E, 0xB2808E8E, 0xDC2B8E8E, 0x0E298E8E, 0x6ECB8E8E),
    ),
]
ALARM = 1e-6  # false-alarm rate of each statistical test of this file


@pytest.mark.parametrize(("key", "first", "hundredth"), VECTORS)
def test_vectors(key: tuple[int, int], first: tuple[int, ...], hundredth: tuple[int, ...]) -> None:
    game = GameStream(*key)
    hands = [game.hand() for _ in range(100)]
    assert hands[0] == first
    assert hands[99] == hundredth


def test_xoroshiro64star_gives_its_published_first_outputs() -> None:
    # from xoroshiro64star.c started from the words 1 and 2
    game = GameStream(0, 0)
    game._s0, game._s1 = 1, 2
    words = [game.word() for _ in range(6)]
    assert words == [2654435771, 327208753, 4063491769, 4259754937, 261922412, 168123673]


def test_splitmix64_gives_its_published_first_outputs() -> None:
    # Vigna's splitmix64.c started from 1234567
    golden, state, outputs = 0x9E3779B97F4A7C15, 1234567, []
    for _ in range(5):
        state = (state + golden) % 2**64
        outputs.append(mix64(state))
    assert outputs == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_pick_covers_every_position_evenly() -> None:
    for n in range(1, 130):
        assert pick(0, n) == 0
        assert pick(2**32 - 1, n) == n - 1
        bounds = [-(-(k << 32) // n) for k in range(n + 1)]  # the first number that picks k
        sizes = np.diff(bounds)
        assert sizes.max() - sizes.min() <= 1


@given(
    st.integers(0, 2**64 - 1),
    st.integers(0, 2**63 - 1),
)
def test_kernels_draw_the_same_stream(seed: int, game: int) -> None:
    reference = GameStream(seed, game)
    s0, s1 = stream.start(np.uint64(seed_key(seed)), np.int64(game))
    for _ in range(3):
        numbers, s0, s1 = stream.hand(np.uint64(s0), np.uint64(s1))
        assert tuple(map(int, numbers)) == reference.hand()


def test_the_state_that_xoroshiro_never_leaves_is_replaced() -> None:
    # SplitMix64's mix is a bijection with mix64(0) = 0: find the game whose state would be 0
    golden = 0x9E3779B97F4A7C15
    inverse = pow(golden, -1, 2**64)
    game = (-seed_key(7) * inverse - 1) % 2**64
    assert (seed_key(7) + (game + 1) * golden) % 2**64 == 0
    assert len({GameStream(7, game).word() for _ in range(3)} | {0}) > 1


def test_neighbouring_seeds_share_no_games() -> None:
    streams = {GameStream(seed, game).hand() for seed in range(50) for game in range(50)}
    assert len(streams) == 2500


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(InvalidInput, match=f"seed {seed}"):
        GameStream(seed, 0)


def draw_five(numbers: tuple[int, ...], coppers: int, cards: int) -> int:
    """How many Coppers, which lie behind the Estates, a hand of five holds."""
    estates, drawn = cards - coppers, 0
    for number in numbers:
        position = pick(number, cards)
        drawn += position >= estates
        estates -= position < estates
        cards -= 1
    return drawn


@pytest.mark.statistical
@pytest.mark.parametrize("hand", [1, 2, 40])
def test_hands_follow_the_hypergeometric_law(hand: int) -> None:
    """Coppers in a hand of five from 7 Coppers and 3 Estates, over games of one seed."""
    games = 20_000
    counts = np.zeros(6, int)
    for game in range(games):
        luck = GameStream(11, game)
        for _ in range(hand - 1):
            luck.hand()
        counts[draw_five(luck.hand(), 7, 10)] += 1
    law = np.array([comb(7, k) * comb(3, 5 - k) / comb(10, 5) for k in range(6)])
    assert law[2:] == pytest.approx([1 / 12, 5 / 12, 5 / 12, 1 / 12])
    assert counts[:2].sum() == 0
    assert stats.chisquare(counts[2:], games * law[2:]).pvalue > ALARM


@pytest.mark.statistical
def test_hands_are_independent_within_and_between_games() -> None:
    """Neighbouring hands of a game, neighbouring games, and neighbouring seeds: no dependence."""
    games = 12_000
    hands = np.zeros((2, games, 2), int)
    for seed, game in itertools.product(range(2), range(games)):
        luck = GameStream(seed, game)
        hands[seed, game] = [draw_five(luck.hand(), 7, 10) - 2 for _ in range(2)]
    pairs = {
        "hands": (hands[0, :, 0], hands[0, :, 1]),
        "games": (hands[0, :-1, 0], hands[0, 1:, 0]),
        "seeds": (hands[0, :, 0], hands[1, :, 0]),
    }
    for name, (one, two) in pairs.items():
        table = np.zeros((4, 4), int)
        np.add.at(table, (one, two), 1)
        assert stats.chi2_contingency(table).pvalue > ALARM, name


@pytest.mark.statistical
def test_halves_are_uniform() -> None:
    """Each of the six 16-bit halves of a hand, by its high and by its low byte."""
    games = 30_000
    halves = np.array(
        [[n >> 16 for n in hand] + [hand[0] & 0xFFFF] for hand in _first_hands(games)], np.int64
    )
    for column in range(6):
        for byte in (halves[:, column] >> 8, halves[:, column] & 255):
            assert stats.chisquare(np.bincount(byte, minlength=256)).pvalue > ALARM


def _first_hands(games: int) -> list[tuple[int, ...]]:
    return [GameStream(5, game).hand() for game in range(games)]
