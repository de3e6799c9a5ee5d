"""Duels until a wanted precision: when they stop, why, and what they then say."""

from dataclasses import replace

import pytest

from analysis.questions import until as module
from analysis.questions.duel import duel
from analysis.questions.until import CAP, FIRST_LOOK, duel_until, look_schedule
from fastsim.game.setup import simplified
from fastsim.rules.load import load_rule
from fastsim.text.errors import InvalidInput, Stopped
from tests.analysis.scripted import by_rates, named, scripted_chunks

BMU, BM = load_rule("Big Money Ultimate"), load_rule("Big Money")


def test_it_stops_as_soon_as_a_look_finds_it_precise() -> None:
    found = duel_until(simplified(), BMU, BM, half_width=0.02, seed=4)
    assert found.reason == "precise"
    assert found.win_rate.half_width <= 0.02
    assert found.games == found.schedule.games[found.look]
    # at every look before it was too wide
    for look, games in enumerate(found.schedule.games[: found.look]):
        level = found.schedule.level_at(look)
        early = duel(simplified(), BMU, BM, games=games, seed=4, level=level)
        assert early.win_rate.half_width > 0.02


def test_its_games_are_those_of_a_plain_duel() -> None:
    found = duel_until(simplified(), BMU, BM, half_width=0.02, seed=4)
    plain = duel(simplified(), BMU, BM, games=found.games, seed=4, level=found.interval_level)
    assert found.a_first.to_bytes() == plain.a_first.to_bytes()
    assert found.b_first.to_bytes() == plain.b_first.to_bytes()
    # the interval is that of the look's level, under the level at which it holds
    assert found.win_rate == replace(plain.win_rate, level=0.95)
    assert found.by_seat == tuple(replace(rate, level=0.95) for rate in plain.by_seat)
    assert found.interval_level > 0.95
    assert found.win_rate.level == found.level == 0.95


def test_the_look_that_ended_it_and_why_are_told() -> None:
    document = duel_until(simplified(), BMU, BM, half_width=0.01, cap=5000).to_json()
    stopped = document["stopped"]
    assert stopped["reason"] == "cap"
    assert stopped["look"] == len(stopped["looks"])
    assert stopped["looks"][-1] == document["games"] == 5000
    assert stopped["wanted_half_width"] == 0.01 < stopped["half_width"]
    (low, high), _ = document["ci95"]
    assert stopped["half_width"] == pytest.approx((high - low) / 2)
    assert 0.95 < stopped["level_of_look"] < 1
    assert list(document)[-1] == "provenance"


def test_a_mirror_is_precise_at_the_first_look_and_never_significant() -> None:
    for seed in range(5):
        found = duel_until(simplified(), BM, BM, half_width=0.001, seed=seed)
        assert (found.reason, found.look) == ("precise", 0)
        assert found.win_rate.low <= 0.5 <= found.win_rate.high
        assert found.p_value == 1


def test_certain_results_stop_early(monkeypatch) -> None:
    monkeypatch.setattr(module, "matchup_chunks", scripted_chunks(by_rates({("A", "B"): 1.0})))
    found = duel_until(simplified(), *named("A", "B"), half_width=0.001)
    assert (found.reason, found.look) == ("precise", 0)
    assert found.win_rate.value == 1
    assert found.win_rate.low < 1


def test_p_values_pay_for_the_looks() -> None:
    found = duel_until(simplified(), BMU, load_rule("Duchy dancing"), half_width=0.02)
    plain = duel(simplified(), found.a, found.b, games=found.games)
    share = (1 - found.interval_level) / 0.05
    assert found.p_value == pytest.approx(min(plain.p_value / share, 1))
    first = found.first_player_effect, plain.first_player_effect
    assert first[0].p_value == pytest.approx(min(first[1].p_value / share, 1))
    assert first[0].effect.half_width > first[1].effect.half_width


@pytest.mark.parametrize("half_width", [0.4, 0.1, 0.04, 0.02, 0.005, 0.001, 0.0001])
@pytest.mark.parametrize("cap", [4, 7, 500, 1000, 1001, 3000, 10**6, CAP])
def test_schedules_begin_late_enough_and_end_at_the_cap(half_width, cap) -> None:
    schedule = look_schedule(half_width, cap=cap)
    assert all(games % 2 == 0 for games in schedule.games)
    assert schedule.games[0] >= min(FIRST_LOOK, cap // 2 * 2)
    assert schedule.games[-1] <= cap
    assert schedule.errors.sum() == pytest.approx(0.05)


def test_progress_counts_all_games() -> None:
    seen: list[int] = []
    found = duel_until(simplified(), BMU, BM, half_width=0.02, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == found.games


def interrupt_after(monkeypatch, chunks):
    """Interrupt when so many chunks have been played."""
    real, done = module.matchup_chunks, [0]

    def interrupted(*arguments, **options):
        for part in real(*arguments, **options):
            if done[0] == chunks:
                raise KeyboardInterrupt
            done[0] += 1
            yield part

    monkeypatch.setattr(module, "matchup_chunks", interrupted)


@pytest.mark.parametrize("chunks", [1, 2, 3, 5])
def test_an_interrupt_keeps_what_was_played_at_the_level_of_the_next_look(
    monkeypatch, chunks
) -> None:
    interrupt_after(monkeypatch, chunks)
    found = duel_until(simplified(), BMU, BM, half_width=0.0005, threads=1)
    assert found.reason == "interrupted"
    schedule = found.schedule
    assert 0 < found.games < schedule.games[found.look]
    assert found.look == 0 or found.games >= schedule.games[found.look - 1]
    assert found.interval_level == schedule.level_at(found.look)
    assert found.to_json()["stopped"]["reason"] == "interrupted"


def test_an_interrupt_before_anything_keeps_nothing(monkeypatch) -> None:
    interrupt_after(monkeypatch, 0)
    with pytest.raises(Stopped):
        duel_until(simplified(), BMU, BM, half_width=0.01)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"half_width": 0.0}, "half width of 0"),
        ({"half_width": 0.5}, "half width of 0.5"),
        ({"half_width": float("nan")}, "half_width = nan"),
        ({"half_width": 0.01, "cap": 3}, "3 games"),
        ({"half_width": 0.01, "level": 95}, "level"),
        ({"half_width": 0.01, "threads": 0}, "0 threads"),
    ],
)
def test_impossible_wishes_are_refused(options, message) -> None:
    with pytest.raises(InvalidInput, match=message):
        duel_until(simplified(), BMU, BM, **options)
