#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""contributing_test.py BUILD: does what CONTRIBUTING.md says, in a scratch folder: a site and a
workload are added and used, then a rule and a command are added to a copy of the sources, which is
built from the build tree's objects with the units that changed, and both are seen in the program. Adding a backend is
executed by tests/contract/backend_test.py."""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

from blocks import blocks, environment, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GUIDE = os.path.join(ROOT, "CONTRIBUTING.md")
BUILD = os.path.abspath(sys.argv.pop(1))
UNITS = {"lint": "cli/lint/rules.cc", "command": "cli/command/program/table.cc"}  # changed ones


def write_titled(folder):
    """Writes the files that the guide shows; `PATH, after TEXT` adds lines behind that line."""
    written = []
    for block in blocks(GUIDE):
        name, _, after = block.title.partition(", after ")
        path = os.path.join(folder, name)
        if not name.startswith("cli/"):
            continue
        if after:
            with open(path, encoding="utf-8") as handle:
                lines = handle.readlines()
            place = [number for number, line in enumerate(lines) if after in line]
            lines.insert(place[0] + 1, block.text)
            text = "".join(lines)
        else:
            text = block.text
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as handle:
            handle.write(text)
        written.append(name)
    return written


def compile_command(source):
    """The build's command for a source, and its unit where several are compiled as one."""
    path = os.path.join(ROOT, source)
    with open(os.path.join(BUILD, "compile_commands.json"), encoding="utf-8") as handle:
        entries = json.load(handle)
    for entry in entries:
        if not os.path.exists(entry["file"]):
            continue
        with open(entry["file"], encoding="utf-8") as handle:
            if entry["file"] == path or \
                    ("/Unity/" in entry["file"] and f'"{path}"' in handle.read()):
                return entry
    raise LookupError(f"{source} is in no unit of {BUILD}")


class Copy:
    """A copy of the sources of the command line that is linked from the build's archives."""

    def __init__(self, folder):
        self.folder = folder
        shutil.copytree(os.path.join(ROOT, "cli"), os.path.join(folder, "cli"))
        self.archives = {}

    def compile(self, entry, source, output):
        words = shlex.split(entry["command"])
        words[words.index("-o") + 1] = output
        words[words.index("-c") + 1] = source
        words = [word.replace(ROOT + "/cli", self.folder + "/cli") for word in words] + ["-O0"]
        subprocess.run(words, cwd=entry["directory"], check=True)

    def rebuild(self, library, changed, added):
        """The archive of a library with the unit of `changed` compiled anew, and a file more."""
        entry = compile_command(changed)
        unit = os.path.join(self.folder, library + "_unit.cc")
        with open(entry["file"], encoding="utf-8") as handle:
            text = handle.read().replace(ROOT + "/cli", self.folder + "/cli")
        with open(unit, "w", encoding="utf-8") as handle:
            handle.write(text if "/Unity/" in entry["file"] else
                         f'#include "{os.path.join(self.folder, changed)}"\n')
        member = os.path.basename(re.search(r"-o (\S+)", entry["command"]).group(1))
        self.compile(entry, unit, os.path.join(self.folder, member))
        self.compile(entry, os.path.join(self.folder, added), os.path.join(self.folder, "added_" + member))
        archive = os.path.join(self.folder, f"libgpujob_{library}.a")
        shutil.copy(os.path.join(BUILD, "cli", os.path.basename(archive)), archive)
        subprocess.run(["ar", "r", archive, member, "added_" + member], cwd=self.folder, check=True)
        self.archives[f"cli/{os.path.basename(archive)}"] = archive

    def link(self, program):
        said = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", "-s", "bin/gpujob"],
                              capture_output=True, text=True, check=True).stdout
        command = [line for line in said.splitlines() if " -o bin/gpujob " in line][-1]
        words = [self.archives.get(word, word) for word in shlex.split(command)]
        words = words[words.index("&&") + 1:]
        words = [word for word in words[:words.index("&&")] if "-Map" not in word]
        words[words.index("-o") + 1] = program
        subprocess.run(words, cwd=BUILD, check=True)


class Guide(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_a_site_and_a_workload_need_no_compiler(self):
        write_titled_data(self.folder)
        console = [block for block in blocks(GUIDE, "console") if "cmake" not in block.text]
        self.assertEqual(len(console), 2)
        for block in console:
            self.assertIsNone(run(block, self.folder, environment(self.folder, BUILD)))

    def test_a_rule_and_a_command_are_a_file_and_a_line(self):
        copy = Copy(self.folder)
        written = write_titled(self.folder)
        added = [name for name in written if not os.path.exists(os.path.join(ROOT, name))]
        for library, changed in UNITS.items():
            new = [name for name in added if name.startswith(f"cli/{library}/")]
            self.assertEqual(len(new), 1, f"one new file of {library}")
            copy.rebuild(library, changed, new[0])
        os.makedirs(os.path.join(self.folder, "build/bin"))
        copy.link(os.path.join(self.folder, "build/bin/gpujob"))
        variables = environment(self.folder, os.path.join(self.folder, "build"),
                                GPUJOB_DATA_DIR=os.path.join(BUILD, "share/gpujob"))
        last = blocks(GUIDE, "console")[-1].steps()
        self.assertTrue(last[0][0].startswith("cmake "))
        said = [subprocess.run(["bash", "-c", command], cwd=self.folder, env=variables, check=True,
                               capture_output=True, text=True).stdout for command, _ in last[1:]]
        self.assertEqual(said[0], "3\n")
        self.assertIn("the job has no comment", said[1])
        script = os.path.join(self.folder, "job.sh")
        with open(script, "w", encoding="utf-8") as handle:
            handle.write("#!/bin/bash\n#SBATCH --gpus=1\n")
        lint = subprocess.run(["gpujob", "lint", "--site", "hpc2n", script], env=variables, check=False,
                              executable=os.path.join(self.folder, "build/bin/gpujob"),
                              capture_output=True, text=True)
        self.assertIn("gj199 no comment", lint.stdout + lint.stderr)


def write_titled_data(folder):
    for block in blocks(GUIDE, "yaml"):
        if not block.title.startswith("mine/"):
            continue
        path = os.path.join(folder, block.title)
        os.makedirs(os.path.dirname(path))
        with open(path, "w", encoding="utf-8") as handle:
            handle.write(block.text)


if __name__ == "__main__":
    unittest.main()
