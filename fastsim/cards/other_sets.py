"""Cards that Dominion has elsewhere: known by name, so that an error can say why they are not here.

References
----------
Rio Grande Games: card lists of the base set's First Edition and of the expansions, all editions.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Final

from fastsim.cards import CARDS, Card
from fastsim.text.errors import suggest

#: What this project plays, as errors and listings call it.
HERE: Final = "the base set, Second Edition"

_NAMES: Final[Mapping[str, str]] = {
    "the base set's First Edition": "Adventurer, Chancellor, Feast, Spy, Thief, Woodcutter",
    "Intrigue": (
        "Baron, Bridge, Conspirator, Coppersmith, Courtier, Courtyard, Diplomat, Duke, Farm, "
        "Great Hall, Harem, Ironworks, Lurker, Masquerade, Mill, Mining Village, Minion, Nobles, "
        "Patrol, Pawn, Replace, Saboteur, Scout, Secret Chamber, Secret Passage, Shanty Town, "
        "Steward, Swindler, Torturer, Trading Post, Tribute, Upgrade, Wishing Well"
    ),
    "Seaside": (
        "Ambassador, Astrolabe, Bazaar, Blockade, Caravan, Corsair, Cutpurse, Embargo, Explorer, "
        "Fishing Village, Ghost Ship, Haven, Island, Lighthouse, Lookout, Merchant Ship, Monkey, "
        "Native Village, Navigator, Outpost, Pearl Diver, Pirate, Pirate Ship, Sailor, Salvager, "
        "Sea Chart, Sea Hag, Sea Witch, Smugglers, Tactician, Tide Pools, Treasure Map, Treasury, "
        "Warehouse, Wharf"
    ),
    "Alchemy": (
        "Alchemist, Apothecary, Apprentice, Familiar, Golem, Herbalist, Philosopher's Stone, "
        "Possession, Potion, Scrying Pool, Transmute, University, Vineyard"
    ),
    "Prosperity": (
        "Anvil, Bank, Bishop, Charlatan, City, Clerk, Collection, Colony, Contraband, "
        "Counting House, Crystal Ball, Expand, Forge, Goons, Grand Market, Hoard, Investment, "
        "King's Court, Loan, Magnate, Mint, Monument, Mountebank, Peddler, Platinum, Quarry, "
        "Rabble, Royal Seal, Talisman, Tiara, Trade Route, Vault, Venture, War Chest, Watchtower, "
        "Worker's Village"
    ),
    "Cornucopia and Guilds": (
        "Advisor, Bag of Gold, Baker, Butcher, Candlestick Maker, Carnival, Diadem, Doctor, "
        "Fairgrounds, Farmhands, Farming Village, Farrier, Ferryman, Followers, Footpad, "
        "Fortune Teller, Hamlet, Harvest, Herald, Horn of Plenty, Horse Traders, Hunting Party, "
        "Infirmary, Jester, Joust, Journeyman, Masterpiece, Menagerie, Merchant Guild, Plaza, "
        "Princess, Remake, Shop, Soothsayer, Stonemason, Taxman, Tournament, Trusty Steed, "
        "Young Witch"
    ),
    "Hinterlands": (
        "Berserker, Border Village, Cache, Cartographer, Cauldron, Crossroads, Develop, Duchess, "
        "Embassy, Farmland, Fool's Gold, Guard Dog, Haggler, Highway, Ill-Gotten Gains, Inn, "
        "Jack of All Trades, Mandarin, Margrave, Noble Brigand, Nomad Camp, Nomads, Oasis, Oracle, "
        "Scheme, Silk Road, Souk, Spice Merchant, Stables, Trader, Trail, Tunnel, Weaver, "
        "Wheelwright, Witch's Hut"
    ),
    "Dark Ages": (
        "Altar, Armory, Band of Misfits, Bandit Camp, Beggar, Catacombs, Count, Counterfeit, "
        "Cultist, Death Cart, Feodum, Forager, Fortress, Graverobber, Hermit, Hovel, "
        "Hunting Grounds, Ironmonger, Junk Dealer, Knights, Madman, Marauder, Market Square, "
        "Mercenary, Mystic, Necropolis, Overgrown Estate, Pillage, Poor House, Procession, Rats, "
        "Rebuild, Rogue, Sage, Scavenger, Spoils, Squire, Storeroom, Urchin, Vagrant, "
        "Wandering Minstrel"
    ),
    "Adventures": (
        "Amulet, Artificer, Bridge Troll, Caravan Guard, Coin of the Realm, Distant Lands, "
        "Dungeon, Duplicate, Gear, Giant, Guide, Haunted Woods, Hireling, Lost City, Magpie, "
        "Messenger, Miser, Page, Peasant, Port, Ranger, Ratcatcher, Raze, Relic, Royal Carriage, "
        "Storyteller, Swamp Hag, Transmogrify, Treasure Trove, Wine Merchant"
    ),
    "Empires": (
        "Archive, Bustling Village, Capital, Castles, Catapult, Chariot Race, Charm, City Quarter, "
        "Crown, Emporium, Encampment, Enchantress, Engineer, Farmers' Market, Fortune, Forum, "
        "Gladiator, Groundskeeper, Legionary, Overlord, Patrician, Plunder, Rocks, "
        "Royal Blacksmith, Sacrifice, Settlers, Temple, Villa, Wild Hunt"
    ),
    "Nocturne": (
        "Bard, Blessed Village, Cemetery, Changeling, Cobbler, Conclave, Crypt, Cursed Village, "
        "Den of Sin, Devil's Workshop, Druid, Exorcist, Faithful Hound, Fool, Ghost Town, "
        "Guardian, Idol, Leprechaun, Monastery, Necromancer, Night Watchman, Pixie, Pooka, "
        "Raider, Sacred Grove, Secret Cave, Shepherd, Skulk, Tormentor, Tracker, Tragic Hero, "
        "Vampire, Werewolf"
    ),
    "Renaissance": (
        "Acting Troupe, Border Guard, Cargo Ship, Ducat, Experiment, Flag Bearer, Hideout, "
        "Improve, Inventor, Lackeys, Mountain Village, Old Witch, Patron, Priest, Recruiter, "
        "Research, Scepter, Scholar, Sculptor, Seer, Silk Merchant, Spices, Swashbuckler, "
        "Treasurer, Villain"
    ),
    "Menagerie": (
        "Animal Fair, Barge, Black Cat, Bounty Hunter, Camel Train, Cardinal, Cavalry, Coven, "
        "Destrier, Displace, Falconer, Fisherman, Gatekeeper, Goatherd, Groom, Hostelry, "
        "Hunting Lodge, Kiln, Livery, Mastermind, Paddock, Sanctuary, Scrap, Sheepdog, Sleigh, "
        "Snowy Village, Stockpile, Supplies, Village Green, Wayfarer"
    ),
    "Allies": (
        "Augurs, Barbarian, Bauble, Broker, Capital City, Carpenter, Clashes, Contract, Courier, "
        "Emissary, Forts, Galleria, Guildmaster, Highwayman, Hunter, Importer, Innkeeper, "
        "Marquis, Merchant Camp, Modify, Odysseys, Royal Galley, Sentinel, Skirmisher, "
        "Specialist, Swap, Sycophant, Town, Townsfolk, Underling, Wizards"
    ),
    "Plunder": (
        "Abundance, Buried Treasure, Cabin Boy, Cage, Crew, Crucible, Cutthroat, Enlarge, "
        "Figurine, First Mate, Flagship, Fortune Hunter, Frigate, Gondola, Grotto, Harbor Village, "
        "Jewelled Egg, King's Cache, Landing Party, Longship, Mapmaker, Maroon, Mining Road, "
        "Pendant, Pickaxe, Pilgrim, Quartermaster, Rope, Sack of Loot, Search, Secluded Shrine, "
        "Shaman, Silver Mine, Siren, Stowaway, Swamp Shacks, Taskmaster, Tools, Trickster, "
        "Wealthy Village"
    ),
    "the promotional cards": (
        "Black Market, Captain, Church, Dismantle, Envoy, Governor, Marchland, Prince, Sauna, "
        "Avanto, Stash, Walled Village"
    ),
}


def explain_unknown(name: str, known: Iterable[Card] = CARDS) -> tuple[str, str]:
    """Return what is wrong with a card name that is not known here, and what to do about it.

    Parameters
    ----------
    name : str
        As it was given.
    known : iterable of Card
        What it could have been.
    """
    home = home_of(name)
    if home is not None:
        return f"unknown card {name!r}: it is of {home}", f"Here is {HERE}: fastsim cards."
    near = suggest(name, (card.name for card in known))
    return f"unknown card {name!r}", near or f"fastsim cards lists those of {HERE}."


def home_of(name: str) -> str | None:
    """Return the other set that has a card of that name, or None."""
    return _homes().get(_key(name))


@functools.cache
def _homes() -> Mapping[str, str]:
    """Return the set of each card, by the letters of its name."""
    return {_key(name): home for home, names in _NAMES.items() for name in names.split(", ")}


def _key(name: str) -> str:
    # King's Court, Kings Court, King_s_Court, Ill-Gotten Gains, ...
    return "".join(filter(str.isalpha, name)).lower()
