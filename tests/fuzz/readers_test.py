#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""readers_test.py SOURCE: every file of cli/ that reads text from outside is fuzzed: a function that its header declares is
called by a target in tests/fuzz, or READ_BY names one that reads what it takes in, or BYTES says that it reads nothing in it."""
import pathlib
import re
import sys

# What takes text in: files, what a program printed, the base readers.
TAKES_IN = re.compile(r"\b(?:read_file|read_if_present|read_range|parse_json|parse_document|parse_yaml)\(|\"/proc/"
                      r"|\w->(?:out|err)\b(?!\()|\banswer\.(?:out|err)\b")
DECLARED = re.compile(r"\b([a-z]\w+)\(")
READ_BY = {  # function that a target calls: files whose text it reads
    "database_start_sql": "sandbox/files",
    "edited_configuration": "jobs/session/configuration_edit",
    "list_queue": "slurm/ask",
    "parse_script": "jobs/port/port_file jobs/request/own_job",
    "parse_yaml": "base/yaml_reader",
    "read_attempt": "run/run_document",
    "read_batch": "command/remote/serve_command remote/center_send",
    "read_hyperfine": "report/foreign_hyperfine command/results/import_command",
    "read_inventory": "slurm/ask_inventory slurm/ask_json slurm/inventory_json",
    "read_licenses": "slurm/ask_offers",
    "read_process_stat": "base/system_world",
    "read_profile": "command/site/site_check_command command/site/site_drift_command command/site/site_new_command",
    "read_references": "report/reference_file jobs/results/reference_store",
    "read_reply": "remote/protocol_reply",
    "read_template": "jobs/session/data_files",
    "read_workload": "command/workload/workload_check_command",
    "run_gpujob": "command/submit/submit_as_command",
    "take_counts": "jobs/where/gpu_counting",
}
# Its text is shown, copied, held to a checksum, searched for one word or number, or gpujob's own of this moment.
BYTES = """base/disk command/program/codes_command command/results/report_format command/runs/logs_command
command/sandbox/sandbox_logs_command command/stack/stack_build_command command/workload/workload_new_command
jobs/build/build_here jobs/build/build_job jobs/build/environment jobs/build/local_program jobs/request/script_files
jobs/send/carried_site jobs/send/send_again remote/carry remote/pieces remote/pull_files remote/pull_outputs
report/report_schema sandbox/daemons store/index_import"""


def code(path):
    return re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))


def main():
    source = pathlib.Path(sys.argv[1])
    cli = source / "cli"
    targets = "\n".join(map(code, sorted((source / "tests/fuzz").glob("*_targets.cc"))))
    called = set(re.findall(r"(?<![.>])" + DECLARED.pattern, targets))
    through = {file: function for function, files in READ_BY.items() for file in files.split()}
    excused = BYTES.split()
    takes_in = {str(path.relative_to(cli).with_suffix("")): path for path in sorted(cli.rglob("*.cc"))
                if TAKES_IN.search(code(path))}
    wrong = []
    for name, path in takes_in.items():
        header = path.with_suffix(".h")
        own = set(DECLARED.findall(code(header))) if header.exists() else set()
        fuzzed = own & called or name in through
        if fuzzed and name in excused:
            wrong.append(f"{name}: a target reads its text; it needs no excuse")
        if not fuzzed and name not in excused:
            wrong.append(f"cli/{name}.cc: takes in text that no target in tests/fuzz reads; add one")
    wrong += [f"{function}: no target calls it" for function in READ_BY if function not in called]
    wrong += [f"{name}: takes in no text" for name in [*through, *excused] if name not in takes_in]
    print("\n".join(wrong) or f"{len(takes_in)} files take in text, {len(excused)} of them only as bytes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
