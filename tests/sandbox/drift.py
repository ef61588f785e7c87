# SPDX-License-Identifier: MIT
"""A profile against the Slurm that was made from it: `site drift` finds nothing, `site discover` gives the
profile back, and each of many planted changes is named by `site drift`, alone."""
import json
import pathlib
import re
import subprocess

import discovered

SAVED = {"config": ["show", "config"], "partition": ["--all", "show", "partition"], "node": ["--all", "show", "node"]}


def run(gpujob, environment, *words, status=(0,)):
    done = subprocess.run([gpujob, *words], text=True, capture_output=True, env=environment, timeout=120, check=False)
    if done.returncode not in status:
        raise AssertionError(f"gpujob {' '.join(words)}: {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def asked(environment, *words):
    return subprocess.run(words, text=True, capture_output=True, env=environment, timeout=60, check=True).stdout


def asked_qos(environment):
    return asked(environment, "sacctmgr", "-nP", "show", "qos",
                 "format=Name,MaxWall,MaxTRES,MaxJobsPU,MaxSubmitPU,MaxTRESPU,MaxTRESPA,MinTRES,GrpTRES")


def save(environment, directory, qos):
    """What a support person saves of the cluster that the environment names."""
    directory.mkdir()
    texts = {name: asked(environment, "scontrol", *words) for name, words in SAVED.items()}
    for name, text in (texts | ({"qos": qos} if qos else {})).items():
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


def is_assumed(difference, profile, drafted):
    """What a sandbox assumes: a partition's default memory is at most what its nodes have, where user guides round;
    and the number of nodes, where only the GPUs of a type are counted in all."""
    _, what, key = difference
    if key == "default_memory_per_cpu_mib":
        return any(discovered.is_rounded(one, drafted) for one in profile["partitions"]
                   if what == f"partition '{one['name']}'")
    return key == "total" and any("count" not in shape for shape in profile["nodes"]
                                  if what == f"GPU type '{shape.get('gpu')}'")


def disagreements(gpujob, site, environment, qos=None):
    """What a sandbox of full scale says other than the profile that it was made from. `qos`: what sacctmgr says
    of it, where that is known."""
    home = pathlib.Path(environment["HOME"])
    save(environment, home / "saved", qos)
    text = run(gpujob, environment, "site", "discover", "--from", str(home / "saved"))
    center = re.search(r"^center: (.*)$", text, re.M)[1]
    (home / "drafts/sites").mkdir(parents=True)
    (home / f"drafts/sites/{center}.yaml").write_text(text, encoding="utf-8")
    profile = profile_of(gpujob, environment, site)
    drafted = profile_of(gpujob, environment, center, "--profile-path", str(home / "drafts"))
    said = [f"drift: {one}" for one in found(gpujob, environment, site, home / "saved")
            if not is_assumed(one, profile, drafted)]
    said += [f"discover: {one}" for one in discovered.faults(profile, drafted, text, qos is not None)]
    return [f"{site}: {one}" for one in said]


class Texts:
    """Saved outputs, to be changed."""

    def __init__(self, directory):
        self.directory = directory
        self.partition, self.node, self.config, self.qos = (
            path.read_text(encoding="utf-8") if (path := directory / f"{name}.txt").exists() else ""
            for name in ("partition", "node", "config", "qos"))

    def write(self, partition, node, more=None):
        for name, text in {"partition": partition, "node": node, **(more or {})}.items():
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
        several = shape.get("count", discovered.ASSUMED_NODES) > 1
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

        if "threads_per_core" in shape:
            yield ("changed", what, "threads_per_core"), *texts.with_nodes(
                name, lambda record: re.sub(r"ThreadsPerCore=\d+", "ThreadsPerCore=4", record))
        further = [one["name"] for one in profile["partitions"] if one["name"] not in shape["partitions"]]
        if shape["partitions"] and further and "cpus" in shape:
            yield ("changed", what, "partitions"), *texts.with_nodes(
                name, lambda record, more=further[-1]: re.sub(r"(Partitions=\S+)", rf"\1,{more}", record))
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
        if known["exclusive"] == "always":
            changed = record.replace("OverSubscribe=EXCLUSIVE", "OverSubscribe=NO")
            yield ("changed", what, "exclusive"), "\n\n".join([*others, changed]), texts.node
        if "default_memory_per_cpu_mib" in known:
            changed = re.sub(r"DefMemPerCPU=\d+", "DefMemPerCPU=77", record)
            yield ("changed", what, "default_memory_per_cpu_mib"), "\n\n".join([*others, changed]), texts.node
        without = re.sub(rf"(Partitions=(?:\S+,)?){re.escape(name)}(?:,|(?!\S))", r"\1", texts.node)
        if len(records) > 1:
            yield ("gone", what, ""), "\n\n".join(others), without


def planted_in_cluster(texts, profile):
    for feature in profile["unplaced_features"]:
        without = re.sub(rf"(Features=(?:\S+,)?){re.escape(feature)}(?:,|(?!\S))", r"\1", texts.node)
        yield ("gone", f"feature '{feature}'", "unplaced_features"), texts.partition, without
    if "max_array_size" in profile:
        changed = re.sub(r"(MaxArraySize\s*=) \d+", r"\1 77", texts.config)
        yield ("changed", "array", "max_size"), texts.partition, texts.node, {"config": changed}


def planted_in_qos(texts, profile):
    for known in profile["qos"] if texts.qos else []:
        what, row = f"QOS '{known['name']}'", rf"(?m)^{re.escape(known['name'])}\|"
        without = re.sub(row + r".*\n", "", texts.qos)
        yield ("gone", what, ""), texts.partition, texts.node, {"qos": without}
        if "max_time" in known:
            changed = re.sub(row + r"[^|]*", f"{known['name']}|00:17:00", texts.qos)
            yield ("changed", what, "max_time"), texts.partition, texts.node, {"qos": changed}
    partitions = {f"part_{one['name']}".lower(): one["name"] for one in profile["partitions"]}
    for kind, key in (("gres/gpu", "gpus"), ("cpu", "cpus")):
        for row in re.finditer(rf"(?m)^([^|\n]+)\|[^|\n]*\|(?:[^|\n]*,)?{kind}=(\d+)", texts.qos):
            name = partitions.get(row[1])
            what = f"limit of partition '{name}'" if name else f"limit of QOS '{row[1]}'"
            changed = texts.qos[:row.start(2)] + "77" + texts.qos[row.end(2):]
            yield ("changed", what, key), texts.partition, texts.node, {"qos": changed}


ALL = (planted_in_shapes, planted_in_types, planted_in_partitions, planted_in_cluster, planted_in_qos)


def misses(gpujob, site, environment, plants=ALL):
    """Each planted change must be the only difference: how many were planted, and those that were not."""
    directory = pathlib.Path(environment["HOME"]) / "saved"
    texts, profile = Texts(directory), profile_of(gpujob, environment, site)
    before = found(gpujob, environment, site, directory)
    planted, wrong = 0, []
    for plant in plants:
        for expected, *changed in plant(texts, profile):
            if expected in before:  # what the sandbox assumes differs already: no change of it could be told
                continue
            texts.write(*changed)
            planted += 1
            named = [one for one in found(gpujob, environment, site, directory) if one not in before]
            if named != [expected]:
                wrong.append(f"{site}: planted {expected}, drift names {named}")
            texts.write(texts.partition, texts.node, {"config": texts.config} | (
                {"qos": texts.qos} if texts.qos else {}))
    return planted, wrong
