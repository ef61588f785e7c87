# SPDX-License-Identifier: MIT
"""A backend, added to a copy of the sources by the steps of CONTRIBUTING.md, is there: CMake finds its folder, gpujob and
one program of it are built and run, and the report names it.

usage: backend_test.py SOURCE_DIRECTORY COPY CMAKE
COPY is kept, so that the next time only what has changed is compiled.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

SOURCE, COPY, CMAKE = sys.argv[1:4]
TREE, BUILD, HOME = (os.path.join(COPY, name) for name in ("tree", "build", "home"))
sys.path[:0] = [os.path.join(SOURCE, "tests", folder) for folder in ("docs", "contract")]
from blocks import blocks  # noqa: E402
import made_test  # noqa: E402

WORKLOAD = "kernels/workloads/add_one/workload.yaml"
NEEDED = ("CMakeLists.txt", "README.md", "LICENSE", "cli", "cmake", "docs", "kernels", "packaging", "profiles", "templates")


def contents():
    """Each file of the sources that the program is built of, with the backend in it."""
    files = {}
    for top in NEEDED:
        paths = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(SOURCE, top)) for name in names]
        for path in paths or [os.path.join(SOURCE, top)]:
            if "__pycache__" not in path and not os.path.islink(path):
                with open(path, "rb") as file:
                    files[os.path.relpath(path, SOURCE)] = file.read()
    steps = [block for block in blocks(os.path.join(SOURCE, "CONTRIBUTING.md")) if block.title.startswith("kernels/")]
    assert len(steps) == 3, [block.title for block in steps]
    for block in steps:
        name, _, after = block.title.partition(", after ")
        lines = files[name].decode().splitlines(keepends=True) if after else []
        place = next((n for n, line in enumerate(lines, 1) if after in line), None)
        assert bool(place) == bool(after), f"'{after}' is not in {name}"
        files[name] = "".join([*lines[:place], block.text, *lines[place or 0:]]).encode()
    files[WORKLOAD] = re.sub(rb"backends: \[cpu, ", rb"backends: [cpu, plain, ", files[WORKLOAD])
    return files


def write_copy():
    files = contents()
    for folder, _, names in os.walk(TREE):
        for name in names:
            if os.path.relpath(os.path.join(folder, name), TREE) not in files:
                os.remove(os.path.join(folder, name))
    for name, content in files.items():
        path = os.path.join(TREE, name)
        if os.path.exists(path):
            with open(path, "rb") as file:
                if file.read() == content:
                    continue
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
        shutil.copymode(os.path.join(SOURCE, name) if os.path.exists(os.path.join(SOURCE, name)) else __file__, path)


def said(*words, status=0):
    environment = {**{key: value for key, value in os.environ.items() if not key.startswith("GPUJOB_")},
                   "HOME": HOME, "GPUJOB_HOME": os.path.join(HOME, "runs"), "GPUJOB_LAST_CACHE_MIB": "4",
                   "CCACHE_DIR": os.environ.get("CCACHE_DIR", os.path.expanduser("~/.cache/ccache")),
                   "CCACHE_BASEDIR": COPY, "CCACHE_NOHASHDIR": "1"}
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, env=environment)
    assert done.returncode == status, (words, done.returncode, done.stdout[-3000:])
    return done.stdout


def gpujob(*words, status=0):
    return said(os.path.join(BUILD, "bin/gpujob"), *words, status=status)


class Backend(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        write_copy()
        shutil.rmtree(HOME, ignore_errors=True)
        os.makedirs(HOME)
        cls.configured = said(CMAKE, "-S", TREE, "-B", BUILD, "-G", "Ninja", "-DGPUJOB_CUDA=OFF", "-DGPUJOB_HIP=OFF",
                              "-DGPUJOB_OPTIMIZATION=-O0", "-DGPUJOB_UNITY=LIBRARY")
        said(CMAKE, "--build", BUILD, "-j2", "--target", "gpujob", "add_one_plain_description")

    def test_the_build_finds_the_folder(self):
        self.assertRegex(self.configured, r"(?m)^--   plain: +as cpu, not optimised$")
        with open(os.path.join(BUILD, "libexec/gpujob/add_one.plain.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["backend"], "plain")

    def test_the_compiler_call_of_the_manifest_is_that_of_the_table_and_works(self):
        made_test.check_calls(TREE)
        self.assertIn("g++ built plain in one call", said(sys.executable, "-B", os.path.join(
            SOURCE, "tests/kernels/one_call_test.py"), "plain", os.path.join(TREE, "kernels"), "add_one"))

    def test_gpujob_knows_it(self):
        self.assertIn("plain", json.loads(gpujob("version", "--format", "json"))["backends"])
        self.assertIn("cpu, plain, cuda", " ".join(gpujob("submit", "--help").split()))
        words = gpujob("complete", "--", "submit", "add_one", "--backend", "pl")
        self.assertEqual(words.split("\t")[0].strip(), "plain")
        gpujob("workload", "check", os.path.join(TREE, os.path.dirname(WORKLOAD)))

    def test_a_run_of_it_has_a_report_that_names_it(self):
        gpujob("submit", "add_one", "--site", "local", "--backend", "plain", "--size", "small")
        gpujob("wait", "last")
        (one,) = json.loads(gpujob("report", "last", "--format", "json"))["reports"]
        report = one["report"]
        self.assertEqual((report["backend"], report["answer"]["valid"]), ("plain", True))
        self.assertIsNone(report["run"]["stand_in_for"])
        self.assertIn("plain", gpujob("compare", "add_one", "--by", "backend"))

    def test_what_is_made_of_the_table_has_it(self):
        table = made_test.read(os.path.join(TREE, "kernels/contract/backends.h"))
        self.assertIn('    "plain": "compiled",\n', made_test.twins(table, {"properties": {}}))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
