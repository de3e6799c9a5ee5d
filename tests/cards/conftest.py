"""Every scenario runs on every engine."""

import pytest

from tests.cards.engines import ENGINES, Scenario


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Scenario:
    """An engine to play scenarios on."""
    return Scenario(ENGINES[request.param])
