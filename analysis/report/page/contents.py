"""The parts of a page, in the order in which it tells them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from analysis.frames import parameter_columns, sweep_frame
from analysis.output.commands import (
    duel_command,
    joined,
    matchup_command,
    rule_argument,
    sweep_command,
    tournament_command,
)
from analysis.report.page.figures import (
    comparison_figures,
    curve_figures,
    duel_figures,
    overview_figure,
    sweep_figures,
)
from analysis.report.page.results import Results
from analysis.report.page.section import Section
from analysis.report.page.tables import (
    comparison_table,
    duel_table,
    overview_table,
    ranking_table,
    settings_of,
    sweep_table,
)
from analysis.report.parts.cards import card_sections
from analysis.report.parts.lineups import lineup_section
from analysis.report.parts.responses import search_sections
from analysis.report.parts.settings.shown import settings_section
from fastsim.rules.model import BuyRule
from fastsim.text.words import number_of

#: Rows beyond which a table is folded up.
_LONG: Final = 40


def sections(results: Results) -> list[Section]:
    """Return every part of the page that its spec asks for."""
    found = [
        *_comparison(results),
        *(lineup_section(results, k) for k in range(len(results.lineups))),
        *(card_sections(results) if results.cards else ()),
        *_curves(results),
        *_sweeps(results),
    ]
    if results.settings and results.spec.settings:
        found.append(settings_section(results))
    return [*found, *search_sections(results), *_duel(results)]


def _comparison(results: Results) -> Iterator[Section]:
    comparison, part = results.comparison, results.spec.comparison
    if comparison is None or part is None:
        return
    setup = results.spec.setup_argument
    ranking, pairs = ranking_table(comparison), comparison_table(comparison)
    folded = ((f"All {len(pairs.rows)} pairs", pairs),) if len(pairs.rows) > _LONG else ()
    commands = [
        (f"{pair.a.name} against {pair.b.name}", duel_command(pair, setup) or "")
        for pair in comparison.duels
    ]
    commands += [
        (f"{rule.name} against itself", _mirror_command(results, rule, part.games))
        for rule in part.rules
    ]
    if comparison.tournament:
        whole = tournament_command(comparison.tournament, setup)
        commands.insert(0, ("Ranking, strengths, groups and all pairs", whole or ""))
    yield Section(
        "comparison",
        part.title,
        part.text,
        tuple(comparison_figures(comparison)),
        (*([ranking] if ranking else []), *([] if folded else [pairs])),
        folded,
        tuple(commands),
    )


def _mirror_command(results: Results, rule: BuyRule, games: int) -> str:
    spec = results.spec
    return matchup_command(rule, rule, games, spec.seed, spec.setup_argument)


def _curves(results: Results) -> Iterator[Section]:
    spec = results.spec
    for k, (part, curves) in enumerate(zip(spec.curves, results.curves, strict=True)):
        command = joined(
            "duel", rule_argument(part.a), rule_argument(part.b), "--games", str(part.games),
            "--seed", str(spec.seed), "--setup", spec.setup_argument, "--curves",
        )  # fmt: skip
        yield Section(
            f"curves-{k + 1}",
            part.title,
            part.text,
            tuple(curve_figures(curves, part.show)),
            commands=(("These curves", command),),
        )


def _sweeps(results: Results) -> Iterator[Section]:
    spec, setup = results.spec, results.spec.setup_argument
    together = results.comparable_sweeps
    if len(together) > 1:
        frame = sweep_frame(next(iter(together.values())))
        names = " and ".join(reversed(parameter_columns(frame)))
        yield Section(
            "sweeps",
            f"The best {names}, side by side",
            (),
            (overview_figure(together),),
            (overview_table(together),),
        )
    for k, (part, sweep) in enumerate(zip(spec.sweeps, results.sweeps, strict=True)):
        cells = sweep_table(sweep)
        commands = [
            (f"All {number_of(len(cells.rows), 'cell')}", sweep_command(sweep, setup) or "")
        ]
        best = sweep.points[sweep.best().best]
        one = joined(
            "duel", rule_argument(sweep.template), rule_argument(sweep.against),
            *settings_of(best).split(), "--games", str(sweep.games_per_cell),
            "--seed", str(sweep.seed), "--setup", setup,
        )  # fmt: skip
        commands.append(("One cell, here the best", one))
        yield Section(
            f"sweep-{k + 1}",
            part.title,
            part.text,
            tuple(sweep_figures(sweep, alone=len(together) < 2)),
            folded=((f"All {number_of(len(cells.rows), 'cell')}", cells),),
            commands=tuple(commands),
        )


def _duel(results: Results) -> Iterator[Section]:
    if results.duel is None or results.spec.duel is None:
        return
    command = duel_command(results.duel, results.spec.setup_argument) or ""
    yield Section(
        "duel",
        results.spec.duel.title,
        results.spec.duel.text,
        tuple(duel_figures(results.duel)),
        (duel_table(results.duel),),
        commands=(("This matchup", command),),
    )
