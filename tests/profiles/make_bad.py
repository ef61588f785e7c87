#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the bad files that faults/*.txt describe: a good file with one change each, the wrong field
named in the first line. With --check: says which are not what it would write. Bad files that are in
no list are made by hand. The messages beside the files (.expected) are the program's, read by people
before they are committed (GPUJOB_BLESS=1 test_profiles rewrites them)."""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def read(name):
    with open(os.path.join(HERE, name), newline="", encoding="utf-8") as handle:
        return handle.read()


def changes_of(lines):
    """[(old, new)] from lines of '- old' and '+ new'; several lines of one kind belong together."""
    changes = []
    for line in lines:
        sign, text = line[0], line[2:]
        if sign == "-" and (not changes or changes[-1][1] is not None):
            changes.append(([text], None))
        elif sign == "-":
            changes[-1][0].append(text)
        else:
            old, new = changes[-1]
            changes[-1] = (old, (new or []) + [text])
    return [("\n".join(old), "\n".join(new or [])) for old, new in changes]


def bad_files(listing):
    """(path, text) of every bad file that one list describes."""
    head, *entries = re.split(r"\n\n", read("faults/" + listing).strip("\n"))
    settings = dict(line.split(" ", 1) for line in head.splitlines() if not line.startswith("#"))
    base = read(settings["base"])
    for entry in entries:
        title, *lines = entry.splitlines()
        name, _, field = title.partition("  field: ")
        text = base
        for old, new in changes_of(lines):
            if text.count(old) != 1:
                sys.exit(f"{listing}: {name}: '{old}' stands {text.count(old)} times in the base")
            text = text.replace(old, new)
        yield f"{settings['folder']}/{name}.yaml", (f"# field: {field}\n" if field else "") + text


def main():
    check = "--check" in sys.argv
    stale = 0
    for listing in sorted(os.listdir(os.path.join(HERE, "faults"))):
        for path, text in bad_files(listing):
            if not check:
                with open(os.path.join(HERE, path), "w", newline="", encoding="utf-8") as handle:
                    handle.write(text)
            elif not os.path.exists(os.path.join(HERE, path)) or read(path) != text:
                print(f"tests/profiles/{path} is not what faults/{listing} says; run make_bad.py")
                stale += 1
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
