"""Bot files of Geronimoo's Dominion Simulator, read and written."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastsim import registers as reg
from fastsim.cards import GOLD, PROVINCE, SIX_CARDS
from fastsim.errors import FastsimError, InvalidInput, RuleError
from fastsim.kingdoms import base
from fastsim.rules.check import kingdom_of
from fastsim.rules.collection import RuleCollection
from fastsim.rules.compile import compile_list, compile_rule
from fastsim.rules.describe import describe
from fastsim.rules.geronimoo import parse_geronimoo, read_geronimoo
from fastsim.rules.geronimoo_writer import write_geronimoo
from fastsim.rules.layouts import KingdomLayout
from fastsim.rules.library import library
from fastsim.rules.model import (
    PLAIN_QUANTITIES,
    BuyRule,
    Condition,
    Decision,
    Entry,
    PlayPolicy,
    Quantity,
    Term,
)
from fastsim.rules.parse import parse_rule
from fastsim.setup import basic
from tests.strategies import MEANINGLESS, rules

SAMPLE = Path(__file__).parent / "data" / "bots.xml"


def read(players: str) -> RuleCollection:
    text = f"<playerCollection>\n{players}\n</playerCollection>"
    return parse_geronimoo(text.encode(), source="bots.xml")


def read_condition(left: str, operator: str, right: str, extra: str = "") -> RuleCollection:
    """Return the bot that buys Gold on a condition whose parts are given as ``type:attribute``."""

    def element(tag: str, part: str) -> str:
        kind, colon, attribute = part.partition(":")
        return f"<{tag} type='{kind}'" + (f" attribute='{attribute}'/>" if colon else "/>")

    parts = element("left", left) + element("operator", operator) + element("right", right)
    parts += element("extra_operation", extra) if extra else ""
    return read(f"<player name='x'><buy name='Gold'><condition>{parts}</condition></buy></player>")


# -- reading -----------------------------------------------------------------------------------


def test_a_file_of_bots() -> None:
    found = read_geronimoo(SAMPLE)
    assert found.source == str(SAMPLE)
    assert list(found.rules) == ["Plain Money", "Every Function"]
    plain = found.rules["Plain Money"]
    assert describe(plain, separator="; ") == "Province; Gold; Silver"
    assert plain.source == "Ada: Money, and nothing else."
    assert describe(found.rules["Every Function"]).splitlines() == [
        "Province if total_money > 18",
        "Duchy if provinces <= 5 and vp <= opponent_vp - 20",
        "Gold if own(Gold) < treasures/11 and victories >= 1.5*actions and deck_size == money + 3",
        "Silver if hand(Copper) == opponents(Silver) and turn < gains_to_end"
        " and empty_piles < buys and action_phase == 0 and 2 > supply(Estate)",
    ]
    # the simulator's own care about losing ends is not in the file: the loader adds it
    assert not any(rule.avoid_losing_end for rule in found.rules.values())


def test_the_rest_is_refused_by_name_with_every_reason() -> None:
    found = read_geronimoo(SAMPLE)
    assert {refusal.name: refusal.reason for refusal in found.refused} == {
        "Spy Ring": "unsupported card 'Spy' of the base set's First Edition (line 85); "
        "unsupported card type 'Duration' (line 88)",
        "Head Start": "a start_state of its own (line 95)",
    }
    with pytest.raises(RuleError, match="bot 'Head Start' cannot be expressed: a start_state") as e:
        found.get("head start")
    assert e.value.location is not None
    assert e.value.location.line == 94


def test_a_rule_knows_the_lines_of_its_file() -> None:
    entry = read_geronimoo(SAMPLE).rules["Every Function"].entries[0]
    assert entry.location is not None
    assert str(entry.location) == f"{SAMPLE}, line 15, column 5"
    quantity = entry.conditions[0].left[0].quantity
    assert quantity is not None
    assert quantity.location is not None
    assert quantity.location.line == 17


@pytest.mark.parametrize(
    ("left", "operator", "right", "extra", "text"),
    [
        ("countVP", "greaterThan", "constant:2", "", "vp > 2"),
        ("countVP", "greaterThan", "constant:-2.50", "", "vp > -2.5"),
        ("countVP", "greaterThan", "constant:1.5E1", "", "vp > 15"),
        ("countVP", "greaterThan", "constant:+.5", "", "vp > 0.5"),
        ("constant:3.0", "smallerThan", "countVP", "", "3 < vp"),
        ("countTurns", "equalTo", "countVP", "plus:0.0", "turn == vp"),
        ("countTurns", "equalTo", "countVP", "plus:-2.0", "turn == vp - 2"),
        ("countTurns", "equalTo", "countVP", "minus:-2.0", "turn == vp + 2"),
        ("countTurns", "equalTo", "countVP", "multiplyWith:1.0", "turn == 1*vp"),
        ("countTurns", "equalTo", "countVP", "multiplyWith:-0.5", "turn == -0.5*vp"),
        ("countTurns", "equalTo", "countVP", "divideBy:-3.0", "turn == -vp/3"),
        # an extra operation on a constant is worked out
        ("countVP", "equalTo", "constant:0.0", "divideBy:8.0", "vp == 0"),
        ("countVP", "smallerThan", "constant:1.0", "minus:3.0", "vp < -2"),
        ("countVP", "smallerThan", "constant:1.5", "plus:3.0", "vp < 4.5"),
        ("countVP", "smallerThan", "constant:1.5", "multiplyWith:3.0", "vp < 4.5"),
        ("countVP", "smallerThan", "constant:1.0", "divideBy:3.0", "3*vp < 1"),
        ("countVP", "smallerThan", "constant:1.0", "divideBy:-3.0", "-3*vp > 1"),
        ("constant:2.0", "smallerOrEqualThan", "constant:1.0", "divideBy:-3.0", "-6 >= 1"),
        # superfluous attributes are ignored, as the simulator does
        ("countVP:Copper", "greaterThan", "constant:2.0", "", "vp > 2"),
        ("countCardsInPlay:Gold", "greaterThan", "constant:2.0", "", "in_play(Gold) > 2"),
        ("actionsLeft", "greaterThan", "constant:2.0", "", "actions_left > 2"),
        ("countCardsInSupply:Gold", "equalTo", "countVP", "", "supply(Gold) == vp"),
        ("countCardsInDeck:Throne_Room", "equalTo", "countVP", "", "own(Throne Room) == vp"),
        ("countCardTypeInDeck:Terminal", "equalTo", "countVP", "", "terminals == vp"),
    ],
)
def test_conditions(left: str, operator: str, right: str, extra: str, text: str) -> None:
    found = read_condition(left, operator, right, extra)
    assert not found.refused
    assert describe(found.rules["x"]) == f"Gold if {text}"
    assert parse_rule(f"Gold if {text}") == found.rules["x"]


@pytest.mark.parametrize(
    ("left", "operator", "right", "extra", "reason"),
    [
        ("countOnTavernMat:Gold", "equalTo", "constant:1.0", "", "function 'countOnTavernMat'"),
        ("countvp", "equalTo", "constant:1.0", "", "unsupported function 'countvp'"),
        ("countVP", "notEqualTo", "constant:1.0", "", "unsupported operator 'notEqualTo'"),
        ("countVP", "equalTo", "constant:1.0", "modulo:2.0", "extra_operation 'modulo'"),
        ("countVP", "equalTo", "constant:one", "", "'one' is not a number"),
        ("countVP", "equalTo", "constant:NaN", "", "'NaN' is not a number"),
        ("countVP", "equalTo", "constant:Infinity", "", "'Infinity' is not a number"),
        ("countVP", "equalTo", "constant:1.0E400", "", "'1.0E400' is not a number"),
        ("countVP", "equalTo", "constant:1.0E40", "", "a number of more than 9 digits"),
        ("countVP", "equalTo", "constant:3.3333333333333335", "", "of more than 9 digits"),
        ("countVP", "equalTo", "constant", "", "'' is not a number"),
        ("countVP", "equalTo", "constant:1.0", "plus", "'' is not a number"),
        ("countVP", "equalTo", "constant:1.0", "plus:countVP", "'countVP' is not a number"),
        ("countVP", "equalTo", "constant:1.0", "divideBy:0.0", "a division by 0"),
        ("countVP", "equalTo", "countTurns", "divideBy:0", "a division by 0"),
        ("countCardsInDeck:Wharf", "equalTo", "constant:1.0", "", "card 'Wharf' of Seaside (line"),
        ("countCardsInDeck", "equalTo", "constant:1.0", "", "unsupported card ''"),
        ("countCardTypeInDeck:Duration", "equalTo", "countVP", "", "card type 'Duration'"),
    ],
)
def test_conditions_that_cannot_be_expressed(
    left: str, operator: str, right: str, extra: str, reason: str
) -> None:
    found = read_condition(left, operator, right, extra)
    assert not found.rules
    (refusal,) = found.refused
    assert refusal.name == "x"
    assert reason in refusal.reason
    assert "(line 2)" in refusal.reason


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        ("<player name='x'/>", "it buys nothing"),
        ("<player name='x'><buy/></player>", "unsupported card ''"),
        ("<player name='x'><buy name='King$s_Court'/></player>", "card 'King$s_Court'"),
        ("<player name='x'><buy name='Gold' strategy='combo'/></player>", "strategy 'combo'"),
        ("<player name='x'><buy name='Gold' bane='Cellar'/></player>", "bane 'Cellar'"),
        ("<player name='x'><board bane='Cellar'/><buy name='Gold'/></player>", "bane 'Cellar'"),
        ("<player name='x'><board contents='Gold, Fort'/><buy name='Gold'/></player>", "'Fort'"),
        ("<player name='x'><board Shelters='true'/><buy name='Gold'/></player>", "Shelters 'true'"),
        ("<player name='x'><boat/><buy name='Gold'/></player>", "unknown element <boat>"),
        ("<player name='x'><buy name='Gold'><left/></buy></player>", "unknown element <left>"),
        ("<player name='x'><buy name='Gold'><condition/></buy></player>", "without <left>"),
        (
            "<player name='x'><buy name='Gold'><condition><left/><left/></condition></buy>"
            "</player>",
            "a condition with two <left>",
        ),
        (
            "<player name='x'><buy name='Gold'><condition><buy/></condition></buy></player>",
            "unknown element <buy>",
        ),
        ("<player name='x'>" + "<buy name='Gold'/>" * 501 + "</player>", "more than 500 buys"),
    ],
)  # fmt: skip
def test_bots_that_cannot_be_expressed(player: str, reason: str) -> None:
    found = read(player + "<player name='y'><buy name='Gold'/></player>")
    assert list(found.rules) == ["y"]
    assert [refusal.name for refusal in found.refused] == ["x"]
    assert reason in found.refused[0].reason


def test_names_are_needed_and_used_once() -> None:
    found = read(
        "<player name='x'><buy name='Gold'/></player>\n"
        "<player name='x'><buy name='Silver'/></player>"
        "<player><buy name='Gold'/></player><plyer name='z'/>"
    )
    assert describe(found.rules["x"]) == "Gold"
    assert [str(refusal) for refusal in found.refused] == [
        "x: another bot of this name stands before it (line 3)",
        "(no name): no name (line 3)",
        "<plyer>: not a player (line 3)",
    ]


def test_many_reasons_are_counted() -> None:
    cards = "".join(f"<buy name='Card{n}'/>" for n in range(9))
    (refusal,) = read(f"<player name='x'>{cards}</player>").refused
    assert refusal.reason.endswith("'Card3' (line 2); and 5 more")


def test_a_file_of_one_player_without_a_collection() -> None:
    found = parse_geronimoo(b"<player name='x'><buy name='gold'/></player>", source="x.xml")
    assert describe(found.rules["x"]) == "Gold"


# -- files that are wrong, or hostile ----------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "line", "column", "what"),
    [
        (b"", 1, 1, "broken XML: no element found"),
        (b"<playerCollection>\n  <player", 2, 3, "broken XML: unclosed token"),
        (b"<playerCollection>\n <player name='x'>\n</playerCollection>", 3, 3, "mismatched tag"),
        (b"<playerCollection><player name='x' name='y'/>", 1, 36, "duplicate attribute"),
        (b"<a>\n\n&nbsp;</a>", 3, 1, "undefined entity"),
        (b"<html><body/></html>", 1, 1, "it begins with <html>"),
        (b"<playerCollection/>\n<player/>", 2, 1, "junk after document element"),
        (b"\n<?xml version='1.0'?><playerCollection/>", 2, 1, "not at start"),
        (b"just text", 1, 1, "syntax error"),
        (b"<a>\0</a>", 1, 4, "not well-formed"),
        (b"<!DOCTYPE x []><a/>", 1, 1, "document types and entities are not read"),
        (b"<?xml version='1.0'?>\n<!-- x -->\n <!DOCTYPE x><a/>", 3, 2, "document types"),
        (b"<a>" * 17, 1, 49, "nested more than 16 deep"),
    ],
)
def test_files_that_are_not_bot_files(data: bytes, line: int, column: int, what: str) -> None:
    with pytest.raises(RuleError) as caught:
        parse_geronimoo(data, source="my.xml")
    assert what in caught.value.what
    place = caught.value.location
    assert place is not None
    assert (place.source, place.line, place.column) == ("my.xml", line, column)
    assert place.text == data.decode("latin-1").split("\n")[line - 1]


def test_an_entity_bomb_is_refused_before_it_is_read() -> None:
    levels = "".join(f"<!ENTITY l{n} '{f'&l{n - 1};' * 20}'>" for n in range(1, 30))
    bomb = f"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY l0 'ha'>{levels}]><x>&l29;</x>"
    began = time.perf_counter()
    for encoding in ("utf-8", "utf-16", "utf-16-le"):
        with pytest.raises(RuleError, match="document types"):
            parse_geronimoo(bomb.encode(encoding), source="bomb.xml")
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize(
    "data",
    [
        b"<playerCollection>" + b"<player/>" * 200_000,
        b"<!-- -->" * 200_000 + b"<playerCollection/>",
        b" " * 1_800_000 + b"<!--" + b"-" * 100_000,
        b"<a b='" + b"x" * 1_900_000,
        b"<playerCollection>" + b"<player name='x'>" * 100_000,
        b"<playerCollection><player name='" + b"x" * 1_900_000 + b"'/></playerCollection>",
    ],
    ids=["elements", "comments", "blanks", "attribute", "depth", "name"],
)
def test_large_files_take_bounded_time(data: bytes) -> None:
    began = time.perf_counter()
    try:
        found = parse_geronimoo(data, source="large.xml")
    except RuleError as error:
        assert len(str(error)) < 1000  # noqa: PT017 - some of them are fine
    else:
        assert all(len(str(refusal)) < 1000 for refusal in found.refused)
    assert time.perf_counter() - began < 10


def test_too_large_a_file(tmp_path: Path) -> None:
    path = tmp_path / "large.xml"
    path.write_bytes(b" " * 2_000_001)
    with pytest.raises(InvalidInput, match=r"too large"):
        read_geronimoo(path)
    with pytest.raises(InvalidInput, match=r"too large"):
        parse_geronimoo(path.read_bytes(), source="large.xml")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"nowhere\.xml: cannot be read: No such file"):
        read_geronimoo(tmp_path / "nowhere.xml")
    with pytest.raises(InvalidInput, match=r"cannot be read: Is a directory"):
        read_geronimoo(tmp_path)


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("utf-8", "UTF-8"), ("utf-8-sig", "utf-8"), ("utf-8", None), ("utf-16", "UTF-16"),
        ("utf-16", None), ("utf-16-le", None), ("utf-16-be", "UTF-16"), ("latin-1", "ISO-8859-1"),
        ("cp1252", "windows-1252"),
    ],
)  # fmt: skip
def test_encodings(encoding: str, declared: str | None) -> None:
    header = f"<?xml version='1.0' encoding='{declared}'?>\n" if declared else ""
    text = f"{header}<player name='Größe'><buy name='Gold'/></player>"
    assert list(parse_geronimoo(text.encode(encoding), source="x.xml").rules) == ["Größe"]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"<?xml version='1.0' encoding='rot13'?><a/>", "unknown encoding 'rot13'"),
        (b"<?xml version='1.0' encoding='utf-7'?><a/>", "unknown encoding 'utf-7'"),
        (b"<?xml version='1.0' encoding='\xff'?><a/>", "unknown encoding"),
        (b"<a b='\xff'/>", r"not utf-8 text \(byte 6\)"),
        (b"<?xml version='1.0' encoding='us-ascii'?><a b='\xe9'/>", "not ascii text"),
        (b"\xff\xfea", "not utf-16 text"),
        (b"\xff\xfe\x00\xd8<\x00", "not utf-16 text"),
    ],
)
def test_odd_encodings_are_refused(data: bytes, what: str) -> None:
    with pytest.raises(InvalidInput, match=what):
        parse_geronimoo(data, source="x.xml")


_PIECES = """<player name='x'> </player> <buy name='Gold'> </buy> <condition> </condition> &lt;
<left type='countVP'/> <operator type='equalTo'/> <right type='constant' attribute='1.0'/>
<extra_operation type='plus' attribute='1'/> <board contents='Gold'/> <start_state/> <!DOCTYPE a [
]> <![CDATA[ ]]> <!-- --> <?xml version='1.0' encoding='utf-8'?> </playerCollection>"""
_TAGS = re.split(r"\s(?=[<&\]-])", _PIECES)
_MARKUP = st.sampled_from([*(tag.encode() for tag in _TAGS), b"\xff", b"\0", b"\n"])


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=60) | st.lists(_MARKUP, max_size=20).map(b"".join), st.booleans())
def test_any_bytes_are_bots_or_one_clear_error(data: bytes, wrapped: bool) -> None:
    text = b"<playerCollection>" + data + b"</playerCollection>" if wrapped else data
    try:
        found = parse_geronimoo(text, source="x.xml")
    except FastsimError:
        return
    for rule in found.rules.values():
        assert parse_rule(describe(rule)) == rule


# -- writing -----------------------------------------------------------------------------------


def rewritten(rule: BuyRule) -> BuyRule:
    found = parse_geronimoo(write_geronimoo([rule]).encode(), source="x.xml")
    assert not found.refused
    (again,) = found.rules.values()
    return again


def meaning(rule: BuyRule) -> list[tuple[int, frozenset[object]]]:
    """Return each entry's card and conditions, in a form that does not depend on the notation."""
    kingdom = kingdom_of(rule)
    if kingdom:
        setup = base(kingdom, size=len(kingdom))
        table = compile_list(rule, setup, Decision.BUY, KingdomLayout(setup), setup.supply)
    else:
        table = compile_rule(rule, basic())
    entries: list[tuple[int, frozenset[object]]] = []
    for entry, card in enumerate(table.card.tolist()):
        conditions: set[object] = set()
        for c in range(table.first_condition[entry], table.first_condition[entry + 1]):
            terms = slice(table.first_term[c], table.first_term[c + 1])
            weights, bound = table.coefficient[terms], int(table.bound[c])
            if table.relation[c] == reg.EQUAL and weights[0] < 0:
                weights, bound = -weights, -bound
            registers = table.register[terms].tolist()
            conditions.add((int(table.relation[c]), bound, *registers, *weights.tolist()))
        entries.append((card, frozenset(conditions)))
    return entries


