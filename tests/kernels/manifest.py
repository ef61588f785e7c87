# SPDX-License-Identifier: MIT
"""Reads the part of YAML that workload manifests are written in: maps by indentation, scalars, and
lists in brackets on one line. Anything else is an error."""
import json
import re


def scalar(text):
    if text.startswith("["):
        return [scalar(item) for item in re.findall(r'"[^"]*"|[^,\[\]\s][^,\[\]]*', text[1:-1])]
    if text.startswith('"'):
        return json.loads(text)
    try:
        return json.loads(text)
    except ValueError:
        return text


def read(path):
    root = {}
    open_maps = [(-1, root)]
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            found = re.fullmatch(r"( *)([A-Za-z0-9_]+):(?: (.*))?\n", line)
            if not found:
                raise ValueError(f"{path}: not in the subset: {line!r}")
            indent, key, value = len(found[1]), found[2], found[3]
            while open_maps[-1][0] >= indent:
                open_maps.pop()
            if value is None:
                open_maps[-1][1][key] = {}
                open_maps.append((indent, open_maps[-1][1][key]))
            else:
                open_maps[-1][1][key] = scalar(value.strip())
    return root
