"""Very many matchups come to the same counts as few, and fit into memory."""

from fractions import Fraction

import numpy as np
import pytest

from analysis.frames import sweep_frame, win_rate_row
from analysis.questions.refine import refine
from analysis.questions.sweep import Axis, sweep
from fastsim.execute.local import LocalExecutor
from fastsim.game.setup import basic, simplified
from fastsim.play import blocks, matchups
from fastsim.play.blocks import tally_blocks
from fastsim.play.matchups import Matchup, tally_matchups
from fastsim.rules.load import load_rule
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput, Stopped

TEMPLATE = parse_rule("Province if total_money > {m}; Gold; Duchy if provinces <= {d}; Silver")
MANY = [
    Matchup(TEMPLATE.fill({"m": m, "d": d}), load_rule("BMU"))
    for m in range(10, 20)
    for d in range(5)
]


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "BLOCK", 7)


def test_blocks_count_what_one_tally_counts() -> None:
    seen: list[int] = []
    packed = tally_blocks(simplified(), MANY, games=300, seed=5, start=11, progress=seen.append)
    whole = tally_matchups(simplified(), MANY, games=300, seed=5, start=11)
    assert packed.matchups == whole.matchups
    assert packed.products is None
    assert (packed.order_products == whole.order_products).all()
    for ours, theirs in ((packed.a_first, whole.a_first), (packed.b_first, whole.b_first)):
        assert len(ours) == len(MANY)
        assert [tally.to_bytes() for tally in ours] == [tally.to_bytes() for tally in theirs]
        assert ours[-1].to_bytes() == theirs[-1].to_bytes()
        assert [t.to_bytes() for t in ours[3:30:9]] == [t.to_bytes() for t in theirs[3:30:9]]
    assert seen == sorted(seen)
    assert seen[-1] == 2 * 300 * len(MANY)


def test_blocks_of_several_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matchups.MatchupJob, "fixed_chunk", 64)
    packed = tally_blocks(simplified(), MANY[:9], games=300, threads=2)
    whole = tally_matchups(simplified(), MANY[:9], games=300)
    assert [x.to_bytes() for x in packed.a_first] == [x.to_bytes() for x in whole.a_first]


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(InvalidInput, match="no value for the parameter"):
        tally_blocks(simplified(), [Matchup(TEMPLATE, TEMPLATE)], games=10)
    with pytest.raises(InvalidInput, match="of two players"):
        tally_blocks(basic(3), MANY, games=10)


def test_an_interrupt_says_how_far_it_came() -> None:
    class Interrupted(LocalExecutor):
        def run(self, work, size=None):  # type: ignore[no-untyped-def]
            yield from list(super().run(list(work)[:2], size))
            raise KeyboardInterrupt

    with pytest.raises(Stopped, match="when 14 of 50 matchups had all their games"):
        tally_blocks(simplified(), MANY, games=10, executor=Interrupted(1))


def test_a_wide_sweep_is_the_same_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    axes = [Axis("m", tuple(range(10, 20))), Axis("d", tuple(range(5)))]
    narrow = sweep(simplified(), TEMPLATE, axes, load_rule("BMU"), games=2000)
    monkeypatch.setattr("analysis.questions.sweep.MAX_PAIRED", 20)
    wide = sweep(simplified(), TEMPLATE, axes, load_rule("BMU"), games=2000)
    assert wide.tally.products is None
    assert wide.cell(17).to_json()["win_rate"] == narrow.cell(17).to_json()["win_rate"]
    exact, worst = narrow.best(), wide.best()
    assert worst.best == exact.best
    assert np.allclose(worst.shortfall, exact.shortfall)
    # without knowing how cells depend on each other no more can be told apart
    assert (worst.members >= exact.members).all()
    assert (worst.p_values >= exact.p_values - 1e-12).all()
    assert not worst.members.all()


def test_the_frame_of_a_sweep_says_of_each_cell_what_its_duel_does() -> None:
    axes = [Axis("m", (16, Fraction(33, 2), 18)), Axis("d", tuple(range(5)))]
    swept = sweep(simplified(), TEMPLATE, axes, load_rule("BMU"), games=3000, level=0.9)
    for result in (swept, refine(swept, 20_000)):
        frame = sweep_frame(result)
        assert frame["m"].dtype == np.float64
        assert frame["d"].dtype == np.int64
        assert frame["m"].tolist() == [float(point["m"]) for point in result.points]
        assert frame["d"].tolist() == [point["d"] for point in result.points]
        for index, row in enumerate(frame.to_dict("records")):
            expected = win_rate_row(result.cell(index))
            assert {name: row[name] for name in expected} == pytest.approx(expected, abs=1e-12)
    assert frame["games"].nunique() > 1
