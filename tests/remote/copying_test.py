#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""copying_test.py GPUJOB: a folder goes to a center through a real ssh, by rsync and by tar, and no copying goes
on after its command."""
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

from center import PASSPHRASE, PATIENCE, Center, Seat, need, scratch
from copies_test import make_project
from line import GPUJOB


class RealSsh(unittest.TestCase):
    def test_bytes_arrive_as_they_are(self):
        need("sshd", "ssh", "ssh-keygen", "rsync")
        place = scratch()
        self.addCleanup(place.cleanup)
        root = pathlib.Path(place.name)
        center = Center(GPUJOB, root)
        center.__enter__()
        self.addCleanup(center.stop)
        seat = Seat(GPUJOB, root, {"center": center})
        seat.environment["GPUJOB_ACCOUNT"] = "uppmax2025-1-1"
        self.addCleanup(seat.run, "disconnect", "--all")
        project = make_project(root / "project")
        # Through ssh's own options rsync gets there at the first attempt.
        told = root / "bin/rsync"
        told.parent.mkdir()
        told.write_text(f'#!/bin/sh\n{shutil.which("rsync")} "$@"\ns=$?; echo $s >> {root}/rsync; exit $s\n')
        told.chmod(0o755)
        seat.environment["PATH"] = f"{told.parent}:{seat.environment['PATH']}"
        self.assertEqual(seat.run("config", "set", "sites.uppmax.ssh", "center").returncode, 0)
        self.assertEqual(seat.type("connect", "uppmax", answer=PASSPHRASE)[0], 0)
        sent = seat.run("submit", str(project / "train.sh"), "ada", "--sync", str(project), "--site", "uppmax", "--gpu",
                        "l40s", "--time", "5", "--parsable")
        self.assertEqual(sent.returncode, 0, sent.stderr)
        self.assertEqual((root / "rsync").read_text(), "0\n")
        run = sent.stdout.strip()
        end = time.monotonic() + PATIENCE
        while (over := seat.run("status", run)).returncode == 8 and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual(over.returncode, 0, over.stdout + over.stderr)
        copy = center.home / ".local/share/gpujob/runs" / run / "copy"
        self.assertEqual((copy / "results/bytes.bin").read_bytes(), (project / "with blank/ä.bin").read_bytes())
        self.no_copying_goes_on_after_its_command(seat, center, project)
        pulled = seat.run("pull", run, "--outputs", "results", "--to", str(root / "back"))
        self.assertEqual(pulled.returncode, 0, pulled.stderr)
        self.assertEqual((root / "back" / run / "results/bytes.bin").read_bytes(),
                         (project / "with blank/ä.bin").read_bytes())

    def no_copying_goes_on_after_its_command(self, seat, center, project):
        for stopped in (signal.SIGINT, signal.SIGKILL):
            for program in ("rsync", "tar"):
                with open(project / "large", "wb") as large:
                    large.write(os.urandom(16))
                    large.truncate(256 << 20)
                environment = seat.environment | ({"PATH": f"{center.home.parent}/none"} if program == "tar" else {})
                os.makedirs(f"{center.home.parent}/none", exist_ok=True)
                for name in ("tar", "ssh"):
                    link = pathlib.Path(f"{center.home.parent}/none", name)
                    link.exists() or link.symlink_to(shutil.which(name))
                command = subprocess.Popen(
                    [str(seat.gpujob), "submit", str(project / "train.sh"), "--sync", str(project), "--sync-limit", "8G",
                     "--site", "uppmax", "--gpu", "l40s", "--time", "5"], env=environment, cwd=project,
                    stderr=subprocess.DEVNULL)
                self.until(lambda: processes_with(f"{program} ", str(center.home)))
                command.send_signal(stopped)
                self.assertNotEqual(command.wait(), 0)
                self.until(lambda: not processes_with(f"{program} ", str(center.home)))
        (project / "large").unlink()

    def until(self, holds):
        end = time.monotonic() + PATIENCE
        while not holds():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)


def processes_with(*texts):
    """Command lines that have all of the texts."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        found += [words] * all(text in words for text in texts)
    return found


if __name__ == "__main__":
    unittest.main()
