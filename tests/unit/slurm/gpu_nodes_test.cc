// SPDX-License-Identifier: MIT
#include "slurm/gpu_nodes.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

using Gpus = std::map<std::string, int>;

ListedNode node(const std::string& line) {
  const auto read = read_listed_node(line);
  EXPECT_TRUE(read) << line;
  return read ? *read : ListedNode{};
}

// Rows as sinfo of Slurm 22.05 prints them, blanks made fewer.
TEST(ListedNode, ReadsTypeNumberAndUse) {
  const ListedNode read = node("n1  batch*  mixed  gpu:a:4(S:0-1)  gpu:a:3(IDX:0,2-3)");
  EXPECT_EQ(read.name, "n1");
  EXPECT_EQ(read.partition, "batch");
  EXPECT_TRUE(read.takes_jobs);
  EXPECT_EQ(read.gpus, (Gpus{{"a", 4}}));
  EXPECT_EQ(read.in_use, (Gpus{{"a", 3}}));
}

TEST(ListedNode, ReadsSeveralResources) {
  const ListedNode read =
      node("n1 p idle gpu:a:2(S:0),gpu:b:1,nvme:1700,shard:8 gpu:a:1(IDX:0),gpu:b:0(IDX:N/A)");
  EXPECT_EQ(read.gpus, (Gpus{{"a", 2}, {"b", 1}}));
  EXPECT_EQ(read.in_use, (Gpus{{"a", 1}, {"b", 0}}));
}

TEST(ListedNode, AResourceWithoutANumberIsOne) {
  EXPECT_EQ(node("n1 p idle gpu:4 gpu:0").gpus, (Gpus{{"", 4}}));
  EXPECT_EQ(node("n1 p idle gpu:a gpu:a:0").gpus, (Gpus{{"a", 1}}));
  EXPECT_EQ(node("n1 p idle (null) gpu:0").gpus, Gpus{});
}

TEST(ListedNode, KnowsWhichStatesTakeJobs) {
  for (const char* state : {"idle", "mixed", "allocated", "completing", "planned", "idle~",
                            "mixed+", "idle#", "mixed-"}) {
    EXPECT_TRUE(node(std::string("n p ") + state + " gpu:1 gpu:0").takes_jobs) << state;
  }
  for (const char* state : {"down", "drained", "draining", "idle*", "maint", "reserved", "unknown",
                            "fail", "mixed$", "idle!", "idle%", "idle@", "down~", "future"}) {
    EXPECT_FALSE(node(std::string("n p ") + state + " gpu:1 gpu:0").takes_jobs) << state;
  }
}

TEST(ListedNode, CountsEachNodeOfAPartitionOnce) {
  const std::vector<ListedNode> nodes = {
      node("n1 p* idle (null) gpu:0"),    node("n1 q idle (null) gpu:0"),
      node("n2 p* mixed (null) gpu:0"),   node("n2 p* mixed (null) gpu:0"),
      node("n3 p* drained (null) gpu:0"), node("n4 p* idle* (null) gpu:0"),
      node("n5 p* idle~ (null) gpu:0")};
  const NodeStock stock = count_nodes(nodes, "p");
  EXPECT_EQ(stock.names.size(), 5U);
  EXPECT_EQ(stock.down, 2);
  EXPECT_EQ(stock.idle, 2);
  EXPECT_TRUE(count_nodes(nodes, "r").names.empty());
}

TEST(ListedNode, RefusesARowThatItCannotRead) {
  for (const char* line : {"", "n1 p idle gpu:4", "n1 p idle gpu:a:x gpu:0",
                           "n1 p idle gpu:1 gpu:0 x", "n1 p idle gpu gpu:0"}) {
    const auto read = read_listed_node(line);
    ASSERT_FALSE(read) << line;
    EXPECT_EQ(read.failure().exit, ExitCode::Unknown);
    EXPECT_EQ(read.failure().diagnostics.front().problem.find("a row cannot be read"), 0u);
  }
}

TEST(GpuStock, CountsEachNodeOnce) {
  const std::vector<ListedNode> nodes = {
      node("n1 p mixed gpu:a:4 gpu:a:3"), node("n1 q mixed gpu:a:4 gpu:a:3"),
      node("n2 q drained gpu:a:4 gpu:a:1"), node("n3 q idle gpu:A:2 gpu:A:0"),
      node("n4 q idle gpu:b:8 gpu:b:0")};
  EXPECT_EQ(count_gpus(nodes, "a", ""), (GpuStock{10, 4, 3}));
  EXPECT_EQ(count_gpus(nodes, "a", "p"), (GpuStock{4, 0, 1}));
  EXPECT_EQ(count_gpus(nodes, "b", "p"), (GpuStock{0, 0, 0}));
  EXPECT_EQ(count_gpus(nodes, "", ""), (GpuStock{0, 0, 0}));
}

}  // namespace
}  // namespace gpujob
