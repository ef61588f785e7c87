# SPDX-License-Identifier: MIT
"""GPU code without one of its barriers, waits for copies of a block, copies, launches, records of an event or waits
for the device gives a wrong answer or an error, and no report of a right one; where an event was recorded in an earlier
run, a record that is left out gives a wrong time. What is left out is chosen by number; the answers come from the harness.
Any other call that is left out is noticed as well, but for those that say why not.

usage: emulated_mutants_test.py PROGRAM cuda|hip
"""
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys

program, backend = sys.argv[1:3]
quick = ["--max-samples", "1", "--min-samples", "1"]


def run(words, **settings):
    environment = {**os.environ, "GPUJOB_EMULATED": " ".join(f"{k}={v}" for k, v in settings.items()),
                   "ASAN_OPTIONS": "detect_leaks=0"}
    return subprocess.run([program, *words.split(), *quick], env=environment, capture_output=True, text=True,
                          check=False, timeout=280)


# Barriers that a thread comes to and needs. After the last one of `tuned`, of whole tiles and of others, and of `dot`
# a thread uses its own values alone.
barriers = {"matmul --variant tiled --param n=40": 5,
            "matmul --variant tuned --param n=40": 5,
            "matmul --variant tuned --param n=128": 16,
            "integrate2d --variant shared --param n=301": 4,
            "stream --variant dot --param n=1001": 8}


# Waits for copies past the registers, which GPUs from sm_80 on make.
tuned = [words for words in barriers if "tuned" in words]
waits = {"matmul --variant tuned --param n=40": 5, "matmul --variant tuned --param n=128": 16}
usual, newer = ("t4", "h100") if backend == "cuda" else ("mi250x", None)
# What is left out, on which GPU, and how many are needed.
left_out = [("skip_barrier", words, usual, count) for words, count in barriers.items()]
if newer:
    left_out += [("skip_barrier", words, newer, barriers[words]) for words in tuned]
    left_out += [("skip_wait", words, newer, count) for words, count in waits.items()]
left_out += [("skip_wait", words, usual, 0) for words in tuned]  # values wait in registers


def without_caught(what, words, gpu, number):
    done = run(words, gpu=gpu, **{what: number})
    assert done.returncode in (0, 1), done.stderr
    return done.returncode == 1 and "WRONG ANSWER" in done.stderr


# Calls of the first runs, and how many of each kind matter.
overlap, batch = "vector_add --variant overlap --param n=1001", "vector_add --variant resident --param n=1001 --batch 3"
copy = "vector_add --variant copy --param n=1001"
calls = {overlap: {"MemcpyAsync": 3, "LaunchKernel": 1, "StreamSynchronize": 1},
         copy: {"MemcpyAsync": 3, "LaunchKernel": 1, "EventRecord": 4},
         batch: {"MemcpyAsync": 1, "LaunchKernel": 3, "EventRecord": 2,
                 "StreamSynchronize": 0 if backend == "cuda" else 1}}
# Calls that may do nothing, and why the answer is right then. One that is not named here is noticed each time.
facts = "its facts are missing in the report, which does not ask for more than this device"
harmless = {"GetDevice": facts, "GetDeviceProperties": facts, "DeviceGetAttribute": facts, "DeviceGetPCIBusId": facts,
            "DriverGetVersion": facts, "RuntimeGetVersion": facts,
            "SetDevice": "a thread begins with the only device",
            "HostRegister": "what is not locked is copied as well",
            "MemsetAsync": "it spoils what is written later, or empties the cache",
            "StreamSynchronize": "all has happened, or is waited for later",
            "EventSynchronize": "the stream of the event was waited for",
            "EventRecord": "no time is asked for before it is recorded again",
            "EventElapsedTime": "the time of the first run stays 0"}
in_graph = {"LaunchKernel": "it is one of three equal ones, the others of which give the same answer"}


def call_caught(words, number):
    """The name of the call that was left out, and whether that was seen."""
    done = run(words, skip=number)
    name = re.search(rf"emulated: call {number}, (\w+), does nothing\n", done.stderr)[1]
    said = re.search(r"WRONG ANSWER| failed \(|: no \w+ device \(|within null pointer|SEGV on unknown address", done.stderr)
    assert (done.returncode in (1, 77)) == (said is not None), (words, number, name, done)
    may = harmless.keys() | (in_graph.keys() if words == batch else set())
    assert said or name in may, (words, number, name, "left out, and the answer is right")
    return name, said is not None


# Marks of a run with copies are recorded in each run again. The calls of the first run are above, these those of two
# more, of which the second one is timed.
later = range(101, 141)


def times_without(number):
    """The record that was left out, if the call is one, and the times of the timed run, in ticks of the stand-in."""
    done = run(copy, skip=number, early=1)
    name = re.search(rf"emulated: call {number}, (\w+), does nothing\n|$", done.stderr)[1]
    if name not in (None, "EventRecord"):
        return name, None
    assert done.returncode == 0, (number, done.stderr)
    samples = json.loads(done.stdout)["samples"]
    return name, [samples[phase] for phase in ("h2d", "kernel", "d2h")]


with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for what, case, on, number in left_out:
        caught = list(pool.map(lambda n, one=(what, case, on): without_caught(*one, n), range(1, number + 2)))
        assert caught == [True] * number + [False], (what, case, on, caught)
    total = others = 0
    for case, wanted in calls.items():
        found = list(pool.map(lambda n, words=case: call_caught(words, n), range(1, 65)))
        seen = [name for name, caught in found if caught]
        for name, least in wanted.items():
            assert seen.count(name) >= least, (case, name, found)
            total += seen.count(name)
        others += len(seen)
    right = times_without(0)[1]
    found = [times for name, times in pool.map(times_without, later) if name == "EventRecord"]
    assert len(found) == 8 and found[:4] == [right] * 4 and right not in found[4:], (right, found)
    total += 4
needed = collections.Counter()
for what, _, _, number in left_out:
    needed[what] += number
print(f"counted: {backend}: {needed['skip_barrier']} barriers, {needed['skip_wait']} waits for copies of a block, "
      f"{total} copies, launches, records and waits left out: all "
      f"caught, and of {64 * len(calls)} calls in all {others}; the others do no harm")
