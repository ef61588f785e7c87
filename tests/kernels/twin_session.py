# SPDX-License-Identifier: MIT
"""Runs many twins one after the other in this process, each as a program from its first line to its
exit: what takes the time otherwise is starting Python and importing Numba anew.

usage: twin_session.py REQUESTS ANSWERS   (JSON: a list of {twin, arguments}; of {status, out, err})"""
import contextlib
import io
import json
import os
import runpy
import sys

HARNESS = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../kernels/harness")


def run(twin, arguments):
    """Exit status and both streams of a program."""
    out, err = io.StringIO(), io.StringIO()
    sys.argv = [twin, *arguments]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            runpy.run_path(twin, run_name="__main__")
            status = 0
        except SystemExit as end:
            status = end.code or 0
    return {"status": status, "out": out.getvalue(), "err": err.getvalue()}


if __name__ == "__main__":
    asked, answers = sys.argv[1:3]
    sys.path.insert(0, os.path.realpath(HARNESS))
    if "stand_in" in os.environ.get("PYTHONPATH", ""):  # a kernel takes no microseconds to start there
        import gpujob_twin_ceiling
        gpujob_twin_ceiling.SHORTEST_TOLD = 0
    with open(asked, encoding="utf-8") as file:
        requests = json.load(file)
    done = [run(request["twin"], request["arguments"]) for request in requests]
    with open(answers, "w", encoding="utf-8") as file:
        json.dump(done, file)
