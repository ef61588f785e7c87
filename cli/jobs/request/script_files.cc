// SPDX-License-Identifier: MIT
#include "jobs/request/script_files.h"

#include "base/format.h"
#include "base/paths.h"
#include "contract/backends.h"
#include "jobs/request/inventory.h"
#include "jobs/session/program_version.h"
#include "jobs/session/session.h"
#include "plan/build_plan.h"
#include "render/render.h"

namespace gpujob {

namespace {

struct BundleFile {
  std::string name;
  std::string text;
  FileMode mode = FileMode::Shared;
};

using BundleFiles = std::vector<BundleFile>;

/// Adds the sources below `from` as `to`/…, of the workloads only `workload`, of the lesson what
/// its kernels share, and no runtime.
Status add_sources(const World& world, const std::string& from, const std::string& to,
                   const std::string& workload, BundleFiles& files) {
  const auto names = world.list(from);
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    const std::string path = join_path(from, name);
    if (world.kind(path) == FileKind::Directory) {
      const bool other = to == "src/workloads" && name != workload;
      if (other || to == "src/lesson" || to == "src/backend") continue;
      if (auto done = add_sources(world, path, join_path(to, name), workload, files); !done) {
        return done;
      }
    } else if (is_source(name)) {
      auto text = world.read_file(path);
      if (!text) return text.failure();
      files.push_back({join_path(to, name), *std::move(text)});
    }
  }
  return Status{};
}

std::string readme_text(const Job& job) {
  const JobPlan& plan = job.resolution.plan;
  std::string text = format("{} for {}/{}, made by gpujob {}.\n\n", workload_of(plan)->name,
                            plan.center, plan.cluster, kProgramVersion);
  text += "Copy this folder to the center, log in there and start\n\n    ./run.sh\n\n";
  if (const BuildPlan* build = build_of(plan)) {
    text += build->place == BuildPlan::Place::Login
                ? "It builds the program here with build.sh and submits job.sh.\n"
                : "It submits job.sh, which builds the program on the node with build.sh first.\n";
  } else {
    text += "It submits job.sh; the program is beside it.\n";
  }
  return text +
         "Each start makes a folder run-ID with the job's output and its report-1.json.\n"
         "'gpujob import FOLDER' imports all reports.\n";
}

/// Adds the Python modules of a folder of the installed sources, `to` before each name.
Status add_modules(const World& world, const std::string& folder, const std::string& to,
                   BundleFiles& files) {
  const auto data = data_directory(world);
  if (!data) return data.failure();
  const std::string directory = format("{}/src/{}", *data, folder);
  const auto names = world.list(directory);
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    if (!name.ends_with(".py")) continue;
    auto text = world.read_file(join_path(directory, name));
    if (!text) return text.failure();
    files.push_back({to + name, *std::move(text), FileMode::Executable});
  }
  return Status{};
}

/// Adds what a Python program imports: the harness and its workload's modules, beside it.
Status add_python(const World& world, const WorkloadPlan& work, BundleFiles& files) {
  if (auto done = add_modules(world, "harness", "", files); !done) return done;
  return add_modules(world, "workloads/" + work.name, "", files);
}

/// Adds all files below `from` as `to`/…; the command may start any of them.
Status add_tree(const World& world, const std::string& from, const std::string& to,
                BundleFiles& files) {
  const auto names = world.list(from);
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    const std::string path = join_path(from, name);
    if (world.kind(path) == FileKind::Directory) {
      if (auto done = add_tree(world, path, join_path(to, name), files); !done) return done;
      continue;
    }
    auto text = world.read_file(path);
    if (!text) return text.failure();
    files.push_back({join_path(to, name), *std::move(text), FileMode::Executable});
  }
  return Status{};
}

/// Adds the folder of a command workload, and the harness that may time it.
Status add_command(const World& world, const Workload& workload, BundleFiles& files) {
  const std::string folder = carried_folder(workload).substr(2);
  if (auto done = add_tree(world, workload.folder, folder, files); !done) return done;
  return add_modules(world, "harness", "src/harness/", files);
}

