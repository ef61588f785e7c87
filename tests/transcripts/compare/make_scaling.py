#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make_scaling.py: makes scaling.jsonl, the measurements on several devices that the sessions compare.
Nothing in it was measured. One GPU on 1, 2 and 4 devices, with the same work and with as much a device;
another, four times as fast, that was run more often and on one device alone, but for a larger problem."""
import pathlib

from make_synthetic import PLACES, line

L40S, H100 = PLACES[0], PLACES[3]
LEVEL = {"l40s": 1.0, "h100": 0.2}  # seconds of n = 4096 on one device, over those of PLACES


def launch(place, day, gpus, n):
    part = n * n / (4096 * 4096 * gpus)
    more = {"gpus": str(gpus)} if gpus > 1 else {}
    return line(place, day, level=LEVEL[place[2]] * part * (1 + 0.05 * (gpus - 1)), work=7 * n * n,
                parameters={"n": str(n), "phase": "drawn"}, **more)


def main():
    lines = [launch(L40S, day, gpus, 4096) for gpus in (1, 2, 4) for day in (2, 9)]
    lines += [launch(L40S, 10, 2, 5793), launch(L40S, 10, 4, 8192)]
    lines += [launch(H100, day, 1, 4096) for day in range(11, 18)]
    lines += [launch(H100, 18, 2, 5793)]
    path = pathlib.Path(__file__).resolve().parent / "scaling.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
