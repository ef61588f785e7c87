// SPDX-License-Identifier: MIT
#include "command/args/output.h"

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "command/args/version.h"

namespace gpujob {

bool wants_json(const Arguments& arguments) {
  return arguments.value("format") == "json";
}

Json json_document(std::string_view kind) {
  Json document;
  document["schema"] = format("gpujob/{}/v1", kind);
  document["version"] = program_version;
  return document;
}

Json to_json(const Diagnostics& diagnostics) {
  Json list = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    Json entry;
    entry["severity"] = to_string(diagnostic.severity);
    const auto put = [&entry](const char* key, const std::string& text) {
      if (!text.empty()) entry[key] = text;
    };
    put("code", diagnostic.code);
    put("where", diagnostic.where);
    entry["problem"] = diagnostic.problem;
    put("why", diagnostic.why);
    put("fix", diagnostic.fix);
    list.push_back(std::move(entry));
  }
  return list;
}

std::string to_text(const Diagnostic& diagnostic) {
  std::string text = format("{}: {}\n", to_string(diagnostic.severity), diagnostic.line());
  if (!diagnostic.excerpt.empty()) text += diagnostic.excerpt + '\n';
  return printable(text);
}

void print_diagnostics(World& world, const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) world.err(to_text(diagnostic));
}

void print_failure(World& world, const Failure& failure, bool as_json) {
  print_diagnostics(world, failure.diagnostics);
  if (!as_json) return;
  Json document = json_document("error");
  document["exit"] = status_of(failure.exit);
  document["diagnostics"] = to_json(failure.diagnostics);
  world.out(dump_json(document));
}

}  // namespace gpujob
