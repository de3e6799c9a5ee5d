"""The command that makes a number again."""

from __future__ import annotations

import itertools
import re
import shlex
from fractions import Fraction
from typing import Final

from analysis.questions.duel import Duel
from analysis.questions.lineups import LineupResults
from analysis.questions.optimise.evolution.result import Evolution
from analysis.questions.optimise.family import Family, Value
from analysis.questions.optimise.race import End
from analysis.questions.optimise.search import Search
from analysis.questions.optimise.solution import Solution, Stop
from analysis.questions.refine import RefinedSweep
from analysis.questions.sweep import Axis, Sweep
from analysis.questions.tournament import Tournament
from fastsim.cards import Card
from fastsim.play.results import Tally
from fastsim.rules.describe import describe, digest
from fastsim.rules.library import published
from fastsim.rules.load import load_rule
from fastsim.rules.model import BuyRule
from fastsim.text.errors import FastsimError

#: What a text may hold and still stand between double quotes in any shell.
_PLAIN: Final = re.compile(r"""[^"$`\\!%]*""")
_BARE: Final = re.compile(r"[\w./=:,-]+")
#: Options of a sweep's axes: columns, rows, columns of panels, rows of panels.
_AXES: Final = ("--x", "--y", "--z", "--w")


def duel_command(duel: Duel, setup: str | None = None) -> str | None:
    """Return the command that plays a duel again.

    Parameters
    ----------
    duel : Duel
    setup : str, optional
        What to give as ``--setup``: a preset or a file; the setup's name when not given.

    Returns
    -------
    str or None
        None when the games are not the first ones of their seed: the command plays those.
    """
    if not _from_the_start(duel.a_first):
        return None
    return matchup_command(duel.a, duel.b, duel.games, duel.seed, setup or duel.setup.name)


def matchup_command(a: BuyRule, b: BuyRule, games: int, seed: int, setup: str) -> str:
    """Return the command that plays two rules against each other.

    Parameters
    ----------
    a, b : BuyRule
    games, seed : int
    setup : str
        A preset or a file.
    """
    return joined("duel", rule_argument(a), rule_argument(b), *_options(games, seed, setup))


def sweep_command(sweep: Sweep, setup: str | None = None) -> str | None:
    """Return the command that plays a sweep again.

    Parameters and returns as `duel_command`; None, too, for more than four axes or an axis whose
    values are not evenly spaced.
    """
    axes = [_range(axis) for axis in sweep.axes]
    if len(axes) > len(_AXES) or None in axes or not _from_the_start(sweep.tally.a_first[0]):
        return None
    # the last axis is drawn to the right, the one before it upwards
    named = zip(_AXES, reversed(axes), strict=False)
    return joined(
        "heatmap", rule_argument(sweep.template),
        *(part for name, axis in named for part in (name, axis or "")),
        "--against", rule_argument(sweep.against),
        *_options(sweep.games_per_cell, sweep.seed, setup or sweep.setup.name),
        *(("--refine", str(sweep.asked_games)) if isinstance(sweep, RefinedSweep) else ()),
    )  # fmt: skip


def tournament_command(tournament: Tournament, setup: str | None = None) -> str | None:
    """Return the command that plays a tournament again.

    Parameters and returns as `duel_command`. Rules that are not in the library are spelled out,
    so they appear under their text.
    """
    if not _from_the_start(tournament.tally.a_first[0]):
        return None
    return joined(
        "tournament", *map(rule_argument, tournament.rules),
        *_options(tournament.games_per_pair, tournament.seed, setup or tournament.setup.name),
    )  # fmt: skip


def search_command(search: Search, setup: str | None = None) -> str | None:
    """Return the command that makes a search again.

    Parameters and returns as `duel_command`; None, too, when time or the user ended it.
    """
    if search.race.end is End.TIME or search.fresh is None:
        return None
    opponents = search.opponents
    weights = [] if len(set(opponents.weights)) == 1 else [f"{w:.17g}" for w in opponents.weights]
    return joined(
        "search", rule_argument(search.family.template), *family_options(search.family),
        *(part for rule in opponents.rules for part in ("--against", rule_argument(rule))),
        *(("--weights", ",".join(weights)) if weights else ()),
        *_options(search.budget, search.seed, setup or search.setup.name),
        *(("--fresh", str(search.asked_fresh)) if search.asked_fresh else ()),
        "--exhaustive" if search.race.exhaustive else "--race",
    )  # fmt: skip


