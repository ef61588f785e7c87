// SPDX-License-Identifier: MIT
#include "profile/reader.h"

namespace gpujob {

namespace {

/// The fields of a profile, none of which is required but the name of the center.
Field make_overlay_fields() {
  Field overlay = profile_fields();
  overlay.noun = "overlay";
  overlay.doc = "overlay of gpujob: what differs from the profile of a center";
  for (Field& field : overlay.fields) {
    if (field.name == "schema") {
      field.choices = {"gpujob/overlay/v1"};
    } else if (field.name == "center") {
      field.name = "overlays";
      field.doc = "the center whose profile this changes; also the file's name";
    } else {
      field.required = false;
    }
    if (field.name != "clusters") continue;
    std::vector<Field>& cluster = field.element.front().fields;
    std::erase_if(cluster, [](const Field& one) { return one.name == "note"; });
    for (Field& one : cluster) one.required = false;
  }
  return overlay;
}

}  // namespace

const Field& overlay_fields() {
  static const Field fields = make_overlay_fields();
  return fields;
}

}  // namespace gpujob
