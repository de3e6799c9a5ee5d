"""A rule for each seat, as one rule."""

import pytest

from fastsim.game.setup import simplified
from fastsim.play.games import simulate
from fastsim.rules.describe import describe
from fastsim.rules.load import load_rule
from fastsim.rules.parse import parse_rule
from fastsim.rules.seats import by_seat
from fastsim.text.errors import InvalidInput


def test_what_both_share_stands_once() -> None:
    first = parse_rule("Province; Duchy if provinces <= 4; Gold; Silver")
    second = parse_rule("Province; Duchy if provinces <= 5; Estate if provinces <= 2; Gold; Silver")
    assert describe(by_seat(first, second), separator="; ") == (
        "Province; Duchy if seat == 1 and provinces <= 4; Duchy if seat == 2 and provinces <= 5; "
        "Estate if seat == 2 and provinces <= 2; Gold; Silver"
    )


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        ("Silver", "Silver", "Silver"),
        ("Silver; Gold", "Gold", "Silver if seat == 1; Gold"),
        ("Gold", "Gold; Gold", "Gold; Gold if seat == 2"),
        ("Gold", "Silver", "Gold if seat == 1; Silver if seat == 2"),
    ],
)
def test_short_rules(first: str, second: str, joined: str) -> None:
    assert describe(by_seat(parse_rule(first), parse_rule(second)), separator="; ") == joined


@pytest.mark.parametrize("kernel", ["lanes", "general"])
def test_each_seat_plays_its_own_rule(kernel: str) -> None:
    a, b, c = map(load_rule, ("Big Money Ultimate", "Big Money", "Greedy"))
    for joined, plain in (
        ((by_seat(a, b), c), (a, c)),
        ((c, by_seat(a, b)), (c, b)),
    ):
        found = simulate(simplified(), joined, games=300, seed=5, kernel=kernel)
        expected = simulate(simplified(), plain, games=300, seed=5)
        assert (found.vp == expected.vp).all()
        assert (found.turns == expected.turns).all()


@pytest.mark.parametrize("more", ["otherwise Estate", "avoid_losing_end"])
def test_what_has_no_seat_cannot_differ(more: str) -> None:
    with pytest.raises(InvalidInput, match=more.split(maxsplit=1)[0]):
        by_seat(parse_rule(f"Silver; {more}"), parse_rule("Gold"))
