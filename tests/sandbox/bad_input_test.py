#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bad_input_test.py GPUJOB: where a sandbox cannot be, one clear error says why, and nothing is left
running or lying about."""
import os
import signal
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
from case import SITE, SandboxCase, main  # noqa: E402

ATTEMPTS = 20
NO_NODES = """schema: gpujob/site/v1
center: bare
default_cluster: plain
clusters:
  plain:
    source: https://bare.example.org
    checked: 2026-11-21
    status:
      state: active
    shell: '#!/bin/bash'
"""


def is_root():
    return os.geteuid() == 0


class BadInput(SandboxCase):
    def start(self):
        return subprocess.Popen([self.gpujob_program, "sandbox", "up", "--site", SITE], text=True,
                                env=self.environment, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def lose_a_race(self, spoil):
        """The error of an `up` that `spoil(process)` got in the way of. Where `up` was quicker, the
        sandbox is right, and the race is run again."""
        for _ in range(ATTEMPTS):
            process = self.start()
            spoil(process)
            _, errors = process.communicate(timeout=120)
            if process.returncode != 0:
                self.assertEqual(process.returncode, 1, errors)
                return [line for line in errors.splitlines() if not line.startswith("note: ")]
            self.gpujob("down", "--name", SITE)
        return self.fail("the race was never won")

    def test_a_site_without_a_scheduler(self):
        failed = self.gpujob("up", "--site", "local", status=3)
        self.assertEqual(failed.stderr, "error: site 'local/local': there is nothing to emulate (it "
                         "has no scheduler); name another site; 'gpujob site list' lists them\n")

    def test_a_profile_without_node_shapes(self):
        sites = self.home / "mine/sites"
        sites.mkdir(parents=True)
        (sites / "bare.yaml").write_text(NO_NODES, encoding="utf-8")
        failed = self.gpujob("up", "--site", "bare", "--profile-path", str(self.home / "mine"),
                             status=3)
        self.assertEqual(failed.stderr, "error: site 'bare/plain': there is nothing to emulate (its "
                         "profile describes no nodes); name another site; 'gpujob site list' lists "
                         "them\n")
        self.assert_nothing_left()

    def test_a_missing_key(self):
        # munged, or the writer of the key, must notice.
        def unlink(process):
            key = self.directory / SITE / "munge.key"
            while process.poll() is None and not key.exists():
                pass
            key.unlink(missing_ok=True)

        errors = self.lose_a_race(unlink)
        self.assertEqual(len(errors), 1)
        self.assertRegex(errors[0], r"^error: sandbox 'nsc': munged ended at once \(.*key.*\)$")
        self.assert_nothing_left()

    def test_a_slurmctld_killed_while_nodes_come_up(self):
        def kill(process):
            while process.poll() is None:
                for pid, command in self.processes().items():
                    if "/slurmctld " in command:
                        os.kill(pid, signal.SIGKILL)
                        return

        errors = self.lose_a_race(kill)
        self.assertEqual(len(errors), 1)
        self.assertRegex(errors[0], r"^error: sandbox 'nsc': slurmctld ended at once")
        self.assert_nothing_left()

    def test_a_slurmctld_killed_later(self):
        self.gpujob("up", "--site", SITE)
        self.kill("slurmctld")
        refused = self.any_gpujob("submit", "integrate2d", "--site", SITE, "--gpu", "t4", "--account",
                                  "naiss2025-22-1", f"--sandbox={SITE}", status=5)
        self.assertIn("error: sandbox 'nsc': it does not run (its daemons have ended); start it again "
                      "with 'gpujob sandbox up --site nsc/tetralith --name nsc'\n", refused.stderr)
        self.gpujob("down")
        self.assert_nothing_left()

    def test_a_file_in_the_way(self):
        (self.home / ".local/state").mkdir(parents=True)
        (self.home / ".local/state/gpujob").write_text("a file is in the way", encoding="utf-8")
        failed = self.gpujob("up", "--site", SITE, status=1)
        self.assertRegex(failed.stderr, r"^error: .*sandbox.*: cannot make directory .*\n$")

    def test_a_directory_that_is_read_only(self):
        state = self.home / ".local/state"
        state.mkdir(parents=True)
        if is_root():
            self.mount(state, "ro")
        else:
            state.chmod(0o500)
        failed = self.gpujob("up", "--site", SITE, status=1)
        self.assertRegex(failed.stderr, r"^error: .*: cannot make directory "
                         r"\((read-only file system|permission denied)\); .*\n$")
        self.assertEqual(self.left(), {})

    @unittest.skipUnless(is_root(), "takes root")
    def test_a_directory_that_is_full(self):
        state = self.home / ".local/state"
        state.mkdir(parents=True)
        for size, more in (("16k", []), ("64k", []), ("6m", ["--accounting"])):
            with self.subTest(size):
                self.mount(state, f"size={size}")
                try:
                    failed = self.gpujob("up", "--site", SITE, *more, status=1)
                    self.assertRegex(failed.stderr, r"(?m)^error: .*(no space left|error 28)")
                    self.assert_nothing_left()
                finally:
                    self.unmount()

    def mount(self, where, options):
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", str(where)],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            self.skipTest(f"this root may not mount: {done.stderr.strip()}")
        self.mounted = where
        self.addCleanup(self.unmount)

    def unmount(self):
        subprocess.run(["umount", "--lazy", str(self.mounted)], capture_output=True, check=False)

    def tearDown(self):
        # Before the home goes; again by the cleanup where this is not reached.
        if hasattr(self, "mounted"):
            self.unmount()
        super().tearDown()


if __name__ == "__main__":
    main()
