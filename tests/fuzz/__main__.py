"""``python -m tests.fuzz``: give parsers inputs that nobody would write, and keep those that break them.

    python -m tests.fuzz --seconds 600                 # all targets in turn, so long each
    python -m tests.fuzz sgf gtp --seconds 60 --seed 7
    python -m tests.fuzz sgf --atheris --seconds 600   # guided by coverage (pip install atheris)
    python -m tests.fuzz certificate --memory 256 --calls 20000000   # and work that is counted

An input that makes a target raise, crash the process, need more than so much memory, call more than so many
functions or work longer than ten seconds is kept in
``fuzz-found/TARGET``. docs/testing.md says what to do with it.
"""

import argparse
import contextlib
import faulthandler
import hashlib
import os
import random
import signal
import subprocess
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # as pytest has it
# The explorer's workers are processes of their own, and the fuzzer leaves this folder.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(Path.cwd()), os.environ.get("PYTHONPATH")]))
if "--atheris" in sys.argv:
    import atheris

    # What is to be guided by coverage has to be imported here first.
    with atheris.instrument_imports(include=["verifier", "sgfmill"]):
        import fuzz_targets
import fuzz_mutations
import fuzz_targets
from bounding import limit_memory, limited_calls
from hostile import hostile

SECONDS = 10.0
"""An input that takes longer is a hang."""


class Hang(BaseException):
    """The time of one input is over."""


def main() -> int:
    """Fuzz the targets that are named, or all; 1 if something was found."""
    parser = argparse.ArgumentParser(description="Fuzz the parsers.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(fuzz_targets.TARGETS))
    parser.add_argument("--seconds", type=float, default=60.0, help="for each target (default 60)")
    parser.add_argument("--seed", type=int, default=None, help="default: another one each time")
    parser.add_argument("--found", type=_folder, default=Path("fuzz-found").absolute(), help="folder for inputs found")
    parser.add_argument("--atheris", action="store_true", help="guided by coverage; one target")
    parser.add_argument("--memory", type=int, default=512, help="MiB of address space for each target (default 512)")
    parser.add_argument("--calls", type=int, default=0, help="calls of functions for each input (0: not counted)")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    names = arguments.targets or list(fuzz_targets.TARGETS)
    for name in names:
        if name not in fuzz_targets.TARGETS:
            parser.error(f"no target {name!r}; there are {', '.join(fuzz_targets.TARGETS)}")
    if arguments.seed is None:
        arguments.seed = random.randrange(2**32)
    if arguments.atheris:
        return _guided(names[0], arguments)
    if arguments.here:
        with fuzz_targets.empty_folder():
            return _run(names[0], arguments)
    # A process for each target: one that is lost takes no other with it.
    worst = 0
    for name in names:
        command = [sys.executable, "-m", "tests.fuzz", name, "--here", "--seconds", str(arguments.seconds)]
        command += ["--seed", str(arguments.seed), "--found", str(arguments.found)]
        command += ["--memory", str(arguments.memory), "--calls", str(arguments.calls)]
        code = subprocess.run(command, check=False).returncode
        if code not in (0, 1):
            kept = _keep(arguments.found, name, _current(arguments.found, name).read_bytes())
            print(f"{name}: the process was lost (code {code}); {kept}", flush=True)
        worst = max(worst, int(code != 0))
    return worst


def _folder(name: str) -> Path:
    return Path(name).absolute()


def _current(found: Path, name: str) -> Path:
    return found / f".{name}.current"


def _keep(found: Path, name: str, data: bytes) -> Path:
    folder = found / name
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / hashlib.sha256(data).hexdigest()[:12]
    path.write_bytes(data)
    return path


def _run(name: str, arguments: argparse.Namespace) -> int:
    target = fuzz_targets.TARGETS[name]
    chance = random.Random(arguments.seed)
    seeds = list(target.seeds())
    corpus = [*seeds, *(path.read_bytes() for path in fuzz_targets.kept(name)), *(data for _, data in hostile(name))]
    arguments.found.mkdir(parents=True, exist_ok=True)
    current = _current(arguments.found, name).open("wb", buffering=0)
    signal.signal(signal.SIGALRM, _hang)
    faulthandler.enable()
    limit_memory(arguments.memory)
    tried, slowest, faults = 0, 0.0, set()
    end = time.monotonic() + arguments.seconds
    with contextlib.suppress(KeyboardInterrupt):
        while time.monotonic() < end:
            data = corpus[tried] if tried < len(corpus) else fuzz_mutations.mutant(chance, corpus, target.words)
            os.ftruncate(current.fileno(), 0)
            os.pwrite(current.fileno(), data, 0)
            begin = time.monotonic()
            fault = _fault(target, data, arguments.calls)
            slowest = max(slowest, time.monotonic() - begin)
            tried += 1
            if fault and fault[0] not in faults:
                faults.add(fault[0])
                print(f"{name}: {fault[1]}\n  {_keep(arguments.found, name, data)}", flush=True)
    seconds = arguments.seconds - max(0.0, end - time.monotonic())
    print(
        f"{name}: {tried} inputs in {seconds:.0f} s, seed {arguments.seed}, {len(corpus)} to begin with,"
        f" slowest {slowest:.2f} s, {len(faults)} faults", flush=True,
    )  # fmt: skip
    current.close()
    _current(arguments.found, name).unlink(missing_ok=True)
    return int(bool(faults))


def _hang(number: int, frame: object) -> None:
    raise Hang


def _fault(target: fuzz_targets.Target, data: bytes, calls: int) -> tuple[str, str] | None:
    """(where it happened, what) if the target raises, hangs, or does more than may be."""
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        with limited_calls(calls) if calls else contextlib.nullcontext():
            target.run(data)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        signal.setitimer(signal.ITIMER_REAL, 0)
        frames = traceback.extract_tb(error.__traceback__)
        where = next((f for f in reversed(frames) if "/verifier/" in f.filename), frames[-1])
        place = f"{type(error).__name__} in {Path(where.filename).name}:{where.lineno} ({where.name})"
        return place, f"{place}: {str(error)[:200]}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return None


def _guided(name: str, arguments: argparse.Namespace) -> int:
    """Let libFuzzer choose the inputs; it ends the process itself."""
    target = fuzz_targets.TARGETS[name]
    corpus = arguments.found / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    for data in (*target.seeds(), *(path.read_bytes() for path in fuzz_targets.kept(name))):
        (corpus / hashlib.sha256(data).hexdigest()[:12]).write_bytes(data)
    folder = arguments.found / name
    folder.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={arguments.seconds:.0f}", f"-timeout={SECONDS:.0f}", "-max_len=20000", f"-seed={arguments.seed}",
        f"-artifact_prefix={folder}/", "-rss_limit_mb=4096", "-print_final_stats=1",
    ]  # fmt: skip
    dictionary = corpus.parent / f"{name}.dict"
    words = (word for word in target.words if word.isascii() and word.isprintable() and len(word) < 60)
    entries = (word.replace("\\", "\\\\").replace('"', '\\"') for word in words)
    dictionary.write_text("".join(f'"{entry}"\n' for entry in entries))
    atheris.Setup([sys.argv[0], *options, f"-dict={dictionary}", str(corpus)], target.run)
    with fuzz_targets.empty_folder():
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
