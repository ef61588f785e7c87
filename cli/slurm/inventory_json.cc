// SPDX-License-Identifier: MIT
#include "slurm/inventory_json.h"

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "base/format.h"
#include "base/instant.h"
#include "base/json_value.h"
#include "base/text.h"
#include "slurm/ask.h"

namespace gpujob {

namespace {

Failure not_slurms(std::string_view what) {
  return {ExitCode::Unknown, std::string(what), "no answer can be read",
          "the JSON is cut or is another command's", "save the output again"};
}

/// What stands at the end of a path of keys; null if one is missing.
const Json& at(const Json& json, std::initializer_list<const char*> path) {
  static const Json kNothing;
  const Json* here = &json;
  for (const char* key : path) {
    const auto found = here->is_object() ? here->find(key) : here->end();
    if (found == here->end()) return kNothing;
    here = &*found;
  }
  return *here;
}

/// A word, a number, a list of words ("a,b"), or {set, infinite, number}; "" where nothing is set.
std::string value_of(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  if (json.is_number_integer()) return format("{}", json.get<long long>());
  if (json.is_array()) {
    std::vector<std::string> words;
    for (const Json& word : json) {
      if (word.is_string()) words.push_back(word.get<std::string>());
    }
    return join(words, ",");
  }
  const Json& infinite = at(json, {"infinite"});
  if (infinite.is_boolean() && infinite.get<bool>()) return "UNLIMITED";
  const Json& set = at(json, {"set"});
  return set.is_boolean() && set.get<bool>() ? value_of(at(json, {"number"})) : "";
}

void put(ShowRecord& record, const char* key, const Json& value) {
  const std::string text = value_of(value);
  if (!text.empty()) record.emplace(key, text);
}

/// Seconds since 1970 as the text says it, in UTC; anything else as it stands there.
void put_time(ShowRecord& record, const char* key, const Json& value) {
  constexpr long long kYear10000 = 253'402'300'800;
  const std::string text = value_of(value);
  const auto seconds = parse_integer(text);
  const bool is_time = seconds && *seconds >= 0 && *seconds < kYear10000;
  record.emplace(
      key, is_time ? format_instant(Instant(std::chrono::seconds(*seconds))).substr(0, 19) : text);
}

/// The list that the document is about, each entry made a record. `name` is the key that all have.
template <class Read>
Result<std::vector<ShowRecord>> records_in(std::string_view text, const char* list, Read read,
                                           const char* name = "name") {
  const std::string where = format("JSON of {}", list);
  const auto document = parse_json(text, where, kMostOutput);
  if (!document) {
    Failure too_large = document.failure();
    too_large.exit = ExitCode::Unknown;
    return text.size() > kMostOutput ? too_large : not_slurms(where);
  }
  const Json& entries = at(*document, {list});
  const Json& errors = at(*document, {"errors"});
  if (!entries.is_array() || (errors.is_array() && !errors.empty())) return not_slurms(where);
  std::vector<ShowRecord> records;
  for (const Json& entry : entries) {
    if (!at(entry, {name}).is_string()) return not_slurms(where);
    read(entry, records.emplace_back());
  }
  return records;
}

/// A list of {type, name, count} by "node" or "gres/gpu". Memory counts MiB: the text has the unit.
void put_tres(ShowRecord& record, const Json& tres) {
  if (!tres.is_array()) return;
  for (const Json& one : tres) {
    const std::string type = value_of(at(one, {"type"}));
    const std::string name = value_of(at(one, {"name"}));
    record.emplace(type + (name.empty() ? "" : "/" + name),
                   value_of(at(one, {"count"})) + (type == "mem" ? "M" : ""));
  }
}

/// 23.02 has it raw: the highest bit tells it from memory per node (MEM_PER_CPU of slurm.h).
void put_memory_per_cpu(ShowRecord& record, const Json& defaults) {
  put(record, "DefMemPerCPU", at(defaults, {"partition_memory_per_cpu"}));
  const Json& raw = at(defaults, {"memory_per_cpu"});
  if (!raw.is_number_integer() || raw.get<long long>() >= 0) return;
  record.emplace("DefMemPerCPU",
                 format("{}", raw.get<long long>() & std::numeric_limits<long long>::max()));
}

/// Up to 25.11 the most jobs on one resource, 0 for whole nodes: src/api/partition_info.c makes of
/// it what the text says. Since 26.05 words, and flags.
void put_sharing(ShowRecord& record, const Json& entry) {
  const std::string most = value_of(at(entry, {"maximums", "oversubscribe", "jobs"}));
  const std::string share = most.empty() ? value_of(at(entry, {"maximums", "shares"})) : most;
  if (!share.empty()) record.emplace("OverSubscribe", share == "0" ? "EXCLUSIVE" : "NO");
  put(record, "Exclusive", at(entry, {"partition", "exclusive"}));
  const Json& flags = at(entry, {"flags"});
  if (!flags.is_array()) return;
  const std::string all = value_of(flags);
  for (const auto& [key, flag] : {std::pair{"Default", "DEFAULT"}, std::pair{"Hidden", "HIDDEN"}})
    record.emplace(key, contains(split(all, ','), flag) ? "YES" : "NO");
}

}  // namespace

bool is_json(std::string_view text) {
  return trim(text).starts_with('{');
}

Result<ShowRecord> json_cluster(std::string_view text) {
  const auto document = parse_json(text, "JSON", kMostOutput);
  if (!document) return not_slurms("JSON");
  ShowRecord record;
  // "Slurm" up to 23.11.
  for (const char* name : {"slurm", "Slurm"}) {
    put(record, "ClusterName", at(*document, {"meta", name, "cluster"}));
    put(record, "SLURM_VERSION", at(*document, {"meta", name, "release"}));
  }
  return record;
}

Result<std::vector<ShowRecord>> json_partitions(std::string_view text) {
  return records_in(text, "partitions", [](const Json& entry, ShowRecord& record) {
    put(record, "PartitionName", at(entry, {"name"}));
    put(record, "QoS", at(entry, {"qos", "assigned"}));
    put(record, "AllowQos", at(entry, {"qos", "allowed"}));
    put(record, "DenyQos", at(entry, {"qos", "deny"}));
    // Minutes, as a bare number is in the text.
    put(record, "MaxTime", at(entry, {"maximums", "time"}));
    put(record, "DefaultTime", at(entry, {"defaults", "time"}));
    put(record, "MaxNodes", at(entry, {"maximums", "nodes"}));
    put_memory_per_cpu(record, at(entry, {"defaults"}));
    if (!record.contains("MaxTime") && at(entry, {"maximums", "time"}).is_object())
      record.emplace("MaxTime", "UNLIMITED");
    put_sharing(record, entry);
  });
}

Result<std::vector<ShowRecord>> json_nodes(std::string_view text) {
  constexpr std::array<std::pair<const char*, const char*>, 10> kRead = {
      {{"NodeName", "name"},
       {"Arch", "architecture"},
       {"Partitions", "partitions"},
       {"AvailableFeatures", "features"},
       {"CPUTot", "cpus"},
       {"CPUEfctv", "effective_cpus"},
       {"ThreadsPerCore", "threads"},
       {"RealMemory", "real_memory"},
       {"MemSpecLimit", "specialized_memory"},
       {"Gres", "gres"}}};
  bool has_all = true;
  auto records = records_in(text, "nodes", [&](const Json& entry, ShowRecord& record) {
    for (const auto& [key, name] : kRead) {
      // What is not there is unknown: a node without "gres" may have GPUs.
      has_all = has_all && entry.contains(name);
      put(record, key, at(entry, {name}));
    }
  });
  if (!has_all) return not_slurms("JSON of nodes");
  return records;
}

Result<std::vector<ShowRecord>> json_qos(std::string_view text) {
  return records_in(text, "qos", [](const Json& entry, ShowRecord& record) {
    put(record, "Name", at(entry, {"name"}));
    put(record, "MaxWall", at(entry, {"limits", "max", "wall_clock", "per", "job"}));
    put(record, "MaxJobsPU", at(entry, {"limits", "max", "jobs", "active_jobs", "per", "user"}));
    put(record, "MaxSubmitPU", at(entry, {"limits", "max", "jobs", "per", "user"}));
    put_tres(record, at(entry, {"limits", "max", "tres", "per", "job"}));
    for (const auto& [key, tres] :
         {std::pair{"MaxTRESPU", &at(entry, {"limits", "max", "tres", "per", "user"})},
          std::pair{"MaxTRESPA", &at(entry, {"limits", "max", "tres", "per", "account"})},
          std::pair{"MinTRES", &at(entry, {"limits", "min", "tres", "per", "job"})},
          std::pair{"GrpTRES", &at(entry, {"limits", "max", "tres", "total"})}}) {
      ShowRecord limits;
      put_tres(limits, *tres);
      std::vector<std::string> words;
      for (const auto& [name, most] : limits) words.push_back(format("{}={}", name, most));
      record.emplace(key, join(words, ","));
    }
  });
}

Result<std::vector<ShowRecord>> json_reservations(std::string_view text) {
  return records_in(text, "reservations", [](const Json& entry, ShowRecord& record) {
    put(record, "ReservationName", at(entry, {"name"}));
    put_time(record, "StartTime", at(entry, {"start_time"}));
    put_time(record, "EndTime", at(entry, {"end_time"}));
    put(record, "NodeCnt", at(entry, {"node_count"}));
    put(record, "Nodes", at(entry, {"node_list"}));
    put(record, "Users", at(entry, {"users"}));
    put(record, "Accounts", at(entry, {"accounts"}));
    put(record, "Flags", at(entry, {"flags"}));
  });
}

Result<std::vector<ShowRecord>> json_licenses(std::string_view text) {
  const auto read = [](const Json& entry, ShowRecord& record) {
    put(record, "LicenseName", at(entry, {"LicenseName"}));
    put(record, "Total", at(entry, {"Total"}));
  };
  return records_in(text, "licenses", read, "LicenseName");
}

Result<std::vector<ShowRecord>> json_jobs(std::string_view text) {
  constexpr std::array<std::pair<const char*, const char*>, 5> kAsked = {
      {{"Features", "features"},
       {"TresPerJob", "tres_per_job"},
       {"TresPerNode", "tres_per_node"},
       {"TresPerSocket", "tres_per_socket"},
       {"TresPerTask", "tres_per_task"}}};
  const auto read = [&](const Json& entry, ShowRecord& record) {
    // What is not there is unknown, and what is empty was not asked for.
    for (const auto& [key, name] : kAsked) {
      if (!entry.contains(name) || !entry.contains("shared")) return;
    }
    for (const auto& [key, name] : kAsked) record.emplace(key, value_of(at(entry, {name})));
    put(record, "Partition", at(entry, {"partition"}));
    const std::string array = value_of(at(entry, {"array_job_id"}));
    if (array != "0") record.emplace("ArrayJobId", array);
    const std::string shared = to_lower(value_of(at(entry, {"shared"})));
    record.emplace("OverSubscribe", contains(split(shared, ','), "none") ? "NO" : "OK");
  };
  return records_in(text, "jobs", read, "partition");
}

}  // namespace gpujob
