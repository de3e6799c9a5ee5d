"""A matchup turn by turn: what its players hold and buy, and who leads when.

In a spec::

    [[curves]]                      # a matchup turn by turn; a rule may meet itself
    a = "Golds first"
    b = "Big Money"
    games = 50_000                  # observed; at most that many
    show = ["money", "vp", "buys", "deck"]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.frames import buy_frame, curve_frame
from analysis.output.commands import joined, rule_argument
from analysis.plots.bands import bands
from analysis.plots.buys import buys
from analysis.plots.composition import composition
from analysis.questions.curves import DEFAULT_GAMES, Curves, check_observable, observe_duel
from analysis.report.page.figures import FigureOnPage, on_page
from analysis.report.page.finding import Finding
from analysis.report.page.part import Part, suffix
from analysis.report.page.reader import Reader, at, games_of, paragraphs
from analysis.report.page.results import Played, Results
from analysis.report.page.run import Run
from analysis.report.page.section import Section
from analysis.report.page.spec import PartSpec
from fastsim.rules.describe import digest
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput, suggest
from fastsim.text.words import shortened

#: The figures of a matchup turn by turn: two of both rules, two of each rule.
FIGURES: Final = ("money", "vp", "buys", "deck")
#: Share of the games that must still go for a turn to be spoken of.
_STILL_GOING = 0.5


@dataclass(frozen=True)
class CurvesSpec(PartSpec):
    """A matchup to observe turn by turn.

    Attributes
    ----------
    a, b : BuyRule
        Maybe the same.
    games : int
        To observe, both seat orders together.
    show : tuple of str
        Which figures, of `FIGURES`.
    """

    a: BuyRule
    b: BuyRule
    games: int
    show: tuple[str, ...]

    @property
    def played(self) -> int:
        """Games played: a rule against itself has one seat order, seen from both seats."""
        return self.games // 2 if self.a is self.b else self.games

    @property
    def rules_shown(self) -> Sequence[BuyRule]:
        """The rules that the page is to show."""
        return (self.a, self.b)


def read(reader: Reader, table: dict[str, Any], where: str) -> CurvesSpec:
    """Return the matchup that a table describes."""
    at(where, check_observable, reader.setup)
    a, b = (reader.rule(where, table[key]) for key in ("a", "b"))
    if digest(a) == digest(b):
        b = a
    games = games_of(table, where)
    if games > DEFAULT_GAMES:
        raise InvalidInput(f"{where}games = {games}", f"At most {DEFAULT_GAMES} are observed.")
    show = table.get("show", list(FIGURES))
    for name in show:
        if name not in FIGURES:
            raise InvalidInput(
                f"{where}show holds {shortened(repr(name))}",
                suggest(shortened(str(name)), FIGURES) or f"Known: {', '.join(FIGURES)}.",
            )
    against = "itself" if a is b else b.name
    title = table.get("title", f"{a.name} against {against}, turn by turn")
    return CurvesSpec(title, paragraphs(table), a, b, games, tuple(f for f in FIGURES if f in show))


def play(part: CurvesSpec, run: Run) -> Played[CurvesSpec, Curves]:
    """Observe a matchup."""
    result = observe_duel(
        run.setup, part.a, part.b, games=part.games, seed=run.seed, executor=run.executor,
        progress=run.progress,
    )  # fmt: skip
    return Played(part, result, part.played)


def curve_findings(curves: Curves) -> Iterator[Finding]:
    """Yield who leads on points when, and whose hands are worth more."""
    frame = curve_frame(curves)
    frame = frame[(frame["seat"] == 0) & (frame["games"] >= _STILL_GOING * frame["observed"])]
    names = [str(name) for name in frame["rule"].unique()]
    money = [_means(frame, player, "money") for player in curves.players]
    if len(names) < 2:
        turn = int(money[0].argmax())
        yield Finding(
            f"In games of {names[0]} against itself a hand is worth most on turn {turn + 1}: "
            f"{money[0][turn]:.1f} coins on average."
        )
        return
    points = [_means(frame, player, "vp") for player in curves.players]
    yield Finding(_lead(points, names), _coins(money, names))


def _means(frame: pd.DataFrame, player: str, quantity: str) -> NDArray[np.float64]:
    """Return a player's means of a quantity, from its first turn on."""
    rows = frame[(frame["player"] == player) & (frame["quantity"] == quantity)]
    return rows.sort_values("turn")["mean"].to_numpy(np.float64)


