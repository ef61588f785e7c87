#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ordinary_user_test.py GPUJOB: an ordinary user needs no privileges: a sandbox with
accounting comes up, a job goes through it, and nothing stays. Run by root, this becomes an unprivileged
user, with a copy of gpujob they may read; run by anyone else it stays who it is."""
import json
import os
import pwd
import subprocess
import sys

sys.dont_write_bytecode = True
from case import SITE, SandboxCase, install, main  # noqa: E402

UNPRIVILEGED = 65534
ACCOUNT = "naiss2025-22-934"


class OrdinaryUser(SandboxCase):
    def setUp(self):
        super().setUp()
        self.gpujob_program = install(self.gpujob_program, self.home / "installed")
        self.become = {}
        if os.geteuid() == 0:
            self.environment["USER"] = pwd.getpwuid(UNPRIVILEGED).pw_name
            self.become = {"user": UNPRIVILEGED, "group": UNPRIVILEGED, "extra_groups": []}
            os.chown(self.home, UNPRIVILEGED, UNPRIVILEGED)

    def any_gpujob(self, *arguments, status=0, **more):
        return super().any_gpujob(*arguments, status=status, cwd=self.home, **self.become, **more)

    def owners(self):
        """User ids of everything that runs for this home."""
        return {os.stat(f"/proc/{pid}").st_uid for pid in self.processes()}

    def test_a_job_from_flags_to_report(self):
        up = self.gpujob("up", "--site", SITE, "--accounting", "--account", ACCOUNT)
        self.assertIn("emulates nsc/tetralith", up.stdout)
        self.assertEqual(self.owners(), {UNPRIVILEGED if self.become else os.geteuid()})
        self.any_gpujob("submit", "integrate2d", "--site", SITE, "--gpu", "t4", "--backend", "cuda",
                        "--size", "small", "--account", ACCOUNT)
        self.any_gpujob("wait", "last", "--timeout", "2m")
        said = self.any_gpujob("report", "last", "--format", "json").stdout
        report = json.loads(said)["reports"][0]["report"]
        self.assertTrue(report["answer"]["valid"])
        self.assertEqual(report["run"]["stand_in_for"], "cuda")
        self.gpujob("down")
        self.assertEqual(self.left(), {})

    def test_another_users_sandbox_is_theirs(self):
        """A second user on the machine sees none of it and gets ports of their own."""
        self.gpujob("up", "--site", SITE)
        home = self.home / "second"
        home.mkdir()
        second = dict(self.environment, HOME=str(home), USER="second")
        listed = subprocess.run([self.gpujob_program, "sandbox", "list"], env=second, text=True,
                                capture_output=True, check=False)
        self.assertNotIn(SITE, listed.stdout)
        up = subprocess.run([self.gpujob_program, "sandbox", "up", "--site", SITE], env=second,
                            text=True, capture_output=True, check=False, timeout=120)
        try:
            self.assertEqual(up.returncode, 0, up.stderr)
            self.assertIn("runs", self.gpujob("status").stdout)
        finally:
            subprocess.run([self.gpujob_program, "sandbox", "down"], env=second, check=False,
                           capture_output=True)


if __name__ == "__main__":
    main("slurmdbd", "mariadbd")