#: What the format can say as it stands.
_OURS = ("seat", "lead", "forced", "hand_size", "hand_actions")
_SIDES = [Quantity(name) for name in PLAIN_QUANTITIES if name not in _OURS]
_SIDES += [
    Quantity(name, card)
    for name in ("own", "supply", "hand", "in_play", "opponents")
    for card in SIX_CARDS
    if (name, card) != ("supply", PROVINCE)  # which reads as `provinces`
]
_QUANTITIES = st.sampled_from(_SIDES)
_NUMBERS = st.builds(Fraction, st.integers(0, 9999), st.sampled_from([1, 2, 10, 1000]))


def _constant(number: Fraction, negative: bool) -> Term:
    return Term(None, number, negative=negative and number != 0)


_CONSTANTS = st.builds(_constant, _NUMBERS, st.booleans())
_POSITIVE = _NUMBERS.filter(bool)
_RIGHT = st.one_of(
    _CONSTANTS.map(lambda term: (term,)),
    _QUANTITIES.map(lambda quantity: (Term(quantity),)),
    st.tuples(_QUANTITIES.map(Term), st.builds(_constant, _POSITIVE, st.booleans())),
    st.builds(Term, _QUANTITIES, _POSITIVE, st.booleans(), st.booleans()).map(lambda term: (term,)),
)
_EXPRESSIBLE = st.builds(
    Condition,
    st.one_of(_QUANTITIES.map(Term), _CONSTANTS).map(lambda term: (term,)),
    st.sampled_from(["<", "<=", "==", ">=", ">"]),
    _RIGHT,
)
_NAMES = st.characters(
    codec="utf-8",
    exclude_categories=["Cc", "Zs", "Zl", "Zp"],
    exclude_characters="\ufffe\uffff",
)
_WRITABLE = st.builds(
    BuyRule,
    st.lists(
        st.builds(Entry, st.sampled_from(SIX_CARDS), st.lists(_EXPRESSIBLE, max_size=3).map(tuple)),
        min_size=1,
        max_size=5,
    ).map(tuple),
    name=st.text(_NAMES, min_size=1).filter(str.strip),
)


