"""``shikatsu serve``: the explorer, a page in the browser."""

import argparse
import contextlib
import importlib.util
import webbrowser

from verifier.cli import exits
from verifier.cli.output import note
from verifier.cli.reporting import note_missing_kernel
from verifier.errors import InputError

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    if any(importlib.util.find_spec(name) is None for name in ("starlette", "uvicorn")):
        raise InputError("the explorer needs starlette and uvicorn: pip install '.[serve]' in a checkout")
    from verifier.serve.server import address, listen, serve
    from verifier.serve.settings import Settings

    settings = Settings(
        host=arguments.host,
        port=arguments.port,
        names=tuple(arguments.name),
        searches=arguments.searches,
        unit_seconds=arguments.limit_seconds,
        memory_mib=arguments.limit_memory,
        total_seconds=arguments.limit_total,
    )
    note_missing_kernel("auto")
    listening = listen(settings)
    where = address(settings, listening)
    if not settings.local:
        note(
            f"listening on {settings.host}: other machines can reach this page and start searches on this one"
        )
    print(f"Shikatsu is at {where}  (Ctrl-C ends it)", flush=True)

    def show() -> None:
        if arguments.open:
            webbrowser.open(where)

    with contextlib.suppress(KeyboardInterrupt):
        serve(settings, listening, on_ready=show)
    return exits.OK
