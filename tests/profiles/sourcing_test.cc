// SPDX-License-Identifier: MIT
#include "profile/sourcing.h"

#include <cstdio>
#include <gtest/gtest.h>

#include "base/yaml.h"
#include "corpus.h"
#include "support/messages.h"
#include "support/read_source.h"

// How much of the profiles that are installed says block by block where it is from.

namespace gpujob {
namespace {

TEST(Shipped, nearly_every_block_has_a_source_of_its_own) {
  SourcingScore all;
  for (const std::string& name : yaml_files(std::string(GPUJOB_SOURCE_DIR) + "/profiles/sites")) {
    const auto file = parse_yaml(name, read_source("profiles/sites/" + name));
    ASSERT_TRUE(is_ok(file)) << name;
    const SourcingScore score = sourcing_score(*file);
    std::printf("%-14s %3zu of %3zu blocks sourced\n", name.c_str(), score.own, score.blocks);
    all.own += score.own;
    all.blocks += score.blocks;
  }
  std::printf("%-14s %3zu of %3zu\n", "all", all.own, all.blocks);
  EXPECT_GT(all.blocks, 300u);
  EXPECT_GE(all.own * 100, all.blocks * 95);
}

}  // namespace
}  // namespace gpujob
