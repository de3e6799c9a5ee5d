"""The programs that the kingdom kernel runs are the texts of cards, step by step."""

from typing import NamedTuple

import pytest

from fastsim.cards import CARDS, COPPER, GOLD, KINGDOM_CARDS, SILVER, Card, find_card
from fastsim.game.kingdoms import base
from fastsim.game.setup import GameSetup
from fastsim.kernels.kingdom import events
from fastsim.kernels.kingdom import layout as at
from fastsim.lower.kingdom import lower_kingdom
from fastsim.lower.layouts import kingdom_columns
from fastsim.rules.parse import parse_rule
from fastsim.rules.points import points_of

RULE = parse_rule("Province; Gold; Silver")

# What is done, from the first step on: what follows when a card was moved stands before what
# follows when none was, and a step that stands there already is not repeated.
PROGRAMS = {
    "Artisan": [at.CHOOSE_GAIN, at.MOVE_BETWEEN],
    "Bandit": [at.GAIN_CARD, at.EACH_OTHER, at.TAKE, at.MOVE_LOOKED_AT, at.MOVE_REST],
    "Bureaucrat": [at.GAIN_CARD, at.EACH_OTHER, at.MOVE_BETWEEN, at.REVEAL_HAND],
    "Cellar": [at.MOVE_FROM_HAND, at.GET],
    "Chapel": [at.MOVE_FROM_HAND],
    "Council Room": [at.EACH_OTHER, at.GET],
    "Harbinger": [at.MOVE_BETWEEN],
    "Library": [at.DRAW_TO, at.MOVE_LOOKED_AT, at.MOVE_REST, at.MOVE_SET_ASIDE],
    "Merchant": [at.AT_FIRST_PLAY],
    "Militia": [at.EACH_OTHER, at.MOVE_FROM_HAND],
    "Mine": [at.MOVE_FROM_HAND, at.CHOOSE_GAIN],
    "Moneylender": [at.MOVE_FROM_HAND, at.GET],
    "Poacher": [at.MOVE_FROM_HAND],
    "Remodel": [at.MOVE_FROM_HAND, at.CHOOSE_GAIN],
    "Sentry": [at.TAKE, at.MOVE_LOOKED_AT, at.MOVE_LOOKED_AT, at.MOVE_LOOKED_AT],
    "Throne Room": [at.MOVE_FROM_HAND, at.PLAY_IT],
    "Vassal": [at.TAKE, at.MOVE_REST, at.MOVE_BETWEEN, at.PLAY_IT],
    "Witch": [at.EACH_OTHER, at.GAIN_CARD],
    "Workshop": [at.CHOOSE_GAIN],
}
ASKS = (at.MOVE_FROM_HAND, at.MOVE_BETWEEN, at.MOVE_LOOKED_AT, at.CHOOSE_GAIN)


class Program(NamedTuple):
    """Steps by their addresses, in the order of `PROGRAMS`, with the one that ends it."""

    setup: GameSetup
    steps: dict[int, list[int]]

    def first(self, op: int) -> tuple[int, list[int]]:
        """Return the first step that does this: its address and its words."""
        return next((place, step) for place, step in self.steps.items() if step[at.OP] == op)

    def op_at(self, place: int) -> int:
        """Return what the step at an address does."""
        return self.steps[place][at.OP]

    def columns(self, *cards: Card) -> int:
        """Return cards as a set."""
        return sum(1 << kingdom_columns(self.setup).index(card) for card in cards)


def program_of(name: str) -> Program:
    """Return the program of a card, in a game with no other kingdom card."""
    card = find_card(name)
    assert card is not None
    setup = base([card], size=1)
    tables = lower_kingdom([RULE] * 2, setup).tables.tolist()
    program = Program(setup, {})

    def follow(place: int) -> None:
        if place in program.steps:
            return
        step = program.steps[place] = tables[place : place + at.STEP_SIZE]
        if step[at.OP] == at.PLAY_IT:
            follow(step[at.GOES_ON])
        if step[at.OP] != at.END:
            follow(step[at.THEN])
            follow(step[at.ELSE])

    row = at.CARD_ROWS + kingdom_columns(setup).index(card) * at.CARD_SIZE
    follow(tables[row + at.PROGRAM])
    return program


def test_every_card_with_steps_is_told_of_here() -> None:
    assert {card.name for card in CARDS if card.steps} == set(PROGRAMS)


@pytest.mark.parametrize("card", KINGDOM_CARDS, ids=str)
def test_a_program_does_the_steps_of_its_card_and_ends_once(card: Card) -> None:
    ops = [step[at.OP] for step in program_of(card.name).steps.values()]
    assert [op for op in ops if op != at.END] == PROGRAMS.get(card.name, [])
    assert ops.count(at.END) == 1


@pytest.mark.parametrize("card", KINGDOM_CARDS, ids=str)
def test_each_step_that_asks_has_the_lists_of_its_own_point(card: Card) -> None:
    program = program_of(card.name)
    asking = [step for step in program.steps.values() if step[at.OP] in ASKS]
    places = [at.POINTS_OF_CARDS + at.MAX_PLAYERS * k for k in range(len(list(points_of(card))))]
    assert [step[at.POINT] for step in asking] == places
    for step, point in zip(asking, points_of(card), strict=True):
        among = filter(point.among, kingdom_columns(program.setup))
        assert step[at.KIND] == program.columns(*among)


