// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/duration.h"
#include "base/json.h"
#include "base/result.h"

// What will run, every value final. `render` sees this and the templates, never the profile.

namespace gpujob {

/// Names and their values, in order.
using NamedValues = std::vector<std::pair<std::string, std::string>>;

/// One sbatch option, written out: long name without dashes, value unquoted.
struct PlannedOption {
  std::string option;
  std::optional<std::string> value;

  bool operator==(const PlannedOption&) const = default;
};

/// "--gpus=1", "--exclusive"
inline std::string option_text(const PlannedOption& option) {
  return "--" + option.option + (option.value ? "=" + *option.value : "");
}

enum class PurgeModules { No, Plain, Force };

/// What the shell does before a program: modules in order, what Spack has, then a Python virtual
/// environment or Conda's, and variables.
struct ModuleSteps {
  PurgeModules purge = PurgeModules::No;
  std::vector<std::string> modules;
  std::string venv;                               ///< empty: no environment
  std::optional<std::vector<std::string>> use{};  ///< directories of modules
  std::optional<std::vector<std::string>> spack{};
  std::optional<std::string> conda{};
  std::optional<NamedValues> variables{};

  bool operator==(const ModuleSteps&) const = default;
};

/// A Python environment that a script makes.
struct EnvironmentPlan {
  std::string title;
  std::string shell;  ///< shebang
  ModuleSteps modules;
  std::string directory;             ///< absolute
  std::vector<std::string> options;  ///< of python3 -m venv
  std::vector<std::string> upgrade;  ///< packages
  std::vector<std::string> packages;
};

/// The file that is written last into an environment: what pip has installed.
inline constexpr std::string_view kInstalledPackages = "packages.txt";

/// How the program is built with the center's own toolchain: becomes build.sh, which runs here, on
/// the login node, as a separate job, or as the first step of the job.
struct BuildPlan {
  enum class Place { Login, Job };
  Place place = Place::Login;
  std::string workload;
  std::string backend;
  std::string architecture;  ///< "sm_89"
  std::string key;           ///< of source hash, backend, architecture and stack
  std::string source_directory;
  std::string program_directory;  ///< the program ends up here as <workload>.<backend>
  std::string shell;              ///< shebang
  ModuleSteps modules;
  std::vector<std::string> command;    ///< one compiler call; the output is named `output`
  std::string output;                  ///< temporary name inside the program directory
  std::vector<PlannedOption> options;  ///< if it is a separate job

  bool operator==(const BuildPlan&) const = default;
};

/// Where the program ends up.
inline std::string built_program(const BuildPlan& build) {
  return build.program_directory + "/" + build.workload + "." + build.backend;
}

/// The GPUs of a job; absent for a CPU job.
struct PlannedGpu {
  std::string key;    ///< the site's name for the type
  std::string model;  ///< id of the catalogue
  std::string architecture;
  int total = 1;  ///< given to the job
  int asked = 1;  ///< by the user: less where Slurm gives whole nodes

  bool operator==(const PlannedGpu&) const = default;
};

/// One launch over several devices: GPUs, or groups of cores. Every process has the same
/// number of devices; several processes each write a part of the report, and the parts are merged.
struct LaunchSplit {
  int devices = 2;
  int processes = 1;

  bool operator==(const LaunchSplit&) const = default;
};

/// A user's own job: a batch script, or a command. It runs as a child of job.sh.
struct PlannedPayload {
  enum class Kind { Script, Command };
  Kind kind = Kind::Script;
  std::string name;    ///< of the script's file, or the command's first word
  std::string sha256;  ///< of the script, which is kept as `payload` in the run directory
  std::vector<std::string> arguments;  ///< of the script, or the command with its arguments
  std::string submit_directory;        ///< where the user stood
  std::string directory;               ///< where it starts
  std::optional<std::string> output;   ///< the script's own patterns for sbatch, absolute
  std::optional<std::string> error;
  std::optional<std::string> container;      ///< image that Apptainer runs it in
  std::optional<std::string> container_gpu;  ///< Apptainer's option for the GPU: "nv" or "rocm"
  /// The user's own variables, by name.
  std::optional<NamedValues> environment;

  bool operator==(const PlannedPayload&) const = default;
};

/// The file of a user's script in the run directory.
inline constexpr std::string_view kPayloadFile = "payload";

enum class Executor { Slurm, Local };

/// The run is one task of a job array that gpujob made of several runs; the array's directory lies
/// beside the run's and holds the script that sbatch is given.
struct ArrayTask {
  std::string array;  ///< a ULID, or the literal ARRAYID; the jobs' name holds it
  int index = 1;

