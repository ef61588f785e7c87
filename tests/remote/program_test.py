#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""program_test.py GPUJOB: `connect` puts gpujob at a center that lacks it, through a real sshd: asked or with --install,
once, checked. What is cut, damaged, for another machine or finds no room leaves nothing there but a clear word."""
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import time
import unittest

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "support"), str(TESTS.parent / "packaging")]
import make_packages  # noqa: E402
import unittest_main  # noqa: E402
from center import PATIENCE, SKIPPED, Center, Seat, need, scratch  # noqa: E402

GPUJOB = sys.argv.pop(1)
BUILD = pathlib.Path(GPUJOB).resolve().parent.parent
STATIC = BUILD / "static/bin/gpujob"
VERSION, MACHINE = make_packages.version_of(BUILD), platform.machine()
OTHER = {"x86_64": ("aarch64", b"\xb7\x00"), "aarch64": ("x86_64", b"\x3e\x00")}[MACHINE]
SSH = """#!/bin/sh
case "$*" in *gpujob-put*) [ ! -e {root}/spoil ] || . {root}/spoil ;; esac
exec ssh -F {root}/ssh_config "$@"
"""
SENDS = '| ssh -F {root}/ssh_config "$@"; exit $?\n'
DAMAGED = "{{ printf x; cat; }} " + SENDS
HELD = "{{ head -c 100000; : > {root}/held; while [ -e {root}/hold ]; do sleep 0.02; done; }} " + SENDS
OLDER = ('#!/bin/sh\necho \'{"gpujob":"serve","protocol":2,"version":"0.0.9","host":"old"}\'\ncat > /dev/null\n'
         'echo \'{"end":0}\'\n')


class Program(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = scratch()
        cls.addClassCleanup(place.cleanup)
        cls.made = pathlib.Path(place.name)
        cls.own = cls.tarball_of(STATIC.read_bytes(), share=BUILD / "share/gpujob")

    @classmethod
    def tarball_of(cls, program, version=VERSION, machine=MACHINE, share=None):
        """As `./dev dist` names and lays it out; its folder is beside it."""
        name = f"gpujob-cli-{version}-linux-{machine}"
        folder = cls.made / str(len(os.listdir(cls.made))) / name
        (folder / "bin").mkdir(parents=True)
        (folder / "bin/gpujob").write_bytes(program)
        (folder / "bin/gpujob").chmod(0o755)
        if share:
            shutil.copytree(share, folder / "share/gpujob")
        return make_packages.packed(str(folder) + ".tar.gz", name, folder)

    def setUp(self):
        place = scratch()
        self.addCleanup(place.cleanup)
        self.root = pathlib.Path(place.name)
        self.center = Center(GPUJOB, self.root, phrase="")
        self.center.program.unlink()
        (self.center.home / ".profile").write_text(
            f"export PATH={TESTS}/fake_slurm:$PATH USER=ada FAKE_SLURM_DIR={self.center.home}/slurm FAKE_SLURM_RUN=1\n"
            f"export FAKE_SLURM_CLUSTER=pelle GPUJOB_TODAY=2026-11-21 BASH_ENV={self.center.home}/modules.sh\n"
            "unset XDG_RUNTIME_DIR\n")
        self.center.__enter__()
        self.addCleanup(self.center.stop)
        (self.root / "ssh").write_text(SSH.format(root=self.root))
        (self.root / "ssh").chmod(0o755)
        self.seat = Seat(GPUJOB, self.root, {"center": self.center})
        self.seat.environment.update(GPUJOB_SSH=f"{self.root}/ssh", GPUJOB_ACCOUNT="uppmax2025-1-1")
        self.assertEqual(self.seat.run("config", "set", "sites.uppmax.ssh", "center").returncode, 0)
        self.addCleanup(self.seat.run, "disconnect", "--all")
        self.there = self.center.home / ".local/share/gpujob"

    def says(self, done, status, out="", err=""):
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertIn(out, done.stdout)
        self.assertIn(err, done.stderr)

    def put(self, *words):
        return self.seat.run("connect", "uppmax", "--install", *words)

    def left_there(self):
        return sorted(os.listdir(self.there)) if self.there.exists() else []

    def until(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def test_it_is_asked_for_put_once_and_used(self):
        self.says(self.seat.run("connect", "uppmax"), 4,
                  err="'gpujob connect SITE --install' puts it there")
        # This one is for this machine alone.
        self.says(self.put(), 2, err="it needs shared libraries of its machine")
        self.seat.gpujob = self.own[:-len(".tar.gz")] + "/bin/gpujob"
        status, shown = self.seat.type("connect", "uppmax", install="n")
        self.assertEqual(status, 4, shown)
        self.assertIn(f"gpujob {VERSION} is missing at uppmax/pelle; put it there, as ~/.local/share/gpujob/{VERSION}", shown)
        self.assertEqual(self.left_there(), [])
        status, shown = self.seat.type("connect", "uppmax", install="y")
        self.assertEqual(status, 0, shown)
        self.assertIn(f"put gpujob {VERSION} at uppmax/pelle", shown)
        self.assertIn(f"gpujob {VERSION} on ", shown)
        self.assertEqual(self.left_there(), [VERSION])
        before = (self.there / VERSION).stat().st_ino

        self.seat.gpujob = str(pathlib.Path(GPUJOB).resolve())
        (self.seat.home / "job.sh").write_text("#!/bin/bash\necho it ran\n")
        sent = self.seat.run("submit", "./job.sh", *"--site uppmax --gpu l40s --time 5 --parsable".split())
        self.says(sent, 0)
        run = sent.stdout.strip()
        self.until(lambda: list(self.there.glob(f"runs/{run}/end.*.json")))
        self.says(self.seat.run("wait", run), 0)
        self.says(self.seat.run("logs", "last"), 0, "it ran\n")
        done = self.put()
        self.says(done, 0, "connected already to uppmax/pelle")
        self.assertNotIn("put gpujob", done.stdout)
        self.says(self.seat.run("disconnect", "uppmax"), 0)
        done = self.put()
        self.says(done, 0, "connected to uppmax/pelle")
        self.assertNotIn("put gpujob", done.stdout)
        self.assertEqual((self.there / VERSION).stat().st_ino, before)

    def test_an_older_one_is_replaced_when_that_is_said(self):
        self.center.restore(OLDER)
        done = self.seat.run("connect", "uppmax")
        self.says(done, 0, "gpujob 0.0.9 on old answers", f"note: gpujob here is {VERSION}")
        self.says(self.put("--program", self.own), 0, f"gpujob {VERSION} on ")
        self.says(self.seat.run("status"), 0)

    def test_what_does_not_fit_is_refused(self):
        head = STATIC.read_bytes()[:4096]
        machine, code = OTHER
        other = head[:18] + code + head[20:]
        give = f"give --program gpujob-cli-{VERSION}-linux-{MACHINE}.tar.gz"
        for file, why in ((self.tarball_of(other), f"it is for {machine}"),
                          (self.tarball_of(other, machine=machine), f"it holds 'gpujob-cli-{VERSION}-linux-{machine}'"),
                          (self.tarball_of(head, version="9.9.9"), f"it holds 'gpujob-cli-9.9.9-linux-{MACHINE}'"),
                          (self.tarball_of(pathlib.Path(GPUJOB).read_bytes()[:4096]), "it needs shared libraries"),
                          (self.tarball_of(b"#!/bin/sh\n"), "it is not a program of Linux"),
                          (str(STATIC), "tar: ended with")):
            done = self.put("--program", file)
            self.says(done, 2, err=why)
            self.assertIn(give, done.stderr)
        self.says(self.put("--program", self.tarball_of(head)), 4, err="does not run there")
        self.assertEqual(self.left_there(), [])

    def test_what_arrives_damaged_gets_no_name(self):
        (self.root / "spoil").write_text(DAMAGED.format(root=self.root))
        self.says(self.put("--program", self.own), 4, err="gpujob did not arrive whole")
        self.assertEqual(self.left_there(), [])
        (self.root / "spoil").unlink()
        self.says(self.put("--program", self.own), 0, "put gpujob")

    def test_the_line_is_cut_in_the_middle(self):
        (self.root / "spoil").write_text(HELD.format(root=self.root))
        (self.root / "hold").write_text("")
        with subprocess.Popen([self.seat.gpujob, "connect", "uppmax", "--install", "--program", self.own], text=True,
                              env=self.seat.environment, cwd=self.seat.home, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
            self.until((self.root / "held").exists)
            self.until(self.left_there)
            self.assertEqual([name[:10] for name in self.left_there()], [".incoming-"])
            self.center.cut_sessions()
            (self.root / "hold").unlink()
            out, err = command.communicate(timeout=PATIENCE)
        self.assertEqual(command.returncode, 5, out + err)
        self.assertIn("run 'gpujob connect uppmax/pelle' again; nothing is left half made there", err)
        self.until(lambda: self.left_there() == [])
        (self.root / "spoil").unlink()
        self.says(self.put("--program", self.own), 0, "put gpujob")
        self.assertEqual(self.left_there(), [VERSION])

    def test_a_home_without_room(self):
        small = self.center.home / ".local/share"
        small.mkdir(parents=True)
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "none", small], capture_output=True, text=True,
                              check=False)
        if done.returncode != 0:
            self.skipTest(f"this user may not mount: {done.stderr.strip()}")
        self.addCleanup(subprocess.run, ["umount", "--lazy", small], check=False)
        done = self.put("--program", self.own)
        self.says(done, 4, err=f"gpujob could not be written to ~/.local/share/gpujob/{VERSION}")
        self.assertIn("No space left on device", done.stderr)
        self.assertIn("make room in your home directory there", done.stderr)
        self.assertEqual(self.left_there(), [])
        subprocess.run(["mount", "-o", "remount,ro", small], check=True)
        self.says(self.put("--program", self.own), 4, err="Read-only file system")


if __name__ == "__main__":
    need("sshd", "ssh", "ssh-keygen")
    if not STATIC.exists():
        print("SKIPPED: this build has no static gpujob")
        sys.exit(SKIPPED)
    unittest_main.main()
