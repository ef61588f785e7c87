// SPDX-License-Identifier: MIT
#include "slurm/inventory_json.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "base/format.h"
#include "base/instant.h"
#include "base/json_value.h"
#include "base/memory_size.h"
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

std::string value_of(const Json& json);

/// One of a list of {type, name, count} as the text has it: "gres/gpu=2". What counts MiB has its
/// unit there: slurmdb_make_tres_string_from_simple() in src/common/slurmdb_defs.c of Slurm.
std::string tres_word(const Json& json) {
  const std::string type = value_of(at(json, {"type"}));
  const std::string name = value_of(at(json, {"name"}));
  const Json& count = at(json, {"count"});
  const bool is_size = type == "mem" || type == "bb" || name == "gpumem";
  return format("{}{}{}={}", type, name.empty() ? "" : "/", name,
                is_size && count.is_number_integer() ? format_memory_mib(count.get<long long>())
                                                     : value_of(count));
}

/// A word, a number, a list of words ("a,b") or of TRES, or {set, infinite, number}; "" where
/// nothing is set. Anything else as it stands there: where a number or a time is read, that fails,
/// and is not taken for a value that is not set.
std::string value_of(const Json& json) {
  if (json.is_null()) return "";
  if (json.is_string()) return json.get<std::string>();
  if (json.is_number_integer()) return format("{}", json.get<long long>());
  if (json.is_array()) {
    std::vector<std::string> words;
    for (const Json& word : json) {
      if (!word.is_object() && !word.is_string()) return dump_json_line(json);
      words.push_back(word.is_object() ? tres_word(word) : word.get<std::string>());
    }
    // Slurm sorts resources; names stand in an order of their own.
    if (!json.empty() && json.front().is_object()) std::sort(words.begin(), words.end());
    return join(words, ",");
  }
  const Json& infinite = at(json, {"infinite"});
  if (infinite.is_boolean() && infinite.get<bool>()) return "UNLIMITED";
  const Json& set = at(json, {"set"});
  if (set.is_boolean() && !set.get<bool>()) return "";
  const Json& number = at(json, {"number"});
  if (set.is_boolean() && number.is_number_integer()) return value_of(number);
  return dump_json_line(json);
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

/// The list that the document is about, each entry made a record. `name` is the key of what each is
/// called. `kept` are the keys that are read, of a list so long that the others cost time.
template <class Read>
Result<std::vector<ShowRecord>> records_in(std::string_view text, const char* list, Read read,
                                           const char* name = "name",
                                           std::span<const std::string_view> kept = {}) {
  const std::string where = format("JSON of {}", list);
  const auto document = parse_json(text, where, kMostOutput, kept);
  if (!document) {
    Failure too_large = document.failure();
    too_large.exit = ExitCode::Unknown;
    return text.size() > kMostOutput ? too_large : not_slurms(where);
  }
  // sacctmgr of 23.02 names "QOS" and "tres", later ones "qos" and "TRES".
  const Json* entries = &at(*document, {list});
  for (const auto& [key, value] : document->items())
    if (to_lower(key) == list) entries = &value;
  const Json& errors = at(*document, {"errors"});
  if (!entries->is_array() || (errors.is_array() && !errors.empty())) return not_slurms(where);
  std::vector<ShowRecord> records;
  for (const Json& entry : *entries) {
    const Json& called = at(entry, {name});
    if (!called.is_string() || value_of(called).empty()) return not_slurms(where);
    read(entry, records.emplace_back());
  }
  return records;
}

/// A column of a text, and where its value stands: "max/tres/total", as Slurm's source writes it.
struct Column {
  const char* name;
  const char* path;
};

/// The list with the columns of each entry. What is not there is unknown, and no document of
/// Slurm's: a node without "gres" may have GPUs, and who has no limit has an empty one.
Result<std::vector<ShowRecord>> rows_in(std::string_view text, const char* list, const char* name,
                                        std::initializer_list<Column> columns) {
  std::vector<std::string_view> kept = {name};
  for (const Column& column : columns) kept.push_back(split(column.path, '/').front());
  bool has_all = true;
  auto records = records_in(
      text, list,
      [&](const Json& entry, ShowRecord& record) {
        for (const Column& column : columns) {
          const Json* value = &entry;
          for (const std::string_view key : split(column.path, '/'))
            value = &at(*value, {std::string(key).c_str()});
          has_all = has_all && !value->is_null();
          const std::string cell = value_of(*value);
          record.emplace(column.name, cell == "UNLIMITED" ? "" : cell);
        }
      },
      name, kept);
  if (!has_all) return not_slurms(format("JSON of {}", list));
  return records;
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

// OPENAPI_CONF_RESP, SLURM_CONF and SLURM_CONF_META of data_parser v0.0.45.
Result<std::vector<ShowRecord>> json_config(std::string_view text) {
  const auto document = parse_json(text, "JSON", kMostOutput);
  if (!document) return not_slurms("JSON of the configuration");
  ShowRecord record;
  for (const char* key : {"ClusterName", "MaxArraySize"})
    put(record, key, at(*document, {"slurm_conf", key}));
  put(record, "SLURM_VERSION", at(*document, {"slurm_conf_meta", "SLURM_VERSION"}));
  if (record.size() < 3) return not_slurms("JSON of the configuration");
  return std::vector{std::move(record)};
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
  return rows_in(text, "nodes", "name",
                 {{"NodeName", "name"},
                  {"Arch", "architecture"},
                  {"Partitions", "partitions"},
                  {"AvailableFeatures", "features"},
                  {"CPUTot", "cpus"},
                  {"CPUEfctv", "effective_cpus"},
                  {"ThreadsPerCore", "threads"},
                  {"RealMemory", "real_memory"},
                  {"MemSpecLimit", "specialized_memory"},
                  {"Gres", "gres"}});
}

Result<std::vector<ShowRecord>> json_qos(std::string_view text) {
  return rows_in(text, "qos", "name",
                 {{"Name", "name"},
                  {"MaxWall", "limits/max/wall_clock/per/job"},
                  {"MaxTRES", "limits/max/tres/per/job"},
                  {"MaxJobsPU", "limits/max/jobs/active_jobs/per/user"},
                  {"MaxSubmitPU", "limits/max/jobs/per/user"},
                  {"MaxTRESPU", "limits/max/tres/per/user"},
                  {"MaxTRESPA", "limits/max/tres/per/account"},
                  {"MinTRES", "limits/min/tres/per/job"},
                  {"GrpTRES", "limits/max/tres/total"}});
}

Result<std::vector<ShowRecord>> json_associations(std::string_view text) {
  return rows_in(text, "associations", "account",
                 {{"Cluster", "cluster"},
                  {"Account", "account"},
                  {"MaxTRES", "max/tres/per/job"},
                  {"GrpTRES", "max/tres/total"},
                  {"Partition", "partition"},
                  {"DefaultQOS", "default/qos"},
                  {"QOS", "qos"},
                  {"MaxWall", "max/jobs/per/wall_clock"},
                  {"MaxSubmit", "max/jobs/total"}});
}

Result<std::vector<ShowRecord>> json_tres(std::string_view text) {
  return rows_in(text, "tres", "type", {{"Type", "type"}, {"Name", "name"}});
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
  // Most of what scontrol says of a job is each core of each of its nodes.
  std::vector<std::string_view> kept = {"partition", "array_job_id", "shared"};
  for (const auto& [key, name] : kAsked) kept.emplace_back(name);
  return records_in(text, "jobs", read, "partition", kept);
}

}  // namespace gpujob
