#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""lifecycle_test.py GPUJOB: a sandbox leaves nothing behind, however its start or its life is cut
off, and comes up again afterwards. Everything happens in a home of the test's own."""
import json
import pathlib
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from case import SITE, SandboxCase, main  # noqa: E402


class Lifecycle(SandboxCase):
    def test_up_and_down(self):
        up = self.gpujob("up", "--site", SITE)
        self.assertIn("sandbox 'nsc' emulates nsc/tetralith: 6 nodes, GPUs: 2 t4", up.stdout)
        again = self.gpujob("up", "--site", SITE)
        self.assertIn("sandbox 'nsc' runs already", again.stdout)
        self.gpujob("down")
        self.assertEqual(self.left(), {})
        self.assertEqual(list(self.directory.iterdir()), [])

    def test_a_start_cut_off_by_ctrl_c_leaves_nothing(self):
        cut = 0
        for delay in (0.02, 0.05, 0.08, 0.12, 0.16, 0.2):
            status, errors = self.cut_off(signal.SIGINT, delay)
            if status != 0:
                self.assertIn(status, (130, -signal.SIGINT), errors)
                cut += 1
                self.wait_for_end()
            with self.subTest(delay=delay, status=status, errors=errors):
                self.gpujob("down", status=0 if status == 0 else 2)
        self.assertGreater(cut, 0)

    def test_a_start_cut_off_by_kill_leaves_nothing(self):
        cut = 0
        for delay in (0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.13, 0.16, 0.2):
            status, _ = self.cut_off(signal.SIGKILL, delay)
            ready, runtime = self.is_ready(), self.runtime()
            if status == -signal.SIGKILL and not ready:
                cut += 1
                self.wait_for_end()
                # What was cut off before its guard lived has made no more than a record.
                self.assertFalse(runtime and runtime.exists(), runtime)
            else:
                self.gpujob("down", "--all")
        self.assertGreater(cut, 0)
        self.gpujob("up", "--site", SITE)

    def test_up_after_a_killed_daemon_starts_again(self):
        for daemon in ("slurmctld", "munged"):
            self.gpujob("up", "--site", SITE)
            old = self.kill(daemon)
            self.gpujob("status", status=1)
            self.assertIn("dead", self.gpujob("list").stdout)
            env = self.gpujob("env", status=5)
            self.assertEqual(env.stderr, "error: sandbox 'nsc': it does not run (its daemons have "
                             "ended); start it again with 'gpujob sandbox up --site nsc/tetralith "
                             "--name nsc'\n")
            self.assertIn(" emulates ", self.gpujob("up", "--site", SITE).stdout)
            self.assertNotEqual(self.pid_of(daemon), old)
        self.gpujob("down")

    def test_a_job_ends_with_its_sandbox(self):
        self.gpujob("up", "--site", SITE)
        for how in ("alive", "killed"):
            lines = self.gpujob("env").stdout
            sent = subprocess.run(
                ["bash", "-c", lines + "sbatch --account=naiss2025-22-1 --time=5 --ntasks=1 "
                 "--output=/dev/null --wrap 'sleep 1000 & sleep 1001; true'"], env=self.environment,
                text=True, capture_output=True, check=False, cwd=self.home)
            self.assertIn("Submitted batch job", sent.stdout, sent.stderr)
            end = time.monotonic() + 60
            while time.monotonic() < end and not self.sleepers():
                time.sleep(0.05)
            self.assertTrue(self.sleepers())
            if how == "alive":
                self.gpujob("down")
                self.gpujob("up", "--site", SITE)
            else:
                self.kill("slurmctld")
                self.gpujob("down")
        self.assertEqual(self.left(), {})

    def sleepers(self):
        return [pid for pid, command in self.processes().items() if command.startswith("sleep 100")]

    def test_down_spares_the_shell_of_another_slurms_job(self):
        """A shell in a real job has a SLURMD_NODENAME too, and it may talk to the sandbox."""
        self.gpujob("up", "--site", SITE)
        done = subprocess.run(
            ["setsid", "--wait", "bash", "-c", f"""eval "$({self.gpujob_program} sandbox env)"
             sleep 1002 &
             setsid sleep 1003 &
             {self.gpujob_program} sandbox down && jobs -r && kill %1 %2"""],
            env={**self.environment, "SLURMD_NODENAME": "n1"}, text=True, capture_output=True,
            timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("sandbox 'nsc' has ended\n", done.stdout)
        for seconds in ("1002", "1003"):
            self.assertRegex(done.stdout, f"Running +.*sleep {seconds}")

    def test_of_two_ups_at_once_one_starts_it(self):
        """Where there is nothing, and where the remains of an earlier one lie."""
        for round_number in range(6):
            if round_number % 2:
                self.gpujob("up", "--site", SITE, "--scale", "full")
                self.kill("slurmctld")
            both = [subprocess.Popen(
                [self.gpujob_program, "sandbox", "up", "--site", SITE, "--scale", "full"],
                env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                for _ in range(2)]
            said = [process.communicate(timeout=120) for process in both]
            told = [(process.returncode, *words) for process, words in zip(both, said)]
            started = [told_one for told_one in told if "sandbox 'nsc' emulates" in told_one[1]]
            self.assertEqual(len(started), 1, told)
            other = told[1 - told.index(started[0])]
            self.assertEqual(started[0][0], 0, told)
            self.assertTrue("is starting it" in other[2] if other[0] == 2 else
                            "runs already" in other[1], told)
            self.assertIn("running", self.gpujob("list").stdout)
            self.gpujob("down")
            self.assertEqual(self.left(), {})
            self.assertEqual(list(self.directory.iterdir()), [])

    def test_full_scale_answers_questions_and_takes_no_job(self):
        self.gpujob("up", "--site", SITE, "--scale", "full")
        ask = "--account=naiss2025-22-1 --time=5 --ntasks=1"
        self.assertIn("to start at", self.in_sandbox(f"sbatch --test-only {ask} --wrap true"))
        for command in (f"sbatch {ask} --wrap true", f"srun {ask} true", f"salloc {ask} true"):
            said = self.in_sandbox(command, status=1)
            self.assertIn("sandbox 'nsc' answers questions only (its scale is full: no node of it runs "
                          "jobs); ask with --test-only, or start one that runs jobs: 'gpujob sandbox "
                          "up --site nsc/tetralith --name nsc-run'\n", said)
        self.assertEqual(self.in_sandbox("squeue --noheader --states=all"), "")

    def test_a_job_activates_the_centers_python(self):
        self.gpujob("up", "--site", "uppmax")
        venv = "/sw/arch/local/software/python/venvs/numba-gpu"
        (self.home / "job.sh").write_text(
            f"#!/bin/bash -l\nset -u\nsource {venv}/bin/activate || exit 1\necho $VIRTUAL_ENV\n",
            encoding="utf-8")
        self.in_sandbox("sbatch --wait --account=uppmax2025-2-393 --time=5 --output=said job.sh")
        self.assertEqual((self.home / "said").read_text(encoding="utf-8"), venv + "\n")

    def test_a_reboot_is_noticed(self):
        self.gpujob("up", "--site", SITE)
        self.gpujob("down")
        # What a machine that lost power leaves: the record with the processes of another boot.
        self.gpujob("up", "--site", SITE)
        record = self.directory / SITE / "sandbox.json"
        text = record.read_text(encoding="utf-8")
        boot = pathlib.Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        record.write_text(text.replace(boot, "00000000-0000-0000-0000-000000000000"),
                          encoding="utf-8")
        self.assertIn("dead", self.gpujob("list").stdout)
        self.assertIn(" emulates ", self.gpujob("up", "--site", SITE).stdout)

    def test_one_of_another_host_is_left_alone(self):
        """Login nodes that share a home see each other's records, not each other's processes."""
        self.gpujob("up", "--site", SITE, "--scale", "full")
        path = self.directory / SITE / "sandbox.json"
        text = path.read_text(encoding="utf-8")
        boot = pathlib.Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        there = json.loads(text.replace(boot, "00000000-0000-0000-0000-000000000000"))
        there["host"] = "login1"
        path.write_text(json.dumps(there), encoding="utf-8")
        before, files = self.left(), sorted(path.parent.rglob("*"))
        self.assertIn(" on login1 ", self.gpujob("list").stdout)
        listed = json.loads(self.gpujob("list", "--format", "json").stdout)["sandboxes"][0]
        self.assertEqual((listed["state"], listed["host"]), ("elsewhere", "login1"))
        self.assertEqual(self.gpujob("status", status=5).stdout,
                         "sandbox 'nsc' is on host 'login1': ask there\n")
        for command in (("down",), ("down", "--all"), ("up", "--site", SITE), ("env",)):
            self.assertIn("sandbox 'nsc': it is on host 'login1'",
                          self.gpujob(*command, status=2).stderr)
        self.assertEqual(sorted(path.parent.rglob("*")), files)
        self.assertLessEqual({self.pid_of("munged"), self.pid_of("slurmctld")}, set(before))
        path.write_text(text, encoding="utf-8")
        self.gpujob("down")

    def test_a_damaged_record_can_be_ended(self):
        self.gpujob("up", "--site", SITE)
        runtime = self.runtime()
        self.assertTrue(runtime.is_dir())
        (self.directory / SITE / "sandbox.json").write_text("{}", encoding="utf-8")
        self.gpujob("up", "--site", SITE, status=3)
        self.gpujob("down", "--name", SITE)
        self.assertEqual(self.left(), {})
        self.assertFalse(runtime.exists())


if __name__ == "__main__":
    main()
