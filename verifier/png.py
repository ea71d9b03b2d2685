"""Pictures as PNG, where the optional renderer is installed."""

import importlib.util

from verifier.errors import InputError
from verifier.svg import FONT

__all__ = ["png_of", "png_there", "require_png"]

_FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', 'Noto Sans', sans-serif"
"""The renderer knows no font by the name that stands for any of a kind, and would leave all letters out."""


def png_there() -> bool:
    """Whether the renderer is installed."""
    return importlib.util.find_spec("resvg_py") is not None


def require_png() -> None:
    """Refuse to go on without the renderer.

    Raises:
        InputError: it is not installed.
    """
    if not png_there():
        raise InputError("PNG needs resvg-py: pip install '.[png]' in a checkout")


def png_of(picture: str, *, zoom: float = 2.0) -> bytes:
    """Return an SVG picture as PNG, *zoom* pixels for each of its own.

    Letters and numbers are drawn with a font of this machine.

    Raises:
        InputError: the renderer is not installed.
    """
    require_png()
    import resvg_py

    picture = picture.replace(FONT, f'font-family="{_FONTS}"')
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, zoom=zoom))
