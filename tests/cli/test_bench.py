"""`fastsim bench`: what it measures and how it says so. Speeds depend on the machine, so no test
looks at one, save that it is positive.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from analysis.bench import cases, kernels, speed, startup
from analysis.bench.measure import QUICK, Benchmark, Effort
from analysis.bench.sample import Sample, take_turns
from analysis.bench.speed import Speed
from analysis.cli import main
from fastsim.game.setup import simplified
from fastsim.kernels.cache import cache_directory
from fastsim.lower.compile import compile_rule
from fastsim.text.errors import FastsimError

ROW = {
    "import_seconds": 0.01,
    "import_engines_seconds": 0.5,
    "first_game_seconds": 3.0,
    "seconds": 0.2,
    "peak_megabytes": 150.0,
}


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shortest of benchmarks: the processes are left out, which a test of their own runs."""
    effort = Effort(runs=2, seconds=1e-4, processes=2, sizes=QUICK.sizes)
    monkeypatch.setattr("analysis.bench.measure.QUICK", effort)
    monkeypatch.setattr(startup, "_run", lambda *_: ROW)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(["bench", *arguments])
    return caught.value.code, *capsys.readouterr()


@pytest.mark.usefixtures("tiny")
def test_json_holds_every_figure_with_its_spread(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--quick", "--json")
    assert code == 0
    document = json.loads(out)
    for row in document["speed"]:
        for figure in ("games_per_second", "ns_per_turn"):
            _check_sample(row[figure], runs=2)
        assert row["games_a_run"] > 0
        assert 20 < row["turns_a_game"] < 100
    measured = {(row["kernel"], row["setup"], row["rules"]) for row in document["speed"]}
    for kernel in kernels.KERNELS:
        for rules in ("A v A", "A v B", "B v B", "L v L"):
            assert (kernel, "simplified", rules) in measured
    assert {("general", f"basic-{n}", f"{n} × B") for n in (3, 4)} <= measured
    assert {row["entries"] for row in document["speed"]} == {3, 5, 7, 16, 39}
    starts = [(row["kernel"], row["cache"]) for row in document["start_up"]]
    assert starts == [(kernel, cache) for kernel in kernels.KERNELS for cache in ("cold", "warm")]
    assert not document["interrupted"]
    assert [row["games"] for row in document["cost"]] == list(QUICK.sizes)
    for row in document["cost"]:
        _check_sample(row["seconds"], runs=2)
        _check_sample(row["peak_megabytes"], runs=2)
    assert {"machine", "processors", "numba", "commit", "kernels"} <= document["provenance"].keys()


def _check_sample(sample: dict[str, Any], runs: int) -> None:
    assert len(sample["values"]) == runs
    assert 0 < sample["low"] <= sample["median"] <= sample["high"]


@pytest.mark.usefixtures("tiny")
def test_tables_fit_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "90")
    code, out, _ = run(capsys, "--quick")
    assert code == 0
    assert "games/s" in out
    assert "3 s (3–3)" in out
    assert "150 MB (150–150)" in out


def test_a_system_that_tells_no_memory(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(startup, "_run", lambda *_: {**ROW, "peak_megabytes": None})
    processes = startup.ProcessRuns([10])
    processes.measure(1)
    assert processes.costs[0].to_json()["peak_megabytes"] is None
    one = Sample((1.0,))
    case = cases.reference_case()
    row = Speed("general", case, 1, games=10, turns=40, seconds=one, processor_seconds=one)
    monkeypatch.setattr(
        "analysis.bench.measure.measure",
        lambda *_: Benchmark([row], processes.starts, processes.costs, QUICK),
    )
    assert "unknown" in run(capsys, "--quick")[1]


def test_a_row_that_was_slowed_down_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(*processor_seconds: float) -> list[str]:
        one = Sample((1.0,))
        speeds = [
            Speed(f"kernel-{k}", cases.reference_case(), 2, 10, 40, one, Sample((worked,)))
            for k, worked in enumerate(processor_seconds)
        ]
        monkeypatch.setattr(
            "analysis.bench.measure.measure", lambda *_: Benchmark(speeds, [], [], QUICK)
        )
        _, _, warning = run(capsys)[1].partition("Other work slowed ")
        return warning.splitlines()

    assert not told(2.0, 1.9, 2.0)
    first, only = told(2.0, 1.0, 2.0)  # two of three rows had all they asked for
    assert first.startswith("1 of 3 rows")
    assert "50%" in only
    assert "kernel-1, simplified, B v B, 2 threads" in only
    assert "up to 35% the other 3" in told(*[0.1 * k for k in range(8)])[-1]


def test_quick_and_full_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "--quick", "--full")
    assert (code, out) == (2, "")
    assert "--quick and --full" in err


