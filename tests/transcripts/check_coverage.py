#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_coverage.py GPUJOB: every schema has a version; every command of the table has a folder of
transcripts that shows it at work, being refused, and being helped; no folder stands for a command
that is gone."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
OTHER_FOLDERS = {"overview", "completion-zsh", "completion-fish", "disk", "faults"}


def commands(gpujob):
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([gpujob, "manual", "--out", scratch], check=True)
        pages = [page.stem for page in pathlib.Path(scratch, "man/man1").iterdir()]
    return sorted(page.removeprefix("gpujob-") for page in pages if page != "gpujob")


def unknown_schemas(gpujob):
    """Schemas in sources, templates and transcripts that 'gpujob version' has no version of."""
    answer = subprocess.run([gpujob, "version", "--format", "json"], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    known = set(json.loads(answer)["schemas"])
    root = HERE.parent.parent
    seen = set()
    for path in [*root.glob("cli/**/*.cc"), *root.glob("templates/**/*"), *HERE.glob("*/*.txt")]:
        if path.is_file():
            seen |= set(re.findall(r"\"gpujob/([a-z_-]+)/v1\"", path.read_text(encoding="utf-8")))
    return sorted(seen - known)


def main(gpujob):
    problems = [f"{kind}: 'gpujob version' has no version of this schema"
                for kind in unknown_schemas(gpujob)]
    known = commands(gpujob)
    for command in known:
        text = "".join(path.read_text(encoding="utf-8") for path in (HERE / command).glob("*.txt"))
        call = r"^  \$ .*\bgpujob " + command.replace("-", " ")
        if not re.search(call, text, re.MULTILINE):
            problems.append(f"{command}: no transcript in tests/transcripts/{command}")
            continue
        if not re.search(call + r"(?s:.*?)^  \[exit [1-9]", text, re.MULTILINE):
            problems.append(f"{command}: no transcript shows it fail")
        if not re.search(call + r".* --help$", text, re.MULTILINE):
            problems.append(f"{command}: no transcript shows its help")
    for folder in HERE.iterdir():
        if folder.is_dir() and folder.name not in known and folder.name not in OTHER_FOLDERS \
                and not folder.name.startswith("__"):
            problems.append(f"{folder.name}: transcripts of no command")
    print("\n".join(problems) or f"{len(known)} commands have transcripts")
    return 1 if problems or not known else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
