# SPDX-License-Identifier: MIT
"""What the tests of sandboxes share: a home of each test's own, and the certainty that nothing is
left of it."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SITE = "nsc"  # the smallest that has GPUs
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch")
SKIPPED = 77
SLOW_CONTROLLER = "does not answer (no answer within 5 s); try again in a minute"


def words(path, separator):
    try:
        return path.read_bytes().decode(errors="replace").split(separator)
    except OSError:
        return []


def install(built_program, own):
    """A copy of gpujob for users who may not look where it was built; the path of its program."""
    built = pathlib.Path(built_program).parent.parent
    for part in ("profiles", "templates", "workloads"):
        shutil.copytree(built / "share/gpujob" / part, own / "share/gpujob" / part)
    (own / "libexec/gpujob").mkdir(parents=True)
    for program in (built / "libexec/gpujob").glob("integrate2d.cpu*"):
        shutil.copy(program, own / "libexec/gpujob")
    (own / "bin").mkdir()
    return shutil.copy(built_program, own / "bin")


def run_gpujob(words, status=0, **more):
    """Runs it. A busy host may keep DNS or a controller from its answer for 5 s: nothing was sent then, and what the
    message advises is followed once, and told."""
    for advised in (False, True):
        done = subprocess.run(words, text=True, capture_output=True, check=False, **more)
        if advised or done.returncode == status or SLOW_CONTROLLER not in done.stderr:
            return done
        print(f"counted: an answer did not come, so this was tried again: gpujob {' '.join(words[1:])}")


class SandboxCase(unittest.TestCase):
    """A user with a home of their own."""

    gpujob_program = ""

    def setUp(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="gpujob-"))
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "LC_ALL": "C.UTF-8",
                            "USER": os.environ.get("USER", "root"),
                            "GPUJOB_TODAY": "2026-11-21"}
        self.directory = self.home / ".local/state/gpujob/sandbox"

    def tearDown(self):
        subprocess.run([self.gpujob_program, "sandbox", "down", "--all"], env=self.environment,
                       check=False, capture_output=True)
        left = self.left()
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        subprocess.run(["chmod", "-R", "u+rwX", str(self.home)], check=False)
        shutil.rmtree(self.home)
        self.assertEqual(left, {})

    def left(self):
        """What runs still. A guard looks now and then whether its `up` lives, and goes: it is given
        the time for that; a daemon has no excuse."""
        patience = time.monotonic() + 60
        while True:
            found = self.processes()
            guards = [command for command in found.values() if " sandbox guard " in command]
            if len(guards) < len(found) or not found or time.monotonic() > patience:
                return found
            time.sleep(0.1)

    def gpujob(self, *arguments, status=0, **more):
        """`gpujob sandbox` with these arguments; the exit status must be `status`."""
        return self.any_gpujob("sandbox", *arguments, status=status, **more)

    def any_gpujob(self, *arguments, status=0, program=None, timeout=120, **more):
        """`gpujob` with these arguments; the exit status must be `status`."""
        done = run_gpujob([program or self.gpujob_program, *arguments], status, env=self.environment, timeout=timeout,
                          **more)
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
        end = time.monotonic() + 60
        while self.processes() and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(self.left(), {})

    def assert_nothing_left(self):
        self.wait_for_end()
        if self.directory.is_dir():
            self.assertEqual(list(self.directory.iterdir()), [])

    def pid_of(self, daemon):
        for pid, command in self.processes().items():
            if f"/{daemon} " in command:
                return pid
        return self.fail(f"no {daemon}")

    def kill(self, daemon):
        """Ends it as a crash would, and waits until it has ended: a busy machine takes a while."""
        pid = self.pid_of(daemon)
        os.kill(pid, signal.SIGKILL)
        while pid in self.processes():
            time.sleep(0.01)
        return pid

    def cut_off(self, number, delay, *more):
        process = subprocess.Popen(
            [self.gpujob_program, "sandbox", "up", "--site", SITE, *more], env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        time.sleep(delay)
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
        return process.returncode, errors

    def record(self):
        """What sandbox.json says; nothing without that file."""
        try:
            return json.loads((self.directory / SITE / "sandbox.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}

    def is_ready(self):
        return self.record().get("state") == "ready"

    def runtime(self):
        """The directory of sockets, or nothing."""
        return pathlib.Path(self.record()["runtime"]) if self.record() else None

    def in_sandbox(self, command, status=0):
        """A line of bash where `sandbox env` has been read: stdout and stderr together."""
        lines = self.gpujob("env").stdout
        done = subprocess.run(["bash", "-c", lines + command], env=self.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                              check=False, cwd=self.home)
        self.assertEqual(done.returncode, status, done.stdout)
        return done.stdout


def main(*more_programs):
    """As unittest.main, after the path of gpujob; SKIPPED where a program is not installed, and where the
    others passed but one could not run: what was not done does not count as passed."""
    SandboxCase.gpujob_program = os.path.abspath(sys.argv.pop(1))
    for name in PROGRAMS + more_programs:
        if not shutil.which(name, path="/usr/sbin:/usr/bin:/sbin:/bin"):
            print(f"SKIPPED: no {name} is installed")
            sys.exit(SKIPPED)
    result = unittest.main(exit=False).result
    for test, why in result.skipped:
        print(f"SKIPPED: {test.id()}: {why}")
    sys.exit(1 if not result.wasSuccessful() else SKIPPED if result.skipped else 0)
