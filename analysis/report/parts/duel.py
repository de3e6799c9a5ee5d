"""One matchup in depth: how long its games are, how they end, and by how much they are won.

In a spec::

    [duel]                          # one matchup in depth
    a = "Golds first"
    b = "Big Money"
    games = 1_000_000
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.frames import distribution_frame, duel_frame, end_frame
from analysis.output.commands import duel_command
from analysis.plots.game_length import game_length
from analysis.plots.margin import margin
from analysis.plots.victory_points import victory_points
from analysis.questions.duel import Duel, duel
from analysis.report.page.figures import FigureOnPage, on_page
from analysis.report.page.finding import Finding
from analysis.report.page.part import Part
from analysis.report.page.reader import Reader, games_of, paragraphs
from analysis.report.page.results import Played, Results
from analysis.report.page.run import Run
from analysis.report.page.section import Section
from analysis.report.page.spec import PartSpec
from analysis.report.page.tables import Cell, Column, Table, rate_cell, share_cell, without_zeros
from analysis.report.parts.comparison.part import COMPARISON
from analysis.report.parts.comparison.words import only_pair
from analysis.statistics import histogram_quantiles, histogram_shape
from analysis.statistics.words import amount, percent, plain_percent
from fastsim.play.results import histogram_mean
from fastsim.rules.describe import digest
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput


@dataclass(frozen=True)
class DuelSpec(PartSpec):
    """A matchup to look at in depth."""

    a: BuyRule
    b: BuyRule
    games: int

    @property
    def played(self) -> int:
        """Games to be played."""
        return self.games

    @property
    def rules_shown(self) -> Sequence[BuyRule]:
        """The rules that the page is to show."""
        return (self.a, self.b)


def read(reader: Reader, table: dict[str, Any], where: str) -> DuelSpec:
    """Return the matchup that a table describes."""
    a, b = (reader.rule(where, table[key]) for key in ("a", "b"))
    if digest(a) == digest(b):
        raise InvalidInput(f"{where}a and b are the same rule", "Name two different ones.")
    title = table.get("title", f"{a.name} against {b.name}")
    return DuelSpec(title, paragraphs(table), a, b, games_of(table, where))


def play(part: DuelSpec, run: Run) -> Played[DuelSpec, Duel]:
    """Play a matchup."""
    result = duel(
        run.setup, part.a, part.b, games=part.games, seed=run.seed, executor=run.executor,
        level=run.level, progress=run.progress,
    )  # fmt: skip
    return Played(part, result, part.played, [(run.setup, (part.a, part.b))])


def duel_findings(duel: Duel, *, seen: bool) -> Iterator[Finding]:
    """Yield what one matchup shows; `seen` when it was among the comparison already."""
    a, b = duel.a.name, duel.b.name
    if not seen:
        yield only_pair(duel)
    turns = duel.a_first.turns + duel.b_first.turns
    length = histogram_shape(turns, level=duel.level).mean
    low, high = histogram_quantiles(turns, [0.05, 0.95], level=duel.level).values
    ends = end_frame(duel).groupby("end", sort=False)["games"].sum()
    by_provinces = float(ends["provinces"]) / duel.games
    yield Finding(
        f"A game between {a} and {b} lasts {amount(length)} turns, both players' together.",
        f"Nine in ten last {low} to {high}; "
        f"{'all' if by_provinces == 1 else plain_percent(by_provinces)} end with the last "
        f"Province. {_mover(duel)}",
    )


def _mover(duel: Duel) -> str:
    effect = duel.first_player_effect
    if effect.p_value > 1 - duel.level:
        return "Who moves first makes no difference that these games could show."
    return f"Whoever moves first wins {percent(effect.first_mover)} of them."


def margin_sentence(duel: Duel) -> str:
    """Return by how much rule a leads, as a sentence."""
    counts = duel.a_first.margin[0] + duel.b_first.margin[1]
    values = duel.a_first.margin_values
    mean = histogram_mean(counts, values)
    equal = float(counts[np.flatnonzero(values == 0)[0]] / counts.sum())
    return (
        f"{duel.a.name} ends {abs(mean):.1f} points {'ahead' if mean >= 0 else 'behind'} "
        f"on average; {plain_percent(equal)} of games end level."
    )


def findings(played: Sequence[Played[DuelSpec, Duel]], results: Results) -> Iterator[Finding]:
    """Yield what the matchup shows, beyond what a comparison has shown already."""
    for one in played:
        yield from duel_findings(one.result, seen=bool(COMPARISON.of(results)))


def sections(played: Sequence[Played[DuelSpec, Duel]], results: Results) -> Iterator[Section]:
    """Yield the matchup in depth."""
    for one in played:
        command = duel_command(one.result, results.spec.setup_argument) or ""
        yield Section(
            "duel",
            one.spec.title,
            one.spec.text,
            tuple(duel_figures(one.result)),
            (duel_table(one.result),),
            commands=(("This matchup", command),),
        )


def duel_figures(duel: Duel) -> list[FigureOnPage]:
    """Return game length, victory points and margin of one matchup."""
    frame = distribution_frame(duel)
    a, b = duel.a.name, duel.b.name
    return [
        on_page(
            game_length(frame),
            f"Distribution of game length between {a} and {b}, in turns of both players together, "
            "one outline for each player who may move first.",
            "A game of odd length was ended by the player who moved first, one of even length by "
            "the other.",
        ),
        on_page(
            victory_points(frame),
            f"Distributions of the victory points of {a} and {b}, moving first and moving second.",
            "A Province is worth 6 points, a Duchy 3: some totals are far more common than others.",
        ),
        on_page(
            margin(frame),
            f"Distribution of {a}'s victory points less {b}'s, over both seat orders. "
            f"{margin_sentence(duel)}",
            margin_sentence(duel),
        ),
    ]


def duel_table(duel: Duel) -> Table:
    """Return both seat orders of one matchup."""
    frame = duel_frame(duel)
    rows = []
    for row in frame.to_dict("records"):
        n = row["games"]
        rows.append(
            (
                Cell(row["first"], row["first"]),
                rate_cell(row["win_rate_first"], n),
                share_cell(row["shared"], n),
                share_cell(row["equal_vp"], n),
                Cell(f"{row['mean_turns']:.2f}", row["mean_turns"]),
                Cell(f"{row['sd_turns']:.2f}", row["sd_turns"]),
                Cell(f"{row['mean_vp_first']:.2f}", row["mean_vp_first"]),
                Cell(f"{row['mean_vp_second']:.2f}", row["mean_vp_second"]),
                share_cell(row["ended_provinces"], n),
                share_cell(row["ended_piles"], n),
                share_cell(row["cut"], n),
            )
        )
    columns = (
        Column("Moves first", numeric=False),
        Column("First wins", "win rate of the rule that moves first"),
        Column("Shared", "games whose victory was shared"),
        Column("Equal VP", "games that ended with equal points, before the tie rule"),
        Column("Turns", "mean length of a game, both players' turns together"),
        Column("sd", "standard deviation of the length"),
        Column("VP first", "mean victory points of the rule that moves first"),
        Column("VP second", "mean victory points of the other"),
        Column("Provinces", "games that ended with the last Province"),
        Column("Piles", "games that ended with empty piles"),
        Column("Cut", "games that were cut for being too long"),
    )
    return without_zeros(
        Table(columns, tuple(rows), "Both seat orders, over the same game indices."),
        {"Shared": "no victory was shared", "Cut": "no game was cut"},
    )


def frames(played: Sequence[Played[DuelSpec, Duel]], results: Results) -> dict[str, pd.DataFrame]:
    """Return the distributions of the matchup, and how its games ended."""
    (one,) = played
    return {
        "distributions.csv": distribution_frame(one.result),
        "ends.csv": end_frame(one.result),
    }


DUEL: Final = Part(
    key="duel",
    many=False,
    keys={"a": str, "b": str, "games": int},
    needed=("a", "b", "games"),
    read=read,
    play=play,
    findings=findings,
    sections=sections,
    frames=frames,
)
