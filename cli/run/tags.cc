// SPDX-License-Identifier: MIT
#include "run/tags.h"

#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/text.h"
#include "run/json_fields.h"

namespace gpujob {

namespace {

const std::string kTagsSchema = "gpujob/tags/v1";

std::string tags_path(const std::string& run_directory) {
  return join_path(run_directory, "tags.json");
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_tag_key(std::string_view key) {
  return !key.empty() && is_letter(key.front()) && std::all_of(key.begin(), key.end(), [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
  });
}

}  // namespace

Result<std::pair<std::string, std::string>> parse_tag(const std::string& option,
                                                      const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    return Failure(ExitCode::Usage, option, format("'{}' is not KEY=VALUE", printable(text)));
  }
  std::pair<std::string, std::string> tag(text.substr(0, equals), text.substr(equals + 1));
  if (!is_tag_key(tag.first)) {
    return Failure(ExitCode::Usage, option, format("'{}' is not a key", printable(tag.first)),
                   "a letter, then letters, digits, '_', '-' and '.'");
  }
  if (const Status clean = check_label(option, tag.second); !clean) return clean.failure();
  return tag;
}

Status check_label(const std::string& option, const std::string& text) {
  if (printable(text) == text && text.find_first_of("\t\n") == std::string::npos) return {};
  return Failure(ExitCode::Usage, option, "it has characters that a table cannot show", "",
                 "leave out line breaks and control characters");
}

Result<RunTags> read_tags(const World& world, const std::string& run_directory) {
  const std::string path = tags_path(run_directory);
  const Result<std::optional<std::string>> text = world.read_if_present(path);
  if (!text) return text.failure();
  RunTags tags;
  if (!*text) return tags;
  const Result<Json> document = parse_document(path, **text, kTagsSchema);
  if (!document) return document.failure();
  const Failure damaged(ExitCode::Invalid, path, "the tags are damaged");
  for (const auto& [key, value] : document->items()) {
    if (key == "schema") continue;
    if (key == "tags" && value.is_object()) {
      for (const auto& [name, tag] : value.items()) {
        if (!is_tag_key(name) || !tag.is_string()) return damaged;
        tags.tags[name] = tag.get<std::string>();
      }
    } else if ((key == "name" || key == "note") && value.is_string()) {
      (key == "name" ? tags.name : tags.note) = value.get<std::string>();
    } else {
      return damaged;
    }
  }
  return tags;
}

Status write_tags(World& world, const std::string& run_directory, const RunTags& tags) {
  const Json document{
      {"schema", kTagsSchema}, {"name", tags.name}, {"tags", tags.tags}, {"note", tags.note}};
  return world.write_file(tags_path(run_directory), dump_json(document), FileMode::Private);
}

}  // namespace gpujob
