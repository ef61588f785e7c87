#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""controller_arrays_test.py GPUJOB [--arrays N] [--record FILE]: a real controller that freezes or is killed before, while
and after arrays, of N tasks together, are sent to it. No task is lost, there twice, or shown as over; `gpujob recover` finds
those that the controller has. Prints what it counted, and adds it to FILE."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from case import SITE  # noqa: E402
from controller import ACCOUNT, ControllerCase, run  # noqa: E402

TASKS = 4  # of an array
# What the sbatch of an array does: `here` says that it waits, `go` and `hit` that it goes on.
MOMENTS = {"before": 'touch here; until [ -e hit ]; do sleep 0.05; done; exec /usr/bin/sbatch "$@"',
           "while": 'touch here; until [ -e go ]; do sleep 0.01; done; exec /usr/bin/sbatch "$@"',
           "after": 'answer=$(/usr/bin/sbatch "$@") || exit; touch here; until [ -e hit ]; do sleep 0.05; done; '
                    'echo "$answer"'}
EACH = TASKS * len(MOMENTS)


class ControllerArrays(ControllerCase):
    def send_arrays(self, hit):
        """One array for each moment at which the controller is hit; the ids of their runs."""
        before, sent = set(self.runs()), {}
        for moment, command in MOMENTS.items():
            where = pathlib.Path(tempfile.mkdtemp(prefix=moment, dir=self.home))
            (where / "sbatch").write_text(f'#!/bin/sh\ncd {where}\n[ ! -e hit ] || exec /usr/bin/sbatch "$@"\n{command}\n',
                                          encoding="ascii")
            (where / "sbatch").chmod(0o755)
            sent[where] = subprocess.Popen(
                [self.gpujob_program, "submit", "--wrap", "sleep 1000", "--runs", str(TASKS), "--site", SITE, "--here",
                 "--account", ACCOUNT, "--time", "00:20:00", "--settle", "1s"], text=True, cwd=self.home,
                env={**self.environment, "PATH": f"{where}:{self.environment['PATH']}"}, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE)
        while not all((where / "here").exists() or one.poll() is not None for where, one in sent.items()):
            time.sleep(0.02)

        said = []  # by each submit

        def answers():
            for where in sent:
                (where / "hit").touch()
            for one in sent.values():
                _, errors = one.communicate(timeout=120)
                said.append(errors)
                self.assertIn(one.returncode, (0, 5), errors)
        for where in sent:
            (where / "go").touch()
        hit(answers)
        runs = sorted(set(self.runs()) - before)
        self.assertEqual(len(runs), EACH, said)
        return runs

    def recover(self, runs):
        """What is not in the queue is looked for over a minute: here nothing has to come of it."""
        with subprocess.Popen([self.gpujob_program, "recover", *runs], env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as looking:
            try:
                looking.communicate(timeout=180 if self.counts.record else 5)
            except subprocess.TimeoutExpired:
                looking.send_signal(signal.SIGINT)
                looking.communicate()

    def jobs_of(self, runs):
        """The jobs in the queue that each run has: the tasks of its index, of every array of its name."""
        tasks = {os.readlink(task).rsplit("/", 1)[1]: (task.parent.name.split("-")[1], task.name.split("-")[1])
                 for task in self.store.glob("array-*/task-*")}
        found = {run: [] for run in runs}
        for row in self.ask("squeue", "--noheader", "--states=all", "-r", "--format=%i|%j").splitlines():
            job, name = row.split("|", 1)
            for run in runs:
                array, index = tasks[run]
                if name.endswith(array) and job.endswith(f"_{index}"):
                    found[run].append(job)
        return found

    @staticmethod
    def is_right(seen, jobs):
        """Is what is said of a run true of the jobs that it has?"""
        if jobs:
            return jobs == [seen["job_id"]] and seen["state"] in ("pending", "running")
        noticed = any("does not list" in line for line in seen["evidence"])
        return seen["state"] == "unknown" or (noticed and not seen["final"])

    def test_no_task_is_lost_or_sent_twice(self):
        done, absent, wrong = 0, 0, []
        while done < self.counts.arrays:
            runs = self.send_arrays((self.freeze_controller, self.restart_controller)[done // EACH % 2])
            self.recover(runs)
            jobs, seen = self.jobs_of(runs), self.look(*runs)
            wrong += [(seen[run], jobs[run]) for run in runs if not self.is_right(seen[run], jobs[run])]
            absent += sum(not jobs[run] for run in runs)
            done += len(runs)
        print(f"counted: tasks of arrays sent to a controller that freezes or dies: {done}, not in its queue afterwards {absent}, "
              f"wrong {len(wrong)}")
        self.count("arrays", done, len(wrong))
        self.assertEqual(wrong, [])
        if self.counts.arrays > EACH:
            self.assertLessEqual(absent, done // 2, "a controller that is frozen takes what is sent")


if __name__ == "__main__":
    run(ControllerArrays, "scontrol", arrays=2 * EACH)
