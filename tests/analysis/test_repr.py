"""How results show in a terminal: some lines that say what was found, however large they are."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import fastsim
from analysis.questions.curves import observe_duel
from analysis.questions.duel import duel
from analysis.questions.lineups import lineup_tournament
from analysis.questions.match import match
from analysis.questions.optimise.evolution.budget import least_budget
from analysis.questions.optimise.evolution.evolve import NOTHING, evolve
from analysis.questions.optimise.family import Family, parse_choice
from analysis.questions.optimise.games import Games
from analysis.questions.optimise.opponents import Opponents
from analysis.questions.optimise.search import search
from analysis.questions.optimise.solve import solve
from analysis.questions.refine import refine
from analysis.questions.setups import play_settings
from analysis.questions.sweep import parse_axis, sweep
from analysis.questions.tournament import tournament
from analysis.questions.until import duel_until
from fastsim.game.setup import basic, simplified
from fastsim.game.setup_file import load_setup
from fastsim.rules.library import library
from fastsim.rules.load import load_rule
from fastsim.rules.parse import parse_rule
from fastsim.text.shown import brief, html_table, lines_of

A, B, C = map(load_rule, ("Big Money Ultimate", "Big Money", "Greedy"))
TEMPLATE = load_rule(
    "Province; Duchy if provinces <= {d}; Estate if provinces <= {e}; Gold; Silver"
)
FAMILY = Family(TEMPLATE.fill({"e": 2}), (parse_choice("d=2:4"),))
AXES = [parse_axis("d=0:8"), parse_axis("e=0:4")]


def swept() -> object:
    return sweep(simplified(), TEMPLATE, AXES, B, games=200)


RESULTS: dict[str, tuple[Callable[[], object], tuple[str, ...]]] = {
    "rule": (lambda: A, ("<BuyRule 'Big Money Ultimate': Province if total_money > 18; Duchy",)),
    "setup": (simplified, ("<GameSetup 'simplified'", "2, who must buy", "60 Copper, 40 Silver")),
    "kingdom": (lambda: load_setup("first-game,players=6"), ("50 Curse", "10 Workshop")),
    "library": (library, ("RuleCollection(source='the library', rules=<",)),
    "batch": (
        lambda: fastsim.simulate(simplified(), [A, B], games=100, start=5),
        ("100 games of simplified from game 5 on", "seat 1, Big Money Ultimate: won 8", "seat 2"),
    ),
    "tally": (
        lambda: fastsim.tally(simplified(), [A, B], games=100),
        ("<Tally of 100 games of simplified", "seat 1, Big Money Ultimate: won 8"),
    ),
    "log": (
        lambda: fastsim.replay(simplified(), [A, B], seed=7, game=0),
        ("a game of simplified: 41 turns, won by seat 1", "Big Money Ultimate: 42 VP (7 Copper"),
    ),
    "telemetry": (lambda: fastsim.observe(simplified(), [A, B], games=50), ("money=int64[2, 100",)),
    "duel": (
        lambda: duel(simplified(), A, B, games=2000),
        ("Big Money Ultimate against Big Money, 2,000 ga", "wins 79.8 % (", "moving second 77.4"),
    ),
    "until": (lambda: duel_until(simplified(), A, B, half_width=0.1), ("<DuelUntil: Big ",)),
    "sweep": (swept, ("d (9 values) by e (5 values)", "best: d = ", "of 45 cells may be")),
    "refined": (
        lambda: refine(swept(), games=20_000),  # type: ignore[arg-type]
        ("<RefinedSweep of d (9 values)", "best: d = "),
    ),
    "tournament": (
        lambda: tournament(simplified(), [*library().rules.values()][:9], games=200),
        ("of 9 rules: 200 games a pair", "1. ", " wins ", "and 3 more"),
    ),
    "lineups": (
        lambda: lineup_tournament(basic(3), [A, B, C], games=60),
        ("of 3 rules at tables of 3", "1. Big Money Ultimate wins ", "3. "),
    ),
    "match": (
        lambda: match(basic(), [A, B], games=400, length=7),
        ("<Match of 7 games each: 400 games of basic", "Big Money wins "),
    ),
    "curves": (lambda: observe_duel(simplified(), A, B, games=100), ("<Curves of Big Money Ult",)),
    "search": (
        lambda: search(Games(simplified()), FAMILY, Opponents.of([A]), budget=10_000, fresh=400),
        ("of 3 rules against Big Money Ultimate", "best: d = ", "may be the best"),
    ),
    "evolution": (
        lambda: evolve(Games(simplified()), [A, B], budget=least_budget(2, NOTHING)),
        ("<Evolution against 2 rules", "against the panel of", "rules by length"),
    ),
    "solution": (
        lambda: solve(
            Games(simplified()), FAMILY, [A], bound=0.1, answer_games=10_000, budget=520_000,
            fresh=4096,
        ),
        ("<Solution of a family of 3 rules and 1 more", "exploitable by", "ended: "),
    ),
    "settings": (
        lambda: play_settings([simplified(), basic()], [A], [(A, B)], games=40),
        ("Settings(setups=('simplified', 'basic')",),
    ),
}  # fmt: skip


def parts(value: object, depth: int = 3) -> Iterator[object]:
    """The value, and everything that its fields and properties hold."""
    yield value
    if depth == 0 or not dataclasses.is_dataclass(value):
        return
    held = [getattr(value, field.name) for field in dataclasses.fields(value)]
    for name, of in vars(type(value)).items():
        if isinstance(of, property):
            held.append(getattr(value, name))
    for one in held:
        yield from parts(one, depth - 1)
        if isinstance(one, tuple):
            for item in one[:2]:
                yield from parts(item, depth - 1)


@pytest.mark.parametrize("kind", RESULTS)
def test_a_result_is_told_in_ten_lines(kind: str) -> None:
    make, said = RESULTS[kind]
    result = make()
    text = repr(result)
    for part in said:
        assert part in text, text
    for part in parts(result):
        if dataclasses.is_dataclass(part):
            shown = repr(part)
            assert shown.count("\n") < 10, type(part)
            assert len(shown) < 1500, type(part)
            assert "array(" not in shown, type(part)


def test_a_name_is_shown_without_effect() -> None:
    rule = replace(A, name="<b>\u00e9" + "x" * 400, source="<i>")
    assert len(repr(rule)) < 600
    assert repr(parse_rule("Gold if vp > {x}").fill({"x": 1})).startswith("<BuyRule '': Gold if")
    assert "1 entries" in repr(parse_rule("Gold if vp > {x}").fill({"x": Fraction(1, 3)}))


def test_a_brief_form_names_every_field() -> None:
    @dataclasses.dataclass
    class Thing:
        name: str
        counts: np.ndarray
        many: tuple[int, ...]
        few: dict[str, float]
        inner: object

        __repr__ = brief

    thing = Thing("a\x1bb" + "c" * 100, np.zeros((2, 3)), tuple(range(2000)), {"x": 0.1}, object())
    text = repr(thing)
    assert text.startswith("Thing(name='a\\x1bb")
    assert "counts=float64[2, 3], many=<2,000 int>, few=(('x', 0.1)), inner=<object>)" in text
    assert lines_of("a", ["b\x1b", "c\nd"]) == "<a\n  b␛\n  c d>"
    assert html_table(["<"], [["&"]]) == (
        "<table><thead><tr><th>&lt;</th></tr></thead><tbody><tr><td>&amp;</td></tr></tbody></table>"
    )


def test_what_shows_itself_still_travels() -> None:
    result = duel(simplified(), A, B, games=40)
    assert repr(pickle.loads(pickle.dumps(result))) == repr(result)
