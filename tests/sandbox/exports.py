# SPDX-License-Identifier: MIT
"""What `gpujob site export` writes, read as its tool reads it: for every tool and GPU type the script
that the tool would give to sbatch. Debian 12 has Snakemake 7 and what Open OnDemand reads an app with: they
read every cluster's at once (read_snakemake.py, read_ood.rb). The others have readers here: Debian has no
ReFrame, Parsl or Nextflow, and Groovy, which reads Nextflow's files, would be 66 MB with its Java. What a
tool adds by itself is written by hand from its own documentation: ReFrame 4 (schedulers/slurm),
snakemake-executor-plugin-slurm 2, Nextflow (SlurmExecutor), Parsl (SlurmProvider with its template), Open
OnDemand (ood_core's Slurm adapter)."""
import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import types

from referee import clean_environment

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = ("sbatch", "reframe", "nextflow", "parsl", "snakemake", "ood")
# Debian's own Python has Debian's Snakemake.
READERS = {"snakemake": ["/usr/bin/python3", "-B", os.path.join(HERE, "read_snakemake.py")],
           "ood": ["ruby", os.path.join(HERE, "read_ood.rb")]}
# Of snakemake_executor_plugin_slurm/validation.py: what slurm_extra must not have.
NOT_EXTRA = re.compile(r"--(job-name|output|error|export|comment|account|partition|mem|mem-per-cpu|ntasks|"
                       r"ntasks-per-gpu|cpus-per-task|cpus-per-gpu|time|constraint|qos|nodes|clusters|gres|"
                       r"gpus)[=\s]")


def script(options: list[str]) -> str:
    return "#!/bin/bash\n" + "".join(f"#SBATCH {option}\n" for option in options)


def from_sbatch(text: str) -> dict[str, str]:
    blocks = ["#!/bin/bash" + block for block in text.split("#!/bin/bash")[1:]]
    return {re.search(r"^# (?!source)(\S+): ", block, re.M)[1]: block for block in blocks}


def from_reframe(text: str) -> dict[str, str]:
    assignment, = ast.parse(text).body
    assert assignment.targets[0].id == "site_configuration"
    configuration = ast.literal_eval(assignment.value)
    system, = configuration["systems"]
    environments = {(environment["name"], place) for environment in configuration["environments"]
                    for place in environment["target_systems"]}
    found = {}
    for partition in system["partitions"]:
        assert partition["scheduler"] == "slurm" and partition["launcher"] in ("srun", "local")
        for name in partition["environs"]:
            assert (name, f"{system['name']}:{partition['name']}") in environments, name
        limit = re.fullmatch(r"(\d+)h(\d+)m(\d+)s", partition["time_limit"])
        found[partition["name"]] = script(["--job-name=rfm_job", "--ntasks=1",
                                           "--time=" + ":".join(limit.groups()), *partition["access"]])
    return found


def from_snakemake(read: dict) -> dict[str, str]:
    found = {}
    for rule, said in read.items():
        options = [f"{option}={said.pop(resource)}" for resource, option in (
            ("slurm_account", "--account"), ("slurm_partition", "--partition"), ("runtime", "--time"),
            ("constraint", "--constraint"), ("qos", "--qos"), ("nodes", "--nodes"),
            ("clusters", "--clusters")) if resource in said]
        gpu, model, gres = said.pop("gpu", None), said.pop("gpu_model", None), said.pop("gres", None)
        if gres:
            assert re.fullmatch(r"\w+(:[\w.]+)?:\d+", gres) and not gpu, gres
            options.append(f"--gres={gres}")
        if gpu:
            assert model is None or re.fullmatch(r"[\w.]+", model), model
            options.append(f"--gpus={model}:{gpu}" if model else f"--gpus={gpu}")
        if gpu or gres:
            per_gpu = said.pop("tasks_per_gpu", said.pop("tasks", 1))
            options += [f"--ntasks-per-gpu={per_gpu}"] * (per_gpu >= 1)
        else:
            options.append(f"--ntasks={said.pop('tasks', 1)}")
        cpus = said.pop("cpus_per_task", None)
        options.append(f"--cpus-per-task={cpus}" if cpus else f"--cpus-per-{'gpu' if gpu or gres else 'task'}=1")
        if "mem_mb" in said:
            options.append(f"--mem={said.pop('mem_mb')}")
        extra = said.pop("slurm_extra", "")
        assert not NOT_EXTRA.search(extra), extra
        assert not said, f"resources that the plugin does not know: {said}"
        found[rule] = script(options + ([extra] if extra else []))
    return found


