# SPDX-License-Identifier: MIT
"""What the stand-in for CuPy says of its device; STAND_IN_NO_DEVICE takes the device away, STAND_IN_DRIVER makes its
driver one of that version, too old."""
import os


def getDeviceCount():  # pylint: disable=invalid-name
    if "STAND_IN_DRIVER" in os.environ:
        raise RuntimeError("cudaErrorInsufficientDriver: CUDA driver version is insufficient for CUDA runtime version")
    if "STAND_IN_NO_DEVICE" in os.environ:
        raise RuntimeError("cudaErrorNoDevice: no CUDA-capable device is detected")
    return 1


def getDeviceProperties(_):  # pylint: disable=invalid-name
    return {"name": b"NumPy in place of CuPy", "major": 0, "minor": 0, "multiProcessorCount": 1,
            "l2CacheSize": 2 ** 20,
            "totalGlobalMem": os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGESIZE"),
            "pciDomainID": 0, "pciBusID": 0, "pciDeviceID": 0}


def driverGetVersion():  # pylint: disable=invalid-name
    if "STAND_IN_DRIVER" in os.environ:
        return int(os.environ["STAND_IN_DRIVER"])
    raise RuntimeError("cudaErrorNotSupported: NumPy has no driver")


def runtimeGetVersion():  # pylint: disable=invalid-name
    return 60342134 if driverGetVersion() >= 10 ** 7 else 13000
