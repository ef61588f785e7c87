// SPDX-License-Identifier: MIT
// What Slurm 19.05 to 25.11 really printed, in the folder recorded/. A recording is the files
// NAME.config.txt, NAME.node.json and so on: as a public page shows them, with a few of their nodes
// and partitions; only the empty line after a last record is put back, and in JSON blanks and lines
// are others. NAME.rows says of which page, and is the table by hand of all that is read of it.

#include <concepts>
#include <filesystem>
#include <gmock/gmock.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/format.h"
#include "base/instant.h"
#include "base/text.h"
#include "slurm/ask_inventory.h"
#include "slurm/ask_offers.h"
#include "slurm/inventory.h"
#include "support/fake_world.h"
#include "support/messages.h"
#include "support/read_source.h"

namespace gpujob {
namespace {

using testing::Not;

const std::string kRecorded = "tests/unit/slurm/recorded/";

std::string cell(const std::string& word) {
  return word.empty() ? "-" : word;
}

std::string cell(std::integral auto number) {
  return format("{}", number);
}

std::string cell(bool yes) {
  return yes ? "yes" : "no";
}

std::string cell(Seconds time) {
  return format("{}", time.count());
}

std::string cell(Instant time) {
  return format_instant(time);
}

std::string cell(const std::vector<std::string>& words) {
  return words.empty() ? "-" : join(words, ",");
}

std::string cell(const std::map<std::string, int>& gpus) {
  std::vector<std::string> all;
  for (const auto& [type, count] : gpus) all.push_back(format("{}:{}", type, count));
  return cell(all);
}

std::string cell(const std::optional<bool>& yes) {
  return yes ? cell(*yes) : "?";
}

template <class Value>
std::string cell(const std::optional<Value>& value) {
  return value ? cell(*value) : "-";
}

std::string cell(const SlurmLimits& limits) {
  const auto& [gpus, cpus, nodes, memory, submitted, time] = limits;
  return join(std::vector<std::string>{cell(gpus), cell(cpus), cell(nodes), cell(memory),
                                       cell(submitted), cell(time)},
              " ");
}

template <class... Values>
std::string row(const std::string& kind, const Values&... values) {
  return format("{} {}\n", kind, join(std::vector<std::string>{cell(values)...}, " | "));
}

// Each takes a record apart by all its members, so that one more does not compile without a column.

std::string printed(const SlurmPartition& partition) {
  const auto& [name, is_default, is_hidden, qos, allowed, denied, is_exclusive, max_time,
               default_time, max_nodes, memory_per_cpu] = partition;
  return row("partition", name, is_default, is_hidden, qos, allowed, denied, is_exclusive, max_time,
             default_time, max_nodes, memory_per_cpu);
}

std::string printed(const SlurmNode& node) {
  const auto& [name, arch, partitions, features, gpus, cpus, usable, threads, memory] = node;
  return row("node", name, arch, partitions, features, gpus, cpus, usable, threads, memory);
}

std::string printed(const SlurmQos& qos) {
  const auto& [name, time, nodes, cpus, gpus, jobs, submitted, others] = qos;
  return row("qos", name, time, nodes, cpus, gpus, jobs, submitted, join(others, "; "));
}

std::string printed(const SlurmReservation& reservation) {
  const auto& [name, start, end, nodes, is_maintenance, list, users, accounts] = reservation;
  return row("reservation", name, start, end, nodes, is_maintenance, list, users, accounts);
}

std::string printed(const SlurmLicense& license) {
  const auto& [name, total] = license;
  return row("license", name, total);
}

std::string printed(const SlurmAssociation& association) {
  const auto& [cluster, account, partition, default_qos, each, all] = association;
  return row("association", cluster, account, partition, default_qos, each, all);
}

/// "https://...", or repository and path: "xenon-middleware/xenon (Apache-2.0), src/test/X.java".
testing::Matcher<std::string> has_address() {
  return testing::ContainsRegex(
      "https://[^ ]+[.]|[A-Za-z0-9-]+/[A-Za-z0-9._-]+( [(][^)]*[)])?, "
      "[A-Za-z0-9_-]*[./][A-Za-z0-9./_-]");
}

template <class Entry>
std::string printed(const std::vector<Entry>& entries) {
  std::string all;
  for (const Entry& entry : entries) all += printed(entry);
  return all;
}

/// What is read of a recording, as rows; `used` gets its files.
std::string read_recording(const std::string& name, std::set<std::string>& used) {
  FakeWorld world;
  const auto put = [&](const std::string& kind, const std::string& instead) {
    for (const char* form : {"json", "txt"}) {
      const std::string file = format("{}.{}.{}", name, kind, form);
      if (!std::filesystem::exists(format("{}/{}{}", GPUJOB_SOURCE_DIR, kRecorded, file))) continue;
      used.insert(file);
      world.put(format("/saved/{}.{}", kind, form), read_source(kRecorded + file));
      return true;
    }
    if (!instead.empty()) world.put(format("/saved/{}.txt", kind), instead);
    return false;
  };
  const bool has_sinfo = put("sinfo", "");
  const auto other = [&](const char* text) { return has_sinfo ? "" : text; };
  const bool has_partitions =
      put("partition", other("PartitionName=x MaxTime=1:00\n")) || has_sinfo;
  const bool has_nodes = put("node", other("NodeName=x CPUTot=1 RealMemory=1\n")) || has_sinfo;
  const auto json = world.files.find("/saved/node.json");
  const bool is_named =
      json != world.files.end() && json->second.text.find("\"cluster\":") != std::string::npos;
  const bool has_config =
      put("config", is_named ? "" : other("ClusterName = x\nSLURM_VERSION = x\n")) || is_named;
  for (const char* kind : {"qos", "reservation", "license", "assoc", "tres"}) put(kind, "");
  const auto texts = load_inventory(world, "/saved", Instead::Sinfo);
  if (!is_ok(texts)) return texts.failure().diagnostics.front().line();
  const auto inventory = read_inventory(*texts);
  if (!is_ok(inventory)) return inventory.failure().diagnostics.front().line();
  const auto offers = load_offers(world, "/saved");
  if (!is_ok(offers)) return offers.failure().diagnostics.front().line() + "\n";
  const auto& [cluster, version, array_size, partitions, nodes, qos, knows_qos, untold] =
      *inventory;
  std::string all;
  if (has_config) all += row("cluster", cluster, version, array_size, knows_qos);
  if (has_partitions) all += printed(partitions);
  if (has_nodes) all += printed(nodes);
  all += printed(qos);
  for (const std::string& what : untold) all += row("untold", what);
  if (offers->reservations) all += printed(*offers->reservations);
  if (offers->licenses) all += printed(*offers->licenses);
  if (offers->associations) all += printed(*offers->associations);
  if (offers->counted_gpus) all += row("counted", *offers->counted_gpus);
  return all;
}

// The columns of a table:
//   cluster      name, release, MaxArraySize, were QOS asked for?
//   partition    name, is it the default? hidden? its QOS, those allowed, those denied, only whole
//                nodes? most seconds, seconds by default, most nodes, MiB per CPU by default
//   node         name, architecture, partitions, features, GPUs, CPUs, those of jobs, threads per
//                core, MiB
//   qos          name, a job's most seconds, nodes, CPUs, GPUs; a user's jobs, submitted; others
//   untold       what sinfo does not tell
//   reservation  name, start, end, nodes, is it for maintenance? its nodes, users, accounts
//   license      name, how many
//   association  cluster, account, partition, QOS by default; limits of a job and of all: GPUs,
//                CPUs, nodes, MiB, submitted, seconds
//   counted      types of GPUs that the accounting counts
// or what is said where it cannot be read.
TEST(Recorded, OutputsAreReadWithoutLoss) {
  std::set<std::string> files;
  std::set<std::string> used;
  for (const auto& entry : std::filesystem::directory_iterator(
           format("{}/{}", GPUJOB_SOURCE_DIR, kRecorded.substr(0, kRecorded.size() - 1)))) {
    const std::filesystem::path file = entry.path().filename();
    if (file.extension() != ".rows") {
      files.insert(file.string());
      continue;
    }
    const std::string table = read_source(kRecorded + file.string());
    std::string expected;
    std::string source;
    for (const std::string_view line : lines(table)) {
      if (line.starts_with("# ")) {
        source += format("{} ", line.substr(2));
      } else {
        expected += format("{}\n", line);
      }
    }
    EXPECT_THAT(source, has_address()) << file;
    EXPECT_EQ(read_recording(file.stem().string(), used), expected) << file << "\n" << source;
  }
  EXPECT_EQ(used, files);
  EXPECT_GT(files.size(), 50U);
}

TEST(Recorded, AnAddressIsMoreThanAWayToFindIt) {
  for (const char* source : {"", "Slurm 21.08.8, show node: Biowulf; found by the name of the node",
                             "Slurm 24.05.3: as 24.05-web, slurm-node-with-gpus-model-idle.json",
                             "Slurm 24.11.5, show partition and/or node, a project's notes"})
    EXPECT_THAT(source, Not(has_address()));
}

// Since 23.02 scontrol and sacctmgr know --json.
TEST(Recorded, EachReleaseSince20_11IsThere) {
  std::set<std::string> found;
  for (const auto& entry :
       std::filesystem::directory_iterator(format("{}/{}", GPUJOB_SOURCE_DIR, kRecorded))) {
    const std::string file = entry.path().filename().string();
    found.insert(file.substr(0, file.find('-')) + entry.path().extension().string());
  }
  for (const char* release :
       {"20.11", "21.08", "22.05", "23.02", "23.11", "24.05", "24.11", "25.05", "25.11"}) {
    EXPECT_TRUE(found.contains(format("{}.txt", release))) << release;
    EXPECT_EQ(found.contains(format("{}.json", release)), release >= std::string("23.02"))
        << release;
  }
}

TEST(Recorded, CutAnswersOfSlurm25_11AreNotWhole) {
  const auto text = [](const char* kind) {
    return read_source(format("{}25.11-docker.{}.txt", kRecorded, kind));
  };
  const std::string nodes = text("node");
  for (const char* before : {"   AllocTRES=\n   CurrentWatts", "   OS=Linux", "AveWatts=0\n"}) {
    FakeWorld world;
    world.put("/saved/config.txt", text("config"));
    world.put("/saved/partition.txt", text("partition"));
    world.put("/saved/node.txt", nodes.substr(0, nodes.rfind(before)));
    EXPECT_FALSE(load_inventory(world, "/saved")) << before;
  }
}

}  // namespace
}  // namespace gpujob
