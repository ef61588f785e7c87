# SPDX-License-Identifier: MIT
"""What the Python twins read of a GPU's management library is what the C++ harness reads of the same stand-ins.

usage: twin_management_test.py HARNESS FAKE_NVML FAKE_ROCM_SMI
"""
import os
import sys
import time
import unittest
import unittest.mock

sys.path.insert(0, sys.argv[1])
NVML, ROCM_SMI = sys.argv[2:4]
import gpujob_twin  # noqa: E402
import gpujob_twin_ceiling as ceilings  # noqa: E402
import gpujob_twin_management as management  # noqa: E402


class Toy(gpujob_twin.Experiment):
    """On a GPU of 2^-13 s for a run, so that batches make up what samples do not."""
    on_cpu, units, clock, now, timed = False, 1, "event", 0.0, True

    def __init__(self):
        self.device = self

    def wait(self):
        pass

    def mark(self):
        return self.now

    def seconds(self, before, after):
        return after - before

    def compiler(self):
        return "none"

    def facts(self):
        return {"model": "toy", "architecture": "sm_90", "units": 1, "memory_bytes": 1, "driver": None, "runtime": None,
                "bus_id": "0000:01:00.0", "clocks_hz": {}}

    def poison(self):
        pass

    def launch(self):
        self.now += 2.0 ** -13

    def download(self):
        return False

    def check(self):
        return {"value": 1, "reference": 1, "error": 0, "worst": {"error": 0, "index": 0, "what": "value"}, "tolerance": 1,
                "valid": True, "problem": None, "inputs": {}}

    def work(self):
        return {"points": 1, "bytes_read": 1, "bytes_written": 1, "operations": 1, "special_functions": 0}

    def ceiling(self):
        return ceilings.ceiling("memory copy", "bytes/s", (2.0 ** 15, 2.0 ** 15), 2, self)


class TwinManagement(unittest.TestCase):
    def setUp(self):
        self.nvml = management.Nvml("0000:01:00.0", NVML)
        self.smi = management.RocmSmi("0000:c1:00.0", ROCM_SMI)

    def with_variable(self, name, value):
        os.environ[name] = value
        self.addCleanup(os.environ.pop, name, None)

    def test_how_a_gpu_is_set_up(self):
        self.assertEqual(self.nvml.state(), {"uuid": "GPU-a8182ded", "kernel_driver": "580.159.04", "ecc": "on",
                                             "power_limit_watts": 700.0, "pcie_generation": 5.0, "pcie_width": 8.0})
        for told, mig in (("1", "on"), ("0", "off")):
            self.with_variable("FAKE_NVML_MIG", told)
            self.assertEqual(self.nvml.state()["mig"], mig)
        self.with_variable("FAKE_NVML_NAMELESS", "1")
        self.assertNotIn("kernel_driver", self.nvml.state())
        rest = {"uuid": "0x00c0ffee00c0ffee", "ecc": "on", "power_limit_watts": 560.0, "pcie_generation": 4, "pcie_width": 16}
        for told, module in (("6.12.12\n", {"kernel_driver": "6.12.12"}), ("", {}), (None, {})):
            with unittest.mock.patch("builtins.open", unittest.mock.mock_open(read_data=told)) as opened:
                opened.side_effect = FileNotFoundError if told is None else None
                self.assertEqual(self.smi.state(), {**rest, **module}, told)
            opened.assert_called_once_with("/sys/module/amdgpu/version", encoding="ascii")

    def test_a_moment(self):
        now = self.nvml.now()
        self.assertEqual(now.pop("energy_joules") % 10, 0)
        self.assertEqual(now, {"core_clock_hz": 1.98e9, "power_watts": 412.5, "temperature_celsius": 47.0,
                               "power_capped": 0, "heat_capped": 0, "braked": 0})
        now = self.smi.now()
        self.assertEqual(now, {"core_clock_hz": 1.7e9, "power_watts": 310, "temperature_celsius": 61,
                               "energy_joules": 3.0, "power_capped": 1, "heat_capped": 0, "braked": 0})

    def test_what_holds_the_clock_down(self):
        for reasons, throttled in (("4", False), ("1", False), ("20", True), ("48", True), ("8", True), ("80", True)):
            self.with_variable("FAKE_NVML_REASONS", reasons)
            self.assertEqual(management.throttled(self.nvml), throttled, reasons)
        for bit, throttled in ((0, False), (16, False), (32, True), (47, True), (57, False)):
            self.with_variable("FAKE_ROCM_SMI_THROTTLER", str(bit))
            self.assertEqual(management.throttled(self.smi), throttled, bit)

    def test_what_is_not_known(self):
        missing = management.Nvml("0000:01:00.0", "libno-such-library.so.1")
        for one in (missing, management.Nvml("0000:02:00.0", NVML), management.RocmSmi("", ROCM_SMI)):
            self.assertEqual((one.state(), one.now(), management.throttled(one)), ({}, {}, False))
            with management.Conditions(one) as conditions:
                pass
            self.assertEqual(conditions.block, [])
        self.assertIsNone(management.management_of({"bus_id": None, "architecture": "x86_64"}))

    def test_what_a_gpu_did_meanwhile(self):
        start = time.monotonic()
        with management.Conditions(self.nvml) as conditions:
            while len(conditions.moments) < 5:
                time.sleep(0.001)
        block, = conditions.block
        # A look when it begins, one every 25 ms, which a busy machine lengthens, and one when it ends.
        took = time.monotonic() - start
        self.assertTrue(max(6, took / 0.1) <= block["moments"] <= 2 + took / 0.02, (took, block))
        # Each look at the stand-in's energy is ten joules more.
        self.assertEqual(block.pop("energy_joules"), 10.0 * (block.pop("moments") - 1))
        self.assertEqual(block, {"core_clock_hz": 1.98e9, "power_watts": 412.5, "temperature_celsius": 47.0,
                                 "power_capped": 0, "heat_capped": 0, "braked": 0})

    def test_what_a_gpu_did_between_two_watches_is_left_out(self):
        conditions = management.Conditions(self.nvml)
        for _ in range(2):
            with conditions:
                pass
            self.nvml.now()
        block, = conditions.block
        self.assertEqual(block["moments"], len(conditions.moments))
        self.assertAlmostEqual(block["energy_joules"], 10.0 * (block["moments"] - 2))

    def test_batches_are_watched_and_marked_as_samples_are(self):
        spec = gpujob_twin.Spec("toy", "numba", (gpujob_twin.Variant("plain"),), ("float64",), ())
        for reasons, throttled in (("1", False), ("40", True)):
            self.with_variable("FAKE_NVML_REASONS", reasons)
            with unittest.mock.patch.object(management, "management_of", return_value=self.nvml):
                report = gpujob_twin.measure(spec, gpujob_twin.parse_options(spec, []), lambda *_: Toy())
            samples, batched, (block,) = report["samples"], report["batched"], report["conditions"]
            kept, batches = len(samples["kernel"]), len(batched["kernel"])
            self.assertEqual((kept, batches), (2000, 24))
            self.assertEqual((samples.get("throttled"), batched.get("throttled")), (kept, batches) if throttled else (None, None))
            self.assertEqual([one["reason"] for one in samples["discarded"]], ["throttled"] * (kept + batches) if throttled else [])
            self.assertEqual(block["heat_capped"], int(throttled))
            self.assertAlmostEqual(block["energy_joules"], 10.0 * (block["moments"] - 2), msg="two watches")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
