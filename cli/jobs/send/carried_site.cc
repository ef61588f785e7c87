// SPDX-License-Identifier: MIT
#include "jobs/send/carried_site.h"

#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "jobs/session/session.h"
#include "jobs/session/settings.h"

namespace gpujob {

namespace {

Status add_file(const World& world, const std::string& path, const std::string& name,
                CenterRequest& request) {
  auto text = world.read_if_present(path);
  if (!text) return text.failure();
  if (*text) request.files[name] = **std::move(text);
  return {};
}

/// Every layer of the site's profile, from the first directory that is searched to the one whose
/// file is whole, with the GPU models beside it.
Status add_profiles(const World& world, const std::vector<std::string>& extra,
                    const std::string& center, CenterRequest& request) {
  int number = 0;
  for (const std::string& directory : search_path(world, "profiles", extra)) {
    const std::string prefix = format("profiles.{}/", number);
    const std::string profile = format("{}sites/{}.yaml", prefix, center);
    const std::size_t before = request.files.size();
    const Status site =
        add_file(world, join_path(directory, format("sites/{}.yaml", center)), profile, request);
    if (!site) return site;
    const Status models =
        add_file(world, join_path(directory, "gpus.yaml"), prefix + "gpus.yaml", request);
    if (!models) return models;
    const auto names = world.list(join_path(directory, "gpus.d"));
    if (!names) return names.failure();
    for (const std::string& name : *names) {
      const std::string inner = format("{}gpus.d/{}", prefix, name);
      if (!name.ends_with(".yaml") || !is_inner_path(inner)) continue;
      const Status added =
          add_file(world, join_path(join_path(directory, "gpus.d"), name), inner, request);
      if (!added) return added;
    }
    if (request.files.size() > before) ++number;
    const auto file = request.files.find(profile);
    if (file == request.files.end()) continue;
    const auto all = lines(file->second);
    const bool whole = std::none_of(all.begin(), all.end(), [](std::string_view line) {
      return line.starts_with("overlays:");
    });
    if (whole) return {};
  }
  return {};
}

/// What variables and configuration here say of accounts and the like, as variables there.
void add_settings(Session& session, const Selection& site, CenterRequest& request) {
  for (const SettingRow& row : setting_rows()) {
    if (row.field == nullptr) continue;
    std::string value = session.world.variable(std::string(row.variable)).value_or("");
    if (value.empty() && !row.adopted.empty()) {
      value = session.world.variable(std::string(row.adopted)).value_or("");
    }
    const PlacedText* set =
        session.configuration.find(row.name, site.profile->center, site.cluster);
    if (value.empty() && set != nullptr) value = set->value;
    if (!value.empty()) request.environment[std::string(row.variable)] = value;
  }
  const std::string today = session.world.variable("GPUJOB_TODAY").value_or("");
  if (!today.empty()) request.environment["GPUJOB_TODAY"] = today;
}

}  // namespace

Status carry_site(Session& session, const Selection& site, CenterRequest& request) {
  add_settings(session, site, request);
  return add_profiles(session.world, session.data_files.extra(), site.profile->center, request);
}

}  // namespace gpujob
