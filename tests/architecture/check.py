#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the tree to its own rules: who may include whom (followed through every include), one
wrapper a library, where the outside may be touched, no site in code, and the size of files.

Run as `check.py <source directory>`; each violation is a line `file:line: problem`."""
import os
import re
import subprocess
import sys

# Folder of cli/ -> folders whose headers it may reach, itself included.
MAY_REACH = {
    "base": {"base"},
    "profile": {"profile", "base"},
    "workload": {"workload", "base"},
    "plan": {"plan", "script", "profile", "workload", "base"},
    "script": {"script", "base"},
    "render": {"render", "plan", "script", "base"},
    "lint": {"lint", "script", "profile", "base"},
    "slurm": {"slurm", "base"},
    "report": {"report", "base"},
    "store": {"store", "report", "base"},
    "run": {"run", "store", "render", "script", "plan", "slurm", "report", "base"},
    "sandbox": {"sandbox", "profile", "script", "slurm", "base"},
    "remote": {"remote", "run", "store", "report", "script", "plan", "slurm", "base"},
    "jobs": {"jobs", "remote", "run", "store", "sandbox", "render", "lint", "script", "plan", "profile", "workload",
             "slurm", "report", "base"},
    "command": {"command", "jobs", "remote", "run", "store", "sandbox", "render", "lint", "script", "plan", "profile", "workload",
                "slurm", "report", "base"},
}
# Folders of cli/jobs/ and of cli/command/ -> those whose headers their files may include, themselves included.
JOBS_MAY_USE = {
    "session": {"session"},
    "request": {"request", "session"},
    "build": {"build", "request", "session"},
    "sweep": {"sweep", "build", "request", "session"},
    "send": {"send", "sweep", "build", "request", "session"},
    "port": {"port", "request", "session"},
    "site": {"site"},
    "lint": {"lint", "port", "send", "request", "session"},
    "results": {"results", "session"},
    "where": {"where", "results", "send", "request", "session"},
}
COMMAND_MAY_USE = {
    "args": {"args"},
    "config": {"config", "args"},
    "site": {"site", "job", "config", "args"},
    "sandbox": {"sandbox", "config", "args"},
    "remote": {"remote", "runs", "config", "args"},
    "runs": {"runs", "config", "args"},
    "job": {"job", "runs", "config", "args"},
    "build": {"build", "job", "runs", "config", "args"},
    "stack": {"stack", "site", "build", "job", "runs", "config", "args"},
    "submit": {"submit", "remote", "build", "job", "runs", "config", "args"},
    "workload": {"workload", "job", "config", "args"},
    "results": {"results", "runs", "config", "args"},
    "where": {"where", "remote", "results", "site", "job", "runs", "config", "args"},
    "program": {"program", "remote", "where", "results", "workload", "stack", "submit", "build", "job", "runs",
                "sandbox", "site", "config", "args"},
}
# Folders from which the seam to the outside must not be reachable: they are pure.
PURE = {"plan", "script", "render", "lint", "report"}
# The one header of plan that others may read, and all that it may reach.
PLAN_FOR_OTHERS = {"plan/job_plan.h", "plan/resolution.h", "plan/explanation.h"}

# Library header -> the only files that may include it.
WRAPPERS = {
    "yaml-cpp/": {"cli/base/yaml_reader.cc"},
    "CLI/": {"cli/command/args/parser.cc"},
    "sqlite3.h": {"cli/base/database.cc"},
    "re2/": {"cli/base/pattern.cc"},
    "boost/": {"cli/report/distribution.cc"},
    "nlohmann/": {"cli/base/json.h", "cli/base/json_value.h"},
    "fmt/": {"cli/base/format.h", "cli/base/format.cc"},
}
# What only these files may say.
ONLY_IN = [
    (re.compile(r"<<<"), re.compile(r"^kernels/device/launch_gpu\.h$"), "a kernel launch"),
    (re.compile(r"\b(system|popen)\s*\("), re.compile(r"^$"), "a command through a shell"),
    (re.compile(r"\b(getenv|posix_spawn|fork|execv\w*)\s*\("),
     re.compile(r"^(cli/base/|kernels/(harness|device|backend/emulated)/|tests/)"), "the outside, past world.h"),
    (re.compile(r"\bstd::(cout|printf|puts)\b|\bworld\w*\.out\("),
     re.compile(r"^(cli/command/|kernels/harness/|tests/)"), "standard output"),
    (re.compile(r"\bworld\w*\.err\("), re.compile(r"^(cli/command/|tests/)"), "standard error"),
    (re.compile(r"(?<!:)\bArguments\b&? \w"), re.compile(r"^(cli/command/|tests/)"), "a command line"),
    (re.compile(r"\b(TODO|FIXME|XXX)\b"), re.compile(r"^tests/architecture/"), "work left to do"),
]
FORBIDDEN_IN_PROJECT = re.compile(r"\b(hpc2n|kebnekaise|uppmax|pelle|snowy|lunarc|cosmos|nsc|tetralith"
                                  r"|pdc|dardel|c3se|alvis|arrhenius|gpua100i?|gpugh"
                                  r"|l40s?|mi\d{3}x?|[avh]100|a40|a6000|gh200|t4)\b", re.IGNORECASE)
# English that reads as translated, and what to write: in code, messages, comments and documents.
UNIT = r"(launch|node|row|task|gpu|job|thread|device|line|run|file|site|core|cpu|sample|process)"
ENGLISH = [
    (re.compile(r"\b(?i:is|are|was|were) (none|no)\b(?! (longer|more|less|fewer|later|matter|one|doubt))"),
     "say 'is not a …' or 'has no …'"),
    (re.compile(r"\b(an?|one|\d+|each|rows?|lines?|reports?|memory|gpus?|tasks?|cpus?|cores?|nodes?|"
                r"bytes|entry|entries|threads?|seconds|samples) an? " + UNIT + r"\b(?! (time|long))",
                re.I), "say 'per'"),
    (re.compile(r"\b(\w+) an? \w+ an? " + UNIT + r"\b", re.I), "say 'per'"),
    (re.compile(r"\b(whoever|nobody|somebody)\b", re.I), "name the person or the thing"),
    (re.compile(r"\bat hand\b|\bMind:|cpu_taken\b(?!\")|\bstopped by noise\b", re.I),
     "a private word; say what happened"),
]
MAX_LINES = 400
MAX_COLUMNS = 100


class Tree:
    def __init__(self, root):
        self.root = root
        listed = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others",
                                 "--exclude-standard"], capture_output=True, text=True, check=True)
        self.files = [f for f in listed.stdout.splitlines() if os.path.isfile(os.path.join(root, f))]
        self.problems = []

    def lines(self, name):
        with open(os.path.join(self.root, name), encoding="utf-8", errors="replace") as handle:
            return handle.read().splitlines()

    def code(self, *folders):
        return [f for f in self.files
                if f.split("/")[0] in folders and f.endswith((".cc", ".h"))]

    def report(self, name, line, problem):
        self.problems.append(f"{name}:{line}: {problem}")


INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]')


def own_includes(tree, name):
    """(line, header) of every include of a header of cli/."""
    for number, text in enumerate(tree.lines(name), 1):
        found = INCLUDE.match(text)
        if found and os.path.isfile(os.path.join(tree.root, "cli", found.group(1))):
            yield number, found.group(1)


def reach(tree, header, seen):
    """Every header of cli/ that `header` brings in, itself included."""
    if header in seen:
        return
    seen.add(header)
    for _, inner in own_includes(tree, "cli/" + header):
        reach(tree, inner, seen)


def check_includes(tree):
    for name in tree.code("cli"):
        parts = name.split("/")
        if len(parts) < 3:
            continue
        folder = parts[1]
        if folder not in MAY_REACH:
            tree.report(name, 1, f"folder '{folder}' is not in the table of who may include whom")
            continue
        for line, header in own_includes(tree, name):
            reached = set()
            reach(tree, header, reached)
            check_reached(tree, name, line, folder, reached)


def check_reached(tree, name, line, folder, reached):
    for inner in sorted(reached):
        target = inner.split("/")[0]
        if target not in MAY_REACH[folder]:
            tree.report(name, line, f"{folder} may not reach {inner}")
        if inner == "base/world.h" and folder in PURE:
            tree.report(name, line, f"{folder} is pure and may not reach {inner}")
        if target == "plan" and folder in ("render", "remote") and inner not in PLAN_FOR_OTHERS:
            tree.report(name, line, f"{folder} may not reach {inner}")
        if name == "cli/plan/job_plan.h" and target != "base":
            tree.report(name, line, f"the plan itself may only use base, not {inner}")


def check_inner_folders(tree):
    for name in tree.code("cli"):
        parts = name.split("/")
        may_use = {"jobs": JOBS_MAY_USE, "command": COMMAND_MAY_USE}.get(parts[1])
        if may_use is None:
            continue
        if len(parts) != 4 or parts[2] not in may_use:
            tree.report(name, 1, f"a file of cli/{parts[1]} belongs into one of its folders: {', '.join(may_use)}")
            continue
        for line, header in own_includes(tree, name):
            target = header.split("/")
            if target[0] == parts[1] and target[1] not in may_use[parts[2]]:
                tree.report(name, line, f"{parts[1]}/{parts[2]} may not use {header}")


def check_kernels(tree):
    for name in tree.code("kernels"):
        for number, text in enumerate(tree.lines(name), 1):
            found = INCLUDE.match(text)
            if found and (found.group(1).startswith("cli/") or
                          found.group(1).split("/")[0] in MAY_REACH):
                tree.report(name, number, f"kernels may not include {found.group(1)}")
            if name.startswith("kernels/contract/") and name.endswith(".h") and found and '"' in text and \
                    not found.group(1).startswith("contract/"):
                tree.report(name, number, f"cli includes the contract, so it may not include {found.group(1)}")
    for name in tree.code("cli"):
        for number, text in enumerate(tree.lines(name), 1):
            found = INCLUDE.match(text)
            if found and re.match(r"(kernels|device|harness|workloads|backend)/", found.group(1)):
                tree.report(name, number, f"cli may not include {found.group(1)}")


def check_wrappers(tree):
    for name in tree.code("cli", "kernels"):
        for number, text in enumerate(tree.lines(name), 1):
            found = INCLUDE.match(text)
            if not found:
                continue
            for prefix, allowed in WRAPPERS.items():
                if found.group(1).startswith(prefix) and name not in allowed:
                    tree.report(name, number, f"only {', '.join(sorted(allowed))} may include "
                                              f"{found.group(1)}")


def check_words(tree):
    for name in tree.code("cli", "kernels"):
        for number, text in enumerate(tree.lines(name), 1):
            for pattern, allowed, what in ONLY_IN:
                if pattern.search(text) and not allowed.match(name):
                    tree.report(name, number, f"{what} does not belong here: {text.strip()}")
    for name in tree.code("cli", "kernels") + [f for f in tree.files if f.startswith("templates/")]:
        for number, text in enumerate(tree.lines(name), 1):
            found = FORBIDDEN_IN_PROJECT.search(text)
            if found:
                tree.report(name, number, f"'{found.group(0)}' is a site, a partition or a GPU; "
                                          "it belongs in a profile")


def check_types(tree):
    """Two types of one name outside a file's own namespace: the linker takes one's functions for both."""
    known = {}
    for name in tree.code("cli"):
        is_own = False
        for number, text in enumerate(tree.lines(name), 1):
            if text == "namespace {" or text == "}  // namespace":
                is_own = text == "namespace {"
            found = None if is_own else re.match(r"(?:struct|class) (\w+)(?: final)?(?: :[^{;]*)? \{", text)
            if found and known.setdefault(found.group(1), name) != name:
                tree.report(name, number, f"{found.group(1)} is a type of {known[found.group(1)]} too")


def prose(tree):
    """Files whose English is checked: sources, templates, documents and what tests print."""
    wanted = re.compile(r"^(cli|kernels|templates|docs|packaging)/.*\.(cc|h|py|sh|in|md|yaml)$|"
                        r"^tests/(?!sandbox/agreement/values)(transcripts|support|unit|sandbox|kernels)/"
                        r".*\.(txt|cc|h|py)$|"
                        r"^[A-Z]+\.md$|^dev$|CMakeLists\.txt$|\.cmake$")
    return [f for f in tree.files if wanted.search(f)]


def check_english(tree):
    for name in prose(tree):
        for number, text in enumerate(tree.lines(name), 1):
            for pattern, advice in ENGLISH:
                found = pattern.search(text)
                if found:
                    tree.report(name, number, f"'{found.group(0)}' reads as translated: {advice}")


def check_form(tree):
    for name in tree.code("cli", "kernels", "tests"):
        text = tree.lines(name)
        if not text or text[0] != "// SPDX-License-Identifier: MIT":
            tree.report(name, 1, "the first line is not the licence line")
        if name.endswith(".h") and "#pragma once" not in text:
            tree.report(name, 1, "no '#pragma once'")
        if len(text) > MAX_LINES:
            tree.report(name, len(text), f"{len(text)} lines, more than {MAX_LINES}")
        for number, line in enumerate(text, 1):
            if len(line) > MAX_COLUMNS:
                tree.report(name, number, f"{len(line)} columns, more than {MAX_COLUMNS}")


def main():
    tree = Tree(sys.argv[1])
    for check in (check_includes, check_inner_folders, check_kernels, check_wrappers, check_words, check_types, check_english,
                  check_form):
        check(tree)
    for problem in tree.problems:
        print(problem)
    print(f"{len(tree.code('cli', 'kernels', 'tests'))} files, {len(tree.problems)} violations")
    return 1 if tree.problems or not tree.code("cli") else 0


if __name__ == "__main__":
    sys.exit(main())