def from_nextflow(text: str) -> dict[str, str]:
    assert "    executor = 'slurm'\n" in text
    found = {}
    for label, body in re.findall(r"^    withLabel: '(\w+)' \{[^\n]*\n(.*?)^    \}$", text, re.M | re.S):
        said = dict(re.findall(r"^        (\w+) = '(.*)'$", body, re.M))
        minutes = re.fullmatch(r"(\d+) min", said.pop("time"))[1]
        options = ["--no-requeue", "--signal B:USR2@30", f"-t {minutes}"]
        if "queue" in said:
            options.append(f"-p {said.pop('queue')}")
        options += shlex.split(said.pop("clusterOptions").replace("\\'", "'").replace("\\\\", "\\"))
        assert not said, said
        found[label] = script(options)
    return found


def from_parsl(text: str) -> dict[str, str]:
    def recorder(name):
        return lambda **arguments: (name, arguments)

    names = {"config": ["Config"], "executors": ["HighThroughputExecutor"], "providers": ["SlurmProvider"]}
    modules = {"parsl": types.ModuleType("parsl")}
    for module, classes in names.items():
        modules[f"parsl.{module}"] = types.ModuleType(module)
        for one in classes:
            setattr(modules[f"parsl.{module}"], one, recorder(one))
    sys.modules.update(modules)
    scope: dict = {}
    try:
        exec(text, scope)  # pylint: disable=exec-used
    finally:
        for module in modules:
            del sys.modules[module]
    found = {}
    for _, executor in scope["config"][1]["executors"]:
        _, said = executor["provider"]
        lines = said.pop("scheduler_options", "").splitlines()
        if said.pop("exclusive"):
            lines.append("#SBATCH --exclusive")
        options = [f"--nodes={said.pop('nodes_per_block')}", f"--time={said.pop('walltime')}",
                   "--ntasks-per-node=1"]
        options += [line.removeprefix("#SBATCH ") for line in lines]
        options += [f"--{name}={value}" for name, value in said.items()]
        assert set(said) <= {"account", "partition", "qos", "constraint"}, said
        found[executor["label"]] = script(options)
    return found


def from_ood(read: dict, account: str | None) -> dict[str, str]:
    form = read["form"]
    assert set(form["attributes"]) <= set(form["form"])
    found = {}
    for gpu, submitted in read["submit"].items():
        said = submitted["script"]
        assert set(said) <= {"queue_name", "native"}, said
        options = [f"-A {account}"] if account else []
        options += ["-t 01:00:00"] + ([f"-p {said['queue_name']}"] if "queue_name" in said else [])
        found[gpu] = script(options + [f'"{word}"' for word in said["native"]])
    return found


def project_of(rules) -> dict[str, str]:
    """The project of an accepted request, where the cluster asks for one, and the QOS, where it wants that."""
    texts = "\n".join(rule.accepted for rule in rules)
    named = {"--account": re.search(r"-A (\S+)", texts)}
    if any("no --qos is given" in rule.says for rule in rules):
        named["--qos"] = re.search(r"-q (\S+)", texts)
    return {option: found[1] for option, found in named.items() if found}


def written(gpujob: str, tool: str, projects: dict[str, dict[str, str]]) -> dict[str, str]:
    """Of each cluster, for its project."""
    texts = {}
    with tempfile.TemporaryDirectory() as home:
        for site, project in projects.items():
            named = [word for option in project.items() for word in option]
            answer = subprocess.run([gpujob, "site", "export", site, "--to", tool, "--allow-retired", *named],
                                    env=clean_environment(home), text=True, capture_output=True, check=False)
            assert answer.returncode == 0, answer.stderr
            texts[site] = answer.stdout
    return texts


def without_reader() -> list[str]:
    """The programs that read for READERS and are not here."""
    here = subprocess.run(["/usr/bin/python3", "-c", "import snakemake"], cwd="/", capture_output=True, check=False)
    return ["snakemake"] * (here.returncode != 0) + ["ruby"] * (shutil.which("ruby") is None)


def read_by_tool(tool: str, texts: dict[str, str]) -> dict[str, dict]:
    """What the tool of READERS makes of the text of each cluster."""
    answer = subprocess.run(READERS[tool], input=json.dumps(texts), text=True, capture_output=True, check=False)
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


def scripts(gpujob: str, rules: dict[str, list]) -> dict[str, dict[str, str]]:
    """Of each cluster that has rules, by "tool gpu"."""
    projects = {site: project_of(of_site) for site, of_site in rules.items()}
    found: dict[str, dict[str, str]] = {site: {} for site in projects}
    for tool in TOOLS:
        texts = written(gpujob, tool, projects)
        whole = read_by_tool(tool, texts) if tool in READERS else texts
        for site, text in whole.items():
            reader = globals()["from_" + tool]
            read = reader(text, projects[site].get("--account")) if tool == "ood" else reader(text)
            found[site] |= {f"{tool} {gpu}": one for gpu, one in read.items()}
    for site, of_site in found.items():
        by_tool = {tool: {name.split()[1] for name in of_site if name.startswith(tool + " ")} for tool in TOOLS}
        assert by_tool["sbatch"] and all(gpus == by_tool["sbatch"] for gpus in by_tool.values()), (site, by_tool)
    return found
