"""Numbers at the ends of what can be written: refused at once by every option and argument."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.cli import main
from analysis.cli.options import parse_seconds, parse_share, parse_values
from analysis.questions.optimise.family import parse_choice
from analysis.questions.sweep import parse_axis
from analysis.questions.until import look_schedule
from analysis.statistics import schedule_for_half_width
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import LARGEST, as_count, as_number, as_real, as_whole, read_count
from fastsim.text.words import read_number
from tests.hostile.limits import check_message

TEMPLATE = "Province; Gold if turn < {a}; Silver"
#: Every command that takes numbers, with few games.
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "duel": ("duel", "BM", "BMU", "--games", "8"),
    "match": ("match", "BM", "BMU", "--games", "8", "--length", "5"),
    "heatmap": ("heatmap", TEMPLATE, "--x", "a=1:2", "--against", "BM", "--games", "8"),
    "tournament": ("tournament", "BM", "BMU", "--games", "8"),
    "simulate": ("simulate", "BM", "BMU", "--games", "8"),
    "replay": ("replay", "BM", "BMU"),
    "verify": ("verify", "--games", "8"),
    "search": ("search", TEMPLATE, "--over", "a=1:2", "--against", "BM", "--games", "20000"),
    "solve": ("solve", TEMPLATE, "--over", "a=1:2", "--games", "1", "--answer-games", "20000"),
    "evolve": ("evolve", "--games", "1M", "--against", "BM"),
}
COUNTS = ("1e99", "1e40", "9" * 5000, "-1", "nan", "inf", "1e-300", "1e19", "9223372036854775808")
SHARES = ("1e-400", "1e309", "-1e-300", "nan", "inf", "-inf", "0", "9" * 400)
RANGES = ("a=0:1e400", "a=0:9e99", "a=1e-99:1:1e-99", "a=-9e99:9e99", "a=0:inf", "a=0:1:1e-40")
OPTIONS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "--games": (
        tuple(name for name in COMMANDS if name != "replay"),
        COUNTS,
    ),
    "--seed": (tuple(COMMANDS), COUNTS[:-2]),
    "--game": (("replay",), COUNTS),
    "--length": (("match",), COUNTS),
    "--refine": (("heatmap",), COUNTS),
    "--fresh": (("search", "solve"), COUNTS),
    "--answer-games": (("solve",), COUNTS),
    "--until": (("duel",), SHARES),
    "--bound": (("solve",), SHARES),
    "--within": (("evolve",), SHARES),
    "--time": (("search", "solve", "evolve"), SHARES),
    "--weights": (("search",), ("1e400", "nan", "-1", "inf", "0", "1e-400")),
    "--set": (("duel", "heatmap"), ("a=1e400", "a=nan", "a=1/0", "a=" + "9" * 5000)),
    "--over": (("search", "solve"), (*RANGES, "a=1e400,1", "a=1e999999999,1", "a=9e99,1")),
    "--x": (("heatmap",), RANGES),
}  # fmt: skip


@pytest.mark.parametrize(
    ("command", "option", "value"),
    [(c, option, v) for option, (cs, vs) in OPTIONS.items() for c in cs for v in vs],
)
def test_every_command_refuses_what_cannot_be(
    command: str,
    option: str,
    value: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    line = list(COMMANDS[command])
    if option in line:
        line[line.index(option) + 1] = value
    else:
        line += [option, value]
    with pytest.raises(SystemExit) as caught:
        main(line)
    assert caught.value.code == 2
    check_message(capsys.readouterr().err)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


NUMBERS = st.one_of(
    st.floats(),
    st.integers(),
    st.integers(-(10**60), 10**60),
    st.fractions(),
    st.sampled_from([5e-324, 1e-300, 1e-160, 1.8e308, 2**63 - 1, 2**63, 2**64, 10**5000]),
)
TEXTS = st.one_of(
    st.floats().map(repr),
    st.integers(-(10**60), 10**60).map(str),
    st.tuples(st.integers(0, 99), st.integers(-(10**9), 10**9)).map(lambda x: f"{x[0]}e{x[1]}"),
    st.fractions().map(str),
)


@given(TEXTS, st.sampled_from(["", "%", "k", "M", "G", "s", "h"]))
def test_no_text_of_a_number_breaks_a_reader(number: str, unit: str) -> None:
    text = number + unit
    for read in (read_count, parse_share, parse_seconds):
        with contextlib.suppress(InvalidInput):
            found = read(text)
            assert found >= 0
            assert math.isfinite(found)
    for read_choice in (parse_axis, parse_choice):
        for written in (
            f"a={text}",
            f"a={text}:{text}",
            f"a=0:{text}",
            f"a=0:1:{text}",
            f"a={text},1",
        ):
            with contextlib.suppress(InvalidInput):
                assert read_choice(written).parameter == "a"
    with contextlib.suppress(InvalidInput):
        assert parse_values([f"a={text}"]).keys() == {"a"}
    with contextlib.suppress(ValueError, ZeroDivisionError):
        assert abs(read_number(text)) < 10**140


@given(NUMBERS)
def test_no_number_breaks_an_argument(number: Any) -> None:
    for read in (as_whole, as_count, as_real, as_number):
        with contextlib.suppress(InvalidInput):
            found = read("n", number)
            assert float(found) == pytest.approx(float(number))
            assert repr(found)


@given(NUMBERS, NUMBERS, NUMBERS)
def test_any_precision_can_be_planned_or_is_refused(width: Any, cap: Any, level: Any) -> None:
    with contextlib.suppress(InvalidInput):
        looks = look_schedule(width, cap=cap, level=level).games
        assert 1 <= looks[0] <= looks[-1] <= cap


@pytest.mark.parametrize("width", [5e-324, 1e-300, 1e-160, 1e-12])
def test_a_precision_beyond_all_games_plans_the_cap(width: float) -> None:
    assert look_schedule(width, cap=10**6).games[-1] == 10**6
    with pytest.raises(InvalidInput, match="more games than can be counted"):
        schedule_for_half_width(width)


def test_the_largest_number_of_games_is_taken() -> None:
    assert as_count("games", LARGEST) == LARGEST
    with pytest.raises(InvalidInput, match="At most 9,223,372,036,854,775,807"):
        as_count("games", LARGEST + 1)
