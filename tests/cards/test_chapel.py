from tests.cards.engines import Scenario
from tests.cards.position import position, rule


def test_trashes_up_to_four_cards(engine: Scenario) -> None:
    before = position("Chapel, 3 Copper, 2 Estate")
    after = engine.play(before, "Chapel", rule(trash="Estate; Copper"))
    after.expect(hand="Copper", trash="2 Estate, 2 Copper", discard="")


def test_may_trash_nothing(engine: Scenario) -> None:
    after = engine.play(position("Chapel, 4 Copper"), "Chapel")
    after.expect(hand="4 Copper", trash="")


def test_may_trash_fewer_than_four(engine: Scenario) -> None:
    after = engine.play(position("Chapel, Curse, 3 Gold"), "Chapel", rule(trash="Curse"))
    after.expect(hand="3 Gold", trash="Curse")


def test_trashes_what_there_is(engine: Scenario) -> None:
    after = engine.play(position("Chapel, Estate"), "Chapel", rule(trash="Estate"))
    after.expect(hand="", trash="Estate")


def test_with_an_empty_hand_nothing_happens(engine: Scenario) -> None:
    after = engine.play(position("Chapel", deck="3 Estate"), "Chapel", rule(trash="Estate"))
    after.expect(hand="", trash="", deck="3 Estate", in_play="Chapel")


def test_cannot_trash_itself_but_another_one(engine: Scenario) -> None:
    after = engine.play(position("2 Chapel"), "Chapel", rule(trash="Chapel"))
    after.expect(hand="", in_play="Chapel", trash="Chapel")
