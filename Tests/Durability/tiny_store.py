"""A store of a few system calls, right or with one fault, and the proof that the explorer tells which.

Run as a program (tiny_store.py FAULT FOLDER) it appends six records to a journal, answers each, and
replaces a file by what they hold. `self_test` runs it under strace with each fault and explores what power
cuts leave.
"""

import os
import pathlib
import random
import socket
import subprocess
import sys
import tempfile

import power_cut
from disk import Disk
from system_calls import ANSWER_CALLS, FILE_CALLS, events, read_trace

RECORDS = 6
FAULTS = ["none", "no-sync", "early-answer", "no-folder-sync", "rename-before-sync"]


def record(number):
    return f"{number}:{'x' * (300 * number)}:{number}\n".encode()


def store(fault, folder):
    """Does what a store does, as far as the disk can tell."""
    answers, _ = socket.socketpair()
    sync = (lambda file: None) if fault == "no-sync" else os.fdatasync
    top = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    os.mkdir(f"{folder}/journal")
    os.fsync(top)
    journal = os.open(f"{folder}/journal/1", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    if fault != "no-folder-sync":
        inner = os.open(f"{folder}/journal", os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(inner)
    for number in range(1, RECORDS + 1):
        os.write(journal, record(number))
        if fault == "early-answer":
            answers.send(str(number).encode())
        sync(journal)
        if fault != "early-answer":
            answers.send(str(number).encode())
    file = os.open(f"{folder}/all.tmp", os.O_RDWR | os.O_CREAT)
    os.writev(file, [record(number) for number in range(1, RECORDS + 1)])
    if fault != "rename-before-sync":
        os.fsync(file)
    os.rename(f"{folder}/all.tmp", f"{folder}/all")
    os.fsync(file)
    os.fsync(top)
    os.unlink(f"{folder}/journal/1")


def recover(state):
    """How many records are there; none if the file is damaged, which no power cut may bring about."""
    whole = state.files.get("all")
    if whole is not None:
        everything = b"".join(record(number) for number in range(1, RECORDS + 1))
        return RECORDS if whole == everything else None
    journal, count = state.files.get("journal/1", b""), 0
    while journal.startswith(record(count + 1)):
        journal = journal[len(record(count + 1)) :]
        count += 1
    return count


def explore(fault, rng):
    """The number of states and of violations of one run."""
    with tempfile.TemporaryDirectory() as parent:
        folder, trace = pathlib.Path(parent) / "disk", pathlib.Path(parent) / "trace"
        folder.mkdir()
        subprocess.run(
            [
                "strace",
                "-f",
                "-y",
                "-xx",
                "-s",
                "100000",
                "-e",
                "signal=none",
                "-e",
                f"trace={FILE_CALLS},{ANSWER_CALLS}",
                "-o",
                trace,
                sys.executable,
                __file__,
                fault,
                folder,
            ],
            check=True,
        )
        disk, answered, digests, violations = Disk(folder, empty=True), 0, set(), 0
        for event in events(read_trace(trace)):
            sends = event.call.name == "sendto" and not event.ends
            if sends:
                answered = int(event.call.arguments[1])
            if disk.apply(event) or sends:
                for state in power_cut.states(disk, rng, 10):
                    digests.add(state.digest())
                    count = recover(state)
                    violations += count is None or not answered <= count <= answered + 1
        assert not disk.differences(folder), disk.differences(folder)
        return len(digests), violations


def self_test(seed):
    """Fails if a right store is accused, or a faulty one is not."""
    results = []
    for fault in FAULTS:
        count, violations = explore(fault, random.Random(seed))
        assert (violations > 0) == (fault != "none"), f"{fault}: {violations} violations in {count} states"
        results.append(f"{fault} {violations}/{count}")
    return f"violations by fault and states: {', '.join(results)}"


if __name__ == "__main__":
    store(*sys.argv[1:])
