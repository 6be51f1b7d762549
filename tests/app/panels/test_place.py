from app.panels.place import GAP, free_spot, overlap

AREA = (10.0, 30.0, 980.0, 700.0)


def test_first_panel_goes_to_its_corner():
    assert free_spot((300.0, 200.0), [], AREA, right=False) == (10.0, 30.0)
    assert free_spot((300.0, 200.0), [], AREA, right=True) == (690.0, 30.0)


def test_next_panel_goes_below_then_beside():
    first = (10.0, 30.0, 300.0, 400.0)
    assert free_spot((300.0, 200.0), [first], AREA, right=False) == (10.0, 430.0 + GAP)
    assert free_spot((300.0, 500.0), [first], AREA, right=False) == (310.0 + GAP, 30.0)


def test_crowded_window_still_has_a_place_inside():
    crowd = [(x, y, 300.0, 300.0) for x in (10.0, 350.0, 690.0) for y in (30.0, 380.0)]
    for right in (False, True):
        x, y = free_spot((400.0, 400.0), crowd, AREA, right=right)
        assert 10.0 <= x <= 590.0 and 30.0 <= y <= 330.0


def test_overlap_is_the_shared_area():
    assert overlap((0, 0, 10, 10), (5, 5, 10, 10)) == 25
    assert overlap((0, 0, 10, 10), (10, 0, 10, 10)) == 0
