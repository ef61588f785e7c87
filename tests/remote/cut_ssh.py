#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An ssh for tests whose center is a program on this machine: `cut_ssh.py CENTER [OPTION]... HOST COMMAND`.
A HOST other than `center` is a home beside that of CENTER.
$CUT holds `in N` or `out N`: the line ends after N bytes to or from the center, of an exchange that submits, or of
one whose request or COMMAND has the text of $CUT_WHAT. $NO_RSYNC is a PATH of the center without it.
$CUT_ALL is a text in a COMMAND that gets nothing. $BEFORE is a shell command to run before one that has $CUT_WHAT.
$CALLS names a file for all COMMANDs.
$LYING names a file whose bytes the center sends instead of its own, where a request has the text of $LYING_WHAT."""
import os
import subprocess
import sys
import threading


def pump(source, sink, most, count):
    """Hands on what comes, at most so many bytes, and counts them."""
    while count[0] < most and (block := os.read(source.fileno(), min(most - count[0], 65536))):
        count[0] += len(block)
        sink.write(block)
        sink.flush()
    sink.close()


def talk(command, environment, direction, size):
    """An exchange in which each side waits for the other."""
    endless = 1 << 60
    with subprocess.Popen(["sh", "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as there:
        count = [0]
        threading.Thread(target=pump, daemon=True, args=(
            sys.stdin.buffer, there.stdin, size if direction == "in" else endless, count)).start()
        pump(there.stdout, sys.stdout.buffer, size if direction == "out" else endless, [0])
        measure("in", count[0], direction)
        if direction == "out":
            there.kill()
    os._exit(255 if direction in ("in", "out") else there.returncode)


def measure(way, size, direction):
    if direction == "measure":
        with open(os.environ["MEASURED"], "a", encoding="utf-8") as log:
            log.write(f"{way} {size}\n")


center, words = sys.argv[1], sys.argv[2:]
if "-O" in words or "-N" in words:  # its line is open unless $CLOSED is set, and opens at once
    sys.exit(255 if "-O" in words and os.environ.get("CLOSED") else 0)
if os.environ.get("CLOSED"):  # ssh starts the proxy
    proxy = next(word.partition("=")[2] for word in words if word.startswith("ProxyCommand="))
    subprocess.run(["sh", "-c", f"exec {proxy}"], check=False)
    sys.exit(255)
# rsync gives the command in several words.
is_rsync = "rsync" in words
at = words.index("rsync") if is_rsync else len(words) - 1
host, command = words[at - 1], " ".join(words[at:])
if host != "center":
    center = os.path.join(os.path.dirname(center), host)
if os.environ.get("CALLS"):
    with open(os.environ["CALLS"], "a", encoding="utf-8") as log:
        log.write(command + "\n")
if os.environ.get("CUT_ALL", "\n") in command:
    sys.exit(255)
there = {"HOME": center, "PATH": f"{center}/.local/bin:/usr/bin:/bin"}
if os.environ.get("NO_RSYNC"):
    there["PATH"] = f"{center}/.local/bin:{os.environ['NO_RSYNC']}"
direction, size = (os.environ.get("CUT") or "none 0").split()
size = int(size)
cut_what = os.environ.get("CUT_WHAT", "submit-as").encode()
if os.environ.get("BEFORE") and cut_what in command.encode():
    subprocess.run(["sh", "-c", os.environ["BEFORE"]], check=True)
if is_rsync:
    talk(command, there, direction if cut_what == b"rsync" else "none", size)
sent = sys.stdin.buffer.read()
if cut_what not in sent + command.encode():
    direction = "none"
measure("in", len(sent), direction)
done = subprocess.run(["sh", "-c", command], input=sent[:size] if direction == "in" else sent,
                      env=there, capture_output=True, check=False)
out = done.stdout
measure("out", len(out), direction)
if os.environ.get("LYING") and os.environ.get("LYING_WHAT", "").encode() in sent:
    with open(os.environ["LYING"], "rb") as lie:
        out = lie.read()
sys.stdout.buffer.write(out[:size] if direction == "out" else out)
sys.stdout.buffer.flush()
sys.stderr.buffer.write(done.stderr)
sys.exit(255 if direction in ("in", "out") else done.returncode)
