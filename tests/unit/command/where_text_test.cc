// SPDX-License-Identifier: MIT
#include "command/where/where_text.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

PossiblePlace place(const std::string& gpu, const std::string& asks, bool chosen) {
  PossiblePlace one;
  one.site = "fell";
  one.gpu = gpu;
  one.asks = asks;
  one.chosen = chosen;
  return one;
}

TEST(WithoutOthers, LeavesSubmitsChoiceAndWhatComesBeforeIt) {
  const FoundPlaces shown = without_others(
      {{place("b", "-p sooner", false), place("a", "-p usual", true), place("b", "", true),
        place("a", "-p later", false), place("c", "-q one", false), place("b", "-p last", false),
        place("a", "-p last", false), place("d", "", true)},
       {{"fell", "c", "no QOS is given", 1}}});
  std::string said;
  for (const PossiblePlace& one : shown.choices)
    said += one.gpu + one.asks + ":" + std::to_string(one.others) + " ";
  EXPECT_EQ(said, "b-p sooner:0 a-p usual:2 b:1 d:0 ");
  EXPECT_EQ(shown.left_out, 4u) << "that of c, where submit goes nowhere, among them";
  ASSERT_EQ(shown.not_at.size(), 1u);
  EXPECT_EQ(shown.not_at[0].others, 1u);
}

}  // namespace
}  // namespace gpujob
