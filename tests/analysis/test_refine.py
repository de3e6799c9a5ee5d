"""Sweeps that play on where cells are close: which games, and what the best set promises."""

import json
import shlex
from types import SimpleNamespace

import numpy as np
import pytest

from analysis import refine as refine_module
from analysis.cli import app
from analysis.commands import duel_command, sweep_command
from analysis.duel import duel
from analysis.frames import sweep_frame
from analysis.plots import files
from analysis.plots.files import write_heatmap
from analysis.plots.heatmap import heatmap
from analysis.refine import GROWTH, ROUNDS, RefinedSweep, refine
from analysis.sweep import Axis, Sweep, parse_axis, sweep
from fastsim.errors import InvalidInput
from fastsim.matchups import MatchupTally
from fastsim.rules.load import load_rule
from fastsim.setup import simplified
from fastsim.tallies import TallyRows

TEMPLATE = "Province; Duchy if provinces <= {duchy}; Estate if provinces <= {estate}; Gold; Silver"
BUDGET = 40_000


@pytest.fixture(scope="module")
def before() -> Sweep:
    return sweep(
        simplified(), load_rule(TEMPLATE), [parse_axis("estate=0:2"), parse_axis("duchy=2:6:2")],
        load_rule("Big Money"), games=400, seed=9,
    )  # fmt: skip


@pytest.fixture(scope="module")
def refined(before) -> RefinedSweep:
    return refine(before, BUDGET)


def test_cells_that_may_be_best_play_further_games_of_their_own(before, refined) -> None:
    assert refined.games_per_cell == 400
    rounds = refined.rounds
    assert len(rounds) >= 2
    first = BUDGET // (4 * 9)
    assert [games for _, games in rounds] == [2 * first * GROWTH**k for k in range(len(rounds))]
    cells = [9, *(cells for cells, _ in rounds)]
    assert cells == sorted(cells, reverse=True)
    assert cells[1] == before_members(before)
    assert refined.further_games == sum(cells * games for cells, games in rounds) <= BUDGET
    assert refined.total_games == 9 * 400 + refined.further_games
    for stage in refined.stages:
        for tally in (*stage.tally.a_first, *stage.tally.b_first):
            # fresh indices after those before, without gap or overlap, the same for all cells
            assert tally.ranges == ((0, stage.tally.games),)


@pytest.fixture
def undrawn(monkeypatch) -> None:
    monkeypatch.setattr(files, "pictures", lambda ax, name: {})


def before_members(before: Sweep) -> int:
    """Cells that stay at the first look: at their share of the error more than the sweep's own."""
    found = refine_module._judge(refine_module.Stage(tuple(range(9)), before.tally), 9, 0.95)
    assert (found.members >= before.best().members).all()
    return int(found.members.sum())


def test_every_cell_keeps_its_own_games_and_its_command(refined, undrawn, tmp_path) -> None:
    frame = sweep_frame(refined)
    assert frame["games"].min() == 400
    assert frame["games"].nunique() > 1
    assert frame["games"].sum() == refined.total_games
    assert frame["games"][frame["may_be_best"]].nunique() == 1
    assert frame["games"][frame["may_be_best"]].iloc[0] == frame["games"].max()
    for index, point in enumerate(refined.points):
        games = int(frame["games"][index])
        alone = duel(
            refined.setup, refined.template.fill(point), refined.against, games=games, seed=9
        )
        assert frame["win_rate"][index] == alone.win_rate.value
        assert f"--games {games} --seed 9" in (duel_command(refined.cell(index)) or "")
        # each look has a share of the error, so its interval is the wider one
        assert frame["low"][index] < alone.win_rate.low
        assert frame["high"][index] > alone.win_rate.high
        assert frame["p_value"][index] >= alone.p_value
    assert (sweep_command(refined) or "").endswith(f"--refine {BUDGET}")
    subtitle = [t.get_text() for t in heatmap(frame).texts if "games a cell" in t.get_text()]
    assert f"400 to {frame['games'].max():,} games a cell" in subtitle[0]
    write_heatmap(refined, tmp_path)
    document = json.loads((tmp_path / "heatmap.json").read_text())
    assert document["refinement"]["further_games"] == refined.further_games
    assert document["refinement"]["looks"] == ROUNDS + 1
    assert document["provenance"]["games"] == refined.total_games


def test_the_best_cell_is_among_those_last_in_play(refined) -> None:
    best = refined.best()
    last = refined.stages[-1].cells
    assert best.best in last
    assert best.members[best.best]
    assert set(np.flatnonzero(best.members)) <= set(last)
    assert best.shortfall[best.best] == 0
    assert (best.p_values[best.members] > 0.05).all()
    assert (best.p_values[~best.members] <= 0.05).all()
    assert (best.loss_at_most >= 0).all()
    # over common games: of cells that left at once, those of the sweep before
    left = [i for i in range(9) if i not in refined.stages[1].cells]
    assert left
    rates = [
        refined.tally.a_first[i].score[0] + refined.tally.b_first[i].score[1] for i in range(9)
    ]
    for i in left:
        expected = (rates[best.best] - rates[i]) / refined.games_per_cell
        assert best.shortfall[i] == pytest.approx(expected)


def test_the_command_gives_the_same_table_again(refined, undrawn, tmp_path, capsys) -> None:
    write_heatmap(refined, tmp_path)
    command = sweep_command(refined)
    assert command is not None
    app([*shlex.split(command)[1:], "--json", "--out", str(tmp_path / "b")], standalone_mode=False)
    document = json.loads(capsys.readouterr().out)
    assert document["refinement"]["further_games"] == refined.further_games
    assert (tmp_path / "b" / "heatmap.csv").read_bytes() == (tmp_path / "heatmap.csv").read_bytes()


