"""What the kingdom kernel is given to play from."""

from dataclasses import replace

import numpy as np
import pytest

from fastsim.cards import COPPER, ESTATE, GOLD, KINGDOM_CARDS, PROVINCE, SILVER, Card, find_card
from fastsim.cards.base.library import LIBRARY
from fastsim.conformance.verify import compare
from fastsim.game.kingdoms import base, kingdom_named
from fastsim.game.setup import Buy, GameSetup, basic, simplified
from fastsim.kernels.kingdom import layout as at
from fastsim.lower.kingdom import lower_kingdom
from fastsim.lower.layouts import kingdom_columns
from fastsim.play.games import Player, simulate, tally
from fastsim.rules.model import BuyRule, PlayPolicy
from fastsim.rules.parse import parse_entries, parse_rule
from fastsim.rules.points import points_of
from fastsim.text.errors import InvalidInput, RuleError

FIRST_GAME = kingdom_named("first-game")
assert FIRST_GAME is not None
EAGER = parse_rule("Province; Gold; Smithy if own(Smithy) < 3; Village; Militia; Silver")

SMITHIES = parse_rule("Province if turn > 20; Smithy; Silver")


def places_of(card: Card, setup: GameSetup) -> list[int]:
    """Return where the lists of a card's points stand, in the order of its steps."""
    place = at.POINTS_OF_CARDS
    for other in kingdom_columns(setup):
        last = place + at.MAX_PLAYERS * len(list(points_of(other)))
        if other is card:
            return list(range(place, last, at.MAX_PLAYERS))
        place = last
    raise AssertionError(f"{card} is not in the game")


def pages(rule: BuyRule, setup: GameSetup, place: int) -> list[int]:
    """Return the addresses of the pages of a list."""
    tables = lower_kingdom([rule] * setup.players, setup).tables
    found = [int(tables[place])]
    while found[-1]:
        found.append(int(tables[found[-1] + at.NEXT_PAGE]))
    return found[:-1]


def assert_same_games(setup: GameSetup, *rules: BuyRule, games: int = 5) -> None:
    found = [d for d in compare(setup, rules, games=games, seed=3, kernel="kingdom") if d]
    assert not found, "\n".join(map(str, found))


def test_what_is_known_of_a_point_is_not_looked_at() -> None:
    setup = base([LIBRARY], size=1)
    (sets_aside,) = places_of(LIBRARY, setup)
    discard = "Copper if resolving(Library) == 1; Library if forced == 0 and action_phase == 1"
    rule = replace(EAGER, entries=(), plays=PlayPolicy(discard=parse_entries(discard)))
    tables = lower_kingdom([rule] * 2, setup).tables
    (page,) = pages(rule, setup, sets_aside)
    assert tables[page + at.LOOKUPS] == tables[page + at.LOOKUPS_END]  # no condition is left
    assert tables[page + at.ANYWAY] == 1  # of the Library; a Copper is never asked about


def test_cards_that_are_there_have_a_list_for_each_point_and_seat() -> None:
    tables = lower_kingdom([EAGER] * 2, FIRST_GAME).tables
    places = [place for card in FIRST_GAME.kingdom for place in places_of(card, FIRST_GAME)]
    # of Cellar, Militia and Workshop each one, of Mine and Remodel two each
    assert len(places) == 7
    for place in (at.TO_BUY, at.TO_PLAY, *places):
        lists = tables[place : place + at.MAX_PLAYERS].tolist()
        assert all(lists[:2])
        assert len(set(lists[:2])) == 2
        assert not any(lists[2:])


def test_a_list_that_wants_nothing_is_empty() -> None:
    setup = base([LIBRARY], size=1)
    rule = replace(EAGER, entries=(), plays=PlayPolicy(discard=parse_entries("Copper")))
    (sets_aside,) = places_of(LIBRARY, setup)
    assert lower_kingdom([rule] * 2, setup).tables[sets_aside] == 0  # a Copper is no Action


def test_a_page_says_what_must_be_looked_at_and_in_what_order_cards_are_wanted() -> None:
    rule = parse_rule("Province if opponent_vp > 3; Gold; Silver if gains_to_end > 2")
    setup = basic()
    tables = lower_kingdom([rule] * 2, setup).tables
    (page,) = pages(rule, setup, at.TO_BUY)
    assert tables[page + at.CARDS : page + at.CARDS + 3].tolist() == [
        kingdom_columns(setup).index(card) for card in (PROVINCE, GOLD, SILVER)
    ]
    assert tables[page + at.ANYWAY] == 0b010
    assert tables[page + at.WARY] == 0
    assert tables[page + at.LOOKS_AT] == at.LOOKS_AT_OPPONENTS | at.LOOKS_AT_GAINS


