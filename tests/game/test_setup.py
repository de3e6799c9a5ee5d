import pickle

import pytest
from hypothesis import given

from fastsim.cards import COPPER, DUCHY, ESTATE, GOLD, PROVINCE, SILVER, Card
from fastsim.game.setup import PRESETS, Buy, GameSetup, Tie, basic, simplified
from fastsim.text.errors import SetupError
from tests.strategies import setups


def small(**changes: object) -> GameSetup:
    values: dict[str, object] = {
        "name": "small",
        "supply": {COPPER: 3, SILVER: 2, GOLD: 1, ESTATE: 1, DUCHY: 1, PROVINCE: 1},
        "deck": {COPPER: 7, ESTATE: 3},
    }
    return GameSetup(**(values | changes))  # type: ignore[arg-type]


def test_the_simplified_game_is_that_of_its_table() -> None:
    setup = simplified()
    assert setup.supply == {COPPER: 60, SILVER: 40, GOLD: 30, ESTATE: 8, DUCHY: 8, PROVINCE: 8}
    assert setup.deck == {COPPER: 7, ESTATE: 3}
    assert (setup.players, setup.end_piles, setup.max_turns) == (2, 3, 400)
    assert (setup.buy, setup.tie) == (Buy.MANDATORY, Tie.SECOND)
    assert not setup.province_pile_counts


@pytest.mark.parametrize(("players", "copper", "victory"), [(2, 46, 8), (3, 39, 12), (4, 32, 12)])
def test_basic_pile_sizes_follow_the_rulebook(players: int, copper: int, victory: int) -> None:
    setup = basic(players)
    assert setup.supply == {
        COPPER: copper, SILVER: 40, GOLD: 30, ESTATE: victory, DUCHY: victory, PROVINCE: victory,
    }  # fmt: skip
    assert setup.buy is Buy.OPTIONAL
    assert setup.tie is Tie.FEWER_TURNS
    assert setup.province_pile_counts


def test_presets_have_names_and_different_digests() -> None:
    digests = {name: make().digest for name, make in PRESETS.items()}
    assert len(set(digests.values())) == len(PRESETS)
    assert all(make().name == name for name, make in PRESETS.items())


def test_equal_rules_of_play_are_equal_whatever_the_name_and_order() -> None:
    one = small()
    two = small(name="other", supply=dict(reversed(list(one.supply.items()))))
    assert one == two
    assert hash(one) == hash(two)
    assert one != small(max_turns=399)


@given(setups())
def test_a_setup_survives_pickling(setup: GameSetup) -> None:
    assert pickle.loads(pickle.dumps(setup)) == setup


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"supply": {COPPER: -1, PROVINCE: 1}}, "the pile has -1 Copper cards"),
        ({"deck": {COPPER: -7}}, "the starting deck has -7 Copper cards"),
        ({"deck": {}}, "no cards to draw"),
        ({"deck": {COPPER: 0}}, "no cards to draw"),
        ({"players": 1}, "1 player"),
        ({"players": 7}, "7 players"),
        ({"max_turns": 0}, "max_turns = 0"),
        ({"end_piles": 0}, "end_piles = 0"),
        ({"supply": {COPPER: 2001, PROVINCE: 1}}, "2001 Copper cards"),
        ({"deck": {COPPER: 2000, ESTATE: 40}}, "could come to own"),
        ({"supply": {COPPER: 3, PROVINCE: 0}}, "Province pile is empty before the first turn"),
        (
            {"supply": {COPPER: 0, SILVER: 0, GOLD: 0, PROVINCE: 8}},
            "3 piles are empty before the first turn",
        ),
        # without money only Coppers can be bought, and two Treasures of 2 never reach a Province
        ({"supply": {COPPER: 1, PROVINCE: 1}, "deck": {ESTATE: 5}}, "nobody can ever end the game"),
        ({"supply": {GOLD: 9, PROVINCE: 1}, "deck": {COPPER: 4}}, "nobody can ever end the game"),
        ({"supply": {}, "deck": {COPPER: 7}}, "nobody can ever end the game"),
    ],
)
def test_an_impossible_setup_is_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        small(**changes)


def test_a_province_within_reach_by_way_of_other_cards_is_enough() -> None:
    # 5 Coppers buy Silver, Silvers buy Gold, Golds buy the Province
    supply: dict[Card, int] = {SILVER: 5, GOLD: 5, PROVINCE: 1}
    assert small(supply=supply, deck={COPPER: 5}).vp_range == (0, 6)


def test_ranges() -> None:
    assert simplified().vp_range == (0, 3 + 8 + 24 + 48)
    assert simplified().largest_deck == 10 + 154
    assert basic(4).largest_deck == 10 + 100
