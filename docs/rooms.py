#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""rooms.py [FILE]: the picture of who may include whom, made from the table of
tests/architecture/check.py. An arrow that follows from two others is left out. Prints the SVG, or
writes FILE."""
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests/architecture"))
sys.dont_write_bytecode = True
from check import MAY_REACH  # noqa: E402

WIDTH, HEIGHT, BOX, ROW = 760, 34, 104, 84


def direct(name):
    uses = MAY_REACH[name] - {name}
    return sorted(used for used in uses
                  if not any(used in MAY_REACH[other] - {other} for other in uses))


def level(name):
    return 1 + max((level(used) for used in direct(name)), default=-1)


def places():
    rows = {}
    for name in MAY_REACH:
        rows.setdefault(level(name), []).append(name)
    top = max(rows)
    return {name: ((2 * index + 1) * WIDTH / (2 * len(names)), (top - row) * ROW + 30)
            for row, names in rows.items() for index, name in enumerate(names)}


def picture():
    at = places()
    height = int(max(y for _, y in at.values())) + 40
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
             'aria-labelledby="title" font-family="sans-serif" font-size="15">',
             '<title id="title">The folders of cli/ and which of them each may use</title>',
             f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
             '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" '
             'markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#44546a"/></marker></defs>']
    for name, (x, y) in at.items():
        for used in direct(name):
            to_x, to_y = at[used]
            lines.append(f'<line x1="{x:.0f}" y1="{y + HEIGHT / 2:.0f}" x2="{to_x:.0f}" '
                         f'y2="{to_y - HEIGHT / 2:.0f}" stroke="#44546a" marker-end="url(#tip)"/>')
    for name, (x, y) in at.items():
        lines.append(f'<rect x="{x - BOX / 2:.0f}" y="{y - HEIGHT / 2:.0f}" width="{BOX}" '
                     f'height="{HEIGHT}" rx="5" fill="#e8eef7" stroke="#44546a"/>')
        lines.append(f'<text x="{x:.0f}" y="{y + 5:.0f}" text-anchor="middle" fill="#1b2430">{name}</text>')
    return "\n".join(lines + ["</svg>"]) + "\n"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", encoding="utf-8") as handle:
            handle.write(picture())
    else:
        print(picture(), end="")
