// SPDX-License-Identifier: MIT
#include "sandbox/submit_filter.h"

#include <gtest/gtest.h>

#include "sandbox/lua_pattern.h"
#include "unit/sandbox/lua_runner.h"

namespace gpujob {
namespace {

/// What a command with this value of --test-only prints, then what the filter answers.
std::string verdict(const std::string& test_only) {
  const std::string program =
      "slurm = {SUCCESS = 0, ERROR = -1}\n"
      "function slurm.log_error(...) io.write(string.format(...), ' ') end\n"
      "assert(load(" +
      lua_string(submit_filter_lua("it's", "x/small")) +
      "))()\n"
      "io.write(slurm_cli_pre_submit({['test-only'] = " +
      lua_string(test_only) + "}, 0))";
  return run_lua(program).value_or("no lua5.3");
}

TEST(SubmitFilter, TakesQuestionsOnly) {
  if (!run_lua("")) GTEST_SKIP() << "no lua5.3";
  EXPECT_EQ(verdict("set"), "0");
  for (const char* other : {"unset", "invalid-context"}) {
    EXPECT_EQ(
        verdict(other),
        "sandbox 'it's' answers questions only (its scale is full: no node of it runs jobs); "
        "ask with --test-only, or start one that runs jobs: 'gpujob sandbox up --site x/small "
        "--name it's-run' -1");
  }
}

}  // namespace
}  // namespace gpujob
