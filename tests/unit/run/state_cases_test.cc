// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <string>

#include "base/format.h"
#include "run/derive_state.h"
#include "slurm/job_state.h"
#include "support/fake_world.h"
#include "support/read_source.h"

namespace gpujob {
namespace {

// Every state of Slurm, from each source, with and without requeue: what a run becomes that was
// running, whose job left no end marker. The table beside this file was read line by line.

const std::string kTable = "tests/unit/run/state_cases.txt";

struct Source {
  const char* name;
  Observation::Kind queue;
  Observation::Kind accounting;
};

constexpr Source kSources[] = {
    {"queue", Observation::Kind::Listed, Observation::Kind::Disabled},
    {"accounting", Observation::Kind::Absent, Observation::Kind::Listed},
    {"accounting-alone", Observation::Kind::NotAsked, Observation::Kind::Listed},
};

std::string case_line(const StateMeaning& meaning, const Source& source, bool requeue) {
  RunRecord run;
  run.state = RunState::Running;
  run.submitted = "2026-11-21T08:00:00Z";
  if (!requeue) run.plan.options = {{"no-requeue", std::nullopt}};
  StateEvidence evidence;
  evidence.now = FakeWorld().clock;
  JobRow row;
  row.state = std::string(meaning.name);
  evidence.queue = {source.queue, row};
  evidence.accounting = {source.accounting, row};
  const DerivedState derived = derive_state(run, evidence);
  const std::string detail = derived.detail.empty() ? "" : ": " + derived.detail;
  return format("{} {} requeue-{} -> {}{}\n", meaning.name, source.name, requeue ? "on" : "off",
                to_string(derived.state), detail);
}

TEST(StateCases, EveryStateEverySourceWithAndWithoutRequeue) {
  std::string table;
  int cases = 0;
  for (const StateMeaning& meaning : job_states()) {
    for (const Source& source : kSources) {
      for (const bool requeue : {true, false}) {
        table += case_line(meaning, source, requeue);
        ++cases;
      }
    }
  }
  std::cout << "counted: state cases: " << cases << "\n";
  EXPECT_GE(cases, 144);
  if (std::getenv("GPUJOB_BLESS") != nullptr) {
    std::ofstream(std::string(GPUJOB_SOURCE_DIR) + "/" + kTable) << table;
  }
  EXPECT_EQ(table, read_source(kTable));
}

}  // namespace
}  // namespace gpujob
