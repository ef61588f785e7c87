// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/sandbox/sandbox_options.h"
#include "sandbox/endpoint.h"
#include "script/quoting.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kSandboxEnvExamples = {{
    {"eval \"$(gpujob sandbox env)\"", "from here on sbatch, squeue and sinfo talk to the sandbox"},
    {"gpujob sandbox env --name NAME", "see what that would set"},
}};
constexpr std::array<OptionSpec, 2> kSandboxEnvOptions = {{kSandboxNameOption, kSandboxSiteOption}};

CommandResult run_sandbox_env(const SandboxChoice& options, World& world) {
  auto record = one_sandbox(world, options);
  if (!record) return record.failure();
  record = find_sandbox(world, record->name, "");
  if (!record) return record.failure();
  const Endpoint endpoint = endpoint_of(*record);
  Environment variables = endpoint.added;
  variables["SLURM_CONF"] = endpoint.slurm_conf;
  std::string text;
  for (const auto& [name, value] : variables) {
    text += format("export {}={}\n", name, shell_word(value));
  }
  // The commands of the daemons' own release come first.
  const std::string bin = endpoint.sbatch.substr(0, endpoint.sbatch.rfind('/'));
  text += format("case :$PATH: in *:{0}:*) ;; *) export PATH={0}:$PATH ;; esac\n", shell_word(bin));
  world.out(text);
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kSandboxEnvCommand = {
    .name = "sandbox env",
    .summary = "what a shell needs to talk to a sandbox",
    .description =
        "Lines for sh, bash and zsh: plain sbatch, squeue, sinfo, scontrol and srun then use the "
        "sandbox's Slurm, and jobs find the site's modules.",
    .examples = kSandboxEnvExamples,
    .arguments = {},
    .option_sets = {kSandboxEnvOptions},
    .run = run_command<parse_sandbox, run_sandbox_env>,
};

}  // namespace gpujob
