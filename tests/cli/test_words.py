"""Numbers as commands print them: counts with their nouns, speeds, progress, and what is exact."""

import io

import numpy as np
import pytest
from rich.console import Console

from analysis.cli import console
from analysis.cli.numbers import raced, with_error
from analysis.questions.duel import duel
from analysis.questions.optimise.family import Family, parse_choice
from analysis.questions.optimise.games import Games
from analysis.questions.optimise.opponents import Opponents
from analysis.questions.optimise.race import race
from analysis.statistics import Estimate, format_estimate, format_with_error, words
from fastsim.game.kingdoms import base_random
from fastsim.game.setup import simplified
from fastsim.play.games import tally
from fastsim.rules.load import load_rule
from fastsim.text.errors import InvalidInput
from fastsim.text.words import number_of


@pytest.mark.parametrize(
    ("n", "things", "text"),
    [
        (0, ("game",), "0 games"),
        (1, ("game",), "1 game"),
        (2000, ("other cell",), "2,000 other cells"),
        (1, ("match", "matches"), "1 match"),
        (3, ("match", "matches"), "3 matches"),
    ],
)
def test_counts_have_their_noun(n: int, things: tuple[str, ...], text: str) -> None:
    assert number_of(n, *things) == text


@pytest.mark.parametrize(
    ("n", "text"), [(0, "no cells"), (1, "one cell"), (12, "twelve cells"), (1300, "1,300 cells")]
)
def test_small_counts_are_spelled_in_sentences(n: int, text: str) -> None:
    assert words.counted(n, "cell") == text


def test_one_is_no_plural_in_errors() -> None:
    with pytest.raises(InvalidInput, match=r"^1 player\n"):
        base_random(1, players=1)
    with pytest.raises(InvalidInput, match=r"^1 rule for the 2 players"):
        tally("simplified", ["Big Money"], games=1)
    with pytest.raises(InvalidInput, match=r"^1 weight for 2 opponents"):
        Opponents.of(["Big Money", "Greedy"], [1.0])


@pytest.mark.parametrize(
    ("speed", "text"),
    [
        (None, ""), (0.0, ""), (3.2, "3.2/s"), (850.0, "850/s"), (999.7, "1 k/s"),
        (10_000.0, "10 k/s"), (2_345_000.0, "2.35 M/s"), (4e9, "4 G/s"), (4e12, "4e+03 G/s"),
    ],
)  # fmt: skip
def test_speeds_have_three_digits(speed: float | None, text: str) -> None:
    assert console._speed(speed) == text


def test_progress_in_a_log_says_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    log = io.StringIO()
    monkeypatch.setattr(console, "err", Console(file=log, width=100))
    monkeypatch.setattr(console, "_NOTE_EVERY", -1.0)
    with console.progress(2000) as report:
        report(1000)
        report(2000)
    lines = log.getvalue().splitlines()
    assert lines[0].startswith("games: 1,000 of 2,000")
    assert lines[1].startswith("games: 2,000 of 2,000")
    assert "left" not in lines[1]
    assert all(", ," not in line and not line.endswith(", ") for line in lines)


@pytest.mark.parametrize(
    ("value", "text"), [(1 / 7, "14.29 % (exact)"), (0.5, "50 % (exact)"), (1.0, "100 % (exact)")]
)
def test_a_figure_without_error_is_exact(value: float, text: str) -> None:
    assert format_with_error(value, 0.0, percent=True) == text
    assert format_estimate(Estimate(value, 0.0, value, value, 0.95), percent=True) == text
    assert words.percent(Estimate(value, 0.0, value, value, 0.95)).replace("\u00a0", " ") == (
        text.replace("(exact)", "(exactly)")
    )


def test_a_rate_without_spread_is_no_certainty() -> None:
    """Games without spread have an error as wide as their interval, or all went one way."""
    assert with_error(Estimate(1.0, 0.0, 0.96, 1.0, 0.95)) == "100 % (all)"
    assert with_error(Estimate(1 / 7, 0.0, 1 / 7, 1 / 7 + 0.001, 0.95)) == "14.29 % ± 0.10 %"
    itself = duel("simplified", "Big Money", "Big Money", games=100).win_rate
    assert with_error(itself) == "50 % (exact)"
    family = Family(load_rule("Copper if turn < {n}; Copper"), (parse_choice("n=1:2"),))
    lost = race(
        Games(simplified()), family.rules, Opponents.of([load_rule("Big Money")]), budget=8000
    )
    assert np.array_equal(lost.win_rate, [0.0, 0.0])
    assert raced(lost, 0) == "0 % (none)"
