# SPDX-License-Identifier: MIT
"""The Python twins' table is what the JSON Schema of reports and the table of backends say; `./dev bless` rewrites
it. The compiler calls in manifests and in the starter of one are those of the table of backends.

usage: made_test.py SOURCE_DIRECTORY
"""
import glob
import json
import os
import re
import sys

HEAD = '''# SPDX-License-Identifier: MIT
"""What the twins must know of kernels/contract/, made from it by './dev bless'."""

# By name: compiled, python or executed.
BACKENDS = {
'''
FIELDS = '''}

# The fields of a report: by path, whether each must be there and whether it may be null.
FIELDS = {
'''
ROW = re.compile(r'^    {"([a-z]+)", BackendKind::(\w+),(.*?)"},$', re.M | re.S)
CALL = re.compile(r"(?m)^(?:@[a-z]+@)?  ([a-z]+): (\[\".*\])$")
REFERENCE = re.compile(r"{{include}}/workloads/([a-z0-9_]+)/\1_reference\.cc ")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def backends(table):
    """Name, kind and compiler call of each row of backends.h."""
    for name, kind, columns in ROW.findall(re.sub(r'"\s+"', "", table)):  # of a text on several lines, one
        yield name, kind.lower(), columns.rpartition('"')[2]


def fields(schema, place=""):
    """Path, need and nullness of each field, in the order of the schema."""
    for key, rule in schema["properties"].items():
        yield place + key, key in schema.get("required", ()), "null" in rule.get("type", ())
        if "properties" in rule:
            yield from fields(rule, f"{place}{key}.")


def twins(table, schema):
    """The text of gpujob_twin_contract.py."""
    rows = "".join(f'    "{name}": "{kind}",\n' for name, kind, _ in backends(table))
    return HEAD + rows + FIELDS + "".join(
        f'    "{path}": ({needed}, {may_be_null}),\n' for path, needed, may_be_null in fields(schema)) + "}\n"


def check_table(source):
    path = os.path.join(source, "kernels/harness/gpujob_twin_contract.py")
    made = twins(read(os.path.join(source, "kernels/contract/backends.h")),
                 json.loads(read(os.path.join(source, "profiles/schema/report.schema.json"))))
    if os.environ.get("GPUJOB_BLESS"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(made)
    assert read(path) == made, f"{path} is stale; run './dev bless'"


def check_calls(source):
    wanted = {name: call.replace("{{sources}}", "{{source}}")
              for name, _, call in backends(read(os.path.join(source, "kernels/contract/backends.h")))}
    calls = 0
    for path in glob.glob(os.path.join(source, "kernels/*/*/workload.yaml")) + [
            os.path.join(source, "templates/workload/compiled/workload.yaml")]:
        for backend, words in CALL.findall(read(path)):
            own = wanted[backend]
            if "/workloads/" not in path:  # as a student writes it
                own = own.replace(" -ffp-contract=fast", "")
            call = REFERENCE.sub("", " ".join(json.loads(words)))
            # fft2d's CPU program looks for its library when it runs.
            assert call.replace(" -ldl", "") == own.replace(" -ldl", ""), f"{path}: {call}, not {own}"
            calls += 1
    assert calls > 80, calls


if __name__ == "__main__":
    check_table(sys.argv[1])
    check_calls(sys.argv[1])
