// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/schema.h"

namespace gpujob {

/// What a file of the corpus is, told by its name: "gpus…" a catalogue, "workload…" a manifest,
/// "overlay…" an overlay, anything else a profile.
enum class DocumentKind { Profile, Overlay, Catalogue, Manifest };

DocumentKind document_kind(const std::string& path);

const Field& fields_of(DocumentKind kind);

/// Everything gpujob says of the file, read as that kind: YAML, fields, cross-checks.
Diagnostics problems_in(DocumentKind kind, const std::string& name, const std::string& text);

}  // namespace gpujob