def test_a_list_of_many_entries_goes_on_on_further_pages() -> None:
    long = "; ".join(
        f"Gold if turn == {k}; Smithy if turn > {k} and own(Smithy) < 3; Village if money == {k}"
        for k in range(60)
    )
    rule = parse_rule(f"{long}; Province; Silver")
    assert len(pages(rule, FIRST_GAME, at.TO_BUY)) == 3
    assert_same_games(FIRST_GAME, rule, EAGER)


def test_as_many_cards_as_there_can_be_are_told_apart() -> None:
    setup = base(KINGDOM_CARDS[:25], size=25)
    rule = parse_rule("; ".join(f"{card} if own({card}) < 2" for card in reversed(setup.kingdom)))
    assert_same_games(setup, rule, EAGER)


def test_the_largest_decks_are_held() -> None:
    smithy = find_card("Smithy")
    assert smithy is not None
    setup = GameSetup(
        "large",
        {PROVINCE: 8, SILVER: 30, smithy: 9},
        {COPPER: 900, ESTATE: 400, GOLD: 200, smithy: 500},
        buy=Buy.OPTIONAL,
        max_turns=30,
    )
    assert setup.largest_deck == 2047
    assert_same_games(setup, SMITHIES, SMITHIES)


def test_quantities_below_zero_and_far_apart_are_looked_up() -> None:
    rule = parse_rule(
        "Province if lead > -9; Gold if vp - opponent_vp <= -3; Smithy if vp < 3; "
        "Curse if opponent_vp >= 3 and vp >= -2; Silver if total_money < 500; "
        "Village if total_money > 9 and total_money != 300; "
        "Militia if 3*own(Militia) < treasures - 7"
    )
    assert_same_games(FIRST_GAME, rule, rule, games=20)


def test_a_last_curse_that_leaves_nobody_ahead_is_bought() -> None:
    # found by random games: a Curse lowers the buyer's VP, who was taken for an opponent ahead
    setup = base([], size=0)
    curse = find_card("Curse")
    assert curse is not None
    few = replace(setup, supply={**setup.supply, curse: 2}, end_piles=1)
    rules = [parse_rule("Curse"), parse_rule("Curse; avoid_losing_end")]
    assert simulate(few, rules, games=3, seed=0).turns.tolist() == [2] * 3
    assert_same_games(few, *rules)


def test_threads_and_chunks_change_no_byte() -> None:
    whole = tally(FIRST_GAME, [EAGER] * 2, games=300, seed=8, threads=1, chunk=300)
    again = tally(FIRST_GAME, [EAGER] * 2, games=300, seed=8, threads=2, chunk=7)
    assert again.to_bytes() == whole.to_bytes()


def test_game_i_alone_is_game_i_of_a_batch() -> None:
    batch = simulate(FIRST_GAME, [EAGER] * 2, games=20, seed=8)
    alone = simulate(FIRST_GAME, [EAGER] * 2, games=1, seed=8, start=13)
    assert np.array_equal(alone.vp[0], batch.vp[13])
    assert alone.turns[0] == batch.turns[13]


def test_kingdoms_are_for_this_kernel_and_six_cards_for_others() -> None:
    assert Player(FIRST_GAME, [EAGER] * 2, 0).kernel == "kingdom"
    assert Player(simplified(), [parse_rule("Silver")] * 2, 0).kernel == "lanes"
    assert Player(basic(), [parse_rule("Silver")] * 2, 0, "kingdom").kernel == "kingdom"
    for kernel in ("lanes", "general"):
        with pytest.raises(InvalidInput, match=f"the kernel '{kernel}' cannot play 'first-game'"):
            Player(FIRST_GAME, [EAGER] * 2, 0, kernel)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(InvalidInput, match="1 rule for the 2 players"):
        lower_kingdom([EAGER], FIRST_GAME)
    with pytest.raises(RuleError, match="has no Witch pile"):
        lower_kingdom([parse_rule("Witch")] * 2, FIRST_GAME)
    gardens = find_card("Gardens")
    assert gardens is not None
    vast = GameSetup("vast", {gardens: 1000, PROVINCE: 8}, {COPPER: 7}, buy=Buy.OPTIONAL)
    with pytest.raises(InvalidInput, match="more than 32767 VP"):
        Player(vast, [parse_rule("Gardens")] * 2, 0)
