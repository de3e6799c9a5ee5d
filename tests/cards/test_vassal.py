from tests.cards.engines import Scenario
from tests.cards.position import position, rule, seat


def test_discards_a_card_that_is_no_action(engine: Scenario) -> None:
    after = engine.play(position("Vassal", top="Gold, Silver"), "Vassal")
    after.expect(hand="", discard="Gold", top="Silver")
    assert after.money == 2


def test_may_play_an_action_for_no_action(engine: Scenario) -> None:
    before = position("Vassal", top="Village, Gold")
    after = engine.play(before, "Vassal", rule(play="Village"))
    after.expect(hand="Gold", in_play="Vassal, Village", discard="")
    assert (after.actions, after.money) == (2, 2)


def test_may_leave_an_action_in_the_discard_pile(engine: Scenario) -> None:
    after = engine.play(position("Vassal", top="Village, Gold"), "Vassal")
    after.expect(hand="", in_play="Vassal", discard="Village", top="Gold")
    assert after.actions == 0


def test_only_the_card_it_discarded_may_be_played(engine: Scenario) -> None:
    before = position("Vassal, Smithy", top="Copper", discard="Village", deck="9 Copper")
    after = engine.play(before, "Vassal", rule(play="Village; Smithy"))
    after.expect(hand="Smithy", in_play="Vassal", discard="Copper, Village")


def test_an_empty_deck_is_shuffled_first(engine: Scenario) -> None:
    after = engine.play(position("Vassal", discard="3 Estate"), "Vassal")
    after.expect(discard="Estate", deck="2 Estate")
    assert after.money == 2


def test_without_cards_it_gives_its_coins(engine: Scenario) -> None:
    after = engine.play(position("Vassal"), "Vassal")
    after.expect(discard="", in_play="Vassal")
    assert after.money == 2


def test_a_vassal_may_find_a_vassal(engine: Scenario) -> None:
    before = position("Vassal", top="Vassal, Smithy, 3 Gold")
    after = engine.play(before, "Vassal", rule(play="Vassal; Smithy"))
    after.expect(hand="3 Gold", in_play="2 Vassal, Smithy", discard="")
    assert (after.actions, after.money) == (0, 4)


def test_nothing_but_an_action_is_played(engine: Scenario) -> None:
    for top in ("Gold", "Estate", "Curse"):
        after = engine.play(position("Vassal", top=top), "Vassal", rule(play=top))
        after.expect(discard=top, in_play="Vassal")


def test_an_action_need_not_be_played(engine: Scenario) -> None:
    before = position("Vassal", top="Village, Gold")
    after = engine.play(before, "Vassal", rule(play="Village if forced == 1"))
    after.expect(hand="", discard="Village", in_play="Vassal")


def test_the_action_is_played_once_however_many_play(engine: Scenario) -> None:
    before = position("Vassal", seat(), seat(), top="Village, Gold, Silver")
    after = engine.play(before, "Vassal", rule(play="Village"))
    after.expect(hand="Gold", top="Silver", in_play="Vassal, Village")
    assert (after.actions, after.money) == (2, 2)


def test_the_card_is_seen_only_when_it_is_discarded(engine: Scenario) -> None:
    assert engine.shown(position("Vassal", top="Village, Gold"), "Vassal") == []