  bool operator==(const ArrayTask&) const = default;
};

struct JobPlan {
  std::string run_id;  ///< a ULID, or the literal RUNID
  std::string job_name;
  Executor executor = Executor::Slurm;
  std::optional<std::string> retry_of;  ///< the run that this one is again
  std::optional<ArrayTask> array_task;
  std::string center;
  std::string cluster;
  std::string partition;  ///< empty: the cluster's own choice

  /// A user's own job; then workload, variant, backend, … are empty, and launches is 0.
  std::optional<PlannedPayload> payload;
  std::string workload;
  std::string variant;
  char algorithm_class = 'P';
  std::string backend;
  std::string precision;
  NamedValues parameters;

  std::optional<PlannedGpu> gpu;
  std::optional<LaunchSplit> split;  ///< absent: a launch uses one device
  int nodes = 1;
  int gpus_per_node = 0;
  int tasks = 1;
  int cpus_per_task = 0;  ///< 0: not asked
  Seconds time{0};
  int launches = 1;
  double max_seconds = 0;  ///< a launch may sample this long

  std::string shell;                   ///< shebang
  std::vector<PlannedOption> options;  ///< in the order in which they are rendered
  /// The script has an account still to be filled in, such as this one (empty: any form).
  std::optional<std::string> missing_account;
  std::vector<std::string> sbatch_arguments;  ///< the user's own, after `--`
  /// A center's own words beside sbatch's and what they mean; see slurm/sbatch.h.
  std::optional<NamedValues> sbatch_answers;
  std::optional<std::string> submit_command;  ///< in place of sbatch
  std::string clusters_option;  ///< value of -M for every Slurm command; usually empty
  ModuleSteps modules;
  std::vector<std::string> launcher;   ///< {"srun"}; empty: the program alone
  std::string program;                 ///< "<workload>.<backend>"
  std::vector<std::string> arguments;  ///< of the program, without --report
  std::string libexec;                 ///< default of GPUJOB_LIBEXEC in the script
  std::string run_directory;
  NamedValues environment;  ///< GPUJOB_* for the report
  std::optional<BuildPlan> build;
  long long polling_floor_seconds = 30;

  bool operator==(const JobPlan&) const = default;
};

/// The program that starts others in a container.
inline constexpr std::string_view kApptainer = "apptainer";

/// Stands in an argument for the file that a launch writes its report to. A user's own command
/// places it freely; a bundled program takes it after --report.
inline constexpr std::string_view kReportSlot = "{{report}}";
inline bool is_own_command(const JobPlan& plan) {
  return std::any_of(plan.arguments.begin(), plan.arguments.end(), [](const std::string& word) {
    return word.find(kReportSlot) != std::string::npos;
  });
}

/// Does each process of a launch write a part of its report?
inline bool is_in_parts(const JobPlan& plan) {
  return plan.split && plan.split->processes > 1;
}

/// The words of the launcher that enter the container of its stack.
inline std::vector<std::string> container_words(const JobPlan& plan) {
  return {std::find(plan.launcher.begin(), plan.launcher.end(), kApptainer), plan.launcher.end()};
}

/// What --array says; null unless the job is an array.
inline const std::string* array_of(const JobPlan& plan) {
  for (const PlannedOption& option : plan.options)
    if (option.option == "array" && option.value) return &*option.value;
  return nullptr;
}

/// The directory of the array that the run is a task of; it links each task to its run's.
inline std::string array_directory(const std::string& run_directory, const ArrayTask& task) {
  return run_directory.substr(0, run_directory.rfind('/') + 1) + "array-" + task.array;
}

/// The directory of a task of an array in its run's directory, or in the array's own.
inline std::string task_directory(const std::string& run_directory, const std::string& index) {
  return run_directory + "/task-" + index;
}

/// "matmul tuned cuda", "train.sh", "train.sh [0-9]": what a list of runs shows.
inline std::string title_of(const JobPlan& plan) {
  const std::string* array = array_of(plan);
  const std::string tasks = array == nullptr ? "" : " [" + *array + "]";
  return (plan.payload ? plan.payload->name
                       : plan.workload + " " + plan.variant + " " + plan.backend) +
         tasks;
}

/// `schema: gpujob/plan/v1`. Everything in the struct, nothing else.
Json to_json(const JobPlan& plan);
Result<JobPlan> plan_from_json(const Json& document, const std::string& where);

}  // namespace gpujob
