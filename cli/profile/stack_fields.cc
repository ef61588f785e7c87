// SPDX-License-Identifier: MIT
#include "profile/field_parts.h"

namespace gpujob {

namespace {

constexpr std::string_view kStackName = "[a-z][a-z0-9_]*";
constexpr std::string_view kPath = "/[A-Za-z0-9_./+@-]*";
constexpr std::string_view kPathForm = "an absolute path without blanks";
constexpr std::string_view kStackNameForm = "small letters, digits and '_', a letter first";

Field recipe_field() {
  constexpr std::string_view kPackage = "[A-Za-z0-9][A-Za-z0-9_.,<>=!~\\[\\]-]*";
  constexpr std::string_view kPackageForm = "a package, with a version if need be: numpy==2.1";
  return record_field(
      "recipe", "recipe", "how each user makes the Python environment of this stack",
      {word_list("packages", "what pip installs into it", kPackage, kPackageForm).filled().needed(),
       word_list("upgrade", "what pip brings up to date first", kPackage, kPackageForm).filled(),
       text_field("system_packages", "yes: it sees the Python packages of the modules")
           .one_of({"yes", "no"})});
}

}  // namespace

Field stacks_field() {
  const Field stack = record_field(
      "", "stack", "modules and launcher for one purpose",
      sourced({
          text_field("purpose",
                     "cuda, hip, cpu, numba, cupy to run, cuda_build, hip_build, cpu_build to "
                     "compile; absent: the entry's own name")
              .like(kStackName, kStackNameForm),
          make_field(FieldType::Scalar, "purge",
                     "unload first: true module purge, force module --force purge, false nothing")
              .one_of({"true", "false", "force"}),
          word_list("modules", "modules to load, in order; none: it needs no modules",
                    "[A-Za-z0-9_][A-Za-z0-9_.+/@=:-]*", "one module name without blanks")
              .or_none(),
          word_list("module_use", "directories of further modules, in order", kPath, kPathForm)
              .filled(),
          word_list("spack", "what spack load takes, after the modules",
                    "[A-Za-z0-9_/][A-Za-z0-9_.,/@%+~=^-]*", "one spec without blanks")
              .filled(),
          text_field("conda", "environment that conda activate takes, after the modules")
              .like("[A-Za-z0-9_/][A-Za-z0-9_./+-]*", "a name or an absolute path without blanks"),
          text_field("container",
                     "image that Apptainer runs the programs in; it shows them the GPUs of the job")
              .like("(/|[a-z]+://)[A-Za-z0-9_./:@+-]+",
                    "an absolute path without blanks, or an address such as docker://..."),
          map_field("environment", "variables that its programs find, by name",
                    make_field(FieldType::Scalar, "", ""))
              .like("[A-Z_][A-Z0-9_]*", "capital letters, digits and '_'")
              .filled(),
          text_field("venv", "directory of a Python virtual environment").like(kPath, kPathForm),
          recipe_field(),
          make_field(FieldType::Texts, "launcher",
                     "command that starts the program, e.g. srun; a list: with its arguments")
              .like("[A-Za-z-][A-Za-z0-9_.=:,/-]*", "a command, or a list of words without blanks"),
          text_field("toolkit", "version of CUDA or ROCm that the modules bring")
              .like("[0-9]+(\\.[0-9]+)*", "a version such as 12.9.1"),
          text_field("compiler", "compiler of a build stack: nvcc, hipcc, CC")
              .like("[A-Za-z][A-Za-z0-9_.+-]*", "one command without arguments"),
          text_field("build", "where to compile: on the login node or in a job")
              .one_of({"login", "job"}),
          word_list("gpus", "keys in gpus that it serves; absent: all", kSlurmName, kSlurmNameForm)
              .filled(),
      }));
  return map_field("stacks", "software stacks by name", stack).like(kStackName, kStackNameForm);
}

}  // namespace gpujob
