#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""connection_test.py GPUJOB: a connection through a real sshd. `connect` passes ssh's question on to
the terminal; no other command asks, opens a connection or goes round the open one."""
import json
import pathlib
import sys
import unittest

from center import PASSPHRASE, Center, Seat, need, scratch

GPUJOB = sys.argv.pop(1)


class Connection(unittest.TestCase):
    def setUp(self):
        place = scratch()
        self.addCleanup(place.cleanup)
        self.root = pathlib.Path(place.name)
        self.center = Center(GPUJOB, self.root)
        self.center.__enter__()
        self.addCleanup(self.center.stop)
        self.seat = Seat(GPUJOB, self.root, {"center": self.center})
        self.addCleanup(self.seat.run, "disconnect", "--all")

    def says(self, done, status, out="", err=""):
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertIn(out, done.stdout)
        self.assertIn(err, done.stderr)

    def logins(self):
        return (self.root / "sshd.log").read_text().count("Accepted publickey")

    def test_one_question_then_none(self):
        seat = self.seat
        self.says(seat.run("connect", "hpc2n"), 2,
                  err="run 'gpujob config set sites.hpc2n.ssh ")
        self.says(seat.run("config", "set", "sites.hpc2n.ssh", "center"), 0)

        # A wrong answer: ssh's own end, and nothing is open.
        status, shown = seat.type("connect", "hpc2n", answer="wrong")
        self.assertEqual(status, 4, shown)
        self.says(seat.run("connections"), 0, "no open connections")
        self.says(seat.run("disconnect", "hpc2n"), 0, "is not connected")

        status, shown = seat.type("connect", "hpc2n", answer=PASSPHRASE)
        self.assertEqual(status, 0, shown)
        self.assertIn("passphrase", shown)
        self.assertIn("connected to hpc2n/kebnekaise", shown)
        self.assertEqual(self.logins(), 1)

        # Everything else goes through it: no terminal, no question, no second login.
        listed = json.loads(seat.run("connections", "--format", "json").stdout)["connections"]
        self.assertEqual([(one["site"], one["host"]) for one in listed], [("hpc2n/kebnekaise", "center")])
        self.assertTrue(listed[0]["gpujob"])
        self.says(seat.run("connect", "hpc2n"), 0, "connected already to hpc2n/kebnekaise; gpujob")
        self.assertEqual(self.logins(), 1)

        self.says(seat.run("disconnect", "hpc2n"), 0, "disconnected from hpc2n/kebnekaise")
        self.says(seat.run("connections"), 0, "no open connections")

    def test_the_server_dies(self):
        self.says(self.seat.run("config", "set", "sites.hpc2n.ssh", "center"), 0)
        self.assertEqual(self.seat.type("connect", "hpc2n", answer=PASSPHRASE)[0], 0)
        (self.center.home / ".local/bin/gpujob").rename(self.root / "moved")
        self.says(self.seat.run("connect", "hpc2n"), 4, err="no gpujob answered there")

    def test_a_login_shell_starts_once(self):
        """Its environment is kept by `connect`; without it, or the program that it found, it starts again."""
        seat, home = self.seat, self.center.home
        (home / ".profile").write_text("echo >> ~/login_shells\nexport FROM_PROFILE='it'\\''s\n$HOME'\nexport SSH_FACT=old\n")

        def shells():
            return (home / "login_shells").read_text().count("\n")
        (seat.home / "job.sh").write_text('#!/bin/bash\necho "$FROM_PROFILE ${SSH_FACT-none} $XDG_RUNTIME_DIR"\n')
        self.says(seat.run("config", "set", "sites.uppmax.ssh", "center"), 0)
        self.assertEqual(seat.type("connect", "uppmax", answer=PASSPHRASE)[0], 0)
        self.assertEqual(shells(), 1)
        run = seat.run("submit", "./job.sh", *"--site uppmax --gpu l40s --time 5 -A uppmax2025-1-1 --parsable".split())
        self.says(run, 0)
        self.says(seat.run("connect", "uppmax"), 0, "connected already")
        self.assertEqual(shells(), 1)
        self.says(seat.run("wait", run.stdout.strip()), 0)
        self.says(seat.run("logs", "last"), 0, "it's\n$HOME none \n")
        kept = home / ".cache/gpujob/serve"
        self.assertEqual((kept / "environment.json").stat().st_mode & 0o777, 0o600)

        (kept / "environment.json").write_text("{")
        self.says(seat.run("pull", "last"), 0)
        self.assertEqual(shells(), 2)
        (kept / "gpujob").unlink()
        for _ in range(2):
            self.says(seat.run("pull", "last"), 0)
        self.assertEqual(shells(), 3)
        self.says(seat.run("disconnect", "uppmax"), 0)
        self.assertEqual(seat.type("connect", "uppmax", answer=PASSPHRASE)[0], 0)
        self.assertEqual(shells(), 4)


if __name__ == "__main__":
    need("sshd", "ssh", "ssh-keygen")
    unittest.main()
