# SPDX-License-Identifier: MIT
"""GPU code without one of its barriers, copies, launches, records of an event or waits gives a wrong answer or
an error, and no report of a right one. What is left out is chosen by number; the answers come from the harness.

usage: emulated_mutants_test.py PROGRAM cuda|hip
"""
import concurrent.futures
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


def barrier_caught(words, number):
    done = run(words, skip_barrier=number)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode == 1 and "WRONG ANSWER" in done.stderr


# Calls of the first runs, and how many of each kind matter: what poisons or flushes, or waits for what has
# happened already, may be left out.
calls = {"vector_add --variant overlap --param n=1001": {"MemcpyAsync": 3, "LaunchKernel": 1},
         "vector_add --variant resident --param n=1001 --batch 3": {"MemcpyAsync": 1, "LaunchKernel": 3,
                                                                    "EventRecord": 2}}
waits = {"vector_add --variant overlap --param n=1001": 1,
         "vector_add --variant resident --param n=1001 --batch 3": 0 if backend == "cuda" else 1}


def call_caught(words, number):
    """The name of the call that was left out, and whether that was seen."""
    done = run(words, skip=number)
    name = re.search(rf"emulated: call {number}, (\w+), does nothing\n", done.stderr)[1]
    problem = "WRONG ANSWER" in done.stderr or " failed (" in done.stderr
    assert done.returncode == 0 or problem or name.endswith(("Create", "Malloc", "Count", "Capture", "Flags")), (number, done.stderr)
    return name, done.returncode == 1 and problem


with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for case, number in barriers.items():
        caught = list(pool.map(lambda n, words=case: barrier_caught(words, n), range(1, number + 2)))
        assert caught == [True] * number + [False], (case, caught)
    total = 0
    for case, wanted in calls.items():
        found = list(pool.map(lambda n, words=case: call_caught(words, n), range(1, 65)))
        seen = [name for name, caught in found if caught]
        for name, least in {**wanted, "StreamSynchronize": waits[case]}.items():
            assert seen.count(name) >= least, (case, name, found)
            total += seen.count(name)
print(f"counted: {backend}: {sum(barriers.values())} barriers, {total} copies, launches, records and waits left out: all caught")
