// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "jobs/session/program_version.h"

namespace gpujob {

/// The date printed on manual pages.
extern const std::string_view kReleaseDay;

/// What the program was built from, from the build: a commit ("unknown" outside of git) and
/// "name version;name version".
extern const std::string_view kBuildCommit;
extern const std::string_view kBuildLibraries;

/// The semantic version of a JSON document or file format: "gpujob/<kind>/v<first number>".
struct SchemaVersion {
  std::string_view kind;
  std::string_view version;
};

/// Every kind that gpujob or its programs write, in alphabetical order.
std::span<const SchemaVersion> schema_versions();

}  // namespace gpujob
