#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make_site.py BUILD OUT: puts the documents into OUT, adds the pages that are generated (sites from
the profiles, workloads from their manifests, commands from the table of commands, formats from the
schemas), and writes OUT.yml, which mkdocs builds. BUILD has bin/gpujob."""
import datetime
import glob
import json
import os
import re
import shutil
import subprocess
import sys

import formats as json_formats

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GUIDE = [("Home", "index.md"), ("Install", "install.md"), ("Concepts", "concepts.md"),
         ("Own job", "own-job.md"), ("Checking scripts", "lint.md"),
         ("Own workload", "own-workload.md"), ("Sweeps and several GPUs", "sweeps.md"),
         ("Sandbox", "sandbox.md"), ("Centers over ssh", "centers-over-ssh.md"),
         ("Commands and configuration", "configuration.md")]
ROLES = [("For students", "course-students.md"), ("The lesson's kernels", "lesson.md"),
         ("For teachers", "course-teachers.md"),
         ("For support staff", "support.md")]
INSIDE = [("Statistics", "statistics.md"), ("Reliability", "reliability.md"),
          ("Architecture", "architecture.md"), ("Bundled workloads", "bundled-workloads.md"),
          ("Benchmarks", "benchmarks.md"), ("Contributing", "contributing.md"),
          ("Changes", "changelog.md"), ("Security", "security.md")]


def gpujob(build, *words):
    return subprocess.run([os.path.join(build, "bin/gpujob"), *words], capture_output=True, text=True,
                          check=True).stdout


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as handle:
        handle.write(text)


def copied(out):
    """README and its like become pages; their links lead to pages then."""
    for kind in ("md", "svg", "css", "js"):
        for path in glob.glob(os.path.join(ROOT, "docs/*." + kind)):
            shutil.copy(path, out)
    shutil.copytree(os.path.join(ROOT, "docs/pictures"), os.path.join(out, "pictures"))
    names = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md",
             "CHANGELOG.md": "changelog.md", "SECURITY.md": "security.md"}
    for name, page in names.items():
        with open(os.path.join(ROOT, name), encoding="utf-8") as handle:
            text = re.sub(r"\]\(docs/", "](", handle.read()).replace("see [LICENSE](LICENSE)", "see below")
        for old, new in names.items():
            text = text.replace(f"]({old})", f"]({new})")
        if page == "index.md":
            with open(os.path.join(ROOT, "LICENSE"), encoding="utf-8") as handle:
                text += "\n```text\n" + handle.read() + "```\n"
        write(os.path.join(out, page), text)


def sources(path):
    """The sources that a profile names, each once, in order."""
    with open(path, encoding="utf-8") as handle:
        found = re.findall(r"^\s*(?:source:|-)\s+'?((?:https?://|[\w.-]+/[\w.-]+: )[^'\n]+)'?$",
                           handle.read(), re.M)
    return list(dict.fromkeys(found))


def sites(build, out):
    pages = []
    for path in sorted(glob.glob(os.path.join(ROOT, "profiles/sites/*.yaml"))):
        name = os.path.basename(path)[:-len(".yaml")]
        listed = "".join(f"- <{one}>\n" if one.startswith("http") else f"- {one}\n" for one in sources(path))
        clusters = sorted(set(re.findall(rf"^({name}/\w+|{name})\b", gpujob(build, "site", "list"), re.M)))
        shown = "\n".join(f"```text\n{gpujob(build, 'site', 'show', one)}```\n" for one in clusters)
        write(os.path.join(out, "sites", name + ".md"), f"# {name}\n\nFrom `profiles/sites/{name}.yaml`.\n\n"
              f"{shown}\n## Sources\n\n{listed or 'The machine itself.'}\n")
        pages.append((name, f"sites/{name}.md"))
    return pages


def is_old(day):
    """Was it more than a year ago, as gpujob counts?"""
    today = os.environ.get("GPUJOB_TODAY") or datetime.date.today().isoformat()
    return bool(day) and day < f"{int(today[:4]) - 1}{today[4:]}"


def dated(day):
    return f"**{day}, more than a year ago**" if is_old(day) else day or "?"


def linked(source):
    """The first page of a source, and the day on which it was read."""
    page = source["pages"][0] if source["pages"] else "this machine"
    return (f"<{page}>" if page.startswith("http") else page) + (
        f" ({dated(source['checked'])})" if source["checked"] else "")


def number_of(profile, gpu):
    """How many of a GPU type there are, as the profile says or by its node shapes; "?" where no page does."""
    if "total" in gpu:
        return str(gpu["total"])
    known, bounded = 0, False
    for shape in profile["nodes"]:
        here = [one["gpus"] for one in [shape, *shape.get("more_gpus", [])]
                if one.get("gpu") == gpu["key"] and "gpus" in one]
        if not here and shape.get("gpu") != gpu["key"]:
            continue
        count = shape.get("count", shape.get("count_at_most"))
        if not here or count is None:
            return "?"
        known += sum(here) * count
        bounded = bounded or "count" not in shape
    return f"at most {known}" if bounded else str(known or "?")


def sizes(limited):
    """'1-00:00:00, 4 nodes' of a partition or a QOS."""
    nodes = limited.get("max_nodes")
    return ", ".join(filter(None, [limited.get("max_time"),
                                   nodes and f"{nodes} node{'' if nodes == 1 else 's'}"]))


def limits_of(profile, places):
    """The longest times and the most nodes, of partitions, of QOS, and as rules say them by size."""
    said = []
    longest = profile["directives"].get("time", {}).get("max")
    if longest:
        said.append(f"every job: {longest}")
    said += [f"{one['name']}: {sizes(one)}" for one in profile["partitions"]
             if one["name"] in places and sizes(one)]
    said += [f"QOS {one['name']}: {sizes(one)}" for one in profile["qos"]
             if sizes(one) and (not one.get("partitions") or places & set(one["partitions"]))]
    said += [one["text"].replace("|", "or") for one in profile["limits"]
             if one.get("partition") in places or "partition" not in one]
    return "; ".join(said) or "?"


def requests_of(profile, gpu):
    missing = f" (missing: {', '.join(profile['missing'])})" if "missing" in profile else ""
    if gpu is None or not gpu["request_documented"]:
        return "not documented" + missing
    words = re.sub(r"{{(\w+)}}", lambda slot: gpu.get(slot[1], "N"), " ".join(gpu["request"]))
    return f"`{words}`" if words else "the partition alone"


def gpu_cells(profile, gpu):
    """Of a row, what is about the GPU type; None for a cluster whose types no page tells."""
    if gpu is None:
        return ["?", "?", "?", "?", requests_of(profile, gpu), "?", linked(profile["sources"][0])]
    shapes = [(shape, one.get("gpus", "?")) for shape in profile["nodes"]
              for one in [shape, *shape.get("more_gpus", [])] if one.get("gpu") == gpu["key"]]
    per_node = " or ".join(map(str, sorted({number for _, number in shapes}, key=str))) or "?"
    places = {name for shape, _ in shapes for name in shape["partitions"]}
    return [gpu["key"], gpu["model"], per_node, number_of(profile, gpu), requests_of(profile, gpu),
            limits_of(profile, places), linked(gpu["source"])]


COLUMNS = ["cluster", "state", "GPU type", "model", "per node", "in all", "asked for by", "limits", "source",
           "oldest fact"]


def clusters(build, out):
    """One table of all GPU types: where, how many, how they are asked for, how long, and who says so."""
    rows = []
    for site in json.loads(gpujob(build, "site", "list", "--format", "json"))["sites"]:
        profile = json.loads(gpujob(build, "site", "show", site["site"], "--format", "json"))["profile"]
        if profile["scheduler"] == "none":
            continue
        state = site["status"]["state"] + (f" {site['status']['date']}" if "date" in site["status"] else "")
        state += ", known only" if "missing" in profile else ""
        for gpu in profile["gpus"] or [None]:
            rows.append([f"[{site['title']}](sites/{site['center']}.md) `{site['site']}`", state,
                         *gpu_cells(profile, gpu), dated(site.get("oldest_fact"))])
    lines = [COLUMNS, ["---"] * len(COLUMNS), *rows]
    write(os.path.join(out, "sites.md"),
          "# All clusters\n\nMade from the profiles. A number that no page states is `?`. The source is that of the "
          "GPU type, with the day on which it was read; each center's page has the others, and the last column has the "
          "day of the oldest. A day is marked when it was more than a year ago, as in `gpujob site list`. A cluster is "
          "*known only* where no page says how its GPUs are asked for: gpujob refuses jobs with GPUs there.\n\n" +
          "".join(f"| {' | '.join(line)} |\n" for line in lines))
    return [("All clusters", "sites.md")]


def workloads(out):
    pages = []
    for path in sorted(glob.glob(os.path.join(ROOT, "kernels/workloads/*/README.md"))):
        name = os.path.basename(os.path.dirname(path))
        with open(path, encoding="utf-8") as handle:
            write(os.path.join(out, "workloads", name + ".md"), handle.read())
        pages.append((name, f"workloads/{name}.md"))
    return pages


def manuals(build, out):
    """Every manual page, from the table of commands and the tables of fields."""
    pages = []
    for path in sorted(glob.glob(os.path.join(build, "share/man/man?/*.?"))):
        name = os.path.basename(path)[:-2]
        text = subprocess.run(["mandoc", "-T", "utf8", "-O", "width=92", path], capture_output=True,
                              text=True, check=True).stdout
        text = re.sub(".\b", "", text)  # bold and underlined letters are struck twice
        write(os.path.join(out, "manual", name + ".md"), f"# {name}\n\n```text\n{text.strip()}\n```\n")
        pages.append((name, f"manual/{name}.md"))
    return pages


def formats(build, out):
    """The formats that people write, from their schemas, then those that gpujob writes."""
    pages = []
    for path in sorted(glob.glob(os.path.join(ROOT, "profiles/schema/*.schema.json"))):
        name = os.path.basename(path)[:-len(".schema.json")]
        with open(path, encoding="utf-8") as handle:
            schema = json.load(handle)
        fields = "".join(f"| `{key}` | {rule.get('description', '')} |\n"
                         for key, rule in schema.get("properties", {}).items())
        write(os.path.join(out, "formats", name + ".md"),
              f"# {schema.get('title', name)}\n\n{schema.get('description', '')}\n\n| key | meaning |\n"
              f"|---|---|\n{fields}\n## Schema\n\n```text\n{json.dumps(schema, indent=2)}\n```\n")
        pages.append((name, f"formats/{name}.md"))
    for name, text in json_formats.pages(build).items():
        if (name, f"formats/{name}.md") not in pages:
            write(os.path.join(out, "formats", name + ".md"), text)
            pages.append((name, f"formats/{name}.md"))
    return pages


def nav(title, pages):
    return f"  - {json.dumps(title)}:\n" + "".join(f"    - {json.dumps(name)}: {path}\n"
                                                   for name, path in pages)


def main(build, out):
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    copied(out)
    with open(os.path.join(ROOT, "mkdocs.yml"), encoding="utf-8") as handle:
        settings = handle.read()
    write(out + ".yml", settings + f"hooks: [{json.dumps(os.path.join(ROOT, 'docs/accessible.py'))}]\n"
          f"docs_dir: {json.dumps(os.path.abspath(out))}\n"
          f"site_dir: {json.dumps(os.path.abspath(out) + '-site')}\nnav:\n" + nav("Guide", GUIDE) +
          nav("Courses and centers", ROLES) + nav("How it works", INSIDE) +
          nav("Sites", clusters(build, out) + sites(build, out)) + nav("Workloads", workloads(out)) +
          nav("Manual", manuals(build, out)) + nav("Formats", formats(build, out)))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
