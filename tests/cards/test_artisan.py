from tests.cards.engines import Scenario
from tests.cards.position import position, rule


def test_gains_a_card_to_the_hand_and_puts_one_back(engine: Scenario) -> None:
    before = position("Artisan, Copper", deck="3 Estate", supply="10 Market")
    after = engine.play(before, "Artisan", rule(gain="Gold; Market", topdeck="Copper"))
    after.expect(hand="Market", top="Copper", deck="3 Estate", discard="")
    assert after.left("Market") == 9


def test_the_card_gained_may_be_put_back(engine: Scenario) -> None:
    after = engine.play(position("Artisan, Copper"), "Artisan", rule(gain="Duchy", topdeck="Duchy"))
    after.expect(hand="Copper", top="Duchy")


def test_with_no_other_card_it_must_be(engine: Scenario) -> None:
    after = engine.play(position("Artisan"), "Artisan", rule(gain="Duchy"))
    after.expect(hand="", top="Duchy")


def test_with_nothing_to_gain_a_card_is_put_back_all_the_same(engine: Scenario) -> None:
    sold_out = "0 Copper, 0 Curse, 0 Estate, 0 Silver, 0 Duchy"
    before = position("Artisan, Gold", supply=sold_out)
    engine.play(before, "Artisan", rule(gain="Duchy")).expect(hand="", top="Gold")
    engine.play(position("Artisan", supply=sold_out), "Artisan").expect(hand="", top="")


def test_an_empty_pile_gives_nothing(engine: Scenario) -> None:
    before = position("Artisan, Copper", supply="0 Duchy")
    after = engine.play(before, "Artisan", rule(gain="Duchy; Silver", topdeck="Copper"))
    after.expect(hand="Silver", top="Copper")


def test_both_are_forced(engine: Scenario) -> None:
    before = position("Artisan, Estate")
    after = engine.play(before, "Artisan")
    after.expect(hand="Estate", top="Silver")
