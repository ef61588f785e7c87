#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""users_test.py GPUJOB: two centers where one logs in as two Unix users, whom only their sshds know: /etc/passwd is
another in their mount namespaces, so that nothing is left on the machine. The seat is a third user's."""
import os
import pathlib
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import unittest_main  # noqa: E402
from center import PATIENCE, Center, Seat, can_ask_twice, need, scratch  # noqa: E402

GPUJOB = sys.argv.pop(1)
# Site, cluster, GPU, account and the user's number there.
CENTERS = {"ada": ("uppmax", "pelle", "l40s", "uppmax2025-1-1", 61001), "grace": ("c3se", "alvis", "A40", "NAISS2025-5-1", 61002)}


def as_user(uid, *words):
    return subprocess.run(["setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", *words], check=False,
                          capture_output=True, text=True)


class Users(unittest.TestCase):
    def setUp(self):
        if not can_ask_twice():
            self.skipTest("users of their own take root and a mount namespace")
        if as_user(61001, GPUJOB, "version").returncode != 0:
            self.skipTest("other users cannot start this gpujob")
        self.centers, addresses = {}, {}
        for name, (_, cluster, _, _, uid) in CENTERS.items():
            place = scratch()
            self.addCleanup(place.cleanup)
            center = Center(GPUJOB, pathlib.Path(place.name), name, cluster, phrase="", uid=uid)
            center.__enter__()
            self.addCleanup(center.stop)
            self.centers[name] = addresses[name] = center
        place = scratch()
        self.addCleanup(place.cleanup)
        self.seat = Seat(GPUJOB, pathlib.Path(place.name), addresses)
        self.addCleanup(self.seat.run, "disconnect", "--all")
        for name, (site, _, _, account, _) in CENTERS.items():
            self.good("config", "set", f"sites.{site}.ssh", name)
            self.good("config", "set", f"sites.{site}.account", account)
            self.good("connect", site)

    def good(self, *words):
        done = self.seat.run(*words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_each_run_is_its_users(self):
        (self.seat.home / "job.sh").write_text("#!/bin/bash\nid -u\n")
        sites, gpus = (",".join(row[i] for row in CENTERS.values()) for i in (0, 2))
        table = self.good("submit", "./job.sh", "--site", sites, "--gpu", gpus, "--time", "5")
        runs = dict(zip(CENTERS, [line.split()[0] for line in table.splitlines()[1:]], strict=True))
        for name, run in runs.items():
            end = time.monotonic() + PATIENCE
            folder = self.centers[name].home / ".local/share/gpujob/runs" / run
            while not list(folder.glob("end.*.json")):
                self.assertLess(time.monotonic(), end)
                time.sleep(0.05)
        self.good("wait", *runs.values())
        for name, run in runs.items():
            uid = CENTERS[name][-1]
            self.assertEqual(self.good("logs", run), f"{uid}\n")
            folder = self.centers[name].home / ".local/share/gpujob/runs" / run
            self.assertEqual({path.lstat().st_uid for path in (folder, *folder.rglob("*"))}, {uid})
            self.assertEqual((folder.stat().st_mode & 0o077, as_user(uid, "ls", folder).returncode), (0, 0))
            other = next(row[-1] for row in CENTERS.values() if row[-1] != uid)
            self.assertNotEqual(as_user(other, "ls", folder).returncode, 0)
            here = self.seat.home / ".local/share/gpujob/runs" / run
            self.assertEqual({path.lstat().st_uid for path in here.rglob("*")}, {os.geteuid()})


if __name__ == "__main__":
    need("sshd", "ssh", "ssh-keygen", "unshare", "setpriv")
    unittest_main.main()
