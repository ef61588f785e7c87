# SPDX-License-Identifier: MIT
"""Fenced blocks of a Markdown file, and what runs those that are marked `console`.

A line `$ COMMAND` is run by bash; what follows is what it prints (standard output and errors
together), where a line `...` stands for any lines and
`...` in a line for any text. A line without what a command prints asks only
for its exit status 0; `console status=N` asks the last command for N."""
import os
import re
import subprocess

FENCE = re.compile(r"^```(\S*)([^\n]*)\n(.*?)^```$", re.M | re.S)
VOLATILE = [(re.compile(r"\b[0-9A-HJKMNP-TV-Z]{26}\b"), "<run>"),
            (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"), "<time>")]


class Block:
    def __init__(self, found, text):
        self.language, self.info, self.text = found.groups()
        self.line = text.count("\n", 0, found.start()) + 1
        title = re.search(r'title="([^"]*)"', self.info)
        self.title = title.group(1) if title else ""
        status = re.search(r"\bstatus=(\d+)", self.info)
        self.status = int(status.group(1)) if status else 0

    def steps(self):
        """[command, expected lines] in order."""
        steps = []
        for line in self.text.splitlines():
            if line.startswith("$ "):
                steps.append([line[2:], []])
            elif steps and steps[-1][0].endswith("\\"):
                steps[-1][0] += "\n" + line
            elif steps:
                steps[-1][1].append(line)
        return steps


def blocks(path, language=None):
    with open(path, encoding="utf-8") as handle:
        text = handle.read()
    found = [Block(match, text) for match in FENCE.finditer(text)]
    return [block for block in found if language in (None, block.language)]


def steady(line):
    for pattern, word in VOLATILE:
        line = pattern.sub(word, line)
    return line.rstrip()


def matches(expected, actual):
    """Does `...` in `expected` cover what `actual` has more?"""
    pattern = "".join(
        "(?:[^\n]*\n)*?" if line == "..." else
        "[^\n]*".join(re.escape(part) for part in steady(line).split("...")) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(steady(line) + "\n" for line in actual)) is not None


def environment(home, build, **more):
    kept = {name: os.environ[name] for name in ("LANG", "TERM", "TMPDIR", "GPUJOB_LAST_CACHE_MIB") if name in os.environ}
    return {**kept, "HOME": home, "PATH": os.path.join(build, "bin") + ":/usr/bin:/bin:/usr/sbin:/sbin",
            **more}


def run(block, folder, variables):
    """Runs the commands of a block in `folder`; returns what went wrong."""
    steps = block.steps()
    for number, (command, expected) in enumerate(steps, 1):
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder, env=variables,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False, timeout=280)
        wanted = block.status if number == len(steps) else 0
        if done.returncode != wanted:
            return f"line {block.line}: '{command}' ends with {done.returncode}:\n{done.stdout}"
        while expected and not expected[-1]:
            expected.pop()
        if expected and not matches(expected, done.stdout.splitlines()):
            return f"line {block.line}: '{command}' prints\n{done.stdout}"
    return None
