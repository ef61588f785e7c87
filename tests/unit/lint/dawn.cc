// SPDX-License-Identifier: MIT
#include "unit/lint/dawn.h"

#include "lint/clusters_option.h"
#include "lint/lint.h"
#include "profile/reader.h"
#include "support/messages.h"
#include "support/read_source.h"

namespace gpujob {

namespace {

const Cluster& cluster_of(const std::string& script) {
  constexpr std::string_view kMark = "# cluster: ";
  const std::size_t at = script.find(kMark);
  std::string name = "aurora";
  if (at != std::string::npos) {
    const std::size_t start = at + kMark.size();
    name = script.substr(start, script.find_first_of("\r\n", start) - start);
  }
  const Cluster* cluster = dawn().find_cluster(name);
  EXPECT_NE(cluster, nullptr) << name;
  return *cluster;
}

}  // namespace

const SiteProfile& dawn() {
  static const SiteProfile profile = [] {
    Result<SiteProfile> read =
        read_profile("tests/lint/site.yaml", read_source("tests/lint/site.yaml"));
    EXPECT_TRUE(is_ok(read));
    return read ? *read : SiteProfile{};
  }();
  return profile;
}

const GpuCatalogue& models() {
  static const GpuCatalogue catalogue = [] {
    Result<GpuCatalogue> read =
        read_gpu_catalogue("profiles/gpus.yaml", read_source("profiles/gpus.yaml"));
    EXPECT_TRUE(is_ok(read));
    return read ? *read : GpuCatalogue({});
  }();
  return catalogue;
}

Diagnostics lint_at_dawn(const std::string& script) {
  const std::vector<AccountPattern> accounts = {{"dawn", "aurora", "dawn20[0-9]{2}-[0-9]{3}"},
                                                {"dusk", "evening", "dusk-[0-9]+"},
                                                {"dusk", "night", "dusk-[0-9]+"}};
  const Cluster& cluster =
      target_cluster(parse_script("job.sh", script).script, dawn(), cluster_of(script));
  const ParsedScript parsed = parse_script("job.sh", script, cluster.slurm_version);
  return lint(parsed, {"dawn", cluster, accounts, "job.sh", &dawn(), "2026-11-22", &models()});
}

ResourceRequest request_at_dawn(const std::string& script) {
  return requested_resources(parse_script("job.sh", script).script, cluster_of(script));
}

}  // namespace gpujob
