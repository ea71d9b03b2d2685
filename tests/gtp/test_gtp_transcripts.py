"""Sessions as they are: what is sent, and every byte of the replies."""

import re
from pathlib import Path

import pytest

from verifier.gtp import Engine
from verifier.gtp.setting import load_setting
from verifier.gtp.verdicts import Adjudicator
from verifier.search import Limits

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))


def engine(rules="proposal2012"):
    return Engine(load_setting(rules), Adjudicator(Limits(nodes=20_000, seconds=60.0)))


def fits(shown: str, replied: str) -> bool:
    """Whether a reply is what the transcript shows; ``...`` stands for anything, alone on a line for lines."""
    pattern = re.escape(shown).replace(re.escape("\n...\n"), r"\n(?:.*\n)*?").replace(re.escape("..."), ".*?")
    return re.fullmatch(pattern, replied) is not None


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_session_goes_as_its_transcript_says(path):
    session = engine()
    parts = re.split(r"^> ?(.*)\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert len(parts) > 20
    ended = False
    for number, (command, shown) in enumerate(zip(parts[1::2], parts[2::2], strict=True), start=1):
        if ended:
            assert shown.strip() == "", "nothing is answered after quit"
            continue
        reply = session.reply(command.encode() + b"\n")
        ended = reply.ended
        replied = reply.data.decode()
        assert fits(shown, replied), f"command {number}: {command}\nshown: {shown}\nreplied: {replied}"
    assert ended
