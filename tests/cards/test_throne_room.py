from dataclasses import dataclass, field

import pytest

from fastsim.cards import KINGDOM_CARDS
from tests.cards.engines import Scenario
from tests.cards.position import Seat, position, rule, seat


@dataclass(frozen=True)
class Twice:
    """A card played twice by a Throne Room: the start, the choices, and what is right then.

    ``start`` and ``end`` are the zones of the player to move, ``victim`` and ``hit`` those of the
    other one; ``left`` is actions, buys and coins. The Throne Room itself took the only Action.
    """

    start: dict[str, str]
    end: dict[str, str]
    left: tuple[int, int, int] = (0, 1, 0)
    lists: dict[str, str] = field(default_factory=dict)
    victim: Seat = field(default_factory=seat)
    hit: dict[str, str] = field(default_factory=dict)


TWICE = {
    "Cellar": Twice(
        {"hand": "3 Estate", "top": "Gold, Silver, Copper, Estate", "deck": "4 Duchy"},
        # three Estates for three cards, then nothing is an Estate any more
        {"hand": "Gold, Silver, Copper", "discard": "3 Estate", "top": "Estate", "deck": "4 Duchy"},
        (2, 1, 0),
        {"discard": "Estate"},
    ),
    "Chapel": Twice(
        {"hand": "7 Copper, Estate"},
        {"hand": "", "trash": "7 Copper, Estate"},
        lists={"trash": "Estate; Copper"},
    ),
    "Moat": Twice({"deck": "5 Copper"}, {"hand": "4 Copper", "deck": "Copper"}),
    "Harbinger": Twice(
        {"top": "Copper", "deck": "Estate", "discard": "2 Gold"},
        # the Gold that is put back is drawn by the second play, which puts back the other
        {"hand": "Copper, Gold", "top": "Gold", "deck": "Estate", "discard": ""},
        (2, 1, 0),
        {"topdeck": "Gold"},
    ),
    "Merchant": Twice({"deck": "3 Copper"}, {"hand": "2 Copper", "deck": "Copper"}, (2, 1, 0)),
    "Vassal": Twice(
        {"top": "Estate, Village, Gold"},
        {"hand": "Gold", "discard": "Estate", "in_play": "Throne Room, Vassal, Village"},
        (2, 1, 4),
        {"play": "Vassal; Village"},
    ),
    "Village": Twice({"deck": "3 Copper"}, {"hand": "2 Copper", "deck": "Copper"}, (4, 1, 0)),
    "Workshop": Twice({}, {"discard": "2 Silver"}, lists={"gain": "Gold; Silver"}),
    "Bureaucrat": Twice(
        {"deck": "Copper"},
        {"top": "2 Silver", "deck": "Copper"},
        victim=seat("Duchy, Province, 2 Copper"),
        hit={"hand": "2 Copper", "top": "Province, Duchy"},
    ),
    "Militia": Twice(
        {},
        {},
        (0, 1, 4),
        victim=seat("5 Copper"),
        hit={"hand": "3 Copper", "discard": "2 Copper"},
    ),
    "Moneylender": Twice(
        {"hand": "3 Copper"},
        {"hand": "Copper", "trash": "2 Copper"},
        (0, 1, 6),
        {"trash": "Copper"},
    ),
    "Poacher": Twice(
        {"hand": "Estate, Curse", "deck": "2 Copper", "supply": "0 Duchy"},
        {"hand": "2 Copper", "discard": "Estate, Curse", "deck": ""},
        (2, 1, 2),
        {"discard": "Estate; Curse"},
    ),
    "Remodel": Twice(
        {"hand": "2 Gold"},
        {"hand": "", "trash": "2 Gold", "discard": "2 Province"},
        lists={"trash": "Gold", "gain": "Province"},
    ),
    "Smithy": Twice(
        {"top": "Gold", "discard": "8 Copper"},
        {"hand": "Gold, 5 Copper", "deck": "3 Copper", "discard": ""},
    ),
    "Throne Room": Twice(
        {"hand": "Village, Festival", "deck": "4 Copper"},
        # each of its two plays finds another card to play twice
        {
            "hand": "2 Copper",
            "deck": "2 Copper",
            "in_play": "2 Throne Room, Village, Festival",
        },
        (8, 3, 4),
        {"play": "Throne Room; Village; Festival"},
    ),
    "Bandit": Twice(
        {"supply": "1 Gold"},
        {"discard": "Gold", "trash": "2 Silver"},
        victim=seat(top="Silver, Silver, Copper, Silver"),
        hit={"discard": "Silver, Copper", "top": ""},
        lists={"trash": "Silver"},
    ),
    "Council Room": Twice(
        {"deck": "9 Copper"},
        {"hand": "8 Copper", "deck": "Copper"},
        (0, 3, 0),
        victim=seat("Estate", top="Gold, Silver, Copper"),
        hit={"hand": "Estate, Gold, Silver", "top": "Copper"},
    ),
    "Festival": Twice({"hand": "Copper"}, {"hand": "Copper"}, (4, 3, 4)),
    "Laboratory": Twice({"deck": "5 Copper"}, {"hand": "4 Copper", "deck": "Copper"}, (2, 1, 0)),
    "Library": Twice({"deck": "9 Copper"}, {"hand": "7 Copper", "deck": "2 Copper"}),
    "Market": Twice({"deck": "3 Copper"}, {"hand": "2 Copper", "deck": "Copper"}, (2, 3, 2)),
    "Mine": Twice(
        {"hand": "Copper"},
        # to a Silver, and the Silver to a Gold
        {"hand": "Gold", "trash": "Copper, Silver"},
        lists={"trash": "Silver; Copper", "gain": "Gold; Silver"},
    ),
    "Sentry": Twice(
        {"top": "Copper, Curse, Estate, Gold, Curse, Duchy"},
        {"hand": "Copper, Gold", "trash": "2 Curse", "discard": "Estate, Duchy", "top": ""},
        (2, 1, 0),
        {"trash": "Curse", "discard": "Estate; Duchy"},
    ),
    "Witch": Twice(
        {"deck": "5 Copper"},
        {"hand": "4 Copper", "deck": "Copper"},
        victim=seat("Copper"),
        hit={"hand": "Copper", "discard": "2 Curse"},
    ),
    "Artisan": Twice(
        {"hand": "Copper"},
        {"hand": "Duchy", "top": "Duchy, Copper"},
        lists={"gain": "Duchy", "topdeck": "Copper; Duchy"},
    ),
}  # fmt: skip


