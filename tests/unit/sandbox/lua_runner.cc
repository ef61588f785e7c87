// SPDX-License-Identifier: MIT
#include "unit/sandbox/lua_runner.h"

#include "base/world.h"
#include "sandbox/lua_pattern.h"
#include "sandbox/submit_rules.h"

namespace gpujob {

namespace {

constexpr const char* kHarness = R"lua(
slurm = {SUCCESS = 0, ERROR = -1, NO_VAL = 4294967294, NO_VAL16 = 65534, JOB_SHARED_NONE = 0,
  JOB_SHARED_OK = 1, ESLURM_ACCESS_DENIED = 2002, ESLURM_INVALID_NODE_COUNT = 2006,
  ESLURM_INVALID_ACCOUNT = 2045, ESLURM_INVALID_TIME_LIMIT = 2051, ESLURM_MISSING_TIME_LIMIT = 8000}
function slurm.log_user(...) io.write(string.format(...), "\n") end
assert(load(rules))()
job.time_limit = job.time_limit or slurm.NO_VAL
job.min_nodes = job.min_nodes or slurm.NO_VAL
job.shared = job.shared or slurm.NO_VAL16
io.write(slurm_job_submit(job, {}, 0))
if job.shared ~= slurm.NO_VAL16 then io.write(" shared ", job.shared) end
)lua";

}  // namespace

std::optional<std::string> run_lua(const std::string& program) {
  const std::optional<std::string> lua = system_world().find_program("lua5.3");
  if (!lua) return std::nullopt;
  ProcessRequest request;
  request.argv = {*lua, "-"};
  request.stdin_text = program;
  request.deadline = Milliseconds{20000};
  const Result<ProcessAnswer> answer = system_world().run(request);
  if (!answer) return std::nullopt;
  return answer->exit_status == 0 ? answer->out : answer->err;
}

std::string submit_verdict(const Cluster& cluster, const std::string& job) {
  const Result<std::string> rules = job_submit_lua(cluster);
  if (!rules) return rules.failure().diagnostics.front().line();
  return run_lua("rules = " + lua_string(*rules) + "\njob = {" + job + "}\n" + kHarness)
      .value_or("no lua5.3");
}

}  // namespace gpujob
