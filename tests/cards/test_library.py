from tests.cards.engines import Scenario
from tests.cards.position import position, rule


def test_draws_until_seven_cards_are_in_hand(engine: Scenario) -> None:
    after = engine.play(position("Library, 4 Copper", deck="9 Silver"), "Library")
    after.expect(hand="4 Copper, 3 Silver", deck="6 Silver", discard="")
    assert after.actions == 0


def test_seven_cards_or_more_draw_nothing(engine: Scenario) -> None:
    for coppers in (7, 8):
        after = engine.play(position(f"Library, {coppers} Copper", deck="3 Gold"), "Library")
        after.expect(hand=f"{coppers} Copper", deck="3 Gold")


def test_actions_may_be_set_aside_and_are_discarded_in_the_end(engine: Scenario) -> None:
    before = position("Library, 5 Copper", top="Village, Gold, Village, Silver, Gold")
    after = engine.play(before, "Library", rule(discard="Village"))
    after.expect(hand="5 Copper, Gold, Silver", discard="2 Village", top="Gold")


def test_actions_may_be_kept(engine: Scenario) -> None:
    before = position("Library, 5 Copper", top="Village, Gold, Silver")
    after = engine.play(before, "Library")
    after.expect(hand="5 Copper, Village, Gold", discard="", top="Silver")


def test_each_action_is_a_choice_of_its_own(engine: Scenario) -> None:
    before = position("Library, 4 Copper", top="Village, Village, Gold, Silver")
    after = engine.play(before, "Library", rule(discard="Village if hand(Village) > 0"))
    after.expect(hand="4 Copper, Village, Gold, Silver", discard="Village")


def test_only_actions_can_be_set_aside(engine: Scenario) -> None:
    before = position("Library, 5 Copper", top="Estate, Copper, Gold")
    after = engine.play(before, "Library", rule(discard="Estate; Copper"))
    after.expect(hand="6 Copper, Estate", discard="", top="Gold")


def test_cards_set_aside_are_not_in_a_shuffle_on_the_way(engine: Scenario) -> None:
    before = position("Library, 3 Copper", top="Village", discard="2 Silver")
    after = engine.play(before, "Library", rule(discard="Village"))
    after.expect(hand="3 Copper, 2 Silver", discard="Village", deck="")


def test_nothing_is_lost_when_the_cards_run_out(engine: Scenario) -> None:
    after = engine.play(position("Library, Copper", top="Gold", discard="Silver"), "Library")
    after.expect(hand="Copper, Gold, Silver", discard="", deck="")
