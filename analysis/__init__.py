"""Questions asked of simulated games: comparisons, sweeps, statistics, plots and reports."""

from typing import Final

from fastsim.text import shown

#: Whose package this is; others may have the same name.
PROJECT: Final = "fastsim"


def _html_of(result: object) -> str:
    from analysis.output.notebook import html_of

    return html_of(result)


shown.in_notebooks(_html_of)
