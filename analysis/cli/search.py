"""``fastsim search``: the best rule of a family."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analysis.cli import console, execution, options
from analysis.output.files import check_folder
from analysis.questions.optimise.defaults import SEARCH_GAMES
from analysis.questions.optimise.family import Choice, Family, parse_choice, parse_orders
from fastsim.game.setup import GameSetup
from fastsim.game.setup_file import load_setup
from fastsim.rules.load import load_rule
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput
from fastsim.text.words import read_number

if TYPE_CHECKING:
    from analysis.questions.optimise.search import Search
    from analysis.statistics import Estimate

#: Rows of the table that is printed.
_SHOWN = 10

Over = Annotated[
    list[str],
    typer.Option(
        "--over", help="What may stand for a parameter: n=0:8[:step], n=2,4,8 or c=Silver,Gold."
    ),
]
Orders = Annotated[
    str | None,
    typer.Option("--orders", help="Entries that may change places: first:last, or all."),
]


def command(
    template: Annotated[
        str,
        typer.Argument(
            metavar="TEMPLATE", help="A rule with {parameters}: text, FILE#NAME or library name."
        ),
    ],
    against: Annotated[
        list[str], typer.Option("--against", help="A rule to play against; may be repeated.")
    ],
    over: Over = [],  # noqa: B006 - typer's way to say "none"
    orders: Orders = None,
    weights: Annotated[
        str | None,
        typer.Option("--weights", help="How often each --against is met, as 3,2,1 [equally]."),
    ] = None,
    games: Annotated[
        str,
        typer.Option(
            "--games", help="Games in all, at most: those that choose, and the fresh ones after."
        ),
    ] = SEARCH_GAMES,
    fresh: Annotated[
        str | None,
        typer.Option(
            "--fresh",
            help="Of these, for the winner and each of its neighbours [default: a fifth of all].",
        ),
    ] = None,
    exhaustive: Annotated[
        bool | None,
        typer.Option(
            "--exhaustive/--race",
            help="Whether every rule plays as many games [default: where 200,000 each are there].",
        ),
    ] = None,
    time: options.Time = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Folder for the profiles (PNG, SVG) and tables (CSV, JSON)."),
    ] = None,
    seed: options.Seed = "0",
    setup: options.SetupName = "simplified",
    set_: options.Set = [],  # noqa: B006 - typer's way to say "none"
    threads: options.Threads = None,
    run: options.Run = None,
    dask: options.Dask = None,
    kernel: options.Kernel = None,
    as_json: options.Json = False,
) -> int:
    """Find the best rule of a family, score it on fresh games, show how the win rate falls off."""
    game = load_setup(setup)
    family = read_family(template, over, orders, set_, game)
    rules, shares = [load_rule(rule, game) for rule in against], _weights(weights)
    budget = options.parse_count(games)
    wanted = None if fresh is None else options.parse_count(fresh)
    stream = options.parse_seed(seed)
    from analysis.questions.optimise.opponents import Opponents
    from analysis.questions.optimise.search import search

    opponents = Opponents.of(rules, shares)
    if out is not None:
        check_folder(out)  # before the games, not after them
    with execution.games(
        game, budget, seed=stream, time=time, threads=threads, run=run,
        dask=dask, kernel=kernel, rules=opponents.rules,
    ) as source:  # fmt: skip
        found = search(
            source, family, opponents, budget=budget, fresh=wanted, exhaustive=exhaustive
        )
    console.show(
        lambda: _document(found, setup),
        lambda: _print(found),
        lambda: [] if out is None else _write(found, out, setup),
        as_json=as_json,
    )
    if found.fresh is None:
        console.note(
            f"Stopped after {found.games:,} of up to {budget:,} games. {execution.going_on(run)}"
        )
        return 130
    return 0


def read_family(
    template: str, over: list[str], orders: str | None, set_: list[str], game: GameSetup
) -> Family:
    """Return the family that a template and its options describe.

    Raises
    ------
    InvalidInput
        As the parts, and for rules that cannot be played.
    """
    (rule,) = options.fill_rules([load_rule(template, game)], options.parse_values(set_))
    choices: list[Choice] = [parse_choice(text) for text in over]
    if orders is not None:
        choices.append(parse_orders(orders, rule))
    return Family(rule, tuple(choices))


def _weights(text: str | None) -> list[float] | None:
    if text is None:
        return None
    try:
        return [float(read_number(part)) for part in text.split(",")]
    except (ValueError, ZeroDivisionError):
        raise InvalidInput(f"--weights {text}: not a list of numbers", "Example: 3,2,1.") from None


def _document(found: Search, setup: str) -> dict[str, Any]:
    from analysis.output.sets.searches import search_document

    return search_document(found, setup)


def _write(found: Search, out: Path, setup: str) -> list[Path]:
    from analysis.output.sets.searches import write_search

    return write_search(found, out, setup=setup)


def _print(found: Search) -> None:
    from analysis.cli.numbers import raced
    from analysis.statistics import format_estimate
    from analysis.statistics.words import counted

    race, rules = found.race, found.family.rules
    so_far = "" if found.fresh else " so far"
    console.print_line(
        f"Best{so_far} of {counted(len(rules), 'rule')}: {found.family.label(found.rule)}"
    )
    _print_rule(found.rule)
    chose = f"the {int(race.games[race.best]):,} games that chose it"
    if found.fresh:
        first, second = found.by_seat
        console.print_line(
            f"\nAgainst {found.opponents.name}, {found.fresh.games:,} fresh games: wins "
            f"{format_estimate(found.win_rate, percent=True)};\n"
            f"moving first {_brief(first)}, second {_brief(second)}. "
            f"On {chose}: {_brief(found.selected_at)}."
        )
    else:
        console.print_line(
            f"\nAgainst {found.opponents.name}, {chose}: wins "
            f"{format_estimate(found.selected_at, percent=True)}.\n"
            "They flatter it; no fresh games were played."
        )
    how = "Every rule played as many games" if race.exhaustive else "Rules left when beaten"
    until = "stopped by the user" if found.fresh is None else f"until {race.end.value}"
    console.print_line(
        f"{how}: {race.total_games:,} games in {counted(len(race.rounds), 'round')}, {until}."
    )
    others = [i for i in sorted(race.may_be_best.nonzero()[0].tolist()) if i != race.best]
    if not others:
        console.print_line(f"Every other rule is worse, at {race.level:.0%}.")
    else:
        unseen = int((race.games == 0).sum())
        console.print_line(
            f"{counted(len(others), 'other rule')} cannot be told from it "
            f"at {race.level:.0%}{_loss(found)}"
            + (f"; {unseen:,} of them have not played yet." if unseen else ".")
        )
        others = sorted((i for i in others if race.games[i]), key=lambda i: -race.win_rate[i])
        rows = [
            [
                found.family.label(rules[i]),
                raced(race, i),
            ]
            for i in others[:_SHOWN]
        ]
        console.print_line()
        console.table(["cannot be told from it", "win rate, selection games"], rows)
        if len(others) > _SHOWN:
            console.print_line(f"... and {len(others) - _SHOWN} more")
    if found.fresh:
        _print_lines(found)


def _loss(found: Search) -> str:
    """Return by how much the truly best rule may be better, where that is known."""
    loss = 100 * found.race.loss_at_most
    if not math.isfinite(loss):
        return ""
    return f"; the best of all wins at most {loss:.2g} percentage points more"


def _print_rule(rule: BuyRule) -> None:
    for statement in rule.name.split("; "):
        console.print_line(f"    {statement}")


def _brief(estimate: Estimate[float]) -> str:
    from analysis.cli.numbers import with_error

    return with_error(estimate)


def _print_lines(found: Search) -> None:
    """Print how much of the win rate each step away from the best rule costs."""
    from pandas.api.types import is_numeric_dtype

    from analysis.frames import line_frame

    console.print_line("\nPercentage points that other values cost, over fresh games:")
    for parameter in found.lines:
        frame = line_frame(found, parameter)
        if not is_numeric_dtype(frame.iloc[:, 0]):
            frame = frame.sort_values("shortfall", kind="stable")
        costs = [
            f"{row.iloc[0]}: " + ("best" if row["best"] else f"{100 * row['shortfall']:.2f}")
            for _, row in frame.iterrows()
        ]
        (choice,) = (c for c in found.family.choices if c.parameter == parameter)
        if more := len(choice.values) - len(frame):
            costs.append(f"({more} more, not scored)")
        console.print_line(f"  {parameter}   " + "   ".join(costs))
