// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "report/compare.h"
#include "report/measurement_line.h"
#include "report/writers.h"
#include "run/attempt.h"
#include "run/index.h"
#include "support/temporary_directory.h"
#include "unit/run/sample_run.h"

namespace gpujob {

/// The index is a real file, so these runs are real files too.
class Index : public testing::Test {
 protected:
  Index() { ::setenv("GPUJOB_HOME", directory_.path().c_str(), 1); }
  ~Index() override { ::unsetenv("GPUJOB_HOME"); }

  /// A submitted run; with reports it has ended well.
  RunRecord add(RunStore& to, const std::string& gpu_key, const std::string& gpu_model,
                int launches, const std::string& n = "102400") {
    Resolution resolution = sample_resolution(make_ulid(world_), to.directory());
    resolution.plan.gpu->key = gpu_key;
    resolution.plan.gpu->model = gpu_model;
    workload_of(resolution.plan)->parameters = {{"n", n}};
    workload_of(resolution.plan)->launches = std::max(launches, 1);
    const std::string& id = resolution.plan.run_id;
    EXPECT_TRUE(is_ok(to.create(resolution, slurm_endpoint(), "#!/bin/sh\n", "")));
    RunRecord run = *to.load(id);
    EXPECT_TRUE(is_ok(write_intent(world_, run, {"sbatch"}, "x")));
    EXPECT_TRUE(is_ok(write_answer(world_, run, {"sbatch"}, ended(0, "4711\n"))));
    std::vector<std::pair<std::string, std::string>> reports;
    for (int launch = 1; launch <= launches; ++launch) {
      reports.emplace_back(format("report-{}.json", launch),
                           replace_all(report_text(id, launch), "102400", n));
    }
    if (launches > 0) reports.emplace_back("end.4711.0.json", marker_text(id, 0, reports));
    for (const auto& [name, text] : reports) {
      EXPECT_TRUE(is_ok(world_.create_file(run.directory + "/" + name, text, FileMode::Private)));
    }
    run = *to.load(id);
    if (launches > 0) run.state = RunState::Done;
    EXPECT_TRUE(is_ok(to.save_state(run)));
    return run;
  }

  RunIndex open() {
    Result<RunIndex> index = RunIndex::open(world_, {&store_, &other_});
    EXPECT_TRUE(is_ok(index));
    return *std::move(index);
  }

  static std::vector<std::string> ids(Result<std::vector<RunRow>> rows) {
    EXPECT_TRUE(is_ok(rows));
    std::vector<std::string> ids;
    if (!rows) return ids;
    for (const RunRow& row : *rows) ids.push_back(row.id);
    return ids;
  }

  /// Everything that was measured, in an order of its own.
  static std::vector<std::string> lines_of(RunIndex& index) {
    std::vector<std::string> lines;
    EXPECT_TRUE(is_ok(index.each("", [&](const Measurement& measurement) {
      lines.push_back(measurement_line(measurement));
    })));
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  static std::string compared(RunIndex& index) {
    CompareOptions options;
    options.workload = "integrate2d";
    const auto table = index.measurements("integrate2d", *find_metric("kernel"));
    EXPECT_TRUE(is_ok(table));
    const Result<Comparison> comparison = compare(*table, options);
    EXPECT_TRUE(is_ok(comparison));
    return comparison ? write_comparison(*comparison, OutputFormat::JsonText, Bars::No) : "";
  }

  TemporaryDirectory directory_;
  World& world_ = system_world();
  RunStore store_{world_, directory_.path("data/runs")};
  RunStore other_{world_, directory_.path("project/runs")};
};

}  // namespace gpujob
