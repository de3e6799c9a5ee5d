"""The deck as counts in a vector, against the plain twin and against a list of cards."""

from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastsim.game.setup import MAX_OWNED
from fastsim.kernels.jit import JIT, memory_of
from fastsim.kernels.kingdom import prefixes
from fastsim.kernels.kingdom.layout import N_CARDS

pytestmark = pytest.mark.skipif(not JIT, reason="vectors exist in compiled code only")


@numba.njit
def take(counts: Any, first: int, position: int) -> Any:
    memory = memory_of(counts)
    deck = prefixes.load(memory, first)
    prefixes.store(memory, first, prefixes.without(deck, position))
    return prefixes.column_at(deck, position)


@given(st.data())
def test_taking_a_card_is_taking_it_from_a_sorted_list(data: st.DataObject) -> None:
    largest = data.draw(st.sampled_from([3, MAX_OWNED // N_CARDS]))
    numbers = data.draw(st.lists(st.integers(0, largest), min_size=N_CARDS, max_size=N_CARDS))
    cards = [column for column, number in enumerate(numbers) for _ in range(number)]
    if not cards:
        return
    first = data.draw(st.sampled_from([0, N_CARDS, 7]))  # any address, not only a round one
    counts = np.full(3 * N_CARDS, 9, np.uint16)
    counts[first : first + N_CARDS] = np.cumsum(numbers)
    position = data.draw(st.integers(0, len(cards) - 1))
    plain = prefixes._plain_load(counts, first)

    assert take(counts, first, position) == cards[position]
    cards.pop(position)
    left = np.bincount(cards, minlength=N_CARDS).cumsum()
    assert counts[first : first + N_CARDS].tolist() == left.tolist()
    assert (np.delete(counts, np.s_[first : first + N_CARDS]) == 9).all()
    assert prefixes._plain_without(plain, position).tolist() == left.tolist()


def test_a_deck_of_every_size_up_to_the_largest_is_held() -> None:
    counts = np.full(N_CARDS, MAX_OWNED, np.uint16)  # all of the first column
    for left in range(MAX_OWNED, 0, -1):
        assert take(counts, 0, left - 1) == 0
    assert not counts.any()
