// SPDX-License-Identifier: MIT
#include "command/args/output.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "command/args/version.h"

namespace gpujob {

Json json_document(std::string_view kind) {
  Json document;
  const auto schemas = schema_versions();
  const auto found = std::find_if(schemas.begin(), schemas.end(),
                                  [&](const SchemaVersion& one) { return one.kind == kind; });
  assert(found != schemas.end());  // tests/transcripts/check_coverage.py finds missing rows
  const std::string_view version = found == schemas.end() ? "1" : found->version;
  document["schema"] = format("gpujob/{}/v{}", kind, version.substr(0, version.find('.')));
  document["version"] = kProgramVersion;
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

std::string to_text(const Diagnostic& diagnostic, const Screen& screen) {
  constexpr std::array<Colour, 3> colours = {kCyan, kYellow, kRed};
  std::string text = format(": {}\n", diagnostic.line());
  if (!diagnostic.excerpt.empty()) text += diagnostic.excerpt + '\n';
  const auto severity = static_cast<std::size_t>(diagnostic.severity);
  return coloured(to_string(diagnostic.severity), colours.at(severity), screen) + printable(text);
}

void print_diagnostics(World& world, const Diagnostics& diagnostics) {
  const Screen screen = world.err_screen();
  for (const Diagnostic& diagnostic : diagnostics) world.err(to_text(diagnostic, screen));
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
