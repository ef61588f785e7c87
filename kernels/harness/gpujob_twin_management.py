# SPDX-License-Identifier: MIT
"""What the maker's management library says of a GPU, as device/nvml.h and device/rocm_smi.h read it: how the
GPU is set up, and what it does while samples are taken. What is not known is left out."""
import ctypes
import statistics
import struct
import threading

PACE = 0.025  # seconds from one look to the next


class Library:
    """Functions of a shared library that give 0 for success; a missing one gives nothing."""

    def __init__(self, *names):
        self.loaded = None
        for name in names:
            try:
                self.loaded = ctypes.CDLL(name)
                return
            except OSError:
                pass

    def call(self, name, *arguments):
        """Did it succeed?"""
        function = getattr(self.loaded, name, None) if self.loaded else None
        return function is not None and function(*arguments) == 0

    def number(self, name, *arguments, kind=ctypes.c_uint, unit=1):
        """What the function writes through its last argument."""
        value = kind()
        return value.value * unit if self.call(name, *arguments, ctypes.byref(value)) else None


class Nvml:
    def __init__(self, bus_id, library="libnvidia-ml.so.1"):
        self.library = Library(library)
        self.device = ctypes.c_void_p()
        self.known = self.library.call("nvmlInit_v2") and self.library.call(
            "nvmlDeviceGetHandleByPciBusId_v2", (bus_id or "").encode(), ctypes.byref(self.device))

    def read(self, name, *arguments, **kind):
        return self.library.number(name, self.device, *arguments, **kind) if self.known else None

    def text(self, name, *arguments):
        text = ctypes.create_string_buffer(96)
        return text.value.decode() if self.library.call(name, *arguments, text, len(text)) else None

    def mode(self, name):
        now, after_reboot = ctypes.c_uint(), ctypes.c_uint()
        if not self.library.call(name, self.device, ctypes.byref(now), ctypes.byref(after_reboot)):
            return None
        return "on" if now.value else "off"

    def state(self):
        if not self.known:
            return {}
        return known({"uuid": self.text("nvmlDeviceGetUUID", self.device),
                      "kernel_driver": self.text("nvmlSystemGetDriverVersion"),
                      "ecc": self.mode("nvmlDeviceGetEccMode"), "mig": self.mode("nvmlDeviceGetMigMode"),
                      "power_limit_watts": self.read("nvmlDeviceGetEnforcedPowerLimit", unit=1e-3),
                      "pcie_generation": self.read("nvmlDeviceGetCurrPcieLinkGeneration"),
                      "pcie_width": self.read("nvmlDeviceGetCurrPcieLinkWidth")})

    def caps(self):
        """Shares are made of these: 1 where the clock is held down by it."""
        reasons = self.read("nvmlDeviceGetCurrentClocksThrottleReasons", kind=ctypes.c_ulonglong)
        if reasons is None:
            return {}
        bits = int(reasons)
        return {"power_capped": int(bits & 0x4 != 0), "heat_capped": int(bits & 0x60 != 0),
                "braked": int(bits & 0x80 != 0 or bits & 0x48 == 0x8)}

    def now(self):
        return known({"core_clock_hz": self.read("nvmlDeviceGetClockInfo", 1, unit=1e6),
                      "power_watts": self.read("nvmlDeviceGetPowerUsage", unit=1e-3),
                      "temperature_celsius": self.read("nvmlDeviceGetTemperature", 0),
                      "energy_joules": self.read("nvmlDeviceGetTotalEnergyConsumption",
                                                 kind=ctypes.c_ulonglong, unit=1e-3), **self.caps()})


