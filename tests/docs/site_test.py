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
from unittest import mock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
sys.path.insert(0, os.path.join(ROOT, "docs"))
import make_site  # noqa: E402
import unittest_main  # noqa: E402

BUILD = os.path.abspath(sys.argv.pop(1))


def asked(*words):
    return json.loads(make_site.gpujob(BUILD, *words, "--format", "json"))


def rows_of(path):
    """The rows of the table, without its head."""
    with open(path, encoding="utf-8") as handle:
        return [line.strip().strip("|").strip().split(" | ") for line in handle if line.startswith("| [")]


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
        rows = rows_of(path)
        listed = asked("site", "list")["sites"]
        wanted = [(f"`{site['site']}`", key) for site in listed for key in site["gpus"] or ["?"]
                  if site["site"] != "local"]
        self.assertEqual([(row[0].split()[-1], row[2]) for row in rows], wanted)
        self.assertGreater(len(wanted), 50)
        days = {f"`{site['site']}`": site["oldest_fact"] for site in listed if site["site"] != "local"}
        for row in rows:
            self.assertEqual(len(row), len(make_site.COLUMNS), row)
            self.assertRegex(row[8], r"\((\*\*)?\d{4}-\d\d-\d\d", "a fact without its day")
            self.assertIn(days[row[0].split()[-1]], row[9])
        known = [row for row in rows if "known only" in row[1]]
        self.assertEqual({row[0].split()[-1] for row in known},
                         {f"`{site['site']}`" for site in listed if site.get("known_only")})
        for row in known:
            self.assertRegex(row[6], r"^not documented \(missing: .*how to ask for GPUs", row)
        self.cells_say_what_profiles_do({(row[0].split()[-1].strip("`"), row[2]): row for row in rows})

    def cells_say_what_profiles_do(self, rows):
        """A row for each way to know a number, and for each kind of limit."""
        for site, key, number in (("c3se", "T4", "160"), ("pdc", "mi250x", "496"), ("n8cir", "gh200", "at most 5"),
                                  ("hpc2n", "a40", "?"), ("nsc", "t4", "?")):
            self.assertEqual(rows[site, key][5], number, site)
        for site, key, limit in (("uppmax", "l40s", "gpu: 2-00:00:00"),
                                 ("csc", "gh200", "gpularge: 1-12:00:00, 10 nodes"),
                                 ("cineca", "a100", "QOS boost_qos_lprod: 4-00:00:00, 3 nodes"),
                                 ("olcf", "mi250x", "allows 02:00:00 to jobs of 1 to 91 nodes"),
                                 ("nsc", "t4", "every job: 7-00:00:00")):
            self.assertIn(limit, rows[site, key][7])
        self.assertEqual(rows["pdc", "mi250x"][6], "`--nodes=N --ntasks-per-node=1`")

    def test_facts_of_long_ago_are_marked(self):
        day = "2099-01-01"
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {"GPUJOB_TODAY": day}):
            make_site.clusters(BUILD, folder)
            rows = rows_of(folder + "/sites.md")
        for row in rows:
            self.assertRegex(row[8], r"\(\*\*.*more than a year ago\*\*\)$")
            self.assertRegex(row[9], r"^\*\*.*more than a year ago\*\*$")

    def test_gpus_of_several_types_in_a_node_are_counted(self):
        nodes = [{"gpu": "a", "gpus": 2, "more_gpus": [{"gpu": "b", "gpus": 7}], "count": 3},
                 {"gpu": "b", "gpus": 1, "count_at_most": 4}, {"gpu": "c", "gpus": 1}]
        self.assertEqual([make_site.number_of({"nodes": nodes}, {"key": key}) for key in "abcd"],
                         ["6", "at most 25", "?", "?"])

    def schemas(self):
        """Those that `gpujob version` lists, but `site`, which is the page `profile`, and `setting`,
        which never leaves the program."""
        return set(asked("version")["schemas"]) - {"site", "setting"}

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
