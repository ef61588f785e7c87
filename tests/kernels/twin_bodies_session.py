# SPDX-License-Identifier: MIT
"""Runs CuPy's twins on the stand-in, and writes down the kernels that they give CuPy in C, as CuPy puts
them between its own lines.

usage: twin_bodies_session.py REQUESTS ANSWERS   (JSON: a list of {twin, arguments}; for each, {CUDA by the
                                                  name of its kernel})
"""
import contextlib
import io
import json
import runpy
import sys

import cupy
from cupy.kernels import parameters

C_NAMES = {"float32": "float", "float64": "double", "int16": "short", "int32": "int"}
MET = {}


def declared(text, values):
    """Parameters of the kernel, and names for the elements of those that are arrays."""
    heads, bodies = [], []
    for (name, kind), value in zip(parameters(text), values):
        c_type = C_NAMES[kind.name]
        if isinstance(value, cupy.ndarray):
            heads.append(f"{c_type}* raw_{name}")
            bodies.append(f"{c_type}& {name} = raw_{name}[i];")
        else:
            heads.append(f"const {c_type} {name}")
    return heads, bodies


def kernel_of(name, texts, values, statements):
    heads, bodies = declared(", ".join(texts), values)
    return "\n".join([f"extern \"C\" __global__ void {name}({', '.join(heads)}, ptrdiff_t size) {{",
                      "  for (ptrdiff_t i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x) {",
                      *bodies, *statements, "  }", "}"])


class Elementwise(cupy.ElementwiseKernel):
    def __init__(self, in_params, out_params, operation, name="kernel"):
        super().__init__(in_params, out_params, operation, name)
        self.texts, self.name = (in_params, out_params), name

    def __call__(self, *values):
        MET[self.name] = kernel_of(self.name, self.texts, values, [self.operation + ";"])
        return super().__call__(*values)


class Reduction(cupy.ReductionKernel):
    def __init__(self, in_params, out_params, map_expr, reduce_expr, post_map_expr, identity, name="kernel"):
        super().__init__(in_params, out_params, map_expr, reduce_expr, post_map_expr, identity, name)
        self.texts, self.name = (in_params, out_params), name
        kind = C_NAMES[parameters(out_params)[0][1].name]
        self.statements = [f"{kind} a = {map_expr}, b = {identity};", f"a = {reduce_expr};", f"{post_map_expr};"]

    def __call__(self, *values, axis):
        MET[self.name] = kernel_of(self.name, self.texts, values, self.statements)
        return super().__call__(*values, axis=axis)


def met_by(twin, arguments):
    MET.clear()
    sys.argv = [twin, *arguments]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        runpy.run_path(twin, run_name="__main__")
    return dict(MET)


if __name__ == "__main__":
    asked, answers = sys.argv[1:3]
    cupy.ElementwiseKernel, cupy.ReductionKernel = Elementwise, Reduction
    with open(asked, encoding="utf-8") as file:
        requests = json.load(file)
    done = [met_by(request["twin"], request["arguments"]) for request in requests]
    with open(answers, "w", encoding="utf-8") as file:
        json.dump(done, file)
