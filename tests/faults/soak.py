#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""soak.py BUILD DIRECTORY --hours H [--fuzz PROGRAM --replay PROGRAM]: every trial of faults.py, a real controller that
freezes and is killed as often as a release wants it, and texts for every reader, until all is done or the time is up.
DIRECTORY keeps what was done, so the same command goes on later. Ends with a table; its status is 0 if nothing in it is wrong."""
import argparse
import collections
import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from home import records  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
FAULTS = {"kill": "commands killed at a system call", "write": "system calls that fail to write",
          "read": "system calls that fail to read"}
MOMENTS = 300  # starts of a sandbox that are killed at some moment
OF = {True: "all", False: "more", None: "skipped: not installed"}
CUTS = 100  # submissions to a center whose line is cut at some byte, and those that meet another failure
RELEASE = {"ambiguous": 1000, "kills": 2000, "faults": 3000}
TEXTS = 10_000_000     # for each reader
FUZZ_ROUND = 60        # seconds of libFuzzer: the readers take turns, as many at once as there are processors
CHANGED = 1_000_000    # texts at a time that are read without sanitizers
CHANGED_IN_A_TURN = 5  # times
# To give memory back to the system and take it again is half of what some texts cost.
MALLOC = {"MALLOC_TRIM_THRESHOLD_": "1000000000", "MALLOC_MMAP_THRESHOLD_": "1000000000"}
ROUNDS = {  # of a real controller: what, how many in all, what one round takes of its tests
    "clients": ("jobs of clients that share a store", 1000, "--clients 5 -k clients_of_one_store"),
    "frozen": ("submissions to a frozen controller", 1000, "--frozen 60 -k frozen"),
    "kills": ("controllers killed after an id", 200, "--kills 20 -k killed"),
    "arrays": ("tasks of arrays sent to a controller that freezes or dies", 1200, "--arrays 24"),
    "jobs": ("jobs in one store, run to their end", 10000, "--jobs 1000 -k many_jobs"),
    "watched": ("runs waited for at once, at most 8 calls a minute", 500, "--watched 500 -k waited_for"),
}


class Soak:
    def __init__(self, build, directory, until, fuzz, replay):
        self.build, self.directory, self.until, self.fuzz, self.replay = build, directory, until, fuzz, replay
        directory.mkdir(parents=True, exist_ok=True)

    def faults(self, name):
        """True if every trial of the class is done."""
        subprocess.run([sys.executable, "-B", str(HERE / "faults.py"), self.build, name, "--record",
                        str(self.directory / f"{name}.jsonl"), "--until", str(self.until)], check=False)
        return time.time() < self.until

    def sandbox_faults(self, name, *options):
        """As faults(), of `sandbox up`; None if no Slurm is installed here."""
        record = self.directory / f"{'faked-' if options else ''}up-{name}.jsonl"
        done = subprocess.run([sys.executable, "-B", str(HERE / "sandbox_up.py"), self.build, name, *options, "--record",
                               str(record), "--until", str(self.until), "--starts", str(MOMENTS)], check=False)
        return None if done.returncode == 77 else time.time() < self.until

    def controller_round(self, name):
        """False if no Slurm is installed here. A round that fails is wrong, whatever it counted."""
        before, test = self.controller_counts()[1][name], "controller_arrays_test.py" if name == "arrays" else "controller_test.py"
        done = subprocess.run([sys.executable, "-B", str(HERE.parent / "sandbox" / test), f"{self.build}/bin/gpujob",
                               *ROUNDS[name][2].split(), *(["--store", str(self.directory / "store")] * (name == "jobs")),
                               "--record", str(self.directory / "controller.jsonl")], check=False)
        if done.returncode not in (0, 77) and self.controller_counts()[1][name] == before:
            with open(self.directory / "controller.jsonl", "a", encoding="utf-8") as file:
                file.write(json.dumps({"what": name, "done": 0, "wrong": 1}) + "\n")
        return done.returncode != 77

    def cut_lines(self):
        """Submissions to centers behind a line that fails; None if no sshd is installed here."""
        record = self.directory / "lines.jsonl"
        if records(record):
            return True
        rows = []
        for words in (["runs_test.py", "Runs.test_cut_at_any_byte"], ["failures_test.py"]):
            done = subprocess.run([sys.executable, "-B", str(HERE.parent / "remote" / words[0]),
                                   f"{self.build}/bin/gpujob", *words[1:]], capture_output=True, text=True, check=False,
                                  env=os.environ | {"GPUJOB_CUTS": str(CUTS // 2), "GPUJOB_ROUNDS": "10"})
            if done.returncode == 77:
                return None
            print(done.stdout + (done.stderr if done.returncode else ""), flush=True)
            rows += [{"done": int(found[0]), "wrong": sum(map(int, found[1:]))} for found in re.findall(
                r"(\d+) submissions were cut: executed twice (\d+), lost (\d+), unresolved (\d+)", done.stdout)]
            rows += [{"done": 0, "wrong": 1}] * (done.returncode != 0)
        with open(record, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
        return True

    def text_counts(self):
        """Of each reader the texts of libFuzzer and those changed, the coverage and the findings."""
        found = {reader: collections.Counter() for reader in self.readers()}
        for row in records(self.directory / "fuzz.jsonl"):
            count = found.setdefault(row["reader"], collections.Counter())
            count.update({key: row.get(key, 0) for key in ("runs", "changed", "wrong")})
            count["coverage"] = max(count["coverage"], row.get("coverage", 0))
        return found

    def corpus(self, reader):
        """The texts that libFuzzer has kept."""
        directory = self.directory / "fuzz" / reader.replace("/", "_").replace(" ", "_")
        directory.mkdir(parents=True, exist_ok=True)
        return directory

    def fuzz_round(self, reader):
        """libFuzzer goes on where it stopped."""
        corpus = self.corpus(reader)
        done = subprocess.run([self.fuzz, reader, f"-max_total_time={FUZZ_ROUND}", "-timeout=60", "-rss_limit_mb=2048",
                               "-max_len=65536", "-print_final_stats=1", f"-artifact_prefix={corpus}.", str(corpus)],
                              capture_output=True, text=True, errors="replace", check=False)
        runs = re.findall(r"stat::number_of_executed_units:\s*(\d+)", done.stderr)
        coverage = re.findall(r"\bcov: (\d+)", done.stderr)
        self.note_texts(reader, done, runs=int(runs[-1]) if runs else 0, coverage=int(coverage[-1]) if coverage else 0)

    def change_round(self, reader):
        """Changes of the seeds and of what libFuzzer has kept, by the number of the round always the same ones."""
        count = self.text_counts()[reader]
        words = [str(CHANGED), reader, str(count["changed"] // CHANGED), str(self.corpus(reader))]
        done = subprocess.run([self.replay, *words], env=os.environ | MALLOC, capture_output=True, text=True,
                              errors="replace", check=False)
        if done.returncode != 0:
            done.stderr += f"fuzz_replay {' '.join(words)}: status {done.returncode}"
        self.note_texts(reader, done, changed=CHANGED)

    def note_texts(self, reader, done, **counts):
        if done.returncode != 0:
            print(f"WRONG {reader}:\n{done.stderr[-4000:]}", flush=True)
        with open(self.directory / "fuzz.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps({"reader": reader, **counts, "wrong": int(done.returncode != 0)}) + "\n")

    def readers(self):
        return subprocess.run([self.fuzz], capture_output=True, text=True, check=True).stdout.splitlines()

    def is_left(self, reader):
        count = self.text_counts()[reader]
        return time.time() < self.until and not count["wrong"] and count["runs"] + count["changed"] < TEXTS

    def turn_of(self, reader):
        """libFuzzer finds the texts that matter, with both sanitizers; their changes are many times as many in the same time."""
        self.fuzz_round(reader)
        for _ in range(CHANGED_IN_A_TURN):
            if self.is_left(reader):
                self.change_round(reader)

    def fuzz_all(self):
        while left := [one for one in self.readers() if self.is_left(one)]:
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                list(pool.map(lambda one: self.is_left(one) and self.turn_of(one), left))

    def controller_counts(self):
        done, wrong = collections.Counter(), collections.Counter()
        for row in records(self.directory / "controller.jsonl"):
            done[row["what"]] += row["done"]
            wrong[row["what"]] += row["wrong"]
        return done, wrong

    def run(self):
        for name, (_, wanted, _) in ROUNDS.items():
            while time.time() < self.until and self.controller_counts()[0][name] < wanted:
                if not self.controller_round(name):
                    break
        complete = {name: self.faults(name) for name in FAULTS}
        complete.update({f"faked-up-{name}": self.sandbox_faults(name, "--faked") for name in FAULTS})
        complete.update({f"up-{name}": self.sandbox_faults(name) for name in (*FAULTS, "moments")})
        complete["lines"] = self.cut_lines()
        if self.fuzz:
            self.fuzz_all()
        return self.table(complete)

    def table(self, complete):
        version = subprocess.run([f"{self.build}/bin/gpujob", "version"], capture_output=True, text=True,
                                 check=True).stdout.split("\n", maxsplit=1)[0]
        print(f"\n{version}, {datetime.date.today()}\n\n| what | done | of | wrong |\n|---|---|---|---|")
        all_wrong = 0
        titles = FAULTS | {f"faked-up-{name}": f"`sandbox up` over faked daemons: {title}" for name, title in FAULTS.items()}
        titles |= {f"up-{name}": f"`sandbox up`: {title}" for name, title in FAULTS.items()}
        titles["up-moments"] = "`sandbox up`: starts killed at some moment"
        for name, title in titles.items():
            rows = dict(records(self.directory / f"{name}.jsonl"))
            wrong = sum(bool(found) for found in rows.values())
            all_wrong += wrong
            print(f"| {title} | {len(rows)} | {OF[complete[name]]} | {wrong} |")
        cut = records(self.directory / "lines.jsonl")
        wrong = sum(row["wrong"] for row in cut)
        all_wrong += wrong
        print(f"| submissions to centers whose line failed | {sum(row['done'] for row in cut)} | {OF[complete['lines']]} | {wrong} |")
        done, bad = self.controller_counts()
        for name, (title, wanted, _) in ROUNDS.items():
            all_wrong += bad[name]
            print(f"| {title} | {done[name]} | {wanted} | {bad[name]} |")
        for reader, count in sorted(self.text_counts().items()) if self.fuzz else ():
            all_wrong += count["wrong"]
            print(f"| texts for the reader of {reader}: {count['runs']} by libFuzzer, coverage {count['coverage']}, and {count['changed']} "
                  f"changed | {count['runs'] + count['changed']} | {TEXTS} | {count['wrong']} |")
        trials = {name: len(records(self.directory / f"{name}.jsonl")) for name in titles}
        print(f"\nA release wants {RELEASE['ambiguous']} ambiguous submissions, {RELEASE['kills']} kill points and {RELEASE['faults']} "
              f"I/O faults: {done['frozen'] + done['arrays'] + sum(row['done'] for row in cut)}, "
              f"{sum(trials[name] for name in ('kill', 'faked-up-kill', 'up-kill', 'up-moments')) + done['kills']} and "
              f"{sum(trials[name] for name in ('write', 'read', 'faked-up-write', 'faked-up-read', 'up-write', 'up-read'))} were made.")
        return 1 if all_wrong else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--hours", type=float, default=1)
    parser.add_argument("--fuzz", help="libFuzzer with both sanitizers")
    parser.add_argument("--replay", help="the same readers without")
    options = parser.parse_args()
    return Soak(options.build, options.directory, time.time() + options.hours * 3600, options.fuzz, options.replay).run()


if __name__ == "__main__":
    sys.exit(main())
