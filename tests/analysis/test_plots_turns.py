"""Pictures turn by turn: what is drawn is what was observed, and few games are faint or cut."""

import itertools

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb, to_rgba

from analysis.frames import buy_frame, curve_frame
from analysis.plots.bands import bands
from analysis.plots.buys import buys
from analysis.plots.composition import composition
from analysis.plots.style import BLUE, ORANGE
from analysis.plots.turns import CARD_COLOURS, FAINT
from analysis.questions.curves import observe_duel
from fastsim.game.setup import basic
from fastsim.rules.load import load_rule
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput

#: Machado, Oliveira and Fernandes (2009), full severity, for linear RGB.
COLOUR_VISION = {
    "usual": np.eye(3),
    "protan": [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def tables() -> tuple[pd.DataFrame, pd.DataFrame]:
    picky = parse_rule("Province; Gold; Silver", name="Picky")
    seen = observe_duel(basic(), load_rule("Big Money Ultimate"), picky, games=2000)
    return curve_frame(seen), buy_frame(seen)


def rows_of(frame: pd.DataFrame, player: str, **where: str) -> pd.DataFrame:
    """The rows that a figure shows: both orders, turns that 5 % of the games reach."""
    rows = frame[(frame["player"] == player) & (frame["seat"] == 0)]
    for column, value in where.items():
        rows = rows[rows[column] == value]
    return rows[rows["games"] >= 0.05 * rows["observed"]].set_index("turn")


def lines(ax: Axes, colour: str, *, marker: str) -> list[dict[float, float]]:
    """The points of each line, drawn in one piece or in two that share a point."""
    drawn = [x for x in ax.lines if x.get_color() == colour and x.get_marker() == marker]
    return [dict(zip(x.get_xdata(), x.get_ydata(), strict=True)) for x in drawn]


@pytest.mark.parametrize(
    ("quantity", "label"),
    [("money", "Coins in hand"), ("vp", "Victory points"), ("own(Gold)", "Gold cards owned")],
)
def test_bands_hold_mean_and_quantiles(tables, quantity: str, label: str) -> None:
    ax = bands(tables[0], quantity=quantity)
    for player, colour in (("A", BLUE), ("B", ORANGE)):
        rows = rows_of(tables[0], player, quantity=quantity)
        drawn: dict[float, float] = {}
        for part in lines(ax, colour, marker="o"):
            drawn |= part
        assert drawn == pytest.approx(rows["mean"].to_dict())
        edges = lines(ax, colour, marker="None")
        for name, parts in (("q05", edges[::2]), ("q95", edges[1::2])):
            assert {k: v for part in parts for k, v in part.items()} == rows[name].to_dict()
        inner = [
            patch.get_paths()[0].vertices
            for patch in ax.collections
            if np.allclose(patch.get_facecolor()[0, :3], to_rgb(colour))
        ]
        for turn, low, high in zip(rows.index, rows["q25"], rows["q75"], strict=True):
            ys = [y for part in inner for x, y in part if x == turn]
            assert {min(ys), max(ys)} == {low, high}
    assert ax.get_ylabel() == label
    assert "Turn" in ax.get_xlabel()
    assert ax.get_xlim()[1] == pytest.approx(max(rows.index) + 0.5, abs=2)


def test_late_turns_are_fainter_and_the_subtitle_says_so(tables) -> None:
    ax = bands(tables[0])
    mine = rows_of(tables[0], "A", quantity="money")
    full, late = (x for x in ax.lines if x.get_color() == BLUE and x.get_marker() == "o")
    common = mine.index[mine["games"] >= 0.5 * mine["observed"]]
    assert list(full.get_xdata()) == list(common)
    assert (full.get_alpha(), late.get_alpha()) == (1.0, FAINT)
    text = " ".join(note.get_text() for note in ax.texts)
    assert "The first 2,000 games, half in each seat order" in text
    assert "Faint where those are fewer than 50 %, cut below 5 %." in text


def stacks(ax: Axes) -> dict[str, dict[int, tuple[float, float, str]]]:
    """Of each card in the legend, by turn: where its bar begins, its height, its colour."""
    legend = ax.get_legend()
    names = [text.get_text() for text in legend.get_texts()]
    found = {}
    for name, container in zip(names, ax.containers, strict=True):
        found[name] = {
            round(bar.get_x() + bar.get_width() / 2): (
                bar.get_y(), bar.get_height(), bar.get_facecolor(),
            )
            for bar in container
        }  # fmt: skip
    return found


@pytest.mark.parametrize("player", ["A", "B"])
def test_buys_stack_to_all_games(tables, player: str) -> None:
    ax = buys(tables[1], player=player)
    drawn = stacks(ax)
    rows = rows_of(tables[1], player)
    ever = rows.groupby("bought")["buys"].sum()
    assert list(drawn) == [name for name in CARD_COLOURS if ever.get(name, 0)]
    if player == "B":
        assert "nothing" in drawn
    for name, bars in drawn.items():
        mine = rows[rows["bought"] == name]
        for turn, (_, height, colour) in bars.items():
            assert height == pytest.approx(100 * mine.loc[turn, "share"])
            few = mine.loc[turn, "games"] < 0.5 * mine.loc[turn, "observed"]
            assert (colour == to_rgba(CARD_COLOURS[name])) == (not few)
    top = drawn[list(drawn)[-1]]
    assert [low + height for low, height, _ in top.values()] == pytest.approx([100] * len(top))
    assert ax.get_ylabel() == "Share of the turn's buys (%)"


def test_composition_stacks_the_mean_deck(tables) -> None:
    ax = composition(tables[0], player="B")
    drawn = stacks(ax)
    bottom = pd.Series(0.0, index=rows_of(tables[0], "B", quantity="money").index)
    for name, bars in drawn.items():
        mean = rows_of(tables[0], "B", quantity=f"own({name})")["mean"]
        assert {turn: low for turn, (low, _, _) in bars.items()} == pytest.approx(bottom.to_dict())
        assert {turn: h for turn, (_, h, _) in bars.items()} == pytest.approx(mean.to_dict())
        bottom += mean
    assert "Picky" in ax.get_title(loc="left")
    assert ax.get_ylabel() == "Cards owned (mean)"


def test_a_rule_against_itself_is_one_line() -> None:
    rule = load_rule("Big Money")
    seen = observe_duel(basic(), rule, rule, games=200)
    ax = bands(curve_frame(seen), quantity="vp")
    assert not lines(ax, ORANGE, marker="o")
    assert "The first 100 games, seen from both seats" in ax.texts[0].get_text()


def test_what_the_frame_does_not_hold_is_refused(tables) -> None:
    with pytest.raises(InvalidInput, match="no quantity 'coins'"):
        bands(tables[0], quantity="coins")
    for draw, frame in ((composition, tables[0]), (buys, tables[1])):
        with pytest.raises(InvalidInput, match="no turns of player C"):
            draw(frame, player="C")


@pytest.mark.parametrize("vision", COLOUR_VISION)
def test_cards_are_told_apart_with_any_colour_vision(vision: str) -> None:
    seen = {name: lab(np.array(to_rgb(c)), vision) for name, c in CARD_COLOURS.items()}
    for one, other in itertools.combinations(seen, 2):
        assert np.linalg.norm(seen[one] - seen[other]) > 15, (one, other)


def lab(colour: np.ndarray, vision: str) -> np.ndarray:  # type: ignore[type-arg]
    """A colour as it is seen, in CIE L*a*b*, where distances are differences seen."""
    linear = np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)
    linear = np.clip(np.array(COLOUR_VISION[vision]) @ linear, 0, 1)
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    xyz = np.array(to_xyz) @ linear / [0.9505, 1.0, 1.089]
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])
