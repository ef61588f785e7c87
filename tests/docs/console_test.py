#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""console_test.py BUILD: runs every `console` block of README.md and docs/, file by file in a home of
its own, where a sandbox of HPC2N is this machine's Slurm; and follows every relative link."""
import glob
import os
import re
import subprocess
import sys
import tempfile
import unittest

from blocks import blocks, environment, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import unittest_main  # noqa: E402

BUILD = os.path.abspath(sys.argv.pop(1))
DOCUMENTS = [os.path.join(ROOT, name) for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md",
                                                   "CHANGELOG.md")]
DOCUMENTS += sorted(glob.glob(os.path.join(ROOT, "docs/*.md")))
ELSEWHERE = {"CONTRIBUTING.md": "docs.contributing", "own-workload.md": "kernels.own_workload",
             "lesson.md": "kernels.lesson"}
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


class Documents(unittest.TestCase):
    def test_console_blocks_do_what_they_say(self):
        executed = 0
        for path in DOCUMENTS:
            found = blocks(path, "console")
            if not found or os.path.basename(path) in ELSEWHERE:
                continue
            executed += len(found)
            with self.subTest(document=os.path.basename(path)), tempfile.TemporaryDirectory() as home:
                self.execute(found, home)
        print(f"{executed} console blocks were executed here; those of {', '.join(ELSEWHERE)} by "
              f"{', '.join(ELSEWHERE.values())}")
        self.assertGreater(executed, 5)

    def execute(self, found, home):
        variables = environment(home, BUILD)
        sandbox = any("--site hpc2n" in block.text for block in found)
        try:
            if sandbox:
                up = subprocess.run(["gpujob", "sandbox", "up", "--site", "hpc2n"], env=variables,
                                    executable=os.path.join(BUILD, "bin/gpujob"), capture_output=True,
                                    text=True, check=False)
                if up.returncode == 4:
                    self.skipTest("no Slurm is installed here: " + up.stderr)
                self.assertEqual(up.returncode, 0, up.stderr)
            for block in found:
                self.assertIsNone(run(block, home, variables))
        finally:
            if sandbox:
                subprocess.run([os.path.join(BUILD, "bin/gpujob"), "sandbox", "down", "--all"], env=variables,
                               capture_output=True, check=False)

    def test_a_block_that_prints_something_else_is_found(self):
        with tempfile.TemporaryDirectory() as home:
            path = os.path.join(home, "a.md")
            for text, wrong in (("$ echo a\na\n", False), ("$ echo a\nb\n", True), ("$ false\n", True),
                                ("$ printf 'a\\nb\\nc\\n'\na\n...\nc\n", False)):
                with open(path, "w", encoding="utf-8") as file:
                    file.write("```console\n" + text + "```\n")
                self.assertEqual(run(blocks(path)[0], home, environment(home, BUILD)) is not None, wrong)

    def test_links_lead_to_files(self):
        for path in DOCUMENTS:
            with open(path, encoding="utf-8") as file:
                text = re.sub(r"```.*?```", "", file.read(), flags=re.S)
            for target in LINK.findall(text):
                if re.match(r"https?:", target):
                    continue
                with self.subTest(document=path, target=target):
                    self.assertTrue(os.path.exists(os.path.join(os.path.dirname(path), target)))

    def test_the_readme_is_short_and_names_the_two_commands_early(self):
        with open(DOCUMENTS[0], encoding="utf-8") as file:
            text = file.read()
        self.assertLessEqual(len(text.split()), 1000)
        self.assertIn("./dev demo", text[:2500])
        self.assertIn("./dev test", text[:2500])


if __name__ == "__main__":
    unittest_main.main()
