"""Every reader of what others write, on real input that was tampered with."""

import contextlib
import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings

from analysis.cli.options import parse_count, parse_share, parse_values
from analysis.questions.sweep import parse_axis
from analysis.report.page.read import load_spec
from fastsim import basic, simplified
from fastsim.cards import KINGDOM_CARDS
from fastsim.cards.read import read_text
from fastsim.cards.words import summary_of
from fastsim.game.setup_file import load_setup
from fastsim.play.games import kernel_for
from fastsim.rules.describe import describe
from fastsim.rules.files import write_rule_file
from fastsim.rules.geronimoo_writer import write_geronimoo
from fastsim.rules.load import load_rule, load_rules
from fastsim.rules.model import BuyRule
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import FastsimError
from tests.hostile import corpus
from tests.hostile.limits import FEW_AND_MANY, held_to_the_limits
from tests.hostile.mutations import mutants

#: Cases of each reader.
FEW, MANY = 40, 1500


class Reader(NamedTuple):
    """Seeds to change, and what reads the outcome: a text, or a file in that folder."""

    seeds: Sequence[bytes]
    read: Callable[[bytes, Path], object]


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")  # as arguments of a command are


def _rule_of(data: bytes, _: Path) -> None:
    rule = load_rule(_text(data))
    _use(rule)


def _use(rule: BuyRule) -> None:
    """Take a rule on all ways: it comes back from its text, and plays or is refused."""
    assert parse_rule(describe(rule)) == rule
    for setup in (simplified(), basic()):
        with contextlib.suppress(FastsimError):
            kernel_for(setup, [rule, rule])
    for write in (write_rule_file, write_geronimoo):
        with contextlib.suppress(FastsimError):
            write([rule])


def _rules_of(data: bytes, folder: Path, name: str) -> None:
    path = folder / name
    for rule in list(load_rules(str(path)).rules.values())[:20]:
        _use(rule)


def _card_of(data: bytes, _: Path) -> None:
    text = read_text(_text(data))
    words = summary_of(text)
    if len(words) <= len(data):  # within the bounds, too
        assert read_text(words) == text


READERS = {
    "card text": Reader([summary_of(card).encode() for card in KINGDOM_CARDS], _card_of),
    "rule text": Reader([rule.encode() for rule in corpus.RULES], _rule_of),
    "rule file": Reader(
        [corpus.RULE_FILE.encode(), *corpus.files("fastsim/rules/library/*.toml")],
        functools.partial(_rules_of, name="x.toml"),
    ),
    "bots": Reader(
        [corpus.BOTS.encode(), *corpus.files("tests/rules/data/*.xml")],
        functools.partial(_rules_of, name="x.xml"),
    ),
    "setup file": Reader(
        [corpus.SETUP.encode()], lambda _, folder: load_setup(str(folder / "x.toml"))
    ),
    "setup text": Reader(
        [text.encode() for text in corpus.SETUP_TEXTS], lambda data, _: load_setup(_text(data))
    ),
    "spec": Reader(
        [corpus.SPEC.encode(), *corpus.files("reports/*.toml", "analysis/report/default.toml")],
        lambda _, folder: load_spec(folder / "x.toml"),
    ),
    "--set": Reader(
        [text.encode() for text in corpus.SETTINGS], lambda data, _: parse_values([_text(data)])
    ),
    "axis": Reader(
        [text.encode() for text in corpus.AXES], lambda data, _: parse_axis(_text(data))
    ),
    "count": Reader(
        [b"200000", b"2e5", b"0.2M", b"1_000k"], lambda data, _: parse_count(_text(data))
    ),
    "share": Reader([b"0.1%", b"0.001"], lambda data, _: parse_share(_text(data))),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


@pytest.mark.parametrize("many", FEW_AND_MANY)
@pytest.mark.parametrize("name", READERS)
def test_tampered_input_is_read_or_refused_in_one_clear_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, many: bool
) -> None:
    reader = READERS[name]
    monkeypatch.chdir(folder)

    @settings(max_examples=MANY if many else FEW)
    @given(mutants(reader.seeds))
    def check(data: bytes) -> None:
        for ending in ("toml", "xml"):
            (folder / f"x.{ending}").write_bytes(data)
        # a text may itself name files of rules and setups
        with held_to_the_limits(
            folder, _text(data), folder / "x.toml", folder / "x.xml", timed=many
        ):
            reader.read(data, folder)

    for warm in reader.seeds:  # what is imported or kept at the first call is no cost of an input
        for ending in ("toml", "xml"):
            (folder / f"x.{ending}").write_bytes(warm)
        with contextlib.suppress(FastsimError):
            reader.read(warm, folder)
    check()
