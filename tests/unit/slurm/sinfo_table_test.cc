// SPDX-License-Identifier: MIT
// sinfo in place of scontrol. What it really printed is in the folder recorded/, see
// recorded_test.cc.
#include "slurm/sinfo_table.h"

#include <gtest/gtest.h>

#include "base/format.h"
#include "base/text.h"
#include "slurm/ask_inventory.h"
#include "slurm/inventory.h"
#include "support/fake_world.h"
#include "support/messages.h"
#include "unit/slurm/sample_endpoint.h"

namespace gpujob {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kHeading =
    "NODELIST|PARTITION|CPUS|MEMORY|THREADS|AVAIL_FEATURES|GRES|TIMELIMIT|DEFAULTTIME|JOB_SIZE|"
    "OVERSUBSCRIBE\n";
// A node of two partitions, and a partition without nodes.
constexpr const char* kRows =
    "g1|day*|64|256000|2|zen4,L40S|gpu:L40S:2(S:0-1)|1-00:00:00|1:00:00|1-2048|NO\n"
    "g1|night|64|256000|2|zen4,L40S|gpu:L40S:2(S:0-1)|infinite|n/a|1-infinite|EXCLUSIVE\n"
    "|spare|0|0|0|(null)|(null)|30:00|n/a|4|FORCE:4\n";

std::string table() {
  return format("{}{}", kHeading, kRows);
}

/// A Slurm whose scontrol shows all but `hidden`, of which it says `instead` and ends with 1.
struct WrappedSlurm {
  FakeWorld world{};
  Words asked{};  ///< what scontrol does not show, and sinfo

