#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""controller_test.py GPUJOB [--clients N] [--frozen N] [--kills N] [--jobs N] [--watched N [--seconds S]] [--record FILE] [--store DIR]:
a real controller that freezes while jobs are sent, and one that is killed as soon as it has given an id. No job is lost,
sent twice or taken for another one. With --jobs N jobs of one store are sent and run to their end, with --watched
N runs are waited for while the controller counts its calls. Prints what it counted, and adds it to FILE. With --store the
runs stand in DIR, and those of an earlier call stay."""
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
MOST_CALLS = 8       # a minute: six of `status`, two of `wait`


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
        answers, slowest = [], 0.0
        if not self.counts.frozen:
            return
        gate = self.home / "gate"
        (gate / "bin").mkdir(parents=True)
        (gate / "bin/sbatch").write_text(
            f"#!/bin/sh\ntouch {gate}/here.$$\nwhile [ ! -e {gate}/open ]; do sleep 0.05; done\n"
            "exec /usr/bin/sbatch \"$@\"\n", encoding="ascii")
        (gate / "bin/sbatch").chmod(0o755)
        path = f"{gate}/bin:{self.environment['PATH']}"
        while len(answers) < self.counts.frozen:
            for old in [*gate.glob("here.*"), *gate.glob("open")]:
                old.unlink()
            with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
                sent = [pool.submit(self.submit, PATH=path) for _ in range(AT_ONCE)]
                while len(list(gate.glob("here.*"))) < AT_ONCE and not any(one.done() for one in sent):
                    time.sleep(0.05)
                os.kill(pid := self.pid_of("slurmctld"), signal.SIGSTOP)
                (gate / "open").touch()
                time.sleep(MESSAGE_TIMEOUT + 5)
                os.kill(pid, signal.SIGCONT)
                thawed = time.monotonic()
                answers += [one.result() for one in sent]
            slowest = max(slowest, time.monotonic() - thawed)
        runs = [self.run_of(done) for done in answers]
        unresolved = [done.stderr for done in answers if done.returncode != 0]
        timed_out = sum("timed out" in (self.store / run / "attempt-1/answer.json")
                        .read_text(encoding="utf-8") for run in runs)
        queue = self.queue()
        ids = {run: [job for name, jobs in queue.items() if name.endswith(run) for job in jobs] for run in runs}
        lost = [run for run in runs if not ids[run]]
        twice = [run for run in runs if len(ids[run]) > 1]
        orphans = [name for name in queue if name.startswith("gj-") and name[-26:] not in self.runs()]
        print(f"counted: submissions to a frozen controller: {len(runs)}, timed out {timed_out}, twice {len(twice)}, lost "
              f"{len(lost)}, orphans {len(orphans)}, unresolved {len(unresolved)}, resolved at most {slowest:.0f} s "
              "after it came back")
        self.count("frozen", len(runs), len(lost) + len(twice) + len(orphans) + len(unresolved))
        self.assertEqual((lost, twice, orphans, unresolved), ([], [], [], []))
        self.assertGreater(timed_out, len(runs) // 2)
        self.assertLess(slowest, SETTLE + 30)
        self.assertEqual({run["job_id"] for run in self.look(*runs).values()}, {ids[run][0] for run in runs})

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

    def through(self, proxy):
        """The configuration of clients that reach the controller by the proxy."""
        conf = self.home / "proxy.conf"
        text = pathlib.Path(self.environment["SLURM_CONF"]).read_text(encoding="utf-8")
        conf.write_text(re.sub(r"(?m)^SlurmctldPort=.*$", f"SlurmctldPort={proxy.port}", text), encoding="utf-8")
        return {**self.environment, "SLURM_CONF": str(conf)}

    def controller_port(self):
        text = pathlib.Path(self.environment["SLURM_CONF"]).read_text(encoding="utf-8")
        return int(re.search(r"(?m)^SlurmctldPort=(\d+)", text).group(1))

    def test_a_cut_connection_is_no_answer(self):
        port, runs, cut = self.controller_port(), [], 0
        # Of a submission, whose question is long: within the question, and within the answer.
        for asked, answered in ((2500, None), (None, 0), (None, 20), (None, 60)):
            with CuttingProxy(port, 2000, asked, answered) as proxy:
                done = subprocess.run([self.gpujob_program, "submit", "--wrap", "sleep 1000", "--site", SITE, "--here",
                                       "--account", ACCOUNT, "--time", "00:20:00", "--settle", "1s"], text=True,
                                      env=self.through(proxy), capture_output=True, timeout=120, check=False)
                self.assertIn(done.returncode, (0, 5), done.stderr)
                cut += proxy.cut
                runs.append((self.run_of(done), answered is not None))
                answer = (self.store / runs[-1][0] / "attempt-1/answer.json").read_text(encoding="utf-8")
                self.assertIn("sbatch: error: ", answer)
        named = {run: [name for name in self.queue() if name.endswith(run)] for run, _ in runs}
        for run, accepted in runs:
            self.assertEqual(len(named[run]), int(accepted), run)
            if accepted:
                self.assertIn(self.look(run)[run]["state"], ("pending", "running"))
        # Of a listing: within the answer.
        for answered in (0, 10, 100, 1000):
            with CuttingProxy(port, 0, None, answered) as proxy:
                done = subprocess.run([self.gpujob_program, "status", runs[1][0], "--format", "json"], text=True,
                                      env=self.through(proxy), capture_output=True, timeout=120, check=False)
                cut += proxy.cut
                self.assertIn(done.returncode, (5, 8), done.stderr)
                self.assertFalse(json.loads(done.stdout)["runs"][0]["final"])
        print(f"counted: connections cut: {cut}")
        self.assertGreaterEqual(cut, 8)

    def age(self, run):
        """Moves the times in a run's files back by half an hour."""
        directory = self.store / run
        for path in (directory / "attempt-1/intent.json", directory / "state.json"):
            path.write_text(re.sub(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", time.strftime(
                "%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - LONG_AGO)),
                path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    run(Controller, "scontrol", "sdiag", clients=5, frozen=60, kills=20, jobs=0, watched=0, seconds=300)
