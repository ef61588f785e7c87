// SPDX-License-Identifier: MIT
#include "command/args/version.h"

#include <array>

namespace gpujob {

namespace {

constexpr std::array kSchemaVersions = std::to_array<SchemaVersion>({
    {"absent", "1.0.0"},
    {"answer", "1.0.0"},
    {"build", "1.0.0"},
    {"cancel", "1.0.0"},
    {"center-request", "1.0.0"},
    {"check", "1.0.0"},
    {"claim", "1.0.0"},
    {"codes", "1.1.0"},
    {"collected", "1.0.0"},
    {"comparison", "1.0.0"},
    {"configuration", "1.0.0"},
    {"connection", "1.0.0"},
    {"connections", "1.0.0"},
    {"describe", "1.0.0"},
    {"doctor", "1.0.0"},
    {"dry-run", "1.0.0"},
    {"end", "1.0.0"},
    {"error", "1.0.0"},
    {"found", "1.0.0"},
    {"gpu-stock", "1.0.0"},
    {"gpus", "1.0.0"},
    {"intent", "1.0.0"},
    {"lint", "1.0.0"},
    {"login-environment", "1.0.0"},
    {"measurement", "1.0.0"},
    {"overlay", "1.0.0"},
    {"plan", "1.0.0"},
    {"planned", "1.0.0"},
    {"port", "1.0.0"},
    {"project-copy", "1.0.0"},
    {"pulled", "1.1.0"},
    {"reference_check", "1.0.0"},
    {"references", "1.0.0"},
    {"report", "1.0.0"},
    {"reports", "1.0.0"},
    {"retried", "1.0.0"},
    {"run", "1.0.0"},
    {"runs", "1.0.0"},
    {"sandbox", "1.0.0"},
    {"sandbox-status", "1.0.0"},
    {"sandboxes", "1.0.0"},
    {"script", "1.0.0"},
    {"scripts", "1.0.0"},
    {"setting", "1.0.0"},
    {"shell", "1.0.0"},
    {"site", "1.0.0"},
    {"site-check", "1.0.0"},
    {"site-detect", "1.0.0"},
    {"site-drift", "1.0.0"},
    {"site-gpu", "1.0.0"},
    {"site-profile", "1.0.0"},
    {"sites", "1.0.0"},
    {"stack-build", "1.0.0"},
    {"stacks", "1.0.0"},
    {"state", "1.0.0"},
    {"status", "1.0.0"},
    {"submitted", "1.0.0"},
    {"sweep", "1.0.0"},
    {"sweep-check", "1.0.0"},
    {"sweep-dry-run", "1.0.0"},
    {"sweep-scripts", "1.0.0"},
    {"tagged", "1.0.0"},
    {"tags", "1.0.0"},
    {"traffic", "1.0.0"},
    {"version", "1.0.0"},
    {"workload", "1.0.0"},
    {"where", "1.0.0"},
    {"workload-check", "1.0.0"},
    {"workload-manifest", "1.0.0"},
    {"workload-new", "1.0.0"},
    {"workloads", "1.0.0"},
});

}  // namespace

constinit const std::string_view kReleaseDay = "2026-11-21";

std::span<const SchemaVersion> schema_versions() {
  return kSchemaVersions;
}

}  // namespace gpujob
