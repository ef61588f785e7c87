#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""terminal.py LINE COMMAND...: runs the command on a terminal of its own, types the line when a shell prompts there, and
prints what begins with "at:" of all that the terminal showed. Ends with the command's status."""
import os
import pty
import re
import select
import sys
import time

DEADLINE = 240
PROMPT = re.compile(rb"[#$] (\x1b\[[?0-9]*[a-z])?$")


def main(line, command):
    process, terminal = pty.fork()
    if process == 0:
        os.execvp(command[0], command)
    shown, typed = b"", False
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            part = os.read(terminal, 4096)
        except OSError:  # the last process there has closed it
            break
        if not part:
            break
        shown += part
        if not typed and PROMPT.search(shown):
            os.write(terminal, line.encode() + b"\n")
            typed = True
    text = shown.decode(errors="replace").replace("\r", "")
    said = [row for row in text.split("\n") if row.startswith("at: ")]
    print("\n".join(said) or text)
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
