"""``fastsim tournament`` and ``fastsim duel`` with more than two players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from analysis.cli import console, execution
from analysis.cli.numbers import p_value, possible_ranks, rate_with_error, share
from analysis.frames import game_summary, lineup_frame, lineup_ranking_frame, seat_frame
from analysis.plots.labels import common_decimals, percentages
from analysis.questions.lineups import LineupResults, indices_for, lineup_tournament, play_lineups
from analysis.statistics import format_estimate
from analysis.statistics.estimate import one_of
from fastsim.game.setup import GameSetup
from fastsim.play.lineups import Lineup, seat_orders
from fastsim.rules.model import BuyRule
from fastsim.text.words import number_of


def tournament(
    game: GameSetup,
    rules: Sequence[BuyRule],
    *,
    games: int,
    out: Path | None,
    setup: str,
    as_json: bool,
    threads: int | None,
    run: Path | None,
    dask: str | None,
    **how: Any,
) -> int:
    """Play every choice of as many rules as there are players; `how` is seed and kernel."""
    with execution.executor(threads, run, dask) as executor:
        how["executor"] = executor
        going_on = execution.going_on(run)
        return _run(lineup_tournament, game, rules, games, out, setup, as_json, how, going_on)


def table(
    game: GameSetup,
    rules: Sequence[BuyRule],
    *,
    games: int,
    setup: str,
    as_json: bool,
    **how: Any,
) -> int:
    """Play one line-up of rules; `how` is seed, threads, kernel."""
    return _run(play_lineups, game, [Lineup(tuple(rules))], games, None, setup, as_json, how)


def _run(
    play: Callable[..., LineupResults],
    game: GameSetup,
    what: Sequence[Any],
    games: int,
    out: Path | None,
    setup: str,
    as_json: bool,
    how: dict[str, Any],
    going_on: str = "",
) -> int:
    wanted = indices_for(games, game.players)
    with console.progress(games) as report:
        result = play(game, what, games=games, progress=report, **how)
    console.show(
        lambda: _document(result, setup),
        lambda: _print(result),
        lambda: [] if out is None else _write(result, out, setup),
        as_json=as_json,
    )
    if result.tally.games < wanted:
        console.note(
            f"Stopped: every line-up has the first {result.tally.games:,} of {wanted:,} games in "
            f"each seat order. {going_on}".rstrip()
        )
        return 130
    return 0


def _document(result: LineupResults, setup: str) -> dict[str, Any]:
    from analysis.output.sets.lineups import lineup_document

    return lineup_document(result, setup)


def _write(result: LineupResults, out: Path, setup: str) -> list[Path]:
    from analysis.output.sets.lineups import write_lineups

    return write_lineups(result, out, setup=setup)


def _print(result: LineupResults) -> None:
    players, lineups = result.setup.players, len(result.tally.lineups)
    whole = "all" if len(seat_orders(players)) == len(result.tally.tallies[0]) else "each of the"
    console.print_line(
        f"{number_of(len(result.rules), 'rule')}, {number_of(lineups, 'line-up')} of {players}, "
        f"{result.games // lineups:,} games of {result.setup.name} a line-up, as many in "
        f"{whole} {number_of(len(result.tally.tallies[0]), 'seat order')}\n"
    )
    ranking = lineup_ranking_frame(result)
    rows = [
        [
            f"{row['rank']}",
            row["rule"],
            rate_with_error(row),
            f"{row['group']}",
            possible_ranks(row),
        ]
        for row in ranking.to_dict("records")
    ]
    console.table(["rank", "rule", "win rate", "group", "may be rank"], rows, left=2)
    console.print_line()
    _print_seats(result, ranking["rule"].tolist())
    summary = game_summary(result)
    console.print_line(f"\n{_seats(result)}")
    console.print_line(
        f"Shared victories: {share(summary['shared'] / summary['games'], 2)} of the games. "
        f"Turns, mean: {summary['mean_turns']:.2f}, all players' together."
        + (f" Games cut: {summary['cut']:,}." if summary["cut"] else "")
    )
    console.print_line(
        f"Errors (±) are {100 * result.level:g} %, for each rule alone. Groups and possible ranks "
        f"hold at {100 * result.level:g} %\nall together: every rule of a group is above every "
        "rule of the next. A victory shared\nby k players counts 1/k; an equal share is "
        f"{share(1 / players, 2)}."
    )


def _print_seats(result: LineupResults, names: Sequence[str]) -> None:
    """Print the win rate of each rule in each seat, and what all seats win."""
    seats = seat_frame(result)
    shown = percentages(seats["win_rate"], common_decimals(seats))
    points = lineup_frame(result).groupby("rule")["mean_vp"].mean()
    rows = [
        [
            name or "all",
            *(f"{shown[i]} %" for i in seats.index[seats["rule"] == name]),
            f"{points[name]:.2f}" if name else "",
        ]
        for name in [*names, ""]
    ]
    columns = [f"seat {seat}" for seat in range(1, result.setup.players + 1)]
    console.table(["win rate in", *columns, "VP, mean"], rows)


def _seats(result: LineupResults) -> str:
    """Return what the seats are worth, in a sentence."""
    p, seats = result.seat_p_value, result.seats
    if p > 1 - result.level:
        return f"No seat is shown to be worth more than another ({p_value(p)})."
    best = int(seats.value.argmax())
    return (
        f"The seats are not worth the same ({p_value(p)}): seat "
        f"{best + 1} wins {format_estimate(one_of(seats, best), percent=True)}."
    )