def _stop_after(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Have the user press Ctrl-C when so many runs are done, or at once."""
    real = speed.take_turns

    def stopped(works, runs, report, results):  # type: ignore[no-untyped-def]
        def count_down() -> None:
            if sum(map(len, results)) >= count:
                raise KeyboardInterrupt

        count_down()
        return real(works, runs, count_down, results)

    monkeypatch.setattr(speed, "take_turns", stopped)


@pytest.mark.usefixtures("tiny")
def test_ctrl_c_shows_what_was_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _stop_after(monkeypatch, 3)
    code, out, err = run(capsys, "--quick")
    assert code == 130
    assert out.partition("Medians")[0].count("lanes") == 3
    assert "general" not in out
    assert "first game" not in out
    assert "Stopped" in err
    code, out, _ = run(capsys, "--quick", "--json")
    document = json.loads(out)
    assert code == 130
    assert document["interrupted"]
    assert len(document["speed"]) == 3


@pytest.mark.usefixtures("tiny")
def test_ctrl_c_before_anything_was_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _stop_after(monkeypatch, 0)
    code, out, err = run(capsys, "--quick")
    assert (code, out) == (130, "")
    assert "stopped before anything was measured" in err


def test_a_quick_look_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    homes = set()
    monkeypatch.setattr(startup, "_run", lambda home, *_: homes.add(home) or ROW)
    processes = startup.ProcessRuns([10], cold=False)
    processes.measure(1)
    assert homes == {cache_directory().parent}
    assert {start.cache for start in processes.starts} == {"warm"}


def test_rows_on_several_threads_take_the_time_they_are_given() -> None:
    (slow,) = [case for case in cases.one_thread() if case.rules_name == "First Game v First Game"]
    plan = speed._plan("kingdom", slow, 2, 0.001)
    # some hundred games; as many as lanes play meanwhile would take minutes
    assert plan.games < 100_000


def test_a_fresh_process_measures_itself() -> None:
    row = startup._run(cache_directory().parent, 10, "general")
    assert row.keys() == ROW.keys()
    assert all(value > 0 for value in row.values() if value is not None)


def test_a_process_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = subprocess.CompletedProcess([sys.executable], 1, "", "no such kernel")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(FastsimError, match="no such kernel"):
        startup._run(Path(), 1, "general")


def test_works_take_turns() -> None:
    order: list[str] = []
    reported: list[int] = []
    works = [lambda: order.append("a") or 1.0, lambda: order.append("b") or 2.0]
    results = take_turns(works, 3, lambda: reported.append(1))
    assert "".join(order) == "ababab"
    assert results == [[1.0] * 3, [2.0] * 3]
    assert len(reported) == 6


def test_a_sample_is_its_median_and_extremes() -> None:
    sample = Sample((3.0, 1.0, 2.0))
    assert (sample.median, sample.low, sample.high) == (2.0, 1.0, 3.0)
    assert sample.over(Sample((1.0, 1.0, 4.0))).values == (3.0, 1.0, 0.5)
    assert Sample((1 / 3,)).to_json()["values"] == [0.33333]
    assert Sample.from_json(sample.to_json()) == sample


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ((1.2345e6, 2e6, 1e5), "1.23 M (0.1–2)"),
        ((12_345.0, 12_345.0), "12.3 k (12.3–12.3)"),
        ((0.5,), "0.5"),
        ((2e9, 2e9, 2e9), "2,000 M (2,000–2,000)"),
    ],
)
def test_a_sample_as_text(values: tuple[float, ...], text: str) -> None:
    assert Sample(values).text() == text


def test_the_large_rule_has_sixteen_entries_and_eight_linear_conditions() -> None:
    (case,) = [case for case in cases.one_thread() if case.rules_name == "L v L"]
    rule = case.rules[0]
    assert len(rule.entries) == 16
    conditions = [condition for entry in rule.entries for condition in entry.conditions]
    quantities = [
        sum(term.quantity is not None for term in condition.terms) for condition in conditions
    ]
    assert sum(n >= 2 for n in quantities) == 8
    compile_rule(rule, simplified())