Status add_program(const World& world, const Workload* workload, const WorkloadPlan& work,
                   BundleFiles& files) {
  if (workload != nullptr && !workload->command.empty())
    return add_command(world, *workload, files);
  const std::string path = join_path(libexec_directory(world), work.program);
  auto program = world.read_file(path);
  if (!program) {
    return Failure{ExitCode::Failed, "bundle", format("program '{}' is missing", path),
                   "the plan does not build one", "install it, or choose a backend that is built"};
  }
  files.push_back({work.program, *std::move(program), FileMode::Executable});
  return is_compiled(work.backend) ? Status{} : add_python(world, work, files);
}

Result<BundleFiles> bundle_files(Session& session, const Job& job) {
  const JobPlan& plan = job.resolution.plan;
  const WorkloadPlan& work = *workload_of(plan);
  const auto templates = session.data_files.templates();
  if (!templates) return templates.failure();
  auto run = render_run(plan, **templates, std::string(kProgramVersion));
  if (!run) return run.failure();

  BundleFiles files = {{"job.sh", job.script, FileMode::Executable},
                       {"run.sh", *std::move(run), FileMode::Executable},
                       {"README", readme_text(job)}};
  const auto workload = session.data_files.workloads().find(work.name);
  if (!work.build) {
    const auto added = add_program(session.world, workload ? &*workload : nullptr, work, files);
    if (!added) return added.failure();
    return files;
  }
  files.push_back({"build.sh", job.build_script, FileMode::Executable});
  const auto data = data_directory(session.world);
  if (!data) return data.failure();
  const std::string sources = join_path(*data, "src");
  if (auto added = add_sources(session.world, sources, "src", work.name, files); !added) {
    return added.failure();
  }
  if (is_of_kind(work.backend, BackendKind::Executed)) {
    const std::string runtime = "backend/" + work.backend;
    auto added = add_tree(session.world, join_path(sources, runtime), "src/" + runtime, files);
    if (!added) return added.failure();
  }
  const std::string folder = "src/workloads/" + work.name;
  const bool own = workload && !workload->file.starts_with(join_path(*data, "workloads/"));
  if (own) {
    std::erase_if(files, [&](const BundleFile& file) { return file.name.starts_with(folder); });
    if (auto added = add_sources(session.world, workload->folder, folder, work.name, files);
        !added) {
      return added.failure();
    }
  }
  return files;
}

}  // namespace

Result<std::vector<std::string>> write_script(World& world, const Job& job,
                                              const std::string& out) {
  const bool is_directory = out.ends_with('/') || world.kind(out) == FileKind::Directory;
  if (is_directory) {
    if (auto made = world.make_directory(out); !made) return made.failure();
  }
  const std::string path = is_directory ? join_path(out, "job.sh") : out;
  if (auto done = world.write_file(path, job.script, FileMode::Executable); !done) {
    return done.failure();
  }
  std::vector<std::string> written = {path};
  if (!job.build_script.empty() && is_directory) {
    written.push_back(join_path(out, "build.sh"));
    auto done = world.write_file(written[1], job.build_script, FileMode::Executable);
    if (!done) return done.failure();
  }
  return written;
}

std::string carried_folder(const Workload& workload) {
  return "./" + workload.name;
}

Request portable(Request request, const Workload& workload) {
  request.programs.clear();
  request.paths.runs_directory = kPortableDirectory;
  request.paths.libexec = kPortableDirectory;
  request.paths.programs_directory = kPortableDirectory;
  request.paths.sources = "src";
  request.paths.own_sources.clear();
  if (!workload.command.empty()) request.paths.carried_folder = carried_folder(workload);
  return request;
}

Result<std::vector<std::string>> write_bundle(Session& session, const Job& job,
                                              const std::string& directory) {
  const auto present = session.world.list(directory);
  if (!present) return present.failure();
  if (!present->empty()) {
    return Failure{ExitCode::Usage, "option '--bundle'", format("'{}' is not empty", directory),
                   "nothing is overwritten", "name a new directory"};
  }
  const auto files = bundle_files(session, job);
  if (!files) return files.failure();
  std::vector<std::string> names;
  for (const BundleFile& file : *files) {
    const std::string path = join_path(directory, file.name);
    if (auto made = session.world.make_directory(path.substr(0, path.rfind('/'))); !made) {
      return made.failure();
    }
    if (auto done = session.world.write_plain(path, file.text, file.mode); !done)
      return done.failure();
    names.push_back(file.name);
  }
  return names;
}

}  // namespace gpujob
