#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""packages_test.py BUILD: makes every package once and unpacks it. Each program in it must have a
notice of everything it contains and nothing under the GPL; the packages must satisfy their own
tools (lintian, rpm); the recipes must be readable and name the tarball's version and hash."""
import ast
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "packaging"))
sys.path.insert(0, os.path.join(ROOT, "tests/support"))
import make_packages  # noqa: E402
import notice  # noqa: E402
import unittest_main  # noqa: E402

BUILD = os.path.abspath(sys.argv.pop(1))
LARGEST_CLI = 6_000_000  # bytes
# What a program says of itself if the library is in it, whatever the linker's map says.
MARKS = {b"SQLite format 3": "libsqlite3-dev", b"OpenBLAS 0.": "libopenblas-pthread-dev",
         b"GNU C Library": "libc6-dev"}
GPL_MARKS = {b"fftw-3.3": "FFTW"}
GPL = "Format: x\n\nFiles: *\nCopyright: A\nLicense: GPL-2+\n text\n"


def run(*words, **more):
    done = subprocess.run(words, capture_output=True, text=True, check=False, **more)
    if done.returncode:
        raise AssertionError(f"{words}: {done.stdout}{done.stderr}")
    return done.stdout


def named(text):
    return set(re.findall(r"^={78}\n(\S+)\n", text, re.M))


def unnoticed(build, prefix, text):
    """What the programs below `prefix` contain and `text` does not name, or may not be there."""
    wrong = []
    sections = named(text)
    for package, (path, users) in notice.parts(build, prefix).items():
        with open(path, encoding="utf-8", errors="replace") as handle:
            notice.licence_text(package, handle.read())
        if package not in sections:
            wrong.append(f"no notice of {package} in {sorted(users)}")
    for program in notice.programs(prefix):
        with open(program, "rb") as handle:
            content = handle.read()
        wrong += [f"{program}: no notice of {package}" for mark, package in MARKS.items()
                  if mark in content and package not in sections]
        wrong += [f"{program}: contains {name}" for mark, name in GPL_MARKS.items() if mark in content]
    return wrong


