"""A GL context for the tests that draw."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))  # for `pictures`

import moderngl
from pictures import Studio


@pytest.fixture(scope="session")
def context():
    """Off-screen GL context, through EGL or else through the window system."""
    reasons = []
    for options in ({"backend": "egl"}, {}):
        try:
            made = moderngl.create_standalone_context(require=330, **options)
        except Exception as error:
            reasons.append(str(error))
            continue
        yield made
        made.release()
        return
    pytest.skip(f"no OpenGL 3.3 on this machine: {'; '.join(reasons)}")


@pytest.fixture(scope="session")
def studio(context):
    """Renderer for pictures of 480 x 270."""
    made = Studio(context)
    yield made
    made.renderer.release()


@pytest.fixture(params=["compiled", "python"])
def run(request):
    """Calls a kernel, compiled or as plain Python."""
    plain = request.param == "python"
    return lambda kernel, *arguments: (getattr(kernel, "py_func", kernel) if plain else kernel)(*arguments)
