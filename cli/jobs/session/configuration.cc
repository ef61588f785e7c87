// SPDX-License-Identifier: MIT
#include "jobs/session/configuration.h"

#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "base/suggest.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr std::string_view kSitePattern = "[A-Za-z0-9][A-Za-z0-9_-]*(/[A-Za-z0-9][A-Za-z0-9_-]*)?";

std::vector<Field> site_fields() {
  return {text_field("account", "project that is charged"),
          text_field("partition", "partition to use"),
          text_field("reservation", "reservation to use"),
          text_field("qos", "quality of service to use"),
          text_field("runs_dir", "directory in which runs are kept, absolute"),
          text_field("ssh", "host of your ssh configuration that 'gpujob connect' opens")
              .like("[A-Za-z0-9._@:][A-Za-z0-9._@:-]*", "a host of ssh")};
}

Field make_fields() {
  Field defaults = record_field("defaults", "default", "what holds where nothing else is said",
                                {text_field("site", "site to use when --site is not given"),
                                 text_field("backend", "backend to use"),
                                 text_field("runs_dir", "directory in which runs are kept")});
  Field sites = map_field("sites", "by center, cluster or center/cluster",
                          record_field("", "site", "one site", site_fields()))
                    .like(kSitePattern, "a center, a cluster or center/cluster");
  return record_field("", "configuration", "the user's own defaults",
                      {std::move(defaults), std::move(sites)});
}

Configuration::Values read_values(const YamlNode* node, const std::string& file) {
  Configuration::Values values;
  if (node == nullptr) return values;
  for (const auto& [key, value] : node->entries) {
    values[key.scalar] = PlacedText{value.scalar, Origin{file, key.place.line}};
  }
  return values;
}

const PlacedText* find_in(const Configuration::Values& values, std::string_view key) {
  const auto found = values.find(std::string(key));
  return found == values.end() ? nullptr : &found->second;
}

Status check_directories(const YamlFile& file) {
  Diagnostics problems;
  const auto check = [&](const YamlNode& block) {
    const YamlNode* directory = block.find("runs_dir");
    if (directory == nullptr || directory->scalar.starts_with('/')) return;
    problems.push_back(file.error(directory->place,
                                  format("runs_dir '{}' is not absolute", directory->scalar),
                                  "jobs write there from other directories"));
  };
  if (const YamlNode* defaults = file.root().find("defaults")) check(*defaults);
  if (const YamlNode* sites = file.root().find("sites")) {
    for (const auto& [site, values] : sites->entries) check(values);
  }
  if (!problems.empty()) return Failure{ExitCode::Invalid, std::move(problems)};
  return Status{};
}

/// What the support staff set for all users of the machine.
constexpr const char* kCentralConfiguration = "/etc/gpujob/config.yaml";

Result<Configuration> load_file(const World& world, const std::string& path) {
  auto text = world.read_if_present(path);
  if (!text) return text.failure();
  if (!*text) {
    Configuration empty;
    empty.file = path;
    return empty;
  }
  return read_configuration(path, **std::move(text));
}

}  // namespace

const PlacedText* Configuration::find(std::string_view key, const std::string& center,
                                      const std::string& cluster) const {
  for (const std::string& site : {format("{}/{}", center, cluster), cluster, center}) {
    const auto found = sites.find(site);
    if (found == sites.end()) continue;
    if (const PlacedText* value = find_in(found->second, key)) return value;
  }
  return find_default(key);
}

const PlacedText* Configuration::find_default(std::string_view key) const {
  return find_in(defaults, key);
}

const Field& configuration_fields() {
  static const Field fields = make_fields();
  return fields;
}

std::string configuration_path(const World& world) {
  return join_path(config_home(world), "config.yaml");
}

Result<Configuration> load_own_configuration(const World& world) {
  return load_file(world, configuration_path(world));
}

Result<Configuration> load_configuration(const World& world) {
  auto own = load_own_configuration(world);
  if (!own) return own;
  auto central = load_file(world, kCentralConfiguration);
  if (!central) return central;
  own->defaults.merge(central->defaults);
  for (auto& [site, values] : central->sites) own->sites[site].merge(values);
  own->complaints.merge(central->complaints);
  return own;
}

Result<Configuration> read_configuration(const std::string& name, std::string text) {
  Configuration configuration;
  configuration.file = name;
  auto file = parse_yaml(name, std::move(text));
  if (!file) return file.failure();
  if (file->root().kind == YamlNode::Kind::Null) return configuration;
  if (auto problems = check_fields(*file, configuration_fields()); !problems.empty()) {
    return Failure{ExitCode::Invalid, std::move(problems)};
  }
  configuration.defaults = read_values(file->root().find("defaults"), name);
  if (const YamlNode* sites = file->root().find("sites")) {
    for (const auto& [site, values] : sites->entries) {
      configuration.sites[site.scalar] = read_values(&values, name);
      configuration.complaints[site.scalar] = file->error(
          site.place, format("no profile for site '{}'", site.scalar), "its values are never used");
    }
  }
  if (auto checked = check_directories(*file); !checked) return checked.failure();
  return configuration;
}

std::vector<SetKey> set_keys(const Configuration& configuration) {
  std::vector<SetKey> keys;
  for (const auto& [site, values] : configuration.sites) {
    for (const auto& [key, value] : values)
      keys.push_back({format("sites.{}.{}", site, key), value});
  }
  for (const auto& [key, value] : configuration.defaults)
    keys.push_back({"defaults." + key, value});
  return keys;
}

std::vector<std::string> default_keys() {
  std::vector<std::string> keys;
  for (const Field& field : configuration_fields().find("defaults")->fields) {
    keys.push_back(format("defaults.{}", field.name));
  }
  return keys;
}

std::vector<std::string> keys_of_site(std::string_view site) {
  std::vector<std::string> keys;
  for (const Field& field : configuration_fields().find("sites")->element[0].fields) {
    keys.push_back(format("sites.{}.{}", site, field.name));
  }
  return keys;
}

Status check_configuration_key(const std::string& key) {
  const auto parts = split(key, '.');
  const bool of_site = parts.size() == 3;  // or a slip of "sites": "site.SITE.account"
  auto known = of_site ? keys_of_site(parts[1]) : default_keys();
  if (std::find(known.begin(), known.end(), key) != known.end()) return Status{};
  if (!of_site) {
    for (std::string& one : keys_of_site("SITE")) known.push_back(std::move(one));
  }
  // "account" is the end of a key rather than a slip of the hand.
  const auto whole = std::find_if(known.begin(), known.end(),
                                  [&](const auto& one) { return one.ends_with("." + key); });
  return Failure{
      ExitCode::Usage, "gpujob config", format("no key '{}'", printable(key)),
      format("it has {}", join(known, ", ")),
      whole == known.end() ? did_you_mean(key, known) : format("did you mean '{}'?", *whole)};
}

}  // namespace gpujob
