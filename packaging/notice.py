#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""notice.py BUILD PREFIX: writes PREFIX/share/doc/gpujob/NOTICE: which works of others are part of
the programs installed below PREFIX, and the licence text of each. What is linked is read from the
linker's maps in BUILD/maps, what is compiled in as headers from ninja's record of dependencies, and
the texts from the copyright files of the Debian packages. Fails on a program without a map, on an archive of
no package, and on a licence that asks for the source of the whole program (GPL)."""
import functools
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# The interface of the operating system: using it makes no derived work.
INTERFACES = {"libc6-dev", "linux-libc-dev"}
LONG = 100_000  # characters; longer files list every file of a collection


# A line of `dpkg-query -S`: packages, path. Lines on diversions are of another form.
OWNED = r"^([a-z0-9.+:-]+(?:, [a-z0-9.+:-]+)*): (/.*)$"


class Refused(Exception):
    """Why something must not be given away."""


def programs(prefix):
    """Paths below `prefix` of what is an ELF file."""
    for folder, _, names in os.walk(prefix):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if not os.path.islink(path):
                with open(path, "rb") as handle:
                    if handle.read(4) == b"\x7fELF":
                        yield path


def is_static(program):
    return "INTERP" not in subprocess.run(["readelf", "-lW", program], capture_output=True, text=True,
                                          check=True).stdout


def target_of(program):
    """The CMake target that makes an installed program."""
    name = os.path.basename(program)
    if name == "gpujob":
        return "gpujob-static" if is_static(program) else "gpujob"
    return name.replace(".", "_")


def archives(build, program):
    """Archives of which at least one member is in the program, those of the build left out."""
    path = os.path.join(build, "maps", target_of(program) + ".map")
    if not os.path.exists(path):
        raise Refused(f"{program}: what is linked into it is unknown (no {path})")
    with open(path, encoding="utf-8", errors="replace") as handle:
        text = handle.read()
    end = re.search(r"^(Discarded input sections|Memory Configuration)", text,
                    re.M)
    found = set(re.findall(r"^(/\S+\.a)\(", text[:end.start()] if end else text, re.M))
    if not found:
        raise Refused(f"{path}: the map names no archive")
    return sorted({os.path.realpath(name) for name in found})


@functools.lru_cache(maxsize=None)
def dependencies(build):
    """Object file -> the headers of the system that it was compiled with, one per library."""
    said = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True,
                          check=True).stdout
    found, current = {}, set()
    for line in said.splitlines():
        if line and not line.startswith(" "):
            current = found.setdefault(line.split(":")[0], {})
        elif line.startswith("    /usr/include/"):
            path = line.strip()
            library = re.match(r"/usr/include/(?:[^/]+-linux-gnu/)?([^/]+)", path).group(1)
            current.setdefault(library, path)
    return found


def headers(build, program):
    """Headers of other works that are compiled into a program."""
    name = os.path.basename(program)
    wanted = r"^cli/" if name == "gpujob" else \
        rf"^kernels/backend/cpu/CMakeFiles/(gpujob_harness|{name[:-len('.cpu')]}_(cpu|objects))\.dir/"
    paths = {}
    for unit, libraries in dependencies(build).items():
        if re.match(wanted, unit):
            paths = {**libraries, **paths}
    if not paths:
        raise Refused(f"{program}: no dependencies of its objects are known in {build}")
    return sorted(os.path.realpath(path) for path in paths.values())


def owners(paths):
    """Path -> the Debian package it belongs to. One question for all: dpkg reads its lists each time."""
    said = subprocess.run(["dpkg-query", "-S", *paths], capture_output=True, text=True, check=False).stdout
    return {path: names.split(":")[0] for names, path in re.findall(OWNED, said, re.M)}


def package_of(path, owner):
    """(package, copyright file), where `owner` is what owners() says. Archives for another processor
    lie unpacked, one folder per package: .../packages/<name>/usr/lib/..."""
    unpacked = re.match(r"(.*/packages/([a-z0-9.+-]+))/usr/", path)
    if unpacked:
        name, root = unpacked.group(2), unpacked.group(1)
    elif path in owner:
        name, root = owner[path], ""
    else:
        raise Refused(f"{path}: belongs to no Debian package, so its licence is unknown")
    for base in (root, ""):
        text = f"{base}/usr/share/doc/{name}/copyright"
        if os.path.isfile(text):
            return name, text
    raise Refused(f"{path}: package '{name}' has no copyright file")


def paragraphs(text):
    """The paragraphs of a machine-readable copyright file, without those on Debian's own files."""
    for paragraph in re.split(r"\n(?:[ \t]*\n)+", text.strip()):
        files = re.search(r"^Files:((?:.|\n[ \t])*)", paragraph, re.M)
        if not (files and all(name.startswith("debian/") for name in files.group(1).split())):
            yield paragraph


def licence_text(package, text):
    """What has to be said, or Refused."""
    if not text.startswith("Format:"):
        if "GCC RUNTIME LIBRARY EXCEPTION" in text.upper() or "GCC Runtime Library Exception" in text:
            return text
        if "General Public" in text and "Lesser General Public" not in text:
            raise Refused(f"package '{package}' is under the GPL")
        return text
    kept = list(paragraphs(text))
    if len(text) > LONG:
        main = [p for p in kept if re.search(r"^Files: *\*$", p, re.M)]
        names = {word for p in main for word in re.findall(r"^License: *(\S+)", p, re.M)}
        kept = main + [p for p in kept if "Files:" not in p and
                       (re.match(r"License: *(\S+)", p) or [None, None])[1] in names]
    for paragraph in kept:
        licence = re.search(r"^License: *(A?GPL\S*.*)$", paragraph, re.M)
        if "Files:" in paragraph and licence and not re.search(r" or |exception", licence.group(1)):
            raise Refused(f"package '{package}' is under {licence.group(1)}")
    return "\n\n".join(kept) + "\n"


def parts(build, prefix):
    """Package -> (copyright file, names of the programs with a part of it)."""
    found = {}
    contained = {program: archives(build, program) + headers(build, program) for program in programs(prefix)}
    owner = owners(sorted({path for paths in contained.values() for path in paths}))
    for program, paths in contained.items():
        for path in paths:
            name, text = package_of(path, owner)
            if name not in INTERFACES or path.endswith(".a"):
                found.setdefault(name, (text, set()))[1].add(os.path.relpath(program, prefix))
    return found


def notice(build, prefix):
    sections = ["The programs of gpujob contain parts of the works below. Each has the licence that\n"
                "stands with it; gpujob's own is in the file LICENSE.\n"]
    for name, (path, users) in sorted(parts(build, prefix).items()):
        with open(path, encoding="utf-8", errors="replace") as handle:
            text = licence_text(name, handle.read())
        who = "all programs" if users == {os.path.relpath(p, prefix) for p in programs(prefix)} \
            else ", ".join(sorted(users))
        sections.append(f"{'=' * 78}\n{name}\nin: {who}\n{'-' * 78}\n\n{text}")
    return "\n".join(sections)


def main(build, prefix):
    try:
        text = notice(build, prefix)
    except Refused as reason:
        print(f"notice: {reason}", file=sys.stderr)
        return 1
    folder = os.path.join(prefix, "share/doc/gpujob")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "NOTICE"), "w", encoding="utf-8") as handle:
        handle.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
