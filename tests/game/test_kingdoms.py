"""Setups of the base game, as the rulebook prepares them."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastsim.cards import (
    BASIC_CARDS,
    COPPER,
    CURSE,
    DUCHY,
    ESTATE,
    GOLD,
    KINGDOM_CARDS,
    PROVINCE,
    SILVER,
    Card,
    find_card,
)
from fastsim.game.kingdoms import RECOMMENDED, base, base_random
from fastsim.game.setup import Buy, Tie
from fastsim.game.setup_file import load_setup, parse_setup
from fastsim.text.errors import InvalidInput, SetupError

#: Piles by players: Copper, Silver, Gold, Victory cards, Curses; and the empty piles that end it.
PILES = {
    2: (46, 40, 30, 8, 10, 3),
    3: (39, 40, 30, 12, 20, 3),
    4: (32, 40, 30, 12, 30, 3),
    5: (85, 80, 60, 12, 40, 4),
    6: (78, 80, 60, 12, 50, 4),
}
TEN = "Artisan, Bandit, Cellar, Chapel, Gardens, Library, Mine, Moat, Throne Room, Witch"


# -- preparation -------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "piles"), PILES.items())
def test_piles_depend_on_the_players(players: int, piles: tuple[int, ...]) -> None:
    copper, silver, gold, victory, curses, end_piles = piles
    setup = load_setup(f"base({TEN}),players={players}")
    provinces = {5: 15, 6: 18}.get(players, victory)
    assert setup.supply == {
        COPPER: copper, SILVER: silver, GOLD: gold,
        ESTATE: victory, DUCHY: victory, PROVINCE: provinces, CURSE: curses,
        **dict.fromkeys(setup.kingdom, 10), find_card("Gardens"): victory,
    }  # fmt: skip
    assert setup.deck == {COPPER: 7, ESTATE: 3}
    assert (setup.players, setup.end_piles) == (players, end_piles)
    assert (setup.buy, setup.tie) == (Buy.OPTIONAL, Tie.FEWER_TURNS)
    assert setup.province_pile_counts
    assert not setup.is_simple


@pytest.mark.parametrize("name", RECOMMENDED)
def test_recommended_kingdoms_have_ten_cards(name: str) -> None:
    setup = load_setup(name)
    assert setup.name == name
    assert len(setup.kingdom) == 10
    assert set(setup.kingdom) == set(RECOMMENDED[name])
    assert set(setup.supply) == {*BASIC_CARDS, *setup.kingdom}
    assert load_setup(f"{name},players=4").supply[PROVINCE] == 12


def test_the_first_game_is_the_rulebooks() -> None:
    assert [card.name for card in load_setup("first-game").kingdom] == [
        "Cellar", "Moat", "Merchant", "Village", "Workshop",
        "Militia", "Remodel", "Smithy", "Market", "Mine",
    ]  # fmt: skip


def test_every_kingdom_card_is_recommended_somewhere() -> None:
    assert {card for cards in RECOMMENDED.values() for card in cards} == set(KINGDOM_CARDS)


# -- names -------------------------------------------------------------------------------------


def test_a_kingdom_is_named_in_any_order_and_case() -> None:
    setup = load_setup(f"base({TEN})")
    assert setup == load_setup(f"base( {', '.join(reversed(TEN.lower().split(', ')))} )")
    assert setup == load_setup(f"base({TEN.replace(' Room', '_Room')})")
    assert setup.name.startswith("base(Cellar, Chapel, Moat")
    assert load_setup(setup.name) == setup


def test_a_random_kingdom_is_the_same_for_the_same_seed() -> None:
    assert load_setup("base-random(7)") == base_random(7)
    assert load_setup("base-random(7)") != load_setup("base-random(8)")
    assert len(load_setup("base-random(7)").kingdom) == 10
    assert len(load_setup("base-random(7),kingdom_size=3").kingdom) == 3
    assert load_setup("base-random(7),players=3") == base_random(7, players=3)


def test_a_kingdom_has_the_cards_that_are_named(tmp_path: Path) -> None:
    smithy = find_card("Smithy")
    assert load_setup("base(Smithy)").kingdom == (smithy,)
    assert load_setup("base(Smithy)") == load_setup("base(Smithy),kingdom_size=1")
    assert load_setup("base(Smithy),players=3").players == 3
    assert load_setup("base()").kingdom == ()
    assert load_setup(written(tmp_path, 'kingdom = ["Smithy"]')).kingdom == (smithy,)


def test_other_numbers_of_kingdom_cards() -> None:
    assert load_setup("base-random(7),kingdom_size=0").kingdom == ()
    every = ", ".join(card.name for card in KINGDOM_CARDS[:25])
    assert len(load_setup(f"base({every}),kingdom_size=25").kingdom) == 25


def test_a_kingdom_can_have_changes() -> None:
    setup = load_setup(
        "base(Smithy),kingdom_size=1,players=3,supply.Smithy=4,deck.Smithy=1,tie=second"
    )
    smithy = find_card("Smithy")
    assert (setup.supply[smithy], setup.deck[smithy]) == (4, 1)
    assert setup.tie is Tie.SECOND
    assert setup.supply[PROVINCE] == 12


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"base({TEN}, Smithy),kingdom_size=10", "the kingdom has 11 cards, not 10"),
        (f"base({TEN}),kingdom_size=9", "has 10 cards, not 9\n  Name as many as kingdom_size says"),
        ("base(Smithy),players=٣", "players = '٣' is not a whole number"),
        ("base-random(٣)", "not a seed"),
        ("base(Smithy, smithy),kingdom_size=2", "Smithy is in the kingdom twice"),
        ("base(Gold),kingdom_size=1", "Gold is not a kingdom card"),
        ("base(Curse),kingdom_size=1", "Curse is not a kingdom card"),
        ("base(Smity),kingdom_size=1", "unknown card 'Smity'\n  Did you mean 'Smithy'?"),
        *(
            (f"base({name}),kingdom_size=1", f"'{name}': it is of the base set's First Edition")
            for name in ("Adventurer", "Chancellor", "Feast", "Spy", "Thief", "Woodcutter")
        ),
        ("base(Wharf),kingdom_size=1", "unknown card 'Wharf': it is of Seaside"),
        ("base(Smithy),kingdom_size=1,players=1", "1 player\n  A game has 2 to 6 players."),
        ("base(Smithy),kingdom_size=1,players=7", "7 players\n  A game has 2 to 6 players."),
        ("first-game,players=many", "players = 'many' is not a whole number"),
        ("first-game,kingdom_size=true", "kingdom_size = True is not a whole number"),
        ("first-game,kingdom_size=9", "the kingdom has 10 cards, not 9"),
        ("first-game,kingdom=Smithy", "a kingdom is no change of a setup"),
        ("frist-game", "Did you mean 'first-game'?"),
        ("base", "'base' is not a kingdom"),
        ("base(Smithy", "'base(Smithy' is not a kingdom"),
        ("base-random", "'base-random' is not a kingdom"),
        ("base-random()", "not a seed"),
        ("base-random(-1)", "not a seed"),
        ("base-random(1, 2)", "not a seed"),
        ("base-random(1),kingdom_size=27", "a kingdom of 27 cards"),
    ],
)
def test_a_wrong_kingdom_is_one_clear_error(text: str, message: str) -> None:
    with pytest.raises(SetupError) as caught:
        load_setup(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 250


# -- files -------------------------------------------------------------------------------------


def written(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_file_names_a_kingdom(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        'kingdom = ["smithy", "Throne Room"]\nkingdom_size = 2\nplayers = 3\n'
        'tie = "second"\nsupply = {Province = 10}\ndeck = {Copper = 8}',
    )
    setup = load_setup(path)
    assert setup.name == "mine"
    assert [card.name for card in setup.kingdom] == ["Smithy", "Throne Room"]
    assert (setup.supply[PROVINCE], setup.supply[DUCHY], setup.supply[CURSE]) == (10, 12, 20)
    assert setup.deck == {COPPER: 8, ESTATE: 3}
    assert setup.tie is Tie.SECOND
    assert load_setup(f"{path},players=2").supply[DUCHY] == 8


def test_a_file_can_have_a_comma_in_its_name(tmp_path: Path) -> None:
    path = tmp_path / "a,b.toml"
    path.write_text("kingdom = []\nkingdom_size = 0")
    assert load_setup(str(path)).name == "a,b"
    changed = load_setup(f"{path},players=3")
    assert (changed.players, len(changed.kingdom)) == (3, 0)
    assert load_setup("simplified,name=x.toml").supply == load_setup("simplified").supply


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('kingdom = ["Smithy"]\nkingdom_size = 2', "the kingdom has 1 card, not 2"),
        ('kingdom = "Smithy"', "kingdom = 'Smithy' is not a list of names"),
        ("kingdom = [3]\nkingdom_size = 1", "kingdom holds 3, which is not the name of a card"),
        ('kingdom = ["Feast"]', "unknown card 'Feast': it is of the base set's First Edition"),
        ("kingdom = []\nkingdom_size = 0\nplayers = 7", "7 players"),
        ("kingdom = []\nkingdom_size = 0\nsupply = {Smity = 1}", "Did you mean 'Smithy'"),
        ("kingdom_size = 1\nsupply = {}\ndeck = {}", "kingdom_size without a kingdom"),
    ],
)
def test_a_bad_file_is_refused_with_its_name(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=r"mine\.toml") as caught:
        load_setup(written(tmp_path, text))
    assert message in str(caught.value)


def test_a_kingdom_cannot_be_added_to_another_setup() -> None:
    with pytest.raises(SetupError, match="kingdom_size without a kingdom"):
        load_setup("simplified,kingdom_size=3")


# -- and back ----------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.sets(st.sampled_from(KINGDOM_CARDS), max_size=25), st.integers(2, 6))
def test_describe_is_the_inverse_of_parse(kingdom: set[Card], players: int) -> None:
    setup = base(kingdom, players=players, size=len(kingdom))
    assert set(setup.kingdom) == kingdom
    again = parse_setup(setup.describe(), source="test", name="other")
    assert again == setup
    assert (again.name, again.digest) == (setup.name, setup.digest)
    sizes = f"players={players},kingdom_size={len(kingdom)}"
    assert load_setup(f"{setup.name},{sizes}") == setup
    file = {"kingdom": [c.name for c in kingdom], "kingdom_size": len(kingdom), "players": players}
    assert parse_setup(file, source="test", name="other") == setup


@given(st.text(max_size=30) | st.text("base-random(),SmithyWch=0 ", max_size=40))
def test_any_text_is_a_setup_or_a_clear_error(text: str) -> None:
    with contextlib.suppress(InvalidInput):
        assert load_setup(text).supply
