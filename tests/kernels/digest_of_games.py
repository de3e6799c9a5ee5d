"""Games of many kinds played by one kernel, as one digest: run by test_instruction_sets."""

import hashlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from fastsim import basic, parse_rule, simplified, simulate

RULES = [
    "Province; Duchy if provinces <= 5; Estate if provinces <= 2; Gold; Silver",
    "Province if total_money > 18; Duchy if lead < 3 and provinces <= 4; Gold; otherwise Estate",
    "Gold if own(Silver) < treasures/4 + 1; Duchy if gains_to_end <= 9; Silver",
    "; ".join(f"Silver if own(Silver) + 2*turn < {k}" for k in range(3, 14)) + "; Gold; Province",
]


def digest(kernel: str = "lanes") -> str:
    """Return the digest of all games, played by that kernel."""
    total = hashlib.sha256()
    for setup in (simplified(), basic()):
        for a, b in ((0, 0), (0, 1), (1, 2), (2, 3), (3, 1)):
            rules = [parse_rule(RULES[a]), parse_rule(RULES[b] + "; avoid_losing_end")]
            batch = simulate(setup, rules, games=500, seed=12, threads=1, kernel=kernel)
            assert batch.kernel == kernel
            for column in (batch.turns, batch.vp, batch.end, batch.winners):
                total.update(column.tobytes())
    return total.hexdigest()


if __name__ == "__main__":
    print(digest(*sys.argv[1:]))
