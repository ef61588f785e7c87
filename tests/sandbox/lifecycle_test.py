#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""lifecycle_test.py GPUJOB: a sandbox leaves nothing behind, however its start or its life is cut
off, and comes up again afterwards. Everything happens in a home of the test's own."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

GPUJOB = ""
SITE = "nsc"  # the smallest that has GPUs
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch")
SKIPPED = 77


def words(path, separator):
    try:
        return path.read_bytes().decode(errors="replace").split(separator)
    except OSError:
        return []


class Lifecycle(unittest.TestCase):
    def setUp(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="gpujob-"))
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "LC_ALL": "C.UTF-8",
                            "USER": os.environ.get("USER", "root")}
        self.directory = self.home / ".local/state/gpujob/sandbox"

    def tearDown(self):
        subprocess.run([GPUJOB, "sandbox", "down", "--all"], env=self.environment, check=False,
                       capture_output=True)
        left = self.left()
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        subprocess.run(["chmod", "-R", "u+rwX", str(self.home)], check=False)
        shutil.rmtree(self.home)
        self.assertEqual(left, {})

    def left(self):
        """What runs still. A guard looks now and then whether its `up` lives, and goes: it is given
        the time for that; a daemon has no excuse."""
        patience = time.monotonic() + 10
        while True:
            found = self.processes()
            guards = [command for command in found.values() if " sandbox guard " in command]
            if len(guards) < len(found) or not found or time.monotonic() > patience:
                return found
            time.sleep(0.1)

    def gpujob(self, *arguments, status=0, **more):
        done = subprocess.run([GPUJOB, "sandbox", *arguments], env=self.environment, text=True,
                              capture_output=True, timeout=120, check=False, **more)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def processes(self):
        """pid -> command of every process that names this home in its arguments or environment."""
        found = {}
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit() or int(entry.name) == os.getpid():
                continue
            arguments = words(entry / "cmdline", "\0")
            known = arguments + words(entry / "environ", "\0")
            if any(str(self.home) in word for word in known) and arguments != [""] and arguments:
                found[int(entry.name)] = " ".join(arguments)
        return found

    def wait_for_end(self):
        """Everything ends by itself: a guard needs a moment."""
        end = time.monotonic() + 20
        while self.processes() and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(self.left(), {})

    def pid_of(self, daemon):
        for pid, command in self.processes().items():
            if f"/{daemon} " in command:
                return pid
        return self.fail(f"no {daemon}")

    def cut_off(self, number, delay):
        process = subprocess.Popen([GPUJOB, "sandbox", "up", "--site", SITE], env=self.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   start_new_session=True)
        time.sleep(delay)
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
        return process.returncode, errors

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
            self.gpujob("down", status=0 if status == 0 else 2)
        self.assertGreater(cut, 0)

    def test_a_start_cut_off_by_kill_leaves_nothing(self):
        cut = 0
        for delay in (0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.13, 0.16, 0.2):
            status, _ = self.cut_off(signal.SIGKILL, delay)
            if status == -signal.SIGKILL and not self.is_ready():
                cut += 1
                self.wait_for_end()
            else:
                self.gpujob("down", "--all")
        self.assertGreater(cut, 0)
        self.gpujob("up", "--site", SITE)

    def is_ready(self):
        record = self.directory / SITE / "sandbox.json"
        return record.exists() and '"state": "ready"' in record.read_text(encoding="utf-8")

    def test_up_after_a_killed_daemon_starts_again(self):
        for daemon in ("slurmctld", "munged"):
            self.gpujob("up", "--site", SITE)
            old = self.pid_of(daemon)
            os.kill(old, signal.SIGKILL)
            time.sleep(0.2)
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
            end = time.monotonic() + 10
            while time.monotonic() < end and not self.sleepers():
                time.sleep(0.05)
            self.assertTrue(self.sleepers())
            if how == "alive":
                self.gpujob("down")
                self.gpujob("up", "--site", SITE)
            else:
                os.kill(self.pid_of("slurmctld"), signal.SIGKILL)
                self.gpujob("down")
        self.assertEqual(self.left(), {})

    def sleepers(self):
        return [pid for pid, command in self.processes().items() if command.startswith("sleep 100")]

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

    def test_a_damaged_record_can_be_ended(self):
        self.gpujob("up", "--site", SITE)
        (self.directory / SITE / "sandbox.json").write_text("{}", encoding="utf-8")
        self.gpujob("up", "--site", SITE, status=3)
        self.gpujob("down", "--name", SITE)
        self.assertEqual(self.left(), {})

    def test_a_missing_key_is_one_clear_error(self):
        # The key goes as soon as it is there: munged, or whoever writes it, must notice. Where
        # munged was quicker, the sandbox is right, and the race is run again.
        for _ in range(20):
            process = subprocess.Popen([GPUJOB, "sandbox", "up", "--site", SITE], text=True,
                                       env=self.environment, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE)
            key = self.directory / SITE / "munge.key"
            while process.poll() is None and not key.exists():
                pass
            key.unlink(missing_ok=True)
            _, errors = process.communicate(timeout=60)
            if process.returncode != 0:
                break
            self.gpujob("down", "--name", SITE)
        else:
            self.fail("the key was never gone in time")
        self.assertRegex(errors, r"(?m)^error: sandbox 'nsc': munged ended at once \(.*key.*\)$")
        self.wait_for_end()

    def test_a_directory_that_cannot_be_written(self):
        (self.home / ".local/state").mkdir(parents=True)
        (self.home / ".local/state/gpujob").write_text("a file is in the way", encoding="utf-8")
        failed = self.gpujob("up", "--site", SITE, status=1)
        self.assertRegex(failed.stderr, r"^error: .*sandbox.*: cannot make directory .*\n$")
        (self.home / ".local/state/gpujob").unlink()

    def test_a_site_without_nodes(self):
        failed = self.gpujob("up", "--site", "local", status=3)
        self.assertEqual(failed.stderr, "error: site 'local/local': there is nothing to emulate (it "
                         "has no scheduler); name another site; 'gpujob site list' lists them\n")


if __name__ == "__main__":
    GPUJOB = sys.argv.pop(1)
    if not all(shutil.which(name, path="/usr/sbin:/usr/bin:/sbin:/bin") for name in PROGRAMS):
        print("SKIPPED: no Slurm is installed")
        sys.exit(SKIPPED)
    unittest.main()
