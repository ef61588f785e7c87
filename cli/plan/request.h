// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/duration.h"
#include "plan/explanation.h"
#include "plan/job_plan.h"
#include "workload/workload.h"

namespace gpujob {

/// What the user wants to run: a workload, by its manifest, or a script or command of their own.
using Payload = std::variant<Workload, ScriptPlan, CommandPlan>;

/// The manifest of a wanted workload; null for a user's own job.
template <class Wanted>
const Workload* manifest_of(const Wanted& wanted) {
  return std::get_if<Workload>(&wanted.payload);
}

/// May the plan contain a step that compiles the program at the center?
enum class BuildMode { Auto, Never };

enum class RetiredClusters { Refuse, Allow };
/// What a missing account is where the center requires one. A script that is only shown may have
/// none.
enum class MissingAccount { Error, Warning };

/// An existing compiled program, by its own description.
struct ProgramFound {
  std::string backend;
  std::string directory;                   ///< of `<workload>.<backend>`
  std::vector<std::string> architectures;  ///< "sm_80", "gfx90a"; a PTX entry is "compute_90"
  std::string processor;                   ///< "x86_64", "aarch64"
  std::map<std::string, std::string> not_built{};  ///< variants it cannot compute, and why
};

/// Paths that the script will contain; absolute, or relative in a bundle.
struct RequestPaths {
  std::string runs_directory;      ///< parent of run directories
  std::string libexec;             ///< where installed programs are
  std::string environments;        ///< parent of Python environments that recipes make
  std::string programs_directory;  ///< where built programs are kept, one folder per key
  std::string sources;             ///< installed kernel sources
  std::string own_sources{};       ///< folder of a user's own workload
  std::string carried_folder{};    ///< where a command's folder will be in a bundle
};

/// A directive of the user's own script that the planner leaves as it is.
struct ScriptDirective {
  PlannedOption option;
  std::string origin;  ///< "train.sh:3"
};

/// What a plan depends on and no flag changes: the same for all jobs of a workload at a site.
struct RequestFacts {
  std::string today;  ///< "2026-11-21"
  RequestPaths paths;
  std::vector<ProgramFound> programs;
  std::string source_hash;               ///< of the workload's sources, for a built program's key
  std::optional<double> machine_memory;  ///< bytes, of this machine
  std::vector<std::string> neighbours;   ///< runs that use the cores of this machine now
};

/// What the user asked, with every outside fact that resolve needs: resolve is pure. Settings that
/// may come from several places say which one won; absent means not requested.
struct Request : RequestFacts {
  std::string run_id = "RUNID";

  std::optional<SourcedValue> gpu;  ///< KEY or KEY:N
  std::optional<int> gpus;
  std::optional<int> nodes;
  std::optional<int> ntasks;
  std::optional<int> cpus_per_task;
  std::optional<long long> memory_mib;  ///< per node
  std::optional<Seconds> time;
  std::optional<SourcedValue> account;
  MissingAccount missing_account = MissingAccount::Error;
  std::string account_example;  ///< of the form that the center requires; empty: unknown
  std::optional<SourcedValue> partition;
  std::optional<SourcedValue> qos;
  std::optional<SourcedValue> reservation;
  std::optional<std::string> constraint;
  std::optional<SourcedValue> dependency;
  std::optional<SourcedValue> array;  ///< indices of tasks

  std::optional<SourcedValue> backend;
  std::optional<std::string> variant;
  std::optional<std::string> precision;
  std::optional<std::string> size;
  std::vector<std::pair<std::string, std::string>> parameters;
  int repeat = 1;

  BuildMode build = BuildMode::Auto;
  RetiredClusters retired = RetiredClusters::Refuse;
  std::vector<ScriptDirective> script_directives;
  /// Options that the script set and not a flag, by name, with their place: "train.sh:3".
  std::map<std::string, std::string> script_origins;
  bool has_own_gpu_request = false;  ///< among script_directives, in a form that stays as it is
  std::string stack;                 ///< --stack: modules for an own job
  std::vector<std::string> modules;  ///< --module: more of them, in order
  std::string venv;                  ///< --venv: a Python environment, absolute; empty: none
  std::vector<std::string> sbatch_arguments;  ///< what stood after `--`, checked
  std::vector<std::string> slurm_variables;   ///< names of SBATCH_*/SLURM_* seen and not adopted
};

}  // namespace gpujob
