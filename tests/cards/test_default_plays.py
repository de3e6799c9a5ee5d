"""What players do by the default lists, where the right choice is plain."""

from dataclasses import replace

import pytest

from fastsim.cards import KINGDOM_CARDS
from fastsim.cards.base.village import VILLAGE
from fastsim.game.kingdoms import base
from fastsim.rules.decisions import CLASS_ORDER, LAST_RESORT, decision_lists, default_plays
from fastsim.rules.model import Decision, PlayPolicy
from fastsim.rules.parse import parse_entries
from tests.card_text import counts
from tests.cards.engines import Scenario
from tests.cards.position import position, rule, seat

MONEY = replace(rule("Province; Gold; Silver"), plays=PlayPolicy())


@pytest.mark.parametrize(
    ("hand", "kept"),
    [
        ("3 Smithy, 2 Copper", "Smithy, 2 Copper"),
        ("2 Workshop, 2 Copper, Estate", "Workshop, 2 Copper"),
        ("5 Smithy", "3 Smithy"),
        ("2 Smithy, Chapel, Silver, Copper", "Smithy, Silver, Copper"),  # the dearer one
        ("Village, 2 Smithy, 2 Copper", "Village, 2 Smithy"),  # all of which can be played
        ("Village, 3 Smithy, Copper", "Village, 2 Smithy"),
        ("Throne Room, 2 Smithy, Gold, Copper", "Throne Room, Smithy, Gold"),
        ("Throne Room, 2 Silver, 2 Copper", "2 Silver, Copper"),  # which has nothing to double
        ("Laboratory, Smithy, Silver, 2 Copper", "Laboratory, Smithy, Silver"),
        ("2 Estate, Province, Curse, Copper", "Estate, Province, Copper"),
    ],
)
def test_a_militia_takes_what_cannot_be_played_first(
    engine: Scenario, hand: str, kept: str
) -> None:
    after = engine.play(position("Militia", seat(hand)), "Militia", MONEY, MONEY)
    assert after.others[0].hand == counts(kept)


@pytest.mark.parametrize(
    ("hand", "actions", "kept"),
    [
        ("2 Smithy, Copper", 1, "Smithy, Copper, Gold"),
        ("2 Smithy, Copper", 2, "2 Smithy, Gold"),
        ("Smithy, Copper, Estate", 1, "Smithy, Copper, Gold"),
        ("Village, 3 Smithy, Copper", 1, "Village, 2 Smithy, Copper, Gold"),
    ],
)
def test_a_poacher_takes_them_by_the_actions_left(
    engine: Scenario, hand: str, actions: int, kept: str
) -> None:
    before = position(f"Poacher, {hand}", top="Gold", supply="0 Curse", actions=actions)
    engine.play(before, "Poacher", MONEY).expect(hand=kept)


def test_a_cellar_does_away_with_terminals_too_many(engine: Scenario) -> None:
    before = position("Cellar, 2 Smithy, Witch, Gold, Duchy", deck="9 Silver", actions=1)
    after = engine.play(before, "Cellar", MONEY)
    after.expect(hand="Witch, Gold, 3 Silver", discard="2 Smithy, Duchy")
    after = engine.play(replace(before, actions=2), "Cellar", MONEY)
    after.expect(hand="Smithy, Witch, Gold, 2 Silver", discard="Smithy, Duchy")


def test_a_library_sets_aside_what_cannot_be_played(engine: Scenario) -> None:
    before = position("Library, 4 Copper", top="Village, Smithy, Gold, Silver, Silver")
    engine.play(before, "Library", MONEY).expect(discard="Village, Smithy")
    after = engine.play(replace(before, actions=2), "Library", MONEY)
    after.expect(hand="4 Copper, Village, Smithy, Gold", discard="")
    before = position("Library, 3 Copper, Moat", top="Smithy, Gold, Silver, Silver", actions=2)
    after = engine.play(before, "Library", MONEY)
    after.expect(hand="3 Copper, Moat, Gold, 2 Silver", discard="Smithy")


def test_a_remodel_takes_gold_for_a_province_not_before_the_first(engine: Scenario) -> None:
    before = position("Remodel, Gold, Copper", discard="5 Silver")
    assert engine.finish(before, MONEY).left("Gold") == 30
    with_one = position("Remodel, Gold, Copper", discard="5 Silver, Province")
    assert engine.finish(with_one, MONEY).trash == counts("Gold")


def test_a_mine_takes_coppers_first_where_there_is_more_money_than_actions(
    engine: Scenario,
) -> None:
    before = position("Mine, Copper, Silver")
    engine.play(before, "Mine", MONEY).expect(trash="Copper", hand="2 Silver")
    before = position("Mine, Copper, Silver", discard="3 Market")
    engine.play(before, "Mine", MONEY).expect(trash="Silver", hand="Copper, Gold")


def test_a_class_stands_for_the_cards_that_a_game_has() -> None:
    setup = base([VILLAGE, *CLASS_ORDER[Decision.PLAY][:2]], size=3)
    for kind, cards in CLASS_ORDER.items():
        listed = replace(MONEY, plays=PlayPolicy(**{str(kind): parse_entries("Action")}))
        found = [entry.card for entry in decision_lists(listed, setup)[kind].entries]
        assert found == [card for card in cards if card in setup.kingdom]
        assert len(found) == 3
    gained = replace(MONEY, plays=PlayPolicy(gain=parse_entries("Victory; Treasure")))
    assert [str(e.card) for e in decision_lists(gained, setup)[Decision.GAIN].entries] == [
        "Province", "Duchy", "Estate", "Gold", "Silver", "Copper",
    ]  # fmt: skip


def test_orders_hold_every_card_once() -> None:
    assert set(LAST_RESORT) < set(CLASS_ORDER) == set(default_plays()) | {Decision.GAIN}
    for kind, cards in CLASS_ORDER.items():
        assert len(set(cards)) == len(cards) >= len(KINGDOM_CARDS), kind
