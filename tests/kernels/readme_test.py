# SPDX-License-Identifier: MIT
"""A workload's README.md says what its manifest says: it is generated here, and GPUJOB_BLESS=1 writes it.

usage: readme_test.py WORKLOAD_DIRECTORY
"""
import os
import shlex
import sys

import manifest


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def parameter_rows(parameters):
    for name, p in parameters.items():
        unit = f" {p['unit']}" if "unit" in p else ""
        yield f"`{name}`", p["type"], f"{p['default']}", f"{p['min']} to {p['max']}{unit}", p["help"]


def work_rows(work):
    for name, formula in work.items():
        yield name.replace("_", " "), f"`{formula}`"


def readme(m):
    name = m["name"]
    sizes = [(f"`{size}`", ", ".join(f"{k} = {v}" for k, v in values.items())) for size, values in m["sizes"].items()]
    variants = [(f"`{v}`" + (" (default)" if v == m["default_variant"] else ""), d["class"], d.get("data", "resident"),
                 ", ".join(d.get("backends", m["backends"])), d["summary"]) for v, d in m["variants"].items()]
    gpus = str(m["gpus"]["max"])
    if "backends" in m["gpus"]:
        gpus += f" ({', '.join(m['gpus']['backends'])})"
    if "split" in m["gpus"]:
        gpus += f", `{m['gpus']['split']['parameter']}` divided in units of {m['gpus']['split']['unit']}"
    builds = "\n".join(f"    {shlex.join(command)}".replace("'", "") for command in m["build"].values())
    return f"""<!-- Generated from workload.yaml; `./dev bless` writes it anew. -->
# {name}

{m["summary"]}. Source: {m["source"]}.

    gpujob submit {name} --site SITE --gpu KEY
    gpujob submit {name} --site SITE --gpu KEY --variant {m["default_variant"]} --size lesson --dry-run

## Variants

Class P: each value is computed from its own input. Class R: a recurrence. Data on the host: the time has
the copies to the device and back in it; it is never compared with that of resident data.

{table(("variant", "class", "data", "backends", "what it does"), variants)}

Backends: {", ".join(m["backends"])}. Precisions: {", ".join(m["precisions"])} (default {m["default_precision"]};
mixed is float32 storage with float64 arithmetic). GPUs it can use: {gpus}.

## Parameters

{table(("name", "type", "default", "range", "meaning"), parameter_rows(m["parameters"]))}

{table(("size", "sets"), sizes)}

## Work and answer

Of the default variant in {m["default_precision"]}. Bytes are the fewest that any variant has to move. Rates are
made of them; the share of the ceiling is of all that a variant moves, where lists between its passes are
too long for a cache, and one that does more than it can is refused.

{table(("count", "formula"), work_rows(m["work"]))}

The check: {m["answer"]["what"]}. Tolerance: {", ".join(f"{p} {t:g}" for p, t in m["answer"]["tolerance"].items())}.
An answer that fails it has no rate, and the program exits 1.

## Building it by hand

One compiler call, from the installed sources (`{{{{include}}}}` is `share/gpujob/src`):

{builds}
"""


folder = sys.argv[1]
path = os.path.join(folder, "README.md")
expected = readme(manifest.read(os.path.join(folder, "workload.yaml")))
if os.environ.get("GPUJOB_BLESS"):
    with open(path, "w", encoding="utf-8") as file:
        file.write(expected)
with open(path, encoding="utf-8") as file:
    assert file.read() == expected, f"{path} is not what its manifest says; run ./dev bless"
