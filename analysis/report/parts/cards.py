"""One kingdom card beside money, each card by itself.

In a spec::

    [cards]                         # one kingdom card beside a money rule, each card by itself
    cards = ["Smithy", "Witch"]     # all of the base set when left out
    counts = "count=1:4"            # copies of the card
    over = ["timing=7:9"]           # values of the templates' other parameters
    against = "Big Money Ultimate"
    search = 2_000                  # games of a variant's first look
    games = 40_000                  # fresh games of each card and number of copies

    [[cards.templates]]             # where the card may stand
    name = "before Silver"
    rule = "Province; Gold; {card} if own({card}) < {count} and treasures >= {timing}; Silver"
    max_cost = 5                    # of cards that this makes sense for; may be left out
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from analysis.frames import card_frame, comparison_frame
from analysis.output.commands import duel_command
from analysis.plots.card_curves import card_curves
from analysis.plots.forest import forest
from analysis.plots.labels import estimate_of
from analysis.questions.one_card import (
    CARD,
    COUNT,
    FINALISTS,
    SECOND_LOOK,
    CardPlan,
    CardStudy,
    Template,
    card_setup,
    card_setup_argument,
    study_cards,
)
from analysis.questions.sweep import parse_axis
from analysis.report.page.figures import FigureOnPage, on_page
from analysis.report.page.finding import Finding
from analysis.report.page.game import optional_buys
from analysis.report.page.part import Part
from analysis.report.page.reader import Reader, at, games_of, paragraphs, table_of
from analysis.report.page.results import Played, Results
from analysis.report.page.run import Run
from analysis.report.page.section import Section
from analysis.report.page.spec import PartSpec, SetupsAlike
from analysis.report.page.tables import Cell, Column, Table
from analysis.statistics.words import capital, counted, listed, p_value, percent, plain_percent
from fastsim.cards import KINGDOM_CARDS, Card, find_card
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput, suggest
from fastsim.text.words import number_of

#: What `[[cards.templates]]` may hold.
TEMPLATE: Final = {"name": str, "rule": str, "max_cost": int}


@dataclass(frozen=True)
class CardsSpec(PartSpec):
    """Kingdom cards to study, each by itself beside money."""

    plan: CardPlan

    @property
    def played(self) -> int:
        """Games to be played."""
        return self.plan.total_games

    @property
    def rules_shown(self) -> Sequence[BuyRule]:
        """The rules that the page is to show."""
        return (self.plan.against,)

    @property
    def templates(self) -> Sequence[tuple[str, BuyRule]]:
        """Where the card may stand."""
        return [(f"The card {each.name}", each.rule) for each in self.plan.templates]

    @property
    def alike(self) -> SetupsAlike:
        """The setups of single cards."""
        setup = card_setup(self.plan.cards[0])
        piles = "Piles as in the rulebook: beside the basic cards 10 of the card, 8 of Gardens."
        paragraphs = (piles, optional_buys(setup))
        return SetupsAlike("Games with a single kingdom card", len(self.plan.cards), paragraphs)

    @property
    def scope(self) -> str:
        """What the numbers are for."""
        return (
            "The cards were studied in games whose kingdom is that one card: beside others a card "
            "may do better or worse."
        )


def read(reader: Reader, table: dict[str, Any], where: str) -> CardsSpec:
    """Return the study of single cards that a table describes."""
    templates = []
    for k, one in enumerate(table["templates"]):
        place = f"cards.templates, number {k + 1}: "
        one = reader.checked(table_of(one, place), TEMPLATE, place, ("name", "rule"))
        rule = reader.rule(place, one["rule"], template=True)
        templates.append(Template(" ".join(one["name"].split()), rule, one.get("max_cost")))
    if not templates:
        raise InvalidInput(f"{where}there is no template")
    counts = at(where, parse_axis, table["counts"])
    if counts.parameter != COUNT:
        raise InvalidInput(f"{where}counts = {table['counts']!r}", f"Example: {COUNT}=1:4.")
    axes = tuple(at(where, parse_axis, text) for text in table.get("over", []))
    names = [axis.parameter for axis in axes]
    for name in names:
        if names.count(name) > 1 or name in (CARD, COUNT):
            raise InvalidInput(f"{where}over gives values for {name!r} that it has already")
    return CardsSpec(
        table.get("title", "One card beside money"), paragraphs(table),
        at(
            where, CardPlan, _cards(where, table.get("cards")), tuple(templates), counts.values,
            axes, reader.rule(where, table["against"]), games_of(table, where, "search"),
            games_of(table, where),
        ),
    )  # fmt: skip


def _cards(where: str, names: Sequence[Any] | None) -> tuple[Card, ...]:
    if names is None:
        return KINGDOM_CARDS
    cards = []
    for name in names:
        card = find_card(str(name))
        if card not in KINGDOM_CARDS:
            known = [card.name for card in KINGDOM_CARDS]
            raise InvalidInput(
                f"{where}{name!r} is not a kingdom card of the base set",
                suggest(str(name), known) or f"Known: {', '.join(known)}.",
            )
        if card in cards:
            raise InvalidInput(f"{where}{card} is named twice")
        cards.append(card)
    if not cards:
        raise InvalidInput(f"{where}no cards")
    return tuple(card for card in cards if card is not None)


def play(part: CardsSpec, run: Run) -> Played[CardsSpec, CardStudy]:
    """Look for the best use of each card, and score it."""
    study = study_cards(
        part.plan, seed=run.seed, executor=run.executor, level=run.level, progress=run.progress
    )
    met = [
        (card.setup, (copies.duel.a, copies.duel.b))
        for card in study.results
        for copies in card.copies
    ]
    return Played(part, study, part.played, met)


def card_findings(study: CardStudy) -> Iterator[Finding]:
    """Yield which cards help, which do not, and what the search flattered."""
    frame = card_frame(study)
    best = frame[frame["best"]].sort_values("win_rate", ascending=False, kind="stable")
    against = study.against.name
    sure = best[best["significant"]]
    better, worse = sure[sure["win_rate"] > 0.5], sure[sure["win_rate"] < 0.5]
    total = len(best)
    if better.empty:
        yield Finding(f"None of {total} cards is shown to help against {against}.")
    else:
        top = [_used(row) for _, row in better.head(3).iterrows()]
        yield Finding(
            f"{capital(counted(len(better), 'card'))} of {total} "
            f"{'beats' if len(better) == 1 else 'beat'} {against} beside money, "
            f"{'led by ' if len(better) > 1 else ''}{listed(top)}.",
            f"Each has a kingdom of its own; p-values are corrected for {total} cards.",
        )
    unsure = best[~best["significant"]]
    if len(unsure):
        yield Finding(
            f"Of {counted(len(unsure), 'card')} it is not shown whether they help: "
            f"{listed([str(name) for name in unsure['card']])}.",
        )
    if len(worse):
        rows = [_used(row) for _, row in worse.iterrows()]
        yield Finding(
            f"{capital(counted(len(worse), 'card'))} "
            f"{'loses' if len(worse) == 1 else 'lose'} even at best: {listed(rows)}.",
            "Beside money alone; with other cards they may do better.",
        )
    if frame["copies"].nunique() > 1:
        yield _copies(best)
    curse = 100 * (best["selected"] - best["win_rate"])
    yield Finding(
        f"The games that chose a variant flatter it by {curse.mean():.1f} points on average.",
        f"That is the winner's curse over up to {int(best['variants'].max())} variants a card; all "
        "figures here are of fresh games, which no choice has seen.",
    )


def _used(row: pd.Series) -> str:
    return f"{row['card']} ({row['copies']}) with {percent(estimate_of(row))}"


def _copies(best: pd.DataFrame) -> Finding:
    counts = best.groupby("copies")["card"].apply(list)
    said = [
        f"{counted(int(str(n)), 'copy', 'copies')}: {listed([str(card) for card in cards])}"
        for n, cards in counts.items()
    ]
    most = int(str(counts.map(len).idxmax()))
    return Finding(
        f"{capital(counted(most, 'copy', 'copies'))} {'is' if most == 1 else 'are'} chosen most "
        "often.",
        f"{capital('; '.join(said))}. Where the curve is flat, the next number does as well.",
    )


def findings(played: Sequence[Played[CardsSpec, CardStudy]], results: Results) -> Iterator[Finding]:
    """Yield what the study shows."""
    for one in played:
        yield from card_findings(one.result)


def sections(played: Sequence[Played[CardsSpec, CardStudy]], results: Results) -> Iterator[Section]:
    """Yield the ranking of the cards, then what the number of copies changes."""
    spec, study = played[0].spec, played[0].result
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


def frames(
    played: Sequence[Played[CardsSpec, CardStudy]], results: Results
) -> dict[str, pd.DataFrame]:
    """Return every card and number of copies, with the command that plays its fresh games again."""
    study = played[0].result
    return {"cards.csv": card_frame(study).assign(command=card_commands(study))}


def method(played: Sequence[Played[CardsSpec, CardStudy]]) -> dict[str, str]:
    """Return which games chose, and which scored."""
    study = played[0].result
    return {
        "Search and fresh games": (
            f"A first look gives every variant {study.search_games:,} games; the best "
            f"{counted(FINALISTS, 'variant')} of each number of copies play "
            f"{SECOND_LOOK * study.search_games:,} more, which choose one. Its {study.games:,} "
            "fresh games have a seed of their own, and no choice has seen them."
        )
    }


CARDS: Final = Part(
    key="cards",
    many=False,
    keys={
        "cards": list, "templates": list, "counts": str, "over": list, "against": str,
        "search": int, "games": int,
    },
    needed=("templates", "counts", "against", "search", "games"),
    read=read,
    play=play,
    findings=findings,
    sections=sections,
    frames=frames,
    method=method,
    tables={"[[cards.templates]]": TEMPLATE},
)  # fmt: skip
