#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""pictures_test.py BUILD: what the recorded terminal shows is what the commands print today, and the
pictures of README are small."""
import glob
import html
import os
import re
import shutil
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
sys.path.insert(0, os.path.join(ROOT, "docs"))
sys.dont_write_bytecode = True
import pictures  # noqa: E402
import unittest_main  # noqa: E402

BUILD = os.path.abspath(sys.argv.pop(1))
MEASURED = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{26}\b|\d+(\.\d+)?( (ns|µs|ms|s)\b)?")


def steady(line):
    """Without run ids, numbers and how wide they made the columns."""
    return " ".join(MEASURED.sub("#", line).split())


def shown():
    """The lines of the picture below each command."""
    with open(os.path.join(pictures.PICTURES, "terminal.svg"), encoding="utf-8") as handle:
        texts = [html.unescape(re.sub("<[^>]*>", "", text))
                 for text in re.findall("<text [^>]*>(.*?)</text>", handle.read())]
    found = {}
    for text in texts:
        if text.startswith("$ "):
            found[text[2:]] = lines = []
        else:
            lines.append(text)
    return found


class Pictures(unittest.TestCase):
    @unittest.skipUnless(shutil.which("slurmctld"), "no Slurm is installed here")
    def test_the_terminal_shows_what_the_commands_print_today(self):
        old = shown()
        self.assertEqual(list(old), [command for command, _ in pictures.COMMANDS])
        for (command, screen), (_, kept) in zip(pictures.recorded(BUILD), pictures.COMMANDS):
            new = [steady("".join(character for character, _ in line)) for line in screen if line]
            expected = [steady(line) for line in old[command]]
            with self.subTest(command=command):
                if kept == "same":
                    self.assertEqual(new, expected)
                elif kept == "end":
                    self.assertEqual(new[-1], expected[-1])
                else:
                    labels = [line for line in expected if "#" not in line]
                    self.assertGreater(len(labels), 3)
                    self.assertEqual([line for line in labels if line not in new], [])

    def test_the_pictures_are_small_and_shown(self):
        with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as handle:
            readme = handle.read()
        found = [os.path.relpath(path, ROOT) for path in glob.glob(pictures.PICTURES + "/*")]
        self.assertEqual(len(found), 2)
        for path in found:
            self.assertIn(f"]({path})", readme)
            self.assertLess(os.path.getsize(os.path.join(ROOT, path)), 150_000, path)


if __name__ == "__main__":
    unittest_main.main()
