// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "base/format.h"
#include "base/json_value.h"
#include "base/sha256.h"
#include "base/ulid.h"
#include "run/run_directory.h"
#include "run/submit.h"
#include "support/fake_world.h"
#include "support/messages.h"
#include "support/read_source.h"

namespace gpujob {

inline const char* const kRunsDirectory = "/home/ada/runs";

/// A plan as small as a run needs it.
inline Resolution sample_resolution(const std::string& run_id,
                                    const std::string& runs_directory = kRunsDirectory) {
  Resolution resolution;
  JobPlan& plan = resolution.plan;
  plan.run_id = run_id;
  plan.job_name = "gj-integrate2d-" + run_id;
  plan.center = "hpc2n";
  plan.cluster = "kebnekaise";
  WorkloadPlan& work = *workload_of(plan);
  work.name = "integrate2d";
  work.variant = "poly";
  work.backend = "cuda";
  work.precision = "float32";
  work.launches = 1;
  work.parameters = {{"n", "102400"}};
  plan.gpu = PlannedGpu{"l40s", "nvidia-l40s", "sm_89", 1, 1};
  plan.time = Seconds(600);
  plan.shell = "#!/bin/bash";
  work.program = "integrate2d.cuda";
  plan.run_directory = runs_directory + "/" + run_id;
  plan.sbatch_arguments = {"--mail-type=END"};
  plan.polling_floor_seconds = 60;
  resolution.profile = {"1f3a09bc27de", "2026-11-21"};
  resolution.explanation = {{"--gpus", "1", From::Flag, "--gpu"}};
  resolution.diagnostics = {
      {"gp211", Severity::Note, "site 'hpc2n'", "this charges 64 cores", "", "", ""}};
  return resolution;
}

inline Endpoint slurm_endpoint() {
  Endpoint endpoint;
  endpoint.sbatch = "/usr/bin/sbatch";
  return endpoint;
}

inline Endpoint local_endpoint() {
  Endpoint endpoint;
  endpoint.kind = EndpointKind::Local;
  return endpoint;
}

/// A report of this run: the example of the schema under its id.
inline std::string report_text(const std::string& run_id, int launch = 1) {
  Json document = *parse_json(read_source("profiles/schema/report.example.json"), "example");
  document["run"]["id"] = run_id;
  document["run"]["launch"] = launch;
  return dump_json(document);
}

/// The end marker as templates/job.sh writes it.
inline std::string marker_text(const std::string& run_id, int exit_status,
                               const std::vector<std::pair<std::string, std::string>>& reports) {
  Json entries = Json::array();
  for (const auto& [file, text] : reports) {
    entries.push_back({{"file", file}, {"bytes", text.size()}, {"sha256", sha256(text)}});
  }
  return dump_json({{"schema", "gpujob/end/v1"},
                    {"run", run_id},
                    {"job_id", "4711"},
                    {"restart", 0},
                    {"exit_status", exit_status},
                    {"host", "n1"},
                    {"started", "2026-11-21T09:31:00Z"},
                    {"ended", "2026-11-21T09:32:00Z"},
                    {"reports", entries}});
}

/// A store in memory with one created run.
class RunFixture : public testing::Test {
 protected:
  std::string create(const Endpoint& endpoint = slurm_endpoint()) {
    const std::string run_id = make_ulid(world);
    EXPECT_TRUE(is_ok(store.create(sample_resolution(run_id), endpoint, "#!/bin/bash\n", "")));
    return run_id;
  }

  /// A run that was sent; what it took to send it is forgotten.
  RunRecord submitted(const Endpoint& endpoint = slurm_endpoint()) {
    Result<RunRecord> run = submit_run(world, store, create(endpoint));
    EXPECT_TRUE(is_ok(run));
    world.requests.clear();
    return run ? *std::move(run) : RunRecord{};
  }

  RunRecord load(const std::string& run_id) {
    Result<RunRecord> run = store.load(run_id);
    EXPECT_TRUE(is_ok(run));
    return run ? *std::move(run) : RunRecord{};
  }

  std::string path(const std::string& run_id, const std::string& file) const {
    return store.path_of(run_id) + "/" + file;
  }

  /// The files of a job that ended: `launches` reports and the marker.
  void put_end(const std::string& run_id, int exit_status = 0, const std::string& job_id = "4711",
               int launches = 1) {
    std::vector<std::pair<std::string, std::string>> reports;
    for (int launch = 1; launch <= launches; ++launch) {
      reports.emplace_back(format("report-{}.json", launch), report_text(run_id, launch));
      world.put(path(run_id, reports.back().first), reports.back().second);
    }
    world.put(path(run_id, "end." + job_id + ".0.json"), marker_text(run_id, exit_status, reports));
  }

  /// A row as `squeue --format=%i|%T|%M|%V|%N|%j|%r` prints it.
  static std::string queue_row(const std::string& run_id, const std::string& state,
                               const std::string& reason = "None", const std::string& nodes = "",
                               const std::string& job_id = "4711") {
    return format("{}|{}|0:01|2026-11-21T09:30:00|{}|gj-integrate2d-{}|{}\n", job_id, state, nodes,
                  run_id, reason);
  }

  /// A row as sacct prints it in our format.
  static std::string accounting_row(const std::string& run_id, const std::string& state,
                                    const std::string& exit = "0:0",
                                    const std::string& job_id = "4711",
                                    const std::string& energy = "0") {
    return format("{}|{}|{}|n1|00:00:09|2026-11-21T09:30:00|{}|64|gj-integrate2d-{}\n", job_id,
                  state, exit, energy, run_id);
  }

  FakeWorld world;
  RunStore store{world, kRunsDirectory};
};

}  // namespace gpujob
