# SPDX-License-Identifier: MIT
"""A queue that is let go too early, too late or never is noticed. hold_once.cc is compiled with a changed copy of
hold.h that holds all mutants; $HOLD chooses one when it runs.

usage: emulated_hold_mutants_test.py BUILD
"""
import os
import subprocess
import sys
import tempfile

import emulated_program

build = os.path.abspath(sys.argv[1])
sources = emulated_program.sources_of(build)
once = os.path.join(os.path.dirname(os.path.realpath(__file__)), "hold/hold_once.cc")
# is(n) in mutant n.
CHANGES = [("    flag(kMayGo) = 0;", "    flag(kMayGo) = is(1);"),
           ("{ flag(kMayGo) = 1; }", "{ flag(kMayGo) = !is(2); }"),
           ("  flags[kGaveUp] = 1;", "  flags[kGaveUp] = !is(3);"),
           ("look < kMostLooks;", "is(4) || look < kMostLooks;"),
           ("    give_wait(queue_,", "    if (!is(5)) give_wait(queue_,"),
           ("    works_ = false;\n", "    works_ = is(6);\n"),
           ("namespace gpujob {\n", """#include <cstdlib>
namespace gpujob {
inline bool is(int mutant) { return std::atoi(std::getenv("HOLD")) == mutant; }
""")]
# What a queue does that is held back, and where each launch waits for the device: it gives up after a second, and is
# not held back any more.
HELD, GIVEN_UP = "1\n1\n", "2 gave up after a second\n4\n"


def compiled(folder):
    with open(os.path.join(sources, "device/hold.h"), encoding="utf-8") as file:
        text = file.read()
    for old, new in CHANGES:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    os.makedirs(os.path.join(folder, "device"))
    with open(os.path.join(folder, "device/hold.h"), "w", encoding="utf-8") as file:
        file.write(text)
    compiler = emulated_program.compiler_of(build)
    call = compiler.compiler_call(sources, "cuda")
    runtime = [path for path in compiler.kept_objects(call, sources) if "emulated.o" in path]
    program = os.path.join(folder, "hold_once")
    subprocess.run([call[0], f"-I{folder}", *call[1:], once, *runtime, "-o", program], check=True)
    return program


def said(program, mutant, *words):
    """What the program prints, or 'hangs'."""
    try:
        done = subprocess.run([program, *words], capture_output=True, text=True, check=False, timeout=20,
                              env={**os.environ, "HOLD": str(mutant), "GPUJOB_EMULATED": "early=1"})
    except subprocess.TimeoutExpired:
        return "hangs"
    assert done.returncode in (0, 3) and "ERROR" not in done.stderr, (mutant, done)
    return done.stdout


def is_right(program, wanted, *words):
    """Once of three times: on a busy machine a second may pass between two calls."""
    return any(said(program, 0, *words) == wanted for _ in range(3))


with tempfile.TemporaryDirectory() as scratch:
    hold_once = compiled(scratch)
    assert is_right(hold_once, HELD), said(hold_once, 0)
    assert is_right(hold_once, GIVEN_UP, "waits"), said(hold_once, 0, "waits")
    # Let go at once, and never held: the kernel begins before the host has given it away.
    for early in (1, 5):
        assert all(int(line) > 1 for line in said(hold_once, early).splitlines()), early
    # Never let go: a second later the queue gives up and says so. Without a word: it is held back again, and waits again.
    assert said(hold_once, 2).startswith("1 gave up after a second\n"), said(hold_once, 2)
    assert said(hold_once, 3, "waits").count(" after a second\n") == 2, said(hold_once, 3, "waits")
    assert "gave up" not in said(hold_once, 3, "waits")
    # It does not give up: host and device wait for each other. It is held back again, and gives up each time.
    assert said(hold_once, 4, "waits") == "hangs"
    assert said(hold_once, 6, "waits").count("gave up after a second\n") == 2
print("counted: 6 mutants of what holds a queue back: all caught")
