// SPDX-License-Identifier: MIT
#include "slurm/job_requests.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "base/format.h"
#include "base/text.h"
#include "slurm/ask.h"
#include "slurm/ask_json.h"
#include "slurm/inventory_json.h"

namespace gpujob {

namespace {

/// The keys that are read, and those of paths before the resources, in Slurm's order. Names, paths
/// and comments of users may hold such words too: then the order is another, or a key comes twice.
constexpr std::array<std::string_view, 14> kJobKeys = {
    "JobId",      "ArrayJobId",  "Partition",     "Features",   "OverSubscribe",
    "Command",    "WorkDir",     "StdErr",        "StdIn",      "StdOut",
    "TresPerJob", "TresPerNode", "TresPerSocket", "TresPerTask"};
/// Without these it is not a job's record.
constexpr std::array<std::string_view, 3> kAlways = {"Partition", "Features", "OverSubscribe"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kPer = {
    {{"TresPerJob", "--gpus="},
     {"TresPerNode", "--gres="},
     {"TresPerSocket", "--gpus-per-socket="},
     {"TresPerTask", "--gpus-per-task="}}};

/// The record of one job's text; empty if a word of a user may be taken for Slurm's.
ShowRecord job_record(std::string_view text) {
  ShowRecord record;
  auto next = kJobKeys.begin();
  for (const std::string_view line : lines(text)) {
    for (const std::string_view word : split(line, ' ')) {
      const std::string_view key = word.substr(0, word.find('='));
      if (key.size() == word.size() || !contains(kJobKeys, key)) continue;
      next = std::find(next, kJobKeys.end(), key);
      if (next == kJobKeys.end()) return {};
      ++next;
      record.emplace(key, word.substr(key.size() + 1));
    }
  }
  return record;
}

Failure broken_off() {
  return {ExitCode::Unknown, "scontrol", "the list of jobs breaks off, or is another command's"};
}

/// A record of several lines ends with an empty one.
Result<std::vector<ShowRecord>> job_records(std::string_view text) {
  std::vector<ShowRecord> records;
  const std::string_view begin = trim(text);
  if (begin.starts_with("No jobs in the system")) return records;
  if (!begin.starts_with("JobId=") || !text.ends_with('\n')) return broken_off();
  std::string_view record;
  for (const std::string_view line : lines(text)) {
    if (line.starts_with("JobId=") && !record.empty()) {
      records.push_back(job_record(record));
      record = {};
    }
    if (record.empty() && !line.starts_with("JobId=")) continue;
    if (record.empty()) record = line;
    record = {record.data(), static_cast<std::size_t>(line.data() + line.size() - record.data())};
  }
  const bool is_one_line = record.find('\n') == std::string_view::npos;
  const bool is_whole = is_one_line ? record.find(" OverSubscribe=") != std::string_view::npos
                                    : text.ends_with("\n\n");
  if (!is_whole) return broken_off();
  records.push_back(job_record(record));
  return records;
}

/// No text that could end a line, or be two words.
bool is_plain_word(std::string_view text) {
  return is_plain_ascii(text) && text.find(' ') == std::string_view::npos;
}

std::string value_of_key(const ShowRecord& record, std::string_view key) {
  const auto found = record.find(key);
  return found == record.end() || found->second == "(null)" ? "" : found->second;
}

/// "gres/gpu:TYPE:2", "gres:gpu:2" (up to 22.05) or "gres/gpu=2" as "gpu:TYPE:N"; empty for what is
/// not about GPUs. Nothing if it has another form.
std::optional<std::string> gpus_asked(std::string_view item) {
  for (const std::string_view prefix : {"gres/", "gres:"})
    if (item.starts_with(prefix)) item.remove_prefix(prefix.size());
  const std::string_view name = item.substr(0, item.find_first_of(":="));
  if (name != "gpu" && name != "shard" && name != "mps") return "";
  std::string rest(item.substr(name.size()));
  if (!rest.empty()) rest.erase(0, 1);
  const std::string words = replace_all(rest, "=", ":");
  std::vector<std::string_view> parts = split(words, ':');
  if (parse_integer(parts.back())) parts.pop_back();
  if (rest.empty() || parts.empty()) return format("{}:N", name);
  if (parts.size() > 1 || parts.front().empty()) return std::nullopt;
  return format("{}:{}:N", name, parts.front());
}

/// The options that ask for GPUs; nothing if one cannot be read.
std::optional<std::string> options_of(const ShowRecord& record) {
  std::vector<std::string> options;
  for (const auto& [key, option] : kPer) {
    std::vector<std::string> asked;
    const std::string value = value_of_key(record, key);
    for (const std::string_view item : split(value, ',')) {
      auto one = gpus_asked(item);
      if (!one) return std::nullopt;
      if (one->empty()) continue;
      // Only --gres names the resource.
      asked.push_back(key == "TresPerNode" || !one->starts_with("gpu:") ? *one : one->substr(4));
    }
    if (!asked.empty()) options.push_back(format("{}{}", option, join(asked, ",")));
  }
  return join(options, " ");
}

std::optional<SlurmRequestForm> form_of(const ShowRecord& record) {
  for (const std::string_view key : kAlways)
    if (!record.contains(key)) return std::nullopt;
  const auto options = options_of(record);
  if (!options) return std::nullopt;
  SlurmRequestForm form{"", *options, value_of_key(record, "Features"),
                        record.find("OverSubscribe")->second == "NO", 0};
  if (!is_plain_word(form.constraint) || !is_plain_ascii(form.gpus)) return std::nullopt;
  return form;
}

}  // namespace

Result<SlurmRequests> read_requests(std::string_view text) {
  const auto records = is_json(text) ? json_jobs(text) : job_records(text);
  if (!records) return broken_off();
  SlurmRequests all;
  using Key = std::tuple<std::string, std::string, std::string, bool>;
  std::map<Key, int> jobs;
  std::set<std::pair<std::string, Key>> arrays;
  for (const ShowRecord& record : *records) {
    const auto form = form_of(record);
    const std::string partitions = value_of_key(record, "Partition");
    if (!form || partitions.empty() || !is_plain_word(partitions)) {
      ++all.unread;
      continue;
    }
    const std::string array = value_of_key(record, "ArrayJobId");
    for (const std::string_view partition : split(partitions, ',')) {
      const Key key{partition, form->gpus, form->constraint, form->has_whole_nodes};
      if (array.empty() || arrays.emplace(array, key).second) ++jobs[key];
    }
  }
  for (const auto& [key, count] : jobs) {
    const auto& [partition, gpus, constraint, whole] = key;
    all.forms.push_back({partition, gpus, constraint, whole, count});
  }
  return all;
}

Result<SlurmRequests> ask_requests(World& world, const Endpoint& endpoint,
                                   const std::string& release) {
  if (const auto json =
          ask_json(world, endpoint, release, {"scontrol", {"show", "job"}, json_jobs})) {
    return read_requests(*json);
  }
  auto answer =
      ask_slurm(world, endpoint, "scontrol", {"--oneliner", "show", "job"}, kQuestionDeadline);
  if (!answer) return answer.failure();
  // No message shows a line of it: the jobs are other people's.
  const std::string jobs = std::move(answer->out);
  answer->out.clear();
  if (is_incomplete(*answer))
    return not_answered("scontrol", "the jobs could not be asked", *answer);
  if (jobs.size() >= kMostOutput) {
    return Failure(ExitCode::Unknown, "scontrol", "the jobs could not be asked",
                   "the answer is too long", "save those of one partition, and use --from DIR");
  }
  return read_requests(jobs);
}

}  // namespace gpujob
