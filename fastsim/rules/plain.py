"""Rules as plain texts, to be kept and sent: all that a rule does, without its name."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping

from fastsim.rules.decisions import LAST_RESORT, default_plays
from fastsim.rules.describe import describe, describe_entries
from fastsim.rules.model import BuyRule, Decision, PlayPolicy
from fastsim.rules.parse import parse_entries, parse_rule


def plain_rule(rule: BuyRule) -> dict[str, str]:
    """Return the texts of a rule, by what they decide."""
    lists = rule.plays.lists.items()
    return {str(Decision.BUY): describe(rule)} | {
        str(kind): describe_entries(entries) for kind, entries in lists
    }


def rule_of(texts: Mapping[str, str], name: str) -> BuyRule:
    """Return the rule of these texts.

    Raises
    ------
    InvalidInput
        When one of them is not a text of the rule language.
    ValueError
        For a kind of decision that there is not.
    """
    lists = {str(Decision(kind)): text for kind, text in texts.items()}
    rule = parse_rule(lists.pop(str(Decision.BUY)), name=name)
    plays = PlayPolicy(**{kind: parse_entries(text) for kind, text in lists.items()})
    return BuyRule(rule.entries, rule.otherwise, rule.avoid_losing_end, plays, name)


@functools.cache
def defaults_digest() -> str:
    """Return sixteen hex digits that are equal for equal default lists of decisions."""
    texts = [f"[{kind}]\n{describe_entries(entries)}" for kind, entries in default_plays().items()]
    texts += [f"[{kind}]\n{', '.join(map(str, cards))}" for kind, cards in LAST_RESORT.items()]
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
