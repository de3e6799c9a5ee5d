"""The game told in words."""

from fastsim.game.setup import Buy, GameSetup, Tie
from tests.card_text import counts
from tests.reference.scenario import play


def told(deck: str, supply: str, *rules: str, draws: str, max_turns: int = 2) -> list[str]:
    setup = GameSetup(
        "small", counts(supply), counts(deck), len(rules), Buy.OPTIONAL, 3, True,
        Tie.FEWER_TURNS, max_turns,
    )  # fmt: skip
    return list(play(setup, *rules, draws=draws).lines())


def test_every_move_is_told_indented_by_the_cards_being_played_around_it() -> None:
    lines = told(
        "3 Copper, Estate, Village, Militia, Throne Room",
        "1 Province, 1 Duchy, 8 Silver",
        "Duchy; [play]; Village; Throne Room; Militia",
        "Silver; [play]; Militia; [discard]; Estate; Copper",
        draws="Village, Throne Room, Militia, Copper, Estate, 3 Copper, Estate, Village, "
        "Copper, Copper, Estate, Duchy, 2 Copper",
    )
    assert lines == [
        "Seat 1: rule 1",
        "Seat 2: rule 2",
        "   1. seat 1, turn  1: 1 Copper, 1 Estate, 1 Village, 1 Militia, 1 Throne Room",
        "        plays Village",
        "          draws Copper",
        "        plays Throne Room",
        "          plays Militia",
        "            seat 2 discards 1 Copper, 1 Estate",
        "          plays Militia again",
        "        plays 2 Copper",
        "        has 6 coins, buys Duchy - VP 4:1 - the Duchy pile is empty",
        "        cleans up, draws Copper, shuffles, draws 2 Copper, 1 Estate, 1 Duchy",
        "   2. seat 2, turn  1: 2 Copper, 1 Village",
        "        plays 2 Copper",
        "        has 2 coins, passes - VP 4:1",
        "The game ends: cut after 2 turns.",
        "Seat 1, rule 1: 4 VP (3 Copper, 1 Estate, 1 Duchy, 1 Village, 1 Militia, 1 Throne Room)",
        "Seat 2, rule 2: 1 VP (3 Copper, 1 Estate, 1 Village, 1 Militia, 1 Throne Room)",
        "Won by seat 1 (rule 1).",
    ]


def test_what_an_attack_reveals_and_trashes_is_told() -> None:
    lines = told(
        "Bandit, Library, Moat, Sentry, 6 Silver",
        "9 Province, 9 Gold, 9 Copper",
        "Gold; [play]; Sentry; Bandit; [trash]; Moat; [discard]; Silver",
        "Gold",
        "Gold",
        draws="Sentry, 4 Silver, Moat, 4 Silver, 5 Silver, Bandit, Library, Moat, Library, Silver",
        max_turns=1,
    )
    assert lines[3:-6] == [
        "   1. seat 1, turn  1: 4 Silver, 1 Sentry",
        "        plays Sentry",
        "          draws Bandit",
        "          looks at 1 Moat, 1 Library",
        "          trashes Moat",
        "          puts Library onto the deck",
        "        plays Bandit",
        "          seat 2 reveals Moat",
        "          gains Gold",
        "          seat 3 reveals 1 Silver, 1 Library",
        "          seat 3 trashes Silver",
        "          seat 3 discards Library",
        "        plays 4 Silver",
        "        has 8 coins, buys Gold - VP 0:0:0",
    ]
    assert "Trash: 1 Silver, 1 Moat" in lines


def test_cards_set_aside_and_gains_to_hand_and_deck_are_told() -> None:
    lines = told(
        "Library, Bureaucrat, Mine, Estate, 4 Copper",
        "9 Province, 9 Silver",
        "Silver; [play]; Library; [discard]; Mine",
        "Silver; [play]; Bureaucrat",
        "Silver; [play]; Mine; [trash]; Copper; [gain]; Silver",
        draws="Library, 4 Copper, Bureaucrat, 4 Copper, Mine, 2 Copper, Bureaucrat, Library, "
        "Mine, Bureaucrat, Estate, 3 Copper, Estate, Silver",
        max_turns=3,
    )
    assert lines[3:-6] == [
        "   1. seat 1, turn  1: 4 Copper, 1 Library",
        "        plays Library",
        "          sets aside Mine",
        "          draws 1 Estate, 1 Bureaucrat",
        "          discards Mine",
        "        plays 4 Copper",
        "        has 4 coins, buys Silver - VP 1:1:1",
        "        cleans up, shuffles, draws 3 Copper, 1 Silver, 1 Estate",
        "   2. seat 2, turn  1: 4 Copper, 1 Bureaucrat",
        "        plays Bureaucrat",
        "          gains Silver onto the deck",
        "          seat 3 reveals 2 Copper, 1 Bureaucrat, 1 Library, 1 Mine",
        "          seat 1 puts Estate onto the deck",
        "        plays 4 Copper",
        "        has 4 coins, buys Silver - VP 1:1:1",
        "        cleans up, draws 1 Silver, 1 Estate, 1 Library, 1 Mine, shuffles, draws Silver",
        "   3. seat 3, turn  1: 2 Copper, 1 Bureaucrat, 1 Library, 1 Mine",
        "        plays Mine",
        "          trashes Copper",
        "          gains Silver to the hand",
        "        plays 1 Copper, 1 Silver",
        "        has 3 coins, buys Silver - VP 1:1:1",
    ]
