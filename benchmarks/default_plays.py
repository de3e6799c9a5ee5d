"""Every default play against other ways to play the card: which one wins more games.

``python -m benchmarks.default_plays [--games N] [--cards NAME ...]`` reads `default_plays.toml`
beside it: for each kingdom card, other lists than those of the cards themselves, and
places in which both are tried, a buy rule in a setup. Both players buy by that rule; one plays by
the default lists, the other with those that are stated, in both seat orders on common luck. So what
is compared is nothing but the play. A list that wins significantly more often over all places than
the default ought to be it. Then come pairs of bots, beside what their own simulator says of them.

It writes `benchmarks/results/default_plays.json` and, for readers, `default_plays.md`.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import textwrap
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from analysis.questions.duel import Duel, duel
from analysis.questions.provenance import environment
from analysis.statistics.multiple import holm
from benchmarks import store
from fastsim.cards import KINGDOM_CARDS, Card
from fastsim.game.kingdoms import base
from fastsim.game.setup import GameSetup
from fastsim.game.setup_file import load_setup
from fastsim.rules.check import kingdom_of
from fastsim.rules.decisions import default_plays, in_game
from fastsim.rules.describe import describe_entries
from fastsim.rules.load import load_rule
from fastsim.rules.model import BuyRule, Decision, PlayPolicy
from fastsim.rules.parse import parse_entries
from fastsim.text.errors import InvalidInput

DATA: Final = Path(__file__).with_name("default_plays.toml")
LEVEL: Final = 0.95  # of each interval, and of all verdicts together
SEED: Final = 20_261_201  # whose games no choice of a list has seen


@dataclass(frozen=True)
class Comparison:
    """The default lists against others, in one place.

    Attributes
    ----------
    card : Card
        What the lists are about.
    other : str
        What the other player does, in words.
    place : str
    setup : GameSetup
    rules : (BuyRule, BuyRule)
        Equal buys, with the default lists and with the others.
    """

    card: Card
    other: str
    place: str
    setup: GameSetup
    rules: tuple[BuyRule, BuyRule]

    def play(self, games: int, threads: int | None) -> Duel:
        """Return the games, the default lists being a's."""
        return duel(self.setup, *self.rules, games=games, seed=SEED, threads=threads)


def comparisons(document: Mapping[str, Any], cards: Sequence[Card]) -> Iterator[Comparison]:
    """Yield what a document states about these cards.

    Raises
    ------
    InvalidInput
        For a setup, a rule or a list that cannot be read.
    KeyError
        When an entry that is to be left out of a default list is not in it.
    """
    for card in cards:
        for other, lists in document["alternatives"][card.name].items():
            for place in document["places"]:
                stated = place | place.get("by_card", {}).get(card.name, {})
                setup = load_setup(stated["setup"].replace("{card}", card.name))
                if card in setup.in_game:
                    default = _buys(stated["rule"], card)
                    rules = default, replace(default, plays=_plays(lists, setup))
                    yield Comparison(card, other, place["name"], setup, rules)


def _buys(text: str, card: Card) -> BuyRule:
    """Return the rule by which both players buy, with the default plays."""
    template = load_rule(text)
    rule = template.fill(dict.fromkeys(template.card_parameters, card))
    return replace(rule, plays=PlayPolicy())


def _plays(lists: Mapping[str, Mapping[str, str]], setup: GameSetup) -> PlayPolicy:
    """Return the default lists with what is stated in place of some entries."""
    edited = {}
    for kind, edit in lists.items():
        listed = [*default_plays()[Decision(kind)]]
        for entry in parse_entries(edit.get("without", "")):
            if entry not in listed:
                raise KeyError(f"the default [{kind}] has no {describe_entries([entry])!r}")
            listed.remove(entry)
        edited[kind] = in_game((*parse_entries(edit.get("before", "")), *listed), setup)
    return PlayPolicy(**edited)


