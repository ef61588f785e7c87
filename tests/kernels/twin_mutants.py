# SPDX-License-Identifier: MIT
"""Wrong kernels of the Python twins: workload, mode, what is replaced, by what, and a variant that
runs it. Their answers are wrong; those of TOO_FAST are right, by less work than is declared."""

START = "if __name__ == \"__main__\":\n    twin.run(SPEC, OPTIONS, Run)"
# Inputs that are brought to the device in the first run only.
ONCE = """class Once(Run):
    def bring(self):
        if not hasattr(self, "done"):
            self.done = True
            super().bring()


""" + START.replace("Run)", "Once)")
COPIES = [(workload, START, ONCE, variant) for workload, variant in (
    ("vector_add", "copy"), ("zero_suppress", "copy"), ("gaussian_pdf", "copy"), ("polar_distance", "copy"),
    ("hidden_layer", "three_kernels_copy"), ("pulses", "round_trip"))]

MUTANTS = {
    "numba": [
        *((workload, "cores", *change) for workload, *change in COPIES),
        ("integrate2d", "cores", "math.sin(x + h * (j + 0.5))", "math.cos(x + h * (j + 0.5))", "verbatim"),
        ("integrate2d", "cores", "math.sin(x + h * (j + 0.5))", "math.sin(x - h * (j + 0.5))", "verbatim"),
        ("integrate2d", "cores", "math.sin(x + h * (j + 0.5))", "math.sin(x + h * j)", "verbatim"),
        ("integrate2d", "cores", "math.sin(x + h * (j + 0.5))",
         "float(np.float32(math.sin(np.float32(x) + h * (j + 0.5))))", "verbatim"),
        ("integrate2d", "cores", "for j in range(n):", "for j in range(n - 1):", "verbatim"),
        ("integrate2d", "cores", "x = h * (i + 0.5) + phase", "x = h * (i + 0.5)", "verbatim"),
        ("integrate2d", "cores", "total += weigh(value(x, j, h), weights, j)", "total += 0.0", "verbatim"),
        ("integrate2d", "cores", "for t in prange(count):", "for t in prange(count - 1):", "verbatim"),
        # A sum in closed form beside right values.
        ("integrate2d", "cores", "out[t] = row(first + t, n, side, phase, weights)",
         "out[t] = (math.sin(side / n * (first + t + 0.5) + side / 2 + phase) * math.sin(side / 2)\n"
         "                      / math.sin(side / n / 2))", "verbatim"),
        ("integrate2d", "cores", "while stride < THREADS:\n                for t",
         "while stride < THREADS // 2:\n                for t", "verbatim_shared"),
        ("integrate2d", "cores", "math.sin(x + h * (f32(j) + half))",
         "math.sin(np.float16(x + h * (f32(j) + half)))", "f32"),
        ("integrate2d", "cores", "self.fetch(\"sums\")", "pass", "verbatim"),
        ("integrate2d", "cores", "return value(h * (i + 0.5) + phase, j, h)",
         "return value(h * (i + 0.5) + phase, j, h) * 1.001", "verbatim"),
        ("integrate2d", "simulator", "if t < out.size and i < n:", "if t < out.size and i < n - 1:", "verbatim"),
        ("integrate2d", "simulator", "stride = 1\n        while", "stride = 2\n        while",
         "verbatim_shared"),
        ("integrate2d", "simulator", "tile[t] += tile[t + stride]\n            cuda",
         "tile[t] += 2 * tile[t + stride]\n            cuda", "f32_shared"),
        ("integrate2d", "simulator", "(count + THREADS - 1) // THREADS", "count // THREADS",
         "verbatim_shared"),
        ("vector_add", "cores", "a[i] + b[i]", "a[i] - b[i]", "resident"),
        ("vector_add", "cores", "a[i] + b[i]", "a[i] + b[i - 1]", "copy"),
        ("vector_add", "simulator", "out[i] = a[i] + b[i]", "out[i // 2] = a[i] + b[i]", "resident"),
        ("hidden_layer", "cores", "most = real(reference.MOST)", "most = real(256)", "fused"),
        ("hidden_layer", "cores", "activate(self.count, out, weighed)", "activate(self.count, out, normal)",
         "three_kernels"),
        ("hidden_layer", "cores", "weigh(self.count, weighed, normal, weight)",
         "weigh(self.count // 2, weighed, normal, weight)", "three_kernels_copy"),
        ("hidden_layer", "cores", "weigh(self.count, weighed, normal, weight)",
         "self.done = hasattr(self, 'done') or weigh(self.count, weighed, normal, weight)", "three_kernels"),
        ("hidden_layer", "cores", "normalise(self.count, normal, grey)",
         "self.done = hasattr(self, 'done') or normalise(self.count, normal, grey)", "three_kernels"),
        ("gaussian_pdf", "cores", "half * z * z", "half * z", "library"),
        ("gaussian_pdf", "cores", "peak * math.exp", "math.exp", "copy"),
        ("polar_distance", "cores", "cartesian(rho2[i], theta2[i])", "cartesian(rho2[i], theta1[i])",
         "cartesian"),
        ("polar_distance", "cores", "(y1 - y2) * (y1 - y2))", "(y1 - y2) * (y1 - y2) + 0.001)", "copy"),
        ("polar_distance", "cores", "(y1 - y2) ** 2)", "(y1 - y2) ** 2 + 0.001)", "verbatim"),
        ("polar_distance", "simulator", "cartesian(rho2[i], theta2[i])", "cartesian(rho1[i], theta2[i])", "verbatim"),
        ("pulses", "cores", "- reference.FLOOR, 0) * high", "- reference.FLOOR, -1) * high", "verbatim"),
        ("zero_suppress", "cores", "0 if value < threshold", "0 if value <= threshold", "value"),
        ("zero_suppress", "cores", "abs(value) < threshold", "abs(value) > threshold", "magnitude"),
        ("pulses", "cores", "- floor, zero) * high\n\n        def add", "- floor, zero)\n\n        def add",
         "resident"),
        ("pulses", "cores", "out[i] = out[i] + noise[i]", "out[i] = noise[i]", "round_trip"),
        ("l2_norm", "cores", "range(0, values.shape[1], PIECE)", "range(0, values.shape[1] - PIECE, PIECE)",
         "thread_a_row"),
        ("l2_norm", "cores", "out[i] = math.sqrt(total)", "out[i] = total", "thread_a_row"),
        ("add_one", "cores", "matrix[row, column] += one\n\n\nclass", "matrix[row, column] += 2\n\n\nclass", "rows"),
        ("add_one", "cores", "for row in range(n):", "for row in range(n - 1):", "columns"),
        ("add_one", "simulator", "if row < n and column < n:", "if row < n - 1 and column < n:", "columns"),
        ("add_one", "simulator", "matrix[row, column] += one", "matrix[column, row] += row - column + 1", "rows"),
        ("matmul", "cores", "total += a[row, k] * b[k, column]", "total += a[k, row] * b[k, column]", "naive"),
        ("matmul", "cores", "for k in range(1, a.shape[1]):", "for k in range(2, a.shape[1]):", "naive"),
        ("matmul", "cores", "min(n, first + EDGE)):", "min(n, first + EDGE - 1)):", "tiled"),
        ("matmul", "cores", "c[row, column] = tile[row - top, column - left]",
         "c[column, row] = tile[row - top, column - left]", "tiled"),
        ("matmul", "cores", "for block in prange(tiles * tiles):", "for block in prange(tiles * tiles - 1):",
         "tiled"),
        ("matmul", "simulator", "first + x < n:", "first + x < n - 1:", "tiled"),
        ("matmul", "simulator", "tile_a[y, k] * tile_b[k, x]", "tile_a[y, k] * tile_b[x, k]", "tiled"),
        ("matmul", "simulator", "a[row, k] * b[k, column]\n            c[row", "a[row, k] * b[column, k]\n            c[row",
         "naive"),
        ("matmul", "simulator", "range(0, n, EDGE)", "range(0, n - EDGE, EDGE)", "tiled"),
        ("monte_carlo_pi", "cores", "range(10)", "range(9)", "philox"),
        ("monte_carlo_pi", "cores", "u * u + v * v < LIMIT", "u * u + v * v < LIMIT + LIMIT", "philox"),
        ("monte_carlo_pi", "cores", "and hit(c, d):", "and hit(a, b):", "philox"),
        ("monte_carlo_pi", "cores", "if point + 1 < end", "if point + 2 < end", "philox"),
        ("monte_carlo_pi", "cores", "np.uint64(point >> 1)", "np.uint64(point)", "philox"),
        ("monte_carlo_pi", "simulator", "begin = chunk * CHUNK", "begin = 0 * CHUNK", "philox"),
    ],
    "cupy": [(workload, "stand_in", *change) for workload, *change in (
        *COPIES,
        ("vector_add", "return cupy.add", "return lambda a, b, out: cupy.add(a, a, out=out)", "resident"),
        ("vector_add", "return cupy.add", "return lambda a, b, out: None", "copy"),
        ("gaussian_pdf", "half * z * z", "half * z", "library"),
        ("gaussian_pdf", "-0.5, self.peak", "-0.5, self.deviation", "copy"),
        ("polar_distance", "rho2 * cos(theta2)", "rho2 * cos(theta1)", "cartesian"),
        ("polar_distance", "sqrt(x * x + y * y)", "x + y", "copy"),
        ("zero_suppress", ">= threshold", "> threshold", "value"),
        ("zero_suppress", "\"abs(value)\"", "\"value\"", "magnitude"),
        ("pulses", "REAL(i) / period", "REAL(i + 1) / period", "fused"),
        ("pulses", "cupy.add(out, noise, out=out)", "cupy.add(noise, noise, out=out)", "resident"),
        ("pulses", "self.go_round(out)", "self.device.fill(out, self.host_out)", "round_trip"),
        ("hidden_layer", "REAL(grey) / most * REAL(weight)", "REAL(grey) * REAL(weight)", "fused"),
        ("hidden_layer", "(up - down) / (up + down)", "(up - down) / (up * down)", "three_kernels"),
        ("hidden_layer", "activate(weighed, out)", "activate(normal, out)", "three_kernels_copy"),
        ("hidden_layer", "weigh(normal, weight, weighed)",
         "self.done = hasattr(self, 'done') or weigh(normal, weight, weighed)", "three_kernels"),
        ("l2_norm", "x * x", "x", "reduction"),
        ("l2_norm", "out = sqrt(a)", "out = a", "reduction"),
        ("add_one", "(out, 1, out=out)", "(out, 2, out=out)", "rows"),
        ("add_one", "self.kernel(out, 1, out=out)", "self.kernel(out, 1)", "rows"),
        ("elementwise", "two * sin(x) + sqrt", "two * sin(x) - sqrt", "fused"),
        ("elementwise", "2 * cupy.sin(x) + cupy.sqrt", "cupy.sin(x) + cupy.sqrt", "unfused"),
        ("elementwise", "self.out = 2 * cupy.sin(x) + cupy.sqrt(cupy.abs(x))", "pass", "verbatim"),
        ("matmul", "cupy.matmul(a, b, out=c)", "cupy.matmul(b, a, out=c)", "library"),
        ("matmul", "cupy.matmul(a, b, out=c)", "None", "library"),
        ("fft2d", "cupy.fft.fft2(signal)", "signal", "library"),
        ("fft2d", "cupy.fft.fft2(signal)", "cupy.fft.fft2(signal) * 1.001", "library"),
        ("fft2d", "cupy.fft.fft2(signal)", "cupy.fft.fft2(cupy.fft.fft2(signal))", "library"),
        ("monte_carlo_pi", "x * x + y * y < 1))", "x * x + y * y < 1.001))", "arrays"),
        ("monte_carlo_pi", "self.generator.random(size), self.generator.random(size)",
         "(self.generator.random(size),) * 2", "arrays"),
        ("monte_carlo_pi", "self.last = x, y", "self.last = x * 0.5, y", "arrays"),
        ("integrate2d", "sin(x + y)\"", "sin(x - y)\"", "reduction"),
        ("integrate2d", "cupy.sin(x + y)", "cupy.sin(x - y)", "arrays"),
        ("integrate2d", "sines.sum(axis=1, out=sums)", "sines.sum(axis=1, out=sums) if y.shape[1] == 1 else "
         "cupy.add(cupy.sin(x[:, 0] + math.pi / 2) * (1 / math.sin(self.h / 2)), 0, out=sums)", "arrays"),
        ("integrate2d", "x = middles + self.phase", "x = middles", "arrays"),
        ("integrate2d", "+ 0.5) * self.h", ") * self.h", "reduction"),
        ("integrate2d", "TURN * (x >= 0.5", "3 * (x >= 0.5", "reduction"),
        ("integrate2d", "range(0, self.n, rows)", "range(0, self.n - rows, rows)", "arrays"),
    )],
}

