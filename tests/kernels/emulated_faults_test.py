# SPDX-License-Identifier: MIT
"""Every call of the runtime fails once, in each of the ways that real ones do: the program says in one line
which call and why, ends with the status of its contract, leaves no report, and does not hang. Calls that only
give back what is not needed any more, or ask for what a report can do without, may fail unnoticed; then the
report is whole. A driver that is too old, or missing, is told from the toolkit.

usage: emulated_faults_test.py PROGRAM cuda|hip PROFILES_SCHEMA_DIRECTORY
"""
import concurrent.futures
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

import json_schema

program, backend, schemas = sys.argv[1:4]
program = os.path.abspath(program)
with open(os.path.join(schemas, "report.schema.json"), encoding="utf-8") as opened:
    schema = json.load(opened)

stack = {"cuda": "CUDA", "hip": "ROCm"}[backend]
old_driver = {"cuda": "CUDA driver version is insufficient for CUDA runtime version",
              "hip": "driver version is insufficient for runtime version"}[backend]
causes = {2: "out of memory", 719: "unspecified launch failure", 100: f"no {stack}-capable device is detected",
          35: old_driver, 901: "operation failed due to a previous error during capture"}
version = {"cuda": "13.0", "hip": "5.2"}[backend]  # of the stand-in's driver, and so of its toolkit
newer = (f"the driver supports {stack} {version}, this program was built with {version}; build it with an older "
         "toolkit, or ask for a newer driver")
sticky = 719
launch = "the launch of a kernel"
in_memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # a disk's file system takes half of a run
giving_back = {"Free", "HostUnregister", "StreamDestroy", "EventDestroy", "GraphDestroy", "GraphExecDestroy"}
quick = ["--max-samples", "1", "--min-samples", "1", "--max-seconds", "500"]
cases = [  # paths through the program, and what fails on them
    (("vector_add", "--variant", "overlap", "--param", "n=101"), causes),  # streams, locked memory
    (("vector_add", "--variant", "resident", "--param", "n=101", "--batch", "3"), causes),  # a graph
    (("monte_carlo_pi", "--param", "n=1001"), (2,)),  # a measured ceiling
    (("matmul", "--variant", "tuned", "--param", "n=9", "--batch", "2"), (sticky,))]  # more shared memory than usual


def report_name(words):
    """A program refuses --report beside --batch: then the report is what it prints."""
    return "stdout" if "--batch" in words else "report.json"


def run(folder, words, core=None, **settings):
    """On one core where a program divides itself into processes, which have no threads but one."""
    environment = {**os.environ, "GPUJOB_EMULATED": " ".join(f"{k}={v}" for k, v in settings.items()),
                   "ASAN_OPTIONS": "detect_leaks=0"}
    report = [] if "--batch" in words else ["--report", report_name(words)]
    with open(os.path.join(folder, "stdout"), "w", encoding="utf-8") as out:
        return subprocess.run([program, *words, *quick, *report], cwd=folder, env=environment, stdout=out,
                              stderr=subprocess.PIPE, text=True, check=False, timeout=280,
                              preexec_fn=None if core is None else lambda: os.sched_setaffinity(0, {core}))


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as opened_file:
        return opened_file.read()


def check_report(folder, words):
    report = json.loads(read(folder, report_name(words)))
    assert json_schema.errors(report, schema, schema) == [] and report["answer"]["valid"], words


def check(words, folder, call, error, status, said):
    """What a program did of which that call failed, and left in a folder."""
    what = (words, call, causes[error], status, said)
    lines = [line for line in said.splitlines() if not line.startswith(("emulated: ", "=="))]
    left = {name for name in os.listdir(folder) if not name.isdigit()} - {"stderr", "status"}
    if status == 0:
        assert call in giving_back or (call == "DeviceGetAttribute" and error != sticky), what
        assert lines == [] and left == {"stdout", report_name(words)}, (what, left)
        check_report(folder, words)
        return
    assert left == {"stdout"} and read(folder, "stdout") == "", (what, left)
    anywhere = error == sticky and "--gpus" in words  # the thread of the other device may say it first
    if status == 77 if anywhere else call == "GetDeviceCount":
        cause = newer if error == 35 else causes[error]
        assert (status, lines) == (77, [f"{words[0]}: no {backend} device ({cause})"]), what
        return
    names = launch if call == "LaunchKernel" else rf"{backend}{call}\(.*\)"
    if anywhere or (error == sticky and call in giving_back | {"DeviceGetAttribute"}):  # or the next call says it
        names = rf"{launch}|{backend}\w+\(.*\)"
    pattern = rf"{words[0]}: \S*/device/\w+\.h:\d+: ({names}) failed \({re.escape(causes[error])}\)"
    assert status == 1 and len(lines) == 1 and re.fullmatch(pattern, lines[0]), what


