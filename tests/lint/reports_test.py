#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""reports_test.py BUILD: what lint writes for other programs, held to the published formats: SARIF
2.1.0 (docs.oasis-open.org/sarif/sarif/v2.1.0), JUnit, patch(1), the hook file of pre-commit."""
import glob
import json
import os
import re
import stat
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "../support"))
import unittest_main  # noqa: E402

BUILD = os.path.abspath(sys.argv.pop(1))
WRONG = "#!/bin/bash\n#SBATCH -A hpc2n2025-151 -J ääni -t 5\n#SBATCH --mem=4.5G --gpus=L40S:1\n./a\n"


def lint(*words, cwd, text=None):
    return subprocess.run([os.path.join(BUILD, "bin/gpujob"), "lint", *words], cwd=cwd, text=True,
                          input=text, capture_output=True, check=False,
                          env={"HOME": cwd, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
                               "GPUJOB_TODAY": "2026-11-21"})


def write(path, text, mode=0o644):
    with open(path, "w", encoding="utf-8", newline="") as handle:
        handle.write(text)
    os.chmod(path, mode)


def read(path):
    with open(path, encoding="utf-8", newline="") as handle:
        return handle.read()


class Reports(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.home = scratch.name

    def path(self, name):
        return os.path.join(self.home, name)

    def check_sarif(self, document):
        """Sections 3.13, 3.14, 3.18, 3.19, 3.27, 3.28, 3.29 and 3.30: what must be there."""
        self.assertEqual(document["version"], "2.1.0")
        self.assertRegex(document["$schema"], "sarif-2.1.0")
        for run in document["runs"]:
            driver = run["tool"]["driver"]
            self.assertEqual(driver["name"], "gpujob")
            rules = [rule["id"] for rule in driver["rules"]]
            self.assertEqual(len(rules), len(set(rules)))
            for rule in driver["rules"]:
                self.assertTrue(rule["shortDescription"]["text"])
            self.assertIn(run["columnKind"], ("utf16CodeUnits", "unicodeCodePoints"))
            for result in run["results"]:
                self.assertIn(result["level"], ("none", "note", "warning", "error"))
                self.assertTrue(result["message"]["text"])
                if "ruleId" in result and result["ruleId"].startswith("gj"):
                    self.assertIn(result["ruleId"], rules)
                for location in result["locations"]:
                    place = location["physicalLocation"]
                    self.assertRegex(place["artifactLocation"]["uri"], r"^[-\w.~/%!$&'()*+,;=@]+$")
                    region = place.get("region", {"startLine": 1})
                    self.assertGreaterEqual(region["startLine"], 1)
                    self.assertGreaterEqual(region.get("startColumn", 1), 1)

    def test_sarif_has_what_the_standard_requires(self):
        write(self.path("my job.sh"), WRONG)
        write(self.path("none.sh"), "")
        done = lint("my job.sh", "none.sh", "missing.sh", "--site", "hpc2n", "--format", "sarif",
                    cwd=self.home)
        self.assertEqual((done.returncode, done.stderr), (3, ""))
        document = json.loads(done.stdout)
        self.check_sarif(document)
        found = [(one.get("ruleId"), place["artifactLocation"]["uri"], place.get("region"))
                 for one in document["runs"][0]["results"]
                 for place in [one["locations"][0]["physicalLocation"]]]
        self.assertIn(("gj126", "my%20job.sh", {"startLine": 3, "startColumn": 9}), found)
        self.assertIn((None, "missing.sh", None), found)

    def test_sarif_counts_characters(self):
        write(self.path("a.sh"), "#!/bin/bash\n#SBATCH -J ääni --mem=4.5G\n./a\n")
        results = {}
        for form in ("sarif", "json"):
            results[form] = json.loads(lint("a.sh", "--format", form, cwd=self.home).stdout)
        place = results["sarif"]["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual(place["region"], {"startLine": 2, "startColumn": 17})
        self.assertEqual(results["json"]["files"][0]["diagnostics"][0]["column"], 19)

    def test_the_fixes_of_sarif_make_what_fix_makes(self):
        """Sections 3.55 to 3.57: each region is replaced by its text, columns are characters."""
        text = "#!/bin/bash\n#SBATCH -A hpc2n2025-151 -J ää --mem=4.5G\n#SBATCH -t 5 --gpus=L40S:1\n./a\n"
        for name in ("one.sh", "two.sh"):
            write(self.path(name), text)
        document = json.loads(lint("one.sh", "--site", "hpc2n", "--format", "sarif", cwd=self.home).stdout)
        rows = text.split("\n")
        fixes = [fix for result in document["runs"][0]["results"] for fix in result.get("fixes", [])]
        self.assertGreaterEqual(len(fixes), 1)
        for fix in fixes:
            self.assertTrue(fix["description"]["text"])
            change, = fix["artifactChanges"]
            self.assertEqual(change["artifactLocation"]["uri"], "one.sh")
            one, = change["replacements"]
            region, row = one["deletedRegion"], one["deletedRegion"]["startLine"] - 1
            rows[row] = (rows[row][:region["startColumn"] - 1] + one["insertedContent"]["text"]
                         + rows[row][region["endColumn"] - 1:])
        lint("two.sh", "--site", "hpc2n", "--fix", cwd=self.home)
        self.assertEqual("\n".join(rows), read(self.path("two.sh")))
        self.assertNotEqual("\n".join(rows), text)

    def test_every_script_of_the_corpus_gives_sarif_and_junit(self):
        scripts = sorted(glob.glob(os.path.join(HERE, "gj*/*.sh")))
        done = lint(*scripts, "--site", "hpc2n", "--format", "sarif", cwd=self.home)
        self.check_sarif(json.loads(done.stdout))
        suite = self.junit(*scripts, "--site", "hpc2n")
        self.assertEqual(int(suite.get("tests")), len(scripts))

    def junit(self, *words):
        done = lint(*words, "--format", "junit", cwd=self.home)
        root = xml.etree.ElementTree.fromstring(done.stdout)
        self.assertEqual(root.tag, "testsuites")
        suite, = root
        self.assertEqual(suite.tag, "testsuite")
        cases = suite.findall("testcase")
        self.assertEqual(int(suite.get("tests")), len(cases))
        self.assertEqual(int(suite.get("failures")), len(suite.findall("testcase/failure")))
        for case in cases:
            self.assertTrue(case.get("name") and case.get("classname"))
        return suite

    def test_junit_has_one_case_per_script(self):
        write(self.path("a<b>.sh"), WRONG)
        write(self.path("good.sh"), "#!/bin/bash\n#SBATCH -A hpc2n2025-151 -t 5\n./a\n")
        suite = self.junit("a<b>.sh", "good.sh", "--site", "hpc2n")
        bad, good = suite.findall("testcase")
        self.assertEqual((bad.get("name"), good.get("name")), ("a<b>.sh", "good.sh"))
        self.assertIn("error: a<b>.sh:3:9: gj126 --mem: '4.5G'", bad.find("failure").get("message"))
        self.assertIsNone(good.find("failure"))
        self.assertEqual(suite.get("failures"), "1")

    def test_fix_keeps_mode_links_and_bytes(self):
        text = WRONG.replace("\n", "\r\n", 1).replace("./a", "\t./å \\\n  x") + "no end"
        write(self.path("real.sh"), text, 0o750)
        os.symlink("real.sh", self.path("job.sh"))
        lint("job.sh", "--site", "hpc2n", "--fix", cwd=self.home)
        self.assertEqual(read(self.path("real.sh")),
                         text.replace("4.5G", "4608M").replace("L40S", "l40s"))
        self.assertTrue(os.path.islink(self.path("job.sh")))
        self.assertEqual(stat.S_IMODE(os.stat(self.path("real.sh")).st_mode), 0o750)
        self.assertEqual(sorted(os.listdir(self.home)), [".cache", "job.sh", "real.sh"])
        before = os.stat(self.path("real.sh"))
        lint("job.sh", "--site", "hpc2n", "--fix", cwd=self.home)
        after = os.stat(self.path("real.sh"))
        self.assertEqual((before.st_ino, before.st_mtime_ns), (after.st_ino, after.st_mtime_ns))

    def test_patch_makes_of_a_diff_what_fix_makes(self):
        for name, end in (("a.sh", "\n"), ("b.sh", "")):
            for folder in ("one", "two"):
                os.makedirs(self.path(folder), exist_ok=True)
                write(self.path(f"{folder}/{name}"), WRONG.rstrip("\n") + "\n#SBATCH -n 1" + end)
        names = ["a.sh", "b.sh"]
        one, two = self.path("one"), self.path("two")
        diff = lint(*names, "--site", "hpc2n", "--diff", cwd=one)
        self.assertEqual(read(one + "/a.sh").count("4.5G"), 1, "--diff changes nothing")
        patch = "".join(re.findall(r"^(?:---|\+\+\+|@@|[-+\\]).*\n", diff.stdout, re.M))
        subprocess.run(["patch", "-s"], cwd=one, input=patch, text=True, check=True)
        lint(*names, "--site", "hpc2n", "--fix", cwd=two)
        for name in names:
            self.assertEqual(read(f"{one}/{name}"), read(f"{two}/{name}"))
            self.assertNotIn("4.5G", read(f"{one}/{name}"))

    def test_the_hook_of_pre_commit_runs(self):
        text = read(os.path.join(ROOT, ".pre-commit-hooks.yaml"))
        hook = dict(re.findall(r"^[- ] (\w+): (.*)$", text, re.M))
        self.assertTrue({"id", "name", "entry", "language"} <= set(hook), hook)
        self.assertEqual(hook["entry"], "gpujob lint")
        self.assertTrue(re.search(hook["files"], "jobs/train.sbatch"))
        self.assertFalse(re.search(hook["files"], "src/main.py"))
        write(self.path("a.sbatch"), WRONG)
        words = [word.strip() for word in hook["args"].strip("[]").split(",")]
        done = lint(*words, "a.sbatch", cwd=self.home)
        self.assertEqual(done.returncode, 3)
        self.assertIn("taken for hpc2n/kebnekaise", done.stderr)


if __name__ == "__main__":
    unittest_main.main()