@settings(deadline=None, max_examples=80)
@given(_WRITABLE)
def test_what_the_format_can_say_comes_back_equal(rule: BuyRule) -> None:
    again = rewritten(rule)
    assert again == rule
    assert again.name == rule.name


@settings(deadline=None, max_examples=200)
@given(rules())
def test_what_is_written_keeps_its_meaning(rule: BuyRule) -> None:
    bare = replace(rule, name="x", otherwise=(), avoid_losing_end=False)
    try:
        again = rewritten(bare)
    except InvalidInput:
        return
    assert meaning(again) == meaning(bare)
    assert rewritten(again) == again


@pytest.mark.parametrize("rule", library().rules.values(), ids=list(library().rules))
def test_the_library_can_be_taken_to_the_simulator(rule: BuyRule) -> None:
    again = rewritten(replace(rule, plays=PlayPolicy()))  # the simulator has plays of its own
    assert meaning(again) == meaning(replace(rule, otherwise=(), avoid_losing_end=False))
    assert (again.name, again.source) == (rule.name, " ".join(rule.source.split()))


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("lead < 0", "vp < opponent_vp"),
        ("lead > -3", "vp > opponent_vp - 3"),
        ("3 >= 2*own(Gold) + vp - vp", "own(Gold) <= 1.5"),
        ("3*own(Gold) > 4", "3*own(Gold) > 4"),
        ("-own(Gold) < -4", "own(Gold) > 4"),
        ("11*own(Gold) < treasures", "own(Gold) < treasures/11"),
        ("own(Gold) - own(Silver) == 2", "own(Gold) == own(Silver) + 2"),
        ("own(Gold) + own(Silver) == 0", "own(Gold) == -own(Silver)/1"),
        ("supply(Province) < 4", "provinces < 4"),
        ("1 < 2", "1 < 2"),
        ("vp - vp > 1", "-1 > 0"),
        ("own(Gold) >= 0*vp", "own(Gold) >= 0"),
        ("own(Gold) < 3*treasures - 0", "own(Gold) < 3*treasures"),
    ],
)
def test_conditions_are_solved_for_one_quantity(text: str, again: str) -> None:
    rule = parse_rule(f"Gold if {text}", name="x")
    assert describe(rewritten(rule)) == f"Gold if {again}"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Gold; otherwise Copper", "'otherwise' has no counterpart"),
        ("Gold if vp > {x}", "the parameter {x} has no counterpart"),
        ("Gold if vp != 2", "'!=' has no counterpart"),
        ("Gold if seat == 2", "'seat' has no counterpart"),
        ("Gold if hand_size == 2", "'hand_size' has no counterpart"),
        ("Gold if resolving(Remodel) == 1", "'resolving' has no counterpart"),
        ("Gold; [trash]; Curse", "its list 'trash' has no counterpart"),
        ("Gold if own(Gold) + own(Silver) > 4", "'own(Gold) + own(Silver) > 4' is more than"),
        ("Gold if own(Gold) > treasures/3 + 1", "is more than the format can say"),
        ("Gold if 2*own(Gold) > 3*own(Silver)/1".replace("/1", " + vp"), "is more than"),
        ("Gold if 7*own(Gold) > 3*own(Silver)", "is more than the format can say"),
    ],
)
def test_what_the_format_cannot_say_is_refused(text: str, what: str) -> None:
    rule = parse_rule(text, name="Mine")
    with pytest.raises(InvalidInput) as caught:
        write_geronimoo([rule])
    assert caught.value.what.startswith("rule 'Mine' cannot be written as a bot: ")
    assert what in caught.value.what


