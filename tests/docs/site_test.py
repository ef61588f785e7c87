#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""site_test.py BUILD: makes the static site; mkdocs is strict about links between pages. Every site,
workload, manual page and schema has its page, and the picture of the rooms is that of the table."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import unittest_main  # noqa: E402

BUILD = os.path.abspath(sys.argv.pop(1))


def stems(pattern):
    return {os.path.basename(path).split(".")[0] for path in glob.glob(os.path.join(ROOT, pattern))}


class Site(unittest.TestCase):
    def test_the_picture_of_the_rooms_is_made_from_the_table(self):
        made = subprocess.run([sys.executable, "-B", os.path.join(ROOT, "docs/rooms.py")],
                              capture_output=True, text=True, check=True).stdout
        with open(os.path.join(ROOT, "docs/rooms.svg"), encoding="utf-8") as handle:
            self.assertEqual(handle.read(), made, "docs/rooms.py docs/rooms.svg writes it anew")

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is not installed")
    def test_every_subject_has_its_page(self):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "source")
            subprocess.run([sys.executable, "-B", os.path.join(ROOT, "docs/make_site.py"), BUILD, out],
                           check=True)
            pages = {name: {os.path.basename(path)[:-3] for path in glob.glob(f"{out}/{name}/*.md")}
                     for name in ("sites", "workloads", "manual", "formats")}
            self.assertEqual(pages["sites"], stems("profiles/sites/*.yaml"))
            self.assertEqual(pages["workloads"],
                             {os.path.basename(os.path.dirname(path)) for path in
                              glob.glob(os.path.join(ROOT, "kernels/workloads/*/README.md"))})
            self.assertEqual(pages["formats"], stems("profiles/schema/*.schema.json") | self.schemas())
            self.assertLess({"gpujob", "gpujob-submit", "gpujob-profile"}, pages["manual"])
            with open(f"{out}/sites/hpc2n.md", encoding="utf-8") as handle:
                text = handle.read()
            self.assertIn("l40s", text)
            self.assertIn("https://www.hpc2n.umu.se/documentation/batchsystem/policies", text)
            self.every_gpu_type_is_in_the_table(f"{out}/sites.md")
            if not shutil.which("mkdocs"):
                self.skipTest("mkdocs is not installed")
            subprocess.run(["mkdocs", "build", "-q", "-f", out + ".yml"], check=True)
            self.no_link_is_broken(out + "-site")

    def every_gpu_type_is_in_the_table(self, path):
        with open(path, encoding="utf-8") as handle:
            rows = [line.split(" | ") for line in handle if line.startswith("| [")]
        listed = subprocess.run([os.path.join(BUILD, "bin/gpujob"), "site", "list", "--format", "json"],
                                capture_output=True, text=True, check=True).stdout
        wanted = [(f"`{site['site']}`", key) for site in json.loads(listed)["sites"] for key in site["gpus"]]
        self.assertEqual([(row[0].split()[-1], row[2]) for row in rows], wanted)
        self.assertGreater(len(wanted), 40)
        for row in rows:
            self.assertEqual(len(row), 9, row)
            self.assertRegex(row[8], r"\(\d{4}-\d\d-\d\d\) \|$", "a fact without its day")

    def schemas(self):
        """Those that `gpujob version` lists, but `site`, which is the page `profile`, and `setting`,
        which never leaves the program."""
        said = subprocess.run([os.path.join(BUILD, "bin/gpujob"), "version", "--format", "json"],
                              capture_output=True, text=True, check=True).stdout
        return set(json.loads(said)["schemas"]) - {"site", "setting"}

    def no_link_is_broken(self, site):
        html = glob.glob(site + "/**/*.html", recursive=True)
        self.assertGreater(len(html), 40)
        for path in html:
            with open(path, encoding="utf-8") as handle:
                for target in re.findall(r'(?:href|src)="([^"#:]+)(?:#[^"]*)?"', handle.read()):
                    if os.path.basename(path) != "404.html":
                        self.assertTrue(os.path.exists(os.path.join(os.path.dirname(path), target)),
                                        f"{path}: {target}")


if __name__ == "__main__":
    unittest_main.main()
