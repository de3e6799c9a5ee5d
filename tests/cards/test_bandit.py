from tests.cards.engines import Scenario
from tests.cards.position import position, rule, seat


def test_a_gold_is_gained_and_a_treasure_trashed(engine: Scenario) -> None:
    before = position("Bandit", seat(top="Silver, Estate, Gold"))
    after = engine.play(before, "Bandit")
    after.expect(discard="Gold", trash="Silver")
    after.others[0].expect(discard="Estate", top="Gold", hand="")
    assert after.left("Gold") == 29


def test_the_victim_chooses_which_of_two(engine: Scenario) -> None:
    before = position("Bandit", seat(top="Gold, Silver"), seat(top="Gold, Silver"))
    after = engine.play(before, "Bandit", rule(), rule(trash="Silver"), rule(trash="Gold"))
    after.expect(discard="Gold", trash="Silver, Gold")
    after.others[0].expect(discard="Gold")
    after.others[1].expect(discard="Silver")


def test_the_trash_is_forced(engine: Scenario) -> None:
    after = engine.play(position("Bandit", seat(top="Gold, Copper")), "Bandit")
    after.expect(discard="Gold", trash="Gold")
    after.others[0].expect(discard="Copper")


def test_copper_and_other_cards_are_only_discarded(engine: Scenario) -> None:
    before = position("Bandit", seat(top="Copper, Copper, Gold"), seat(top="Province, Smithy"))
    after = engine.play(before, "Bandit", rule(), rule(trash="Copper"), rule(trash="Smithy"))
    after.expect(trash="")
    after.others[0].expect(discard="2 Copper", top="Gold")
    after.others[1].expect(discard="Province, Smithy")


def test_a_shuffle_on_the_way_leaves_the_revealed_card_out(engine: Scenario) -> None:
    before = position("Bandit", seat(top="Copper", discard="2 Silver"))
    after = engine.play(before, "Bandit")
    after.expect(trash="Silver")
    after.others[0].expect(discard="Copper", deck="Silver", top="")


def test_one_card_or_none_to_reveal(engine: Scenario) -> None:
    before = position("Bandit", seat("Gold", top="Gold"), seat("3 Gold"))
    after = engine.play(before, "Bandit")
    after.expect(trash="Gold")
    after.others[0].expect(hand="Gold", discard="", top="")
    after.others[1].expect(hand="3 Gold", discard="")


def test_without_a_gold_left_the_attack_still_happens(engine: Scenario) -> None:
    before = position("Bandit", seat(top="Silver, Silver"), supply="0 Gold")
    after = engine.play(before, "Bandit")
    after.expect(discard="", trash="Silver")
    after.others[0].expect(discard="Silver")


def test_four_players_with_a_moat_among_them(engine: Scenario) -> None:
    others = seat("Moat", top="Gold, Gold"), seat(top="Gold, Gold"), seat(deck="3 Silver")
    after = engine.play(position("Bandit", *others, to_move=1), "Bandit")
    after.expect(trash="Gold, Silver")
    safe, second, third = after.others
    safe.expect(top="Gold, Gold", discard="")
    second.expect(top="", discard="Gold")
    third.expect(deck="Silver", discard="Silver")


def test_the_gold_is_gained_before_the_others_choose(engine: Scenario) -> None:
    before = position("Bandit", seat(top="Gold, Silver"))
    after = engine.play(before, "Bandit", rule(), rule(trash="Silver if supply(Gold) == 29; Gold"))
    after.expect(trash="Silver")


def test_the_others_reveal_their_cards(engine: Scenario) -> None:
    before = position("Bandit", seat(top="Estate, Silver, Gold"), seat("Copper"), to_move=1)
    assert engine.shown(before, "Bandit") == ["seat 2 reveals Estate", "seat 2 reveals Silver"]
