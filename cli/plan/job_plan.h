// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
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

/// A workload, bundled or the user's own: each launch of its program writes a report.
struct WorkloadPlan {
  std::string name;
  std::string variant{};
  char algorithm_class = 'P';
  std::string backend{};
  std::string precision{};
  NamedValues parameters{};
  std::optional<LaunchSplit> split{};  ///< absent: a launch uses one device
  int launches = 0;
  double max_seconds = 0;                ///< a launch may sample this long
  std::vector<std::string> launcher{};   ///< {"srun"}; empty: the program alone
  std::string program{};                 ///< "<name>.<backend>"
  std::vector<std::string> arguments{};  ///< of the program, without --report
  std::string libexec{};                 ///< default of GPUJOB_LIBEXEC in the script
  std::optional<BuildPlan> build{};

  bool operator==(const WorkloadPlan&) const = default;
};

/// A user's own job: a script or a command, which runs as a child of job.sh.
struct OwnJobPlan {
  std::string name;                        ///< of the script's file, or the command's first word
  std::vector<std::string> arguments{};    ///< of the script, or the command with its arguments
  std::string submit_directory{};          ///< where the user stood
  std::string directory{};                 ///< where it starts
  std::optional<std::string> container{};  ///< image that Apptainer runs it in
  std::optional<std::string> container_gpu{};  ///< Apptainer's option for the GPU: "nv" or "rocm"
  /// The user's own variables, by name.
  std::optional<NamedValues> environment{};

  bool operator==(const OwnJobPlan&) const = default;
};

/// A batch script; it is kept as `payload` in the run directory.
struct ScriptPlan : OwnJobPlan {
  std::string sha256{};
  std::optional<std::string> output{};  ///< the script's own patterns for sbatch, absolute
  std::optional<std::string> error{};

  bool operator==(const ScriptPlan&) const = default;
};

struct CommandPlan : OwnJobPlan {};

using PayloadPlan = std::variant<WorkloadPlan, ScriptPlan, CommandPlan>;

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

  PayloadPlan payload;
  std::optional<PlannedGpu> gpu;
  int nodes = 1;
  int gpus_per_node = 0;
  int tasks = 1;
  int cpus_per_task = 0;  ///< 0: not asked
  Seconds time{0};

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
  std::string run_directory;
  NamedValues environment;  ///< GPUJOB_* for the report
  long long polling_floor_seconds = 30;

  bool operator==(const JobPlan&) const = default;
};

/// The program that starts others in a container.
inline constexpr std::string_view kApptainer = "apptainer";

/// The workload that a job runs; null for a user's own job.
template <class Job>
auto* workload_of(Job& job) {
  return std::get_if<WorkloadPlan>(&job.payload);
}

/// The user's own script or command; null for a workload.
template <class Job>
auto* own_job_of(Job& job) {
  std::conditional_t<std::is_const_v<Job>, const OwnJobPlan, OwnJobPlan>* own =
      std::get_if<CommandPlan>(&job.payload);
  if (auto* script = std::get_if<ScriptPlan>(&job.payload)) own = script;
  return own;
}

/// The user's own script; null for a command or a workload.
template <class Job>
const ScriptPlan* script_of(const Job& job) {
  return std::get_if<ScriptPlan>(&job.payload);
}

/// The workload, empty for a user's own job: what lists of any runs show.
inline const WorkloadPlan& workload_or_empty(const JobPlan& plan) {
  static const WorkloadPlan empty;
  const WorkloadPlan* work = workload_of(plan);
  return work == nullptr ? empty : *work;
}

/// The number of reports of a job.
inline int launches_of(const JobPlan& plan) {
  return workload_or_empty(plan).launches;
}

/// What is compiled in the job or before it; null if nothing is.
inline const BuildPlan* build_of(const JobPlan& plan) {
  const auto& build = workload_or_empty(plan).build;
  return build ? &*build : nullptr;
}

/// Stands in an argument for the file that a launch writes its report to. A user's own command
/// places it freely; a bundled program takes it after --report.
inline constexpr std::string_view kReportSlot = "{{report}}";
inline bool places_report(const WorkloadPlan& work) {
  return std::any_of(work.arguments.begin(), work.arguments.end(), [](const std::string& word) {
    return word.find(kReportSlot) != std::string::npos;
  });
}

/// Does each process of a launch write a part of its report?
inline bool is_in_parts(const WorkloadPlan& work) {
  return work.split && work.split->processes > 1;
}

/// The words of the launcher that enter the container of its stack.
inline std::vector<std::string> container_words(const WorkloadPlan& work) {
  return {std::find(work.launcher.begin(), work.launcher.end(), kApptainer), work.launcher.end()};
}

/// The value of an option in `options`; null without one.
inline const std::string* option_value(const JobPlan& plan, std::string_view option) {
  for (const PlannedOption& one : plan.options)
    if (one.option == option && one.value) return &*one.value;
  return nullptr;
}

/// What --array says; null unless the job is an array.
inline const std::string* array_of(const JobPlan& plan) {
  return option_value(plan, "array");
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
  if (const OwnJobPlan* own = own_job_of(plan)) return own->name + tasks;
  const WorkloadPlan& work = *workload_of(plan);
  return work.name + " " + work.variant + " " + work.backend + tasks;
}

/// `schema: gpujob/plan/v1`. Everything in the struct, nothing else.
Json to_json(const JobPlan& plan);
Result<JobPlan> plan_from_json(const Json& document, const std::string& where);

}  // namespace gpujob
