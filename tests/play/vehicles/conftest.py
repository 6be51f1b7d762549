"""Both kinds of cars."""

import pytest

from tests.play.vehicles.cars import KINDS


@pytest.fixture(params=KINDS, ids=["jointed", "rays"])
def kind(request):
    return request.param
