// SPDX-License-Identifier: MIT
#include <algorithm>
#include <gtest/gtest.h>

#include "base/format.h"
#include "script/option_value.h"
#include "script/parse.h"

// What sbatch of other releases and centers answered, as people reported it. All were refused.

namespace gpujob {
namespace {

struct Recorded {
  const char* directive;
  const char* words;    ///< of sbatch
  const char* release;  ///< empty: the report does not say
  const char* source;
};

constexpr Recorded kRecorded[] = {
    {"--get-user-env=L", "option '--get-user-env' doesn't allow an argument", "25.05.1",
     "https://github.com/jupyterhub/batchspawner/issues/320"},
    {"--get-user-env=L", "option '--get-user-env' doesn't allow an argument", "25.05.0",
     "https://github.com/jupyterhub/batchspawner/issues/319"},
    {"--mem=120.0g", "invalid memory constraint 120.0g", "17.11.8",
     "https://github.com/Parsl/parsl/issues/1416"},
    {"--mem-per-cpu=1.5G", "Invalid --mem-per-cpu specification", "",
     "https://github.com/wlandau/crew.cluster/issues/22"},
    {"--time=3600.0", "Invalid --time specification", "",
     "https://github.com/equinor/ert/issues/9000"},
    {"--nodes=1:ppn=1", "\"1:ppn=1\" is not a valid node count", "",
     "https://github.com/jmonlong/PopSV/issues/6"},
    {"--nodes=None", "\"None\" is not a valid node count", "",
     "https://github.com/gwforg/gwf/issues/166"},
    {"--ntasks-per-node=", "Invalid numeric value \"\" for --ntasks-per-node.", "",
     "https://github.com/Azure/az-hop/issues/853"},
    {"--cpus-per-task=", "Invalid numeric value \"\" for cpus-per-task.", "",
     "https://github.com/futureverse/future.batchtools/issues/41"},
    {"--workdir=/path/to/workdir", "unrecognized option '--workdir=/path/to/workdir'", "",
     "https://github.com/LBANN/lbann/pull/1425"},
    {"--workdir", "unrecognized option '--workdir'", "",
     "https://github.com/radical-cybertools/radical.saga/issues/770"},
    {"--python_bin=~/mc/stylegan-v/env/bin/python",
     "unrecognized option '--python_bin=~/mc/stylegan-v/env/bin/python'", "",
     "https://github.com/universome/stylegan-v/issues/17"},
};

/// gpujob's findings about the directive, a line each.
std::string said_of(const Recorded& one) {
  const ParsedScript script =
      parse_script("job.sh", format("#!/bin/bash\n#SBATCH {}\n./a\n", one.directive), one.release);
  std::string said;
  for (const Diagnostic& problem : script.diagnostics) said += problem.line() + "\n";
  for (const Directive& directive : script.script.directives) {
    const auto problem = value_problem(directive);
    if (problem && problem->refused) said += problem->problem + " (" + problem->why + ")\n";
  }
  return said;
}

TEST(RecordedAnswers, AreOurVerdicts) {
  for (const Recorded& one : kRecorded) {
    EXPECT_NE(said_of(one), "") << one.directive << ": " << one.words << ", " << one.source;
  }
}

// Where gpujob quotes sbatch, the words are those.
TEST(RecordedAnswers, AreQuotedAsTheyAre) {
  int quoted = 0;
  for (const Recorded& one : kRecorded) {
    if (said_of(one).find(one.words) != std::string::npos) ++quoted;
  }
  EXPECT_GE(quoted, 5);
}

}  // namespace
}  // namespace gpujob
