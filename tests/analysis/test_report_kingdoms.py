"""Reports on tables of several players and on single kingdom cards: specs, words and pages."""

import csv
import io
import tomllib
import zipfile
from base64 import b64decode
from pathlib import Path

import pytest

from analysis.report.page.play import play_report
from analysis.report.page.read import load_spec, parse_spec
from analysis.report.page.render import render
from analysis.report.page.results import Results
from analysis.report.parts.cards import CARDS as STUDIED
from analysis.report.parts.cards import card_findings
from analysis.report.parts.comparison.part import COMPARISON as COMPARED
from analysis.report.parts.lineups import LINEUPS as SEATED
from analysis.report.parts.lineups import findings as lineup_findings
from fastsim.text.errors import InvalidInput

LINEUPS = '[[lineups]]\nsetup = "basic-3"\nrules = ["BM", "BMU", "Greedy"]\ngames = 60\n'
CARDS = """
[cards]
cards = ["Smithy", "Chapel"]
counts = "count=1:2"
over = ["rich=12:18:6"]
against = "Big Money Ultimate"
search = 40
games = 200
[[cards.templates]]
name = "before Silver"
rule = "Province if total_money > {rich}; Gold; {card} if own({card}) < {count}; Silver"
[[cards.templates]]
name = "after Silver"
max_cost = 2
rule = "Province; Gold; Silver; {card} if own({card}) < {count}"
"""
COMPARISON = '[comparison]\nrules = ["BM", "BMU", "Greedy"]\ngames = 400\n'


def parse(text):
    return parse_spec(
        tomllib.loads('title = "T"\nsetup = "basic"\n' + text), source="my.toml", name="my"
    )


@pytest.fixture(scope="module")
def played() -> Results:
    again = LINEUPS.replace('rules = ["BM", "BMU", "Greedy"]\n', "").replace("60", "600")
    four = LINEUPS.replace("basic-3", "basic-4").replace('"Greedy"', '"Greedy", "Duchy dancing"')
    return play_report(parse(COMPARISON + again + four.replace("60", "240") + CARDS))


def test_line_ups_play_the_rules_of_the_comparison() -> None:
    spec = parse(COMPARISON + LINEUPS.replace('rules = ["BM", "BMU", "Greedy"]\n', ""))
    (compared,) = COMPARED.asked(spec.parts)
    (lineups,) = SEATED.asked(spec.parts)
    assert lineups.rules == compared.rules
    assert lineups.title == "With 3 players"
    assert lineups.played == 60


def test_games_are_counted() -> None:
    spec = parse(CARDS)
    (cards,) = STUDIED.asked(spec.parts)
    # of a card of 4: 2 numbers x 2 values; of one of 2 the last place, too, which has no values
    assert [len(cards.plan.variants(card)) for card in cards.plan.cards] == [4, 6]
    looks = 4 * 40 + 4 * 320 + 2 * 200, 6 * 40 + 6 * 320 + 2 * 200
    assert spec.total_games == sum(looks)
    assert parse(LINEUPS.replace("60", "61")).total_games == 66


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LINEUPS.replace("basic-3", "basic"), "lineups, number 1: the setup 'basic' has 2 players"),
        (LINEUPS.replace('"Greedy"', ""), "2 rules for 3 players"),
        (LINEUPS.replace("60", "6"), "6 games a line-up"),
        (LINEUPS.replace('"Greedy"', '"Smithy"'), "has no Smithy pile"),
        (LINEUPS.replace("rules", "rule"), "unknown key 'rule'"),
        ('[[lineups]]\nsetup = "basic-3"\ngames = 60\n', "rules is missing"),
        (CARDS.replace("Chapel", "Smythy"), "'Smythy' is not a kingdom card"),
        (CARDS.replace('"Chapel"', '"Smithy"'), "Smithy is named twice"),
        (CARDS.replace("count=1:2", "copies=1:2"), "counts = 'copies=1:2'"),
        (CARDS.replace("rich=12", "late=12"), "no values for {rich}"),
        (CARDS.replace("over = [", 'over = ["late=1:2", '), "no template has a parameter {late}"),
        (CARDS.replace("own({card}) < {count}", "turn < 9"), "has no {count}"),
        (CARDS.replace("search = 40", "search = 2"), "search = 2"),
        (CARDS.replace("Silver; {card}", "Sliver; {card}"), "Sliver"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(InvalidInput) as error:
        parse(text)
    assert message in str(error.value)
    assert str(error.value).startswith("my.toml: ")


def test_the_page_holds_all_parts(played: Results) -> None:
    page = render(played)
    for anchor in ("lineups-1", "lineups-2", "cards", "copies"):
        assert f'<section id="{anchor}">' in page
    assert "Tables of several" in page
    assert "Search and fresh games" in page
    assert "fastsim tournament" in page
    assert "base(Smithy),kingdom_size=1" in page
    assert "in five setups" in page  # two, three and four players, and two cards
    data = b64decode(page.split("data:application/zip;base64,")[1].split('"')[0])
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = set(archive.namelist())
        assert {"seats-1.csv", "lineups-2.csv", "lineup-ranking-1.csv", "cards.csv"} <= names
        rows = list(csv.DictReader(io.StringIO(archive.read("cards.csv").decode())))
    assert [(row["card"], row["copies"]) for row in rows] == [
        ("Smithy", "1"), ("Smithy", "2"), ("Chapel", "1"), ("Chapel", "2"),
    ]  # fmt: skip
    assert sum(row["best"] == "True" for row in rows) == 2


def test_fresh_games_are_not_those_that_chose(played: Results) -> None:
    study = STUDIED.of(played)[0].result
    for result in study.results:
        for copies in result.copies:
            assert copies.duel.seed == 2**64 - 1 - study.seed
            assert copies.duel.games == 200
            assert copies.duel.a.name == f"{result.card} ({copies.variant.count})"
        assert result.best.selected.value == max(c.selected.value for c in result.copies)


def test_findings_say_what_tables_show(played: Results) -> None:
    said = [finding.claim for finding in lineup_findings(SEATED.of(played), played)]
    assert any(claim.startswith("At tables of 3, Big Money Ultimate") for claim in said)
    assert any("seat" in claim for claim in said)
    (studied,) = STUDIED.of(played)
    cards = [finding.claim for finding in card_findings(studied.result)]
    assert any("flatter it by" in claim for claim in cards)


def test_the_sample_reports_ask_for_what_they_say() -> None:
    folder = Path(__file__).parents[2] / "reports"
    first_game, one_card = (load_spec(folder / f"{n}.toml") for n in ("first-game", "one-card"))
    lineups = SEATED.asked(first_game.parts)
    assert [part.named.setup.players for part in lineups] == [3, 4]
    (compared,) = COMPARED.asked(first_game.parts)
    assert lineups[0].rules == compared.rules
    (cards,) = STUDIED.asked(one_card.parts)
    assert len(cards.plan.cards) == 26
    for spec in (first_game, one_card):
        assert 2e6 < spec.total_games < 20e6
