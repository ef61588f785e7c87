#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An ssh for tests whose center is a program on this machine: `cut_ssh.py CENTER [OPTION]... HOST COMMAND`.
A HOST other than `center` is a home beside that of CENTER.
$CUT holds `in N` or `out N`: the line ends after N bytes to or from the center, of an exchange that submits, or of
one whose request has the text of $CUT_WHAT.
$LYING names a file whose bytes the center sends instead of its own, where a request has the text of $LYING_WHAT."""
import os
import subprocess
import sys

center, words = sys.argv[1], sys.argv[2:]
if "-O" in words or "-N" in words:  # its line is open unless $CLOSED is set, and opens at once
    sys.exit(255 if "-O" in words and os.environ.get("CLOSED") else 0)
if os.environ.get("CLOSED"):  # ssh starts the proxy
    proxy = next(word.partition("=")[2] for word in words if word.startswith("ProxyCommand="))
    subprocess.run(["sh", "-c", f"exec {proxy}"], check=False)
    sys.exit(255)
if words[-2] != "center":
    center = os.path.join(os.path.dirname(center), words[-2])
sent = sys.stdin.buffer.read()
direction, size = (os.environ.get("CUT") or "none 0").split()
size = int(size)
cut_what = os.environ.get("CUT_WHAT", "submit-as").encode()
if cut_what not in sent:
    direction = "none"
elif direction == "measure":
    direction = "none"
    with open(os.environ["MEASURED"], "a", encoding="utf-8") as log:
        log.write(f"in {len(sent)}\n")
done = subprocess.run(["sh", "-c", words[-1]], input=sent[:size] if direction == "in" else sent,
                      env={"HOME": center, "PATH": f"{center}/.local/bin:/usr/bin:/bin"}, capture_output=True,
                      check=False)
out = done.stdout
if cut_what in sent and os.environ.get("MEASURED"):
    with open(os.environ["MEASURED"], "a", encoding="utf-8") as log:
        log.write(f"out {len(out)}\n")
if os.environ.get("LYING") and os.environ.get("LYING_WHAT", "").encode() in sent:
    with open(os.environ["LYING"], "rb") as lie:
        out = lie.read()
sys.stdout.buffer.write(out[:size] if direction == "out" else out)
sys.stdout.buffer.flush()
sys.stderr.buffer.write(done.stderr)
sys.exit(255 if direction != "none" else done.returncode)