def test_numbers_without_a_decimal_form_are_divided() -> None:
    third = Condition((Term(Quantity("own", GOLD)),), "<", (Term(None, Fraction(1, 3)),))
    rule = BuyRule((Entry(GOLD, (third,)),), name="x")
    assert describe(rewritten(rule)) == "Gold if 3*own(Gold) < 1"


def test_care_about_losing_ends_needs_no_words() -> None:
    rule = parse_rule("Gold; avoid_losing_end", name="x")
    assert rewritten(rule) == parse_rule("Gold")


def test_the_written_form() -> None:
    rule = replace(parse_rule("Duchy if lead > -2.5; Gold"), name='A "B" & <C>', source="D\nE")
    assert (
        write_geronimoo([rule])
        == """\
<?xml version='1.0' encoding='UTF-8'?>
<playerCollection>
  <player name="A &quot;B&quot; &amp; &lt;C&gt;" author="" description="D E">
    <type name="Bot" />
    <type name="UserCreated" />
    <buy name="Duchy">
      <condition>
        <left type="countVP" />
        <operator type="greaterThan" />
        <right type="countMAXOpponentVP" />
        <extra_operation type="minus" attribute="2.5" />
      </condition>
    </buy>
    <buy name="Gold" />
  </player>
</playerCollection>
"""
    )


@pytest.mark.parametrize(
    ("names", "what"),
    [
        (["x", "x"], "two rules are named 'x'"),
        ([" "], "a rule without a name"),
    ],
)
def test_names_that_cannot_be_written(names: list[str], what: str) -> None:
    with pytest.raises(InvalidInput, match=what):
        write_geronimoo([parse_rule("Gold", name=name) for name in names])


@pytest.mark.parametrize("source", ["a\0b", "a\ud800"])
def test_sources_that_cannot_be_written(source: str) -> None:
    with pytest.raises(InvalidInput, match="characters that XML cannot hold"):
        write_geronimoo([parse_rule("Gold", name="x", source=source)])


def test_quantities_without_a_meaning_here_are_read_all_the_same() -> None:
    assert {side.name for side in _SIDES} >= MEANINGLESS - {"resolving", *_OURS}
