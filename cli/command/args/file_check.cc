// SPDX-License-Identifier: MIT
#include "command/args/file_check.h"

#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"

namespace gpujob {

FileCheckOptions parse_file_check(const Arguments& arguments) {
  return {parse_common(arguments), arguments.has("schema")};
}

CommandResult check_files(const FileCheck& kind, const FileCheckOptions& options, World& world) {
  if (options.schema) {
    world.out(kind.schema());
    return status_of(ExitCode::Done);
  }
  if (options.words.empty()) {
    return Failure{ExitCode::Usage, format("gpujob {}", kind.command), "no FILE given", "",
                   format("see 'gpujob {} --help'", kind.command)};
  }
  ExitCode exit = ExitCode::Done;
  Json files = Json::array();
  for (const std::string& word : options.words) {
    const std::string file = kind.file_of(word);
    const FileVerdict verdict = kind.check(file);
    const bool valid = verdict.exit == ExitCode::Done;
    exit = std::max(exit, verdict.exit);
    print_diagnostics(world, verdict.diagnostics);
    if (!options.json && valid) {
      world.out(format("{}: good ({})\n", printable(file), verdict.summary));
    }
    files.push_back(
        {{"file", file}, {"valid", valid}, {"diagnostics", to_json(verdict.diagnostics)}});
  }
  if (options.json) {
    std::string name(kind.command);
    std::replace(name.begin(), name.end(), ' ', '-');
    Json document = json_document(name);
    document["files"] = std::move(files);
    world.out(dump_json(document));
  }
  return status_of(exit);
}

}  // namespace gpujob
