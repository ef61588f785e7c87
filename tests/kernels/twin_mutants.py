# SPDX-License-Identifier: MIT
"""Wrong kernels of the Python twins: workload, mode, what is replaced, by what, and a variant that
runs it."""

MUTANTS = {
    "numba": [
        ("integrate2d", "cores", "math.sin(x + h * (j + 0.5))", "math.cos(x + h * (j + 0.5))", "verbatim"),
        ("integrate2d", "cores", "math.sin(x + h * (j + 0.5))", "math.sin(x - h * (j + 0.5))", "verbatim"),
        ("integrate2d", "cores", "math.sin(x + h * (j + 0.5))", "math.sin(x + h * j)", "verbatim"),
        ("integrate2d", "cores", "math.sin(x + h * (j + 0.5))",
         "float(np.float32(math.sin(np.float32(x) + h * (j + 0.5))))", "verbatim"),
        ("integrate2d", "cores", "for j in range(n):", "for j in range(n - 1):", "verbatim"),
        ("integrate2d", "cores", "x = h * (i + 0.5) + phase", "x = h * (i + 0.5)", "verbatim"),
        ("integrate2d", "cores", "total += value(x, j, h)", "total += 0.0", "verbatim"),
        ("integrate2d", "cores", "for i in prange(count):", "for i in prange(count - 1):", "verbatim"),
        ("integrate2d", "cores", "while stride < THREADS:\n                for t",
         "while stride < THREADS // 2:\n                for t", "verbatim_shared"),
        ("integrate2d", "cores", "math.sin(x + h * (f32(j) + half))",
         "math.sin(np.float16(x + h * (f32(j) + half)))", "f32"),
        ("integrate2d", "cores", "self.sums = self.fetch(\"sums\")", "pass", "verbatim"),
        ("integrate2d", "cores", "return value(h * (i + 0.5) + phase, j, h)",
         "return value(h * (i + 0.5) + phase, j, h) * 1.001", "verbatim"),
        ("integrate2d", "simulator", "if i < n:\n            out[i] = row(i, n, side, phase)",
         "if i < n - 1:\n            out[i] = row(i, n, side, phase)", "verbatim"),
        ("integrate2d", "simulator", "stride = 1\n        while", "stride = 2\n        while",
         "verbatim_shared"),
        ("integrate2d", "simulator", "tile[t] += tile[t + stride]\n            cuda",
         "tile[t] += 2 * tile[t + stride]\n            cuda", "f32_shared"),
        ("integrate2d", "simulator", "(count + THREADS - 1) // THREADS", "count // THREADS",
         "verbatim_shared"),
    ],
}
