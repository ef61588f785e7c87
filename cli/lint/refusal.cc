// SPDX-License-Identifier: MIT
#include "lint/refusal.h"

#include <algorithm>
#include <array>
#include <limits>

#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "profile/job_limits.h"

// sbatch rarely says what is wrong: "Requested node configuration is not available" may mean too
// many nodes, GPUs or cores, or too much memory. The profile knows the limits, so the rules run
// again, and warnings count too. Example:
//
//     Requested node configuration is not available
//     job.sh:6: gj105 no node has 3 GPUs (such nodes have 2); ask for at most 2 per node
//
// Texts: slurm_errno.c, Slurm 22.05.

namespace gpujob {

namespace {

struct Meaning {
  std::string_view words;
  std::string_view codes;  ///< of the rules that tell more, separated by blanks
  std::string_view cause;  ///< if no rule is broken
  std::string_view fix;
};

constexpr std::string_view kPolicy = "Job violates accounting/QOS policy";

constexpr std::array kMeanings = {
    Meaning{"Requested node configuration is not available",
            "gj104 gj105 gj106 gj107 gj113 gj116 gj117 gj121 gj126",
            "no node satisfies the combined request: GPUs, cores, memory, features",
            "ask for less, or for fewer things at once"},
    Meaning{"Invalid account or account/partition combination", "gj101 gj102",
            "the project does not exist or has ended, or you are not a member",
            "check the name and the dates of your project"},
    Meaning{"Invalid partition name specified", "gj109", "the partition does not exist",
            "omit it, or choose one that 'sinfo -s' lists"},
    Meaning{"No partition specified or system default partition", "gj109",
            "the cluster has no default partition", "add '--partition='"},
    Meaning{"User's group not permitted to use this partition", "gj109 gj110",
            "the partition is reserved for other groups", "choose another partition"},
    Meaning{"Invalid qos specification", "gj133",
            "the QOS does not exist, or is not for you or for the partition",
            "choose another, or leave '--qos=' out"},
    Meaning{"Requested time limit is invalid", "gj108 gj115",
            "the time is missing or longer than the partition allows", "ask for less time"},
    Meaning{"Invalid feature specification", "gj113 gj126", "no node has a feature of this name",
            "check the names in '--constraint='"},
    Meaning{"Invalid generic resource (gres) specification", "gj104 gj126",
            "no GPU type has this name; capitals count", "check the type's spelling"},
    Meaning{"Invalid GRES specification (with and without type", "gj104 gj114",
            "GPUs are requested both with and without a type",
            "give the type in all options, or in none"},
    Meaning{"More processors requested than permitted", "gj106", "no node has that many cores",
            "ask for fewer"},
    Meaning{"Node count specification invalid", "gj117", "the number of nodes is not possible",
            "correct '--nodes='"},
    Meaning{"Requested partition configuration not available now", "gj108 gj110 gj117",
            "the partition's limit on nodes or time is exceeded, or it is down", "ask for less"},
    Meaning{"Memory required by task is not available", "gj107", "no node has that much memory",
            "ask for less memory"},
    Meaning{kPolicy, "gj101 gj102 gj108 gj117",
            "the project, the QOS or you have reached a limit on jobs, GPUs or time",
            "ask for less, or wait for your other jobs"},
    Meaning{"Unspecified error", "gj101 gj102 gj103 gj108 gj109 gj110 gj114 gj115 gj116",
            "the center's own rules refused it; their message comes first", ""},
};

/// The script's findings that the words can stand for.
Diagnostics broken_rules(const Meaning& meaning, const ParsedScript& script,
                         const LintContext& context) {
  Diagnostics found = lint(script, context);
  std::erase_if(found, [&](const Diagnostic& one) {
    return one.severity == Severity::Note || meaning.codes.find(one.code) == std::string_view::npos;
  });
  for (Diagnostic& one : found) one.severity = Severity::Error;
  return found;
}

/// How many jobs a user may have in the queue, which no script breaks alone.
void add_queue_limits(const ParsedScript& script, const LintContext& context, Diagnostics& found) {
  const ResourceRequest request = requested_resources(script.script, context.cluster);
  const auto partitions = known_partitions(request, context.cluster);
  JobSize size;
  size.jobs = std::numeric_limits<long long>::max();
  if (const Directive* qos = script.script.find("qos"); qos != nullptr && qos->value)
    size.qos = *qos->value;
  for (const LimitRule& rule :
       broken_limits(context.cluster, partitions.empty() ? nullptr : partitions.front(), size)) {
    if (rule.measure != JobMeasure::Submitted) continue;
    found.push_back(error(context, {}, "you may have as many jobs there as are allowed", rule.why,
                          "wait until one of them has ended"));
  }
}

}  // namespace

Diagnostics explain_refusal(const std::string& words, const ParsedScript& script,
                            const LintContext& context) {
  const auto* const meaning =
      std::find_if(kMeanings.begin(), kMeanings.end(),
                   [&](const Meaning& one) { return words.find(one.words) != std::string::npos; });
  const std::string said = "sbatch refuses: " + words;
  if (meaning == kMeanings.end()) return {error(context, {}, said)};
  Diagnostics found = broken_rules(*meaning, script, context);
  if (meaning->words == kPolicy) add_queue_limits(script, context, found);
  found.insert(found.begin(),
               error(context, {}, said, found.empty() ? std::string(meaning->cause) : "",
                     found.empty() ? std::string(meaning->fix) : ""));
  return found;
}

}  // namespace gpujob
