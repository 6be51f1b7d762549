"""What all forms have in common: they are values that never change."""

import copy
import pickle

import numpy as np
import pytest

from physics import SoftCloth, SoftCluster, SoftRope, SoftShell, SoftSolid
from physics.soft import SoftForm, SoftSkin
from physics.soft.forms import surfaces
from physics.soft.forms.form import KINDS, enclosed_volume

FORMS = {
    "solid": lambda size=0.1: SoftSolid.lattice(cells=(2, 1, 1), size=size),
    "skinned": lambda size=0.1: SoftSolid.around(*surfaces.ball(0.3, 2), cell=size, uv=np.zeros((162, 2))),
    "cloth": lambda size=0.1: SoftCloth.grid(columns=4, rows=3, spacing=size),
    "rope": lambda size=0.1: SoftRope.line((0, 0, 0), (1, 0, 0), radius=size),
    "shell": lambda size=0.1: SoftShell.ball(radius=size),
    "cluster": lambda size=0.1: SoftCluster.cube(size=size),
}


@pytest.fixture(params=FORMS)
def make(request):
    return FORMS[request.param]


def arrays(form):
    fine = () if form.skin is None else (form.skin.triangles, form.skin.tet, form.skin.weights, form.skin.uv)
    return (form.points, form.tets, form.triangles, form.segments, *fine)


def test_every_kind_is_listed():
    assert {make().kind for make in FORMS.values()} == set(KINDS)


def test_arrays_have_their_types_and_shapes_and_are_read_only(make):
    form = make()
    kinds = [np.float64, np.int32, np.int32, np.int32, np.int32, np.int32, np.float64, np.float32]
    assert [array.dtype for array in arrays(form)] == kinds[: len(arrays(form))]
    assert [form.points.shape[1], form.tets.shape[1], form.triangles.shape[1], form.segments.shape[1]] == [3, 4, 3, 2]
    for array in arrays(form):
        assert array.flags.c_contiguous
        with pytest.raises(ValueError, match="read-only"):
            array[:1] = 0


def test_attributes_cannot_be_set_or_deleted(make):
    form = make()
    for name in ("points", "kind", "grid", "anything"):
        with pytest.raises(AttributeError, match=f"a form does not change, so {name} cannot be set; make another Soft"):
            setattr(form, name, None)
    with pytest.raises(AttributeError, match="cannot be deleted"):
        del form.points


def test_equal_forms_are_equal_and_others_are_not(make):
    form, same, other = make(), make(), make(0.11)
    assert form == same and hash(form) == hash(same) and form.digest() == same.digest() and len(form.digest()) == 16
    assert form != other and form.digest() != other.digest() and form != 3
    forms = [make() for make in FORMS.values()]
    assert len({form.digest() for form in forms}) == len(forms)


def test_copies_and_pickles_are_equal_and_as_read_only(make):
    form = make()
    for other in (copy.copy(form), copy.deepcopy(form), pickle.loads(pickle.dumps(form))):
        assert other == form and type(other) is type(form) and other.grid == form.grid
        assert not any(array.flags.writeable for array in arrays(other))


def test_what_was_given_may_change_afterwards():
    vertices, triangles = surfaces.ball(0.3, 1)
    form = SoftShell(vertices, triangles)
    before = form.points.copy()
    vertices += 1.0
    triangles[:] = 0
    assert (form.points == before).all() and form.triangles.any() and vertices.flags.writeable


def test_a_form_says_what_it_is(make):
    form = make()
    assert repr(form).startswith(f"<{type(form).__name__} of {len(form.points)} points, ")
    assert form.extent == pytest.approx(np.linalg.norm(form.points, axis=1).max())


def test_minus_zero_is_zero():
    a, b = SoftRope([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0)]), SoftRope([(-0.0, 0.0, -0.0), (1.0, 0.0, 0.0)])
    assert a.digest() == b.digest()


def test_the_base_class_makes_nothing():
    with pytest.raises(TypeError, match="SoftForm is made otherwise: by a class of one kind"):
        SoftForm()


def test_what_a_surface_encloses_is_as_exact_far_from_the_origin():
    vertices, triangles = surfaces.box((0.5, 0.5, 0.5), (2, 2, 2))
    assert enclosed_volume(vertices + 1e5, triangles) == pytest.approx(1.0, abs=1e-12)
    assert enclosed_volume(vertices - 1e5, triangles[:, ::-1]) == pytest.approx(-1.0, abs=1e-12)


def test_a_skin_follows_the_points():
    """What is affine for the points is affine for the fine vertices."""
    vertices, triangles = surfaces.ball(0.3, 2)
    form = SoftSolid.around(vertices, triangles, cell=0.15)
    matrix = np.random.default_rng(0).normal(size=(3, 3))
    places = form.skin.places(form.points @ matrix + (1, 2, 3), form.tets)
    np.testing.assert_allclose(places, vertices @ matrix + (1, 2, 3), atol=1e-12)
    with pytest.raises(AttributeError):
        form.skin.tet = None
    assert isinstance(form.skin, SoftSkin)
