# SPDX-License-Identifier: MIT
"""The ceilings of the Python twins, without Numba: what is measured, moved and flushed, on a fake device.

usage: twin_ceiling_test.py HARNESS_DIRECTORY
"""
import os
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, os.path.abspath(sys.argv[1]))
import gpujob_twin  # noqa: E402
import gpujob_twin_ceiling as ceilings  # noqa: E402
import gpujob_twin_device as devices  # noqa: E402


class FakeDevice:
    """A device of 8 bytes a second, 100 multiply-adds a second, and a cache of 100 bytes; it writes down
    what it is asked for."""
    most_copied, own_memory, timed, clock = 10 ** 6, False, True, "steady"

    def __init__(self):
        self.now, self.calls = 0.0, []

    def mark(self):
        return self.now

    def seconds(self, before, after):
        return after - before

    def wait(self):
        self.calls.append("wait")

    def cache_bytes(self):
        return 100

    def room(self, count):
        self.calls.append(("room", count))
        return count

    def fill_all(self, room):
        self.calls.append(("fill", room))

    def copy(self, to, source):
        assert to == source
        self.now += to
        self.calls.append("copy")

    def transfer(self, up, down):
        self.calls.append(("transfer", up, down))
        return lambda: 2.0

    def multiply_adds(self, kind):
        self.calls.append(kind)

        def run(rounds):
            self.now += 0.001 * rounds
        return 0.1, run


