#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""faults.py BUILD CLASS [--jobs N] [--command NAME]... [--record FILE] [--until TIME]: gpujob while system calls fail.

A trial is one command whose k-th call of one kind fails with one error (or, for CLASS `kill`, ends the
command), over the faked Slurm, each in a home that is as new. k goes from 1 until the command ends
unharmed, and only trials that harmed it count. What the command says and what `status` says after it are held to what the faked controller
knows: a state that is final and not true, a job that is in no run, a second copy, a silence, or a message
without its cause or file is a failure. So is a store that is not valid: a document or an index that is not
whole, or a run that `gpujob runs` does not list. What trials leave is compared: what was judged once is not asked
again. N trials run at once, beside those of commands whose job runs. With `--record` trials that FILE has
are not repeated, so a run that was stopped (at the latest at TIME, in seconds since 1970) can go on."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from calls import CLASSES, SKIPPED, inject, trials  # noqa: E402
from commands import COMMANDS, WORK, Command  # noqa: E402
from home import records, room  # noqa: E402

# Homes that take turns at the calls of a command: of one that waits several, for a job that runs or ends, since
# a trial sleeps for most of a second; of one that makes many calls two, so that two processors have work to the end.
HOMES = {"run": 4, "wait": 4, "cancel": 4, "local": 2, "arrays": 2, "submit": 2}
WAITING = (*WORK, "wait", "cancel")


class Turns:
    """Homes of one command: the first that comes counts the calls, and all know what any has judged."""

    def __init__(self, homes):
        self.homes, self.counted, self.judged, self.lock = homes, None, {}, threading.Lock()

    def calls(self, command):
        with self.lock:
            self.counted = self.counted or command.calls()
            return self.counted


def play(options, name, turns, home, known, counts):
    """The trials of one command whose turn it is in this home; yields (key, what is wrong) of those that harmed it. `counts`
    are those of all commands."""
    with tempfile.TemporaryDirectory(prefix="gpujob-faults-", dir=room(), ignore_cleanup_errors=True) as root:
        command = Command(options.build, name, root, turns.judged)
        counts.append(command.counts)
        for key, wrong, harmed in trials(
                options.class_name, name, turns.calls(command), known, options.until,
                lambda number: number % turns.homes == home, home == 0, command.attempt):
            if harmed:
                yield key, wrong


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
    names, counts = options.command or list(COMMANDS), []

    def play_all(name, turns, home):
        found = []
        for key, wrong in play(options, name, turns, home, known, counts):
            found.append((key, wrong))
            if options.record:
                with open(options.record, "a", encoding="utf-8") as file:
                    file.write(json.dumps([key, wrong]) + "\n")
            for what in wrong:
                print(f"WRONG {key}: {what}", flush=True)
        return found
    pool = concurrent.futures.ThreadPoolExecutor
    with pool(sum(HOMES[name] for name in WAITING)) as waiting, pool(options.jobs) as busy:
        played = []
        for name in sorted(names, key=lambda name: -HOMES.get(name, 1)):
            turns = Turns(HOMES.get(name, 1))
            played += [(waiting if name in WAITING else busy).submit(play_all, name, turns, home)
                       for home in range(turns.homes)]
        found = [one for all_of_one in played for one in all_of_one.result()]
    for name in names:
        mine = [wrong for key, wrong in found if key.split()[1] == name]
        print(f"{options.class_name} faults in {name}: {len(mine)}, wrong {sum(bool(wrong) for wrong in mine)}")
    bad = sum(bool(wrong) for _, wrong in found)
    total = sum(counts, collections.Counter())
    print(f"counted: {options.class_name} faults: {len(found)}, wrong {bad}; store valid {total['valid']} of {total['stores']}; of "
          f"{total['littered']} something was left, which 'runs gc' removed; in {total['unasked']} the message was not asked for")
    return 1 if bad or not (found or known) else 0


if __name__ == "__main__":
    sys.exit(main())
