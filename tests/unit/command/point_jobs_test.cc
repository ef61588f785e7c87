// SPDX-License-Identifier: MIT
#include "jobs/sweep/point_jobs.h"

#include <gtest/gtest.h>

#include "base/format.h"
#include "base/json_value.h"
#include "command/program/program.h"
#include "unit/jobs/installed_world.h"

// A point of a sweep shares its plan with others, and yet is the job of its own command line.

namespace gpujob {
namespace {

using Words = std::vector<std::string>;

/// The document of a dry run.
Json dry_run(const std::string& workload, Words options) {
  FakeWorld world;
  install_into(world, workload);
  Words line = {"gpujob", "submit", workload, "--dry-run", "--explain", "--format", "json"};
  line.insert(line.end(), options.begin(), options.end());
  EXPECT_EQ(run_gpujob(line, world), 0) << world.err_text;
  return Json::parse(world.out_text);
}

/// Everything in the documents, on a machine without arrays.
TEST(PointJobs, AreThoseOfTheirOwnCommandLines) {
  const Words values = {"1000", "2e3", "90000", "400000"};
  const Json sweep = dry_run("integrate2d", {"--site", "local", "--sweep", "variant=poly,libm",
                                             "--sweep", "n=" + join(values, ",")});
  ASSERT_EQ(sweep["points"].size(), 8U);
  for (std::size_t i = 0; i < 8; ++i) {
    Json point = sweep["points"][i];
    point.erase("point");
    EXPECT_EQ(point,
              dry_run("integrate2d", {"--site", "local", "--variant", i < 4 ? "poly" : "libm",
                                      "--param", "n=" + values[i % 4]}))
        << i;
  }
}

/// Of the tasks of arrays what does not tell of the array; the last value has a warning of its own.
TEST(PointJobs, KeepTheirOwnTimesAndWarnings) {
  const Words site = {"--site", "hpc2n", "--gpu", "l40s", "--account", "hpc2n2026-001"};
  const Words values = {"100000", "1000000", "3000000", "4000000000"};
  Words line = site;
  line.insert(line.end(), {"--sweep", "n=" + join(values, ",")});
  const Json sweep = dry_run("stream", line);
  for (std::size_t i = 0; i < values.size(); ++i) {
    line = site;
    line.insert(line.end(), {"--param", "n=" + values[i]});
    const Json alone = dry_run("stream", line);
    const Json& point = sweep["points"][i];
    for (const char* key : {"parameters", "arguments", "time", "max_seconds"})
      EXPECT_EQ(point["plan"][key], alone["plan"][key]) << values[i] << " " << key;
    EXPECT_EQ(point["diagnostics"], alone["diagnostics"]) << values[i];
  }
  EXPECT_NE(sweep["points"][0]["diagnostics"], sweep["points"][3]["diagnostics"]);
}

}  // namespace
}  // namespace gpujob
