"""Ctrl-C is heard once, where what there is can be returned, and by nobody who cannot."""

import multiprocessing
import os
import signal
import sys
import time

import pytest

from verifier.processes import Process, interruptible, noted


def press():
    os.kill(os.getpid(), signal.SIGINT)


class Pressing:
    """Python drops what is raised while an object is deleted."""

    def __del__(self):
        press()


def begun(folder):
    """In a process of its own: wait to be interrupted, and say how often that happened."""
    with interruptible() as listen:
        try:
            listen()
            (folder / "begun").touch()
            while True:
                time.sleep(0.01)
        except KeyboardInterrupt:
            end = time.monotonic() + 1
            while time.monotonic() < end:  # gathering what there is takes its time
                time.sleep(0.01)
            return "gathered"


def test_before_anybody_listens_it_is_kept_in_mind():
    reached = []
    with interruptible() as listen:
        press()
        reached.append("unharmed")
        with pytest.raises(KeyboardInterrupt):
            listen()
    assert reached


def test_pressed_again_it_does_not_disturb_the_gathering():
    with interruptible() as listen:
        listen()
        with pytest.raises(KeyboardInterrupt):
            press()
        for _ in range(3):
            press()


def test_where_python_dropped_it_the_next_one_is_let_in(capfd):
    before = sys.unraisablehook
    with interruptible() as listen:
        listen()
        thing = Pressing()
        del thing
        with pytest.raises(KeyboardInterrupt):
            press()
    assert sys.unraisablehook is before
    assert capfd.readouterr().err == ""


def test_whoever_listened_before_is_told_at_the_end():
    heard = []
    with noted(lambda: heard.append("noted")):
        with interruptible():
            press()
            assert heard == []
        assert heard == ["noted"]
        press()
        assert heard == ["noted"] * 2
    with pytest.raises(KeyboardInterrupt):
        press()


def test_a_process_that_only_begins_is_not_harmed(tmp_path):
    process = Process()
    try:
        for _ in range(20):  # while its interpreter starts
            process.interrupt()
            time.sleep(0.005)
        future = process.submit(begun, tmp_path)
        while not (tmp_path / "begun").exists():
            time.sleep(0.01)
        for _ in range(10):
            process.interrupt()
            time.sleep(0.02)
        assert future.result(timeout=60) == "gathered"
    finally:
        process.close()


def test_a_process_that_is_closed_while_it_works_is_gone():
    process = Process()
    process.submit(time.sleep, 600)
    process.close()
    deadline = time.monotonic() + 20
    while multiprocessing.active_children():
        assert time.monotonic() < deadline
        time.sleep(0.05)
