// SPDX-License-Identifier: MIT
#include "sandbox/option_field.h"

#include <algorithm>
#include <iterator>

namespace gpujob {

namespace {

using enum OptionField::Value;

constexpr std::string_view kNone = "[slurm.NO_VAL] = true";
constexpr std::string_view kShortNone = "[slurm.NO_VAL16] = true";

/// As Slurm 22.05's job_submit/lua shows them.
constexpr OptionField kFields[] = {
    {"account", "account"},
    {"array", "array_inx"},
    {"comment", "comment"},
    {"constraint", "features"},
    {"cpus-per-gpu", "cpus_per_tres", Gpus},
    {"cpus-per-task", "cpus_per_task", Number, kShortNone},
    {"dependency", "dependency"},
    {"exclude", "exc_nodes"},
    {"exclusive", "shared", Number, "[slurm.NO_VAL16] = true, [slurm.JOB_SHARED_OK] = true"},
    {"gpus", "tres_per_job", Gpus},
    {"gpus-per-socket", "tres_per_socket", Gpus},
    {"gpus-per-task", "tres_per_task", Gpus},
    {"licenses", "licenses"},
    {"mail-user", "mail_user"},
    {"mem", "min_mem_per_node", Number},
    {"mem-per-cpu", "min_mem_per_cpu", Number},
    {"mem-per-gpu", "mem_per_tres", Gpus},
    {"nodelist", "req_nodes"},
    {"nodes", "min_nodes", Number, kNone},
    {"ntasks-per-gpu", "ntasks_per_gpu", Number, kShortNone},
    {"ntasks-per-node", "ntasks_per_node", Number, kShortNone},
    {"ntasks-per-socket", "ntasks_per_socket", Number, kShortNone},
    {"partition", "partition"},
    {"qos", "qos"},
    {"reservation", "reservation"},
    {"switches", "req_switch", Number, kNone},
    {"time", "time_limit", Minutes, kNone},
    {"time-min", "time_min", Minutes, kNone},
    {"tmp", "pn_min_tmp_disk", Number, kNone},
    {"wckey", "wckey"},
};

}  // namespace

const OptionField* find_option_field(std::string_view option) {
  const OptionField* found =
      std::find_if(std::begin(kFields), std::end(kFields),
                   [&](const OptionField& field) { return field.option == option; });
  return found == std::end(kFields) ? nullptr : found;
}

}  // namespace gpujob
