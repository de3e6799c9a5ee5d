"""Bot files of Geronimoo's Dominion Simulator, read: what their bots say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fastsim.cards import CARDS, COPPER, ESTATE, SILVER
from fastsim.cards.base.village import VILLAGE
from fastsim.cards.kinds import KINDS
from fastsim.game.kingdoms import base
from fastsim.game.setup import GameSetup, basic, simplified
from fastsim.play.games import tally
from fastsim.rules.collection import RuleCollection
from fastsim.rules.describe import describe
from fastsim.rules.geronimoo import parse_geronimoo, read_geronimoo
from fastsim.rules.geronimoo_format import CARD_TYPES, LABELS
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import RuleError

SAMPLE = Path(__file__).parent / "data" / "bots.xml"


def read(players: str, setup: GameSetup | None = None) -> RuleCollection:
    """Return the bots of a file, without the care about losing ends that they all have."""
    text = f"<playerCollection>\n{players}\n</playerCollection>"
    found = parse_geronimoo(text.encode(), source="bots.xml", setup=setup)
    rules = {name: replace(rule, avoid_losing_end=False) for name, rule in found.rules.items()}
    return replace(found, rules=rules)


def only(player: str, setup: GameSetup | None = None) -> str:
    """Return the text of the one bot, or why there is none."""
    found = read(f"<player name='x'>{player}</player>", setup)
    if found.refused:
        return found.refused[0].reason
    return describe(found.rules["x"], separator="; ")


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
    assert describe(plain, separator="; ") == "Province; Gold; Silver; avoid_losing_end"
    assert plain.source == "Ada: Money, and nothing else."
    assert describe(found.rules["Every Function"]).splitlines() == [
        "Province if coins_owned > 18",
        "Duchy if provinces <= 5 and vp <= opponent_vp - 20",
        "Gold if own(Gold) < treasures/11 and victories >= 1.5*actions and deck_size == money + 3",
        "Silver if hand(Copper) == opponents(Silver) and turn < gains_to_end"
        " and empty_piles < buys and action_phase == 0 and 2 > supply(Estate)",
        "avoid_losing_end",
    ]


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
        ("countCardTypeInDeck:Cycler", "greaterThan", "constant:2.0", "", "cyclers > 2"),
        ("getTotalMoney", "equalTo", "countVP", "", "coins_owned == vp"),
        ("getTotalMoneyExcludingMats", "equalTo", "countVP", "", "coins_owned == vp"),
        ("countCardsInDeckNoMats:Gold", "equalTo", "countVP", "", "own(Gold) == vp"),
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
        ("countCardTypeInDeck:Villages", "equalTo", "countVP", "", "card type 'Villages'"),
        ("countCardsLeftInDrawDeck", "equalTo", "countVP", "", "'countCardsLeftInDrawDeck'"),
        ("countVP' quantity='lead", "equalTo", "countVP", "", "quantity 'lead'"),
        ("countVP' card='Gold", "equalTo", "countVP", "", "unknown attribute 'card' of <left>"),
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
        (
            "<player name='x'><type name='AppliesPPR'/><buy name='Duchy'/>"
            + "<buy name='Province'/>" * 130 + "</player>",
            "more than 500 buys",
        ),
        ("<player name='x' team='A'><buy name='Gold'/></player>", "attribute 'team' of <player>"),
        ("<player name='x'><buy name='Gold' max='3'/></player>", "attribute 'max' of <buy>"),
        ("<player name='x'><buy name='Gold'>if rich</buy></player>", "text in <buy>: 'if rich'"),
        ("<player name='x'>Note<buy name='Gold'/></player>", "text in <player>: 'Note'"),
        ("<player name='x' avoid_losing_end='no'><buy name='Gold'/></player>", "_end 'no'"),
        (
            "<player name='x'><buy name='Gold'><condition><left type='countVP'><type/></left>"
            "</condition></buy></player>",
            "unknown element <type>",
        ),
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


# -- what changes how a bot plays, and what does not -------------------------------------------


def test_the_simulator_counts_the_coins_of_actions_too() -> None:
    """Militia 2, Festival 2, Vassal 2, Market 1, Poacher 1 and Moneylender 1."""
    worth = {"Festival": 2, "Market": 1, "Militia": 2, "Moneylender": 1, "Poacher": 1, "Vassal": 2}
    coins = {card.name: card.coin_value for card in CARDS if card.coin_value}
    assert coins == worth | {"Copper": 1, "Silver": 2, "Gold": 3}


def test_card_types_are_those_of_the_simulator() -> None:
    members = {
        called: {card.name for card in CARDS if KINDS[kind].has(card)}
        for called, kind in CARD_TYPES.items()
    }
    assert members["Cycler"] == {
        "Cellar", "Harbinger", "Laboratory", "Market", "Merchant", "Poacher", "Sentry", "Village",
    }  # fmt: skip
    assert members["Village"] == {"Festival", "Village"}
    assert members["Terminal"] == {
        "Artisan", "Bandit", "Bureaucrat", "Chapel", "Council Room", "Library", "Militia", "Mine",
        "Moat", "Moneylender", "Remodel", "Smithy", "Vassal", "Witch", "Workshop",
    }  # fmt: skip
    assert members["Card_Advantage"] == {
        "Council Room", "Laboratory", "Library", "Moat", "Smithy", "Witch",
    }  # fmt: skip
    assert members["Attack"] == {"Bandit", "Bureaucrat", "Militia", "Witch"}
    assert members["Trasher"] == {"Chapel", "Remodel", "Sentry"}
    assert members["TrashForBenefit"] == {"Remodel"}
    assert members["Multiplier"] == {"Throne Room"}
    assert members["Reaction"] == {"Moat"}
    assert members["Curse"] == {"Curse"}
    assert members["Treasure"] == {"Copper", "Silver", "Gold"}
    assert members["Victory"] == {"Estate", "Duchy", "Province", "Gardens"}
    assert len(members["Base"]) == 7
    assert members["Base"] | members["Kingdom"] == {card.name for card in CARDS}
    assert members["Action"] == members["Kingdom"] - {"Gardens"}
    assert set(CARD_TYPES.values()) == set(KINDS)


def test_a_bot_that_counts_cyclers_plays_where_few_of_them_are() -> None:
    found = read_condition("countCardTypeInDeck:Cycler", "smallerThan", "constant:9.0")
    assert describe(found.rules["x"]) == "Gold if cyclers < 9"
    setup = base([VILLAGE], size=1)
    texts = ("Village if cyclers < 9; Gold", "Village if own(Village) < 9; Gold")
    mine, same = (tally(setup, [parse_rule(text)] * 2, games=200, seed=1) for text in texts)
    assert mine.turns.tolist() == same.turns.tolist()


def test_labels_are_no_matter() -> None:
    labels = "".join(f"<type name='{name}'/>" for name in sorted(LABELS))
    assert only(f"{labels}<buy name='Gold'/>") == "Gold"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("RiffleShuffle", "type 'RiffleShuffle': cards are always shuffled well here (line 2)"),
        ("ShuffleOverhand", "type 'ShuffleOverhand': cards are always shuffled well here (line 2)"),
        ("ShuffleNone", "unknown type 'ShuffleNone', which may change how it plays (line 2)"),
        ("", "unknown type '', which may change how it plays (line 2)"),
    ],
)
def test_types_that_would_change_play_are_refused_by_name(name: str, reason: str) -> None:
    assert only(f"<type name='{name}'/><buy name='Gold'/>") == reason


def test_who_applies_the_penultimate_province_rule() -> None:
    """Two Provinces left, behind, and the Duchy or the Estate that is in stock would lead."""
    applies = "<type name='AppliesPPR'/>"
    assert only(f"{applies}<buy name='Province'/><buy name='Gold'/>") == "Province; Gold"
    assert only(f"{applies}<buy name='Province'/><buy name='Estate'/>") == (
        "Province if provinces > 2; Province if provinces < 2; Province if vp >= opponent_vp; "
        "Province if vp <= opponent_vp - 1; Province if supply(Estate) == 0; Estate"
    )
    text = only(f"{applies}<buy name='Duchy'/><buy name='Province'/><buy name='Estate'/>")
    assert text.split("; ")[4:-1] == [
        "Province if vp <= opponent_vp - 3",
        "Province if supply(Duchy) == 0 and vp <= opponent_vp - 1",
        "Province if supply(Duchy) == 0 and supply(Estate) == 0",
    ]
    text = only(f"{applies}<buy name='Gardens'/><buy name='Province'/>")
    assert text.split("; ")[4:] == [
        "Province if deck_size/10 < opponent_vp - vp + 1",
        "Province if supply(Gardens) == 0",
    ]


@pytest.mark.parametrize(
    ("provinces", "behind", "duchies", "bought"),
    [
        (3, 1, 1, True), (2, 0, 1, True), (2, 1, 1, False), (2, 2, 1, False), (2, 3, 1, True),
        (2, 1, 0, True), (1, 1, 1, True),
    ],
)  # fmt: skip
def test_the_last_province_but_one_is_left_only_to_lead_by_another_card(
    provinces: int, behind: int, duchies: int, bought: bool
) -> None:
    text = only("<type name='AppliesPPR'/><buy name='Province'/><buy name='Duchy'/>")
    known = {"provinces": provinces, "vp": 20 - behind, "opponent_vp": 20, "Duchy": duchies}
    ways = [
        entry.partition(" if ")[2].replace("supply(Duchy)", "Duchy") for entry in text.split("; ")
    ]
    assert any(eval(way, {}, known) for way in ways if way) is bought


def test_the_rule_of_the_last_but_one_is_about_two_players() -> None:
    bot = "<type name='AppliesPPR'/><buy name='Province'/><buy name='Duchy'/>"
    assert only(bot, basic(players=2)).startswith("Province if provinces > 2; ")
    assert only(bot, basic(players=3)) == "type 'AppliesPPR' with more than two players (line 2)"


@pytest.mark.parametrize(
    ("zones", "reason"),
    [
        ("<drawdeck contents='7 Copper, 3 Estate' shuffle='true'/>", ""),
        ("<hand contents=''/><drawdeck contents='3 Estate and 7 Copper' shuffle='true'/>", ""),
        ("<drawdeck contents='7 Copper, Estate, 2 Estate' shuffle='true'/>", ""),
        ("<drawdeck contents='7 Copper, 3 Estate' shuffle='false'/>", "a start_state of its own"),
        ("<drawdeck contents='7 Copper, 3 Silver' shuffle='true'/>", "a start_state of its own"),
        ("<drawdeck contents='7 Copper, 3 Hovel' shuffle='true'/>", "unsupported card 'Hovel'"),
        ("<hand contents='5 Copper'/>", "a start_state with cards in <hand>"),
        ("<mat contents='5 Copper'/>", "unknown element <mat>"),
    ],
)
def test_an_ordinary_start_is_played_and_no_other_one(zones: str, reason: str) -> None:
    found = only(f"<start_state>{zones}</start_state><buy name='Gold'/>")
    assert found.startswith(reason or "Gold")


def test_a_start_is_compared_with_the_game() -> None:
    zones = "<drawdeck contents='6 Copper, Silver' shuffle='true'/>"
    bot = f"<start_state>{zones}</start_state><buy name='Gold'/>"
    other = GameSetup("rich", dict(simplified().supply), {COPPER: 6, SILVER: 1, ESTATE: 0})
    assert only(bot, other) == "Gold"
    assert "a start_state of its own" in only(bot, simplified())


def test_care_about_losing_ends_is_the_simulators_unless_a_bot_says_otherwise() -> None:
    player = "<player name='x'{}><buy name='Gold'/></player>"
    for said, setup, careful in (
        ("", None, True),
        ("", basic(), True),
        ("", simplified(), False),
        (" avoid_losing_end='false'", basic(), False),
        (" avoid_losing_end='true'", simplified(), True),
    ):
        data = player.format(said).encode()
        found = parse_geronimoo(data, source="x.xml", setup=setup)
        assert found.rules["x"].avoid_losing_end is careful
