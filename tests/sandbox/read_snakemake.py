#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Profiles by name, as JSON, on standard input: of each rule the resources that Snakemake 7.21 makes of them, as JSON.
7.21 is Debian's. It has no executor plug-ins, so that `executor` is taken out; profiles nest only since 8, which puts
such maps into the lists that are put here (src/snakemake/profiles.py); and 8 evaluates the resources of a rule, as 7.21
does those of --default-resources (8.0: src/snakemake/resources.py, eval_resource_expression)."""
import json
import os
import sys
import tempfile

import yaml
from snakemake import get_argument_parser, parse_set_resources
from snakemake.resources import DefaultResources


class Resources(DefaultResources):
    """7.21 cuts a resource at every '=', 8 at the first."""

    @classmethod
    def decode_arg(cls, arg):
        return arg.split("=", 1)

    def values(self):
        arguments = {"wildcards": None, "input": [], "attempt": 1, "threads": 1, "rulename": None}
        said = {name: value(**arguments) if callable(value) else value for name, value in self.parsed.items()}
        return {name: value for name, value in said.items() if name not in ("_cores", "_nodes", "tmpdir")}


def lists(profile):
    assert profile.pop("executor") == "slurm" and set(profile) == {"default-resources", "set-resources"}, profile
    return {"default-resources": [f"{name}={value}" for name, value in profile["default-resources"].items()],
            "set-resources": [f"{rule}:{name}={value}" for rule, said in profile["set-resources"].items()
                              for name, value in said.items()]}


def resources(text, folder):
    with open(os.path.join(folder, "config.yaml"), "w", encoding="utf-8") as file:
        yaml.safe_dump(lists(yaml.safe_load(text)), file)
    arguments = get_argument_parser(folder).parse_args([])
    common = Resources(arguments.default_resources, mode="bare").values()
    return {rule: {**common, **Resources([f"{name}={value}" for name, value in said.items()], mode="bare").values()}
            for rule, said in parse_set_resources(arguments).items()}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        json.dump({site: resources(text, scratch) for site, text in json.load(sys.stdin).items()}, sys.stdout)
