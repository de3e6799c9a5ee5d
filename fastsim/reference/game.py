"""One game, played slowly: the rules of play as they would be read aloud."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fastsim.game.setup import GameSetup, Tie
from fastsim.reference import phases
from fastsim.reference.draws import DrawSource
from fastsim.reference.log import EndReason, GameLog, TurnRecord
from fastsim.reference.policy import Policy
from fastsim.reference.table import Table
from fastsim.reference.turn import Turn
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput
from fastsim.text.words import number_of


def play_game(
    setup: GameSetup,
    rules: Sequence[BuyRule],
    source: DrawSource,
    *,
    turn_type: type[Turn] = Turn,
) -> GameLog:
    """Play one game and return its record.

    Parameters
    ----------
    setup : GameSetup
    rules : sequence of BuyRule
        One a seat, in turn order.
    source : DrawSource
        Where the draws come from.
    turn_type : type of Turn
        What does the cards' effects: a second reading of them can take the place of the first.

    Raises
    ------
    InvalidInput
        When a rule cannot be played in this setup, or there is not one a seat.
    EngineFault
        When the engine notices that it broke a rule of the game.
    """
    if len(rules) != setup.players:
        raise InvalidInput(f"{number_of(len(rules), 'rule')} for {setup.players} players")
    policies = [Policy(rule, setup) for rule in rules]
    table = Table(setup, source)
    for player in table.players:
        phases.draw_hand(turn_type(table, policies, player))
    table.check()

    turns: list[TurnRecord] = []
    reshuffled = [False] * setup.players
    end = None
    while end is None:
        player = table.players[len(turns) % setup.players]
        hand, shuffle = tuple(player.hand), reshuffled[player.seat]
        turn = turn_type(table, policies, player)
        phases.begin(turn)
        phases.action_phase(turn)
        phases.play_treasures(turn)
        money = player.money
        phases.buy_phase(turn)
        number = len(turns) + 1
        end = end_of(table, number)
        if end is None:
            reshuffled[player.seat] = phases.clean_up(turn)
        table.check()
        events = tuple(turn.events)
        turns.append(TurnRecord(number, player.seat, player.turns, hand, shuffle, money, events))

    return GameLog(
        setup=setup,
        players=tuple(rule.name or f"rule {seat + 1}" for seat, rule in enumerate(rules)),
        turns=tuple(turns),
        end=end,
        owned=tuple(Counter(player.owned) for player in table.players),
        trash=Counter(table.trash),
        winners=_winners(table),
    )


def end_of(table: Table, turns: int) -> EndReason | None:
    """Return why the game is over after so many turns of all players, or None."""
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
