"""Messages of the package in the words of the page.

They advise options of the command where a user of the command is to decide; the page has controls for these.
"""

__all__ = ["for_page"]

_CONTROLS = {
    "name them with --rules": "choose them under “Rules”",
    "name one with --rules": "choose one under “Rules”",
    "say what is meant with --komi": "correct KM in the file",
    # The game is not shown, so nothing can be marked in it.
    "correct the file or use --dead": "correct the file, or choose “Judge this position”",
    "--dead names others": "others can be named with “Mark dead stones”",
}


def for_page(text: str) -> str:
    """Return a message on one line, with what the page has in place of options of the command."""
    text = " ".join(text.split())
    for option, control in _CONTROLS.items():
        text = text.replace(option, control)
    return text
