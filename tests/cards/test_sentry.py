from tests.cards.engines import Scenario
from tests.cards.position import position, rule, seat


def test_draws_before_it_looks(engine: Scenario) -> None:
    before = position("Sentry", top="Copper, Curse, Estate, Gold")
    after = engine.play(before, "Sentry", rule(trash="Curse; Copper", discard="Estate"))
    after.expect(hand="Copper", trash="Curse", discard="Estate", top="Gold")
    assert after.actions == 1


def test_both_may_be_trashed(engine: Scenario) -> None:
    before = position("Sentry", top="Gold, Estate, Estate, Silver")
    after = engine.play(before, "Sentry", rule(trash="Estate"))
    after.expect(hand="Gold", trash="2 Estate", discard="", top="Silver")


def test_both_may_be_discarded(engine: Scenario) -> None:
    before = position("Sentry", top="Gold, Estate, Duchy, Silver")
    after = engine.play(before, "Sentry", rule(discard="Duchy; Estate"))
    after.expect(hand="Gold", trash="", discard="Estate, Duchy", top="Silver")


def test_the_rest_goes_back_in_any_order(engine: Scenario) -> None:
    for order, top in (("Gold; Silver", "Gold, Silver"), ("Silver; Gold", "Silver, Gold")):
        before = position("Sentry", top="Copper, Silver, Gold", deck="4 Estate")
        after = engine.play(before, "Sentry", rule(topdeck=order))
        after.expect(hand="Copper", top=top, deck="4 Estate", discard="")


def test_one_card_is_left_to_look_at(engine: Scenario) -> None:
    after = engine.play(position("Sentry", top="Copper, Curse"), "Sentry", rule(trash="Curse"))
    after.expect(hand="Copper", trash="Curse", top="", deck="")


def test_none_is_left_to_look_at(engine: Scenario) -> None:
    after = engine.play(position("Sentry", top="Copper"), "Sentry", rule(trash="Copper"))
    after.expect(hand="Copper", trash="", top="")
    engine.play(position("Sentry"), "Sentry").expect(hand="", in_play="Sentry")


def test_a_shuffle_on_the_way_leaves_the_card_seen_out(engine: Scenario) -> None:
    before = position("Sentry", top="Copper, Curse", discard="2 Estate")
    after = engine.play(before, "Sentry", rule(trash="Curse", discard="Estate"))
    after.expect(hand="Copper", trash="Curse", discard="Estate", deck="Estate", top="")


def test_the_hand_is_not_touched(engine: Scenario) -> None:
    before = position("Sentry, Curse, Estate", top="Copper, Curse, Estate")
    after = engine.play(before, "Sentry", rule(trash="Curse", discard="Estate"))
    after.expect(hand="Curse, Estate, Copper", trash="Curse", discard="Estate")


def test_any_card_may_be_trashed_discarded_or_kept(engine: Scenario) -> None:
    for pair in ("Gold, Silver", "Estate, Duchy", "Village, Smithy", "Curse, Copper"):
        wishes, before = pair.replace(",", ";"), position("Sentry", top=f"Copper, {pair}")
        engine.play(before, "Sentry", rule(trash=wishes)).expect(hand="Copper", trash=pair)
        engine.play(before, "Sentry", rule(discard=wishes)).expect(hand="Copper", discard=pair)
        engine.play(before, "Sentry", rule(topdeck=wishes)).expect(hand="Copper", top=pair)


def test_who_wants_nothing_keeps_both(engine: Scenario) -> None:
    after = engine.play(position("Sentry", top="Copper, Estate, Estate, Gold"), "Sentry")
    after.expect(hand="Copper", top="Estate, Estate, Gold", trash="", discard="")


def test_what_could_go_either_way_is_trashed(engine: Scenario) -> None:
    before = position("Sentry", top="Copper, Curse, Estate")
    wishes = rule(trash="Curse", discard="Estate; Curse")
    engine.play(before, "Sentry", wishes).expect(hand="Copper", trash="Curse", discard="Estate")


def test_only_its_player_looks_at_the_cards(engine: Scenario) -> None:
    before = position("Sentry", seat(), top="Copper, Gold, Estate, Curse", to_move=1)
    assert engine.shown(before, "Sentry") == ["seat 1 looks at Estate", "seat 1 looks at Gold"]
