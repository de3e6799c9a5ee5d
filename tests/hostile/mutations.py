"""Input of others, made by changing real input: what hypothesis draws, it can make small again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypothesis import strategies as st

from tests.hostile.corpus import PIECES

_NUMBER = re.compile(rb"\d+")
#: Bytes of any mutant: beyond every bound that a reader has.
_MOST = 2_500_000


@st.composite
def mutants(draw: st.DrawFn, seeds: Sequence[bytes]) -> bytes:
    """Draw one of the seeds, changed in a few places, or bytes that never were one."""
    if draw(st.integers(0, 19)) == 0:
        return draw(st.binary(max_size=200) | st.text(max_size=200).map(_encoded))
    data = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(1, 5))):
        data = draw(st.sampled_from(_CHANGES))(draw, data, seeds)[:_MOST]
    return data


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _span(draw: st.DrawFn, data: bytes) -> slice:
    start = draw(st.integers(0, len(data)))
    return slice(start, min(len(data), start + draw(st.sampled_from((0, 1, 2, 8, 40, 300)))))


def _cut(draw: st.DrawFn, data: bytes, _: Sequence[bytes]) -> bytes:
    span = _span(draw, data)
    return data[: span.start] + data[span.stop :]


def _end(draw: st.DrawFn, data: bytes, _: Sequence[bytes]) -> bytes:
    return data[: draw(st.integers(0, len(data)))]


def _insert(draw: st.DrawFn, data: bytes, _: Sequence[bytes]) -> bytes:
    place = draw(st.integers(0, len(data)))
    return data[:place] + draw(st.sampled_from(PIECES)) + data[place:]


def _replace(draw: st.DrawFn, data: bytes, _: Sequence[bytes]) -> bytes:
    span = _span(draw, data)
    return data[: span.start] + draw(st.sampled_from(PIECES)) + data[span.stop :]


def _number(draw: st.DrawFn, data: bytes, _: Sequence[bytes]) -> bytes:
    found = list(_NUMBER.finditer(data))
    if not found:
        return data
    number = draw(st.sampled_from(found))
    new = draw(st.sampled_from(PIECES) | st.integers(-(2**70), 2**70).map(lambda n: b"%d" % n))
    return data[: number.start()] + new + data[number.end() :]


def _repeat(draw: st.DrawFn, data: bytes, _: Sequence[bytes]) -> bytes:
    span = _span(draw, data)
    times = draw(st.sampled_from((2, 3, 50, 3000)))
    return data[: span.stop] + data[span] * times + data[span.stop :]


def _grow(draw: st.DrawFn, data: bytes, _: Sequence[bytes]) -> bytes:
    return data * draw(st.sampled_from((2, 30, 500)))


def _flip(draw: st.DrawFn, data: bytes, _: Sequence[bytes]) -> bytes:
    if not data:
        return data
    place = draw(st.integers(0, len(data) - 1))
    return data[:place] + bytes([data[place] ^ 1 << draw(st.integers(0, 7))]) + data[place + 1 :]


def _splice(draw: st.DrawFn, data: bytes, seeds: Sequence[bytes]) -> bytes:
    other = draw(st.sampled_from(seeds))
    return data[: draw(st.integers(0, len(data)))] + other[draw(st.integers(0, len(other))) :]


def _recode(draw: st.DrawFn, data: bytes, _: Sequence[bytes]) -> bytes:
    encoding = draw(st.sampled_from(("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "cp1252")))
    return data.decode("utf-8", "replace").encode(encoding, "replace")


_CHANGES = (
    _cut, _end, _insert, _insert, _insert, _replace, _replace, _number, _number, _repeat, _flip,
    _splice, _grow, _recode,
)  # fmt: skip
