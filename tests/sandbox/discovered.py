# SPDX-License-Identifier: MIT
"""A draft of `site discover` against the profile that its sandbox was made from, both ways: node shapes by every
fact that the profile states, GPU types, partitions, array size, and QOS where the sandbox has accounting."""
import re

ASSUMED_NODES = 4  # of a shape whose number no page says
ASSUMED_CPUS = 64
SLURMS_ARRAY_SIZE = 1001
# Limits of jobs of every size. Slurm does not tell one of the whole cluster, which is in no QOS.
OF_JOBS = re.compile(
    r"((?:QOS|partition) [^:]* allows \d+ (?:[CG]PUs?|jobs? of a user (?:at once|in the queue)))(?::|$)")


def count_of(shape):
    return shape.get("count", min(ASSUMED_NODES, shape.get("count_at_most", ASSUMED_NODES)))


def gpus_on(profile, shape):
    """GPUs of each node by Slurm's name, "" where they have none."""
    names = {gpu["key"]: gpu.get("gres", "") for gpu in profile["gpus"]}
    counts = {}
    for one in [shape] * ("gpu" in shape) + shape.get("more_gpus", []):
        counts[names[one["gpu"]]] = counts.get(names[one["gpu"]], 0) + one.get("gpus", 1)
    return counts


def known_shapes(profile):
    """Of each shape of the profile its id, what it states of a node, and the number of its nodes."""
    anywhere = profile["unplaced_features"]  # the sandbox gives them to all
    for shape in profile["nodes"]:
        facts = {"partitions": sorted(shape["partitions"] or [profile["cluster"]]),  # the sandbox's only one
                 "features": sorted({*shape["features"], *anywhere}), "gpus": gpus_on(profile, shape)}
        facts |= {key: shape[key] for key in ("cpus", "threads_per_core", "memory_mib", "arch") if key in shape}
        usable = shape.get("usable_cpus", shape.get("cpus"))
        if usable:
            facts["usable_cpus"] = usable
        if "memory_per_cpu_mib" in shape and "memory_mib" not in shape:
            facts["memory_mib"] = shape["memory_per_cpu_mib"] * (usable or ASSUMED_CPUS)
        yield shape["id"], facts, count_of(shape)
    for partition in profile["partitions"]:
        if "nodes" in partition:
            facts = {"partitions": [partition["name"]], "features": sorted(anywhere), "gpus": {}}
            yield f"partition {partition['name']}", facts, partition["nodes"]


def drafted_shapes(drafted, text):
    """The same of a draft, where the model of a type may be left to a person."""
    blocks = re.split(r"^      - id: ", text.split("\n    gpus:\n")[0], flags=re.M)[1:]
    for shape, block in zip(drafted["nodes"], blocks, strict=True):
        left = re.search(r"# to fill in: gpu, gpus \((.*)\)", block)
        unnamed = re.findall(r"(\d+) GPUs? (?:of type '([^']*)'|without a type)", left[1] if left else "")
        facts = {"partitions": sorted(shape["partitions"]), "features": sorted(shape["features"]),
                 "gpus": gpus_on(drafted, shape) or {name: int(number) for number, name in unnamed},
                 "usable_cpus": shape["cpus"], "threads_per_core": 1}
        facts |= {key: shape[key] for key in ("cpus", "usable_cpus", "threads_per_core", "memory_mib", "arch")
                  if key in shape}
        yield shape["id"], facts, shape["count"]


def agrees(known, drafted):
    """In all that the profile states; a node that has never answered tells no architecture."""
    return all(drafted.get(key) == value for key, value in known.items() if key != "arch" or key in drafted)


def can_be_shared_out(wanted, left):
    """Does each (places, count) get that many of `left`, all of one place, so that nothing remains?"""
    if not wanted:
        return not any(left)
    (places, count), *others = wanted
    for place in places:
        if left[place] >= count:
            rest = [*left]
            rest[place] -= count
            if can_be_shared_out(others, rest):
                return True
    return False


def in_shapes(profile, drafted, text):
    known, made = list(known_shapes(profile)), list(drafted_shapes(drafted, text))
    places = [[i for i, (_, said, _) in enumerate(made) if agrees(facts, said)] for _, facts, _ in known]
    said = [f"{name}: no nodes have {facts}" for (name, facts, _), fits in zip(known, places) if not fits]
    said += [f"{count} nodes as {facts}, of no shape of the profile" for i, (_, facts, count) in enumerate(made)
             if not any(i in fits for fits in places)]
    wanted = sorted(((fits, count) for fits, (_, _, count) in zip(places, known)), key=lambda one: len(one[0]))
    counts = [count for _, _, count in made]
    if not said and not can_be_shared_out(wanted, counts):
        said.append(f"counts {counts}, not {[count for _, _, count in known]}")
    return said


