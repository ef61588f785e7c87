// SPDX-License-Identifier: MIT
#include "unit/script/real_sbatch.h"

#include <gtest/gtest.h>

#include "base/duration.h"
#include "base/text.h"
#include "base/world.h"
#include "support/messages.h"

namespace gpujob {

namespace {

constexpr std::string_view kWord = "sbatch: debug2: Found in script, argument \"";
/// Printed once the script has been read without complaint.
constexpr std::string_view kRead = "sbatch: defined options";

}  // namespace

RealSbatch::RealSbatch() : program_(system_world().find_program("sbatch")) {
  directory_.put("slurm.conf",
                 "ClusterName=nowhere\nSlurmctldHost=localhost(127.0.0.1)\nSlurmctldPort=1\n"
                 "AuthType=auth/none\nMessageTimeout=1\nNodeName=n1\nPartitionName=p Nodes=n1\n");
}

SbatchVerdict RealSbatch::judge(const std::string& script) const {
  // Only time ends a look for a controller, and a busy machine takes more of it to get there.
  for (Milliseconds deadline(300);; deadline *= 10) {
    const auto verdict = verdict_within(script, deadline);
    if (verdict) return *verdict;
    if (deadline >= Seconds(30)) {
      ADD_FAILURE() << "sbatch did not come to a verdict on\n" << script;
      return {};
    }
  }
}

std::optional<SbatchVerdict> RealSbatch::verdict_within(const std::string& script,
                                                        Milliseconds deadline) const {
  ProcessRequest request;
  request.argv = {*program_, "-vvv", directory_.put("job.sh", script)};
  request.environment = {
      {"PATH", "/usr/bin:/bin"}, {"SLURM_CONF", directory_.path("slurm.conf")}, {"LC_ALL", "C"}};
  request.directory = directory_.path();
  request.deadline = deadline;
  const Result<ProcessAnswer> answer = system_world().run(request);
  EXPECT_TRUE(is_ok(answer));
  SbatchVerdict verdict;
  for (const std::string_view line : lines(answer->err)) {
    if (line.starts_with(kWord)) {
      verdict.words.emplace_back(line.substr(kWord.size(), line.size() - kWord.size() - 1));
    }
    verdict.accepted = verdict.accepted || line == kRead;
  }
  verdict.said = answer->err;
  if (answer->timed_out && !verdict.accepted) return std::nullopt;
  return verdict;
}

}  // namespace gpujob
