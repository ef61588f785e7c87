// SPDX-License-Identifier: MIT
#include "command/results/report_format.h"

#include "base/json_value.h"
#include "command/args/version.h"

namespace gpujob {

std::string with_version(std::string text, OutputFormat format) {
  if (format != OutputFormat::JsonText) return text;
  const auto document = parse_json(text, "report");
  if (!document) return text;
  Json with;
  for (const auto& [key, value] : document->items()) {
    with[key] = value;
    if (key == "schema") with["version"] = kProgramVersion;
  }
  return dump_json(with);
}

}  // namespace gpujob
