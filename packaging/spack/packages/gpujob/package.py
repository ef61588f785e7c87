# SPDX-License-Identifier: MIT
from spack.package import *


class Gpujob(CMakePackage):
    """GPU jobs on several Slurm centers: the right script, sent once, timed honestly."""

    homepage = "@URL@"
    url = "@URL@/gpujob-@VERSION@.tar.gz"

    license("MIT")

    version("@VERSION@", sha256="@SHA256@")

    variant("cuda", default=False, description="Build the CUDA programs")
    variant("rocm", default=False, description="Build the HIP programs")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python@3.9:", type=("build", "run"))
    depends_on("yaml-cpp@0.7:")
    depends_on("sqlite@3.34:")
    depends_on("re2")
    depends_on("fmt@8:")
    depends_on("nlohmann-json@3.10:")
    depends_on("cli11@2:")
    depends_on("boost@1.71:")
    depends_on("cuda", when="+cuda")
    depends_on("hip", when="+rocm")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define("GPUJOB_CUDA", "ON" if self.spec.satisfies("+cuda") else "OFF"),
            self.define("GPUJOB_HIP", "ON" if self.spec.satisfies("+rocm") else "OFF"),
        ]
