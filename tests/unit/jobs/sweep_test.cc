// SPDX-License-Identifier: MIT
#include "jobs/sweep/sweep.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "support/messages.h"

namespace gpujob {
namespace {

using Words = std::vector<std::string>;
using Options = std::vector<std::pair<std::string, std::string>>;

Workload product() {
  Workload workload;
  workload.name = "product";
  workload.parameters.resize(2);
  workload.parameters[0].name = "n";
  workload.parameters[1].name = "width";
  return workload;
}

JobRequest given(const Words& sweeps, const Options& options = {}) {
  JobRequest request;
  request.words = {"product"};
  request.sweep = sweeps;
  for (const auto& [name, value] : options) {
    request.given.emplace_back(name, value);
    if (name == "runs") request.runs = std::stoi(value);
    if (name == "param") {
      EXPECT_TRUE(set_value(request.flags, name, value));
    }
  }
  return request;
}

Sweep sweep_of(const Words& sweeps) {
  const auto sweep = read_sweep(given(sweeps), product());
  EXPECT_TRUE(sweep);
  return sweep ? *sweep : Sweep{};
}

std::string refusal(const Words& sweeps, const Options& options = {}) {
  const auto sweep = read_sweep(given(sweeps, options), product());
  if (sweep) return "";
  EXPECT_EQ(sweep.failure().exit, ExitCode::Usage);
  return sweep.failure().diagnostics.front().line();
}

Words points_of(const Sweep& sweep) {
  Words points;
  for (std::size_t i = 0; i < sweep.point_count(); ++i)
    points.push_back(to_text(sweep.point_at(i)));
  return points;
}

TEST(Sweep, WithoutKeysIsOneJob) {
  const Sweep none = sweep_of({});
  EXPECT_TRUE(none.is_one_job());
  EXPECT_EQ(points_of(none), Words{""});
}

TEST(Sweep, RunsRepeatTheWholeSweep) {
  const JobRequest request = given({"n=1,2"}, {{"runs", "3"}});
  const auto sweep = read_sweep(request, product());
  ASSERT_TRUE(sweep);
  EXPECT_EQ(points_of(*sweep),
            (Words{"run=1 n=1", "run=1 n=2", "run=2 n=1", "run=2 n=2", "run=3 n=1", "run=3 n=2"}));
  const NamedValues second = {{"n", "2"}};
  EXPECT_EQ(flags_at(request, *sweep, 3)->parameters, second);
  EXPECT_TRUE(read_sweep(given({}, {{"runs", "1"}}), product())->is_one_job());
}

TEST(Sweep, TheLastKeyIsTheFastest) {
  EXPECT_EQ(points_of(sweep_of({"n=1,2", "precision=float32,float64"})),
            (Words{"n=1 precision=float32", "n=1 precision=float64", "n=2 precision=float32",
                   "n=2 precision=float64"}));
  EXPECT_EQ(points_of(sweep_of({"gpus=4"})), Words{"gpus=4"});
  EXPECT_EQ(sweep_of({"n=1,2,3", "width=1,2", "gpu=a,b,c,d"}).point_count(), 24U);
}

TEST(Sweep, APointHasTheFlagsOfTheRequestAndItsOwn) {
  JobRequest request = given({"n=1,2", "gpu=a:2,b"}, {{"param", "width=3"}});
  request.flags.constraint = "fat";
  const auto sweep = read_sweep(request, product());
  ASSERT_TRUE(sweep);
  const auto third = flags_at(request, *sweep, 2);
  ASSERT_TRUE(third);
  const NamedValues parameters = {{"width", "3"}, {"n", "2"}};
  EXPECT_EQ(third->parameters, parameters);
  EXPECT_EQ(third->gpu->value, "a:2");
  EXPECT_EQ(third->constraint, "fat");
}

TEST(Sweep, AValueThatAFlagDoesNotTakeIsRefused) {
  const JobRequest request = given({"gpus=1,many"});
  const auto sweep = read_sweep(request, product());
  ASSERT_TRUE(sweep);
  EXPECT_EQ(flags_at(request, *sweep, 0)->gpus, 1);
  EXPECT_EQ(flags_at(request, *sweep, 1).failure().diagnostics.front().line(),
            "option '--gpus': 'many' is not a whole number above 0");
}

TEST(Sweep, EachSlipHasItsMessage) {
  const std::string takes =
      " (for product it takes n, width, variant, precision, size, gpus, gpu, nodes, backend)";
  EXPECT_EQ(refusal({"n"}), "option '--sweep': 'n' is not KEY=V1,V2,...");
  EXPECT_EQ(refusal({"=1"}), "option '--sweep': '=1' is not KEY=V1,V2,...");
  EXPECT_EQ(refusal({"precison=float32"}),
            "option '--sweep': unknown key 'precison'" + takes + "; did you mean 'precision'?");
  EXPECT_EQ(refusal({"account=a,b"}), "option '--sweep': unknown key 'account'" + takes);
  for (const std::string text : {"", "1,", ",1", "1,,2"}) {
    EXPECT_EQ(refusal({"n=" + text}), "option '--sweep': a value of 'n' is empty in '" + text +
                                          "'; write it as KEY=V1,V2,... without blanks");
  }
  EXPECT_EQ(refusal({"n=1,2,1"}),
            "option '--sweep': 'n' has the value '1' twice (each point is "
            "one job); give it once, or add --repeat");
  EXPECT_EQ(refusal({"n=1", "width=1", "n=2"}),
            "option '--sweep': 'n' is given twice; write all its values after one --sweep n=");
}

TEST(Sweep, WhatAFlagSaysIsNotSweptOver) {
  EXPECT_EQ(refusal({"n=1,2"}, {{"param", "n=5"}}),
            "option '--sweep': 'n' is also given by --param; omit one of them");
  EXPECT_EQ(refusal({"gpus=1,2"}, {{"gpus", "4"}}),
            "option '--sweep': 'gpus' is also given by --gpus; omit one of them");
  EXPECT_EQ(refusal({"n=1,2"}, {{"param", "width=5"}, {"size", "small"}}), "");
}

TEST(Sweep, TooManyPointsAreASlip) {
  std::string many = "n=0";
  for (int i = 1; i < 100; ++i) many += "," + std::to_string(i);
  std::string more = "width" + many.substr(1);
  EXPECT_EQ(refusal({many, more}, {{"runs", "10"}}), "");
  EXPECT_EQ(refusal({many, more + ",100"}, {{"runs", "10"}}),
            "option '--sweep': too many points (each is a job; at most 100000 are sent by one "
            "command)");
}

std::vector<std::size_t> positions(std::size_t first, std::size_t end) {
  std::vector<std::size_t> all;
  for (; first < end; ++first) all.push_back(first);
  return all;
}

/// The parts, one after the other, are the points from `first` on, whatever the sweep.
TEST(Sweep, WhatIsLeftIsAFewSweeps) {
  const Sweep sweep = sweep_of({"n=1,2,3", "width=1,2", "gpu=a,b,c"});
  const Words all = points_of(sweep);
  for (std::size_t first = 0; first <= all.size(); ++first) {
    Words left;
    const auto parts = sweep.parts_with(positions(first, all.size()));
    EXPECT_LE(parts.size(), sweep.keys.size());
    for (const Sweep& part : parts) {
      const Words points = points_of(part);
      left.insert(left.end(), points.begin(), points.end());
    }
    EXPECT_EQ(left, Words(all.begin() + static_cast<std::ptrdiff_t>(first), all.end())) << first;
  }
  EXPECT_EQ(sweep.parts_with(positions(6, 18)),
            std::vector<Sweep>{sweep_of({"n=2,3", "width=1,2", "gpu=a,b,c"})});
}

/// Any points at all, such as those of every second array.
TEST(Sweep, AnyPointsAreTheUnionOfTheirParts) {
  const Sweep sweep = sweep_of({"n=1,2,3", "width=1,2", "gpu=a,b"});
  const Words all = points_of(sweep);
  for (unsigned chosen = 0; chosen < 4096; chosen += 7) {
    std::vector<std::size_t> points;
    Words wanted, found;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if ((chosen >> i & 1U) == 0) continue;
      points.push_back(i);
      wanted.push_back(all[i]);
    }
    for (const Sweep& part : sweep.parts_with(points)) {
      for (std::string& point : points_of(part)) found.push_back(std::move(point));
    }
    std::sort(found.begin(), found.end());
    std::sort(wanted.begin(), wanted.end());
    EXPECT_EQ(found, wanted) << chosen;
  }
  EXPECT_EQ(sweep.parts_with({0, 2, 4, 6, 8, 10}),
            std::vector<Sweep>{sweep_of({"n=1,2,3", "width=1,2", "gpu=a"})});
}

TEST(Sweep, PointsAreShownTogether) {
  const auto sweep = read_sweep(given({"n=1,2"}, {{"runs", "3"}}), product());
  ASSERT_TRUE(sweep);
  EXPECT_EQ(points_text(*sweep, positions(0, 6)), "run=1-3 n=1,2");
  EXPECT_EQ(points_text(*sweep, {1, 3, 5}), "run=1-3 n=2");
  EXPECT_EQ(points_text(*sweep, {1, 2, 3}), "run=1 n=2; run=2 n=1,2");
  EXPECT_EQ(points_text(Sweep{}, {0}), "");
  std::string many = "n=1000";
  for (int i = 1001; i < 1100; ++i) many += "," + std::to_string(i);
  EXPECT_EQ(points_text(sweep_of({many}), positions(0, 100)), "100 points");
}

}  // namespace
}  // namespace gpujob
