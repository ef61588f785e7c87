// SPDX-License-Identifier: MIT
#include "document.h"

#include "profile/reader.h"
#include "workload/reader.h"

namespace gpujob {

namespace {

template <class T>
Diagnostics problems_of(const Result<T>& result) {
  return result ? Diagnostics{} : result.failure().diagnostics;
}

}  // namespace

DocumentKind document_kind(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  if (name.starts_with("gpus")) return DocumentKind::Catalogue;
  if (name.starts_with("workload")) return DocumentKind::Manifest;
  if (name.starts_with("overlay")) return DocumentKind::Overlay;
  return DocumentKind::Profile;
}

const Field& fields_of(DocumentKind kind) {
  switch (kind) {
    case DocumentKind::Catalogue:
      return gpu_catalogue_fields();
    case DocumentKind::Manifest:
      return workload_fields();
    case DocumentKind::Overlay:
      return overlay_fields();
    case DocumentKind::Profile:
      break;
  }
  return profile_fields();
}

Diagnostics problems_in(DocumentKind kind, const std::string& name, const std::string& text) {
  switch (kind) {
    case DocumentKind::Catalogue:
      return problems_of(read_gpu_catalogue(name, text));
    case DocumentKind::Manifest:
      return problems_of(read_workload(name, text));
    case DocumentKind::Overlay:
      return problems_of(parse_profile(name, text));
    case DocumentKind::Profile:
      break;
  }
  return problems_of(read_profile(name, text));
}

}  // namespace gpujob
