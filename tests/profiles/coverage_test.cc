// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <set>

#include "corpus.h"
#include "document.h"
#include "support/messages.h"
#include "support/read_source.h"

// Every field of every table stands in a good file, and in the first line of a bad one, as
// `# field: clusters.*.status.date`. An overlay's table is made of the profile's: for what stands
// in both, the files of either count.

namespace gpujob {
namespace {

using Paths = std::set<std::string>;

std::string kind_name(DocumentKind kind) {
  switch (kind) {
    case DocumentKind::Catalogue:
      return "gpus";
    case DocumentKind::Manifest:
      return "workload";
    case DocumentKind::Overlay:
      return "overlay";
    case DocumentKind::Profile:
      break;
  }
  return "profile";
}

/// Paths of all fields; '*' for the elements of lists and maps.
void add_fields(const Field& field, const std::string& path, Paths& paths) {
  for (const Field& member : field.fields) {
    const std::string below = path + "." + std::string(member.name);
    paths.insert(below);
    add_fields(member, below, paths);
  }
  for (const Field& element : field.element) add_fields(element, path + ".*", paths);
}

Paths all_fields(DocumentKind kind) {
  Paths paths;
  add_fields(fields_of(kind), kind_name(kind), paths);
  return paths;
}

void add_used(const YamlNode& node, const Field& field, const std::string& path, Paths& paths) {
  for (const auto& [key, value] : node.entries) {
    if (field.type == FieldType::Map) {
      add_used(value, field.element.front(), path + ".*", paths);
      continue;
    }
    const Field* member = field.find(key.scalar);
    if (member == nullptr) continue;
    paths.insert(path + "." + key.scalar);
    add_used(value, *member, path + "." + key.scalar, paths);
  }
  for (const YamlNode& item : node.items) {
    if (!field.element.empty()) add_used(item, field.element.front(), path + ".*", paths);
  }
}

/// Of the profile, where the overlay has the same field.
std::string field_of_profile(const std::string& field) {
  constexpr std::string_view kOverlay = "overlay.";
  return field.starts_with(kOverlay) ? "profile." + field.substr(kOverlay.size()) : field;
}

/// Those that no file of the kind has, nor one of profiles that stands for it.
std::vector<std::string> not_in(const Paths& found, DocumentKind kind) {
  std::vector<std::string> missing;
  for (const std::string& field : all_fields(kind))
    if (!found.contains(field) && !found.contains(field_of_profile(field)))
      missing.push_back(field);
  return missing;
}

bool counts_for(DocumentKind file, DocumentKind kind) {
  return file == kind || (kind == DocumentKind::Overlay && file == DocumentKind::Profile);
}

class Coverage : public testing::TestWithParam<DocumentKind> {};

TEST_P(Coverage, every_field_stands_in_a_good_file) {
  Paths used;
  for (const std::string& name : yaml_files(corpus_directory() + "/good")) {
    const DocumentKind kind = document_kind(name);
    if (!counts_for(kind, GetParam())) continue;
    const Result<YamlFile> file = parse_yaml(name, read_source("tests/profiles/good/" + name));
    ASSERT_TRUE(is_ok(file));
    add_used(file->root(), fields_of(kind), kind_name(kind), used);
  }
  EXPECT_THAT(not_in(used, GetParam()), testing::IsEmpty()) << "no good file has these fields";
}

TEST_P(Coverage, every_field_has_a_bad_file) {
  const std::string mark = "# field: ";
  Paths broken;
  for (const std::string& name : yaml_files(corpus_directory() + "/bad")) {
    const DocumentKind kind = document_kind(name);
    if (!counts_for(kind, GetParam())) continue;
    const std::string text = read_source("tests/profiles/bad/" + name);
    ASSERT_TRUE(text.starts_with(mark)) << name;
    const std::size_t end = text.find('\n');
    broken.insert(kind_name(kind) + "." + text.substr(mark.size(), end - mark.size()));
  }
  EXPECT_THAT(not_in(broken, GetParam()), testing::IsEmpty()) << "no bad file has these fields";
}

INSTANTIATE_TEST_SUITE_P(Tables, Coverage,
                         testing::Values(DocumentKind::Profile, DocumentKind::Catalogue,
                                         DocumentKind::Manifest, DocumentKind::Overlay),
                         [](const auto& kind) { return kind_name(kind.param); });

}  // namespace
}  // namespace gpujob
