"""A worker process: tasks as lines of JSON on standard input, events as lines of JSON on standard output.

It is ended by killing it; there is no other way to stop a search.
"""

import json
import os
import signal
import sys
from collections.abc import Mapping
from typing import Any

from verifier.errors import ShikatsuError

__all__ = ["main"]


def main() -> None:
    """Do tasks until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    # Whatever else is printed in here must not get between the events.
    events = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    from verifier.serve.tasks import TASKS
    from verifier.serve.wording import for_page

    def send(event: Mapping[str, Any]) -> None:
        events.write(json.dumps(event, separators=(",", ":")) + "\n")
        events.flush()

    send({"event": "ready"})
    for line in sys.stdin:
        task = json.loads(line)
        try:
            TASKS[task.pop("task")](send=send, **task)
            send({"event": "done"})
        except ShikatsuError as error:
            send({"event": "refused", "message": for_page(str(error))})
        except MemoryError:
            send({"event": "failed", "message": "out of memory"})
        except Exception as error:
            what = " ".join(f"{type(error).__name__}: {error}".split())
            send({"event": "failed", "message": what[:500]})


if __name__ == "__main__":
    main()
