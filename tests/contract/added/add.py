# SPDX-License-Identifier: MIT
"""A copy of kernels/contract/ with one more field and one more backend, each added in one place.

usage: add.py CONTRACT_DIRECTORY COPY
"""
import os
import shutil
import sys

FIELD = '''  visit(integer("samples.most", "samples that may be taken").at_least(1).merged(Merge::Most)
            .as_column("most").as_fact("most"), GPUJOB_AT(limits.most));
'''
BACKEND = '''    {"sycl", BackendKind::Compiled, true, "intel", "sycl", "cpu", "", "icpx {{sources}}"},
'''
ADDED = {"report_fields.h": ('  visit(text("samples.stop_reason")', FIELD),
         "backends.h": ('    {"numba", BackendKind::', BACKEND)}

source, copy = sys.argv[1:3]
os.makedirs(copy, exist_ok=True)
for name in os.listdir(source):
    if name not in ADDED:
        shutil.copyfile(os.path.join(source, name), os.path.join(copy, name))
for name, (before, line) in ADDED.items():
    with open(os.path.join(source, name), encoding="utf-8") as file:
        text = file.read()
    assert text.count(before) == 1, f"{name}: {before} is there {text.count(before)} times"
    with open(os.path.join(copy, name), "w", encoding="utf-8") as file:
        file.write(text.replace(before, line + before))
