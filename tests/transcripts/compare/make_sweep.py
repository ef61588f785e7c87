#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make_sweep.py: makes sweep.jsonl, the measurements along parameters that the sessions compare. Nothing
in it was measured: times are made up of a start and of operations at a rate, noise comes from a fixed
seed. Two GPUs at three sizes, a variant with fewer operations on one of them, one run at a size of its
own, and phases, which change the answer and not the work."""
import pathlib

from make_synthetic import PLACES, line

L40S, H100 = PLACES[0], PLACES[3]
RATES = {"l40s": 36.2e12, "h100": 29.2e12}
OPERATIONS = {"poly": 7, "rotate": 5}  # a point


def launch(place, day, n, variant="poly", phase="drawn"):
    work = OPERATIONS[variant] * n * n
    seconds = (4e-6 if place is L40S else 7e-6) + work / RATES[place[2]]
    return line(place, day, level=seconds / place[6], variant=variant, work=work,
                parameters={"n": str(n), "phase": phase}, **{"class": "P" if variant == "poly" else "R"})


def main():
    lines = [launch(place, day, n) for n in (1024, 10240, 102400) for place in (L40S, H100) for day in (2, 9)]
    lines += [launch(L40S, 10, n, variant="rotate") for n in (1024, 10240, 102400)]
    lines += [launch(H100, 11, 204800)]
    lines += [launch(L40S, 12, 10240, phase=phase) for phase in ("0.5", "1.5")]
    path = pathlib.Path(__file__).resolve().parent / "sweep.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
