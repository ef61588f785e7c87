// SPDX-License-Identifier: MIT
#include "slurm/node_list.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace gpujob {
namespace {

struct Named {
  const char* list;
  std::vector<std::string> names;   ///< what `scontrol show hostnames` of Slurm 22.05 prints
  std::vector<std::string> others;  ///< some that it does not
};

TEST(NodeList, NamesWhatSlurmNames) {
  const std::vector<Named> lists = {
      {"n1", {"n1"}, {"n", "n11", "n2", ""}},
      {"n[1-3,7]", {"n1", "n2", "n3", "n7"}, {"n4", "n01", "n70", "n", "nx", "n-1"}},
      {"cn[009-011]", {"cn009", "cn010", "cn011"}, {"cn9", "cn09", "cn0010", "cn012"}},
      {"n[9-10]", {"n9", "n10"}, {"n09", "n1", "n010"}},
      {"login1,gpu[1-2],big-mem", {"login1", "gpu1", "gpu2", "big-mem"}, {"login", "gpu3", "big"}},
      {"r[1-2]n[01-02]", {"r1n01", "r1n02", "r2n01", "r2n02"}, {"r1n1", "r3n01", "r1", "r12n01"}},
      {"", {}, {"", "n1"}},
      {"(null)", {}, {"n1"}},
      {"n[1-", {}, {"n1", "n["}},
      {"n[a-b,,-]", {}, {"n1", "na", "n"}},
  };
  for (const Named& one : lists) {
    for (const std::string& name : one.names) EXPECT_TRUE(names_node(one.list, name)) << name;
    for (const std::string& name : one.others)
      EXPECT_FALSE(names_node(one.list, name)) << one.list << ": " << name;
  }
}

}  // namespace
}  // namespace gpujob
