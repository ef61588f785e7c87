# SPDX-License-Identifier: MIT
"""A profile against the Slurm that was made from it: `site drift` finds nothing, `site discover` gives its
shapes back, and each of many planted changes is named by `site drift`, alone."""
import json
import pathlib
import re
import subprocess

# What a sandbox assumes: a partition's default memory is at most what its nodes have, where user guides round; and the
# number of nodes, where only the GPUs of a type are counted in all.
ROUNDED = ("default_memory_per_cpu_mib", "total")
ASSUMED_NODES = 4  # of a shape whose number no page says
SAVED = {"config": ["show", "config"], "partition": ["--all", "show", "partition"], "node": ["--all", "show", "node"]}


def run(gpujob, environment, *words, status=(0,)):
    done = subprocess.run([gpujob, *words], text=True, capture_output=True, env=environment, timeout=120, check=False)
    if done.returncode not in status:
        raise AssertionError(f"gpujob {' '.join(words)}: {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def save(environment, directory):
    """What a support person saves of the cluster that the environment names."""
    directory.mkdir()
    for name, words in SAVED.items():
        text = subprocess.run(["scontrol", *words], text=True, capture_output=True, env=environment, timeout=60,
                              check=True).stdout
        (directory / f"{name}.txt").write_text(text, encoding="utf-8")


def found(gpujob, environment, site, directory):
    """(kind, what, key) of each difference. That a sandbox has the release of the Slurm that is installed here, if
    the profile names another, does not count."""
    config = (directory / "config.txt").read_text(encoding="utf-8")
    release = re.search(r"^SLURM_VERSION\s*= (\d+\.\d+)", config, re.M)[1]
    said = run(gpujob, environment, "site", "drift", site, "--from", str(directory), "--format", "json",
               status=(0, 1))
    return [(one["kind"], one["what"], one.get("key", "")) for one in json.loads(said)["sites"][0]["differences"]
            if (one.get("key"), one.get("cluster")) != ("slurm_version", release)]


def profile_of(gpujob, environment, site, *more):
    profile = json.loads(run(gpujob, environment, "site", "show", site, "--format", "json", *more))["profile"]
    for gpu in profile["gpus"]:
        if gpu.get("gres") == "none":  # the cluster's GPUs have no type names
            del gpu["gres"]
    return profile


def shapes_of(profile, further=()):
    """How many nodes there are of each form whose CPUs a profile knows. `further`: features of every node."""
    counts = {}
    for shape in profile["nodes"]:
        if "cpus" in shape:
            partitions = shape["partitions"] or [profile["cluster"]]  # the sandbox's only one
            form = (tuple(sorted(partitions)), shape["cpus"], tuple(sorted({*shape["features"], *further})))
            counts[form] = counts.get(form, 0) + shape.get("count", ASSUMED_NODES)
    return counts


def gpus_of(profile):
    names = {gpu["key"]: gpu.get("gres", "") for gpu in profile["gpus"]}
    counts = {}
    for shape in profile["nodes"]:
        if shape.get("gpu"):
            name = names[shape["gpu"]]
            counts[name] = counts.get(name, 0) + shape.get("count", ASSUMED_NODES) * shape.get("gpus", 1)
    return counts


def drafted_gpus(text):
    """The same of a draft, where the model of a type may be left to a person."""
    counts = {}
    for block in re.split(r"^      - id: ", text.split("\n    gpus:\n")[0], flags=re.M)[1:]:
        nodes = int(re.search(r"^        count: (\d+)$", block, re.M)[1])
        known = re.search(r"^        gpu: (\S+)\n        gpus: (\d+)$", block, re.M)
        for number, name in [known.group(2, 1)] if known else re.findall(r"(\d+) GPUs? of type '([^']*)'", block):
            counts[name] = counts.get(name, 0) + nodes * int(number)
    return counts


def disagreements(gpujob, site, environment):
    """What a sandbox of full scale says other than the profile that it was made from."""
    home = pathlib.Path(environment["HOME"])
    save(environment, home / "saved")
    said = [f"drift: {one}" for one in found(gpujob, environment, site, home / "saved") if one[2] not in ROUNDED]
    text = run(gpujob, environment, "site", "discover", "--from", str(home / "saved"))
    center = re.search(r"^center: (.*)$", text, re.M)[1]
    (home / "drafts/sites").mkdir(parents=True)
    (home / f"drafts/sites/{center}.yaml").write_text(text, encoding="utf-8")
    profile = profile_of(gpujob, environment, site)
    drafted = profile_of(gpujob, environment, center, "--profile-path", str(home / "drafts"))
    shapes = shapes_of(drafted)
    for form, count in shapes_of(profile, profile.get("unplaced_features", ())).items():
        if shapes.get(form) != count:
            said.append(f"discover: {shapes.get(form)} nodes, not {count}, of {form}")
    if "" not in gpus_of(profile) and drafted_gpus(text) != gpus_of(profile):
        said.append(f"discover: GPUs {drafted_gpus(text)}, not {gpus_of(profile)}")
    partitions = {one["name"]: one for one in drafted["partitions"]}
    for known in profile["partitions"]:
        for key in ("default", "max_time", "default_time", "max_nodes"):
            value = partitions.get(known["name"], {}).get(key)
            if known.get(key) is not None and value != known[key]:
                said.append(f"discover: {known['name']} {key} {value}, not {known[key]}")
    return [f"{site}: {one}" for one in said]


class Texts:
    """Saved outputs, to be changed."""

    def __init__(self, directory):
        self.directory = directory
        self.partition = (directory / "partition.txt").read_text(encoding="utf-8")
        self.node = (directory / "node.txt").read_text(encoding="utf-8")

    def write(self, partition, node):
        for name, text in (("partition", partition), ("node", node)):
            (self.directory / f"{name}.txt").write_text(text.rstrip("\n") + "\n\n", encoding="utf-8")

    def with_nodes(self, shape, change, only_first=False):
        """The records of a shape's nodes changed; None takes one away."""
        records, left = [], 1 if only_first else -1
        for record in self.node.strip().split("\n\n"):
            if left and re.match(rf"NodeName={re.escape(shape)}-\d+ ", record):
                left -= 1
                record = change(record)
            records += [record] if record else []
        return self.partition, "\n\n".join(records) + "\n"


def is_without_gpus(other, shape):
    """Would the shape's nodes be the other's if they lost their GPUs?"""
    return "gpu" not in other and all(other.get(key) == shape.get(key) for key in ("partitions", "features", "cpus"))


def planted_in_shapes(texts, profile):
    """(expected, partition.txt, node.txt) of changes to the nodes of each shape. One whose cores no page says
    is known by its GPUs and features alone: with others it is another shape."""
    kinds = {gpu.get("feature") for gpu in profile["gpus"]}  # their loss is told of once, at the type
    for shape in profile["nodes"]:
        name, what = shape["id"], f"node shape '{shape['id']}'"
        several = shape.get("count", ASSUMED_NODES) > 1
        if "count" in shape and several:
            yield ("changed", what, "count"), *texts.with_nodes(name, lambda record: None, only_first=True)

        def more(words):
            return lambda record: re.sub(
                rf"({words})=(\d+)", lambda found: f"{found[1]}={int(found[2]) + 2}", record)

        more_cpus = more("CPUTot" if "usable_cpus" in shape else "CPUTot|CPUEfctv")
        if "usable_cpus" in shape:
            yield ("changed", what, "usable_cpus"), *texts.with_nodes(name, more("CPUEfctv"))

        if "cpus" in shape:
            yield ("changed", what, "cpus"), *texts.with_nodes(name, more_cpus)
            if several:
                yield ("changed", what, "cpus"), *texts.with_nodes(name, more_cpus, only_first=True)
        if "memory_mib" in shape:
            yield ("changed", what, "memory_mib"), *texts.with_nodes(
                name, lambda record: re.sub(r"RealMemory=\d+", "RealMemory=77777", record))
        def thirteen_gpus(record):
            return re.sub(r"(Gres=gpu:(?:[^:]*:)?)\d+", r"\g<1>13", record)

        if "cpus" not in shape:
            if "gpus" in shape and shape["features"]:
                yield ("changed", what, "gpus"), *texts.with_nodes(name, thirteen_gpus)
            continue
        if shape["features"]:
            yield ("changed", what, "features"), *texts.with_nodes(
                name, lambda record: re.sub(r"(AvailableFeatures=\S+)", r"\1,planted", record))
        plain = [one for one in shape["features"] if one not in kinds]
        if plain and len(shape["features"]) > 1:
            last = plain[-1]
            yield ("changed", what, "features"), *texts.with_nodes(
                name, lambda record, last=last: re.sub(
                    rf"(AvailableFeatures=\S*?),?\b{re.escape(last)}(?=,|\s)", r"\1", record))
        if "gpus" in shape:
            yield ("changed", what, "gpus"), *texts.with_nodes(name, thirteen_gpus)
            if not any(is_without_gpus(other, shape) for other in profile["nodes"]):
                yield ("changed", what, "gpus"), *texts.with_nodes(
                    name, lambda record: re.sub(r"Gres=gpu:\S+", "Gres=(null)", record))


def planted_in_types(texts, profile):
    for gpu in profile["gpus"]:
        if gpu.get("gres"):
            spelt = re.sub(rf"gpu:{re.escape(gpu['gres'])}\b", f"gpu:{gpu['gres']}_pcie", texts.node)
            yield ("changed", f"GPU type '{gpu['key']}'", "gres"), texts.partition, spelt
        feature = gpu.get("feature")
        named = [shape["features"] for shape in profile["nodes"] if shape.get("gpu") == gpu["key"] and "cpus" in shape]
        if feature and named and all(feature in features for features in named):
            renamed = re.sub(rf"(Features=(?:\S+,)?){re.escape(feature)}(?=[,\n])", rf"\g<1>{feature}_new", texts.node)
            yield ("changed", f"GPU type '{gpu['key']}'", "feature"), texts.partition, renamed


def planted_in_partitions(texts, profile):
    if profile["partitions"]:
        another = "\nPartitionName=planted MaxTime=UNLIMITED\n"
        yield ("new", "partition 'planted'", ""), texts.partition + another, texts.node
    for known in profile["partitions"]:
        name, what = known["name"], f"partition '{known['name']}'"
        records = texts.partition.strip().split("\n\n")
        record = next(one for one in records if one.startswith(f"PartitionName={name}\n"))
        others = [one for one in records if one is not record]
        if "max_time" in known:
            for limit in ("00:17:00", "UNLIMITED"):
                changed = re.sub(r"MaxTime=\S+", f"MaxTime={limit}", record)
                yield ("changed", what, "max_time"), "\n\n".join([*others, changed]), texts.node
        if "default_time" in known:
            changed = re.sub(r"DefaultTime=\S+", "DefaultTime=00:03:00", record)
            yield ("changed", what, "default_time"), "\n\n".join([*others, changed]), texts.node
        if known["default"] and others:
            changed = [record.replace("Default=YES", "Default=NO"), others[0].replace("Default=NO", "Default=YES"),
                       *others[1:]]
            yield ("changed", "default partition", ""), "\n\n".join(changed), texts.node
        if "max_nodes" in known:
            changed = re.sub(r"MaxNodes=\S+", "MaxNodes=77", record)
            yield ("changed", what, "max_nodes"), "\n\n".join([*others, changed]), texts.node
        without = re.sub(rf"(Partitions=(?:\S+,)?){re.escape(name)}(?:,|(?!\S))", r"\1", texts.node)
        if len(records) > 1:
            yield ("gone", what, ""), "\n\n".join(others), without


def misses(gpujob, site, environment):
    """Each planted change must be the only difference: how many were planted, and those that were not."""
    directory = pathlib.Path(environment["HOME"]) / "saved"
    texts, profile = Texts(directory), profile_of(gpujob, environment, site)
    before = found(gpujob, environment, site, directory)
    planted, wrong = 0, []
    for plant in (planted_in_shapes, planted_in_types, planted_in_partitions):
        for expected, partition, node in plant(texts, profile):
            texts.write(partition, node)
            planted += 1
            named = [one for one in found(gpujob, environment, site, directory) if one not in before]
            if named != [expected]:
                wrong.append(f"{site}: planted {expected}, drift names {named}")
    return planted, wrong
