// SPDX-License-Identifier: MIT
#include "script/sbatch_options.h"

#include <algorithm>
#include <array>

#include "script/value_form.h"

// The options of Slurm 20.02 to 26.05 in one table: names that only some releases
// know are included, so that a script for another release is not called wrong.
// Sources: https://slurm.schedmd.com/sbatch.html (options, input environment variables),
// 2026-11-21; for the releases src/common/slurm_opt.c in each branch of
// https://github.com/SchedMD/slurm, 2026-11-25.

namespace gpujob {

namespace {

constexpr Argument kNone = Argument::None;
constexpr Argument kRequired = Argument::Required;
constexpr Argument kOptional = Argument::Optional;

constexpr std::array kOptions = std::to_array<SbatchOption>({
    {"account", 'A', kRequired, "SBATCH_ACCOUNT"},
    {"acctg-freq", '\0', kRequired, "SBATCH_ACCTG_FREQ", &kAcctgFreqForm},
    {"array", 'a', kRequired, "SBATCH_ARRAY_INX", &kArrayForm},
    {"autocomplete", '\0', kRequired, "", nullptr, "", "23.02"},
    {"batch", '\0', kRequired, "SBATCH_BATCH"},
    {"bb", '\0', kRequired, ""},
    {"bbf", '\0', kRequired, "SBATCH_BURST_BUFFER"},
    {"begin", 'b', kRequired, "", &kDateForm},
    {"chdir", 'D', kRequired, ""},
    {"cluster", '\0', kRequired, "", nullptr, "clusters"},
    {"cluster-constraint", '\0', kRequired, "SBATCH_CLUSTER_CONSTRAINT"},
    {"clusters", 'M', kRequired, "SBATCH_CLUSTERS"},
    {"comment", '\0', kRequired, ""},
    {"consolidate-segments", '\0', kNone, "SBATCH_CONSOLIDATE_SEGMENTS", nullptr, "", "25.11"},
    {"constraint", 'C', kRequired, "SBATCH_CONSTRAINT", &kConstraintForm},
    {"container", '\0', kRequired, "SBATCH_CONTAINER", nullptr, "", "21.08"},
    {"container-id", '\0', kRequired, "SBATCH_CONTAINER_ID", nullptr, "", "23.02"},
    {"container-type", '\0', kRequired, "SBATCH_CONTAINER_TYPE", nullptr, "", "26.05"},
    {"context", '\0', kRequired, "", nullptr, "", "21.08"},
    {"contiguous", '\0', kNone, ""},
    {"core-spec", 'S', kRequired, "SBATCH_CORE_SPEC", &kCountOrZeroForm},
    {"cores-per-socket", '\0', kRequired, "", &kCountForm},
    {"cpu-freq", '\0', kRequired, "SBATCH_CPU_FREQ_REQ", &kCpuFreqForm},
    {"cpus-per-gpu", '\0', kRequired, "SBATCH_CPUS_PER_GPU", &kCountForm},
    {"cpus-per-task", 'c', kRequired, "", &kCountForm},
    {"deadline", '\0', kRequired, "", &kDateForm},
    {"delay-boot", '\0', kRequired, "SBATCH_DELAY_BOOT", &kWalltimeForm},
    {"dependency", 'd', kRequired, "", &kDependencyForm},
    {"distribution", 'm', kRequired, "SBATCH_DISTRIBUTION", &kDistributionForm},
    {"error", 'e', kRequired, "SBATCH_ERROR"},
    {"exclude", 'x', kRequired, "", &kHostlistForm},
    {"exclusive", '\0', kOptional, "SBATCH_EXCLUSIVE", &kExclusiveForm},
    {"export", '\0', kRequired, "SBATCH_EXPORT"},
    {"export-file", '\0', kRequired, "", nullptr, "", "", "23.11"},
    {"export-file", '\0', kRequired, "", nullptr, "", "24.05"},
    {"external", '\0', kNone, "", nullptr, "", "25.05"},
    {"extra", '\0', kRequired, "", nullptr, "", "23.02"},
    {"extra-node-info", 'B', kRequired, "", &kGeometryForm},
    {"get-user-env", '\0', kOptional, "SBATCH_GET_USER_ENV", &kUserEnvForm, "", "", "25.05"},
    {"get-user-env", '\0', kNone, "SBATCH_GET_USER_ENV", nullptr, "", "25.05"},
    {"gid", '\0', kRequired, ""},
    {"gpu-bind", '\0', kRequired, "SBATCH_GPU_BIND", &kGpuBindForm},
    {"gpu-freq", '\0', kRequired, "SBATCH_GPU_FREQ", &kGpuFreqForm},
    {"gpus", 'G', kRequired, "SBATCH_GPUS", &kGpusForm},
    {"gpus-per-node", '\0', kRequired, "SBATCH_GPUS_PER_NODE", &kGpusForm},
    {"gpus-per-socket", '\0', kRequired, "SBATCH_GPUS_PER_SOCKET", &kGpusForm},
    {"gpus-per-task", '\0', kRequired, "SBATCH_GPUS_PER_TASK", &kGpusForm},
    {"gres", '\0', kRequired, "SBATCH_GRES", &kGresForm},
    {"gres-flags", '\0', kRequired, "SBATCH_GRES_FLAGS", &kGresFlagsForm},
    {"help", 'h', kNone, ""},
    {"hint", '\0', kRequired, "SBATCH_HINT", &kHintForm},
    {"hold", 'H', kNone, ""},
    {"ignore-pbs", '\0', kNone, "SBATCH_IGNORE_PBS"},
    {"input", 'i', kRequired, "SBATCH_INPUT"},
    {"job-name", 'J', kRequired, "SBATCH_JOB_NAME"},
    {"kill-on-invalid-dep", '\0', kRequired, "", &kYesNoForm},
    {"licenses", 'L', kRequired, "", &kLicensesForm},
    {"mail-type", '\0', kRequired, "", &kMailForm},
    {"mail-user", '\0', kRequired, ""},
    {"mcs-label", '\0', kRequired, ""},
    {"mem", '\0', kRequired, "SBATCH_MEM_PER_NODE", &kMemoryForm},
    {"mem-bind", '\0', kRequired, "SBATCH_MEM_BIND", &kMemBindForm},
    {"mem-per-cpu", '\0', kRequired, "SBATCH_MEM_PER_CPU", &kMemoryForm},
    {"mem-per-gpu", '\0', kRequired, "SBATCH_MEM_PER_GPU", &kMemoryForm},
    {"mem-update", '\0', kRequired, "", nullptr, "", "26.05"},
    {"mincpus", '\0', kRequired, "", &kCountForm},
    {"network", '\0', kRequired, "SBATCH_NETWORK"},
    {"nice", '\0', kOptional, "", &kNiceForm},
    {"no-kill", 'k', kOptional, "SBATCH_NO_KILL", &kNoKillForm},
    {"no-requeue", '\0', kNone, "SBATCH_NO_REQUEUE"},
    {"nodefile", 'F', kRequired, ""},
    {"nodelist", 'w', kRequired, "", &kHostlistForm},
    {"nodes", 'N', kRequired, "", &kNodesForm},
    {"ntasks", 'n', kRequired, "", &kCountForm},
    {"ntasks-per-core", '\0', kRequired, "", &kCountForm},
    {"ntasks-per-gpu", '\0', kRequired, "", &kCountForm, "", "20.11"},
    {"ntasks-per-node", '\0', kRequired, "", &kCountForm},
    {"ntasks-per-socket", '\0', kRequired, "", &kCountForm},
    {"ntasks-per-tres", '\0', kRequired, "", &kCountForm, "", "20.11"},
    {"oom-kill-step", '\0', kOptional, "SBATCH_OOM_KILL_STEP", nullptr, "", "24.11"},
    {"open-mode", '\0', kRequired, "SBATCH_OPEN_MODE", &kOpenModeForm},
    {"output", 'o', kRequired, "SBATCH_OUTPUT"},
    {"overcommit", 'O', kNone, "SBATCH_OVERCOMMIT"},
    {"oversubscribe", 's', kNone, ""},
    {"parsable", '\0', kNone, ""},
    {"partition", 'p', kRequired, "SBATCH_PARTITION"},
    {"power", '\0', kRequired, "SBATCH_POWER", nullptr, "", "", "24.05"},
    {"prefer", '\0', kRequired, "", &kConstraintForm, "", "22.05"},
    {"priority", '\0', kRequired, "", &kPriorityForm},
    {"profile", '\0', kRequired, "SBATCH_PROFILE", &kProfileForm},
    {"propagate", '\0', kOptional, "", &kPropagateForm},
    {"qos", 'q', kRequired, "SBATCH_QOS"},
    {"quiet", 'Q', kNone, ""},
    {"reboot", '\0', kNone, ""},
    {"requeue", '\0', kNone, "SBATCH_REQUEUE", nullptr, "", "", "25.11"},
    {"requeue", '\0', kOptional, "SBATCH_REQUEUE", nullptr, "", "25.11"},
    {"reservation", '\0', kRequired, "SBATCH_RESERVATION"},
    {"resources", '\0', kRequired, "", nullptr, "", "25.11"},
    {"resv-ports", '\0', kOptional, "", nullptr, "", "24.05"},
    {"segment", '\0', kRequired, "SBATCH_SEGMENT_SIZE", &kCountForm, "", "24.05"},
    {"signal", '\0', kRequired, "SBATCH_SIGNAL", &kSignalForm},
    {"sockets-per-node", '\0', kRequired, "", &kCountForm},
    {"spread-job", '\0', kNone, "SBATCH_SPREAD_JOB"},
    {"spread-segments", '\0', kNone, "SBATCH_SPREAD_SEGMENTS", nullptr, "", "25.11"},
    {"stepmgr", '\0', kNone, "", nullptr, "", "24.05"},
    {"switches", '\0', kRequired, "SBATCH_REQ_SWITCH", &kSwitchesForm},
    {"tasks-per-node", '\0', kRequired, "", &kCountForm, "ntasks-per-node"},
    {"test-only", '\0', kNone, ""},
    {"thread-spec", '\0', kRequired, "SBATCH_THREAD_SPEC", &kCountForm},
    {"threads-per-core", '\0', kRequired, "SBATCH_THREADS_PER_CORE", &kCountForm},
    {"time", 't', kRequired, "SBATCH_TIMELIMIT", &kWalltimeForm},
    {"time-min", '\0', kRequired, "", &kWalltimeForm},
    {"tmp", '\0', kRequired, "", &kMemoryForm},
    {"tres-bind", '\0', kRequired, "SBATCH_TRES_BIND", nullptr, "", "23.11"},
    {"tres-per-task", '\0', kRequired, "SBATCH_TRES_PER_TASK", nullptr, "", "23.02"},
    {"uid", '\0', kRequired, ""},
    {"usage", '\0', kNone, ""},
    {"use-min-nodes", '\0', kNone, "SBATCH_USE_MIN_NODES"},
    {"verbose", 'v', kNone, "SBATCH_DEBUG"},
    {"version", 'V', kNone, ""},
    {"wait", 'W', kNone, "SBATCH_WAIT"},
    {"wait-all-nodes", '\0', kRequired, "SBATCH_WAIT_ALL_NODES", &kSwitchForm},
    {"wckey", '\0', kRequired, "SBATCH_WCKEY"},
    {"wrap", '\0', kRequired, ""},
});

}  // namespace

std::span<const SbatchOption> sbatch_options() {
  return kOptions;
}

bool SbatchOption::is_in(std::string_view release) const {
  const std::string_view series = release.substr(0, std::string_view("23.11").size());
  return series.empty() || (since <= series && (until.empty() || series < until));
}

const SbatchOption* find_option(std::string_view name, std::string_view release) {
  const auto* found = std::lower_bound(
      kOptions.begin(), kOptions.end(), name,
      [](const SbatchOption& option, std::string_view wanted) { return option.name < wanted; });
  for (; found != kOptions.end() && found->name == name; ++found) {
    if (found->is_in(release)) return found;
  }
  return nullptr;
}

const SbatchOption* find_option(char letter) {
  if (letter == '\0') return nullptr;
  const auto* const found =
      std::find_if(kOptions.begin(), kOptions.end(),
                   [letter](const SbatchOption& option) { return option.letter == letter; });
  return found != kOptions.end() ? found : nullptr;
}

}  // namespace gpujob