def test_progress_counts_further_games(before) -> None:
    seen: list[int] = []
    done = refine(before, BUDGET, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == done.further_games


def test_an_interrupt_leaves_the_round_under_way_out(before, refined) -> None:
    def stop(games: int) -> None:
        if games > 2 * refined.rounds[0][0] * (BUDGET // 36):
            raise KeyboardInterrupt

    stopped = refine(before, BUDGET, progress=stop)
    assert stopped.interrupted
    assert stopped.rounds in (refined.rounds[:1], refined.rounds[:2])
    assert stopped.best().members.any()


def test_too_few_games_are_refused(before, tmp_path) -> None:
    with pytest.raises(InvalidInput, match="35 games to refine 9 cells"):
        refine(before, 35)
    arguments = ["heatmap", TEMPLATE, "--x", "duchy=2:6", "--set", "estate=1", "--against"]
    with pytest.raises(InvalidInput, match="--refine 10"):
        app(
            [*arguments, "Big Money", "--refine", "10", "--out", str(tmp_path)],
            standalone_mode=False,
        )


def test_one_cell_alone_needs_no_refinement() -> None:
    result = sweep(
        simplified(), load_rule(TEMPLATE).fill({"estate": 1}), [parse_axis("duchy=3:3")],
        load_rule("Big Money"), games=40,
    )  # fmt: skip
    assert refine(result, 1000).further_games == 0


# What the set promises, by simulation. Games are made up: four coins a game index, and with one
# chance in two a game's coins are the same for all cells.


class Made(TallyRows):
    """As much of tallies as a sweep looks at."""

    def __init__(self, outcomes: np.ndarray, games: int, ranges: tuple) -> None:
        self.outcomes, self.games, self.ranges = outcomes, games, ranges

    def take(self, places: list[int]) -> "Made":  # type: ignore[override]
        return Made(self.outcomes[places], self.games, self.ranges)

    def _row(self, place: int) -> SimpleNamespace:  # type: ignore[override]
        return SimpleNamespace(games=self.games, ranges=self.ranges)

    def __add__(self, other: "Made") -> "Made":  # type: ignore[override]
        (_, end), (begin, stop) = self.ranges[0], other.ranges[0]
        assert begin == end
        return Made(self.outcomes + other.outcomes, self.games + other.games, ((0, stop),))


def made_up(generator, chances, matchups, games: int, start: int) -> MatchupTally:
    """Coins that fall heads with each cell's own chance; a matchup is the position of its cell."""
    chances = np.asarray(chances)[list(matchups)]
    common = generator.random((4, games))
    own = generator.random((4, len(matchups), games))
    alike = generator.random(games) < 0.5
    luck = np.where(alike, common[:, None], own)
    twice = (luck < chances[:, None]).sum(axis=0).astype(float)
    total = twice.sum(axis=1).astype(np.int64)
    nothing = np.zeros_like(total)
    ranges = ((start, start + games),)
    first = Made(np.stack([nothing, total // 2, nothing, total % 2], axis=1), games, ranges)
    second = Made(np.zeros((len(total), 4), np.int64), games, ranges)
    return MatchupTally(
        tuple(matchups), first, second, np.zeros(len(matchups), np.int64),
        (twice @ twice.T).astype(np.int64),
    )  # fmt: skip


def outcomes(monkeypatch, chances, replications: int, *, games: int, budget: int, seed: int):
    """Yield what `refine` finds in each replication."""
    generator = np.random.default_rng(seed)

    def chunks(setup, matchups, *, games, start, **options):
        yield made_up(generator, chances, matchups, games, start)

    monkeypatch.setattr(refine_module, "matchup_chunks", chunks)
    rule = SimpleNamespace(name="made up")
    axis = Axis("k", tuple(range(len(chances))))
    for _ in range(replications):
        tally = made_up(generator, chances, range(len(chances)), games, 0)
        yield refine(Sweep(None, rule, rule, (axis,), tally, 0), budget)


@pytest.mark.statistical
@pytest.mark.parametrize("n", [500, pytest.param(10_000, marks=pytest.mark.deep)])
@pytest.mark.parametrize(
    "chances", [[0.5] * 5, [0.52, 0.515, 0.51, 0.45, 0.3]], ids=["all alike", "close"]
)
def test_the_true_best_stays_at_the_stated_level(monkeypatch, chances, n) -> None:
    # kept in at least 95 %: a right refinement fails this with a chance below 1e-4 each
    kept = sum(
        bool(done.best().members[0])
        for done in outcomes(monkeypatch, chances, n, games=200, budget=8000, seed=1)
    )
    assert kept / n >= 0.95 - 3.8 * np.sqrt(0.95 * 0.05 / n)


@pytest.mark.statistical
def test_refinement_finds_a_best_cell_that_the_sweep_alone_does_not(monkeypatch) -> None:
    chances = [0.53, 0.5, 0.5, 0.4]
    alone = found = 0
    for done in outcomes(monkeypatch, chances, 60, games=200, budget=40_000, seed=2):
        alone += int(done.best().members.sum() == 1 and len(done.stages) == 1)
        members = np.flatnonzero(done.best().members)
        found += int(members.tolist() == [0])
        assert done.further_games <= 40_000
    assert alone < 10
    assert found > 50


@pytest.mark.statistical
def test_losses_are_bounded_at_the_stated_level(monkeypatch) -> None:
    chances = np.array([0.52, 0.515, 0.51, 0.45, 0.3])
    n = 200
    held = sum(
        bool((done.best().loss_at_most >= chances.max() - chances - 1e-12).all())
        for done in outcomes(monkeypatch, chances, n, games=200, budget=8000, seed=3)
    )
    assert held / n >= 0.95 - 3.8 * np.sqrt(0.95 * 0.05 / n)
