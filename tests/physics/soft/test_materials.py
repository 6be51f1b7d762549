"""Soft materials: presets, what replaces their numbers, and what is refused."""

import dataclasses
import math

import pytest
from hypothesis import given, strategies as st

from physics import SoftMaterial
from physics.soft import SOFT_MATERIALS, resolved, soft_material
from physics.soft.forms.form import KINDS
from physics.soft.materials import DEFAULTS, DOMAINS

NAN, INF = float("nan"), math.inf


def test_every_kind_has_a_usual_material():
    assert DEFAULTS == {"solid": "jelly", "cloth": "cotton", "rope": "hemp", "shell": "latex", "cluster": "jelly"}
    assert list(DEFAULTS) == list(DOMAINS) == list(KINDS)
    for kind in KINDS:
        assert resolved(kind) is soft_material(DEFAULTS[kind], kind)


@pytest.mark.parametrize(
    ("name", "kind", "numbers"),
    [
        ("jelly", "solid", dict(young=2e4, poisson=0.45, density=1000, damping=0.005, friction=0.4, break_strain=1.5)),
        ("flesh", "solid", dict(young=5e4, poisson=0.45, density=1000, damping=0.01, friction=0.6, break_strain=INF)),
        ("foam", "solid", dict(young=5e4, poisson=0.1, density=60, damping=0.01, friction=0.6)),
        ("clay", "solid", dict(yield_strain=0.03, creep=5.0)),
        ("rubber", "solid", dict(young=1e6, poisson=0.47, density=1100, damping=0.002, friction=0.9)),
        ("hard rubber", "solid", dict(young=1e7, poisson=0.47, density=1100)),
        ("cotton", "cloth", dict(stretch=2000, shear=400, bend=2e-5, poisson=0.3, density=0.2, thickness=0.004)),
        ("silk", "cloth", dict(stretch=1000, bend=5e-6, density=0.08, thickness=0.003, friction=0.2)),
        ("denim", "cloth", dict(stretch=6000, bend=2e-4, density=0.4, thickness=0.005, friction=0.5)),
        ("latex", "shell", dict(stretch=300, poisson=0.49, density=0.276, friction=0.8, break_strain=5)),
        ("hemp", "rope", dict(stretch=5e4, bend=1e-2, density=0.06, damping=0.002, friction=0.5, break_strain=0.15)),
        ("steel cable", "rope", dict(stretch=5e6, bend=1.0, density=0.5, break_strain=0.02)),
    ],
)  # fmt: skip
def test_presets_have_their_numbers(name, kind, numbers):
    material = soft_material(name, kind)
    assert {key: getattr(material, key) for key in numbers} == pytest.approx(numbers)
    assert material.values(kind) == {key: getattr(material, key) for key in DOMAINS[kind]}


def test_latex_is_a_sheet_of_its_modulus_and_thickness():
    """E t, G t = E t / (2 + 2 nu), B = E t^3 / (12 (1 - nu^2)), rho t for E = 1 MPa, t = 0.3 mm, 920 kg/m^3."""
    latex, young, thick, ratio = SOFT_MATERIALS["latex"], 1e6, 3e-4, 0.49
    assert latex.stretch == pytest.approx(young * thick)
    assert latex.shear == pytest.approx(young * thick / (2 + 2 * ratio))
    assert latex.bend == pytest.approx(young * thick**3 / (12 * (1 - ratio**2)), rel=0.02)
    assert latex.density == pytest.approx(920 * thick)


def test_numbers_that_are_given_count_and_others_are_those_of_the_material():
    material = resolved("solid", "rubber", young=3e5, friction=0.2, density=None)
    assert (material.young, material.friction, material.density, material.poisson) == (3e5, 0.2, 1100.0, 0.47)
    assert SOFT_MATERIALS["rubber"].young == 1e6
    own = SoftMaterial("gum", ["solid"], 1200, young=4e5, poisson=0.4, thickness=0.01)
    assert own.kinds == ("solid",) and type(own.density) is float
    assert resolved("solid", own, creep=1).creep == 1.0 and resolved("solid", own) is own


def test_shear_follows_the_stretch_unless_it_is_given():
    assert resolved("cloth", "cotton", stretch=100.0).shear == pytest.approx(20.0)
    assert resolved("cloth", "cotton", stretch=500.0, shear=100.0).shear == 100.0
    with pytest.raises(ValueError, match="shear must be less than stretch, 500 N/m, got 500 N/m; .* = 192 N/m"):
        resolved("cloth", "cotton", stretch=500.0, shear=500.0)


def test_a_material_does_not_change():
    with pytest.raises(dataclasses.FrozenInstanceError):
        SOFT_MATERIALS["jelly"].young = 1.0
    assert not hasattr(SOFT_MATERIALS["jelly"], "__dict__")


