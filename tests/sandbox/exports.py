# SPDX-License-Identifier: MIT
"""What `gpujob site export` writes, read as its tool reads it: for every tool and GPU type the script
that the tool would give to sbatch. What a tool adds by itself is written by hand from its own
documentation: ReFrame 4 (schedulers/slurm), snakemake-executor-plugin-slurm 2, Nextflow
(SlurmExecutor), Parsl (SlurmProvider with its template), Open OnDemand (ood_core's Slurm adapter). Debian 12 has
none of them but Snakemake 7, which knows no executor plug-ins and so cannot read such a profile."""
import ast
import re
import shlex
import subprocess
import sys
import types

try:
    import yaml
except ImportError:  # python3-yaml is for Debian's own Python
    sys.path.append("/usr/lib/python3/dist-packages")
    import yaml

TOOLS = ("sbatch", "reframe", "nextflow", "parsl", "snakemake", "ood")
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


def from_snakemake(text: str) -> dict[str, str]:
    profile = yaml.safe_load(text)
    assert profile["executor"] == "slurm"
    found = {}
    for rule, own in profile["set-resources"].items():
        said = {**profile["default-resources"], **own}
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
        if "slurm_extra" in said:
            extra = ast.literal_eval(said.pop("slurm_extra"))
            assert not NOT_EXTRA.search(extra), extra
            options.append(extra)
        assert not said, f"resources that the plugin does not know: {said}"
        found[rule] = script(options)
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


def branch(template: str, gpu: str) -> str:
    """The ERB template with the answer `gpu`."""
    kept, here = [], True
    for line in template.splitlines():
        condition = re.fullmatch(r'<%- (?:els)?if gpu_type == "(.*)" -%>', line)
        if condition:
            here = condition[1] == gpu
        elif line == "<%- end -%>":
            here = True
        elif here:
            kept.append(line)
    return "\n".join(kept)


def from_ood(text: str, account: str | None) -> dict[str, str]:
    _, form, template = text.split("---\n")
    form = yaml.safe_load(form)
    assert set(form["attributes"]) <= set(form["form"])
    found = {}
    for _, gpu in form["attributes"]["gpu_type"]["options"]:
        said = yaml.safe_load(branch(template, gpu))["script"]
        options = [f"-A {account}"] if account else []
        options += ["-t 01:00:00"] + ([f"-p {said['queue_name']}"] if "queue_name" in said else [])
        found[gpu] = script(options + [f'"{word}"' for word in said["native"]])
    return found


def scripts(gpujob: str, site: str, project: dict[str, str], environment: dict) -> dict[str, str]:
    """By "tool gpu"; `project` has the options that name one, and the QOS where that is wanted."""
    found = {}
    named = [word for option in project.items() for word in option]
    for tool in TOOLS:
        words = [gpujob, "site", "export", site, "--to", tool, "--allow-retired", *named]
        answer = subprocess.run(words, env=environment, text=True, capture_output=True, check=False)
        assert answer.returncode == 0, answer.stderr
        reader = globals()["from_" + tool]
        read = reader(answer.stdout, project.get("--account")) if tool == "ood" else reader(answer.stdout)
        assert read, f"{tool}: no GPU in {answer.stdout}"
        found |= {f"{tool} {gpu}": text for gpu, text in read.items()}
    by_tool = {tool: {name.split()[1] for name in found if name.startswith(tool + " ")} for tool in TOOLS}
    assert all(gpus == by_tool["sbatch"] for gpus in by_tool.values()), by_tool
    return found
