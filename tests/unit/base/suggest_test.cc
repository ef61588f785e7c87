// SPDX-License-Identifier: MIT
#include "base/suggest.h"

#include <gtest/gtest.h>
#include <vector>

namespace gpujob {
namespace {

const std::vector<std::string> kGpus{"a100", "a40", "a6000", "h100", "l40s", "mi100", "v100"};

TEST(Suggest, FindsTheSlip) {
  EXPECT_EQ(nearest("l40", kGpus), "l40s") << "as near as a40, but begins alike";
  EXPECT_EQ(nearest("L40S", kGpus), "l40s") << "only the case differs";
  EXPECT_EQ(nearest("a1000", kGpus), "a100");
  EXPECT_EQ(nearest("h010", kGpus), "h100") << "two neighbours swapped are one slip";
  const std::vector<std::string> keys{"constraint", "account", "partition"};
  EXPECT_EQ(nearest("constrant", keys), "constraint");
  EXPECT_EQ(nearest("patrition", keys), "partition");
}

TEST(Suggest, CaseCostsLessThanAnotherLetter) {
  const std::vector<std::string> names{"a41", "A40"};
  EXPECT_EQ(nearest("a40", names), "A40");
}

TEST(Suggest, SaysNothingWhereNothingIsNear) {
  EXPECT_EQ(nearest("b200", kGpus), "") << "two edits in four letters are another word";
  EXPECT_EQ(nearest("quadro", kGpus), "");
  EXPECT_EQ(nearest("", kGpus), "");
  EXPECT_EQ(nearest("x", std::vector<std::string>{"y"}), "");
  EXPECT_EQ(nearest("a100", std::vector<std::string>{}), "");
}

TEST(Suggest, CompletesAnAbbreviationThatFitsOne) {
  const std::vector<std::string> names{"kebnekaise", "tetralith", "tetris"};
  EXPECT_EQ(nearest("keb", names), "kebnekaise");
  EXPECT_EQ(nearest("tet", names), "") << "two begin so";
  EXPECT_EQ(nearest("ke", names), "") << "too short to mean anything";
}

TEST(Suggest, AsksInOneVoice) {
  EXPECT_EQ(did_you_mean("l40", kGpus), "did you mean 'l40s'?");
  EXPECT_EQ(did_you_mean("quadro", kGpus), "");
}

}  // namespace
}  // namespace gpujob
