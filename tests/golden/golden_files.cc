// SPDX-License-Identifier: MIT
#include "golden_files.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "base/format.h"
#include "base/sha256.h"
#include "base/text.h"

namespace gpujob {

namespace {

namespace fs = std::filesystem;

/// Stands for all workloads in the headers.
constexpr std::string_view kReferenceWorkload = "integrate2d";

std::string short_hash(const std::string& text, std::size_t digits) {
  return sha256(text).substr(0, digits);
}

/// The lines of all script templates that have no slot.
const std::set<std::string>& constant_lines() {
  static const std::set<std::string> all = [] {
    std::set<std::string> found;
    for (const auto& [name, text] : read_files(std::string(GPUJOB_SOURCE_DIR) + "/templates"))
      for (const std::string_view line : lines(text))
        if (line.find("{{") == std::string_view::npos) found.emplace(line);
    return found;
  }();
  return all;
}

/// The message's code and a hash: "gp201-3f2a". Workloads share a message.
std::string message_key(const Case& one, const std::string& line, std::string& messages) {
  const std::string text =
      one.workload == nullptr ? line : replace_all(line, one.workload->name, "WORKLOAD");
  std::string code = "text";
  for (const std::string_view word : split(text, ' '))
    if (word.size() == 5 && (word.starts_with("gp2") || word.starts_with("gj1"))) code = word;
  std::string key = code + "-" + short_hash(text, 4);
  const std::string entry = key + " " + text + "\n";
  if (messages.find(entry) == std::string::npos) messages += entry;
  return key;
}

/// "alvis/T4/integrate2d.cuda script=3f2a91c0d1e2 build=… says=gp214-1a2b"
std::string case_line(const MadeCase& made, std::string& messages) {
  std::string line = made.one.name();
  const Outcome& outcome = made.outcome;
  if (!outcome.script.empty()) line += " script=" + short_hash(outcome.script, 12);
  if (!outcome.build_script.empty()) line += " build=" + short_hash(outcome.build_script, 12);
  std::vector<std::string> keys;
  for (const std::string_view refusal : lines(outcome.refusal))
    keys.push_back(message_key(made.one, std::string(refusal), messages));
  for (const std::string& remark : outcome.remarks)
    keys.push_back(message_key(made.one, remark, messages));
  if (!keys.empty())
    line += format(" {}={}", outcome.refusal.empty() ? "says" : "refused", join(keys, ","));
  return line + "\n";
}

std::string sorted_lines(const std::string& text) {
  std::set<std::string> all;
  for (const std::string_view line : lines(text)) all.insert(std::string(line) + "\n");
  return join(std::vector<std::string>(all.begin(), all.end()), "");
}

std::string header_of(const MadeCase& made) {
  const std::string build = filled_lines(made.outcome.build_script);
  return format("== {}\n{}{}{}\n", made.one.name(), filled_lines(made.outcome.script),
                build.empty() ? "" : "-- build.sh\n", build);
}

}  // namespace

FileSet read_files(const std::string& folder) {
  FileSet files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().lexically_relative(folder).string()] =
        std::string(std::istreambuf_iterator<char>(file), {});
  }
  return files;
}

void replace_files(const std::string& folder, const FileSet& files) {
  fs::remove_all(folder);
  for (const auto& [name, text] : files) {
    const fs::path path = fs::path(folder) / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
}

bool blessing() {
  const char* value = std::getenv("GPUJOB_BLESS");
  return value != nullptr && std::string(value) == "1";
}

std::string first_difference(const std::string& golden, const std::string& made) {
  const auto old_lines = lines(golden);
  const auto new_lines = lines(made);
  for (std::size_t i = 0; i < std::max(old_lines.size(), new_lines.size()); ++i) {
    const auto was = i < old_lines.size() ? old_lines[i] : "(no line)";
    const auto is = i < new_lines.size() ? new_lines[i] : "(no line)";
    if (was != is) return format("line {}\n  golden: {}\n  made:   {}", i + 1, was, is);
  }
  return golden == made ? "" : "the line ends";
}

std::string filled_lines(const std::string& script) {
  std::string kept;
  for (const std::string_view line : lines(script))
    if (!constant_lines().contains(std::string(line))) kept.append(line).append("\n");
  return kept;
}

FileSet golden_files(const std::vector<MadeCase>& cases, const std::vector<std::string>& whole) {
  FileSet files;
  std::string messages;
  std::map<std::string, const MadeCase*> headers;
  std::set<std::string> places;  // that have a header
  for (const MadeCase& made : cases) {
    const Case& one = made.one;
    files["cases"] += case_line(made, messages);
    if (made.outcome.script.empty()) continue;
    const std::string place = format("{}/{}", one.cluster.name, one.gpu);
    if (!places.insert(place).second && one.workload == nullptr) continue;
    const MadeCase*& header = headers[format("{} {}", place, one.backend)];
    const bool better =
        one.workload != nullptr && one.workload->name == kReferenceWorkload && one.gpus == 1;
    if (header == nullptr || better) header = &made;
  }
  for (const auto& [place, made] : headers) files["headers"] += header_of(*made);
  files["messages"] = sorted_lines(messages);
  const FileSet scripts = all_scripts(cases);
  for (const std::string& name : whole)
    if (const auto script = scripts.find(name); script != scripts.end())
      files["scripts/" + name] = script->second;
  return files;
}

FileSet all_scripts(const std::vector<MadeCase>& cases) {
  FileSet scripts;
  for (const auto& [one, outcome] : cases) {
    if (!outcome.script.empty()) scripts[one.name() + ".sh"] = outcome.script;
    if (!outcome.build_script.empty()) scripts[one.name() + ".build.sh"] = outcome.build_script;
  }
  return scripts;
}

std::string workload_lines(const std::vector<MadeCase>& cases) {
  std::map<std::string, std::set<std::string>> usual;  // by backend
  for (const auto& [one, outcome] : cases) {
    if (one.workload->name != kReferenceWorkload) continue;
    const std::string scripts = outcome.script + outcome.build_script;
    for (const std::string_view line : lines(scripts)) usual[one.backend].emplace(line);
  }
  std::string text;
  for (const auto& [one, outcome] : cases) {
    text += format("== {}.{}\n", one.workload->name, one.backend);
    const bool reference = one.workload->name == kReferenceWorkload;
    const std::string filled = filled_lines(outcome.script + outcome.build_script);
    for (const std::string_view line : lines(filled))
      if (reference || !usual[one.backend].contains(std::string(line)))
        text.append(line).append("\n");
  }
  return text;
}

}  // namespace gpujob
