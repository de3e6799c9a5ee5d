from tests.cards.engines import Scenario
from tests.cards.position import position, rule


def test_without_empty_piles_nothing_is_discarded(engine: Scenario) -> None:
    before = position("Poacher, 2 Copper", top="Gold")
    after = engine.play(before, "Poacher", rule(discard="Copper"))
    after.expect(hand="2 Copper, Gold", discard="")
    assert (after.actions, after.money) == (1, 1)


def test_one_discard_for_each_empty_pile(engine: Scenario) -> None:
    before = position("Poacher, 2 Estate, Silver", top="Gold", supply="0 Curse, 0 Village")
    after = engine.play(before, "Poacher", rule(discard="Estate"))
    after.expect(hand="Silver, Gold", discard="2 Estate")


def test_the_card_drawn_may_be_discarded(engine: Scenario) -> None:
    before = position("Poacher, Silver", top="Estate", supply="0 Duchy")
    after = engine.play(before, "Poacher", rule(discard="Estate"))
    after.expect(hand="Silver", discard="Estate")


def test_the_discards_are_forced(engine: Scenario) -> None:
    before = position("Poacher, Gold, Silver", supply="0 Duchy")
    after = engine.play(before, "Poacher")
    after.expect(hand="Gold", discard="Silver")


def test_a_hand_too_small_is_discarded_whole(engine: Scenario) -> None:
    before = position("Poacher, Copper", supply="0 Duchy, 0 Estate, 0 Curse")
    after = engine.play(before, "Poacher")
    after.expect(hand="", discard="Copper")
    assert (after.actions, after.money) == (1, 1)


def test_the_province_pile_counts_too(engine: Scenario) -> None:
    before = position("Poacher, 3 Copper", supply="0 Province")
    engine.play(before, "Poacher").expect(hand="2 Copper", discard="Copper")
