// SPDX-License-Identifier: MIT
#include "command/runs/labels.h"

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"

namespace gpujob {

Result<RunTags> read_labels(const Arguments& arguments) {
  RunTags labels;
  for (const std::string& text : arguments.values("tag")) {
    const auto tag = parse_tag("option '--tag'", text);
    if (!tag) return tag.failure();
    if (tag->second.empty()) {
      return Failure(ExitCode::Usage, "option '--tag'", format("'{}' has no value", tag->first), "",
                     "write KEY=VALUE");
    }
    if (!labels.tags.insert(*tag).second) {
      return Failure(ExitCode::Usage, "option '--tag'", format("'{}' is given twice", tag->first));
    }
  }
  labels.name = arguments.value_or("name", "");
  labels.note = arguments.value_or("note", "");
  if (auto clean = check_label("option '--name'", labels.name); !clean) return clean.failure();
  if (auto clean = check_label("option '--note'", labels.note); !clean) return clean.failure();
  return labels;
}

}  // namespace gpujob