@pytest.mark.parametrize(
    ("kind", "material", "error", "words"),
    [
        ("solid", "cheese", ValueError, "unknown soft material 'cheese'; for a solid choose one of: jelly, flesh"),
        ("rope", "cotton", ValueError, "rope cannot be made of cotton, .* for cloth and shell; .*: hemp, steel cable"),
        ("rope", SOFT_MATERIALS["jelly"], ValueError, "a rope cannot be made of jelly, which is for solid and cluster"),
        ("cloth", 5, TypeError, "material must be a name or a SoftMaterial, got 5"),
        ("gas", None, ValueError, "unknown kind of a form 'gas'; choose one of: solid, cloth, rope, shell, cluster"),
        (None, None, TypeError, "kind of a form must be a string"),
    ],
)  # fmt: skip
def test_an_unknown_material_is_refused_with_those_that_fit(kind, material, error, words):
    with pytest.raises(error, match=words):
        resolved(kind, material)


@pytest.mark.parametrize(
    ("kind", "given_", "words"),
    [
        (
            "rope",
            dict(young=1e6),
            r"a rope has no young \(stretch is young times the cross section\); it has: stretch, bend",
        ),
        ("cloth", dict(young=1e6), r"a cloth has no young \(stretch is .*\); it has: stretch, shear, bend, poisson"),
        ("solid", dict(bend=1.0), "a solid has no bend; it has: young, poisson, density, thickness, damping"),
        ("solid", dict(stretch=1.0), r"a solid has no stretch \(young is what"),
        ("rope", dict(thickness=0.01), r"a rope has no thickness \(the radius is that of the SoftRope\)"),
        ("shell", dict(colour=None), "a shell has no colour; it has: stretch"),
        ("solid", dict(young="soft"), "young must be a number, got 'soft' of type str"),
        ("solid", dict(density=True), "density must be a number, got True"),
    ],
)
def test_a_wrong_name_or_type_is_refused(kind, given_, words):
    with pytest.raises(TypeError, match=words):
        resolved(kind, **given_)


@pytest.mark.parametrize(
    ("kind", "given_", "words"),
    [
        ("solid", dict(young=0.0), r"young must be between 1 and 1e\+12 Pa, got 0.0; jelly has 2e4"),
        ("solid", dict(young=-1e5), "young must be between"),
        ("solid", dict(young=NAN), "young must be between"),
        ("solid", dict(young=1e13), "young must be between"),
        ("solid", dict(poisson=0.5), "poisson must be between -1 and 0.49, got 0.5"),
        ("solid", dict(poisson=-1.0), "poisson must be over -1 and at most 0.49, got -1.0"),
        ("solid", dict(poisson=NAN), "poisson must be between"),
        ("solid", dict(density=0.0), r"density must be between 0.001 and 1e\+06 kg/m\^3"),
        ("cloth", dict(density=1e5), r"density must be between 0.0001 and 10000 kg/m\^2"),
        ("rope", dict(density=0.0), "density must be between 1e-05 and 10000 kg/m, .* 0.06"),
        ("rope", dict(stretch=0.0), r"stretch must be between 0.01 and 1e\+12 N"),
        ("cloth", dict(stretch=INF), "stretch must be between"),
        ("cloth", dict(bend=-1e-9), "bend must be between 0 and"),
        ("cloth", dict(thickness=0.0), "thickness must be between 0.0001 and 1 m"),
        ("solid", dict(damping=-0.001), "damping must be between 0 and 10 s, got -0.001; it is a time"),
        ("solid", dict(friction=11.0), "friction must be between 0 and 10"),
        ("solid", dict(restitution=1.5), "restitution must be between 0 and 1"),
        ("solid", dict(yield_strain=0.0), "yield_strain must be between 1e-06 and inf"),
        ("solid", dict(creep=-1.0), "creep must be between 0"),
        ("rope", dict(break_strain=NAN), "break_strain must be between"),
    ],
)
def test_a_number_out_of_range_is_refused(kind, given_, words):
    with pytest.raises(ValueError, match=words):
        resolved(kind, **given_)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        (dict(name=3), TypeError, "name of a soft material must be a string"),
        (dict(name=" "), ValueError, "name of a soft material must not be empty"),
        (dict(kinds="solid"), TypeError, r'must be a tuple such as \("solid",\)'),
        (dict(kinds=()), ValueError, "kinds of a soft material must be of solid, cloth"),
        (dict(kinds=("gas",)), ValueError, "kinds of a soft material must be of solid, cloth"),
        (dict(kinds=("solid", "rope")), ValueError, "must have the same numbers, got .* one for cloth and shell"),
        (dict(kinds=("rope",)), TypeError, "a rope has no young"),
        (dict(young=0.0), ValueError, "young must be between 1"),
        (dict(density=NAN), ValueError, "density must be between"),
    ],
)
def test_a_bad_material_is_refused(options, error, words):
    numbers = {"name": "own", "kinds": ("solid",), "density": 1000.0, "young": 1e5, "poisson": 0.3, "thickness": 0.005}
    with pytest.raises(error, match=words):
        SoftMaterial(**{**numbers, **options})


@given(st.sampled_from(KINDS), st.data())
def test_any_number_within_its_range_is_taken(kind, data):
    name = data.draw(st.sampled_from([name for name in DOMAINS[kind] if name != "shear"]))
    low, high, *_ = DOMAINS[kind][name]
    value = data.draw(st.floats(low, high))
    if name == "stretch":
        value = max(value, 0.1)  # so that the shear that follows it is in range too
    assert getattr(resolved(kind, **{name: value}), name) == value