  WrappedSlurm(Words hidden, const std::string& answer, int status = 1,
               const std::string& release = "22.05.8") {
    world.always({"sacctmgr"}, ended(1));
    world.always({"scontrol"}, [=, this](const ProcessRequest& request) {
      const std::string& what = request.argv.back();
      if (what == "config")
        return ended(0, format("ClusterName = x\nSLURM_VERSION = {}\n", release));
      if (contains(hidden, what)) {
        asked.push_back(what);
        return status == 0 ? ended(0, answer) : ended(status, "", answer);
      }
      return ended(0, what == "node" ? "NodeName=s1 CPUTot=8 RealMemory=9 Partitions=shown\n"
                                     : "PartitionName=shown MaxTime=9\n");
    });
    world.always({"sinfo"}, [this](const ProcessRequest& request) {
      asked.push_back("sinfo");
      EXPECT_EQ(
          Words(request.argv.end() - 4, request.argv.end()),
          (Words{"--all", "--Node", "--noconvert", "--format=%N|%P|%c|%m|%Z|%f|%G|%l|%L|%s|%h"}));
      return ended(0, table());
    });
  }
};

TEST(SinfoTable, TellsOfNodesAndPartitions) {
  const auto read = read_inventory(
      {"ClusterName = x\nSLURM_VERSION = 25.11.0\n", table(), table(), std::nullopt});
  ASSERT_TRUE(is_ok(read));
  ASSERT_EQ(read->nodes.size(), 1U);
  const SlurmNode& node = read->nodes.front();
  EXPECT_EQ(node.partitions, (Words{"day", "night"}));
  EXPECT_EQ(node.features, (Words{"zen4", "L40S"}));
  EXPECT_EQ(node.gpus, (std::map<std::string, int>{{"L40S", 2}}));
  EXPECT_EQ(node.cpus, 64);
  EXPECT_EQ(node.threads_per_core, 2);
  EXPECT_EQ(node.memory_mib, 256000);
  EXPECT_EQ(node.arch, "");
  ASSERT_EQ(read->partitions.size(), 3U);
  const SlurmPartition& day = read->partitions[0];
  EXPECT_EQ(day.name, "day");
  EXPECT_EQ(day.is_default, true);
  EXPECT_EQ(day.max_time, Seconds(86400));
  EXPECT_EQ(day.default_time, Seconds(3600));
  EXPECT_EQ(day.max_nodes, 2048);
  EXPECT_EQ(day.is_exclusive, false);
  const SlurmPartition& night = read->partitions[1];
  EXPECT_EQ(night.is_default, false);
  EXPECT_EQ(night.max_time, std::nullopt);
  EXPECT_EQ(night.default_time, std::nullopt);
  EXPECT_EQ(night.max_nodes, std::nullopt);
  EXPECT_EQ(night.is_exclusive, true);
  EXPECT_EQ(read->partitions[2].max_nodes, 4);
  EXPECT_EQ(read->partitions[2].max_time, Seconds(1800));
}

// Since 26.05 "NO" is printed of partitions that give whole nodes, too (src/sinfo/print.c).
TEST(SinfoTable, SharedNodesAreKnownOfReleasesBefore26_05Alone) {
  for (const char* release : {"", "26.05.1"}) {
    const auto read = sinfo_partitions(table(), release);
    ASSERT_TRUE(is_ok(read));
    EXPECT_FALSE(read->at(0).contains("OverSubscribe")) << release;
    EXPECT_EQ(read->at(1).at("OverSubscribe"), "EXCLUSIVE") << release;
  }
}

TEST(SinfoTable, IsAskedOnceForAllThatIsNotShown) {
  const std::string refused = "scontrol: error: not for users\n";
  for (const auto& [hidden, asked] :
       {std::pair{Words{"node"}, Words{"node", "sinfo"}},
        std::pair{Words{"partition"}, Words{"partition", "sinfo"}},
        std::pair{Words{"partition", "node"}, Words{"partition", "sinfo", "node"}},
        std::pair{Words{}, Words{}}}) {
    WrappedSlurm slurm(hidden, refused);
    const auto texts = ask_inventory(slurm.world, endpoint_of(), Instead::Sinfo);
    ASSERT_TRUE(is_ok(texts));
    EXPECT_EQ(slurm.asked, asked);
    ASSERT_EQ(texts->notes.size(), hidden.size());
    for (std::size_t i = 0; i < hidden.size(); ++i) {
      EXPECT_EQ(texts->notes[i].severity, Severity::Note);
      EXPECT_EQ(texts->notes[i].line(),
                format("scontrol: 'show {}' could not be asked (not for users); sinfo told it in "
                       "part",
                       hidden[i]));
    }
    const auto read = read_inventory(*texts);
    ASSERT_TRUE(is_ok(read));
    EXPECT_EQ(read->nodes.front().name, contains(hidden, "node") ? "g1" : "s1");
    EXPECT_EQ(read->partitions.front().name, contains(hidden, "partition") ? "day" : "shown");
    EXPECT_EQ(read->untold.size(), hidden.size());
  }
}

TEST(SinfoTable, IsAskedWhereAWrapperHasOnlyWordsToSay) {
  WrappedSlurm slurm({"node"}, "This command is disabled.\n", 0);
  const auto texts = ask_inventory(slurm.world, endpoint_of(), Instead::Sinfo);
  ASSERT_TRUE(is_ok(texts));
  EXPECT_EQ(texts->notes.front().why, "This command is disabled.");
  EXPECT_EQ(texts->nodes, table());
}

TEST(SinfoTable, IsNotAskedForAComparison) {
  WrappedSlurm slurm({"node"}, "scontrol: error: not for users\n");
  EXPECT_TRUE(fails_with(ask_inventory(slurm.world, endpoint_of()), ExitCode::Unknown,
                         {"scontrol: 'show node' could not be asked (not for users); try again in "
                          "a minute"}));
  EXPECT_EQ(slurm.asked, Words{"node"});
}

TEST(SinfoTable, NeitherAnswers) {
  WrappedSlurm slurm({"node"}, "scontrol: error: not for users\n");
  slurm.world.always({"sinfo"}, ended(1, "", "sinfo: error: nor this\n"));
  EXPECT_TRUE(
      fails_with(ask_inventory(slurm.world, endpoint_of(), Instead::Sinfo), ExitCode::Unknown,
                 {"scontrol: 'show node' could not be asked (not for users); try again in "
                  "a minute",
                  "sinfo: the nodes could not be asked (nor this); try again in a minute"}));
}

TEST(SinfoTable, WhatIsCutOrOfSeveralNodesIsAnError) {
  for (const char* row : {"g2|day|64|256000|2|zen4\n", "g[2-3]|day|1|1|1|a|(null)|1:00|n/a|1|NO\n",
                          "g2,g3|day|1|1|1|a|(null)|1:00|n/a|1|NO\n"}) {
    EXPECT_FALSE(sinfo_nodes(table() + row)) << row;
    EXPECT_FALSE(sinfo_partitions(table() + row, "")) << row;
  }
  for (const char* row : {"g2|day|64+|256000|2|zen4|(null)|1:00|n/a|1|NO\n",
                          "g2|new|64|256000|2|zen4|(null)|soon|n/a|1|NO\n",
                          "g2|new|64|256000|2|zen4|(null)|1:00|n/a|1-2K|NO\n"}) {
    EXPECT_FALSE(read_inventory({"", table() + row, table() + row, std::nullopt})) << row;
  }
  EXPECT_TRUE(read_inventory({"", table(), table(), std::nullopt}));
  EXPECT_FALSE(is_sinfo(kRows));
}

}  // namespace
}  // namespace gpujob
