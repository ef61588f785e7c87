// SPDX-License-Identifier: MIT
#include "slurm/cluster_offers.h"

#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "slurm/inventory_json.h"
#include "slurm/sacctmgr_table.h"

namespace gpujob {

namespace {

constexpr std::string_view kModuleLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+/@=:-";

std::optional<int> whole_number(const ShowRecord& record, std::string_view key) {
  const auto found = record.find(key);
  const auto number = found == record.end() ? std::nullopt : parse_integer(found->second);
  if (!number || *number < 0 || *number > std::numeric_limits<int>::max()) return std::nullopt;
  return static_cast<int>(*number);
}

}  // namespace

Result<std::vector<SlurmLicense>> read_licenses(std::string_view text) {
  std::vector<SlurmLicense> all;
  const auto records = records_of(text, "LicenseName", json_licenses);
  if (!records) return records.failure();
  for (const ShowRecord& record : *records) {
    const auto named = record.find("LicenseName");
    const std::string name = named == record.end() ? "" : printable(named->second);
    const std::optional<int> total = whole_number(record, "Total");
    if (name.empty() || !total) {
      return Failure(ExitCode::Unknown, "scontrol", format("license '{}' cannot be read", name), "",
                     "ask again; 'scontrol show licenses' shows what it says");
    }
    all.push_back({name, *total});
  }
  return all;
}

std::vector<std::string> read_modules(std::string_view text) {
  std::vector<std::string> all;
  for (const std::string_view line : lines(text)) {
    std::string_view name = trim(line);
    name = name.substr(0, name.find('('));
    const bool is_folder = name.ends_with(':') || name.ends_with('/') || name.starts_with('/');
    const bool is_name = !name.empty() && name.front() != '-' && name.front() != '.' &&
                         name.find_first_not_of(kModuleLetters) == std::string_view::npos;
    if (is_folder || !is_name) continue;
    if (!contains(all, name)) all.emplace_back(name);
  }
  return all;
}

Result<std::vector<std::string>> read_counted_gpus(std::string_view text) {
  constexpr std::string_view kOfType = "gpu:";
  const auto rows = is_json(text) ? json_tres(text) : sacctmgr_rows(text, "Type,Name,ID", {2, 3});
  if (!rows) return rows.failure();
  std::vector<std::string> all;
  for (const ShowRecord& row : *rows) {
    const std::string& name = row.at("Name");
    if (row.at("Type") == "gres" && name.starts_with(kOfType) && name.size() > kOfType.size())
      all.push_back(printable(name.substr(kOfType.size())));
  }
  return all;
}

}  // namespace gpujob
