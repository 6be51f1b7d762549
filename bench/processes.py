"""Programs started by the benchmark."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def call(command: Sequence[str | Path], seconds: float, environment: dict[str, str] | None = None) -> str:
    """Run a program quietly in the project's folder; return why it failed, in one line, or nothing.

    Args:
        command: Program and arguments.
        seconds: Time after which it is stopped [s].
        environment: Environment variables; those of this process by default.
    """
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=seconds, check=False
        )
    except FileNotFoundError:
        return f"{command[0]} does not exist"
    except subprocess.TimeoutExpired:
        return f"not done after {seconds:.0f} s"
    if done.returncode == 0:
        return ""
    lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]  # pip goes on talking after it
    return (errors or lines or [f"exit code {done.returncode}"])[-1]
