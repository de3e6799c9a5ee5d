"""Looks at a growing number of games: each is the duel of that many games, and drawn as such."""

import pytest

from analysis.frames import convergence_frame
from analysis.plots.convergence import convergence
from analysis.questions.convergence import FIRST_LOOK, converge
from analysis.questions.duel import duel
from fastsim.game.setup import simplified
from fastsim.rules.library import library
from fastsim.text.errors import InvalidInput

BMU, BM = library().get("BMU"), library().get("BM")


def test_every_look_is_the_duel_of_its_games() -> None:
    looks = converge(simplified(), BMU, BM, games=3000, seed=4)
    assert [look.games for look in looks] == [256, 512, 1024, 2048, 3000]
    assert looks[0].games == FIRST_LOOK
    for look in looks:
        alone = duel(simplified(), BMU, BM, games=look.games, seed=4)
        assert look.a_first.to_bytes() == alone.a_first.to_bytes()
        assert look.win_rate == alone.win_rate


def test_few_games_are_one_look() -> None:
    assert [look.games for look in converge(simplified(), BMU, BM, games=100)] == [100]
    with pytest.raises(InvalidInput, match="2 games"):
        converge(simplified(), BMU, BM, games=2)


def test_the_picture_shows_the_frame() -> None:
    frame = convergence_frame(converge(simplified(), BMU, BM, games=2000, seed=4))
    ax = convergence(frame)
    line = next(line for line in ax.lines if len(line.get_xdata()) == len(frame))
    assert list(line.get_xdata()) == frame["games"].tolist()
    assert list(line.get_ydata()) == pytest.approx((100 * frame["win_rate"]).tolist())
    assert ax.get_xscale() == "log"
    assert "Big Money Ultimate" in ax.get_ylabel()
    assert (frame["low"] < frame["win_rate"]).all()
    assert (frame["high"] - frame["low"]).is_monotonic_decreasing