def _lead(points: Sequence[NDArray[np.float64]], names: Sequence[str]) -> str:
    """Return from which turn on the rule that is ahead in the end is so."""
    gap = _gap(points)
    final = float(gap[-1])
    leader, other = (names[0], names[1]) if final > 0 else (names[1], names[0])
    lead = f"by {abs(final):.1f} points on average after turn {len(gap)}"
    behind = np.flatnonzero(gap * final < 0)
    if not len(behind):
        return f"{leader} is never behind {other} on average, and leads {lead}."
    most = float(np.abs(gap[behind]).max())
    return (
        f"{other} is ahead of {leader} up to turn {behind[-1] + 1}, by at most {most:.1f} points "
        f"on average; then {leader} leads, {lead}."
    )


def _coins(money: Sequence[NDArray[np.float64]], names: Sequence[str]) -> str:
    """Return on which turn the hands of both rules differ most, and by how much."""
    gap = _gap(money)
    turn = int(np.abs(gap).argmax())
    richer, poorer = (0, 1) if gap[turn] > 0 else (1, 0)
    return (
        f"Their hands differ most on turn {turn + 1}: {names[richer]} has "
        f"{money[richer][turn]:.1f} coins on average, {names[poorer]} {money[poorer][turn]:.1f}. "
        "Turns are a player's own, as long as half of the games still go."
    )


def _gap(pair: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return the first rule's means less the second's, over the turns that both have."""
    turns = min(map(len, pair))
    return pair[0][:turns] - pair[1][:turns]


def findings(played: Sequence[Played[CurvesSpec, Curves]], results: Results) -> Iterator[Finding]:
    """Yield what each matchup shows."""
    for one in played:
        yield from curve_findings(one.result)


def sections(played: Sequence[Played[CurvesSpec, Curves]], results: Results) -> Iterator[Section]:
    """Yield the figures of each matchup."""
    spec = results.spec
    for k, one in enumerate(played):
        part = one.spec
        command = joined(
            "duel", rule_argument(part.a), rule_argument(part.b), "--games", str(part.games),
            "--seed", str(spec.seed), "--setup", spec.setup_argument, "--curves",
        )  # fmt: skip
        yield Section(
            f"curves-{k + 1}",
            part.title,
            part.text,
            tuple(curve_figures(one.result, part.show)),
            commands=(("These curves", command),),
        )


def curve_figures(curves: Curves, show: Sequence[str]) -> list[FigureOnPage]:
    """Return the figures of a matchup turn by turn that are asked for."""
    turns, bought = curve_frame(curves), buy_frame(curves)
    names = [str(name) for name in turns["rule"].unique()]
    both = " and ".join(names)
    found = []
    for quantity, what in (("money", "coins in hand"), ("vp", "victory points")):
        if quantity in show:
            found.append(
                on_page(
                    bands(turns, quantity=quantity),
                    f"Mean {what} of {both} by their own turn, with the bands that hold half and "
                    "nine tenths of the games.",
                    "",
                )
            )
    for player, name in zip(curves.players, names, strict=True):
        if "buys" in show:
            alt = f"Share of each card among what {name} buys, by its own turn, stacked to 100 %."
            found.append(on_page(buys(bought, player=player), alt, ""))
        if "deck" in show:
            alt = f"Mean number of each card in the deck of {name}, by its own turn, stacked."
            found.append(on_page(composition(turns, player=player), alt, ""))
    return found


def frames(
    played: Sequence[Played[CurvesSpec, Curves]], results: Results
) -> dict[str, pd.DataFrame]:
    """Return what each matchup's players hold and buy by turn."""
    found: dict[str, pd.DataFrame] = {}
    for k, one in enumerate(played):
        end = suffix(k, len(played))
        found[f"curves{end}.csv"] = _rounded(_both_orders(curve_frame(one.result)))
        found[f"buys{end}.csv"] = _rounded(_both_orders(buy_frame(one.result)))
    return found


def _both_orders(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of both seat orders together: those that the figures show."""
    return frame[frame["seat"] == 0]


def _rounded(frame: pd.DataFrame) -> pd.DataFrame:
    """Return numbers of telemetry to six digits, which is more than so few games can tell."""
    rounded = {
        str(name): [float(f"{value:.6g}") for value in column]
        for name, column in frame.items()
        if column.dtype == np.float64
    }
    return frame.assign(**rounded)


def method(played: Sequence[Played[CurvesSpec, Curves]]) -> dict[str, str]:
    """Return what is observed."""
    return {
        "Turn by turn": (
            "What players hold and buy is observed in the first games of a matchup. Each turn "
            "is a player's own and over the games still going: late turns are of long games."
        )
    }


CURVES: Final = Part(
    key="curves",
    many=True,
    keys={"a": str, "b": str, "games": int, "show": list},
    needed=("a", "b", "games"),
    read=read,
    play=play,
    findings=findings,
    sections=sections,
    frames=frames,
    method=method,
    kernel="general (curves)",
)