def solve_command(solution: Solution, setup: str | None = None) -> str | None:
    """Return the command that makes an equilibrium again.

    Parameters and returns as `duel_command`; None, too, when time or the user ended it.
    """
    if solution.stop in (Stop.TIME, Stop.USER):
        return None
    return joined(
        "solve", rule_argument(solution.family.template), *family_options(solution.family),
        *(part for rule in solution.given for part in ("--with", rule_argument(rule))),
        "--bound", f"{solution.bound:.12g}", "--answer-games", str(solution.answer_games),
        *_options(solution.budget, solution.seed, setup or solution.setup.name),
        "--fresh", str(solution.asked_fresh),
    )  # fmt: skip


def family_options(family: Family) -> list[str]:
    """Return the options that say what may stand for a template's parameters."""
    options: list[str] = []
    for choice in family.choices:
        first = choice.values[0]
        if isinstance(first, tuple):
            options += ["--orders", f"{min(first)}:{max(first)}"]
            continue
        axis = None
        if len(choice.values) > 2 and not any(isinstance(v, Card) for v in choice.values):
            axis = _range(Axis(choice.parameter, choice.values))  # type: ignore[arg-type]
        options += ["--over", axis or f"{choice.parameter}={','.join(map(_text, choice.values))}"]
    return options


def _text(value: Value) -> str:
    return _decimal(Fraction(value)) if isinstance(value, int | Fraction) else str(value)


def evolve_command(evolution: Evolution, setup: str | None = None) -> str | None:
    """Return the command that makes a search from nothing again.

    Parameters and returns as `duel_command`; None, too, when time or the user ended it.
    """
    if evolution.cut_short:
        return None
    asked = evolution.asked
    given = [part for rule in asked.pool for part in ("--against", rule_argument(rule))]
    usual = list(asked.pool) == published(evolution.setup)
    return joined(
        "evolve", *([] if usual else given), "--begin", rule_argument(asked.begin),
        "--longest", str(asked.longest), "--within", f"{asked.tolerance:.12g}",
        *_options(asked.budget, evolution.seed, setup or evolution.setup.name),
    )  # fmt: skip


def lineup_command(results: LineupResults, setup: str | None = None) -> str | None:
    """Return the command that plays line-ups again, a tournament or a single table.

    Parameters and returns as `duel_command`. Rules that are not in the library are spelled out,
    so they appear under their text.
    """
    if not _from_the_start(results.tally.tallies[0][0]):
        return None
    lineups = results.tally.lineups
    alone = len(lineups) == 1
    return joined(
        *(("duel", *map(rule_argument, lineups[0].rules)) if alone
          else ("tournament", *map(rule_argument, results.rules))),
        *_options(results.games_per_lineup, results.seed, setup or results.setup.name),
    )  # fmt: skip


def rule_argument(rule: BuyRule) -> str:
    """Return the rule's name when the library knows this rule by it, else its text."""
    text = describe(rule, separator="; ")
    try:
        known = bool(rule.name) and digest(load_rule(rule.name)) == digest(rule)
    except FastsimError:
        known = False
    return rule.name if known else text


def _options(games: int, seed: int, setup: str) -> list[str]:
    return ["--games", str(games), "--seed", str(seed), "--setup", setup]


def joined(*arguments: str) -> str:
    """Return a command of this project with its arguments quoted for a shell."""
    return " ".join(["fastsim", *map(_quoted, arguments)])


def _quoted(argument: str) -> str:
    if _BARE.fullmatch(argument):
        return argument
    return f'"{argument}"' if _PLAIN.fullmatch(argument) else shlex.quote(argument)


def _range(axis: Axis) -> str | None:
    """Return the axis as ``name=low:high[:step]``, or None when that cannot say it."""
    values = [Fraction(value) for value in axis.values]
    steps = {high - low for low, high in itertools.pairwise(values)} or {Fraction(1)}
    step = steps.pop()
    if steps or step <= 0:
        return None
    suffix = "" if step == 1 else f":{_decimal(step)}"
    return f"{axis.parameter}={_decimal(values[0])}:{_decimal(values[-1])}{suffix}"


def _decimal(value: Fraction) -> str:
    """Return 0.25 rather than 1/4, where there is such a form."""
    text = f"{float(value):.15g}"
    return text if Fraction(text) == value else str(value)


def _from_the_start(tally: Tally) -> bool:
    return tally.ranges == ((0, tally.games),)
