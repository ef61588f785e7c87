// SPDX-License-Identifier: MIT
#include "sandbox/submit_filter.h"

#include "base/format.h"
#include "sandbox/lua_pattern.h"

// A job_submit plug-in cannot do it: slurmctld does not tell it whether --test-only was given. A
// cli_filter plug-in knows (https://slurm.schedmd.com/cli_filter_plugins.html): there
// `options["test-only"]` is "set", "unset", or "invalid-context" in salloc, which has no such
// option.

namespace gpujob {

namespace {

constexpr std::string_view kFilterProgram = R"lua(
function slurm_cli_setup_defaults(options, early_pass)
  return slurm.SUCCESS
end

function slurm_cli_pre_submit(options, offset)
  if options["test-only"] == "set" then return slurm.SUCCESS end
  slurm.log_error("%s", message)
  return slurm.ERROR
end

function slurm_cli_post_submit(offset, job, step)
  return slurm.SUCCESS
end

return slurm.SUCCESS
)lua";

}  // namespace

std::string submit_filter_lua(const std::string& sandbox, const std::string& site) {
  const std::string message = format(
      "sandbox '{0}' answers questions only (its scale is full: no node of it runs jobs); ask with "
      "--test-only, or start one that runs jobs: 'gpujob sandbox up --site {1} --name {0}-run'",
      sandbox, site);
  return format("local message = {}\n", lua_string(message)) + std::string(kFilterProgram);
}

}  // namespace gpujob
