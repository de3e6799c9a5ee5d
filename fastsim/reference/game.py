"""One game, played slowly: the rules of play as they would be read aloud."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fastsim.cards import Card
from fastsim.errors import EngineFault, InvalidInput
from fastsim.reference.draws import DrawSource
from fastsim.reference.log import EndReason, GameLog, TurnRecord
from fastsim.reference.policy import choose
from fastsim.reference.table import Player, Table
from fastsim.rules.check import check_rule
from fastsim.rules.model import BuyRule
from fastsim.setup import Buy, GameSetup, Tie


def play_game(setup: GameSetup, rules: Sequence[BuyRule], source: DrawSource) -> GameLog:
    """Play one game and return its record.

    Parameters
    ----------
    setup : GameSetup
    rules : sequence of BuyRule
        One a seat, in turn order.
    source : DrawSource
        Where the draws come from.

    Raises
    ------
    InvalidInput
        When a rule cannot be played in this setup, or there is not one a seat.
    EngineFault
        When the engine notices that it broke a rule of the game.
    """
    if len(rules) != setup.players:
        raise InvalidInput(f"{len(rules)} rules for {setup.players} players")
    for rule in rules:
        check_rule(rule, setup)
    table = Table(setup)
    shuffled = []
    for player in table.players:
        source.arrange(player.deck)
        shuffled.append(player.draw_hand(source))
    table.check()

    turns: list[TurnRecord] = []
    end = None
    while end is None:
        player = table.players[len(turns) % setup.players]
        player.turns += 1
        hand = tuple(player.hand)
        card = choose(rules[player.seat], table, player)
        _check_buy(card, table, player)
        if card is not None:
            table.gain(player, card)
        turns.append(
            TurnRecord(len(turns) + 1, player.seat, player.turns, hand, shuffled[player.seat], card)
        )
        end = _end(table, len(turns))
        player.discard += player.hand
        player.hand = []
        shuffled[player.seat] = player.draw_hand(source)
        table.check()

    return GameLog(
        setup=setup,
        players=tuple(rule.name or f"rule {seat + 1}" for seat, rule in enumerate(rules)),
        turns=tuple(turns),
        end=end,
        owned=tuple(Counter(player.owned) for player in table.players),
        winners=_winners(table),
    )


def _end(table: Table, turns: int) -> EndReason | None:
    """Return why the game is over after this turn, or None."""
    if table.provinces_gone:
        return EndReason.PROVINCES
    if table.piles_gone:
        return EndReason.PILES
    return EndReason.CUT if turns >= table.setup.max_turns else None


def _winners(table: Table) -> tuple[int, ...]:
    """Return the seats with the most VP, after the tie rule."""
    best = max(player.vp for player in table.players)
    equal = [player for player in table.players if player.vp == best]
    if table.setup.tie is Tie.SECOND:
        return (equal[-1].seat,)
    fewest = min(player.turns for player in equal)
    return tuple(player.seat for player in equal if player.turns == fewest)


def _check_buy(card: Card | None, table: Table, player: Player) -> None:
    """Raise EngineFault for a buy, or a pass, that the rules of the game do not allow."""
    money = sum(c.money for c in player.hand)
    if card is None:
        possible = [c for c, pile in table.piles.items() if pile and c.cost <= money]
        if table.setup.buy is Buy.MANDATORY and possible:
            raise EngineFault(f"seat {player.seat} passed and could have bought {possible[0]}")
    elif not table.piles.get(card):
        raise EngineFault(f"seat {player.seat} bought {card}, which is not in stock")
    elif card.cost > money:
        raise EngineFault(f"seat {player.seat} bought {card} with {money} coins")
