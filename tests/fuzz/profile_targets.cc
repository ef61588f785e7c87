// SPDX-License-Identifier: MIT
#include "fuzz/target.h"
#include "profile/check.h"
#include "profile/outline.h"
#include "profile/overlay.h"
#include "profile/reader.h"
#include "profile/site_index.h"

namespace gpujob {

namespace {

bool read_site(const std::string& text) {
  const auto file = parse_profile("dawn.yaml", text);
  if (!checked(file) || !overlaid_center(*file).empty()) return false;
  const auto profile = read_profile(*file);
  if (!checked(profile)) return false;
  check_messages(check_profile(*file, *profile));
  (void)parse_index(make_index(index_entries(*profile)));
  return true;
}

bool read_overlay(const std::string& text) {
  static const std::string below = source_files("tests/lint/site.yaml").front();
  const auto overlay = parse_profile("dawn.yaml", text);
  if (!overlay || overlaid_center(*overlay).empty()) return false;
  const auto merged = merge_layers({*overlay, *parse_profile("dawn.yaml", below)});
  return checked(merged) && checked(read_profile(*merged));
}

bool read_models(const std::string& text) {
  return bool(checked(read_gpu_catalogue("gpus.yaml", text)));
}

bool read_index(const std::string& text) {
  return !parse_index(text).empty();
}

/// Kept of all profiles on the path.
bool read_outline(const std::string& text) {
  const auto profiles = parse_outline(text);
  if (profiles && !outline_text(*profiles).empty() && !parse_outline(outline_text(*profiles))) {
    std::abort();
  }
  return profiles.has_value();
}

std::string outline_of_dawn() {
  return outline_text({*read_profile("dawn.yaml", source_files("tests/lint/site.yaml").front())});
}

std::vector<std::string> sites() {
  std::vector<std::string> all = source_files("profiles/sites/*.yaml");
  for (std::string& site : source_files("tests/profiles/good/*.yaml")) {
    if (site.starts_with("schema: gpujob/site/v1")) all.push_back(std::move(site));
  }
  return all;
}

}  // namespace

std::vector<FuzzTarget> profile_targets() {
  return {
      {"site", read_site, sites()},
      {"overlay",
       read_overlay,
       {"schema: gpujob/overlay/v1\noverlays: dawn\nclusters:\n  aurora:\n    title: Aurora here\n "
        "   "
        "source: our notes\n    checked: 2026-11-20\n    polling_floor: 2m\n"}},
      {"GPU models", read_models, source_files("tests/profiles/good/gpus-*.yaml")},
      {"outline", read_outline, {outline_of_dawn()}},
      {"site index", read_index, source_files("profiles/sites/index")},
  };
}

}  // namespace gpujob
