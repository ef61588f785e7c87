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


def matches(pattern, path):
    """A pattern of SchemaStore's catalog: '**/' is any folders, '*' within a name."""
    parts = re.split(r"(\*\*/|\*)", pattern)
    meant = {"**/": "(.*/)?", "*": "[^/]*"}
    return re.fullmatch("".join(meant.get(part, re.escape(part)) for part in parts), path) is not None


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
        for _, _, names in os.walk(os.path.join(self.out, "recipes")):
            self.assertFalse([name for name in names if re.search(r"@[A-Z0-9]+@", name)])

    def test_schemas_are_those_that_schemastore_would_host(self):
        hosted = {}
        for path in glob.glob(os.path.join(self.out, "recipes/schemastore/src/schemas/json/*")):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            self.assertEqual(json.loads(text)["$id"], "https://www.schemastore.org/" + os.path.basename(path))
            hosted[json.loads(text)["$id"]] = text
        committed = run("git", "-C", ROOT, "ls-files", "*.schema.json").splitlines()
        texts = []
        for name in committed:
            with open(os.path.join(ROOT, name), encoding="utf-8") as file:
                texts.append(file.read())
        self.assertEqual(sorted(texts), sorted(hosted.values()))
        self.assertEqual({os.path.basename(url) for url in hosted},
                         {"gpujob-gpus-1.json", "gpujob-overlay-1.json", "gpujob-report-1.json", "gpujob-site-1.json",
                          "gpujob-site-file-1.json", "gpujob-workload-1.json"})
        entries = json.loads(self.recipe("schemastore/catalog.json"))["schemas"]
        self.assertEqual([entry["url"] for entry in entries], sorted(hosted))
        for entry in entries:  # what its cli.js asks of an entry
            self.assertEqual(entry["versions"], {"1": entry["url"]})
            self.assertNotRegex(entry["name"] + "\n" + entry["description"], r"(?im)schema|[,. \t-]$")
        self.assertEqual([entry["name"] for entry in entries], sorted({entry["name"] for entry in entries}))
        pages = set(re.findall(r'"\$ref": "([^#"]+)"', "".join(hosted.values())))
        told = json.loads(self.recipe("schemastore/schema-validation.json"))["options"]["gpujob-site-file-1.json"]
        self.assertEqual(pages, {f"https://www.schemastore.org/{name}" for name in told["externalSchema"]})

    def test_editors_find_the_schemas_of_files(self):
        places = {"/home/a/gpujob/": run("git", "-C", ROOT, "ls-files").splitlines()}
        prefix = self.unpacked("cli")
        places["/usr/"] = [
            os.path.relpath(os.path.join(folder, name), prefix)
            for folder, _, names in os.walk(prefix) for name in names]
        places["/home/a/.config/gpujob/"] = ["config.yaml", "profiles/sites/mine.yaml", "profiles/gpus.d/mine.yaml",
                                             "workloads/mine/workload.yaml", "workloads/mine/data.yaml"]
        patterns = {glob_pattern: os.path.basename(entry["url"])
                    for entry in json.loads(self.recipe("schemastore/catalog.json"))["schemas"]
                    for glob_pattern in entry.get("fileMatch", [])}
        wanted = {r"profiles/sites/\w+\.yaml": "gpujob-site-file-1.json", r"profiles/gpus\.yaml": "gpujob-gpus-1.json",
                  r"profiles/gpus\.d/\w+\.yaml": "gpujob-gpus-1.json",
                  r"(kernels/)?workloads/\w+/workload\.yaml": "gpujob-workload-1.json"}
        for place, names in places.items():
            kinds = set()
            for name in names:
                found = {schema for pattern, schema in patterns.items() if matches(pattern, place + name)}
                own = {schema for pattern, schema in wanted.items()
                       if re.fullmatch(r"(share/gpujob/)?" + pattern, name)}
                self.assertEqual(found, own, place + name)
                kinds |= own
            self.assertEqual(kinds, set(wanted.values()), place)


if __name__ == "__main__":
    unittest_main.main()
