// SPDX-License-Identifier: MIT
#include "jobs/request/inventory.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "plan/build_plan.h"

namespace gpujob {

namespace {

std::optional<ProgramFound> describe_program(World& world, const std::string& program,
                                             Describe describe) {
  const std::string file = program + ".json";
  if (auto text = world.read_file(file)) {
    auto found = read_description(*text, file);
    if (found) return *std::move(found);
    return std::nullopt;
  }
  if (describe == Describe::FromFile || world.kind(program) != FileKind::File) return std::nullopt;
  ProcessRequest request;
  request.argv = {program, "--describe"};
  request.environment = world.environment();
  request.deadline = Milliseconds(10'000);
  const auto answer = world.run(request);
  if (!answer || answer->exit_status != 0) return std::nullopt;
  auto found = read_description(answer->out, program);
  if (!found) return std::nullopt;
  return *std::move(found);
}

/// The variants that a program was built without, and why.
std::map<std::string, std::string> not_built_in(const Json& document) {
  std::map<std::string, std::string> reasons;
  const auto variants = document.find("variants");
  if (variants == document.end() || !variants->is_array()) return reasons;
  for (const Json& variant : *variants) {
    if (!variant.is_object() || !variant.contains("name") || !variant.contains("not_built"))
      continue;
    const Json &name = variant["name"], &why = variant["not_built"];
    if (name.is_string() && why.is_string()) {
      reasons.emplace(name.get<std::string>(), why.get<std::string>());
    }
  }
  return reasons;
}

/// Appends "name NUL text NUL" of every source below `directory`, sorted by name.
Status gather_sources(const World& world, const std::string& directory, const std::string& prefix,
                      std::string& all) {
  const auto names = world.list(directory);
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    const std::string path = join_path(directory, name);
    const std::string inner = prefix + name;
    if (world.kind(path) == FileKind::Directory) {
      if (auto done = gather_sources(world, path, inner + "/", all); !done) return done;
    } else if (is_source(name)) {
      auto text = world.read_file(path);
      if (!text) return text.failure();
      all += inner + '\0' + *text + '\0';
    }
  }
  return Status{};
}

}  // namespace

bool is_source(const std::string& name) {
  constexpr std::array<std::string_view, 5> endings = {".cc", ".h", ".cu", ".cuh", ".hip"};
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

Result<std::vector<ProgramFound>> find_programs(World& world, const Workload& workload,
                                                const RequestPaths& paths, Describe describe) {
  std::vector<ProgramFound> programs;
  std::vector<std::string> keys;
  if (!paths.programs_directory.empty()) {
    auto listed = world.list(paths.programs_directory);
    if (!listed) return listed.failure();
    keys = *std::move(listed);
  }
  for (const std::string& backend : workload.backends) {
    if (!is_compiled(backend)) continue;  // a script runs wherever its interpreter does
    const std::string name = format("{}.{}", workload.name, backend);
    // A user's own workload may share the name of an installed one, but not its program.
    if (paths.own_sources.empty()) {
      if (auto found = describe_program(world, join_path(paths.libexec, name), describe)) {
        found->directory = paths.libexec;
        programs.push_back(*std::move(found));
      }
    }
    for (const std::string& key : keys) {
      const std::string directory = join_path(paths.programs_directory, key);
      if (world.kind(join_path(directory, name)) != FileKind::File) continue;
      programs.push_back(ProgramFound{backend, directory, {}, "", {}});
    }
  }
  return programs;
}

Result<ProgramFound> read_description(const std::string& text, const std::string& where) {
  const auto document = parse_json(text, where);
  if (!document) return document.failure();
  const auto word = [&](const char* key) -> std::string {
    const auto found = document->find(key);
    return found != document->end() && found->is_string() ? found->get<std::string>() : "";
  };
  ProgramFound program;
  program.backend = word("backend");
  program.processor = word("processor");
  const auto list = document->find("architectures");
  if (program.backend.empty() || list == document->end() || !list->is_array()) {
    return Failure{ExitCode::Invalid, where, "not the description of a program",
                   "no 'backend' or no 'architectures'"};
  }
  for (const Json& entry : *list) {
    if (entry.is_string()) program.architectures.push_back(entry.get<std::string>());
  }
  program.not_built = not_built_in(*document);
  return program;
}

Result<std::string> hash_of_sources(const World& world, const std::string& sources) {
  std::string all;
  if (auto done = gather_sources(world, sources, "", all); !done) return done.failure();
  return sha256(all);
}

Result<std::string> source_hash(const World& world, const std::string& sources) {
  if (auto written = world.read_file(sources + ".sha256")) return std::string(trim(*written));
  return hash_of_sources(world, sources);
}

}  // namespace gpujob
