import json
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from fastsim.execute.packing import MAX_CELLS, pack, unpack

COUNTS = hnp.arrays(
    np.int64,
    hnp.array_shapes(max_dims=3, max_side=6),
    elements=st.one_of(st.just(0), st.integers(0, 300), st.integers(0, 2**62)),
)


@given(st.dictionaries(st.text(max_size=5), COUNTS, max_size=4))
def test_arrays_come_back(arrays: dict[str, np.ndarray]) -> None:
    again = unpack(pack(arrays))
    assert again.keys() == arrays.keys()
    for name, array in arrays.items():
        assert again[name].dtype == np.int64
        assert again[name].shape == array.shape
        assert (again[name] == array).all()


def test_empty_ends_take_no_room() -> None:
    wide = np.zeros((100, 100_000), np.int64)
    wide[:, 500:520] = 3
    assert len(pack({"wide": wide})) < 200


def forged(head: object, body: bytes = b"") -> bytes:
    return json.dumps(head).encode() + b"\n" + zlib.compress(body)


@pytest.mark.parametrize(
    "packed",
    [
        b"",
        b"no line",
        b"[1, 2]\n",
        b"{}",
        forged(7),
        forged({"a": 5}),
        forged({"a": [[2], "<u1", 0]}),
        forged({"a": [[2], "<f8", 0, 2]}, b"12345678" * 2),
        forged({"a": [[2], "<u1", 0, 3]}, b"123"),
        forged({"a": [[2], "<u1", -1, 2]}, b"12"),
        forged({"a": [[2.0], "<u1", 0, 2]}, b"12"),
        forged({"a": [[], "<u1", 0, 0]}),
        forged({"a": [[2], "<u1", 0, 2]}, b"1"),
        forged({"a": [[2], "<u1", 0, 2]}, b"123"),
        forged({"a": [[MAX_CELLS + 1], "<u1", 0, 0]}),
        forged({"a": [[2], "<u1", 0, 2]}, bytes(10**8)),
        b'{"a": [[2], "<u1", 0, 2]}\nnot zlib',
        b" " * 100_000 + b"{}\n",
    ],
    ids=range(18),
)
def test_what_is_not_packed_is_refused(packed: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - which of its kinds does not matter
        unpack(packed)
