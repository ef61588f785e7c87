#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""store.py BUILD: what stored results cost. Synthetic measurements are imported, an index of each size
in place, and `gpujob compare` is timed from start to end of its process, sides interleaved, medians.

A stored run is one launch of five samples and a directory; there are twelve groups of site and GPU. The
grouped case has no directories, and 1,000,000 samples in 720 groups of site, GPU and variant. For `runs` a real
run of this machine, with its report, is copied 10,000 times under other ids: the first rebuild finds no digest that is
true of these, and keeps one of each."""
import hashlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

ROUNDS = 15
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LINE = ('{"schema":"gpujob/measurement/v1","run":"%s","launch":1,"started":"2026-%02d-%02dT10:15:30Z",'
        '"setting":{"workload":"integrate2d","variant":"v%d","class":"P","backend":"cuda",'
        '"precision":"float32","data":"resident","site":"site%d","gpu_key":"g%d","gpu_model":"gpu-%d",'
        '"device":"GPU %d","work_unit":"op","valid":true,"work":73400320000,"parameters":{"n":"102400"},'
        '"environment":{"driver":"13.0"}},"samples":{"kernel":[%s]}}\n')


def run_id(number):
    text = ""
    for _ in range(8):
        text = CROCKFORD[number & 31] + text
        number >>= 5
    return "01KAZ00000" + "0" * 8 + text


def write(path, first, count, samples, sites, gpus, variants):
    rng = random.Random(first)
    noise = [["%.9g" % (0.002 * (1 + 0.1 * gpu) * (1 + abs(rng.gauss(0, 0.01)))) for _ in range(4001)]
             for gpu in range(gpus)]
    with open(path, "w", encoding="ascii") as file:
        for i in range(first, first + count):
            gpu = i % gpus
            at = rng.randrange(4001 - samples)
            file.write(LINE % (run_id(i), 1 + i % 12, 1 + i % 28, i // (sites * gpus) % variants,
                               i // gpus % sites, gpu, gpu, gpu, ",".join(noise[gpu][at:at + samples])))


class Store:
    """A home with some measurements."""

    def __init__(self, build, where):
        self.gpujob, self.home = os.path.join(build, "static/bin/gpujob"), where
        self.spawn = os.path.join(build, "tests/bench/bench_spawn")
        # As installed: a workload without a manifest is looked for among all runs.
        self.environment = dict(os.environ, GPUJOB_HOME=where, XDG_CACHE_HOME=where,
                                GPUJOB_DATA_DIR=os.path.join(build, "share/gpujob"),
                                GPUJOB_LIBEXEC=os.path.join(build, "libexec/gpujob"))
        os.makedirs(where, exist_ok=True)

    def load(self, first, count, samples=5, sites=4, gpus=3, variants=1):
        """Seconds that the import took."""
        path = os.path.join(self.home, "import.jsonl")
        write(path, first, count, samples, sites, gpus, variants)
        begin = time.perf_counter()
        self.run("import", path)
        seconds = time.perf_counter() - begin
        size = os.path.getsize(path)
        os.remove(path)
        return seconds, size

    def hold(self, first, count):
        """Directories of so many runs that the index knows, and none was added for an hour: the first
        comparison, which is not timed, sees that they are all there."""
        runs = os.path.join(self.home, "data", "runs")
        with sqlite3.connect(os.path.join(self.home, "cache", "runs.sqlite")) as index:
            columns = len(index.execute("PRAGMA table_info(runs)").fetchall())
            row = "INSERT INTO runs VALUES (?" + ", ''" * (columns - 1) + ")"
            index.executemany(row, ((run_id(i),) for i in range(first, first + count)))
        for i in range(first, first + count):
            os.makedirs(os.path.join(runs, run_id(i)))
        os.utime(runs, (time.time() - 3600,) * 2)
        self.run("compare", "integrate2d")

    def run(self, *words):
        subprocess.run([self.gpujob, *words], check=True, env=self.environment, stdout=subprocess.DEVNULL)

    def copy_run(self, count):
        """So many runs like one that is made here."""
        self.run("submit", "integrate2d", "--site", "local", "--backend", "cpu", "--size", "small", "--wait")
        runs = os.path.join(self.home, "data", "runs")
        made = max(os.listdir(runs)).encode()
        files = {}
        for folder, _, names in os.walk(os.path.join(runs, made.decode())):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    files[os.path.join(os.path.relpath(folder, runs), name)] = file.read()
        report, = (text for name, text in files.items() if name.endswith("report-1.json"))
        for i in range(count):
            own = run_id(i).encode()
            sums = [hashlib.sha256(text).hexdigest().encode() for text in (report, report.replace(made, own))]
            for name, text in files.items():
                path = os.path.join(runs, name.replace(made.decode(), own.decode()))
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(text.replace(made, own).replace(*sums))
        os.utime(runs, (time.time() - 3600,) * 2)

    def compare(self, *arguments):
        return self.measure("compare", "integrate2d", *arguments)

    def measure(self, *words):
        """(median ms, minimum ms, peak RSS KiB)"""
        argv = [self.spawn, str(ROUNDS), "--", self.gpujob, *words]
        done = subprocess.run(argv, capture_output=True, text=True, check=True, env=self.environment)
        return tuple(float(word) for word in done.stdout.split())


def sizes(build, scratch):
    print(f"{'stored runs':>12} {'compare ms':>11} {'goal':>6} {'peak MiB':>9}")
    stores = {}
    for count, goal in ((1000, 5), (10000, 7), (100000, 20)):
        stores[count] = Store(build, os.path.join(scratch, str(count)))
        stores[count].load(0, count)
        stores[count].hold(0, count)
        median, _, peak = stores[count].compare()
        print(f"{count:12,} {median:11.2f} {goal:>6} {peak / 1024:9.1f}")


def groups(build, scratch):
    store = Store(build, os.path.join(scratch, "groups"))
    store.load(0, 100000, samples=10, sites=6, gpus=6, variants=20)
    median, _, peak = store.compare("--by", "site,gpu,variant")
    print(f"1,000,000 samples by 720 keys: {median:.1f} ms (goal 100), peak {peak / 1024:.1f} MiB")


def growth(build, scratch):
    few = Store(build, os.path.join(scratch, "few"))
    many = Store(build, os.path.join(scratch, "many"))
    seconds, size = many.load(0, 1000000, samples=1)
    print(f"import of 1,000,000 lines ({size / 1e6:.0f} MB): {seconds:.2f} s (goal 2)")
    few.load(0, 10)
    times = {few: [], many: []}
    for i in range(9):
        for store in (few, many):
            times[store].append(store.load(2000000 + 10 * i, 10)[0] * 1000)
    one, other = (sorted(times[store])[4] for store in (few, many))
    print(f"adding ten runs to 10: {one:.1f} ms, to 1,000,000: {other:.1f} ms, "
          f"ratio {other / one:.2f} (goal 1.5)")


def listed(build, scratch, count=10000):
    store = Store(build, os.path.join(scratch, "listed"))
    store.copy_run(count)
    begin = time.perf_counter()
    store.run("runs", "--rebuild")
    first = (time.perf_counter() - begin) / count
    again, _, _ = store.measure("runs", "--rebuild", "--limit", "1")
    median, _, peak = store.measure("runs")
    print(f"runs over {count:,} with reports: {median:.1f} ms (goal 30), peak {peak / 1024:.1f} MiB; "
          f"runs --rebuild: {again / count:.3f} ms per run (goal 0.1), without digests {first * 1000:.3f} ms")


def main(build):
    build = os.path.abspath(build)
    scratch = tempfile.mkdtemp(prefix="gpujob-bench-")
    try:
        sizes(build, scratch)
        listed(build, scratch)
        groups(build, scratch)
        growth(build, scratch)
    finally:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    main(sys.argv[1])
