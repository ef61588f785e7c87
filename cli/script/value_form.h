// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

// The grammar of each kind of value, as sbatch reads it: spaces before a number and a '+' are fine,
// `4.5G` and `4 ` are not. A value is refused here only if every release in use refuses it.
// Sources: https://slurm.schedmd.com/sbatch.html; each form was tried value by value on sbatch
// 22.05.8 (tests/sandbox/agreement/values.txt).

namespace gpujob {

struct ValueForm {
  std::string_view noun;            ///< "a size"
  std::string_view example;         ///< "4G or 4096M"
  std::string_view refusal;         ///< sbatch's words, with {option} and {value}
  std::string_view pattern;         ///< over the whole value; empty: `reads` alone decides
  bool (*reads)(std::string_view);  ///< what a pattern cannot say; null: nothing more
};

bool reads_nodes(std::string_view value);
bool reads_memory(std::string_view value);
bool reads_walltime(std::string_view value);
bool reads_array(std::string_view value);
bool reads_constraint(std::string_view value);
bool reads_gpus(std::string_view value);
bool reads_gres(std::string_view value);
bool reads_hostlist(std::string_view value);
bool reads_nice(std::string_view value);

inline constexpr std::string_view kInvalidNumber =
    R"(Invalid numeric value "{value}" for --{option}.)";
inline constexpr std::string_view kInvalidValue = "Invalid --{option} specification";

inline constexpr ValueForm kCountForm = {"a whole number above 0", "4", kInvalidNumber,
                                         R"(\s*\+?0*(?:[1-9]\d{0,8}|1\d{9}|20\d{8}))", nullptr};
inline constexpr ValueForm kCountOrZeroForm = {"a whole number", "4", kInvalidNumber,
                                               R"(|\s*\+?\d{1,9})", nullptr};
inline constexpr ValueForm kSwitchForm = {"0 or 1", "1", kInvalidNumber, R"(|\s*\+?0*[01])",
                                          nullptr};
inline constexpr ValueForm kNodesForm = {
    "a number of nodes", "2 or 2-4", R"("{value}" is not a valid node count)",
    R"(\s*[+-]?\d{1,9}[kKmM]?\s*(?:-\s*\d{1,9}[kKmM]?)?|)"
    R"(\d{1,9}(?:-\d{1,9}(?::\d+)?)?(?:,\d{1,9}(?:-\d{1,9}(?::\d+)?)?)+|)"
    R"(\d{1,9}-\d{1,9}:\d+)",
    reads_nodes};
inline constexpr ValueForm kMemoryForm = {"a size", "4G or 4096M", kInvalidValue, "", reads_memory};
inline constexpr ValueForm kWalltimeForm = {"a time limit", "00:30:00 or 1-12:00:00", kInvalidValue,
                                            "", reads_walltime};
inline constexpr ValueForm kDateForm = {
    "a point in time", "16:00, now+1hour or 2030-01-20T12:34", kInvalidValue,
    R"((?i)now(?:\s*[+-]\s*\d+\s*(?:seconds?|minutes?|hours?|days?|weeks?)?)?|(?-i)(?:(?:)"
    R"(today|tomorrow|midnight|noon|fika|teatime|)"
    R"((?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?|)"
    R"((?:0?[1-9]|1[0-2]):[0-5]\d(?::[0-5]\d)?\s*[aApP][mM]|)"
    R"(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])|)"
    R"((?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\d|3[01])(?:/\d\d)?|)"
    R"((?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d\d)?|)"
    R"((?:0[1-9]|1[0-2])\.(?:0[1-9]|[12]\d|3[01])\.\d\d)[\sT-]*){1,2})",
    nullptr};
inline constexpr ValueForm kGeometryForm = {
    "sockets:cores:threads", "2:14:1", "Invalid numeric value for -B",
    R"((?:\d+(?:-\d+)?|\*)?(?::(?:\d+(?:-\d+)?|\*)?){0,3})", nullptr};
inline constexpr ValueForm kPriorityForm = {
    "a priority", "100 or TOP", "Priority must be >= 0",
    R"(|[^\d+-].*|\+?[1-3]?\d{1,9}(?:\D.*)?|42949672[0-8]\d|429496729[0-3])", nullptr};
inline constexpr ValueForm kNiceForm = {"a priority adjustment", "100",
                                        "Invalid --nice value, out of range (+/- 2147483645)", "",
                                        reads_nice};
inline constexpr ValueForm kArrayForm = {
    "a list of array indices", "0-9, 1,3,5 or 0-99%10", "Invalid job array specification",
    R"(\[?(?:\s*\+?\d+(?:-\d*(?::0*[1-9]\d*)?)?)?(?:,(?:\s*\+?\d+(?:-\d*(?::0*[1-9]\d)"
    R"(*)?)?)?)*\]?(?:%.*)?)",
    reads_array};
inline constexpr ValueForm kDependencyForm = {
    "a dependency", "afterok:JOBID or singleton", "Job dependency problem",
    R"((?i)|\d+|(?:singleton|(?:after|afterany|afternotok|afterok|aftercorr|)"
    R"(afterburstbuffer|expand)(?::\s*-?[1-9]\d*(?:_(?:\d+|)"
    R"(\*))?(?:\+\d+)?)+)(?:[,?](?:singleton|(?:after|afterany|afternotok|afterok|)"
    R"(aftercorr|afterburstbuffer|expand)(?::\s*-?[1-9]\d*(?:_(?:\d+|)"
    R"(\*))?(?:\+\d+)?)+))*)",
    nullptr};
inline constexpr ValueForm kSignalForm = {
    "a signal", "USR1@120 or B:TERM@60", kInvalidValue,
    R"((?i)(?:[BR]{1,2}:)?(?:(?:SIG)?(?:HUP|INT|QUIT|ABRT|KILL|ALRM|TERM|USR1|USR2|)"
    R"(URG|CONT|STOP|TSTP|TTIN|TTOU|XCPU)|-?[1-9]\d*)\s*(?:@\s*(?:|[0-5]?\d{1,4}|)"
    R"(6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?)",
    nullptr};
inline constexpr ValueForm kDistributionForm = {
    "a distribution", "block:cyclic or plane=4", kInvalidValue,
    R"((?i)(?:(?:no)?pack|(?:arbitrary|plane=[1-9]\d*|(?:block|cyclic|)"
    R"(\*)(?::(?:block|cyclic|fcyclic|\*)?(?::(?:block|cyclic|fcyclic|\*))?)?|)"
    R"(:(?:block|cyclic|fcyclic|\*))(?:,(?:no)?pack)?))",
    nullptr};
inline constexpr ValueForm kConstraintForm = {"a feature expression", "'a&b', 'a|b' or '[a|b]'",
                                              "Invalid feature specification", "",
                                              reads_constraint};
inline constexpr ValueForm kGpusForm = {"a number of GPUs", "2 or TYPE:2",
                                        "Invalid generic resource (gres) specification", "",
                                        reads_gpus};
inline constexpr ValueForm kGresForm = {"a list of resources", "gpu:2 or gpu:TYPE:2",
                                        "Invalid generic resource (gres) specification", "",
                                        reads_gres};
inline constexpr ValueForm kMailForm = {
    "a list of mail types", "END,FAIL", kInvalidValue,
    R"((?i)(?:.*,)?\s*(?:NONE|BEGIN|END|FAIL|REQUEUE|ALL|INVALID_DEPEND|STAGE_OUT|)"
    R"(TIME_LIMIT(?:_[589]0)?|ARRAY_TASKS)\s*(?:,.*)?)",
    nullptr};
inline constexpr ValueForm kHintForm = {
    "a hint", "nomultithread", R"(unrecognized --hint argument "{value}", see --hint=help)",
    "(?i)(?:compute_bound|memory_bound|multithread|nomultithread)(?:,.*)?", nullptr};
inline constexpr ValueForm kOpenModeForm = {"an open mode", "append or truncate", kInvalidValue,
                                            "(?i)[at].*", nullptr};
inline constexpr ValueForm kExclusiveForm = {"a way to share nodes", "user or mcs", kInvalidValue,
                                             "(?i)|exclusive|user|mcs|topo", nullptr};
inline constexpr ValueForm kNoKillForm = {"a choice", "off", kInvalidValue, "(?i)|off|no|set",
                                          nullptr};
inline constexpr ValueForm kUserEnvForm = {"a timeout", "10L", kInvalidValue, "(?i)-?\\d*[sl]?",
                                           nullptr};
// The names themselves are the center's; a count that is not a number never fits.
inline constexpr ValueForm kLicensesForm = {
    "a list of licenses", "NAME or NAME:2,OTHER", "Invalid license specification",
    R"(|[^\s:]+(?::\s*\d+)?(?:[,;|][^\s:]+(?::\s*\d+)?)*)", nullptr};
inline constexpr ValueForm kHostlistForm = {"a list of nodes", "n1,n[3-5]",
                                            "Invalid node name specified",
                                            R"(.*/.*|(?:[^\[\]]|\[[^\[\]]*\])*)", reads_hostlist};
inline constexpr ValueForm kYesNoForm = {"yes or no", "yes", kInvalidValue, "(?i)yes|no", nullptr};
inline constexpr ValueForm kPropagateForm = {
    "a list of limits", "STACK,NOFILE or NONE", "--propagate={value} is not valid.",
    "|ALL|NONE|(?:(?:AS|CORE|CPU|DATA|FSIZE|MEMLOCK|NOFILE|NPROC|RSS|STACK)[, ]?)+", nullptr};
inline constexpr ValueForm kGresFlagsForm = {
    "a flag", "enforce-binding", kInvalidValue,
    "(?i)(?:(?:disable-binding|enforce-binding|allow-task-sharing|one-task-per-sharing|"
    "multiple-tasks-per-sharing)(?:,|$))+",
    nullptr};
inline constexpr ValueForm kProfileForm = {
    "a kind of profile", "task or all", "invalid --profile={value} option",
    "(?i).*(?:none|all|energy|task|filesystem|lustre|network).*", nullptr};
inline constexpr ValueForm kSwitchesForm = {"a number of switches", "1 or 1@10:00", kInvalidNumber,
                                            R"(\s*\+?0*[1-9]\d{0,8}(?:@.*)?)", nullptr};
inline constexpr ValueForm kAcctgFreqForm = {
    "a sampling interval", "30 or task=30", "Invalid --acctg-freq specification: {value}",
    R"((?i)(?:|(?:(?:(?:task|energy|network|filesystem)=)?\d[^,]*(?:,|$))+))", nullptr};
inline constexpr ValueForm kCpuFreqForm = {
    "a CPU frequency", "2000000, high or OnDemand", "Invalid --cpu-freq argument",
    R"((?i)conservative|ondemand|performance|powersave|schedutil|userspace|(?:low|)"
    R"(medium|highm1|high|[1-9][\d.]*[a-z]*)(?:-(?:low|medium|highm1|high|)"
    R"([1-9][\d.]*[a-z]*)(?::(?:conservative|ondemand|performance|powersave|)"
    R"(schedutil|userspace))?)?)",
    nullptr};
inline constexpr ValueForm kGpuFreqForm = {
    "a GPU frequency", "high or medium,memory=high", "Invalid --gpu-freq argument: gpu:{value}",
    R"((?:(?:(?:memory=)?(?:low|medium|highm1|high|[1-9]\d*)|verbose)(?:,|$))+)", nullptr};
inline constexpr ValueForm kGpuBindForm = {
    "a way to bind GPUs", "closest, single:2 or map_gpu:0,1",
    "Invalid --gpu-bind argument: gpu:{value}",
    R"((?i)(?:verbose,)?(?:no|none|closest|single:.*|map_gpu:[\d,*]*|mask_gpu:.*|)"
    R"(per_task:.*)(?:,verbose)?)",
    nullptr};
inline constexpr ValueForm kMemBindForm = {
    "a way to bind memory", "local or map_mem:0,1", R"(unrecognized --mem-bind argument "{value}")",
    R"((?i)(?:(?:verbose|v|quiet|q|prefer|p|sort|nosort|none|no|rank|local|)"
    R"(map_mem:\d[\dx*]*(?:,\d[\dx*]*)*|mask_mem:[\da-fx*]+(?:,[\da-fx*]+)*)(?:,|$))+)",
    nullptr};

}  // namespace gpujob
