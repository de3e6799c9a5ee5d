"""What hostile input is made of: real files, texts made for the purpose, pieces that hurt."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent

RULES: Final = (
    "Province if total_money > 18; Duchy if provinces <= 4; Estate if provinces <= 2; Gold; Silver",
    "Duchy if 2*own(Gold) - treasures/11 >= {duchy} + 0.25 and turn != 3\notherwise Estate, Copper",
    "# comment\navoid_losing_end\nSilver if own(Silver) < 6 and lead >= -3 ; Gold\n",
    "Gold",
)
RULE_FILE: Final = '''
[rules."Two Golds First"]
source = "who published it, where"
buy = """
Province if own(Gold) >= 2
Gold
Silver
"""
otherwise = ["Copper"]
avoid_losing_end = true

[rules.Short]
buy = "Province; Gold; Silver"
'''
BOTS: Final = """<?xml version="1.0" encoding="UTF-8"?>
<playerCollection>
 <player name="Größe" author="me" description="a &lt;b&gt; &amp; c">
  <type name="Bot"/>
  <board contents="Gold, Silver" bane="" Mountain_Pass_Bid="0"/>
  <buy name="Province"><condition><left type="getTotalMoney"/><operator type="greaterThan"/>
   <right type="constant" attribute="18.0"/></condition></buy>
  <buy name="Duchy"><condition><left type="countCardsInDeck" attribute="Gold"/>
   <operator type="smallerOrEqualThan"/><right type="countVP"/>
   <extra_operation type="divideBy" attribute="3.0"/></condition></buy>
  <buy name="Gold"/>
 </player>
 <player name="Witch"><buy name="Witch"/></player>
</playerCollection>
"""
SETUP: Final = """
name = "mine"
players = 2
buy = "optional"
supply = {Copper = 60, Silver = 40, Gold = 30, Estate = 8, Duchy = 8, Province = 8}
deck = {Copper = 7, Estate = 3}
end_piles = 3
province_pile_counts = false
tie = "fewer_turns"
max_turns = 400
"""
SPEC: Final = """
title = "A page"
text = '''One.

Two.'''
seed = 3
level = 0.9
[[rules]]
name = "Mine"
rule = "Province; Gold; Silver if turn < 9"
[comparison]
rules = ["Mine", "Big Money", "Greedy"]
games = 40
baseline = "Big Money"
[[sweeps]]
template = "Province; Duchy if provinces <= {duchy}; Gold; Silver"
x = "duchy=0:8:0.5"
against = "Mine"
games = 40
[[curves]]
a = "Mine"
b = "Mine"
games = 20
show = ["money", "deck"]
[settings]
rules = ["Big Money"]
pairs = [["Mine", "Greedy"]]
games = 40
[[settings.setups]]
base = "simplified"
buy = "optional"
[[settings.setups]]
name = "few"
supply = {Province = 4}
[duel]
a = "Mine"
b = "Big Money"
games = 1_000
"""
SETUP_TEXTS: Final = (
    "simplified",
    "basic-3",
    "simplified,buy=optional,tie=fewer_turns,supply.Gold=20,deck.Copper=6,players=4",
    "basic,province_pile_counts=true,max_turns=300,name=x",
)
SETTINGS: Final = ("duchy=5", "a = 0.25", "x=1/3", "y=-2", "z=1e6")
AXES: Final = ("duchy=0:8", "share=0:1:0.25", "a=-3:3:1/2", "b = 5 : 5")


def files(*patterns: str) -> tuple[bytes, ...]:
    """The project's own files of these patterns."""
    found = tuple(path.read_bytes() for pattern in patterns for path in sorted(ROOT.glob(pattern)))
    assert found
    return found


#: Pieces that have hurt readers of such texts before.
PIECES: Final = (
    *(b"\0", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\r", b"\n", b"\t", b" ", b"\x1b[2J", b"\x07"),
    *(
        t.encode()
        for t in ("\u202e", "\u200f", "\u2028", "\x9b31m", "\uffff", "é", "大", "😀", "²٣")
    ),
    *(
        b"<script>alert(1)</script>",
        b"'",
        b'"',
        b"'''",
        b'"""',
        b"`",
        b"\\",
        b"\\u0000",
        b"$\\frac{",
    ),
    *(
        b"<!DOCTYPE a [<!ENTITY b 'c'>]>",
        b"&b;",
        b"&#0;",
        b"&#x1F600;",
        b"<![CDATA[",
        b"]]>",
        b"<!--",
    ),
    *(
        b"-->",
        b"<?xml version='1.0' encoding='utf-7'?>",
        b"<x>",
        b"</player>",
        b"<player name='a'>",
    ),
    *(
        b"=",
        b"==",
        b"= 1\n",
        b"[",
        b"]",
        b"[[",
        b"{",
        b"}",
        b"a.b.c.d.e.f.g.h.i=1\n",
        b"[x]\n",
        b"#",
    ),
    *(
        b"0",
        b"-1",
        b"1e999999999",
        b"0x" + b"f" * 5000,
        b"9" * 5000,
        b"1e-400",
        b"nan",
        b"inf",
        b"1/0",
    ),
    *(b"true", b"null", b"1979-05-27T07:32:00Z", b"99:99", b"..", b"/etc/passwd", b"../x.toml#y"),
    *(
        b"Province",
        b"Curse",
        b" if ",
        b" and ",
        b" or ",
        b"{p}",
        b"own(",
        b")",
        b"/0",
        b";",
        b",",
        b":",
    ),
    *(b"otherwise Copper", b"a" * 300, b"Gold;" * 600, b"(" * 2000, b"[" * 2000, b"{a=" * 2000),
)
