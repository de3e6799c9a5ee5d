from tests.cards.engines import Scenario
from tests.cards.position import position, rule


def test_draws_as_many_cards_as_were_discarded(engine: Scenario) -> None:
    before = position("Cellar, 2 Estate, Copper", top="Gold, Silver", deck="3 Copper")
    after = engine.play(before, "Cellar", rule(discard="Estate"))
    after.expect(hand="Copper, Gold, Silver", discard="2 Estate", deck="3 Copper")
    assert (after.actions, after.buys, after.money) == (1, 1, 0)


def test_may_discard_nothing(engine: Scenario) -> None:
    after = engine.play(position("Cellar, 2 Estate", top="Gold"), "Cellar")
    after.expect(hand="2 Estate", discard="", top="Gold", in_play="Cellar")


def test_may_discard_the_whole_hand(engine: Scenario) -> None:
    before = position("Cellar, Estate, 2 Copper", deck="5 Silver")
    after = engine.play(before, "Cellar", rule(discard="Estate; Copper"))
    after.expect(hand="3 Silver", discard="Estate, 2 Copper", deck="2 Silver")


def test_discards_are_in_a_shuffle_on_the_way(engine: Scenario) -> None:
    before = position("Cellar, 2 Estate", top="Gold")
    after = engine.play(before, "Cellar", rule(discard="Estate"))
    after.expect(hand="Gold, Estate", discard="", deck="Estate", in_play="Cellar")


def test_with_an_empty_deck_the_discards_come_back(engine: Scenario) -> None:
    after = engine.play(position("Cellar, 3 Estate"), "Cellar", rule(discard="Estate"))
    after.expect(hand="3 Estate", discard="", deck="", in_play="Cellar")


def test_cards_chosen_have_left_the_hand_when_the_next_is_chosen(engine: Scenario) -> None:
    before = position("Cellar, 5 Copper", deck="9 Silver")
    after = engine.play(before, "Cellar", rule(discard="Copper if hand_size > 3"))
    after.expect(hand="3 Copper, 2 Silver", discard="2 Copper", deck="7 Silver")
