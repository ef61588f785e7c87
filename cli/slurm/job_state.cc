// SPDX-License-Identifier: MIT
#include "slurm/job_state.h"

namespace gpujob {

namespace {

constexpr std::string_view kBadNode =
    "submit it again; if it fails twice on one node, tell the center's support";

// Source: https://slurm.schedmd.com/job_state_codes.html (checked 2026-11-25); the letters are
// those of squeue's manual, JOB STATE CODES. Flags that have no letters stand with their name
// twice.
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
    {"UPDATE_DB", "UPDATE_DB", Phase::Unknown, Return::Never, "Slurm is updating its database"},
    {"SIGNALING", "SI", Phase::Running},
    {"COMPLETED", "CD", Phase::Done},
    {"FAILED", "F", Phase::Failed, Return::Never, "the script ended with an error"},
    {"CANCELLED", "CA", Phase::Failed, Return::Never, "it was cancelled",
     "submit it again if it is still wanted"},
    {"TIMEOUT", "TO", Phase::Failed, Return::Never, "it ran into its time limit; ask for more",
     "submit it again with a longer --time"},
    {"OUT_OF_MEMORY", "OOM", Phase::Failed, Return::Never, "it ran out of memory; ask for more",
     "submit it again with more memory"},
    {"DEADLINE", "DL", Phase::Failed, Return::Never, "it could not end before its deadline",
     "submit it again with a later deadline"},
    {"BOOT_FAIL", "BF", Phase::Failed, Return::Possible, "a node did not start", kBadNode},
    {"LAUNCH_FAILED", "LF", Phase::Failed, Return::Possible, "a node could not start the script",
     kBadNode},
    {"RECONFIG_FAIL", "RECONFIG_FAIL", Phase::Failed, Return::Possible,
     "a node could not be set up for it", kBadNode},
    {"NODE_FAIL", "NF", Phase::Failed, Return::Possible, "a node failed", kBadNode},
    {"PREEMPTED", "PR", Phase::Failed, Return::Possible, "a job with more right took its nodes",
     "submit it again, or to a partition without preemption"},
    {"REVOKED", "RV", Phase::Unknown, Return::Never, "another cluster of the federation took it"},
};

struct ReasonMeaning {
  std::string_view reason;  ///< or the beginning of several
  std::string_view meaning;
};

// Source: https://slurm.schedmd.com/job_reason_codes.html (checked 2026-11-25), and sentences that
// slurmctld writes in the place of a reason. The first that fits counts.
constexpr ReasonMeaning kReasons[] = {
    {"None", "not looked at yet in this round of scheduling"},
    {"Resources", "waiting for free nodes"},
    {"Priority", "jobs of higher priority are ahead"},
    {"DependencyNeverSatisfied", "the job it depends on failed: cancel it"},
    {"Dependency", "waiting for another job to end"},
    {"JobHeldUser", "held by you: 'scontrol release' lets it go"},
    {"JobHeldAdmin", "held by the center: ask its support"},
    {"JobHoldMaxRequeue", "put back too often and held: 'scontrol release' lets it go"},
    {"BeginTime", "its start time has not come"},
    {"DeadLine", "it cannot end before its deadline: cancel it"},
    {"ReservationDeleted", "its reservation is gone: cancel it"},
    {"Reservation", "waiting for its reservation"},
    {"ReqNodeNotAvail", "the nodes it needs are down or reserved"},
    {"Nodes required for job are DOWN", "the nodes it needs are down or reserved"},
    {"NodeDown", "a node it needs is down"},
    {"FrontEndDown", "the node that starts jobs is down"},
    {"PowerNotAvail", "waiting for electric power"},
    {"PowerReserved", "waiting for electric power that is reserved"},
    {"Prolog", "the center's preparation of its nodes still runs"},
    {"SchedDefer", "it asks to start at once, and this Slurm starts no job at once"},
    {"FedJobLock", "waiting for the other clusters of the federation"},
    {"PartitionDown", "its partition takes no jobs now"},
    {"PartitionInactive", "its partition starts no jobs now"},
    {"PartitionNodeLimit", "more nodes than its partition allows"},
    {"PartitionTimeLimit", "more time than its partition allows"},
    {"PartitionConfig", "its partition does not allow this request"},
    {"BadConstraints", "no node satisfies the request"},
    {"Constraints", "no node satisfies the request now"},
    {"Licenses", "waiting for a licence"},
    {"BurstBufferResources", "waiting for space in the burst buffer"},
    {"BurstBufferStageIn", "its files are being copied to the burst buffer"},
    {"BurstBufferOperation", "the burst buffer failed: ask the center's support"},
    {"AccountNotAllowed", "its partition does not take its account"},
    {"AccountingPolicy", "a limit of its account or QOS is reached"},
    {"InvalidAccount", "its account is not valid"},
    {"InvalidQOS", "its QOS is not valid"},
    {"QOSMaxWallDurationPerJob", "more time than its QOS allows one job"},
    {"QOSMin", "less than its QOS demands"},
    {"QOSMax", "a limit of its QOS per job or user is reached"},
    {"QOSGrp", "a limit of its QOS for all users is reached"},
    {"QOSNotAllowed", "its account or partition does not take its QOS"},
    {"QOSUsageThreshold", "too little of its QOS was used lately for another job"},
    {"QOS", "a limit of its QOS is reached"},
    {"AssocMaxWallDurationPerJob", "more time than its account allows one job"},
    {"AssocMax", "a limit of its account per job or user is reached"},
    {"AssocGrp", "a limit of its account is reached"},
    {"Assoc", "a limit of its account is reached"},
    {"MaxMemPerLimit", "more memory than the limit per CPU or node"},
    // MaxCpuPerAccount and its kin; no other reason begins so.
    {"Max", "a limit of its QOS per account is reached"},
    {"JobArrayTaskLimit", "as many tasks of its array run as it allows"},
    {"Cleaning", "its previous start is still being cleaned up"},
    {"JobLaunchFailure", "a node could not start it"},
    {"launch failed requeued held", "a node could not start it, and it is held"},
    {"launch_failed_requeued_held", "a node could not start it, and it is held"},
    {"SystemFailure", "Slurm or a node failed"},
    // Why an ended job ended; a job that was put back still shows them.
    {"InactiveLimit", "it was idle for longer than the center allows"},
    {"NonZeroExitCode", "its script ended with an error"},
    {"OutOfMemory", "it ran out of memory"},
    {"TimeLimit", "it ran into its time limit"},
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

std::string_view reason_meaning(std::string_view reason) {
  for (const ReasonMeaning& one : kReasons) {
    if (reason.starts_with(one.reason)) return one.meaning;
  }
  return "";
}

std::string_view next_step(std::string_view state, std::string_view exit) {
  if (exit == "0:53") return "make the directory of its output files where the nodes see it";
  if (exit == "0:9" || exit == "0:125") return meaning_of("OUT_OF_MEMORY").next;
  return meaning_of(state).next;
}

std::string_view exit_advice(std::string_view exit) {
  if (exit == "0:53")
    return "the output files could not be opened; does the directory exist there?";
  if (exit == "0:9") return "it was killed from outside, often for memory";
  if (exit == "0:125") return "it ran out of memory";
  return "";
}

}  // namespace gpujob