def test_what_is_done_for_others_leads_back_to_the_next_of_them() -> None:
    for name in ("Bandit", "Bureaucrat", "Council Room", "Militia", "Witch"):
        program = program_of(name)
        place, each_other = program.first(at.EACH_OTHER)
        assert program.op_at(each_other[at.ELSE]) == at.END
        after = {word for step in program.steps.values() for word in step[at.ELSE :]}
        assert place in after, name


def test_a_library_goes_on_taking_until_none_is_taken() -> None:
    program = program_of("Library")
    place, draw_to = program.first(at.DRAW_TO)
    assert draw_to[at.NUMBER] == 7
    _, rest = program.first(at.MOVE_REST)
    assert (rest[at.ELSE], rest[at.THEN], rest[at.TO]) == (place, place, at.IN_HAND)
    assert program.op_at(draw_to[at.ELSE]) == at.MOVE_SET_ASIDE
    _, chosen = program.first(at.MOVE_LOOKED_AT)
    assert (chosen[at.NUMBER], chosen[at.TO]) == (1, at.SET_ASIDE)


def test_a_sentry_trashes_discards_and_puts_back_any_number() -> None:
    program = program_of("Sentry")
    _, take = program.first(at.TAKE)
    assert (take[at.NUMBER], take[at.KIND]) == (2, events.LOOK)
    moves = [step for step in program.steps.values() if step[at.OP] == at.MOVE_LOOKED_AT]
    assert [step[at.TO] for step in moves] == [at.IN_TRASH, at.IN_DISCARD, at.ON_DECK]
    assert {(step[at.NUMBER], step[at.MEANT]) for step in moves} == {
        (at.ANY_NUMBER, at.AS_IT_STANDS)
    }


def test_coins_of_a_moneylender_follow_only_when_a_copper_was_trashed() -> None:
    program = program_of("Moneylender")
    _, trash = program.first(at.MOVE_FROM_HAND)
    assert trash[at.KIND] == program.columns(COPPER)
    assert program.op_at(trash[at.THEN]) == at.GET
    assert program.op_at(trash[at.ELSE]) == at.END
    _, get = program.first(at.GET)
    assert get[at.GET_CARDS : at.GET_COINS + 1] == [0, 0, 0, 3]
    assert (get[at.NUMBER], get[at.MEANT]) == (1, at.AS_IT_STANDS)


def test_a_hand_is_shown_only_when_no_victory_card_was_put_back() -> None:
    program = program_of("Bureaucrat")
    place, _ = program.first(at.EACH_OTHER)
    _, move = program.first(at.MOVE_BETWEEN)
    assert move[at.THEN] == place
    assert program.op_at(move[at.ELSE]) == at.REVEAL_HAND


def test_a_play_inside_ends_and_the_one_outside_goes_on_behind_it() -> None:
    for name, times in (("Throne Room", 2), ("Vassal", 1)):
        program = program_of(name)
        _, play = program.first(at.PLAY_IT)
        assert play[at.NUMBER] == times
        assert [program.op_at(play[word]) for word in (at.THEN, at.GOES_ON)] == [at.END] * 2


@pytest.mark.parametrize(
    ("name", "op", "number", "meant"),
    [
        ("Cellar", at.MOVE_FROM_HAND, at.ANY_NUMBER, at.AS_IT_STANDS),
        ("Cellar", at.GET, 0, at.AS_MOVED),
        ("Chapel", at.MOVE_FROM_HAND, 4, at.AS_IT_STANDS),
        ("Militia", at.MOVE_FROM_HAND, 3, at.DOWN_TO),
        ("Poacher", at.MOVE_FROM_HAND, 0, at.AS_EMPTY_PILES),
        ("Workshop", at.CHOOSE_GAIN, 4, at.AS_IT_STANDS),
        ("Remodel", at.CHOOSE_GAIN, 2, at.AS_IT_STANDS),
        ("Mine", at.CHOOSE_GAIN, 3, at.AS_IT_STANDS),
    ],
)
def test_numbers_are_those_of_the_card(name: str, op: int, number: int, meant: int) -> None:
    _, step = program_of(name).first(op)
    assert (step[at.NUMBER], step[at.MEANT]) == (number, meant)


def test_gains_cost_more_than_what_was_trashed_and_go_where_the_card_says() -> None:
    found = {
        name: (step[at.SOURCE], step[at.TO])
        for name in ("Artisan", "Mine", "Remodel", "Workshop")
        for _, step in [program_of(name).first(at.CHOOSE_GAIN)]
    }
    assert found == {
        "Artisan": (0, at.IN_HAND),
        "Mine": (1, at.IN_HAND),
        "Remodel": (1, at.IN_DISCARD),
        "Workshop": (0, at.IN_DISCARD),
    }


def test_named_cards_are_their_columns() -> None:
    for name, op, card in (
        ("Bandit", at.GAIN_CARD, GOLD),
        ("Bureaucrat", at.GAIN_CARD, SILVER),
        ("Merchant", at.AT_FIRST_PLAY, SILVER),
    ):
        program = program_of(name)
        _, step = program.first(op)
        assert 1 << step[at.KIND] == program.columns(card)
