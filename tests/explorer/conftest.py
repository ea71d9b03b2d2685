"""Tests of the explorer need the optional extra ``serve``."""

import pytest

pytest.importorskip("starlette", reason="the optional extra serve is not installed")
pytest.importorskip("uvicorn", reason="the optional extra serve is not installed")

from running import Server, serving


@pytest.fixture(scope="session")
def server():
    with serving("--limit-seconds", "20") as found:
        yield found


__all__ = ["Server"]
