// SPDX-License-Identifier: MIT
#include "command/job/request_options.h"

#include "base/format.h"
#include "base/text.h"
#include "command/config/place_options.h"
#include "command/runs/labels.h"
#include "jobs/session/data_files.h"

namespace gpujob {

constexpr std::array<OptionSpec, 15> kPlaceOptionRows = {{
    kSiteOption,
    {.name = "allow-retired", .help = "plan even for a retired cluster", .group = "Where"},
    kProfilePathOption,
    {.name = "gpu",
     .value = "KEY[:N]",
     .help = "GPU type by the site's key or by model, and how many",
     .completes = Completes::Gpu,
     .group = "What to ask for"},
    {.name = "gpus",
     .letter = 'G',
     .value = "N",
     .help = "GPUs of the whole job",
     .group = "What to ask for"},
    {.name = "nodes", .letter = 'N', .value = "N", .help = "nodes", .group = "What to ask for"},
    {.name = "ntasks", .letter = 'n', .value = "N", .help = "tasks", .group = "What to ask for"},
    {.name = "cpus-per-task",
     .letter = 'c',
     .value = "N",
     .help = "CPUs per task, as Slurm counts them",
     .group = "What to ask for"},
    {.name = "mem",
     .value = "SIZE",
     .help = "memory per node: 4000 (MiB), 16G",
     .group = "What to ask for"},
    {.name = "time",
     .letter = 't',
     .value = "LIMIT",
     .help = "time limit: 10 (minutes), 00:10:00; default: the workload's estimate",
     .group = "What to ask for"},
    {.name = "constraint",
     .letter = 'C',
     .value = "FEATURES",
     .help = "features of the nodes, in addition to the GPU type's",
     .group = "What to ask for"},
    {.name = "account",
     .letter = 'A',
     .value = "PROJECT",
     .help = "project to charge",
     .group = "Whose"},
    {.name = "partition",
     .letter = 'p',
     .value = "NAME",
     .help = "partition; default: what the profile says for the GPU type",
     .group = "Whose"},
    {.name = "qos", .letter = 'q', .value = "NAME", .help = "quality of service", .group = "Whose"},
    {.name = "reservation", .value = "NAME", .help = "reservation", .group = "Whose"},
}};

constexpr std::array<OptionSpec, 6> kOwnOptionRows = {{
    {.name = "stack",
     .value = "NAME",
     .help = "the center's modules for cuda, hip, numba or cupy",
     .completes = Completes::Backend,
     .group = "A job of your own"},
    {.name = "module",
     .value = "NAME",
     .help = "load this module too; may be repeated",
     .repeat = Repeat::Yes,
     .group = "A job of your own"},
    {.name = "venv",
     .value = "DIR",
     .help = "activate this Python environment",
     .completes = Completes::Directory,
     .group = "A job of your own"},
    {.name = "container",
     .value = "IMAGE",
     .help = "run it in this Apptainer image, a file or docker://...",
     .completes = Completes::File,
     .group = "A job of your own"},
    {.name = "env",
     .value = "NAME=VALUE",
     .help = "set this variable for it; may be repeated",
     .repeat = Repeat::Yes,
     .group = "A job of your own"},
    {.name = "chdir",
     .letter = 'D',
     .value = "DIR",
     .help = "start there instead of the directory of the call",
     .completes = Completes::Directory,
     .group = "A job of your own"},
}};
constexpr std::array<OptionSpec, 2> kStartOptionRows = {{
    {.name = "after",
     .value = "RUN[:ok|any|fail]",
     .help = "start when that run or array ended so (default: ok); may be repeated",
     .completes = Completes::Run,
     .repeat = Repeat::Yes,
     .group = "When it starts"},
    {.name = "dependency",
     .letter = 'd',
     .value = "LIST",
     .help = "start after these jobs, as sbatch takes it: afterok:4711",
     .group = "When it starts"},
}};
constexpr std::array<OptionSpec, 10> kWorkOptionRows = {{
    {.name = "wrap",
     .value = "COMMAND",
     .help = "run this line of shell in place of a workload or script",
     .group = "Work"},
    {.name = "array",
     .letter = 'a',
     .value = "INDICES",
     .help = "run a script as a job array: 0-9, 1,3,5 or, ten at a time, 0-99%10",
     .group = "Work"},
    kBackendOption,
    {.name = "variant",
     .value = "NAME",
     .help = "way to compute the answer",
     .completes = Completes::Variant,
     .group = "Work"},
    {.name = "precision",
     .value = "NAME",
     .help = "float32, float64, mixed or int16",
     .completes = Completes::Precision,
     .group = "Work"},
    {.name = "size",
     .value = "NAME",
     .help = "named set of parameter values, such as small",
     .completes = Completes::Size,
     .group = "Work"},
    {.name = "param",
     .value = "NAME=VALUE",
     .help = "one parameter; wins over --size",
     .completes = Completes::Parameter,
     .repeat = Repeat::Yes,
     .group = "Work"},
    {.name = "repeat",
     .value = "N",
     .help = "launches of the program inside the job, one report per launch",
     .group = "Work"},
    {.name = "build",
     .value = "auto|never",
     .help = "whether to compile a missing program at the center (default: auto)",
     .completes = Completes::Choices,
     .group = "Work"},
    kExplainOption,
}};

namespace {

std::optional<SourcedValue> flag(const Arguments& arguments, const std::string& option) {
  auto value = arguments.value(option);
  if (!value) return std::nullopt;
  return SourcedValue{*std::move(value), From::Flag, "--" + option};
}

Status read_amounts(const Arguments& arguments, JobRequest& request) {
  const auto count = [&](const char* option, std::optional<int>& into) -> Status {
    auto number = arguments.count(option);
    if (!number) return number.failure();
    into = *number;
    return Status{};
  };
  Request& flags = request.flags;
  std::optional<int> repeat;
  if (auto read = count("gpus", flags.gpus); !read) return read;
  if (auto read = count("nodes", flags.nodes); !read) return read;
  if (auto read = count("ntasks", flags.ntasks); !read) return read;
  if (auto read = count("cpus-per-task", flags.cpus_per_task); !read) return read;
  if (auto read = count("repeat", repeat); !read) return read;
  if (auto read = count("runs", request.runs); !read) return read;
  if (auto read = count("throttle", request.throttle); !read) return read;
  flags.repeat = repeat.value_or(1);

  auto memory = arguments.memory_mib("mem");
  if (!memory) return memory.failure();
  flags.memory_mib = *memory;
  auto time = arguments.walltime("time");
  if (!time) return time.failure();
  flags.time = *time;
  auto settle = arguments.interval("settle");
  if (!settle) return settle.failure();
  request.settle = *settle;
  for (const std::string& text : arguments.values("param")) {
    if (auto set = set_value(flags, "param", text); !set) return set;
  }
  return Status{};
}

Request texts_of(const Arguments& arguments, Request flags) {
  flags.gpu = flag(arguments, "gpu");
  flags.account = flag(arguments, "account");
  flags.partition = flag(arguments, "partition");
  flags.qos = flag(arguments, "qos");
  flags.reservation = flag(arguments, "reservation");
  flags.array = flag(arguments, "array");
  flags.backend = flag(arguments, "backend");
  flags.constraint = arguments.value("constraint");
  flags.variant = arguments.value("variant");
  flags.precision = arguments.value("precision");
  flags.size = arguments.value("size");
  flags.stack = arguments.value_or("stack", "");
  flags.modules = arguments.values("module");
  flags.venv = arguments.value_or("venv", "");
  flags.sbatch_arguments = arguments.rest();
  if (arguments.value("build") == "never") flags.build = BuildMode::Never;
  if (arguments.has("allow-retired")) flags.retired = RetiredClusters::Allow;
  return flags;
}

}  // namespace

Result<JobRequest> read_request(const Arguments& arguments) {
  JobRequest request;
  if (auto read = read_amounts(arguments, request); !read) return read.failure();
  auto labels = read_labels(arguments);
  if (!labels) return labels.failure();
  request.labels = *std::move(labels);
  request.words = arguments.positional();
  request.wrap = arguments.value("wrap");
  request.place = place_flags(arguments);
  request.flags = texts_of(arguments, std::move(request.flags));
  request.sync = arguments.value("sync");
  request.sync_limit = arguments.value("sync-limit");
  request.chdir = arguments.value("chdir");
  request.container = arguments.value("container");
  request.variables = arguments.values("env");
  request.after = arguments.values("after");
  request.dependency = arguments.value("dependency");
  request.sweep = arguments.values("sweep");
  request.given = arguments.options();
  return request;
}

Result<JobOptions> parse_job(const Arguments& arguments) {
  auto request = read_request(arguments);
  if (!request) return request.failure();
  return JobOptions{parse_common(arguments), *std::move(request),
                    arguments.has("explain") ? Explain::Yes : Explain::No};
}

}  // namespace gpujob
