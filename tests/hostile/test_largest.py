"""The largest input that every bound lets in, of the shapes that cost a reader most."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from analysis.report.page.read import load_spec
from fastsim import simplified
from fastsim.game.setup_file import load_setup
from fastsim.play.games import kernel_for
from fastsim.rules.load import load_rule, load_rules
from tests.hostile.limits import held_to_the_limits

pytestmark = pytest.mark.deep

TOML, XML, RULE = 199_000, 1_990_000, 49_000


def filled(most: int, item: Callable[[int], str], before: str = "", after: str = "") -> str:
    """As many items as fit."""
    parts, length = [before], len(before) + len(after)
    while length + len(piece := item(len(parts))) <= most:
        parts.append(piece)
        length += len(piece)
    return "".join(parts) + after


def elements(item: str, most: int = 29_990) -> str:
    return f"<playerCollection>{item * most}</playerCollection>"


TOMLS = {
    "tables": filled(TOML, lambda i: f"[a{i:x}]\n"),
    "tables in tables": filled(TOML, lambda i: f"[a{i:x}.b.b.b]\n"),
    "keys under a deep header": filled(TOML, lambda i: f"x{i:x}.b.b.b=1\n", "[a.a.a.a]\n"),
    "inline tables": filled(TOML, lambda i: "{a.b.c.d=1},", "a = [", "]\n"),
    "lists": filled(TOML, lambda i: "[],", "a = [", "]\n"),
    "nested": "a = " + "[" * 190_000,
    "escapes": filled(TOML, lambda i: "\\n", 'a = """', '"""\n'),
    "quotes": filled(TOML, lambda i: "\"'", "#"),
    "almost long keys": filled(TOML, lambda i: "a.b.c.d!,", "#"),
    "rules": filled(TOML, lambda i: f'[rules.a{i:x}]\nbuy="Gold"\n' if i <= 5000 else "#"),
    "broken rules": filled(TOML, lambda i: f'[rules.a{i:x}]\nbuy="Gald"\n' if i <= 5000 else "#"),
    "headers in a text": filled(
        TOML, lambda i: "[x]\n", '[rules.a]\nsource="""\n', '"""\nbuy="Gold"'
    ),
}
XMLS = {
    "empty players": elements('<player name="a"/>'),
    "attributes": filled(XML, lambda i: f' a{i:x}=""', '<player name="x"', "/>"),
    "many attributes": elements('<x a="" b="" c="" d="" e="" f="" g="" h=""/>'),
    "lines": elements("\n", XML - 40),
    "wide letters": elements("\U0001f600\n", 390_000),
    "references": filled(XML, lambda i: "&#65;", '<player name="', '"/>'),
    "cards of a board": filled(
        XML, lambda i: "Gold,", '<player name="a"><board contents="', '"/></player>'
    ),
    "conditions": '<player name="a"><buy name="Gold">'
    + '<condition><left type="countVP"/><operator type="equalTo"/>'
    '<right type="constant" attribute="1e9"/></condition>' * 7400 + "</buy></player>",
    "instructions": filled(XML, lambda i: "<?a?>", "", "<player name='a'/>"),
    "a comment without end": "<!--" + "-" * 1_900_000,
}
FIRST = "Gold if vp > 1"
RULES = {
    "conditions": filled(RULE, lambda i: f" and turn < {i}", FIRST),
    "conditions far apart": filled(RULE, lambda i: f" and turn < {300 * i}", FIRST),
    "fractions": filled(RULE, lambda i: f" and own(Gold)/{999 + i} < turn/{998 + i}", FIRST),
    "terms": filled(RULE, lambda i: f" and {'own(Gold)+' * 60} {i} < 9", FIRST),
    "entries": filled(RULE, lambda i: f"Gold if turn < {i} and vp < {i % 7}\n" if i < 500 else "#"),
    "words": filled(RULE, lambda i: "a "),
    "brackets": filled(RULE, lambda i: "(", "Gold if own"),
}
SPECS = {
    "sweeps": 'title="x"\n'
    + '[[sweeps]]\ntemplate="Gold if turn < {a}"\nx="a=0:2000"\nagainst="Big Money"\ngames=4\n'
    * 100,
    "rules": 'title="x"\n'
    + "".join(f'[[rules]]\nname="a{i}"\nrule="Gold; Silver if turn < {i}"\n' for i in range(100))
    + '[duel]\na="a1"\nb="a2"\ngames=4',
}


@pytest.mark.parametrize("name", TOMLS)
def test_toml(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.toml"
    path.write_text(TOMLS[name], encoding="utf-8")
    for read in (load_rules, load_setup):
        with held_to_the_limits(path, timed=True):
            read(str(path))


@pytest.mark.parametrize("name", XMLS)
def test_xml(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.xml"
    path.write_text(XMLS[name], encoding="utf-8")
    with held_to_the_limits(path, timed=True):
        for rule in load_rules(str(path)).rules.values():
            kernel_for(simplified(), [rule, rule])


@pytest.mark.parametrize("name", RULES)
def test_rule_texts(name: str) -> None:
    with held_to_the_limits(timed=True):
        rule = load_rule(RULES[name], simplified())
        kernel_for(simplified(), [rule, rule])


@pytest.mark.parametrize("name", SPECS)
def test_specs(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.toml"
    path.write_text(SPECS[name], encoding="utf-8")
    with held_to_the_limits(path, timed=True):
        load_spec(path)
