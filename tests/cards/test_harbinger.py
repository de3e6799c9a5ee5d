from tests.cards.engines import Scenario
from tests.cards.position import position, rule


def test_draws_and_puts_a_discard_onto_the_deck(engine: Scenario) -> None:
    before = position("Harbinger", top="Copper", deck="2 Estate", discard="Gold, Estate")
    after = engine.play(before, "Harbinger", rule(topdeck="Gold"))
    after.expect(hand="Copper", top="Gold", deck="2 Estate", discard="Estate")
    assert after.actions == 1


def test_may_put_back_nothing(engine: Scenario) -> None:
    after = engine.play(position("Harbinger", top="Copper", discard="Gold"), "Harbinger")
    after.expect(hand="Copper", top="", discard="Gold")


def test_without_discards_nothing_is_put_back(engine: Scenario) -> None:
    before = position("Harbinger, Gold", top="Copper", deck="2 Silver")
    after = engine.play(before, "Harbinger", rule(topdeck="Gold; Silver; Copper"))
    after.expect(hand="Gold, Copper", top="", deck="2 Silver")


def test_a_shuffle_for_the_card_drawn_leaves_no_discards(engine: Scenario) -> None:
    before = position("Harbinger", discard="3 Gold")
    after = engine.play(before, "Harbinger", rule(topdeck="Gold"))
    after.expect(hand="Gold", top="", deck="2 Gold", discard="")


def test_without_any_cards_it_still_gives_its_action(engine: Scenario) -> None:
    after = engine.play(position("Harbinger"), "Harbinger", rule(topdeck="Harbinger"))
    after.expect(hand="", top="", in_play="Harbinger")
    assert after.actions == 1


def test_any_card_may_be_put_back(engine: Scenario) -> None:
    before = position("Harbinger", top="Copper", discard="Estate, Gold, Village")
    for wish in ("Estate", "Gold", "Village"):
        engine.play(before, "Harbinger", rule(topdeck=wish)).expect(hand="Copper", top=wish)


def test_no_second_card_is_put_back(engine: Scenario) -> None:
    before = position("Harbinger", top="Copper", discard="2 Gold, Silver")
    after = engine.play(before, "Harbinger", rule(topdeck="Gold; Silver"))
    after.expect(hand="Copper", top="Gold", discard="Gold, Silver")
