#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The JSON formats that gpujob writes, each with a schema inferred from documents that it really
wrote: a session on this machine without a scheduler, and the transcripts of the tests."""
import glob
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests/remote"))
from center import Center  # noqa: E402

ASKED = "--site hpc2n --gpu l40s -A hpc2n2025-151"
HERE = "--here --site hpc2n -A hpc2n2025-151 --backend cpu"
# Each with `--format json`, but those behind `!`; `slurm:` has the fake Slurm of the tests on PATH. The
# ssh leads to a center that has it.
SESSION = f"""
gpujob version
gpujob codes
slurm: gpujob doctor
gpujob site list
gpujob site show hpc2n
gpujob site show hpc2n --gpu l40s
gpujob site detect
gpujob workload show integrate2d
gpujob workload list
gpujob config show
gpujob plan integrate2d {ASKED} --explain
gpujob script integrate2d {ASKED}
gpujob script integrate2d --site all --gpu all --out scripts
gpujob script integrate2d {ASKED} --sweep n=2048,4096 --out sweep
gpujob submit integrate2d {ASKED} --dry-run
gpujob submit integrate2d {ASKED} --sweep n=2048,4096 --dry-run
gpujob shell {ASKED}
gpujob build integrate2d --site local --backend cpu --dry-run
! printf '#!/bin/bash\\n#SBATCH --gpus=1 --mem=4.5G\\n' > job.sh
gpujob lint job.sh --site hpc2n
gpujob lint job.sh --site hpc2n --fix
! printf '#!/bin/bash\\n#SBATCH -A hpc2n2025-151 -t 5 --gpus=1 -C l40s\\n./a\\n' > home.sh
gpujob port home.sh --from hpc2n --to uppmax --account uppmax2025-2-393
gpujob where integrate2d --gpu l40s,mi100
gpujob submit integrate2d --site local --size small
gpujob submit integrate2d --site local --size small --sweep variant=poly,libm
gpujob wait last
gpujob status
gpujob collect last
gpujob tag last course=gpu --name first --note 'on this machine'
gpujob runs
gpujob report last
gpujob compare integrate2d --by variant
! gpujob export
! gpujob reference set integrate2d --where site=local --expect 'kernel 2.10 ms, at most +5 %'
gpujob reference show
gpujob reference check
gpujob sandbox list
gpujob sandbox status
! "$GPUJOB_LIBEXEC"/integrate2d.cpu --describe
gpujob submit --site local --wrap 'exit 1'
gpujob wait last
gpujob retry last
gpujob wait last
gpujob submit integrate2d --site nowhere
slurm: gpujob submit integrate2d {HERE} --check
slurm: gpujob submit integrate2d {HERE} --sweep n=2048,4096 --check
slurm: FAKE_SBATCH=timeout gpujob submit integrate2d {HERE}
slurm: gpujob cancel last
slurm: FAKE_SBATCH='refuse:Resource temporarily unavailable' gpujob submit integrate2d {HERE}
! printf '#!/bin/bash\\necho here\\n' > own.sh; gpujob config set sites.uppmax.ssh center; CLOSED=1 gpujob connect uppmax
gpujob gpus --site uppmax,hpc2n
! mkdir project
gpujob submit ./own.sh --sync project --site uppmax --gpu l40s -A uppmax2025-1-1 --time 5
gpujob pull last
"""


def documents_in(text):
    """Every JSON object with a schema that begins a line of the text."""
    decoder = json.JSONDecoder()
    for found in re.finditer(r"^\{", text, re.M):
        try:
            document, _ = decoder.raw_decode(text, found.start())
        except json.JSONDecodeError:
            continue  # a transcript that shows a part
        if "schema" in document:
            yield document


def run_session(build, home):
    """[command, what it printed] of each line of SESSION."""
    fake = os.path.join(ROOT, "tests/fake_slurm")
    path = os.path.join(build, "bin") + ":/usr/bin:/bin"
    variables = {"HOME": home, "LANG": "C.UTF-8", "USER": "ada", "FAKE_SLURM_DIR": home + "/slurm",
                 "GPUJOB_LIBEXEC": os.path.join(build, "libexec/gpujob"), "GPUJOB_TODAY": "2026-11-21"}
    os.mkdir(home + "/slurm")
    far = Center(os.path.join(build, "bin/gpujob"), pathlib.Path(home))
    variables["GPUJOB_SSH"] = f"{sys.executable} -S -E -B {ROOT}/tests/remote/cut_ssh.py {far.home}"
    for line in SESSION.strip().splitlines():
        words = line.removeprefix("! ").removeprefix("slurm: ")
        command = words if line.startswith("!") else words + " --format json"
        done = subprocess.run(["bash", "-c", command], cwd=home, text=True, capture_output=True, check=False,
                              env={**variables, "PATH": fake + ":" + path if "slurm:" in line else path})
        yield words, done.stdout + done.stderr


def written(build):
    """[where from, document] of all that can be had here."""
    with tempfile.TemporaryDirectory() as home:
        for command, text in run_session(build, home):
            for document in documents_in(text):
                yield command, json.loads(json.dumps(document).replace(home, "~"))
        for folder, what in (("ssh", "a connection"), ("traffic", "what went to a center")):
            for path in glob.glob(f"{home}/.local/state/gpujob/{folder}/*.json"):
                with open(path, encoding="utf-8") as handle:
                    yield f"the file of {what}", json.loads(handle.read().replace(home, "~"))
        kept = json.loads(pathlib.Path(home, "center/.cache/gpujob/serve/environment.json").read_text(encoding="utf-8"))
        yield "the kept environment of a login shell at a center", {**kept, "environment": {"PATH": "/usr/bin:/bin"}}
        for path in pathlib.Path(home).rglob("pieces/*"):
            for document in documents_in(path.read_text(encoding="utf-8", errors="replace")):
                yield "the list of a folder that is copied to a center", document
        runs = home + "/.local/share/gpujob/runs/"
        for path in sorted(glob.glob(runs + "**", recursive=True)):
            if os.path.isfile(path) and os.path.basename(path).split(".")[-1] in ("json", "claim"):
                with open(path, encoding="utf-8") as handle:
                    for document in documents_in(handle.read()):
                        name = "/".join(os.path.relpath(path, runs).split("/")[1:])
                        yield f"the file {name} of a run", json.loads(json.dumps(document).replace(home, "~"))
    for path in sorted(glob.glob(os.path.join(ROOT, "tests/transcripts/*/*.txt"))):
        with open(path, encoding="utf-8") as handle:
            for document in documents_in(re.sub(r"^  ", "", handle.read(), flags=re.M)):
                yield "gpujob " + os.path.basename(os.path.dirname(path)).replace("-", " ", 1), document


def with_parts(source, value):
    """A document and the documents inside it."""
    if isinstance(value, dict):
        if str(value.get("schema", "")).startswith("gpujob/"):
            yield source, value
        for part in value.values():
            yield from with_parts(source, part)
    elif isinstance(value, list):
        for part in value:
            yield from with_parts(source, part)


TYPES = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number",
         type(None): "null"}


def schema_of(values):
    """What is common to all values: types, keys, which of them are always there."""
    types = sorted({TYPES[type(value)] for value in values})
    if "number" in types and "integer" in types:
        types.remove("integer")
    schema = {"type": types[0] if len(types) == 1 else types}
    objects = [value for value in values if isinstance(value, dict)]
    if objects:
        keys = dict.fromkeys(key for value in objects for key in value)
        schema["properties"] = {key: schema_of([value[key] for value in objects if key in value])
                                for key in keys}
        schema["required"] = [key for key in keys if all(key in value for value in objects)]
    items = [item for value in values if isinstance(value, list) for item in value]
    if items:
        schema["items"] = schema_of(items)
    return schema


def types_of(rule):
    types = rule.get("type", "string")
    return types if isinstance(types, str) else " or ".join(types)


def short(value):
    """An example with the first two of each list."""
    if isinstance(value, dict):
        return {key: short(part) for key, part in value.items()}
    if isinstance(value, list):
        return [short(part) for part in value[:2]]
    return value if not isinstance(value, str) or len(value) < 300 else value[:200] + " ..."


def pages(build):
    """{name of a format: its page}."""
    found = {}
    for source, document in written(build):
        for where, part in with_parts(source, document):
            found.setdefault(part["schema"].split("/")[1], []).append((where, part))
    made = {}
    for name, seen in sorted(found.items()):
        where, example = seen[0]
        documents = [document for _, document in seen]
        schema = {"$schema": "http://json-schema.org/draft-07/schema#", **schema_of(documents)}
        schema["properties"]["schema"] = {"const": example["schema"]}
        rows = "".join(f"| `{key}` | {types_of(rule)} | "
                       f"{'always' if key in schema['required'] else 'where it applies'} |\n"
                       for key, rule in schema["properties"].items())
        made[name] = (
            f"# {name}\n\n`{example['schema']}`, from `{where}`.\n\n| key | type | there |\n|---|---|---|\n"
            f"{rows}\n## Example\n\nLists are cut after two.\n\n```text\n"
            f"{json.dumps(short(example), indent=2, ensure_ascii=False)}\n```\n\n## Schema\n\nInferred from "
            f"{len(documents)} documents that gpujob wrote; a new version may add keys.\n\n"
            f"```text\n{json.dumps(schema, indent=2)}\n```\n")
    return made
