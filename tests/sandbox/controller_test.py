#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""controller_test.py GPUJOB [--clients N] [--frozen N] [--kills N] [--jobs N] [--watched N [--seconds S]] [--record FILE] [--store DIR]:
a real controller that freezes while jobs are sent, one that is killed as soon as it has given an id, and connections to it
that are cut at some byte. No job is lost, sent twice or taken for another one. With --jobs N jobs of one store are sent and
run to their end, with --watched N runs are waited for while the controller counts its calls. Prints what it counted, and
adds it to FILE. With --store the runs stand in DIR, and those of an earlier call stay."""
import concurrent.futures
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from case import SITE  # noqa: E402
from controller import ACCOUNT, MESSAGE_TIMEOUT, ControllerCase, run  # noqa: E402
from cutting_proxy import CuttingProxy  # noqa: E402

AT_ONCE = 30         # submissions
SETTLE = 60          # seconds that `submit` looks for its job
LONG_AGO = 1800      # seconds, beyond every time of grace
CLIENTS = 5
CUT_AT_ONCE = 10     # most wait for Slurm's commands, which try for some seconds
MOST_CALLS = 8       # a minute: six of `status`, two of `wait`
SEND = ("submit", "--wrap", "true", "--site", SITE, "--here", "--account", ACCOUNT, "--time", "00:20:00", "--settle", "1s",
        "--", "--hold")


class Controller(ControllerCase):
    def test_clients_of_one_store_lose_nothing(self):
        clients, each = self.counts.clients, 20
        if not clients:
            return
        before = set(self.runs())

        def client(_):
            return [self.submit() for _ in range(each)]
        with concurrent.futures.ThreadPoolExecutor(clients) as pool:
            sent = [done for answers in pool.map(client, range(clients)) for done in answers]
        queue, runs = self.queue(), set(self.runs()) - before
        named = {run: ids for name, ids in queue.items() for run in runs if name.endswith(run)}
        self.count("clients", len(sent), len(sent) - sum(len(ids) == 1 for ids in named.values()))
        self.assertEqual({done.returncode for done in sent}, {0}, [done.stderr for done in sent if done.returncode])
        self.assertEqual({self.run_of(done) for done in sent}, runs)
        self.assertEqual(sorted(named), sorted(runs))
        self.assertEqual({len(ids) for ids in named.values()}, {1})
        calls = self.calls_of(lambda: self.look(*runs))
        print(f"counted: clients on one store: {clients} x {each}, lost {len(sent) - len(named)}, twice "
              f"{sum(len(ids) - 1 for ids in named.values())}; a status of {len(runs)} runs: {calls} call(s)")
        self.assertEqual(calls, 1)

    def send(self, jobs, work):
        """That many jobs of several clients; the ids of their runs."""
        with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
            sent = list(pool.map(lambda _: self.submit(work), range(jobs)))
        self.assertEqual({done.returncode for done in sent}, {0}, [done.stderr for done in sent if done.returncode])
        return [self.run_of(done) for done in sent]

    def test_many_jobs_of_one_store_all_end_once(self):
        jobs, times = self.counts.jobs, []
        if not jobs:
            return
        start = time.monotonic()

        def lap(what):
            times.append(f"{what} {time.monotonic() - start:.0f} s")

        def done_in_store():
            return sum(run["state"] == "done" for run in self.runs().values())
        before = done_in_store()
        runs = self.send(jobs, "true")
        lap("sent after")
        self.assertEqual(len(set(runs)), jobs)
        done = subprocess.run([self.gpujob_program, "wait", *runs, "--timeout", "6h"], env=self.environment, text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        lap("waited for after")
        lost = [run for run in runs if not list((self.store / run).glob("end.*.json"))]
        # By job, since a Slurm that loses a node under load starts the same job again.
        twice = [run for run in runs if len({out.name.split(".")[1] for out in (self.store / run).glob("job.*.out")}) > 1]
        seen = self.look(*runs)
        lap("looked at after")
        wrong = [run for run in runs if seen[run]["state"] != "done"]
        forgotten = before + len(runs) - len(wrong) - done_in_store()
        print(f"counted: jobs of one store that had {before}: {jobs} by {CLIENTS} clients, lost {len(lost)}, twice {len(twice)}, not shown as done "
              f"{len(wrong)}, of those before forgotten {forgotten}; {', '.join(times)}")
        self.count("jobs", jobs, len({*lost, *twice, *wrong}) + forgotten)
        self.assertEqual((lost, twice, wrong, forgotten), ([], [], [], 0))

    def test_runs_that_are_waited_for_cost_few_calls(self):
        seconds = self.counts.seconds
        if not self.counts.watched:
            return
        runs = self.send(self.counts.watched, "sleep 1000")

        def watch():
            """`gpujob wait`, and a `gpujob status` every ten seconds."""
            with subprocess.Popen([self.gpujob_program, "wait", *runs, "--timeout", f"{seconds}s"],
                                  env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as waiting:
                while waiting.poll() is None:
                    self.look(*runs)
                    time.sleep(10)
                self.assertEqual(waiting.returncode, 8)
        calls = self.calls_of(watch)
        per_minute = calls * 60 / seconds
        print(f"counted: runs waited for: {len(runs)}, with a status every ten seconds: {calls} listings of the queue in {seconds} s, "
              f"{per_minute:.1f} a minute")
        self.count("watched", len(runs), int(per_minute > MOST_CALLS))
        self.assertLessEqual(per_minute, MOST_CALLS)

    def calls_of(self, action):
        """How many listings of jobs the controller served meanwhile."""
        def served():
            found = re.search(r"REQUEST_JOB_(?:USER_)?INFO\S* .*?count:(\d+)", self.ask("sdiag"))
            return int(found.group(1)) if found else 0
        before = served()
        action()
        return served() - before

    def test_a_frozen_controller_loses_and_doubles_nothing(self):
        wanted, answers, quick = self.counts.frozen, [], []
        if not wanted:
            return
        gate = self.home / "gate"
        (gate / "bin").mkdir(parents=True)
        (gate / "bin/sbatch").write_text(
            f"#!/bin/sh\ntouch {gate}/here.$$\nwhile [ ! -e {gate}/open ]; do sleep 0.05; done\n"
            "exec /usr/bin/sbatch \"$@\"\n", encoding="ascii")
        (gate / "bin/sbatch").chmod(0o755)
        path = f"{gate}/bin:{self.environment['PATH']}"
        # Some time out a moment after the controller has answered: of these more are sent.
        while self.timed_out(answers + quick) < wanted and len(answers + quick) < 2 * wanted:
            for old in [*gate.glob("here.*"), *gate.glob("open")]:
                old.unlink()
            with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
                # Every third gives up while the controller is frozen: what became of it is for `recover` to find. None
                # starts, and tells of itself by its claim.
                sent = [pool.submit(self.submit, "true", "--settle", "1s" if number % 3 == 0 else f"{SETTLE}s", "--",
                                    "--hold", PATH=path) for number in range(AT_ONCE)]
                while len(list(gate.glob("here.*"))) < AT_ONCE and not any(one.done() for one in sent):
                    time.sleep(0.05)
                os.kill(pid := self.pid_of("slurmctld"), signal.SIGSTOP)
                (gate / "open").touch()
                time.sleep(MESSAGE_TIMEOUT + 5)
                os.kill(pid, signal.SIGCONT)
                quick += [one.result() for one in sent[::3]]
                answers += [one.result() for number, one in enumerate(sent) if number % 3]
            self.wait_for_controller()
            self.any_gpujob("recover", *map(self.run_of, quick))
        runs = [self.run_of(done) for done in answers + quick]
        unresolved = [done.stderr for done in answers if done.returncode != 0]
        left = sum(done.returncode == 5 for done in quick)
        timed_out, slowest = self.timed_out(answers + quick), max(map(self.seconds_of_doubt, runs))
        queue = self.queue()
        ids = {run: [job for name, jobs in queue.items() if name.endswith(run) for job in jobs] for run in runs}
        lost = [run for run in runs if not ids[run]]
        twice = [run for run in runs if len(ids[run]) > 1]
        orphans = [name for name in queue if name.startswith("gj-") and name[-26:] not in self.runs()]
        orphans += [run for run in runs if ids[run] and self.job_written(run) != ids[run][0]]
        print(f"counted: submissions to a frozen controller: {len(runs)}, timed out {timed_out}, left to recover {left}, twice "
              f"{len(twice)}, lost {len(lost)}, orphans after recover {len(orphans)}, unresolved {len(unresolved)}, resolved at "
              f"most {slowest} s after the answer")
        self.count("frozen", len(runs), len(lost) + len(twice) + len(orphans) + len(unresolved))
        self.assertEqual((lost, twice, orphans, unresolved), ([], [], [], []))
        self.assertGreaterEqual(timed_out, wanted)
        self.assertGreater(left, 0)
        self.assertLess(slowest, SETTLE + 30)
        self.assertEqual({run["job_id"] for run in self.look(*runs).values()}, {ids[run][0] for run in runs})

    def attempt_file(self, run, name):
        """What the run's first submission wrote down; nothing without that file."""
        try:
            return json.loads((self.store / run / "attempt-1" / name).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}

    def job_written(self, run):
        """The id of the run's job, as its files have it."""
        return self.attempt_file(run, "found.json").get("job_id") or self.attempt_file(run, "answer.json")["stdout"].strip()

    def timed_out(self, answers):
        return sum("timed out" in self.attempt_file(self.run_of(done), "answer.json")["stderr"] for done in answers)

    def seconds_of_doubt(self, run):
        """From sbatch's answer until the job was found, by the times that gpujob wrote."""
        answered, found = (self.attempt_file(run, name).get("time") for name in ("answer.json", "found.json"))
        if not found:
            return 0
        start, end = (time.mktime(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ")) for text in (answered, found))
        return int(end - start)

    def test_a_killed_controller_forgets_no_job_unnoticed(self):
        sent, others = {}, {}
        if not self.counts.kills:
            return
        for _ in range(self.counts.kills):
            done = self.submit()
            self.assertEqual(done.returncode, 0, done.stderr)
            run = self.run_of(done)
            sent[run] = re.search(r" is job (\d+)", done.stdout).group(1)
            self.restart_controller()
            other = self.ask("sbatch", "--parsable", "-J", "other", "-A", ACCOUNT, "-t", "20", "-n", "1",
                             "-o", "/dev/null", "--wrap", "sleep 1000").strip()
            others[other] = run
        queue = self.queue()
        gone = [run for run in sent if not any(name.endswith(run) for name in queue)]
        reused = [run for run in gone if sent[run] in others]
        seen = self.look(*sent)
        confused = [run for run in gone if seen[run]["final"] or
                    any(line.startswith("queue: job ") for line in seen[run]["evidence"])]
        noticed = [run for run in gone if any("queue: does not list" in line or "is another job's now" in line
                                              for line in seen[run]["evidence"])]
        wrong = [run for run in sent if run not in gone and seen[run]["state"] not in ("pending", "running")]
        # What follows takes a quarter of an hour: the files say that it is over.
        for run in gone:
            self.look(run)
            self.look(run)
            self.age(run)
        vanished = [run for run, row in (self.look(*gone) if gone else {}).items() if row["state"] == "vanished"]
        print(f"counted: controller killed after the id: {len(sent)}, forgotten jobs {len(gone)}, noticed at once "
              f"{len(noticed)}, called vanished in the end {len(vanished)}, ids given to another job {len(reused)}, "
              f"taken for it {len(confused)}, others shown wrongly {len(wrong)}")
        self.count("kills", len(sent), len(confused) + len(wrong) + len(set(gone) - set(vanished)))
        self.assertEqual((confused, wrong), ([], []))
        self.assertEqual((sorted(noticed), sorted(vanished)), (sorted(gone), sorted(gone)))
        # A controller that had saved each job in time would show nothing of this.
        self.assertGreaterEqual(min(len(gone), len(reused)), len(sent) // 4)

    def through(self, conf, words, *cut):
        """What `gpujob` says whose connections to the controller, by the file `conf`, pass a proxy that cuts one, and the
        proxy."""
        text = pathlib.Path(self.environment["SLURM_CONF"]).read_text(encoding="utf-8")
        with CuttingProxy(int(re.search(r"(?m)^SlurmctldPort=(\d+)", text).group(1)), *cut) as proxy:
            conf.write_text(re.sub(r"(?m)^SlurmctldPort=.*$", f"SlurmctldPort={proxy.port}", text), encoding="utf-8")
            done = subprocess.run([self.gpujob_program, *words], text=True, capture_output=True, timeout=120, check=False,
                                  env={**self.environment, "SLURM_CONF": str(conf)}, cwd=self.home)
        return done, proxy

    def cut_everywhere(self, words, prepare=lambda _: (), only_largest=False):
        """`words` and what `prepare` adds again and again, its connections cut after 0, 1, 2, 4... bytes, one by one and each
        way: what was added, the answer, and the way."""
        def trial(cut):
            conf = self.home / f"cut.{'.'.join(map(str, cut))}.conf"
            more = prepare(conf)
            done, proxy = self.through(conf, (*words, *more), *cut)
            self.assertEqual(proxy.cut, int(cut != ()), (cut, done))
            return more, done, cut[1] if cut else proxy.sizes

        sizes = trial(())[2]
        largest = max(range(len(sizes)), key=lambda number: sizes[number][0])
        cuts = [(number + 1, way, size) for number, both in enumerate(sizes) for way in (0, 1)
                for size in (0, *(1 << k for k in range(both[way].bit_length()) if 1 << k < both[way]))
                if number == largest or not only_largest]
        with concurrent.futures.ThreadPoolExecutor(CUT_AT_ONCE) as pool:
            trials = list(pool.map(trial, cuts))
        print(f"counted: {words[0]}: connections of {sizes} bytes cut: {len(trials)}")
        return trials

    def held(self, conf):
        """A run that waits and whose controller is known from that file."""
        return [self.run_of(self.through(conf, SEND)[0])]

    def states(self):
        rows = self.ask("squeue", "--noheader", "--states=all", "--format=%j|%T").splitlines()
        return {name[-26:]: state.lower() for name, state in (row.split("|") for row in rows)}

    def test_a_cut_submission_is_sent_once_or_not_at_all(self):
        trials = self.cut_everywhere(SEND, only_largest=True)
        queue, seen = self.queue(), self.look(*(self.run_of(done) for _, done, _ in trials))
        for _, done, way in trials:
            self.assertIn(done.returncode, (0, 5), done.stderr)
            run = self.run_of(done)
            self.assertIn("sbatch: error: ", self.attempt_file(run, "answer.json")["stderr"])
            jobs = [job for name, ids in queue.items() if name.endswith(run) for job in ids]
            # The controller takes what it has heard to the end, whether its answer arrives or not.
            self.assertEqual(len(jobs), way, done)
            self.assertEqual((seen[run]["state"], seen[run]["job_id"] or ""), ("pending", *jobs) if jobs else ("unknown", ""))

    def test_a_cut_listing_is_no_answer(self):
        trials = self.cut_everywhere(("status", "--explain", "--format", "json"), self.held)
        for _, done, _ in trials:
            self.assertEqual(done.returncode, 8, done)
            seen, = json.loads(done.stdout)["runs"]
            self.assertEqual((seen["state"], [line for line in seen["evidence"] if "does not list" in line]), ("pending", []))
            self.assertRegex("\n".join([*seen["evidence"], done.stderr]), "queue: job .* is PENDING|queue could not be asked")

    def test_a_cut_cancellation_is_told_as_what_it_was(self):
        trials = self.cut_everywhere(("cancel",), self.held)
        states, seen = self.states(), self.look(*(run for (run,), *_ in trials))
        for (run,), done, _ in trials:
            self.assertIn(states[run], ("pending", "cancelled"))
            self.assertEqual(seen[run]["state"], states[run])
            if done.returncode == 0:
                self.assertEqual(states[run], "cancelled", done)

    def age(self, run):
        """Moves the times in a run's files back by half an hour."""
        directory = self.store / run
        for path in (directory / "attempt-1/intent.json", directory / "state.json"):
            path.write_text(re.sub(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", time.strftime(
                "%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - LONG_AGO)),
                path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    run(Controller, "scontrol", "sdiag", clients=5, frozen=60, kills=20, jobs=0, watched=0, seconds=300)
