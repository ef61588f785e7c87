#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""deb_test.py BUILD: installs the deb in a fresh Debian 12 made by mmdebstrap, uses it, with central
settings in /etc/gpujob, removes it, and looks for files that it left. The bare Debian is kept in BUILD."""
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROFILE = os.path.join(ROOT, "profiles/sites/hpc2n.yaml")


def skip(reason):
    print("skipped: " + reason)
    sys.exit(77)


def bare_debian(build):
    """A tarball of a Debian 12 with Python."""
    kept = os.path.join(build, "debian-12.tar")
    if os.path.exists(kept):
        return kept
    done = subprocess.run(["mmdebstrap", "--format=tar", "--variant=minbase", "--dpkgopt=force-unsafe-io",
                           "--include=python3-minimal,python3", "bookworm", kept + ".part"],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        skip("mmdebstrap fails here: " + " ".join(done.stderr.splitlines()[-1:]))
    os.rename(kept + ".part", kept)
    return kept


def files(root):
    return {os.path.relpath(os.path.join(folder, name), root)
            for folder, folders, names in os.walk(root) for name in names + folders
            if not folder.startswith((os.path.join(root, "var"), os.path.join(root, "root")))}


def main(build):
    if os.geteuid() != 0 or not shutil.which("mmdebstrap"):
        skip("it takes root and mmdebstrap")
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.join(folder, "root")
        os.mkdir(root)
        subprocess.run(["tar", "-C", root, "-xf", bare_debian(build)], check=True)
        deb = subprocess.run([sys.executable, "-B", os.path.join(ROOT, "packaging/make_packages.py"), build,
                              folder, "deb"], check=True, capture_output=True, text=True).stdout.strip()
        shutil.copy(deb, os.path.join(root, "gpujob.deb"))
        before = files(root)

        def inside(*words):
            enter = f'mount -t proc proc "{root}/proc" && exec chroot "{root}" "$@"'
            done = subprocess.run(["unshare", "--mount", "--pid", "--fork", "sh", "-c", enter, "sh", *words],
                                  capture_output=True, text=True, check=False,
                                  env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"})
            assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
            return done.stdout

        inside("dpkg", "-i", "/gpujob.deb")
        assert "Kebnekaise" in inside("gpujob", "site", "list")
        os.makedirs(os.path.join(root, "etc/gpujob/profiles/sites"))
        with open(PROFILE, encoding="utf-8") as handle:
            text = handle.read().replace("title: Kebnekaise", "title: Kebnekaise of this machine")
        with open(os.path.join(root, "etc/gpujob/profiles/sites/hpc2n.yaml"), "w", encoding="utf-8") as file:
            file.write(text)
        with open(os.path.join(root, "etc/gpujob/config.yaml"), "w", encoding="utf-8") as file:
            file.write("sites:\n  hpc2n:\n    account: hpc2n2025-151\n")
        assert "Kebnekaise of this machine" in inside("gpujob", "site", "list")
        assert "/etc/gpujob/config.yaml:3" in inside("gpujob", "config", "show")
        script = inside("gpujob", "script", "integrate2d", "--site", "hpc2n", "--gpu", "l40s")
        assert "#SBATCH --account=hpc2n2025-151" in script
        inside("dpkg", "--purge", "gpujob")
        left = {name for name in files(root) - before if not name.startswith("etc/gpujob")}
        assert not left, f"left behind: {sorted(left)}"
        print("installed, used and removed in a bare Debian 12")


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