def checked(folder, words, error, passed):
    """What the children of a program did, in so many of which no call failed; returns how many calls failed, and how
    many of them ended it."""
    statuses = []
    for number in sorted((name for name in os.listdir(folder) if name.isdigit()), key=int):
        child = os.path.join(folder, number)
        status, said = int(read(child, "status")), read(child, "stderr")
        failing = re.search(rf"emulated: call {number}, (\w+), fails\n", said)
        if failing:
            check(words, child, failing[1], error, status, said)
            statuses.append(status)
        else:  # the program has no call of this number
            check_report(child, words)
            assert status == 0, (words, number, error, said)
            passed -= 1
    assert passed == 0, (words, error, passed)
    return len(statuses), sum(status != 0 for status in statuses)


def each_call(core, words, error):
    """Of a program on one device, from each place once."""
    with tempfile.TemporaryDirectory(dir=in_memory) as folder:
        done = run(folder, words, core, fail_each=1, error=error)
        assert done.returncode == 0, (words, error, done.stderr)
        check_report(folder, words)
        return checked(folder, words, error, 0)


def by_number(devices, step, error):
    """Of the calls 1, 1 + step, ... of a program on so many devices every fifth: those whose turn this error is."""
    least = {1: "n=1", 2: "n=257"}[devices]
    words = ("vector_add", "--variant", "resident", "--param", least, "--batch", "2", "--gpus", str(devices))
    first = 1 + step * list(causes).index(error)
    with tempfile.TemporaryDirectory(dir=in_memory) as folder:
        done = run(folder, words, devices=devices, fail=first, fail_every=step * len(causes), error=error)
        assert (done.returncode, done.stderr) == (0, ""), (words, error, done.stderr)
        return checked(folder, words, error, 1)


def summed(counts):
    return tuple(sum(numbers) for numbers in zip(*counts))


def drivers():
    """Drivers older and newer than the toolkit, and none."""
    (older, older_text), (newer_one, newer_text) = {"cuda": ((12080, "12.8"), (13020, "13.2")),
                                                    "hip": ((40300000, "4.3"), (60400000, "6.4"))}[backend]
    words = ("vector_add", "--param", "n=101")
    with tempfile.TemporaryDirectory(dir=in_memory) as folder:
        for driver, problem in ((older, newer.replace(f"supports {stack} {version}", f"supports {stack} {older_text}")),
                                (0, "no driver is here; run it on a node with a GPU, which a login node may not have")):
            done = run(folder, words, driver=driver)
            assert (done.returncode, done.stderr) == (77, f"vector_add: no {backend} device ({problem})\n"), done.stderr
            assert not os.path.exists(os.path.join(folder, report_name(words)))
        done = run(folder, words, driver=newer_one)
        assert done.returncode == 0, done.stderr
        device = json.loads(read(folder, report_name(words)))["device"]
        assert (device["driver"], device["runtime"]) == (newer_text, version), device


drivers()
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    work = [(words, error) for words, errors in cases for error in errors]
    counts = list(pool.map(each_call, itertools.cycle(os.sched_getaffinity(0)), *zip(*work)))
    tries, endings = summed(counts)
    assert min(tried for tried, _ in counts) > 20 and endings > tries / 2, counts
    one, _ = summed(pool.map(lambda error: by_number(1, 1, error), causes))
    # Calls of two threads come in any order: every other one is as good a choice as all.
    two, _ = summed(pool.map(lambda error: by_number(2, 2, error), causes))
assert min(one, two) > 80, (one, two)
print(f"counted: {backend}: {tries} calls failed on one device, of which {endings} ended the program; {one} more by their "
      f"number, all that there were, and {two} on two devices; each said so, none left a report or hung")
