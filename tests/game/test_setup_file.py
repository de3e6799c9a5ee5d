from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastsim.cards import COPPER, ESTATE, GOLD, PROVINCE, SILVER
from fastsim.game.setup import Buy, GameSetup, Tie, simplified
from fastsim.game.setup_file import changed_setup, load_setup, parse_setup, setup_text
from fastsim.text.errors import FastsimError, InvalidInput
from tests.strategies import setups

GOOD = """
players = 3
buy = "optional"
supply = {Copper = 20, province = 4}
deck = {Copper = 7, Estate = 3}
end_piles = 1
province_pile_counts = true
tie = "fewer_turns"
max_turns = 90
"""


def written(folder: Path, text: str | bytes) -> str:
    path = folder / "mine.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def test_a_preset_is_found_by_name() -> None:
    assert load_setup("simplified") == simplified()


def test_a_file_says_everything(tmp_path: Path) -> None:
    setup = load_setup(written(tmp_path, GOOD))
    assert setup.name == "mine"
    assert setup.supply == {COPPER: 20, PROVINCE: 4}
    assert setup.deck == {COPPER: 7, ESTATE: 3}
    assert (setup.players, setup.end_piles, setup.max_turns) == (3, 1, 90)
    assert (setup.buy, setup.tie) == (Buy.OPTIONAL, Tie.FEWER_TURNS)
    assert setup.province_pile_counts


@given(setups())
def test_describe_is_the_inverse_of_parse(setup: GameSetup) -> None:
    assert parse_setup(setup.describe(), source="test", name="other") == setup


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("supply = {Copper = 1", "not valid TOML"),
        (b"name = '\xff'", "not UTF-8"),
        ("deck = {Copper = 7}", "supply is missing"),
        ("supply = {Copper = 9}", "deck is missing"),
        (GOOD + "colour = 1", "unknown key 'colour'"),
        (GOOD.replace("max_turns", "max_turn"), "Did you mean 'max_turns'"),
        (GOOD.replace("3\nbuy", "'3'\nbuy"), "players = '3' is not a whole number"),
        (GOOD.replace("players = 3", "players = true"), "players = True is not a whole number"),
        (GOOD.replace("optional", "sometimes"), "buy = 'sometimes'"),
        (GOOD.replace("fewer_turns", "first"), "tie = 'first'"),
        (GOOD.replace("province =", "Provnice ="), "Did you mean 'Province'"),
        (GOOD.replace("province = 4", "copper = 4"), "Copper is given twice"),
        (GOOD.replace("province = 4", "Province = 4.5"), "Province = 4.5 is not a whole number"),
        (GOOD.replace("province = 4", "Province = -4"), "-4 Province cards"),
    ],
)
def test_a_bad_file_is_refused_with_its_name(
    tmp_path: Path, text: str | bytes, message: str
) -> None:
    with pytest.raises(InvalidInput, match=message) as caught:
        load_setup(written(tmp_path, text))
    assert "mine.toml" in str(caught.value)


def test_a_missing_file_and_an_unknown_name() -> None:
    with pytest.raises(InvalidInput, match=r"nowhere\.toml: cannot be read"):
        load_setup("nowhere.toml")
    with pytest.raises(InvalidInput, match="Did you mean 'simplified'"):
        load_setup("simplifed")


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="too large"):
        load_setup(written(tmp_path, "# " + "x" * 1_100_000))


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=5,
)


@given(
    st.dictionaries(
        st.sampled_from(["players", "buy", "supply", "deck", "end_piles", "tie", "max_turns"]),
        _values | st.dictionaries(st.sampled_from(["Copper", "Gold"]), st.integers()),
    )
)
def test_any_values_are_a_setup_or_a_clear_error(values: dict[str, object]) -> None:
    message = "test: "
    try:
        parse_setup(values, source="test", name="test")
    except FastsimError as error:
        message = str(error)
    assert message.startswith("test: ")


def test_a_setup_can_be_another_one_with_changes() -> None:
    text = "simplified,buy=optional,tie=fewer_turns,supply.gold=10,deck.Silver=1,end_piles=2"
    setup = load_setup(text)
    assert setup.name == text
    assert (setup.buy, setup.tie, setup.end_piles) == (Buy.OPTIONAL, Tie.FEWER_TURNS, 2)
    assert setup.supply == {**simplified().supply, GOLD: 10}
    assert setup.deck == {COPPER: 7, ESTATE: 3, SILVER: 1}
    assert load_setup("simplified,province_pile_counts=true").province_pile_counts


def test_a_file_can_have_changes(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    assert load_setup(f"{path},players=2") == changed_setup(
        load_setup(path), {"players": 2}, name="two"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("simplified,", "'' is not a change of a setup"),
        ("simplified,buy", "'buy' is not a change of a setup"),
        ("simplified,bye=optional", "unknown key 'bye'\n  Did you mean 'buy'?"),
        ("simplified,buy=never", "buy = 'never'"),
        ("simplified,deck.Copper=many", "Copper = 'many' is not a whole number"),
        ("simplified,pile.Copper=1", "unknown key 'pile.Copper'"),
        ("simplified,supply.Witsch=1", "unknown card 'Witsch'\n  Did you mean 'Witch'?"),
        ("simplified,supply.Wharf=1", "unknown card 'Wharf': it is of Seaside"),
        ("simplified,players=true", "players = True is not a whole number"),
        ("simple,buy=optional", "no setup is named 'simple'"),
    ],
)
def test_a_wrong_change_is_one_clear_error(text: str, message: str) -> None:
    with pytest.raises(FastsimError) as caught:
        load_setup(text)
    assert message in str(caught.value)


def test_changes_are_told_as_they_are_read() -> None:
    changes = {"buy": "optional", "province_pile_counts": True, "supply": {"Gold": 3}}
    text = setup_text("simplified", changes)
    assert text == "simplified,buy=optional,province_pile_counts=true,supply.Gold=3"
    assert load_setup(text) == changed_setup(simplified(), changes, name="any")