def test_every_action_is_here() -> None:
    assert set(TWICE) == {card.name for card in KINGDOM_CARDS if card.is_action}


@pytest.mark.parametrize("name", TWICE)
def test_an_action_is_played_twice(engine: Scenario, name: str) -> None:
    case = TWICE[name]
    zones = {"hand": "", **case.start}
    before = position(f"Throne Room, {name}, {zones.pop('hand')}", case.victim, **zones)
    lists = {"play": name, **case.lists}
    after = engine.play(before, "Throne Room", rule(**lists))
    after.expect(**{"in_play": f"Throne Room, {name}", "trash": "", **case.end})
    after.others[0].expect(**case.hit)
    assert (after.actions, after.buys, after.money) == case.left


def test_may_play_nothing(engine: Scenario) -> None:
    before = position("Throne Room, Smithy", deck="9 Copper")
    after = engine.play(before, "Throne Room")
    after.expect(hand="Smithy", in_play="Throne Room", deck="9 Copper")
    assert after.actions == 0


def test_without_an_action_in_hand_nothing_happens(engine: Scenario) -> None:
    before = position("Throne Room, 2 Copper", deck="Smithy")
    after = engine.play(before, "Throne Room", rule(play="Smithy; Throne Room"))
    after.expect(hand="2 Copper", in_play="Throne Room", deck="Smithy")


def test_a_card_drawn_by_the_first_play_of_a_throne_room_is_there_for_the_second(
    engine: Scenario,
) -> None:
    before = position("2 Throne Room, Smithy", top="Village, 5 Copper, Silver, Gold, Estate")
    after = engine.play(before, "Throne Room", rule(play="Throne Room; Smithy; Village"))
    after.expect(
        hand="5 Copper, Silver, Gold", top="Estate", in_play="2 Throne Room, Smithy, Village"
    )
    assert after.actions == 4


def test_a_shuffle_on_the_way_leaves_the_cards_in_play_out(engine: Scenario) -> None:
    before = position("Throne Room, Smithy", top="Gold", discard="2 Copper")
    after = engine.play(before, "Throne Room", rule(play="Smithy"))
    after.expect(hand="Gold, 2 Copper", deck="", discard="", in_play="Throne Room, Smithy")


def test_four_players_are_attacked_twice_in_turn_order(engine: Scenario) -> None:
    before = position(
        "Throne Room, Witch", seat(), seat("Moat"), seat(), supply="3 Curse", to_move=1
    )
    after = engine.play(before, "Throne Room", rule(play="Witch"))
    assert [other.discard.total() for other in after.others] == [2, 0, 1]


def test_nothing_but_an_action_is_played(engine: Scenario) -> None:
    before = position("Throne Room, Gold, Estate, Curse")
    after = engine.play(before, "Throne Room", rule(play="Gold; Estate; Curse"))
    after.expect(hand="Gold, Estate, Curse", in_play="Throne Room")


def test_no_action_must_be_played(engine: Scenario) -> None:
    before = position("Throne Room, Smithy", deck="9 Copper")
    after = engine.play(before, "Throne Room", rule(play="Smithy if forced == 1"))
    after.expect(hand="Smithy", in_play="Throne Room", deck="9 Copper")


def test_twice_is_twice_however_many_play(engine: Scenario) -> None:
    before = position("Throne Room, Village", seat(), seat(), deck="9 Copper")
    after = engine.play(before, "Throne Room", rule(play="Village"))
    after.expect(hand="2 Copper", deck="7 Copper")
    assert after.actions == 4
