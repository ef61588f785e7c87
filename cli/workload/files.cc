// SPDX-License-Identifier: MIT
#include "workload/files.h"

#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "base/suggest.h"
#include "contract/backends.h"

namespace gpujob {

namespace {

/// A folder that a word of a command may begin with.
struct Place {
  std::string slot;
  std::string folder;
  std::string text;  ///< "beside it": where a file is missing
  std::string fix;
};

std::vector<Place> places(const World& world, const std::string& folder) {
  std::vector<Place> all{{"{{folder}}/", folder, "beside it", "write it, or correct the command"}};
  if (const auto data = data_directory(world)) {
    const std::string sources = join_path(*data, "src");
    all.push_back({"{{include}}/", sources, format("in {}", sources), "correct the command"});
  }
  return all;
}

/// Is the word started as a program? The first is, and the one that gpujob_command.py times: it
/// follows the first '--', another one is the program's own.
bool is_started(const std::vector<std::string>& command,
                std::vector<std::string>::const_iterator word) {
  if (word == command.begin()) return true;
  const auto line = std::find(command.begin(), command.end(), "--");
  return line != command.end() && word == line + 1 &&
         std::any_of(command.begin(), line,
                     [](const std::string& one) { return one.ends_with("/gpujob_command.py"); });
}

/// The file in that place is there, and may be started if it is to be.
std::optional<Diagnostic> fault_of(const World& world, const Place& place, const std::string& name,
                                   bool started) {
  const std::string path = join_path(place.folder, name);
  Diagnostic fault;
  if (world.kind(path) == FileKind::Absent) {
    const std::size_t slash = path.rfind('/');
    const std::string meant =
        did_you_mean(path.substr(slash + 1), world.list(path.substr(0, slash)).value_or({}));
    fault.problem = format("no '{}' {}", name, place.text);
    fault.why = "the command names it";
    fault.fix = meant.empty() ? place.fix : meant;
    return fault;
  }
  if (!started || world.find_program(path)) return std::nullopt;
  fault.problem = format("'{}' {} cannot be started", name, place.text);
  fault.why = "it is not executable";
  fault.fix = "'chmod +x' it, or name the program that reads it before it";
  return fault;
}

std::optional<Diagnostic> fault_of_word(const World& world, const std::vector<Place>& all,
                                        const std::string& word, bool started) {
  for (const Place& place : all) {
    if (!word.starts_with(place.slot)) continue;
    const std::string name = word.substr(place.slot.size());
    // With another slot in it, which file it is depends on the job.
    if (name.find("{{") != std::string::npos) return std::nullopt;
    return fault_of(world, place, name, started);
  }
  return std::nullopt;
}

}  // namespace

Diagnostics missing_files(const World& world, const Workload& workload, const std::string& folder) {
  Diagnostics found;
  const std::string source = workload.name + ".cc";
  if (!workload.builds.empty() && world.kind(join_path(folder, source)) == FileKind::Absent) {
    found.push_back({"", Severity::Error, workload.file, format("no '{}' beside it", source),
                     "a build compiles it", "write it", ""});
  }
  if (!workload.builds.empty()) {
    for (const std::string& backend : workload.backends) {
      const std::string twin = format("{}_{}.py", workload.name, backend);
      const bool is_twin = is_of_kind(backend, BackendKind::Python);
      if (!is_twin || world.kind(join_path(folder, twin)) != FileKind::Absent) continue;
      found.push_back({"", Severity::Error, workload.file, format("no '{}' beside it", twin),
                       format("it is the program of backend '{}'", backend), "write it", ""});
    }
  }
  const auto& command = workload.command;
  const std::vector<Place> all = places(world, folder);
  for (auto word = command.begin(); word != command.end(); ++word) {
    auto fault = fault_of_word(world, all, *word, is_started(command, word));
    if (!fault) continue;
    fault->where = workload.file;
    found.push_back(*std::move(fault));
  }
  return found;
}

}  // namespace gpujob