class Licences(unittest.TestCase):
    def test_the_gpl_is_refused_unless_for_packaging_or_with_an_exception(self):
        with self.assertRaises(notice.Refused):
            notice.licence_text("p", GPL)
        mit = GPL.replace("GPL-2+", "MIT")
        kept = notice.licence_text("p", mit + "\nFiles: debian/*\nCopyright: B\nLicense: GPL-2+\n")
        self.assertIn("License: MIT", kept)
        self.assertNotIn("Copyright: B", kept)
        with self.assertRaises(notice.Refused):
            notice.licence_text("p", "Under the GNU General Public License.\n")
        self.assertIn("exception", notice.licence_text(
            "gcc", "GNU General Public License with the GCC Runtime Library Exception, an exception"))


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.out = os.path.join(cls.scratch.name, "dist")
        kinds = [kind for kind in make_packages.KINDS if kind != "rpm" or shutil.which("rpmbuild")]
        cls.made = {kind: make_packages.make(BUILD, cls.out, kind) for kind in kinds}
        cls.version = make_packages.version_of(BUILD)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def unpacked(self, kind):
        """The prefix of the unpacked package."""
        folder = os.path.join(self.scratch.name, "unpacked-" + kind)
        if not os.path.exists(folder):
            os.mkdir(folder)
            if kind == "deb":
                run("dpkg-deb", "-x", self.made[kind], folder)
            elif kind == "rpm":
                run("sh", "-c", 'rpm2archive - <"$1" | tar -xz -C "$2"', "sh", self.made[kind], folder)
            else:
                with tarfile.open(self.made[kind]) as tar:
                    tar.extractall(folder)
        if kind in ("deb", "rpm"):
            return os.path.join(folder, "usr")
        return glob.glob(os.path.join(folder, "*"))[0]

    def notice_of(self, kind):
        name = "copyright" if kind == "deb" else "NOTICE"
        with open(os.path.join(self.unpacked(kind), "share/doc/gpujob", name), encoding="utf-8") as file:
            return file.read()

    def test_every_part_has_its_notice_and_none_is_under_the_gpl(self):
        for kind in sorted({"cli", "full", "deb", "rpm"} & set(self.made)):
            with self.subTest(kind=kind):
                prefix, text = self.unpacked(kind), self.notice_of(kind)
                self.assertEqual(unnoticed(BUILD, prefix, text), [])
                cut = text.replace("\nlibsqlite3-dev\n", "\n")
                self.assertIn("libsqlite3-dev", " ".join(unnoticed(BUILD, prefix, cut)))
                own = "" if kind == "deb" else "LICENSE"
                if own:
                    self.assertTrue(os.path.exists(os.path.join(prefix, "share/doc/gpujob", own)))
                else:
                    self.assertIn("Permission is hereby granted, free of charge", text)

    def test_the_command_line_alone_is_small_and_works(self):
        if make_packages.cache(BUILD, "CMAKE_BUILD_TYPE") == "Release":
            self.assertLess(os.path.getsize(self.made["cli"]), LARGEST_CLI)
        prefix = self.unpacked("cli")
        self.assertEqual([os.path.basename(p) for p in notice.programs(prefix)], ["gpujob"])
        listed = run(os.path.join(prefix, "bin/gpujob"), "site", "list", env={"HOME": prefix})
        self.assertIn("Kebnekaise", listed)

    @unittest.skipUnless(shutil.which("lintian"), "lintian is not installed")
    def test_lintian_finds_nothing_in_the_deb(self):
        said = subprocess.run(["lintian", "--allow-root", "--fail-on", "none", self.made["deb"]],
                              capture_output=True, text=True, check=True).stdout
        self.assertEqual([line for line in said.splitlines() if line[:2] in ("E:", "W:")], [])

    @unittest.skipUnless(shutil.which("rpmbuild"), "rpmbuild is not installed")
    def test_the_rpm_installs_and_goes_away(self):
        root = os.path.join(self.scratch.name, "rpm-root")
        os.mkdir(root)
        about = run("rpm", "-qp", "--qf", "%{NAME} %{VERSION} %{LICENSE}", self.made["rpm"])
        self.assertEqual(about, f"gpujob {self.version} MIT")
        run("rpm", "--root", root, "-i", self.made["rpm"])
        listed = run(os.path.join(root, "usr/bin/gpujob"), "site", "list", env={"HOME": root})
        self.assertIn("Kebnekaise", listed)
        run("rpm", "--root", root, "-e", "gpujob")
        self.assertFalse(os.path.exists(os.path.join(root, "usr/bin/gpujob")))
        self.assertFalse(os.path.exists(os.path.join(root, "usr/share/gpujob")))

    def recipe(self, pattern):
        with open(glob.glob(os.path.join(self.out, "recipes", pattern))[0], encoding="utf-8") as file:
            return file.read()

    def test_recipes_name_the_version_and_the_hash_of_the_source(self):
        with open(self.made["source"], "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        easybuild = {}
        for node in ast.parse(self.recipe("easybuild/*.eb")).body:
            if isinstance(node, ast.Assign):
                easybuild[node.targets[0].id] = ast.literal_eval(node.value)
        self.assertEqual((easybuild["version"], easybuild["checksums"]), (self.version, [digest]))
        spack = [node for node in ast.walk(ast.parse(self.recipe("spack/packages/gpujob/package.py")))
                 if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "version"]
        self.assertEqual([(call.args[0].value, call.keywords[0].value.value) for call in spack],
                         [(self.version, digest)])
        conda = self.recipe("conda/meta.yaml")
        self.assertIn(f'version: "{self.version}"', conda)
        self.assertIn(f"sha256: \"{digest}\"", conda)
        self.assertIn(f"file://{self.out}/gpujob-{self.version}.tar.gz", conda)
        self.assertTrue(os.path.exists(os.path.join(self.out, os.path.basename(self.made["source"]))))
        self.assertIn(os.path.basename(self.made["full"]), self.recipe("apptainer/gpujob.def"))
        for entry in json.loads(self.recipe("schemastore/catalog.json"))["schemas"]:
            self.assertTrue(entry["url"].startswith(f"file://{self.out}/schemas/"), entry)
            schema = json.loads(self.recipe("schemas/" + os.path.basename(entry["url"])))
            self.assertEqual(schema["$id"], entry["url"])
            for kind in ("then", "else"):
                if kind in schema:
                    other = json.loads(self.recipe("schemas/" + os.path.basename(schema[kind]["$ref"])))
                    self.assertEqual(schema[kind]["$ref"], other["$id"])
        for _, _, names in os.walk(os.path.join(self.out, "recipes")):
            self.assertFalse([name for name in names if re.search(r"@[A-Z0-9]+@", name)])


if __name__ == "__main__":
    unittest_main.main()
