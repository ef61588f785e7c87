#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""faults.py BUILD CLASS [--jobs N] [--command NAME]... [--record FILE] [--until TIME]: gpujob while system calls fail.

A trial is one command whose k-th call of one kind fails with one error (or, for CLASS `kill`, ends the
command), over the faked Slurm, each in a home that is as new. k goes from 1 until the command ends
unharmed. What the command says and what `status` says after it are held to what the faked controller
knows: a state that is final and not true, a job that is in no run, a second copy, a silence, or a message
without its cause or file is a failure. What trials leave is compared: what was judged once is not asked
again. N trials run at once, beside those of commands whose job runs. With `--record` trials that FILE has
are not repeated, so a run that was stopped (at the latest at TIME, in seconds since 1970) can go on."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from calls import CLASSES, SKIPPED, inject  # noqa: E402
from commands import COMMANDS, WORK, Command  # noqa: E402
from home import records, room  # noqa: E402

# Homes that take turns at the calls of a command: of one whose job runs several, since a trial waits for most of a
# second; of one that makes many calls two, so that two processors have work to the end.
HOMES = {"run": 4, "local": 2, "arrays": 2, "submit": 2}


class Turns:
    """Homes of one command: the first that comes counts the calls, and all know what any has judged."""

    def __init__(self, homes):
        self.homes, self.counted, self.judged, self.lock = homes, None, {}, threading.Lock()

    def calls(self, command):
        with self.lock:
            self.counted = self.counted or command.calls()
            return self.counted


def trials(options, name, turns, home, known, litter):
    """Goes through all k of one command whose turn it is in this home; yields (key, what is wrong). `litter` counts
    trials that left some."""
    class_name = options.class_name
    calls, errors = CLASSES[class_name]
    with tempfile.TemporaryDirectory(prefix="gpujob-faults-", dir=room(), ignore_cleanup_errors=True) as root:
        command = Command(options.build, name, root, turns.judged)
        number = 0
        made = turns.calls(command)
        for call in calls:
            for k in range(1, made[call] + 1):
                number += 1
                if number % turns.homes != home:
                    continue
                for error in errors:
                    key = f"{class_name} {name} {call} {error} {k}"
                    if key in known:
                        continue
                    if time.time() > options.until:
                        return
                    wrong, _ = command.attempt(call, error, k)
                    yield key, wrong
            litter[name, home] = command.litter
            if home:
                continue
            # Far beyond the last one nothing is harmed: so all were tried (a pipe may be read in more pieces, and
            # a command that follows its job looks as often as the job takes).
            far = made[call] * (10 if name in WORK else 1) + 99
            if made[call] and command.attempt(call, errors[0], far)[1]:
                yield f"{class_name} {name} {call}", ["there are more calls than were counted"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("class_name", choices=CLASSES)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--record")
    parser.add_argument("--until", type=float, default=float("inf"))
    parser.add_argument("--command", action="append", choices=COMMANDS)
    options = parser.parse_args()
    if not os.path.exists(inject(options.build)):
        print("SKIPPED: no program that lets system calls fail was built for this processor")
        return SKIPPED
    known = dict(records(pathlib.Path(options.record))) if options.record else {}
    names, litter = options.command or list(COMMANDS), {}

    def play(name, turns, home):
        found = []
        for key, wrong in trials(options, name, turns, home, known, litter):
            found.append((key, wrong))
            if options.record:
                with open(options.record, "a", encoding="utf-8") as file:
                    file.write(json.dumps([key, wrong]) + "\n")
            for what in wrong:
                print(f"WRONG {key}: {what}", flush=True)
        return found
    pool = concurrent.futures.ThreadPoolExecutor
    with pool(sum(HOMES[name] for name in WORK)) as waiting, pool(options.jobs) as busy:
        played = []
        for name in sorted(names, key=lambda name: -HOMES.get(name, 1)):
            turns = Turns(HOMES.get(name, 1))
            played += [(waiting if name in WORK else busy).submit(play, name, turns, home)
                       for home in range(turns.homes)]
        found = [one for all_of_one in played for one in all_of_one.result()]
    for name in names:
        mine = [wrong for key, wrong in found if key.split()[1] == name]
        print(f"{options.class_name} faults in {name}: {len(mine)}, wrong {sum(bool(wrong) for wrong in mine)}")
    bad = sum(bool(wrong) for _, wrong in found)
    print(f"counted: {options.class_name} faults: {len(found)}, wrong {bad}; of {sum(litter.values())} something was left, which "
          "'runs gc' removed")
    return 1 if bad or not (found or known) else 0


if __name__ == "__main__":
    sys.exit(main())
