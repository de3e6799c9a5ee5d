"""What the curves of a matchup say, in sentences made from the numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.frames import curve_frame
from analysis.questions.curves import Curves
from analysis.report.page.finding import Finding

#: Share of the games that must still go for a turn to be spoken of.
_STILL_GOING = 0.5


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
