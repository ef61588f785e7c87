// SPDX-License-Identifier: MIT
#include "command/submit/center_request.h"

#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/parser.h"
#include "command/config/settings.h"
#include "command/config/site_selection.h"

namespace gpujob {

namespace {

/// Of this machine, or of how the answer is shown here.
constexpr std::array<std::string_view, 9> kStaysHere = {
    "site", "profile-path", "format", "parsable", "wait", "explain", "here", "runs", "full"};
/// They name files and runs of this machine.
constexpr std::array<std::string_view, 7> kNamesThings = {
    "chdir", "venv", "container", "after", "dependency", "sweep", "env"};

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
void add_settings(const World& world, const Configuration& configuration, const Selection& site,
                  CenterRequest& request) {
  for (const SettingRow& row : setting_rows()) {
    if (row.field == nullptr) continue;
    std::string value = world.variable(std::string(row.variable)).value_or("");
    if (value.empty() && !row.adopted.empty()) {
      value = world.variable(std::string(row.adopted)).value_or("");
    }
    const PlacedText* set = configuration.find(row.name, site.profile->center, site.cluster);
    if (value.empty() && set != nullptr) value = set->value;
    if (!value.empty()) request.environment[std::string(row.variable)] = value;
  }
  const std::string today = world.variable("GPUJOB_TODAY").value_or("");
  if (!today.empty()) request.environment["GPUJOB_TODAY"] = today;
}

}  // namespace

Status check_for_center(const World& world, const Arguments& arguments, const Job& job,
                        const Workload* workload) {
  for (const std::string_view name : kNamesThings) {
    if (!arguments.has(name)) continue;
    return Failure{ExitCode::Usage, format("option '--{}'", name),
                   "cannot be used through a connection yet",
                   format("the job goes to {} through ssh", full_name(job.site)),
                   "leave it out, or submit on the center's login node"};
  }
  if (workload == nullptr) return {};
  const auto bundled = is_bundled(world, *workload);
  if (!bundled) return bundled.failure();
  if (*bundled) return {};
  return Failure{ExitCode::Usage, format("workload '{}'", workload->name),
                 "cannot be sent through a connection yet", "its files are on this machine",
                 "submit on the center's login node"};
}

Result<CenterRequest> request_for_center(World& world, const Configuration& configuration,
                                         const Arguments& arguments, const Job& job) {
  Arguments there;
  for (const std::string& word : arguments.positional()) there.add_positional(word);
  for (const auto& [name, value] : arguments.options()) {
    if (!contains(kStaysHere, name)) there.add_option(name, value);
  }
  there.add_option("site", full_name(job.site));
  there.set_rest(arguments.rest());
  std::vector<std::string> submit = words_of(kSubmitCommand, there);
  CenterRequest request;
  request.words = {"submit-as", job.resolution.plan.run_id, "--"};
  request.words.insert(request.words.end(), submit.begin() + 2, submit.end());
  if (!job.payload.empty() && !arguments.positional().empty()) {
    const std::string& path = arguments.positional().front();
    const std::string name = "script/" + path.substr(path.rfind('/') + 1);
    if (!is_inner_path(name)) {
      return Failure{ExitCode::Usage, printable(path), "cannot be sent under this name",
                     "letters, digits, '.', '_', '+' and '-'", "rename the script"};
    }
    request.words[3] = name;
    request.file_words.insert(3);
    request.files[name] = job.payload;
  }
  add_settings(world, configuration, job.site, request);
  const Status added =
      add_profiles(world, arguments.values("profile-path"), job.site.profile->center, request);
  if (!added) return added.failure();
  return request;
}

}  // namespace gpujob
