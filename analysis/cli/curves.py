"""What ``fastsim duel --curves`` adds: both rules turn by turn, as a table and as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pandas as pd

from analysis.cli import console
from analysis.frames import buy_frame, curve_frame
from analysis.output.files import check_folder
from analysis.questions.curves import CUT_BELOW, DEFAULT_GAMES, Curves, observe_duel
from analysis.questions.duel import Duel
from fastsim.text.errors import InvalidInput, Stopped

#: Turns that the printed table has at most.
_ROWS: Final = 20
_DIGITS: Final = 5


def folder(out: Path | None, *, wanted: bool) -> Path | None:
    """Return the folder for curves, which can be written to, or None when none are wanted.

    Raises
    ------
    InvalidInput
        For a folder that cannot be written to, or one that nothing is written to.
    """
    if wanted:
        return check_folder(out or Path("curves"))
    if out is not None:
        raise InvalidInput(f"--out {out}: nothing is written to it", "Add --curves.")
    return None


def add(
    result: Duel, out: Path, document: dict[str, Any], *,
    setup: str, threads: int | None, as_table: bool,
) -> bool:  # fmt: skip
    """Observe a duel's first games, write their curves, and add them to its document.

    Parameters
    ----------
    result : Duel
    out : Path
    document : dict
        The duel's own, for JSON; added to.
    setup : str
        As the user gave it.
    threads : int, optional
    as_table : bool
        Whether to print them, too.

    Returns
    -------
    bool
        False when the user stopped it: then there are no curves.
    """
    from analysis.output.sets.curves import write_curves

    try:
        curves = _observe(result, threads)
    except Stopped as error:
        console.note(f"No curves: {error}.")
        return False
    shown = document["curves"] = _to_json(curves) | {"files": []}
    if as_table:
        _print(curves)
    files = write_curves(curves, result, out, setup=setup)
    shown["files"] = [str(path) for path in files]
    if as_table:
        for path in files:
            console.print_line(f"wrote {path}")
    return True


def _observe(result: Duel, threads: int | None) -> Curves:
    """Observe the first games of a duel, as many as there are up to `DEFAULT_GAMES`."""
    games = min(result.games, DEFAULT_GAMES)
    with console.progress(games, "games observed") as report:
        return observe_duel(
            result.setup, result.a, result.b,
            games=games, seed=result.seed, threads=threads, progress=report,
        )  # fmt: skip


def _print(curves: Curves) -> None:
    """Print medians and the most common buys of the first turns."""
    turns, bought = (_shown(frame) for frame in (curve_frame(curves), buy_frame(curves)))
    players = curves.players
    most = bought.loc[bought.groupby(["player", "turn"])["share"].idxmax()]

    def cells(frame: pd.DataFrame, form: str) -> dict[tuple[str, int], str]:
        rows = frame.to_dict("records")
        return {(row["player"], row["turn"]): form.format_map(row) for row in rows}

    going = turns.assign(going=100 * turns["games"] / turns["observed"])
    columns = [
        ("coins", cells(turns[turns["quantity"] == "money"], "{q50}")),
        ("VP", cells(turns[turns["quantity"] == "vp"], "{q50}")),
        ("buys most", cells(most.assign(percent=100 * most["share"]), "{bought} {percent:.0f} %")),
    ]
    still = cells(going, "{going:.0f} %")
    names = [f"{player} {name}" for name, _ in columns for player in players]
    rows = [
        [
            f"{turn}",
            still["A", turn],
            *(column.get((player, turn), "") for _, column in columns for player in players),
        ]
        for turn in sorted(turns.loc[turns["player"] == "A", "turn"].unique())
        if turn <= _ROWS
    ]
    console.print_line()
    console.table(["turn", "games", *names], rows, left=0)
    seats = ", seen from both seats" if curves.is_mirror else ""
    console.print_line(
        f"\nMedians and most common buys of the first {curves.games:,} games{seats}: at each turn, "
        "of the\ngames still going. Turns are the player's own; VP are those after the turn's buy."
    )


def _to_json(curves: Curves) -> dict[str, Any]:
    """Return the curves as plain values: one list a figure, with an entry for each turn shown."""
    turns, bought = (_shown(frame) for frame in (curve_frame(curves), buy_frame(curves)))
    document: dict[str, Any] = {
        "games_observed": curves.games,
        "turns_reached_by_at_least": CUT_BELOW,
    }
    for player in curves.players:
        mine = turns[turns["player"] == player]
        buys = bought[bought["player"] == player]
        money = mine[mine["quantity"] == "money"]
        owned = mine[mine["quantity"].str.startswith("own(")]
        document[player.lower()] = {
            "turn": money["turn"].tolist(),
            "games": money["games"].tolist(),
            "money": _spread(money),
            "vp": _spread(mine[mine["quantity"] == "vp"]),
            "owned_mean": {
                str(name)[len("own(") : -1]: _rounded(rows["mean"])
                for name, rows in owned.groupby("quantity", sort=False)
            },
            "buy_share": {
                str(name): _rounded(rows["share"])
                for name, rows in buys.groupby("bought", sort=False)
            },
        }
    return document


def _shown(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of both seat orders together, of turns that enough games reach."""
    return frame[(frame["seat"] == 0) & (frame["games"] >= CUT_BELOW * frame["observed"])]


def _spread(rows: pd.DataFrame) -> dict[str, list[float]]:
    names = ("q05", "q25", "q50", "q75", "q95")
    return {"mean": _rounded(rows["mean"])} | {name: rows[name].tolist() for name in names}


def _rounded(values: pd.Series) -> list[float]:
    return [float(f"{value:.{_DIGITS}g}") for value in values]
