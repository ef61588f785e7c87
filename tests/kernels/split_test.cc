// SPDX-License-Identifier: MIT
// A run split over devices: shares, their sum, and what goes wrong where a share is not done.
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <vector>

#include "device/pool.h"
#include "harness/device_threads.h"
#include "harness/measure.h"
#include "harness/merge_parts.h"
#include "harness/registry.h"
#include "workloads/integrate2d/integrate2d_reference.h"
#include "workloads/monte_carlo_pi/monte_carlo_pi_reference.h"
#include "workloads/vector_add/vector_add_reference.h"

namespace gpujob {
namespace {

TEST(Part, SharesFollowOneAnotherInWholeUnits) {
  for (const std::uint64_t total : {1u, 15u, 16u, 17u, 100u, 102400u}) {
    for (const std::uint64_t unit : {1u, 16u, 256u}) {
      for (const int of : {1, 2, 3, 7}) {
        std::uint64_t next = 0;
        for (int k = 0; k < of; ++k) {
          const Part part = part_of(total, unit, k, of);
          EXPECT_EQ(part.first, next);
          EXPECT_TRUE(part.end() == total || part.end() % unit == 0) << part.end();
          next = part.end();
        }
        EXPECT_EQ(next, total) << total << " in units of " << unit << " for " << of;
      }
    }
  }
}

TEST(Part, SharesDifferByOneUnitAtMost) {
  EXPECT_EQ(part_of(10, 4, 0, 2).count, 8U);
  EXPECT_EQ(part_of(10, 4, 1, 2).count, 2U);
  EXPECT_EQ(part_of(100, 1, 0, 3).count, 34U);
  EXPECT_EQ(part_of(100, 1, 2, 3).count, 33U);
  EXPECT_EQ(part_of(68719476736, 1024, 1023, 1024).end(), 68719476736U);
}

TEST(Parts, NothingIsLeftOutOrDoneTwice) {
  EXPECT_EQ(parts_problem({{0, 5}, {5, 5}}, 10), "");
  EXPECT_EQ(parts_problem({{5, 5}, {0, 5}}, 10), "") << "in any order";
  EXPECT_EQ(parts_problem({{0, 5}}, 10), "items 5 to 9 were left out");
  EXPECT_EQ(parts_problem({{5, 5}}, 10), "items 0 to 4 were left out");
  EXPECT_EQ(parts_problem({{0, 4}, {6, 4}}, 10), "items 4 to 5 were left out");
  EXPECT_EQ(parts_problem({{0, 6}, {4, 6}}, 10), "items 4 to 5 were done twice");
  EXPECT_EQ(parts_problem({{0, 5}, {0, 5}}, 10), "items 0 to 4 were done twice");
  EXPECT_EQ(parts_problem({{0, 5}, {5, 6}}, 10), "items 10 to 10 do not exist");
}

TEST(Parts, OneDeviceDoesOnePart) {
  const DeviceShare first{0, "n1", "A", "sm_80", "0000:01", {0, 5}, 1};
  DeviceShare other = first;
  EXPECT_EQ(devices_problem({first, other}), "device 0000:01 of n1 did two parts");
  other.host = "n2";
  EXPECT_EQ(devices_problem({first, other}), "");
  other = first;
  other.bus_id = "0000:02";
  EXPECT_EQ(devices_problem({first, other}), "");
}

TEST(Whole, IsAsSlowAsItsSlowestPart) {
  Sample a, b;
  a.kernel = 2, a.total = 3, a.d2h = 0.5;
  b.kernel = 1, b.total = 4, b.d2h = 0.75, b.throttled = true, b.share = 0.5;
  const Sample whole = merge_samples({a, b}, Data::Resident);
  EXPECT_EQ(whole.kernel, 2);
  EXPECT_EQ(whole.total, 4);
  EXPECT_EQ(whole.d2h, 0.75);
  EXPECT_EQ(whole.h2d, -1) << "no part has this phase";
  EXPECT_EQ(whole.share, 0.5);
  EXPECT_TRUE(whole.throttled);
  EXPECT_EQ(whole.parts, (std::vector<double>{2, 1}));
  EXPECT_EQ(merge_samples({a, b}, Data::Host).parts, (std::vector<double>{3, 4}));
}

Answer answer(double value, double reference, double worst) {
  Answer a;
  a.value = value;
  a.reference = reference;
  a.error = std::fabs(value - reference);
  a.worst = {worst, static_cast<std::size_t>(value), "row"};
  a.pointwise = {worst / 2, 10};
  a.tolerance = 1;
  a.valid = true;
  a.inputs = {{"phase", 3}};
  a.counts = {{"hits", 7}};
  return a;
}

TEST(Whole, AddsAnswersAndKeepsTheWorst) {
  const Answer whole = merge_answers({answer(1, 2, 0.25), answer(10, 8, 0.5)});
  EXPECT_EQ(whole.value, 11);
  EXPECT_EQ(whole.reference, 10);
  EXPECT_EQ(whole.error, 1) << "errors of parts may cancel, and do in the whole";
  EXPECT_EQ(whole.worst.error, 0.5);
  EXPECT_EQ(whole.worst.index, 10U);
  EXPECT_EQ(whole.pointwise.error, 0.25);
  EXPECT_EQ(whole.pointwise.points, 20);
  EXPECT_EQ(whole.inputs.at("phase"), 3) << "drawn alike";
  EXPECT_EQ(whole.counts.at("hits"), 14) << "found apart";
  EXPECT_TRUE(whole.valid);
}

TEST(Whole, IsWrongWhereOnePartIs) {
  Answer wrong = answer(1, 1, 2);
  wrong.valid = false;
  wrong.problem = "row 7 is off by 2";
  const Answer whole = merge_answers({answer(1, 1, 0), wrong, answer(1, 1, 0)});
  EXPECT_FALSE(whole.valid);
  EXPECT_EQ(whole.problem, "row 7 is off by 2");
  const Answer nothing = answer(1, 1, std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(std::isnan(merge_answers({answer(1, 1, 0.5), nothing}).worst.error));
}

TEST(Whole, AddsWorkAndCeilings) {
  const Work work = merge_work({{1, 2, 3, 4, 5}, {10, 20, 30, 40, 50}});
  EXPECT_EQ(work.points, 11);
  EXPECT_EQ(work.bytes_read, 22);
  EXPECT_EQ(work.bytes_written, 33);
  EXPECT_EQ(work.operations, 44);
  EXPECT_EQ(work.special_functions, 55);
  const Ceiling ceiling =
      merge_ceilings({{"c", "bytes/s", 1, 2, 4, 3}, {"c", "bytes/s", 10, 20, 40, 30}});
  EXPECT_EQ(ceiling.before, 11);
  EXPECT_EQ(ceiling.after, 22);
  EXPECT_EQ(ceiling.counted, 33);
}

TEST(DeviceThreads, CallsEachOnAThreadOfItsOwn) {
  DeviceThreads team(3);
  std::vector<std::thread::id> threads(3);
  for (int again = 0; again < 100; ++again) {
    team.each([&](int k) {
      const auto own = static_cast<std::size_t>(k);
      EXPECT_TRUE(again == 0 || threads[own] == std::this_thread::get_id());
      threads[own] = std::this_thread::get_id();
    });
  }
  EXPECT_EQ(threads[0], std::this_thread::get_id());
  EXPECT_NE(threads[1], threads[0]);
  EXPECT_NE(threads[1], threads[2]);
}

TEST(DeviceThreads, GoesOnTogetherAfterMeeting) {
  DeviceThreads team(3);
  for (int again = 0; again < 100; ++again) {
    std::atomic<int> before{0};
    team.each([&](int) {
      ++before;
      team.meet();
      EXPECT_EQ(before, 3);
    });
  }
}

TEST(DeviceThreads, ThrowsWhatTheFirstThrewAndCanBeUsedAgain) {
  DeviceThreads team(2);
  const auto fail = [](int k) { throw std::runtime_error(std::to_string(k)); };
  try {
    team.each(fail);
    FAIL();
  } catch (const std::runtime_error& e) {
    EXPECT_STREQ(e.what(), "0");
  }
  std::atomic<int> calls{0};
  team.each([&](int) { ++calls; });
  EXPECT_EQ(calls, 2);
}

/// In a process that may have too little memory for so many threads.
[[noreturn]] void ask_for_threads(int count) {
  const rlimit little{std::size_t{1} << 30, std::size_t{1} << 30};
  (void)setrlimit(RLIMIT_AS, &little);
  const int given = Pool(count).threads();
  std::fprintf(stderr, "a pool of %d, ", given);
  try {
    const DeviceThreads team(count);
  } catch (const std::runtime_error& e) {
    std::fprintf(stderr, "%s\n", e.what());
    std::_Exit(given < count ? 0 : 2);
  }
  std::_Exit(1);
}

TEST(Threads, ThatAreNotGivenAreDoneWithoutOrSaid) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(ask_for_threads(1000), testing::ExitedWithCode(0),
              "a pool of [0-9]+, only [0-9]+ of 1000 threads are available, one needed per device");
}

const Registered& workload(const std::string& name) {
  for (const Registered& one : registered()) {
    if (one.spec.name == name) return one;
  }
  throw std::out_of_range(name);
}

/// A size without a round divisor that gives each of three devices work.
std::string size_of(const std::string& name) {
  return name == "integrate2d" ? "101" : "100003";
}

Options options_for(const Registered& one, const std::string& variant, const std::string& precision,
                    int gpus) {
  Options options;
  options.variant = variant;
  options.precision = precision;
  for (const ParameterSpec& p : one.spec.parameters) options.parameters[p.name] = p.default_value;
  options.parameters["n"] = size_of(one.spec.name);
  options.seed = 20261121;
  options.limits.most = options.limits.least = 1;
  options.gpus = gpus;
  return options;
}

class EverySplit : public testing::TestWithParam<const char*> {};

void expect_alike(const Registered& one, const std::string& variant, const std::string& precision,
                  const std::vector<int>& numbers) {
  const Report whole = measure(one.spec, options_for(one, variant, precision, 1), one.make);
  EXPECT_TRUE(whole.devices.empty());
  for (const int gpus : numbers) {
    const Report split = measure(one.spec, options_for(one, variant, precision, gpus), one.make);
    const std::string what = variant + " " + precision + " " + std::to_string(gpus);
    EXPECT_TRUE(split.answer.valid) << what << ": " << split.answer.problem;
    EXPECT_NEAR(split.answer.value, whole.answer.value,
                1e-12 * std::fabs(whole.answer.value) + 1e-12)
        << what;
    // The sums of `dot` are judged in blocks, which begin with each part.
    EXPECT_TRUE(variant == "dot" || split.answer.worst.error == whole.answer.worst.error) << what;
    EXPECT_EQ(split.answer.counts, whole.answer.counts) << what;
    EXPECT_EQ(split.work.points, whole.work.points) << what;
    EXPECT_EQ(split.work.bytes_written, whole.work.bytes_written) << what;
    EXPECT_EQ(split.samples.size(), 1U) << what;
    ASSERT_EQ(split.devices.size(), static_cast<std::size_t>(gpus));
    std::vector<Part> parts;
    for (const DeviceShare& share : split.devices) parts.push_back(share.part);
    EXPECT_EQ(parts_problem(parts, std::stoull(size_of(one.spec.name))), "") << what;
  }
}

TEST_P(EverySplit, GivesTheAnswerOfOneDevice) {
  const Registered& one = workload(GetParam());
  const Spec& spec = one.spec;
  expect_alike(one, spec.default_variant, spec.default_precision, {2, 3});
  for (const VariantSpec& variant : spec.variants) {
    if (variant.name == spec.default_variant) continue;
    expect_alike(one, variant.name, spec.default_precision, {3});
  }
  for (const std::string& precision : spec.precisions) {
    if (precision == spec.default_precision) continue;
    expect_alike(one, spec.default_variant, precision, {3});
  }
}

/// A workload that does not care where its part begins: it computes and checks the first items.
template <int Index>
std::unique_ptr<Experiment> make_from_the_beginning(Queue& queue, const Choice& choice,
                                                    Random& random) {
  static const char* const names[] = {"integrate2d", "vector_add", "hidden_layer", "stream",
                                      "monte_carlo_pi"};
  Choice first = choice;
  first.part->first = 0;
  return workload(names[Index]).make(queue, first, random);
}

/// One that does a part twice as long as it should be.
std::unique_ptr<Experiment> make_too_long(Queue& queue, const Choice& choice, Random& random) {
  Choice longer = choice;
  longer.part->count *= 2;
  return workload("vector_add").make(queue, longer, random);
}

Answer answer_of(const std::string& name, MakeExperiment make) {
  const Registered& one = workload(name);
  return measure(one.spec,
                 options_for(one, one.spec.default_variant, one.spec.default_precision, 2), make)
      .answer;
}

TEST(WrongSplit, IsCaughtThoughEachPartIsRight) {
  const std::string twice = " were done twice";
  for (const auto& [name, make] : std::vector<std::pair<std::string, MakeExperiment>>{
           {"integrate2d", make_from_the_beginning<0>},
           {"vector_add", make_from_the_beginning<1>},
           {"hidden_layer", make_from_the_beginning<2>},
           {"stream", make_from_the_beginning<3>},
           {"monte_carlo_pi", make_from_the_beginning<4>}}) {
    const Answer answer = answer_of(name, make);
    EXPECT_FALSE(answer.valid) << name;
    EXPECT_NE(answer.problem.find(twice), std::string::npos) << name << ": " << answer.problem;
  }
  EXPECT_FALSE(answer_of("vector_add", make_too_long).valid);
}

/// Results of the first items given out as those of a later part.
TEST(WrongSplit, IsCaughtByTheCheckOfEachWorkload) {
  const TwoLists<float> lists{{1}, {2}};
  std::vector<float> sums(1000);
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = lists.at(0, i) + lists.at(1, i);
  EXPECT_TRUE(vector_add::check(lists, sums.data(), Part{0, 1000}).valid);
  EXPECT_FALSE(vector_add::check(lists, sums.data(), Part{256, 1000}).valid);

  const monte_carlo_pi::Key key{3, 4};
  const auto counts = [&](std::uint64_t judged) {
    monte_carlo_pi::Counts made{{4000, 1024, judged}, key, {}};
    for (std::uint64_t c = 0; c < made.layout.chunks(); ++c) {
      const std::uint64_t first = c * 1024, count = made.layout.size(c);
      made.hits.push_back(static_cast<std::uint32_t>(count_hits(key, first, count)));
    }
    return made;
  };
  EXPECT_TRUE(monte_carlo_pi::check(counts(0), 1).valid);
  EXPECT_FALSE(monte_carlo_pi::check(counts(4096), 1).valid);

  constexpr int n = 128;
  const double h = integrate2d::kPi / n;
  integrate2d::Sums rows{n, 0, 1, 1, {}, Part{0, 64}};
  for (int i = 0; i < 64; ++i) rows.sums.push_back(std::cos(h * (i + 0.5)) / std::sin(h / 2));
  const integrate2d::Samples samples{{{70, 3}}, {std::sin(h * 74)}};
  EXPECT_TRUE(integrate2d::check(rows, samples, "naive", "float64").valid);
  rows.rows = Part{64, 64};
  EXPECT_FALSE(integrate2d::check(rows, samples, "naive", "float64").valid);
}

INSTANTIATE_TEST_SUITE_P(Kernels, EverySplit,
                         testing::Values("integrate2d", "vector_add", "hidden_layer", "stream",
                                         "monte_carlo_pi"));

}  // namespace
}  // namespace gpujob