def totals(shapes):
    counts = {}
    for _, facts, nodes in shapes:
        for name, number in facts["gpus"].items():
            counts[name] = counts.get(name, 0) + nodes * number
    return counts


def in_types(profile, drafted, text):
    """All GPUs by Slurm's name; of a type that the draft names, the feature where it tells one,
    and the model, which may be a bare chip if the draft asks for its form."""
    said = []
    if totals(drafted_shapes(drafted, text)) != totals(known_shapes(profile)):
        said.append(f"GPUs {totals(drafted_shapes(drafted, text))}, not {totals(known_shapes(profile))}")
    for gpu in drafted["gpus"]:
        alike = [one for one in profile["gpus"] if one.get("gres", "") == gpu.get("gres", "")]
        known = {one.get("feature") for one in alike} | ({None} if "gres" in gpu else set())
        if gpu.get("feature") not in known:
            said.append(f"GPU type {gpu['key']} feature {gpu.get('feature')}, not {known}")
        models = {one["model"] for one in alike}
        is_asked = re.search(rf"model: {gpu['model']}\n *# to fill in: model, ", text)
        if gpu["model"] not in models and not (is_asked and any(one.startswith(gpu["model"]) for one in models)):
            said.append(f"GPU type {gpu['key']} is {gpu['model']}, not {models}")
    return said


def share_of_memory(partition, drafted):
    """The smallest memory of a CPU for jobs: what a default that a user guide rounds up cannot be above."""
    return min((shape["memory_mib"] // shape.get("usable_cpus", shape["cpus"]) for shape in drafted["nodes"]
                if partition in shape["partitions"]), default=0)


def is_rounded(known, drafted):
    return known["default_memory_per_cpu_mib"] > share_of_memory(known["name"], drafted) > 0


def in_partitions(profile, drafted):
    made = {one["name"]: one for one in drafted["partitions"]}
    known = {one["name"]: one for one in profile["partitions"]}
    if set(made) != set(known or [profile["cluster"]]):
        return [f"partitions {sorted(made)}, not {sorted(known)}"]
    said = []
    longest = profile["directives"].get("time", {}).get("max")
    for name, one in known.items():
        wanted = {key: one[key] for key in ("default", "max_time", "default_time", "max_nodes") if key in one}
        if longest and "max_time" not in wanted:
            wanted["max_time"] = longest
        wanted["exclusive"] = "always" if one["exclusive"] == "always" else "never"
        if "default_memory_per_cpu_mib" in one:
            share = share_of_memory(name, drafted)
            wanted["default_memory_per_cpu_mib"] = share if is_rounded(one, drafted) else one[
                "default_memory_per_cpu_mib"]
        told = {key: made[name].get(key) for key in {*wanted, "max_time", "default_time", "max_nodes"}}
        said += [f"partition {name} {key} {value}, not {wanted.get(key)}" for key, value in told.items()
                 if value != wanted.get(key)]
    return said


def limits_by_qos(profile):
    """Time, nodes and places of each QOS that has any, and what is said of a user's jobs, and of a job's GPUs and
    CPUs, there and in partitions."""
    everywhere = sorted(one["name"] for one in profile["partitions"])
    found = {}
    for one in profile["qos"]:
        places = sorted(one.get("partitions", []))
        facts = (one.get("max_time"), one.get("max_nodes"), places if places != everywhere else [])
        if any(facts):
            found[one["name"]] = facts
    texts = {OF_JOBS.match(one["text"]) for one in profile["limits"]}
    return found, sorted(text[1] for text in texts if text)


def faults(profile, drafted, text, has_accounting):
    said = in_shapes(profile, drafted, text) + in_types(profile, drafted, text) + in_partitions(profile, drafted)
    size = profile.get("max_array_size", SLURMS_ARRAY_SIZE)
    if drafted.get("max_array_size") != size:
        said.append(f"array size {drafted.get('max_array_size')}, not {size}")
    if has_accounting and limits_by_qos(drafted) != limits_by_qos(profile):
        said.append(f"QOS {limits_by_qos(drafted)}, not {limits_by_qos(profile)}")
    return said
