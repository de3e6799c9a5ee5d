"""How strong the library's rules are: what is kept was measured, and is still about them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import analysis.questions.library_rates as kept
from analysis.questions.duel import duel
from analysis.questions.library_rates import AGAINST, library_rates, measure, unmeasured
from benchmarks.library_rates import GAMES, main
from fastsim.game.setup import simplified
from fastsim.game.setup_file import load_setup
from fastsim.rules import library as shelf
from fastsim.rules.library import library
from fastsim.rules.load import playable


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_of_the_library_is_measured(name: str) -> None:
    setup = load_setup(name)
    rules = playable(library(), setup).rules.values()
    told = "the library or the default plays have changed: run python -m benchmarks.library_rates"
    assert not unmeasured(setup, rules), told
    found = library_rates(setup)
    assert found is not None
    assert found.games == GAMES[name]
    assert all(0 <= rate.low <= rate.value <= rate.high <= 1 for rate in found.rates.values())


def test_what_is_kept_agrees_with_games_played_now() -> None:
    found = library_rates(simplified())
    assert found is not None
    for name in ("Big Money Ultimate", "Greedy", "Penultimate Province"):
        rule, against = library().get(name), library().get(AGAINST)
        now = duel(simplified(), rule, against, games=100_000, seed=1).win_rate
        then = found.rates[name]
        spread = (now.standard_error**2 + then.standard_error**2) ** 0.5
        assert abs(now.value - then.value) < 5 * spread  # false alarm: 6e-7 each


def test_the_command_writes_what_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "rates.json"
    main(out, {"basic": 40, "base(Smithy)": 40})
    assert "basic: 40 games a rule" in capsys.readouterr().out
    monkeypatch.setattr(kept, "_kept", lambda: json.loads(out.read_text()))
    basic = library_rates(load_setup("basic"))
    assert basic is not None
    assert basic.games == 40
    assert basic.rates == library_rates(load_setup("basic,name=another")).rates  # type: ignore[union-attr]
    assert "Two Smithies" in library_rates(load_setup("base(Smithy)")).rates  # type: ignore[union-attr]
    assert library_rates(simplified()) is None
    assert unmeasured(simplified(), [library().get("Greedy")]) == ["Greedy"]


def test_a_rate_of_what_has_changed_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = load_setup("base(Smithy)")
    document = {"setups": {"x": measure(setup, games=40)}, "date": "2026-01-01"}
    monkeypatch.setattr(kept, "_kept", lambda: document)
    known = library()
    rules = {**known.rules, "Two Smithies": known.rules["Big Money + Smithy"]}
    monkeypatch.setattr(kept, "library", lambda: replace(known, rules=rules))
    found = library_rates(setup)
    assert found is not None
    assert "Big Money + Smithy" in found.rates
    assert "Two Smithies" not in found.rates
    monkeypatch.setattr(kept, "defaults_digest", lambda setup: "others")
    assert library_rates(setup) is None
    monkeypatch.setattr(kept, "_kept", dict)
    assert library_rates(simplified()) is None
    assert shelf.library() is known
