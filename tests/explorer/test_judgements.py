"""Judgements without a page: who is forgotten, and when."""

import asyncio
import dataclasses
import sys

from verifier.serve.judgements import Judgements
from verifier.serve.processes import Desk, TooSlowError
from verifier.serve.settings import Settings

LONG = {"source": {"case": "ex18"}, "rules": ["japanese1989-pass-once"], "limits": {"seconds": 60.0}}
SHORT = {"source": {"text": ". X . X\nX X X X"}, "rules": ["proposal2012"], "limits": {"seconds": 60.0}}


async def over(job, seconds=60):
    async with asyncio.timeout(seconds):
        while not job.over:
            await asyncio.sleep(0.05)


def test_a_judgement_that_no_page_asks_about_is_ended(tmp_path):
    async def scenario():
        judgements = Judgements(Settings(absent_seconds=1.5), tmp_path)
        job = judgements.start(LONG)
        await over(job)
        await judgements.close()
        await asyncio.sleep(0.5)  # the pipes of ended processes are closed a moment later
        return job.state

    assert asyncio.run(scenario()) == "abandoned"


def test_a_judgement_whose_process_cannot_be_started_has_failed(tmp_path, monkeypatch):
    async def scenario():
        judgements = Judgements(Settings(), tmp_path)
        job = judgements.start(SHORT)
        await over(job)
        await judgements.close()
        return job.state, job.events

    monkeypatch.setattr(sys, "executable", str(tmp_path / "nowhere"))
    state, events = asyncio.run(scenario())
    assert state == "failed"
    assert "could not be run" in events[-1]["message"]


def test_only_the_newest_finished_judgements_are_remembered_and_their_certificates_with_them(tmp_path):
    async def scenario(settings):
        judgements = Judgements(settings, tmp_path)
        jobs = []
        for _ in range(3):
            jobs.append(judgements.start(SHORT))
            await over(jobs[-1])
        known = [judgements.get(job.id) is job for job in jobs]
        folders = [job.folder.exists() for job in jobs]
        await judgements.close()
        await asyncio.sleep(0.5)  # the pipes of ended processes are closed a moment later
        return known, folders

    settings = Settings(kept=2)
    assert asyncio.run(scenario(settings)) == ([False, True, True], [False, True, True])
    settings = dataclasses.replace(settings, kept=40, proof_bytes=10)
    assert asyncio.run(scenario(settings)) == ([False, False, True], [False, False, True])


def test_a_question_that_takes_too_long_costs_a_process_and_no_more():
    async def scenario():
        desk = Desk(0.05)
        try:
            await desk.ask({"task": "listing"})
        except TooSlowError as error:
            said = str(error)
        desk = Desk(30)
        events = await desk.ask({"task": "read", "text": "X.O"})
        await desk.close()
        await asyncio.sleep(0.5)
        return said, events[0]["position"]["stones"]

    assert asyncio.run(scenario()) == ("no answer within 0.05 seconds", "X.O")


def test_questions_that_wait_for_others_are_all_answered(tmp_path):
    """Together they take longer than the time of one answer, one after the other."""
    board = ". X . X . X\nX X X X X X\n. . . . . .\n. . . O . .\n. . O . . .\n. . . . . ."
    slow = {"task": "judge", "source": {"text": board}, "rules": ["japanese1989-pass-once"]}
    slow |= {"limits": {"seconds": 1.5}, "folder": str(tmp_path)}

    async def scenario():
        desk = Desk(5.0)
        answers = await asyncio.gather(*(desk.ask(slow) for _ in range(4)))
        await desk.close()
        await asyncio.sleep(0.5)
        return [events[-1]["event"] for events in answers]

    assert asyncio.run(scenario()) == ["done"] * 4


def test_a_desk_that_is_closed_begins_nothing_more():
    async def scenario():
        desk = Desk(30)
        asked = [asyncio.create_task(desk.ask({"task": "listing"})) for _ in range(3)]
        await asyncio.sleep(0.1)
        await desk.close()
        ends = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 5)
        await asyncio.sleep(0.5)
        return [str(end) for end in ends[1:]]

    assert asyncio.run(scenario()) == ["the server is being ended"] * 2
