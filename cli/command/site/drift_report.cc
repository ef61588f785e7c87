// SPDX-License-Identifier: MIT
#include "command/site/drift_report.h"

#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "command/args/output.h"
#include "report/junit.h"

namespace gpujob {

namespace {

/// Was its file written?
bool is_written(const SiteDrift& drift, std::size_t number) {
  return !drift.updated.empty() && !drift.differences[number].edits.empty();
}

std::string line_text(const SiteDrift& drift, std::size_t number) {
  Diagnostic line = drift.lines[number];
  if (is_written(drift, number)) line.fix = "written";
  return line.line();
}

Json difference_json(const SiteDrift& drift, std::size_t number) {
  const Difference& one = drift.differences[number];
  const std::string& where = drift.lines[number].where;
  const std::size_t colon = where.rfind(':');
  Json entry = {{"kind", to_string(one.kind)},
                {"file", where.substr(0, colon)},
                {"line", one.place.line},
                {"what", one.what}};
  const auto put = [&](const char* key, const std::string& value) {
    if (!value.empty()) entry[key] = value;
  };
  put("key", one.key);
  put("profile", one.profile);
  put("cluster", one.cluster);
  put("fix", drift.lines[number].fix);
  entry["written"] = is_written(drift, number);
  return entry;
}

}  // namespace

std::size_t SiteDrift::left() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    if (!is_written(*this, i)) ++count;
  }
  return count;
}

std::string drift_text(const SiteDrift& drift) {
  std::string text;
  for (std::size_t i = 0; i < drift.differences.size(); ++i) {
    text += printable(line_text(drift, i)) + "\n";
  }
  const std::string cluster =
      printable(format("cluster '{}', Slurm {}", drift.cluster_name, drift.slurm_version));
  for (const std::string& file : drift.updated) text += format("{}: written\n", file);
  const std::size_t left = drift.left();
  return text + format("{}: {} ({})\n", drift.site,
                       left == 0 ? "no drift" : count_of(left, "difference"), cluster);
}

std::string drift_json(const std::vector<SiteDrift>& drifts) {
  Json document = json_document("site-drift");
  document["sites"] = Json::array();
  for (const SiteDrift& drift : drifts) {
    Json site = {{"site", drift.site},
                 {"cluster_name", drift.cluster_name},
                 {"slurm_version", drift.slurm_version}};
    site["differences"] = Json::array();
    for (std::size_t i = 0; i < drift.differences.size(); ++i) {
      site["differences"].push_back(difference_json(drift, i));
    }
    site["written"] = drift.updated;
    document["sites"].push_back(std::move(site));
  }
  return dump_json(document);
}

std::string drift_junit(const std::vector<SiteDrift>& drifts) {
  using Outcome = JunitCase::Outcome;
  std::string suites;
  for (const SiteDrift& drift : drifts) {
    std::vector<JunitCase> cases;
    for (std::size_t i = 0; i < drift.differences.size(); ++i) {
      const std::string line = line_text(drift, i);
      const Outcome outcome = is_written(drift, i) ? Outcome::Passed : Outcome::Failed;
      const Difference& one = drift.differences[i];
      cases.push_back(
          {drift.site, one.key.empty() ? one.what : one.what + " " + one.key, outcome, line});
    }
    if (cases.empty()) cases.push_back({drift.site, "profile", Outcome::Passed, "no drift"});
    suites += junit_suite(drift.site, cases);
  }
  return junit_report(suites);
}

}  // namespace gpujob
