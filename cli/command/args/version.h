// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace gpujob {

/// "0.1.0"
extern const std::string_view program_version;

/// The date printed on manual pages.
extern const std::string_view release_day;

/// What the program was built from, from the build: a commit ("unknown" outside of git) and
/// "name version;name version".
extern const std::string_view build_commit;
extern const std::string_view build_libraries;

/// The semantic version of a JSON document or file format: "gpujob/<kind>/v<first number>".
struct SchemaVersion {
  std::string_view kind;
  std::string_view version;
};

/// Every kind that gpujob or its programs write, in alphabetical order.
std::span<const SchemaVersion> schema_versions();

}  // namespace gpujob