class RocmSmi:
    """Where its metrics lie: see rocm_smi.h."""
    SPEEDS = (25, 50, 80, 160, 320, 640)

    def __init__(self, bus_id, library="librocm_smi64.so"):
        self.library = Library(library, library + ".1")
        self.device = None
        count = self.library.number("rsmi_num_monitor_devices") if self.library.call(
            "rsmi_init", ctypes.c_uint64(0)) else 0
        for device in range(int(count or 0)):
            number = self.library.number("rsmi_dev_pci_id_get", device, kind=ctypes.c_uint64)
            if number is not None and number == pci_number(bus_id):
                self.device = device

    def metrics(self, kind, at):
        """None where it is not known."""
        buffer = ctypes.create_string_buffer(8192)
        if self.device is None or not self.library.call("rsmi_dev_gpu_metrics_info_get", self.device, buffer):
            return None
        if buffer.raw[2] != 1:
            return None
        if kind == "Q" and at == 112 and buffer.raw[3] < 3:
            return None
        value, = struct.unpack_from("<" + kind, buffer.raw, at)
        return None if value == (1 << 8 * struct.calcsize(kind)) - 1 else value

    def state(self):
        if self.device is None:
            return {}
        unique = self.library.number("rsmi_dev_unique_id_get", self.device, kind=ctypes.c_uint64)
        protected = self.library.number("rsmi_dev_ecc_enabled_get", self.device, kind=ctypes.c_uint64)
        speed = self.metrics("H", 76)
        return known({"uuid": None if unique is None else f"0x{int(unique):016x}",
                      "kernel_driver": first_line("/sys/module/amdgpu/version"),
                      "ecc": None if protected is None else "on" if int(protected) & 1 else "off",
                      "power_limit_watts": self.library.number("rsmi_dev_power_cap_get", self.device, 0,
                                                               kind=ctypes.c_uint64, unit=1e-6),
                      "pcie_generation": self.SPEEDS.index(speed) + 1 if speed in self.SPEEDS else None,
                      "pcie_width": self.metrics("H", 74)})

    def caps(self):
        bits = self.metrics("Q", 112)
        if bits is None:
            return {}
        return {"power_capped": int(bits & 0xFFFFFFFF != 0), "heat_capped": int(bits >> 32 & 0xFFF != 0),
                "braked": int(bits >> 44 & 0xF != 0)}

    def now(self):
        clock, energy = self.metrics("H", 54), self.metrics("Q", 24)
        return known({"core_clock_hz": None if clock is None else clock * 1e6,
                      "power_watts": self.metrics("H", 22), "temperature_celsius": self.metrics("H", 6),
                      "energy_joules": None if energy is None else energy / 65536, **self.caps()})


def known(values):
    return {name: value for name, value in values.items() if value is not None}


def first_line(path):
    try:
        with open(path, encoding="ascii") as file:
            return file.readline().strip() or None
    except OSError:
        return None


def pci_number(bus_id):
    """"0000:c1:00.0" as the library counts."""
    try:
        domain, bus, rest = (bus_id or "").split(":")
        device, function = rest.split(".")
        return int(domain, 16) << 32 | int(bus, 16) << 8 | int(device, 16) << 3 | int(function, 16)
    except ValueError:
        return None


def management_of(facts):
    """Of the device with these facts of a report; None for cores."""
    if not facts.get("bus_id"):
        return None
    return (RocmSmi if facts["architecture"].startswith("gfx") else Nvml)(facts["bus_id"])


def throttled(management):
    """Is the clock held down because of heat or by the board? A limit of power does not count."""
    caps = management.caps() if management else {}
    return bool(caps.get("heat_capped") or caps.get("braked"))


class Conditions:
    """What the device does from each entering to the next leaving, without the energy of the time between; `block`: as in
    a report, empty if it says nothing."""

    def __init__(self, management):
        self.management, self.moments, self.block = management, [], []
        self.ended, self.thread, self.unwatched = threading.Event(), None, 0

    def __enter__(self):
        first = self.management.now() if self.management else {}
        if first:
            if self.moments and "energy_joules" in first:
                self.unwatched = first["energy_joules"] - self.moments[-1].get("energy_joules", 0)
            self.add(first)
            self.ended.clear()
            self.thread = threading.Thread(target=self.watch, daemon=True)
            self.thread.start()
        return self

    def add(self, moment):
        if "energy_joules" in moment:
            moment["energy_joules"] -= self.unwatched
        self.moments.append(moment)

    def watch(self):
        while not self.ended.wait(PACE):
            self.add(self.management.now())

    def __exit__(self, *_):
        self.ended.set()
        if self.thread:
            self.thread.join()
            self.thread = None
            self.add(self.management.now())
            self.block = [conditions_of(self.moments)]


def conditions_of(moments):
    def each(name):
        return [moment[name] for moment in moments if name in moment]
    block = {"moments": len(moments)}
    for name, made in (("core_clock_hz", statistics.median), ("power_watts", statistics.fmean),
                       ("temperature_celsius", max), ("energy_joules", lambda values: values[-1] - values[0]),
                       ("power_capped", statistics.fmean), ("heat_capped", statistics.fmean),
                       ("braked", statistics.fmean)):
        if each(name):
            block[name] = made(each(name))
    return block
