#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""kept_documents_test.py GPUJOB: profiles and manifests that were kept as trees say the same as those read from YAML,
and nothing that befalls the folder in which they are kept changes what gpujob says."""
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import unittest_main  # noqa: E402

GPUJOB = os.path.abspath(sys.argv.pop(1))
DATA = pathlib.Path(__file__).resolve().parents[2]
SITES = sorted(path.stem for path in (DATA / "profiles/sites").glob("*.yaml"))
WORKLOADS = sorted(path.parent.name for path in (DATA / "kernels/workloads").glob("*/workload.yaml"))
LIST = ("site", "list", "--format", "json")
FIRST_SITE = "alliance"


class KeptDocuments(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.mkdtemp(prefix="gpujob-kept-")
        self.addCleanup(shutil.rmtree, self.scratch)
        self.home = os.path.join(self.scratch, "home")
        os.makedirs(self.home)

    def start(self, *words, before=None, **more):
        return subprocess.Popen([GPUJOB, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, preexec_fn=before,
                                env={**os.environ, "GPUJOB_HOME": self.home, "COLUMNS": "100", **more})

    def run_it(self, *words, before=None, **more):
        """Status, output and messages."""
        process = self.start(*words, before=before, **more)
        out, err = process.communicate()
        return process.returncode, out, err

    def folder(self):
        found = list(pathlib.Path(self.home, "cache").glob("documents-*"))
        return found[0] if found else None

    def kept(self):
        return sorted(self.folder().iterdir()) if self.folder() else []

    def fill(self):
        """What is kept of every site, which takes a process each, and of all together."""
        for site in SITES:
            self.run_it("site", "show", site)
        self.run_it(*LIST)
        return {path: path.read_bytes() for path in self.kept()}

    def test_a_hit_says_the_same_as_a_miss(self):
        for words in [("site", "show", site, "--format", "json") for site in SITES] + \
                     [("workload", "show", name, "--format", "json") for name in WORKLOADS] + \
                     [("plan", name, "--site", "hpc2n", "--gpu", "l40s", "--account", "hpc2n2025-151", "--format", "json")
                      for name in WORKLOADS] + [LIST, ("site", "show", "alvis"), ("site", "show", "c3sx")]:
            shutil.rmtree(self.home)
            os.makedirs(self.home)
            miss = self.run_it(*words)
            before = {path: path.stat().st_mtime_ns for path in self.kept()}
            self.assertEqual(self.run_it(*words), miss, words)
            if miss[0] == 0:  # what is not found is written again
                self.assertTrue(before, words)
                self.assertEqual({path: path.stat().st_mtime_ns for path in self.kept()}, before, words)

    def test_a_changed_file_of_the_same_time_and_size_is_seen(self):
        profiles = os.path.join(self.scratch, "profiles")
        shutil.copytree(DATA / "profiles", profiles)
        path = pathlib.Path(profiles, "sites/hpc2n.yaml")
        show = ("site", "show", "hpc2n", "--format", "json", "--profile-path", profiles)
        self.run_it(*show)
        known = path.stat()
        text = path.read_text(encoding="utf-8")
        for new, expected in ((text.replace("nodes:", "nodez:", 1), b"nodez"), (text.replace("center: h", "center: j", 1), b"jpc2n")):
            self.assertNotEqual(new, text)
            path.write_text(new, encoding="utf-8")
            os.utime(path, ns=(known.st_atime_ns, known.st_mtime_ns))
            status, _, err = self.run_it(*show)
            self.assertEqual(status, 3)
            self.assertIn(expected, err)
        path.write_text(text, encoding="utf-8")
        self.assertEqual(self.run_it(*show)[0], 0)

    def test_damage_is_read_over_and_mended(self):
        good = self.run_it(*LIST)
        whole = self.fill()
        chance = random.Random(1)
        for number, (path, text) in enumerate(whole.items()):
            damage = [b"", text[:chance.randrange(len(text))], text + b"\0", bytes(len(text)),
                      text[:16] + bytes([text[16] ^ 1]) + text[17:], text[:-1] + bytes([text[-1] ^ 64])]
            path.write_bytes(damage[number % len(damage)])
        self.assertEqual(self.run_it(*LIST), good)
        self.assertEqual(self.fill(), whole)
        path = self.kept()[0]
        path.unlink()
        path.mkdir()
        self.assertEqual(self.run_it(*LIST), good)

    def test_a_folder_that_takes_nothing_costs_nothing(self):
        def no_bytes():
            import resource
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

        good = self.run_it(*LIST)
        shutil.rmtree(self.home)
        self.assertEqual(self.run_it(*LIST, before=no_bytes), good)  # as on a full disk
        self.assertEqual(self.kept(), [])
        self.assertEqual(self.run_it(*LIST, GPUJOB_HOME="/proc/nothing"), good)
        pathlib.Path(self.scratch, "file").write_text("", encoding="utf-8")
        self.assertEqual(self.run_it(*LIST, GPUJOB_HOME=os.path.join(self.scratch, "file")), good)

    def test_many_at_once_and_killed_in_the_middle(self):
        good = self.run_it(*LIST)
        whole = {path.name: path.read_bytes() for path in self.kept()}
        self.assertEqual(len(whole), 2)  # of all, and of the first profile
        chance = random.Random(2)
        for _ in range(5):
            shutil.rmtree(self.folder())
            doomed = [self.start(*LIST) for _ in range(3)]
            others = [self.start(*LIST) for _ in range(3)]
            for process in doomed:
                try:
                    process.communicate(timeout=chance.random() / 50)
                except subprocess.TimeoutExpired:
                    process.send_signal(signal.SIGKILL)
                    process.communicate()
            for process in others:
                out, err = process.communicate()
                self.assertEqual((process.returncode, out, err), good)
            self.assertEqual(self.run_it(*LIST), good)
            # Who is killed may leave the beginning of a file, which is written anew by who needs it: a list of what was
            # made of all profiles, who shows the first site of its profile.
            self.run_it("site", "show", FIRST_SITE)
            for name, text in whole.items():
                self.assertEqual((self.folder() / name).read_bytes(), text)

    def test_old_folders_of_other_builds_go(self):
        cache = pathlib.Path(self.home, "cache")
        for name, days in (("documents-0a", 31), ("documents-0b", 1)):
            (cache / name).mkdir(parents=True)
            then = os.stat(cache).st_mtime - days * 86400
            os.utime(cache / name, (then, then))
        self.run_it(*LIST)
        self.assertFalse((cache / "documents-0a").exists())
        self.assertTrue((cache / "documents-0b").exists())


if __name__ == "__main__":
    unittest_main.main()
