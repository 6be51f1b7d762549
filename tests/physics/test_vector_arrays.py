"""Quaternions by whole arrays agree with those one by one."""

import numpy as np
import pytest

from physics import vector, vector_arrays


@pytest.fixture
def rotations():
    q = np.random.default_rng(3).normal(size=(20, 4))
    return q / np.linalg.norm(q, axis=1, keepdims=True)


def test_arrays_are_rotated_as_single_vectors_are(rotations):
    vectors = np.random.default_rng(4).normal(size=(20, 3))
    expected = [vector.rotate(q, v) for q, v in zip(rotations.tolist(), vectors.tolist(), strict=True)]
    np.testing.assert_allclose(vector_arrays.rotate(rotations, vectors), expected, atol=1e-14)


def test_arrays_are_multiplied_as_single_quaternions_are(rotations):
    p, q = rotations, rotations[::-1]
    expected = [vector.multiply(a, b) for a, b in zip(p.tolist(), q.tolist(), strict=True)]
    np.testing.assert_allclose(vector_arrays.multiply(p, q), expected, atol=1e-14)


def test_axes_are_the_rotated_unit_vectors_in_rows(rotations):
    expected = [[vector.rotate(q, axis) for axis in np.eye(3).tolist()] for q in rotations.tolist()]
    np.testing.assert_allclose(vector_arrays.axes_of(rotations), expected, atol=1e-14)
