"""Single cards beside money: figures, tables and commands."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from analysis.frames import card_frame, comparison_frame
from analysis.output.commands import duel_command
from analysis.plots.card_curves import card_curves
from analysis.plots.forest import forest
from analysis.plots.labels import estimate_of
from analysis.questions.one_card import CardStudy, card_setup_argument
from analysis.report.page.figures import FigureOnPage, on_page
from analysis.report.page.results import Results
from analysis.report.page.section import Section
from analysis.report.page.tables import Cell, Column, Table
from analysis.statistics.words import p_value, percent, plain_percent
from fastsim.text.words import number_of


def card_sections(results: Results) -> Iterator[Section]:
    """Yield the ranking of the cards, then what the number of copies changes."""
    spec, study = results.spec.cards, results.cards
    assert spec is not None
    assert study is not None
    commands = zip(_titles(study), card_commands(study), card_frame(study)["best"], strict=True)
    yield Section(
        "cards",
        spec.title,
        spec.text,
        (_ranking_figure(study),),
        (card_table(study),),
        commands=tuple((title, command) for title, command, best in commands if best),
    )
    if len(study.results[0].copies) > 1:
        yield Section(
            "copies",
            "How many copies",
            (
                "For each number of copies the search chose the best place and the best of the "
                "other parameters; what is drawn are fresh games of that choice.",
            ),
            (_curve_figure(study),),
            folded=(("All numbers of copies", copies_table(study)),),
        )


def card_commands(study: CardStudy) -> list[str]:
    """Return the command that plays the fresh games of each row of `card_frame` again."""
    return [
        duel_command(copies.duel, card_setup_argument(result.card)) or ""
        for result in study.results
        for copies in result.copies
    ]


def _titles(study: CardStudy) -> list[str]:
    return [
        f"{copies.variant.rule.name} against {study.against.name}"
        for result in study.results
        for copies in result.copies
    ]


def _ranking_figure(study: CardStudy) -> FigureOnPage:
    best = comparison_frame([result.best.duel for result in study.results])
    top = best.iloc[int(best["win_rate"].to_numpy().argmax())]
    low = best.iloc[int(best["win_rate"].to_numpy().argmin())]
    return on_page(
        forest(best, title=f"The best use of each card beside money, against {study.against.name}"),
        f"Win rates of {number_of(len(best), 'card')}, each in its best number, against "
        f"{study.against.name}: from {100 * top['win_rate']:.1f} % ({top['a']}) down to "
        f"{100 * low['win_rate']:.1f} % "
        f"({low['a']}). The table below has the same numbers.",
        "Each card with the number of copies that the search chose; fresh games.",
    )


def _curve_figure(study: CardStudy) -> FigureOnPage:
    frame = card_frame(study)
    return on_page(
        card_curves(frame)[0, 0],
        f"Small multiples, one for each of {frame['card'].nunique()} cards: win rate against "
        f"{study.against.name} by number of copies. The table below has the same numbers.",
        "Blue: the chosen number beats the opponent significantly, after correction for the number "
        "of cards; orange: it loses; grey: neither is shown.",
    )


def card_table(study: CardStudy) -> Table:
    """Return the best use of each card, the best card first."""
    frame = card_frame(study)
    best = frame[frame["best"]].sort_values("win_rate", ascending=False, kind="stable")
    rows = []
    for rank, (_, row) in enumerate(best.iterrows(), 1):
        rows.append(
            (
                Cell(str(rank), rank),
                Cell(row["card"], row["card"]),
                Cell(str(row["cost"]), int(row["cost"])),
                Cell(str(row["copies"]), int(row["copies"])),
                Cell(percent(estimate_of(row)), float(row["win_rate"]), _style(row)),
                Cell(plain_percent(row["selected"]), float(row["selected"])),
                Cell(p_value(row["p_adjusted"]), float(row["p_adjusted"])),
                Cell(row["place"], row["place"]),
                Cell(row["parameters"], row["parameters"]),
            )
        )
    level = 100 * (1 - study.level)
    columns = (
        Column("", "rank"),
        Column("Card", numeric=False),
        Column("Cost", "in coins"),
        Column("Copies", "bought at most: the number that the search chose"),
        Column(
            "Win rate",
            f"in {study.games:,} fresh games, over both seat orders; a shared victory is half a "
            "win",
        ),
        Column(
            "When chosen",
            "win rate in the games that chose it among all its variants: the winner's curse is the "
            "difference, on average",
        ),
        Column(
            "p (Holm)",
            f"of the hypothesis that it wins half, corrected for {number_of(len(best), 'card')}",
        ),
        Column("Place", "where the card stands in the rule, see the templates", numeric=False),
        Column("Parameters", "the values chosen for those of the template", numeric=False),
    )
    variants = int(best["variants"].max())
    said = (
        f"The best of up to {variants} variants of each card. In grey italics: not significant at "
        f"{level:g} %."
    )
    return Table(columns, tuple(rows), said, wide=True)


def copies_table(study: CardStudy) -> Table:
    """Return every card and number of copies."""
    rows = [
        (
            Cell(row["card"], row["card"]),
            Cell(str(row["copies"]), int(row["copies"])),
            Cell(percent(estimate_of(row)), float(row["win_rate"])),
            Cell(plain_percent(row["selected"]), float(row["selected"])),
            Cell("chosen" if row["best"] else "", -int(row["best"])),
            Cell(row["place"], row["place"]),
            Cell(row["parameters"], row["parameters"]),
        )
        for _, row in card_frame(study).iterrows()
    ]
    columns = (
        Column("Card", numeric=False),
        Column("Copies", "bought at most"),
        Column("Win rate", f"in {study.games:,} fresh games, over both seat orders"),
        Column("When chosen", "win rate in the games that chose the other parameters"),
        Column("Mark", numeric=False),
        Column("Place", "where the card stands in the rule", numeric=False),
        Column("Parameters", numeric=False),
    )
    return Table(columns, tuple(rows), f"All {len(rows)} cards and numbers of copies.", wide=True)


def _style(row: pd.Series) -> str:
    return "unsure" if not row["significant"] else "win" if row["win_rate"] > 0.5 else "loss"
