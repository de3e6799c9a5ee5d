from tests.cards.engines import Scenario
from tests.cards.position import position, rule


def test_trashes_a_copper_for_three_coins(engine: Scenario) -> None:
    before = position("Moneylender, 2 Copper", deck="3 Gold")
    after = engine.play(before, "Moneylender", rule(trash="Copper"))
    after.expect(hand="Copper", trash="Copper", deck="3 Gold")
    assert (after.actions, after.buys, after.money) == (0, 1, 3)


def test_may_trash_nothing_for_no_coins(engine: Scenario) -> None:
    after = engine.play(position("Moneylender, 2 Copper"), "Moneylender")
    after.expect(hand="2 Copper", trash="")
    assert after.money == 0


def test_without_a_copper_there_are_no_coins(engine: Scenario) -> None:
    before = position("Moneylender, Silver, Estate", deck="5 Copper")
    after = engine.play(before, "Moneylender", rule(trash="Copper; Estate; Silver"))
    after.expect(hand="Silver, Estate", trash="", deck="5 Copper")
    assert after.money == 0


def test_nothing_but_copper_is_trashed(engine: Scenario) -> None:
    before = position("Moneylender, Curse, Copper")
    after = engine.play(before, "Moneylender", rule(trash="Curse; Copper"))
    after.expect(hand="Curse", trash="Copper")
    assert after.money == 3


def test_throned_with_one_copper_it_gives_three_coins(engine: Scenario) -> None:
    before = position("Throne Room, Moneylender, Copper")
    after = engine.play(before, "Throne Room", rule(play="Moneylender", trash="Copper"))
    after.expect(hand="", trash="Copper")
    assert after.money == 3