def measure(games: int, cards: Sequence[Card], threads: int | None = None) -> dict[str, Any]:
    """Play everything that `default_plays.toml` states about these cards; print as it goes.

    Parameters
    ----------
    games : int
        Of each comparison, both seat orders together.
    cards : sequence of Card
    threads : int, optional
    """
    stated = tomllib.loads(DATA.read_text(encoding="utf-8"))
    begun = time.process_time()
    played = []
    for one in comparisons(stated, cards):
        result = one.play(games, threads)
        played.append((one, result))
        print(f"{one.card}, {one.other}, {one.place}: {100 * result.win_rate.value:.2f} %")
    # where both lists never decided differently, there is no question, and none is counted
    differ = [_differ(result) for _, result in played]
    p_values = np.ones(len(played))
    p_values[differ] = holm([r.p_value for (_, r), d in zip(played, differ, strict=True) if d])
    rows = [
        _row(one, result, float(p) if differs else None)
        for (one, result), p, differs in zip(played, p_values, differ, strict=True)
    ]
    pairs = published(stated["published"], games // 4, threads)
    return {
        "games": games,
        "seed": SEED,
        "level": LEVEL,
        "processor_seconds": round(time.process_time() - begun),
        "rows": rows,
        "published": pairs,
        "provenance": environment(),
    }


def _differ(result: Duel) -> bool:
    """Return whether the two players' lists ever made a difference: mirrors leave no error."""
    return result.win_rate.standard_error > 0


def _row(one: Comparison, result: Duel, p: float | None) -> dict[str, Any]:
    rate = result.win_rate
    verdict = "alike" if p is None else "open"
    if p is not None and p < 1 - LEVEL:
        verdict = "default" if rate.value > 0.5 else "other"
    return {
        "card": one.card.name,
        "other": one.other,
        "place": one.place,
        "setup": one.setup.name,
        "win_rate": rate.value,
        "low": rate.low,
        "high": rate.high,
        "p": p,
        "stronger": verdict,
    }


def published(stated: Mapping[str, Any], games: int, threads: int | None) -> list[dict[str, Any]]:
    """Return how often each bot wins against one, by the default lists and by those stated."""
    rows = []
    b = replace(load_rule(stated["b"]), plays=PlayPolicy(), avoid_losing_end=True)
    for name, there in stated["a_wins"].items():
        a = replace(load_rule(name), plays=PlayPolicy(), avoid_losing_end=True)
        kingdom = dict.fromkeys((*kingdom_of(a), *kingdom_of(b)))
        setup = base(kingdom, size=len(kingdom))
        others = {
            label: replace(b, plays=_plays(lists, setup))
            for label, lists in stated["instead"].items()
        }
        wins = {}
        for label, rule in {"default lists": b, **others}.items():
            result = duel(setup, a, rule, games=games, seed=SEED, threads=threads)
            won = int(result.a_first.wins[0] + result.b_first.wins[1])
            wins[label] = 100 * won / result.games
        print(f"{name} against {stated['b']}: {wins['default lists']:.2f} %, there {there} %")
        rows.append({"a": name, "b": stated["b"], "there": there, "a_wins": wins})
    return rows


def table(document: Mapping[str, Any]) -> str:
    """Return a document of `measure` as a page in Markdown."""
    said = f"""\
    Both players buy by one rule; one plays by the default lists, the other as stated. Win rates of
    the default lists, in percent, with 95 % intervals, {document["games"]:,} games each, in both
    seat orders on common luck. Stronger is said where Holm's adjustment for all rows together
    leaves p < {1 - document["level"]:.2g}; rows of lists that never decided a game differently are
    left out. "All places" is the mean of a list's places, judged by its own interval. Written by
    `python -m benchmarks.default_plays`, which took {document["processor_seconds"]:,} s of
    processor time."""
    lines = ["# Default plays against others", "", *textwrap.wrap(" ".join(said.split()), 100), ""]
    lines += [
        "| card | the other player | place | the default wins, % | stronger |",
        "|" + "---|" * 5,
    ]
    for (card, other), rows in itertools.groupby(
        (row for row in document["rows"] if row["stronger"] != "alike"),
        key=lambda row: (row["card"], row["other"]),
    ):
        places = list(rows)
        for row in [*places, _mean(places)] if len(places) > 1 else places:
            low, rate, high = (100 * row[name] for name in ("low", "win_rate", "high"))
            wins = f"{rate:.2f} ({low:.2f} to {high:.2f})"
            lines.append(f"| {card} | {other} | {row['place']} | {wins} | {row['stronger']} |")
    pairs = document["published"]
    said = f"""\
    Percent of the games that each bot wins against the bot "{pairs[0]["b"]}": as published by the
    bots' own simulator (30,000 games, so within 0.6), by the default lists, and with one decision
    of "{pairs[0]["b"]}" changed to what that simulator does or may do. Fewer wins in the column of
    the default lists than with a decision changed say that the default one is stronger."""
    labels = list(pairs[0]["a_wins"])
    lines += ["", "# Beside the bots' own simulator", ""]
    lines += [*textwrap.wrap(" ".join(said.split()), 100), ""]
    lines += [f"| bot | there | {' | '.join(labels)} |", "|" + "---|" * (len(labels) + 2)]
    for row in pairs:
        found = " | ".join(f"{row['a_wins'][label]:.2f}" for label in labels)
        lines.append(f"| {row['a']} | {row['there']} | {found} |")
    return "\n".join(lines) + "\n"


def _mean(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the mean over places, of which each plays games of its own."""
    rate = sum(row["win_rate"] for row in rows) / len(rows)
    half = sum((row["high"] - row["low"]) ** 2 for row in rows) ** 0.5 / 2 / len(rows)
    verdict = "open" if abs(rate - 0.5) < half else "default" if rate > 0.5 else "other"
    return {
        "place": "*all places*",
        "win_rate": rate,
        "low": rate - half,
        "high": rate + half,
        "stronger": verdict,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, keep the result, and return an exit code."""
    parser = argparse.ArgumentParser(description="Play default plays against others.")
    parser.add_argument("--games", type=int, default=1_000_000, help="of each comparison")
    parser.add_argument("--cards", nargs="*", help="only these [default: all]")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--dry", action="store_true", help="print the table, keep nothing")
    options = parser.parse_args(arguments)
    known = {card.name: card for card in KINGDOM_CARDS}
    try:
        cards = [known[name] for name in options.cards or known]
        document = measure(options.games, cards, options.threads)
    except (InvalidInput, KeyError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if options.dry:
        print(table(document))
        return 0
    print(f"wrote {store.write('default_plays', document)}")
    page = store.RESULTS / "default_plays.md"
    page.write_text(table(document), encoding="utf-8")
    print(f"wrote {page}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
