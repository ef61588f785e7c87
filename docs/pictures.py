#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""pictures.py BUILD: makes the pictures of README from real runs in a home of their own:
docs/pictures/terminal.svg, what the commands below print on a terminal, and
docs/pictures/comparison.png, the page of `gpujob compare --format html` in chromium."""
import fcntl
import html
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PICTURES = os.path.join(ROOT, "docs/pictures")
HPC2N = "--site hpc2n --gpu l40s -A hpc2n2025-151"
REQUEST = "sed -n 4,7p"  # the lines of a script that ask for nodes and GPUs
# What docs.pictures holds each against: `same` but for numbers, its last line (`end`), or the lines
# without a number (`labels`).
COMMANDS = [("gpujob submit integrate2d --site hpc2n --gpu l40 -A hpc2n2025-151", "same"),
            (f"gpujob script integrate2d {HPC2N} | {REQUEST}", "same"),
            (f"gpujob script integrate2d --site uppmax --gpu l40s -A uppmax2025-2-393 | {REQUEST}", "same"),
            (f"gpujob submit integrate2d {HPC2N} --size small", "same"),
            ("gpujob wait last", "end"),
            ("gpujob report last", "labels")]
COLUMNS = 110
ADVANCE, LINE = 8.4, 19  # of a character, in pixels
COLOURS = {"31": "#ff9a8f", "32": "#7fdc9a", "33": "#f0cd6a", "34": "#8fb8ff", "35": "#e0a6f0",
           "36": "#7fd7e0", "90": "#a9b4c2"}


class Screen:
    """The lines that a terminal shows: each a list of (character, style)."""

    def __init__(self):
        self.lines, self.column, self.style = [[]], 0, ""

    def put(self, text):
        for escape, character in re.findall(r"\033\[([\d;?]*[A-Za-z])|(.)", text, re.S):
            if escape.endswith("m"):
                self.style = {"": "", "0": ""}.get(escape[:-1], self.style + " " + escape[:-1])
            elif escape.endswith("K"):
                del self.lines[-1][0 if escape == "2K" else self.column:]
            elif character == "\n":
                self.lines.append([])
                self.column = 0
            elif character == "\r":
                self.column = 0
            elif character:
                self.write(character)

    def write(self, character):
        if self.column == COLUMNS:
            self.lines.append([])
            self.column = 0
        self.lines[-1][self.column:self.column + 1] = [(character, self.style)]
        self.column += 1


def on_a_terminal(command, environment):
    """What a command prints on a terminal of COLUMNS."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    with subprocess.Popen(["bash", "-c", command], stdin=its, stdout=its, stderr=its, env=environment,
                          start_new_session=True) as process:
        os.close(its)
        said = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            said += part
        process.wait()
    os.close(ours)
    return said.decode().replace(environment["HOME"], "~")


def environment(build, home):
    return {"HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8",
            "PATH": os.path.join(build, "bin") + ":/usr/bin:/bin:/usr/sbin:/sbin"}


def recorded(build):
    """[command, screen] of each command, with a sandbox of HPC2N as this machine's Slurm."""
    with tempfile.TemporaryDirectory() as home:
        variables = environment(build, home)
        gpujob = os.path.join(build, "bin/gpujob")
        subprocess.run([gpujob, "sandbox", "up", "--site", "hpc2n"], env=variables, check=True,
                       capture_output=True)
        try:
            screens = []
            for command, _ in COMMANDS:
                screen = Screen()
                screen.put(on_a_terminal(command, variables))
                screens.append((command, screen.lines[:-1] if not screen.lines[-1] else screen.lines))
            return screens
        finally:
            subprocess.run([gpujob, "sandbox", "down"], env=variables, check=True, capture_output=True)


def spans(line):
    """A line as SVG: one span per style."""
    out, start = [], 0
    for end in range(1, len(line) + 1):
        if end < len(line) and line[end][1] == line[start][1]:
            continue
        text = html.escape("".join(character for character, _ in line[start:end]), quote=False)
        codes = ";".join(line[start][1].split()).split(";")
        fill = next((COLOURS[code] for code in codes if code in COLOURS), None)
        marks = (f' fill="{fill}"' if fill else "") + (' font-weight="bold"' if "1" in codes else "")
        out.append(f"<tspan{marks}>{text}</tspan>" if marks else text)
        start = end
    return "".join(out)


def terminal_svg(screens):
    rows = []
    for command, lines in screens:
        rows.append([(character, "32" if index < 2 else "1") for index, character in
                     enumerate("$ " + command)])
        rows += lines + [[]]
    rows = [row[start:start + COLUMNS] for row in rows
            for start in range(0, max(len(row), 1), COLUMNS)][:-1]
    width, height = int(COLUMNS * ADVANCE) + 32, len(rows) * LINE + 32
    texts = "".join(f'<text x="16" y="{16 + LINE * number + 14}" '
                    f'textLength="{len(row) * ADVANCE:.1f}">{spans(row)}</text>\n'
                    for number, row in enumerate(rows) if row)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
            'aria-labelledby="title" font-family="ui-monospace, \'DejaVu Sans Mono\', monospace" '
            'font-size="14" fill="#e6ebf2" xml:space="preserve">\n'
            '<title id="title">gpujob on a terminal: a refusal, two dialects, a job and its report</title>\n'
            f'<rect width="{width}" height="{height}" rx="8" fill="#18202b"/>\n{texts}</svg>\n')


def write_comparison(build, path):
    """Ten runs of three variants on this machine, compared, as the page shows it."""
    with tempfile.TemporaryDirectory() as home:
        variables = environment(build, home)

        def gpujob(*words):
            return subprocess.run([os.path.join(build, "bin/gpujob"), *words], env=variables, check=True,
                                  stdout=subprocess.PIPE).stdout

        gpujob("submit", "integrate2d", "--site", "local", "--size", "small", "--runs", "10",
               "--sweep", "variant=libm,poly,rotate")
        gpujob("wait", "last")
        gpujob("status")
        page = os.path.join(home, "comparison.html")
        with open(page, "wb") as handle:
            handle.write(gpujob("compare", "integrate2d", "--by", "variant", "--format", "html"))
        subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                        "--disable-dev-shm-usage", "--window-size=1060,1070", "--screenshot=" + path,
                        "file://" + page], env=variables, check=True, capture_output=True)


if __name__ == "__main__":
    BUILD = os.path.abspath(sys.argv[1])
    with open(os.path.join(PICTURES, "terminal.svg"), "w", encoding="utf-8") as file:
        file.write(terminal_svg(recorded(BUILD)))
    write_comparison(BUILD, os.path.join(PICTURES, "comparison.png"))
