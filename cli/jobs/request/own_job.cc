// SPDX-License-Identifier: MIT
#include "jobs/request/own_job.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/format.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "jobs/session/session.h"

namespace gpujob {

namespace {

/// Before a name that is both a workload's and a file's.
constexpr std::string_view kWorkloadPrefix = "workload:";

constexpr std::array<const char*, 8> kWorkloadOptions = {"variant", "precision", "size",  "param",
                                                         "repeat",  "backend",   "build", "sweep"};

constexpr std::array<const char*, 7> kOwnOptionNames = {"stack", "module", "venv", "container",
                                                        "env",   "chdir",  "sync"};

/// `path` from where the user stands.
std::string from_here(const World& world, const std::string& path) {
  return path.starts_with('/') ? path : join_path(world.working_directory(), path);
}

bool begins_as_script(const World& world, const std::string& path) {
  if (world.kind(path) != FileKind::File) return false;
  const auto start = world.read_range(path, 0, 2);
  return start && *start == "#!";
}

Status check_workload_options(const JobRequest& request, const std::string& what) {
  for (const char* option : kWorkloadOptions) {
    if (!request.has(option)) continue;
    return Failure{ExitCode::Usage, format("option '--{}'", option),
                   format("has no meaning for {}", what), "only workloads have it", "leave it out"};
  }
  return Status{};
}

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

Work own_script(const World& world, std::string name, std::string file, std::string text,
                std::vector<std::string> arguments) {
  const std::string here = world.working_directory();
  ScriptPlan script{{std::move(name), std::move(arguments), here, here}, sha256(text)};
  return {std::move(script), std::move(file), std::move(text)};
}

Result<Work> wrapped(const World& world, const std::string& command) {
  if (trim(command).empty()) {
    return Failure{ExitCode::Usage, "option '--wrap'", "no command given", "",
                   "write the command in quotes: --wrap 'python train.py'"};
  }
  return own_script(world, "wrap", "--wrap", format("#!/bin/bash\n\n{}\n", command), {});
}

Result<Work> script_work(const World& world, const JobRequest& request) {
  const std::vector<std::string>& words = request.words;
  const std::string& file = words.front();
  const std::string where = format("script '{}'", printable(file));
  if (world.kind(file) == FileKind::Absent)
    return Failure{ExitCode::Usage, where, "no such file", "", "check the path"};
  if (world.kind(file) == FileKind::Directory)
    return Failure{ExitCode::Usage, where, "is a directory", "", "name a batch script"};
  auto text = world.read_file(file);
  if (!text) return text.failure();
  if (auto fit = check_workload_options(request, "a script of your own"); !fit)
    return fit.failure();
  return own_script(world, base_name(file), file, *std::move(text),
                    {words.begin() + 1, words.end()});
}

/// A word that names no workload may have been meant as a file.
Result<Work> workload_work(Session& session, const JobRequest& request) {
  const std::vector<std::string>& words = request.words;
  std::string name = words.front();
  if (name.starts_with(kWorkloadPrefix)) name.erase(0, kWorkloadPrefix.size());
  auto workload = session.data_files.workloads().find(name);
  if (!workload) {
    if (words.size() > 1 && request.place.sandbox == "") {
      return Failure{ExitCode::Usage, "option '--sandbox'",
                     format("'{}' is not its value", printable(name)), "its value follows '='",
                     format("write '--sandbox={}'", printable(name))};
    }
    const std::string where = format("script '{}'", printable(name));
    if (session.world.kind(name) == FileKind::File) {
      return Failure{ExitCode::Usage, where, "the first line does not begin with '#!'",
                     "so it is not a batch script", "begin it with '#!/bin/bash'"};
    }
    if (name.find('.') == std::string::npos) return workload.failure();
    return Failure{ExitCode::Usage, where, "no such file here", "and no workload of this name",
                   "check the path; 'gpujob workload list' shows the workloads"};
  }
  if (request.flags.array) {
    return Failure{ExitCode::Usage, "option '--array'", "is for a script or command of your own",
                   "all its tasks would compute the same",
                   "--runs makes equal jobs, --sweep one job per value"};
  }
  for (const char* option : kOwnOptionNames) {
    if (!request.has(option)) continue;
    return Failure{ExitCode::Usage, format("option '--{}'", option),
                   "is for a script or command of your own",
                   "the profile says what a workload runs in", "leave it out"};
  }
  if (words.size() > 1) {
    return Failure{ExitCode::Usage, format("workload '{}'", workload->name),
                   format("unexpected word '{}'", printable(words[1])),
                   "only scripts take arguments", "parameters are --param NAME=VALUE"};
  }
  return Work{*std::move(workload)};
}

/// --env, of equal names the last; those that bash or gpujob keep for themselves are refused.
Status read_variables(const JobRequest& request, OwnJobPlan& job) {
  constexpr std::array<std::string_view, 6> kept = {"BASHOPTS", "BASH_VERSINFO", "EUID",
                                                    "PPID",     "SHELLOPTS",     "UID"};
  NamedValues variables;
  for (const std::string& text : request.variables) {
    const std::string name = text.substr(0, text.find('='));
    const auto fail = [&](const std::string& problem, const std::string& way_out) {
      return Failure{ExitCode::Usage, "option '--env'", problem, "", way_out};
    };
    const bool plain = std::all_of(
        name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    if (name.size() == text.size() || name.empty() || !plain || std::isdigit(name.front()) != 0) {
      return fail(format("'{}' is not NAME=VALUE", printable(text)),
                  "a name has letters, digits and '_', and does not begin with a digit");
    }
    if (name.starts_with("GPUJOB_") || std::find(kept.begin(), kept.end(), name) != kept.end()) {
      return fail(format("'{}' cannot be set", name),
                  name.starts_with("GPUJOB_") ? "reports are made from it; choose another name"
                                              : "the shell keeps it; choose another name");
    }
    std::erase_if(variables, [&](const auto& variable) { return variable.first == name; });
    variables.emplace_back(name, text.substr(name.size() + 1));
  }
  if (!variables.empty()) job.environment = std::move(variables);
  return Status{};
}

/// --container: a file or directory here, or a name such as docker://python:3.12.
Status take_container(const World& world, const std::string& image, OwnJobPlan& job) {
  const bool is_name = image.find("://") != std::string::npos && !image.starts_with('-');
  if (!is_name && world.kind(from_here(world, image)) == FileKind::Absent) {
    return Failure{ExitCode::Usage, "option '--container'",
                   format("no image '{}' here", printable(image)), "",
                   "check the path; names begin with docker:// or oras://"};
  }
  job.container = is_name ? image : from_here(world, image);
  return Status{};
}

}  // namespace

ParsedScript parsed(const Work& work, const KnownOptions& known) {
  const bool is_script = script_of(work) != nullptr;
  return is_script ? parse_script(work.file, work.text, known) : ParsedScript{};
}

Result<Work> find_work(Session& session, const JobRequest& request) {
  if (!request.command.empty()) return command_work(session.world, request.command);
  const std::vector<std::string>& words = request.words;
  if (request.wrap) {
    if (!words.empty()) {
      return Failure{ExitCode::Usage, "option '--wrap'",
                     format("cannot be combined with '{}'", printable(words.front())),
                     "both say what runs", "give one of them"};
    }
    if (auto fit = check_workload_options(request, "--wrap"); !fit) return fit.failure();
    return wrapped(session.world, *request.wrap);
  }
  if (words.empty()) {
    return Failure{ExitCode::Usage, "gpujob", "no WORKLOAD or SCRIPT given", "",
                   "'gpujob workload list' lists the workloads; a script is a file with '#!'"};
  }
  const std::string& word = words.front();
  if (word.find('/') != std::string::npos) return script_work(session.world, request);
  const bool is_script = begins_as_script(session.world, word);
  if (!is_script) return workload_work(session, request);
  if (session.data_files.workloads().find(word)) {
    return Failure{ExitCode::Usage, format("'{}'", printable(word)),
                   "is a workload and a script in this directory", "",
                   format("write './{}' for the script, '{}{}' for the workload", word,
                          kWorkloadPrefix, word)};
  }
  return script_work(session.world, request);
}

Work command_work(const World& world, const std::vector<std::string>& words) {
  const std::string here = world.working_directory();
  return {CommandPlan{{base_name(words.front()), words, here, here}}, words.front()};
}

std::optional<std::string> synced_folder(const World& world, const JobRequest& request) {
  const auto& named = request.sync;
  if (!named) return std::nullopt;
  std::string folder = *named == "." ? world.working_directory() : from_here(world, *named);
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return folder;
}

Status place_own_job(const World& world, const JobRequest& request, Work& work, Request& flags) {
  OwnJobPlan* const job = own_job_of(work);
  if (job == nullptr) return Status{};
  const auto synced = synced_folder(world, request);
  if (synced && world.kind(*synced) != FileKind::Directory) {
    return Failure{ExitCode::Usage, "option '--sync'",
                   format("'{}' is not a directory here", printable(*request.sync)), "",
                   "check the path"};
  }
  if (const auto copy = synced ? synced : request.copy_directory)
    job->submit_directory = job->directory = *copy;
  if (const auto& directory = request.chdir) {
    job->directory =
        directory->starts_with('/') ? *directory : join_path(job->submit_directory, *directory);
    if (world.kind(job->directory) != FileKind::Directory) {
      return Failure{ExitCode::Usage, "option '--chdir'",
                     format("'{}' is not a directory here", printable(*directory)), "",
                     "create it, or check the path"};
    }
  }
  if (!flags.venv.empty()) flags.venv = from_here(world, flags.venv);
  if (auto read = read_variables(request, *job); !read) return read;
  if (request.container) return take_container(world, *request.container, *job);
  return Status{};
}

}  // namespace gpujob
