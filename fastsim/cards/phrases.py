"""The phrases in which cards speak: one table, by which steps are written and read.

All are said to *you*; `fastsim.cards.words.to_others` turns them around.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from fastsim.cards.phrase import Part, Phrase, Scene, always
from fastsim.cards.slots import Find, UnknownNoun
from fastsim.cards.steps import (
    ANY,
    ANYTHING,
    DECK,
    DISCARD,
    EMPTY_PILES,
    HAND,
    IN_PLAY,
    IT,
    LOOKED_AT,
    MOVED,
    SET_ASIDE,
    TRASH,
    AtFirstPlay,
    Gain,
    GainNamed,
    Move,
    MoveRest,
    PlayIt,
    Plus,
    RevealHand,
    Showing,
    Step,
    Steps,
    Take,
    Zone,
)


def _one_is_seen(scene: Scene) -> bool:
    return scene.looked_at == 1


def _not_one_is_seen(scene: Scene) -> bool:
    return scene.looked_at != 1


def _phrase(template: str, of: type[Step], **settled: Any) -> Phrase:
    return Phrase(template, (Part(of, settled),))


# --- cards that are moved -------------------------------------------------------------------------

#: What is said before and behind the cards, for where they go.
_GOALS: Final = {
    DISCARD: ("discard ", ""),
    TRASH: ("trash ", ""),
    SET_ASIDE: ("set ", " aside"),
    DECK: ("put ", " onto your deck"),
    IN_PLAY: ("put ", " into play"),
    HAND: ("put ", " into your hand"),
}
#: Where cards go that a player chooses, and where the rest of a zone goes.
_CHOSEN: Final = (DISCARD, TRASH, SET_ASIDE, DECK, IN_PLAY)
_REST: Final = (DISCARD, TRASH, SET_ASIDE, DECK, HAND)

_THEM: Final = {"kind": ANYTHING, "source": LOOKED_AT}
#: One card: what is said before the verb, the card, and the fields that this settles.
_ONE: Final[tuple[tuple[str, str, Mapping[str, Any]], ...]] = (
    ("{may}", "one of them", _THEM),
    ("{may}", "{kind:one}{source}", {}),
)
#: Several, with what is said at the end.
_SEVERAL: Final[tuple[tuple[str, str, str, Mapping[str, Any]], ...]] = (
    ("you may ", "up to {amount:several} of them", "", {"may": True, **_THEM}),
    ("you may ", "up to {amount:several} {kind:many}{source}", "", {"may": True}),
    ("", "{amount:several} of them", "", {"may": False, **_THEM}),
    ("", "{amount:several} {kind:many}{source}", "", {"may": False}),
    ("you may ", "any number of them", "", {"amount": ANY, "may": True, **_THEM}),
    ("you may ", "any number of {kind:many}{source}", "", {"amount": ANY, "may": True}),
    ("", "all of them", "", {"amount": ANY, "may": False, **_THEM}),
    ("", "all {kind:many}{source}", "", {"amount": ANY, "may": False}),
    ("you may ", "up to that many of them", "", {"amount": MOVED, "may": True, **_THEM}),
    ("you may ", "up to that many {kind:many}{source}", "", {"amount": MOVED, "may": True}),
    ("", "that many of them", "", {"amount": MOVED, "may": False, **_THEM}),
    ("", "that many {kind:many}{source}", "", {"amount": MOVED, "may": False}),
    *((may, card, " for each empty Supply pile", {"amount": EMPTY_PILES, **settled})
      for may, card, settled in _ONE),
    ("{may}", "{kind:many} from your hand", " until you have {amount:in hand} in hand",
     {"source": HAND}),
)  # fmt: skip


def _one_card(before: str, behind: str, to: Zone, *more: Part) -> Iterator[Phrase]:
    """Yield the phrases by which a player chooses one card, and `more` is done with it."""

    def phrase(may: str, card: str, scene: Callable[[Scene], bool], settled: Any) -> Phrase:
        move = Part(Move, {"amount": 1, "to": to} | settled)
        return Phrase(f"{may}{before}{card}{behind}", (move, *more), scene, scene)

    anything = {"kind": ANYTHING}
    for source, scene in ((LOOKED_AT, _one_is_seen), (IT, _not_one_is_seen)):
        it = {"source": source}
        yield phrase("you may ", "it", scene, it | anything | {"may": True})
        yield phrase("if it is {kind:one}, {may}", "it", scene, it)
    yield phrase("", "it", _not_one_is_seen, {"source": IT, "may": False} | anything)
    for may, card, settled in _ONE:
        yield phrase(may, card, always, settled)
    for may, settled in (("{may}", anything), ("if it is {kind:one}, {may}", {})):
        yield phrase(may, "it from your discard pile", always, {"source": IT} | settled)


def _several_cards(before: str, behind: str, to: Zone) -> Iterator[Phrase]:
    """Yield the phrases by which a player chooses several cards."""
    for may, cards, end, settled in _SEVERAL:
        yield _phrase(f"{may}{before}{cards}{behind}{end}", Move, to=to, **settled)


def _rest(before: str, behind: str, to: Zone) -> Iterator[Phrase]:
    """Yield the phrases by which all that is left in a zone is moved."""
    seen = (Part(MoveRest, {"source": LOOKED_AT, "to": to}),)
    yield Phrase(
        f"{before}the top {{cards:top}} of your deck{behind}",
        (Part(Take, {"showing": Showing.TAKE}), *seen),
    )
    yield Phrase(
        f"{before}it{behind}", seen, lambda scene: scene.untouched and _one_is_seen(scene),
        _one_is_seen,
    )  # fmt: skip
    yield Phrase(
        f"{before}them{behind}", seen, lambda scene: scene.untouched and scene.looked_at > 1
    )
    yield Phrase(
        f"{before}it{behind} otherwise", seen,
        lambda scene: not scene.untouched and _one_is_seen(scene), _one_is_seen,
    )  # fmt: skip
    yield Phrase(f"{before}the rest{behind}", seen)
    if to is not SET_ASIDE:
        yield _phrase(f"{before}the cards set aside{behind}", MoveRest, source=SET_ASIDE, to=to)


# --- all phrases ----------------------------------------------------------------------------------

#: The first one that has words for steps is written; the first that understands words, read.
PHRASES: Final = (
    *_one_card("play ", "{times}", IN_PLAY, Part(PlayIt, {})),
    *(phrase for to in _REST for phrase in _rest(*_GOALS[to], to)),
    _phrase(
        "{may}discard down to {amount:in hand} in hand",
        Move, source=HAND, kind=ANYTHING, to=DISCARD,
    ),
    _phrase(
        "put the rest back onto your deck in any order",
        Move, amount=ANY, may=False, to=DECK, **_THEM,
    ),
    *(phrase for to in _CHOSEN for phrase in _one_card(*_GOALS[to], to)),
    *(phrase for to in _CHOSEN for phrase in _several_cards(*_GOALS[to], to)),
    Phrase(
        "draw {cards:drawn}",
        (Part(Plus, {"actions": 0, "buys": 0, "coins": 0, "times": 1}),),
        lambda scene: scene.others,
    ),
    _phrase("{bonuses}{times:often}", Plus),
    _phrase("gain {kind:one}{to:gained} costing up to {coins:cost} more than it", Gain, more=True),
    _phrase("gain {kind:one}{to:gained} costing up to {coins:cost}", Gain, more=False),
    _phrase("gain {card}{to:gained}", GainNamed),
    _phrase("{showing} the top {cards:top} of your deck", Take),
    _phrase("reveal your hand", RevealHand),
    _phrase("play the card put into play{times}", PlayIt),
    _phrase("the first time you play {card} this turn, {coins}", AtFirstPlay),
)  # fmt: skip


def write_phrase(steps: Steps, scene: Scene) -> tuple[str, int]:
    """Return the words for the first steps, and how many steps these are.

    Raises
    ------
    ValueError
        Where there are no words for the first step: no engine knows such a one.
    """
    for phrase in PHRASES:
        length = len(phrase.parts)
        if length <= len(steps) and phrase.said(scene):
            words = phrase.write(steps[:length])
            if words is not None:
                for step in steps[:length]:
                    scene.follow(step)
                return words, length
    raise ValueError(f"there are no words for {steps[0]}")


def read_phrase(words: str, scene: Scene, find: Find) -> Steps | None:
    """Return the steps that words say, or None where they say nothing known.

    Raises
    ------
    UnknownNoun
        Where they would, but for a noun: the shortest one, if it could be several.
    """
    unknown: UnknownNoun | None = None
    for phrase in PHRASES:
        if not phrase.understood(scene):
            continue
        try:
            steps = phrase.read(words, find)
        except UnknownNoun as error:
            if unknown is None or len(error.noun) < len(unknown.noun):
                unknown = error
            continue
        if steps is not None:
            for step in steps:
                scene.follow(step)
            return steps
    if unknown is not None:
        raise unknown
    return None
