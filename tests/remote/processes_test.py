#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""processes_test.py GPUJOB: nothing of gpujob keeps running at a center once the channel has ended, through a real sshd:
after an answer, and where client, master or connection end while the center's Slurm does not answer. What sends a job
ends by itself, once its sbatch has answered."""
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

from center import PATIENCE, TESTS, OneCenter, Seat, need

GPUJOB = sys.argv.pop(1)
TO_PELLE = ("--site", "uppmax", "--gpu", "l40s", "--time", "5")


class Processes(OneCenter):
    program = GPUJOB

    def setUp(self):
        super().setUp()
        # Its squeue and sbatch wait as long as `hold` is there.
        slow = self.root / "slow"
        slow.mkdir()
        for name in ("squeue", "sbatch"):
            (slow / name).write_text(f"#!/bin/sh\n: > {self.root}/asked\nwhile [ -e {self.root}/hold ]; do sleep 0.02; done\n"
                                     f"exec {TESTS}/fake_slurm/{name} \"$@\"\n")
            (slow / name).chmod(0o755)
        self.center.restore(self.center.text.replace("PATH=", f"PATH={slow}:", 1))
        self.seat = Seat(GPUJOB, self.root, {"center": self.center})
        self.seat.environment["GPUJOB_ACCOUNT"] = "uppmax2025-1-1"
        self.addCleanup((self.root / "hold").unlink, missing_ok=True)
        self.addCleanup(self.seat.run, "disconnect", "--all")
        self.good("config", "set", "sites.uppmax.ssh", "center")
        self.good("connect", "uppmax")
        (self.seat.home / "job.sh").write_text(f"#!/bin/bash\nwhile [ -e {self.root}/busy ]; do sleep 0.02; done\n")

    def good(self, *words):
        done = self.seat.run(*words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def until(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end, self.running())
            time.sleep(0.02)

    def running(self):
        """The command lines of the center's processes, which alone have its home; but for those of a job."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                environment = (process / "environ").read_bytes()
                words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            is_job = b"\0SLURM_JOB_ID=" in environment or "/run_job " in words
            if f"HOME={self.center.home}\0".encode() in environment and words and not is_job:
                found.append(words)
        return found

    def ended(self):
        return not self.running()

    def busy_run(self):
        """A run that goes on."""
        (self.root / "busy").write_text("")
        self.addCleanup((self.root / "busy").unlink)
        return self.good("submit", "./job.sh", *TO_PELLE, "--parsable").strip()

    def held(self, *words):
        """A command whose center waits for its Slurm."""
        (self.root / "asked").unlink(missing_ok=True)
        (self.root / "hold").write_text("")
        command = subprocess.Popen([self.seat.gpujob, *words], env=self.seat.environment, cwd=self.seat.home,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(command.wait)
        self.until((self.root / "asked").exists)
        self.assertTrue(any(" serve " in line for line in self.running()), self.running())
        return command

    def master(self):
        socket = next(path for path in (self.seat.home / "run/gpujob/ssh").iterdir() if not path.suffix)
        said = subprocess.run(["ssh", "-F", self.root / "ssh_config", "-S", socket, "-O", "check", "center"],
                              capture_output=True, text=True, check=True)
        return int(said.stderr.split("pid=")[1].split(")")[0])

    def test_nothing_is_left_of_a_question(self):
        run = self.busy_run()
        self.assertEqual(self.seat.run("status", run).returncode, 8)
        self.until(self.ended)

        def end_ssh(command):
            for process in pathlib.Path("/proc").glob("[0-9]*"):
                try:
                    facts = (process / "stat").read_text().rpartition(")")[2].split()
                except OSError:
                    continue
                if int(facts[1]) == command.pid:
                    os.kill(int(process.name), signal.SIGKILL)

        for cut in (end_ssh, lambda _: os.kill(self.master(), signal.SIGKILL),
                    lambda _: self.good("disconnect", "uppmax"), lambda _: self.center.cut_sessions()):
            command = self.held("status", run)
            cut(command)
            self.until(self.ended)
            (self.root / "hold").unlink()
            command.wait()
            self.seat.run("connect", "uppmax")
            self.until(self.ended)

        # The client alone: its ssh ends with it, and what asks there with that.
        command = self.held("status", run)
        command.kill()
        self.until(self.ended)
        (self.root / "hold").unlink()

    def test_what_sends_a_job_ends_by_itself(self):
        for cut in (subprocess.Popen.kill, lambda _: os.kill(self.master(), signal.SIGKILL)):
            before = len(self.center.jobs_by_name())
            command = self.held("submit", "./job.sh", *TO_PELLE)
            cut(command)
            (self.root / "hold").unlink()
            command.wait()
            self.until(self.ended)
            self.good("connect", "uppmax")
            self.good("recover")
            self.until(self.ended)
            self.assertEqual(list(self.center.jobs_by_name().values()), [1] * (before + 1))


if __name__ == "__main__":
    need("sshd", "ssh", "ssh-keygen")
    unittest.main()
