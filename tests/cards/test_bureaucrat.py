from tests.cards.engines import Scenario
from tests.cards.position import position, rule, seat


def test_gains_a_silver_onto_the_deck(engine: Scenario) -> None:
    after = engine.play(position("Bureaucrat", deck="3 Copper"), "Bureaucrat")
    after.expect(hand="", top="Silver", deck="3 Copper", discard="")
    assert after.left("Silver") == 39


def test_on_an_empty_deck_the_silver_lies_alone(engine: Scenario) -> None:
    after = engine.play(position("Bureaucrat", discard="4 Copper"), "Bureaucrat")
    after.expect(top="Silver", deck="", discard="4 Copper")


def test_the_other_puts_a_victory_card_of_choice_onto_the_deck(engine: Scenario) -> None:
    victim = seat("Estate, Province, 2 Copper", deck="3 Gold")
    after = engine.play(
        position("Bureaucrat", victim), "Bureaucrat", rule(), rule(topdeck="Province")
    )
    after.others[0].expect(hand="Estate, 2 Copper", top="Province", deck="3 Gold", discard="")


def test_the_other_must_put_one_back(engine: Scenario) -> None:
    after = engine.play(position("Bureaucrat", seat("Duchy, Copper")), "Bureaucrat")
    after.others[0].expect(hand="Copper", top="Duchy")


def test_one_without_victory_cards_does_not_save_the_next(engine: Scenario) -> None:
    others = seat("5 Copper"), seat("Gardens, Copper"), seat("Moat, Estate"), seat("2 Estate")
    after = engine.play(position("Bureaucrat", *others, to_move=3), "Bureaucrat")
    first, second, third, fourth = after.others
    first.expect(hand="5 Copper", top="")
    second.expect(hand="Copper", top="Gardens")
    third.expect(hand="Moat, Estate", top="")
    fourth.expect(hand="Estate", top="Estate")


def test_a_curse_is_no_victory_card(engine: Scenario) -> None:
    after = engine.play(position("Bureaucrat", seat("Curse, 2 Copper")), "Bureaucrat")
    after.others[0].expect(hand="Curse, 2 Copper", top="")


def test_without_a_silver_left_the_attack_still_happens(engine: Scenario) -> None:
    before = position("Bureaucrat", seat("Estate"), supply="0 Silver")
    after = engine.play(before, "Bureaucrat")
    after.expect(top="", discard="")
    after.others[0].expect(hand="", top="Estate")


def test_the_silver_is_gained_before_the_others_choose(engine: Scenario) -> None:
    before = position("Bureaucrat", seat("Estate, Duchy"))
    wish = rule(topdeck="Duchy if supply(Silver) == 39; Estate")
    engine.play(before, "Bureaucrat", rule(), wish).others[0].expect(hand="Estate", top="Duchy")


def test_a_hand_is_shown_when_it_has_no_victory_card(engine: Scenario) -> None:
    before = position("Bureaucrat, Gold", seat("Copper, Curse"), seat("Estate, Silver"), seat())
    shown = ["seat 1 reveals Copper", "seat 1 reveals Curse"]
    assert engine.shown(before, "Bureaucrat") == shown
    before = position("Bureaucrat, Gold", seat("Estate, Silver"), seat("Silver"), to_move=2)
    assert engine.shown(before, "Bureaucrat") == ["seat 1 reveals Silver"]


def test_a_hand_with_a_moat_shows_nothing_else(engine: Scenario) -> None:
    before = position("Bureaucrat", seat("Moat, 2 Copper"))
    assert engine.shown(before, "Bureaucrat") == ["seat 1 reveals Moat"]
