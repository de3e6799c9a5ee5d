"""The kingdom cards of the base set, Second Edition: one file a card."""

from __future__ import annotations

from typing import Final

from fastsim.cards.base.artisan import ARTISAN
from fastsim.cards.base.bandit import BANDIT
from fastsim.cards.base.bureaucrat import BUREAUCRAT
from fastsim.cards.base.cellar import CELLAR
from fastsim.cards.base.chapel import CHAPEL
from fastsim.cards.base.council_room import COUNCIL_ROOM
from fastsim.cards.base.festival import FESTIVAL
from fastsim.cards.base.gardens import GARDENS
from fastsim.cards.base.harbinger import HARBINGER
from fastsim.cards.base.laboratory import LABORATORY
from fastsim.cards.base.library import LIBRARY
from fastsim.cards.base.market import MARKET
from fastsim.cards.base.merchant import MERCHANT
from fastsim.cards.base.militia import MILITIA
from fastsim.cards.base.mine import MINE
from fastsim.cards.base.moat import MOAT
from fastsim.cards.base.moneylender import MONEYLENDER
from fastsim.cards.base.poacher import POACHER
from fastsim.cards.base.remodel import REMODEL
from fastsim.cards.base.sentry import SENTRY
from fastsim.cards.base.smithy import SMITHY
from fastsim.cards.base.throne_room import THRONE_ROOM
from fastsim.cards.base.vassal import VASSAL
from fastsim.cards.base.village import VILLAGE
from fastsim.cards.base.witch import WITCH
from fastsim.cards.base.workshop import WORKSHOP

#: By cost, then by name.
KINGDOM_CARDS: Final = (
    CELLAR,
    CHAPEL,
    MOAT,
    HARBINGER,
    MERCHANT,
    VASSAL,
    VILLAGE,
    WORKSHOP,
    BUREAUCRAT,
    GARDENS,
    MILITIA,
    MONEYLENDER,
    POACHER,
    REMODEL,
    SMITHY,
    THRONE_ROOM,
    BANDIT,
    COUNCIL_ROOM,
    FESTIVAL,
    LABORATORY,
    LIBRARY,
    MARKET,
    MINE,
    SENTRY,
    WITCH,
    ARTISAN,
)