class Ceilings(unittest.TestCase):
    def setUp(self):
        self.device = FakeDevice()

    def test_caches_are_emptied_only_where_they_could_hold_the_data(self):
        for traffic in (0, 400, 1e12):
            ceilings.flush_of(self.device, traffic)()
        self.assertEqual(self.device.calls, [])
        for traffic in (1, 399):
            ceilings.flush_of(self.device, traffic)()
        self.assertEqual(self.device.calls, [("room", 50), ("fill", 50), ("fill", 50)])

    def test_caches_are_emptied_after_the_outputs_are_poisoned_and_before_the_clock(self):
        class Run(gpujob_twin.Experiment):
            device = self.device

            def poison(self):
                self.device.calls.append("poison")

            def launch(self):
                self.device.calls.append("launch")

            def download(self):
                return False

            def traffic(self):
                return 8
        self.device.on_cpu = False
        run = Run()
        gpujob_twin.run_once(run, ceilings.flush_for(run))
        self.assertEqual(self.device.calls, [("room", 50), "poison", ("fill", 50), "wait", "launch", "wait"])

    def test_a_copy_moves_what_the_work_moves(self):
        self.assertEqual(ceilings.memory(self.device, 8000), {
            "what": "memory copy", "unit": "bytes/s", "value": 8, "before": 8, "best": 8, "provable": True, "after": 0, "counted": 8000})
        self.assertEqual(self.device.calls[:4], [("room", 1000), ("room", 1000), ("fill", 1000), ("fill", 1000)])
        self.assertGreaterEqual(self.device.calls.count("copy"), 6)
        ceilings.memory(self.device, 1e9, 8, 8)
        self.assertIn(("room", 125000), self.device.calls)

    def test_copies_between_memories_are_held_against_locked_ones(self):
        self.device.own_memory = True
        held = ceilings.memory(self.device, 9999, 796, 396)
        self.assertEqual(held, {"what": "locked copies both ways", "unit": "bytes/s", "value": 600, "before": 600, "best": 600, "provable": True,
                                "after": 0, "counted": 1192})
        self.assertEqual(self.device.calls, [("transfer", 200, 100)])

    def test_lists_between_kernels_count_where_no_cache_holds_them(self):
        def moved(count, between, copied=(0, 0)):
            work = {"bytes_read": 8 * count, "bytes_written": 4 * count}
            in_all = ceilings.moved(self.device, work, 4 * count, between, copied)
            return tuple(moved // (4 * count) for moved in in_all)
        held, large = 99, 100  # of four bytes each; a cache of 100 holds nothing of four times as much
        self.assertEqual([moved(held, 0), moved(held, 3)], [(3, 0, 0), (3, 0, 0)])
        self.assertEqual([moved(large, 0), moved(large, 3)], [(3, 0, 0), (6, 0, 0)])
        # Cores copy within their memory.
        self.assertEqual(moved(large, 0, (2, 1)), (3 + 6, 2, 1))
        self.assertEqual(moved(large, 3, (3, 2)), (6 + 10, 3, 2))
        self.assertEqual(moved(held, 3, (3, 2)), (3, 3, 2))
        self.device.own_memory = True
        self.assertEqual(moved(large, 3, (3, 2)), (6, 3, 2))

    def test_multiply_adds_are_timed_over_enough_rounds(self):
        held = ceilings.fma(self.device, "float32", 7)
        self.assertEqual((held["what"], held["unit"], held["counted"]), ("fma float32", "operations/s", 7))
        self.assertAlmostEqual(held["value"], 100)
        self.assertGreater(self.device.now, 6 * 0.02)

    def test_memory_may_be_a_quarter_faster_than_a_copy_and_arithmetic_a_tenth_than_its_rate(self):
        self.assertEqual(ceilings.impossible_share(ceilings.memory(self.device, 8000)), 1.25)
        self.assertEqual(ceilings.impossible_share(ceilings.fma(self.device, "float32", 7)), 1.1)

    def test_less_work_does_not_show_in_the_microseconds_that_any_launch_takes(self):
        def provable(clock, counted):
            self.device.clock = clock
            return ceilings.ceiling("memory copy", "bytes/s", (1e12, 2e12), counted, self.device)["provable"]
        self.assertEqual([provable("event", counted) for counted in (15e6, 17e6)], [False, True])
        self.assertEqual([provable("steady", counted) for counted in (49e6, 51e6)], [False, True])

    def test_of_several_ceilings_the_largest_counts(self):
        held = ceilings.ceiling("fma float32", "operations/s", (3, 4), 7, self.device)
        for rate, after, largest in ((2, 2, 3), (5, 5, 5), (4, 5, 5)):
            held = ceilings.merged(held, ceilings.ceiling("fma float32", "operations/s", (rate, rate + 1), 7, self.device))
            self.assertEqual((held["before"], held["after"], held["value"], held["best"]),
                             (3, after, largest, largest + 1))

    def test_the_last_caches_are_those_of_the_cores_of_this_process(self):
        cores = sorted(os.sched_getaffinity(0))
        with tempfile.TemporaryDirectory() as cpus:
            for cpu in cores:
                cache = os.path.join(cpus, f"cpu{cpu}", "cache", "index3")
                os.makedirs(cache)
                for name, word in (("size", "32768K"), ("shared_cpu_list", f"{cpu}")):
                    with open(os.path.join(cache, name), "w", encoding="ascii") as file:
                        print(word, file=file)
            self.assertEqual(devices.last_cache_bytes(cpus), len(cores) * 32 << 20)
            with open(os.path.join(cpus, f"cpu{cores[-1]}", "cache", "index3", "shared_cpu_list"), "w",
                      encoding="ascii") as file:
                print(cores[0], file=file)
            self.assertEqual(devices.last_cache_bytes(cpus), max(1, len(cores) - 1) * 32 << 20)

    def test_else_they_are_what_the_c_library_says(self):
        said = subprocess.run(["getconf", "LEVEL3_CACHE_SIZE"], capture_output=True, text=True, check=True).stdout
        said = said.strip()
        known = said.isdigit() and int(said) > 0
        self.assertEqual(devices.last_cache_bytes("/nowhere"), int(said) if known else 32 << 20)

    def test_before_all_a_variable_says_them(self):
        for text, mebibytes in (("48", 48), ("", 0)):
            with unittest.mock.patch.dict(os.environ, GPUJOB_LAST_CACHE_MIB=text):
                self.assertEqual(devices.said_last_cache_bytes(), mebibytes << 20)
        for text in ("0", "-1", "1.5", "32M", "all", "1234567"):
            with unittest.mock.patch.dict(os.environ, GPUJOB_LAST_CACHE_MIB=text):
                with self.assertRaisesRegex(ValueError, f"^GPUJOB_LAST_CACHE_MIB is '{text}', which is not a number"):
                    devices.said_last_cache_bytes()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
