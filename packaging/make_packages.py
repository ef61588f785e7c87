#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make_packages.py BUILD OUT [--url BASE] [KIND...]: makes packages in OUT and prints their paths.
Kinds: cli (static gpujob and its data), full (with the CPU programs), deb, rpm, source (the tracked
files), recipes (for Spack, EasyBuild, conda-forge, Apptainer, with the version and the hash of the
source; --url says where the tarballs will lie, else they name OUT; and what SchemaStore hosts: the
JSON Schemas and the entries for its catalog and its validation). All of them without KIND."""
import argparse
import glob
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
KINDS = ("cli", "full", "deb", "rpm", "source", "recipes")
COMPONENTS = {"cli": ("common", "dist", "notice"), "full": ("common", "dist", "cpu", "notice")}
RECIPES = {"spack/packages/gpujob/package.py": "spack/packages/gpujob/package.py",
           "spack/repo.yaml": "spack/repo.yaml",
           "easybuild/gpujob.eb": "easybuild/gpujob-{version}-GCC-12.3.0.eb",
           "conda/meta.yaml": "conda/meta.yaml", "conda/build.sh": "conda/build.sh",
           "modulefile/gpujob.tcl": "modulefile/gpujob/{version}",
           "apptainer/gpujob.def": "apptainer/gpujob.def",
           "schemastore/catalog.json": "schemastore/catalog.json",
           "schemastore/schema-validation.json": "schemastore/schema-validation.json"}
SCHEMAS = ("profiles/schema/*.schema.json", "packaging/schemastore/*.schema.json")


def cache(build, name):
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as handle:
        found = re.search(rf"^{name}:\w+=(.*)$", handle.read(), re.M)
    return found.group(1) if found else ""


def version_of(build):
    return cache(build, "CMAKE_PROJECT_VERSION")


def processor_of(build):
    """Of the static program, as `uname -m` says it."""
    with open(os.path.join(build, "static/bin/gpujob"), "rb") as handle:
        machine = handle.read(20)[18:20]
    return {b"\x3e\x00": "x86_64", b"\xb7\x00": "aarch64"}[machine]


def anonymous(entry):
    """Two builds of one tree give the same tarball: no owner, no time."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mtime = 0
    return entry


def packed(path, name, folder):
    """The tarball `path` of `folder`, called `name` inside."""
    with open(path, "wb") as raw, \
            gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0,
                          compresslevel=6) as stream, \
            tarfile.open(fileobj=stream, mode="w") as tar:
        tar.add(folder, arcname=name, filter=anonymous)
    return path


def make_tarball(build, out, kind):
    name = f"gpujob-{'cli-' if kind == 'cli' else ''}{version_of(build)}-linux-{processor_of(build)}"
    with tempfile.TemporaryDirectory() as scratch:
        prefix = os.path.join(scratch, name)
        for component in COMPONENTS[kind]:
            subprocess.run(["cmake", "--install", build, "--strip", "--prefix", prefix, "--component",
                            component], check=True, stdout=subprocess.DEVNULL)
        return packed(os.path.join(out, name + ".tar.gz"), name, prefix)


def make_with_cpack(build, out, kind):
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run(["cpack", "--config", os.path.join(build, "CPackConfig.cmake"), "-G",
                               kind.upper(), "-B", scratch], capture_output=True, text=True, check=False)
        made = [name for name in os.listdir(scratch) if name.endswith("." + kind)]
        if done.returncode or len(made) != 1:
            sys.exit(f"make_packages: cpack makes no {kind}:\n{done.stdout}{done.stderr}")
        return shutil.copy(os.path.join(scratch, made[0]), out)


def make_source(build, out, _kind):
    """The files of the last commit, or of the folder outside a repository."""
    name = "gpujob-" + version_of(build)
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.join(scratch, name)
        os.mkdir(folder)
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True,
                                check=True).stdout
        for path in filter(None, listed.split("\0")):
            source = os.path.join(ROOT, path)
            if os.path.lexists(source):
                os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
                shutil.copy2(source, os.path.join(folder, path), follow_symlinks=False)
        return packed(os.path.join(out, name + ".tar.gz"), name, folder)


def sha256(path):
    with open(path, "rb") as handle:
        return hashlib.sha256(handle.read()).hexdigest()


def copy_schemas(folder):
    """Each under the name at the end of its $id, which is its address."""
    os.makedirs(folder)
    for path in [path for pattern in SCHEMAS for path in glob.glob(os.path.join(ROOT, pattern))]:
        with open(path, encoding="utf-8") as handle:
            shutil.copyfile(path, os.path.join(folder, os.path.basename(json.load(handle)["$id"])))


def make_recipes(build, out, url):
    source = os.path.join(out, f"gpujob-{version_of(build)}.tar.gz")
    full = os.path.join(out, f"gpujob-{version_of(build)}-linux-x86_64.tar.gz")
    values = {"VERSION": version_of(build), "URL": url or "file://" + os.path.abspath(out),
              "SHA256": sha256(source), "FULL": os.path.basename(full)}
    folder = os.path.join(out, "recipes")
    for template, name in RECIPES.items():
        with open(os.path.join(HERE, template), encoding="utf-8") as handle:
            text = re.sub(r"@([A-Z0-9]+)@", lambda found: values[found.group(1)], handle.read())
        path = os.path.join(folder, name.format(version=version_of(build)))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as handle:
            handle.write(text)
    copy_schemas(os.path.join(folder, "schemastore/src/schemas/json"))
    return packed(os.path.join(out, f"gpujob-{version_of(build)}-recipes.tar.gz"),
                  f"gpujob-{version_of(build)}-recipes", folder)


def make(build, out, kind, url=None):
    os.makedirs(out, exist_ok=True)
    if kind == "recipes":
        return make_recipes(build, out, url)
    makers = {"deb": make_with_cpack, "rpm": make_with_cpack, "source": make_source}
    return makers.get(kind, make_tarball)(build, out, kind)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("out")
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []], metavar="KIND")
    parser.add_argument("--url")
    asked = parser.parse_args()
    made = [make(asked.build, asked.out, kind, asked.url) for kind in asked.kinds or KINDS]
    with open(os.path.join(asked.out, "SHA256SUMS"), "w", encoding="ascii") as handle:
        for name in sorted(os.listdir(asked.out)):
            if name.startswith("gpujob") and os.path.isfile(os.path.join(asked.out, name)):
                handle.write(f"{sha256(os.path.join(asked.out, name))}  {name}\n")
    print("\n".join(made))


if __name__ == "__main__":
    main()
