"""The rules of the game, as far as setups differ in them."""

from __future__ import annotations

from fastsim.game.setup import FALLBACK, Buy, GameSetup, Tie


def game_paragraphs(setup: GameSetup) -> list[str]:
    """Return the rules of the game, as far as setups differ in them."""
    supply = ", ".join(f"{n} {card.name}" for card, n in setup.supply.items())
    deck = " and ".join(f"{n} {card.name}" for card, n in setup.deck.items() if n)
    buys = (
        "A player buys exactly one card a turn, if any card in stock can be afforded. A rule that "
        "names none that can be bought falls back, unless it states an order of its own, on the "
        f"first of {', '.join(card.name for card in FALLBACK)} that can. So a rule that ends with "
        "Silver takes a Copper with less than 3 coins: money rules do not choose to buy Copper, "
        "they have to."
        if setup.buy is Buy.MANDATORY
        else optional_buys(setup)
    )
    counted = "" if setup.province_pile_counts else "other "
    end = (
        f"The game ends at once with the last Province, or with {setup.end_piles} {counted}piles "
        f"empty; there is no last round. After {setup.max_turns} turns, all players' together, it "
        "is cut and scored as it stands; the tables say how often."
    )
    tie = (
        "Equal points are a win for the player who moved second, so no victory is shared."
        if setup.tie is Tie.SECOND
        else "With equal points, the player who took fewer turns wins; after as many turns each, "
        "the victory is shared, which counts as half a win for either."
        + (" Among more players it counts 1/k for each of k." if setup.players > 2 else "")
    )
    return [
        f"Piles: {supply}. Each player starts with {deck}, and draws five cards a turn.",
        buys,
        end,
        tie,
    ]


def optional_buys(setup: GameSetup) -> str:
    """Return what a player may buy and, with kingdom cards, play."""
    if setup.is_simple:
        return "A player may buy one card a turn; a rule that names none that can be bought passes."
    return (
        "A turn has an Action phase and a Buy phase, with one Action and one Buy unless cards give "
        "more; a rule that names nothing that can be bought passes. Every card does what is "
        "printed on it, in the Second Edition. What a rule does not say itself, such as which "
        "Action to play, and what to discard, trash or gain, follows defaults that are the same "
        "for all rules."
    )
