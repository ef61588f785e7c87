// SPDX-License-Identifier: MIT
#include "jobs/sweep/point_remarks.h"

#include <gtest/gtest.h>

#include "support/messages.h"

namespace gpujob {
namespace {

using Words = std::vector<std::string>;

Diagnostic warning(const std::string& problem) {
  return {"", Severity::Warning, "here", problem, "", "", ""};
}

TEST(PointRemarks, WhatHoldsForManyPointsIsSaidOnce) {
  const Sweep sweep =
      Sweep{{{"n", "param", {"1", "2"}}, {"precision", "precision", {"float32", "float64"}}}};
  PointRemarks remarks(sweep);
  remarks.add(0, {warning("always"), warning("at n=1"), warning("twice"), warning("twice")});
  remarks.add(1, {warning("always"), warning("at n=1"), warning("in float64")});
  remarks.add(2, {warning("always")});
  remarks.add(3, {warning("always"), warning("in float64"), warning("twice")});
  Words said;
  for (const Diagnostic& one : remarks.all()) said.push_back(one.line());
  EXPECT_EQ(said,
            (Words{"here: always", "n=1: here: at n=1", "n=1 precision=float32: here: twice",
                   "n=2 precision=float64: here: twice", "precision=float64: here: in float64"}));
}

TEST(PointRemarks, OfOneJobEverythingIsSaidAsItIs) {
  const Sweep none;
  PointRemarks remarks(none);
  EXPECT_TRUE(remarks.empty());
  remarks.add(0, {warning("once")});
  EXPECT_EQ(remarks.all(), Diagnostics{warning("once")});
}

TEST(PointRemarks, ARefusalIsThatOfTheFirstPoint) {
  const Sweep sweep{{{"n", "param", {"1", "2"}}}};
  Refusals refusals(sweep);
  EXPECT_TRUE(refusals.empty());
  refusals.add(0, {ExitCode::Invalid, "here", "too much"});
  refusals.add(1, {ExitCode::Usage, "", "what"});
  EXPECT_EQ(refusals.all().exit, ExitCode::Invalid);
  EXPECT_EQ(lines_of(refusals.all()), (Words{"n=1: here: too much", "n=2: what"}));
}

}  // namespace
}  // namespace gpujob