# All of the work done before the clock starts. The stand-in of CuPy has no
# device whose times could prove it: the program is told that it had one.
EARLY = """class Early(Run):
    def poison(self):
        super().poison()
        super().launch()

    def launch(self):
        pass


""" + START.replace("Run)", "Early)")
# As long as the work would take on a slower device, whatever the size: so long that a turn of other programs is little.
LATE = "import time\n\n\n" + EARLY.replace("pass", "time.sleep(0.2)")
TIMED = "in_cupy.CupyDevice.timed = property(lambda self: True, lambda self, value: None)\n"
TOO_FAST = {
    "numba": [
        ("integrate2d", "cores", START.replace("Run)", "Integral)"), EARLY.replace("(Run)", "(Integral)"), "f32", {"n": 2000}),
        ("vector_add", "cores", START, LATE, "resident", {"n": 1 << 21}),
        ("vector_add", "cores", START, EARLY, "resident", {"n": 1 << 21}),
        ("matmul", "cores", START, EARLY, "tiled", {"n": 300}),
        ("l2_norm", "cores", START, EARLY, "thread_a_row", {"rows": 20011}),
    ],
    # So large that they take several times as long as a call of Python.
    "cupy": [(workload, "stand_in", START, TIMED + EARLY, variant, {"n": n}) for workload, variant, n in (
        ("vector_add", "resident", 300007), ("matmul", "library", 99), ("fft2d", "library", 256),
        ("elementwise", "fused", 601))],
}
