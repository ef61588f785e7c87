// SPDX-License-Identifier: MIT
#include "slurm/sbatch_refusals.h"

namespace gpujob {

namespace {

using enum SbatchRefusal::Speaker;
using enum SbatchRefusal::Lasting;

constexpr std::string_view kFailed = "Batch job submission failed: ";

constexpr SbatchRefusal kRefusals[] = {
    // Where and for whom.
    {"Invalid partition name specified"},
    {"No partition specified or system default partition"},
    {"User's group not permitted to use this partition"},
    {"Requested partition configuration not available now"},
    {"Multiple partition job request not supported when a partition is set in the association"},
    {"Invalid account or account/partition combination specified"},
    {"Invalid qos specification"},
    {"Invalid wckey specification"},
    {"Access/permission denied"},
    {"Access denied to requested reservation"},
    {"Requested reservation is invalid"},
    {"Invalid user id"},
    {"Invalid group id"},
    {"Invalid cluster name"},
    {"Job violates accounting/QOS policy (job submit limit, user's size and/or time limits)"},
    // What and how much.
    {"Requested node configuration is not available"},
    {"Requested nodes not in this partition"},
    {"Invalid node name specified"},
    {"Node count specification invalid"},
    {"CPU count specification invalid"},
    {"Task count specification invalid"},
    {"Task distribution specification invalid"},
    {"More processors requested than permitted"},
    {"Requested more tasks than available processors"},
    {"Memory required by task is not available"},
    {"Job size specification needs to be provided"},
    {"Requested time limit is invalid (missing or exceeds some limit)"},
    {"Time limit specification required, but not provided"},
    {"Invalid time specified"},
    {"Invalid time-min specification (exceeds job's time or other limits)"},
    {"Invalid feature specification"},
    {"Invalid preferred feature specification"},
    {"Job --batch option is invalid or not a subset of --constraints"},
    {"Invalid generic resource (gres) specification"},
    {"Duplicate generic resource (gres) specification"},
    {"Invalid GRES specification (with and without type identification)"},
    {"Requested GRES option unsupported by configured SelectType plugin"},
    {"Invalid Trackable RESource (TRES) specification"},
    {"Invalid license specification"},
    {"Burst Buffer request invalid"},
    {"Burst Buffer permission denied"},
    {"Invalid mcs_label specified"},
    {"Invalid --nice value"},
    {"Invalid job array specification"},
    {"Job dependency problem"},
    {"Circular job dependency"},
    {"Requested operation not supported on this system"},
    {"Only batch jobs are accepted or processed"},
    {"Job script not specified"},
    {"Environment is missing in job"},
    {"Pathname of a file, directory or other parameter too long"},
    // A center's own submit plugin has spoken in the lines before.
    {"Unspecified error"},
    // The controller would take it at another time.
    {"Resource temporarily unavailable", Controller, ForNow},
    {"I/O error writing script/environment to file", Controller, ForNow},
    {"Unable to create job record, try again", Controller, ForNow},
    {"Requested nodes are busy", Controller, ForNow},
    {"Required node not available (down, drained or reserved)", Controller, ForNow},
    {"Required partition not available (inactive or drain)", Controller, ForNow},
    {"Requested reservation not usable now", Controller, ForNow},
    {"Requested reservation is in use", Controller, ForNow},
    {"Requested operation is presently disabled", Controller, ForNow},
    {"Requested account has breached requested QOS usage threshold", Controller, ForNow},
    {"System submissions disabled", Controller, ForNow},
    {"Burst Buffer resource limit exceeded", Controller, ForNow},
    {"Immediate execution impossible, insufficient priority", Controller, ForNow},
    // sbatch stopped before it contacted the controller.
    {"Could not establish a configuration source", Client},
    {"Batch script is empty!", Client},
    {"Batch script contains only whitespace!", Client},
    {"Batch script contains DOS line breaks", Client},
    {"This does not look like a batch script.", Client},
    {"The Slurm controller does not allow scripts that", Client},
    {"Invalid directive found in batch script: ", Client},
    {"unrecognized option ", Client},
    {"unrecognized --", Client},
    {"invalid option -- ", Client},
    {"invalid --", Client},
    {"option '", Client},
    {"option requires an argument -- ", Client},
    {"Invalid --", Client},
    {"Invalid numeric value ", Client},
    {"Invalid node count", Client},
    {"Invalid memory specification", Client},
    {"Invalid generic resource (gres) specification", Client},
    {" is not a valid node count", Inside},
    {" are mutually exclusive", Inside},
    {" is not valid.", Inside},
    {"Could not open user environment file", Client},
    {"Invalid argument (", Client},
    {"invalid number of tasks ", Client},
    {"invalid number of cpus per task ", Client},
    {"invalid number of nodes ", Client},
    {"Script arguments not permitted with --wrap option", Client},
    {"cli_filter plugin terminated with error", Client},
    {"Plugin stack post-option processing failed", Client},
    {"getcwd failed: ", Client},
    {"Unable to open file ", Client},
    {"can't be reached now, or it is an invalid entry for --cluster", Inside},
};

bool matches(const SbatchRefusal& refusal, std::string_view line, bool by_controller) {
  if (refusal.speaker == Controller) return by_controller && line == refusal.text;
  if (by_controller) return false;
  return refusal.speaker == Client ? line.starts_with(refusal.text)
                                   : line.find(refusal.text) != std::string_view::npos;
}

}  // namespace

std::span<const SbatchRefusal> sbatch_refusals() {
  return kRefusals;
}

const SbatchRefusal* find_refusal(std::string_view line) {
  const bool by_controller = line.starts_with(kFailed);
  if (by_controller) line.remove_prefix(kFailed.size());
  for (const SbatchRefusal& refusal : kRefusals) {
    if (matches(refusal, line, by_controller)) return &refusal;
  }
  return nullptr;
}

}  // namespace gpujob
