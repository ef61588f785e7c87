// SPDX-License-Identifier: MIT
#include "slurm/job_state.h"

namespace gpujob {

namespace {

// Source: https://slurm.schedmd.com/squeue.html, JOB STATE CODES, and sacct.html.
constexpr StateMeaning kStates[] = {
    {"PENDING", "PD", Phase::Pending},
    {"CONFIGURING", "CF", Phase::Pending, Return::Never, "its nodes are being made ready"},
    {"POWER_UP_NODE", "PO", Phase::Pending, Return::Never, "its nodes are being switched on"},
    {"REQUEUED", "RQ", Phase::Pending, Return::Never, "it was put back and will start again"},
    {"REQUEUE_FED", "RF", Phase::Pending, Return::Never, "another cluster will start it"},
    {"REQUEUE_HOLD", "RH", Phase::Pending, Return::Never,
     "it was put back and is held; 'scontrol release' lets it go"},
    {"RESV_DEL_HOLD", "RD", Phase::Pending, Return::Never,
     "its reservation is gone and it is held"},
    {"SPECIAL_EXIT", "SE", Phase::Pending, Return::Never, "it was put back by a rule and is held"},
    {"RUNNING", "R", Phase::Running},
    {"COMPLETING", "CG", Phase::Running, Return::Never, "it has ended, its nodes are cleaning up"},
    {"STAGE_OUT", "SO", Phase::Running, Return::Never, "its files are being copied out"},
    {"SUSPENDED", "S", Phase::Running, Return::Never, "it is stopped for another job"},
    {"STOPPED", "ST", Phase::Running, Return::Never, "it was stopped and keeps its cores"},
    {"RESIZING", "RS", Phase::Running},
    {"SIGNALING", "SI", Phase::Running},
    {"COMPLETED", "CD", Phase::Done},
    {"FAILED", "F", Phase::Failed, Return::Never, "the script ended with an error"},
    {"CANCELLED", "CA", Phase::Failed, Return::Never, "it was cancelled"},
    {"TIMEOUT", "TO", Phase::Failed, Return::Never, "it ran into its time limit; ask for more"},
    {"OUT_OF_MEMORY", "OOM", Phase::Failed, Return::Never, "it ran out of memory; ask for more"},
    {"DEADLINE", "DL", Phase::Failed, Return::Never, "it could not end before its deadline"},
    {"BOOT_FAIL", "BF", Phase::Failed, Return::Possible, "a node did not start"},
    {"LAUNCH_FAILED", "LF", Phase::Failed, Return::Possible, "a node could not start the script"},
    {"NODE_FAIL", "NF", Phase::Failed, Return::Possible, "a node failed"},
    {"PREEMPTED", "PR", Phase::Failed, Return::Possible, "a job with more right took its nodes"},
    {"REVOKED", "RV", Phase::Unknown, Return::Never, "another cluster of the federation took it"},
};

/// "CANCELLED by 1000" and "CANCELLED+" to "CANCELLED".
std::string_view first_word(std::string_view text) {
  text = text.substr(0, text.find(' '));
  if (text.ends_with('+')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::span<const StateMeaning> job_states() {
  return kStates;
}

StateMeaning meaning_of(std::string_view state) {
  const std::string_view word = first_word(state);
  for (const StateMeaning& meaning : kStates) {
    if (meaning.name == word || meaning.letters == word) return meaning;
  }
  return {"", "", Phase::Unknown};
}

std::string_view exit_advice(std::string_view exit) {
  if (exit == "0:53")
    return "the output files could not be opened; does the directory exist there?";
  if (exit == "0:9") return "it was killed from outside, often for memory";
  if (exit == "0:125") return "it ran out of memory";
  return "";
}

}  // namespace gpujob
