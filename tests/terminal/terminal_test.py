#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""terminal_test.py BUILD: what gpujob shows on a terminal of 60, 80 and 120 columns (tmux), beside
what it writes into a pipe: tables fit and break no word, colours obey NO_COLOR, a dry run is folded,
waiting is seen, and a pipe gets all of it plain."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata
import unittest

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
WIDTHS = (60, 80, 120)
TABLES = ("site list", "site show hpc2n", "site show nsc", "site show uppmax --gpu l40s", "codes",
          "workload list", "workload show integrate2d", "codes gj103",
          "plan integrate2d --site hpc2n --gpu l40s -A hpc2n2026-001 --explain")
DRY_RUN = "submit integrate2d --site hpc2n --gpu l40s -A hpc2n2026-001 --dry-run"
ESCAPE = re.compile("\033\\[[0-9;]*m")


def width(line):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else not unicodedata.combining(c)
               for c in line)


class Terminal:
    """A shell in a tmux of its own."""

    def __init__(self, columns, environment):
        self.root = tempfile.mkdtemp(prefix="gpujob-terminal-", dir="/tmp")
        self.base = ["tmux", "-S", self.root + "/socket", "-f", "/dev/null"]
        self.environment = environment
        self.tmux("new-session", "-d", "-x", str(columns), "-y", "900",
                  "bash --norc --noprofile")
        self.count = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tmux("kill-server")
        shutil.rmtree(self.root, ignore_errors=True)

    def tmux(self, *words):
        return subprocess.run(self.base + list(words), env=self.environment, check=True, text=True,
                              capture_output=True, timeout=120).stdout

    def keys(self, *words):
        self.tmux("send-keys", *words)

    def screen(self, *options):
        return self.tmux("capture-pane", "-p", *options)

    def wait_for(self, pattern, *options):
        end = time.monotonic() + 120
        while time.monotonic() < end:
            text = self.screen(*options)
            if re.search(pattern, text, re.MULTILINE):
                return text
            time.sleep(0.05)
        raise AssertionError(f"'{pattern}' does not come:\n{text.strip()}")

    def run(self, line, *options):
        """What is on the screen after a command, without the lines around it. Lines that the
        terminal wrapped are joined again, so that they are too wide."""
        self.count += 1
        self.keys(f"clear; {line}; echo; echo END{self.count}'-'$?", "Enter")
        text = self.wait_for(rf"END{self.count}-", "-J", *options)
        # "clear" leaves the command line above only while it is typed.
        return text[:text.index(f"END{self.count}-")].rstrip("\n") + "\n"


class OnATerminal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.mkdtemp(prefix="gpujob-home-", dir="/tmp")
        cls.environment = {
            "PATH": f"{BUILD}/bin:{SOURCE}/tests/fake_slurm:/usr/bin:/bin", "HOME": cls.home,
            "USER": "ada", "LC_ALL": "C.UTF-8", "TERM": "screen-256color", "TZ": "UTC", "PS1": "",
            "GPUJOB_TODAY": "2026-11-21", "FAKE_SLURM_DIR": cls.home,
            "GPUJOB_DATA_DIR": f"{BUILD}/share/gpujob", "GPUJOB_LIBEXEC": f"{BUILD}/libexec/gpujob"}

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.home, ignore_errors=True)

    def piped(self, line):
        done = subprocess.run([f"{BUILD}/bin/gpujob"] + line.split(), env=self.environment, check=False,
                              text=True, capture_output=True, timeout=60)
        return done.stdout

    def test_tables_fit_and_break_no_word(self):
        for columns in WIDTHS:
            with Terminal(columns, self.environment) as terminal:
                for line in TABLES:
                    plain = self.piped(line)
                    self.assertNotIn("\033", plain)
                    shown = terminal.run(f"gpujob {line} 2>/dev/null")
                    words = plain.split()
                    with self.subTest(columns=columns, line=line):
                        # All that the pipe got, word by word, and nothing cut.
                        self.assertEqual(sorted(set(words) - set(shown.split())), [])
                        # Prose is the terminal's to wrap; a row of a table has its gaps.
                        for text in shown.splitlines():
                            longest = max(map(width, text.split()), default=0)
                            if "  " in text.strip() and ":" not in text[:24] \
                                    and longest < columns - 24:
                                self.assertLessEqual(width(text.rstrip()), columns, text)

    def test_lines_are_no_wider_than_the_terminal(self):
        for columns in WIDTHS:
            with Terminal(columns, self.environment) as terminal:
                for line in ("site list", "codes", "workload list"):
                    for text in terminal.run(f"gpujob {line}").splitlines():
                        self.assertLessEqual(width(text.rstrip()), columns, text)

    def test_a_pipe_gets_tables_of_any_width(self):
        self.assertGreater(max(map(width, self.piped("site show nsc").splitlines())), 120)

    def test_colours_obey_no_color(self):
        with Terminal(80, self.environment) as terminal:
            red = terminal.run("gpujob site show nowhere", "-e")
            self.assertRegex(red, "\033\\[31merror\033\\[(0|39)m: ")
            self.assertIn("\033[32mactive", terminal.run("gpujob site list", "-e"))
            plain = terminal.run("NO_COLOR=1 gpujob site show nowhere", "-e")
            self.assertIn("error: ", plain)
            self.assertIsNone(ESCAPE.search(plain))
            self.assertIsNone(ESCAPE.search(terminal.run("NO_COLOR=1 gpujob site list", "-e")))
            self.assertIsNone(ESCAPE.search(terminal.run("gpujob site list | cat", "-e")))

    def test_a_dry_run_is_folded_on_a_terminal_only(self):
        with Terminal(120, self.environment) as terminal:
            folded = terminal.run(f"gpujob {DRY_RUN}")
            self.assertRegex(folded, r"# \d+ lines hidden: stop, .*; --full shows them")
            self.assertIn("#SBATCH --constraint=l40s", folded)
            self.assertIn("module load", folded)
            self.assertNotIn("trap - EXIT", folded)
            whole = self.piped(DRY_RUN)
            self.assertIn("trap - EXIT", whole)
            self.assertNotIn("lines hidden", whole)
            full = terminal.run(f"gpujob {DRY_RUN} --full").split()
            self.assertEqual([word for word in whole.split() if word not in full], [])

    def test_waiting_is_seen_and_leaves_nothing(self):
        with Terminal(80, self.environment) as terminal:
            sent = terminal.run("gpujob submit integrate2d --site hpc2n --here --backend cpu "
                                "-A hpc2n2026-001")
            self.assertRegex(sent, "run 0[0-9A-Z]{25} is job")
            terminal.keys("clear; gpujob wait last --timeout 4s; echo END'-'$?", "Enter")
            terminal.wait_for(r"^waiting for 1 run \(\d+ s\)$")
            self.assertNotIn("waiting for", terminal.wait_for("^END-8"))


if __name__ == "__main__":
    if not shutil.which("tmux"):
        print("SKIPPED: tmux is not installed")
        sys.exit(77)
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=1)
