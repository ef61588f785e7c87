// SPDX-License-Identifier: MIT
// Every workload that is built: each variant in each precision gives the right answer at sizes that
// leave odd remainders, on each instruction set, and never a false alarm.
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "harness/registry.h"

namespace gpujob {
namespace {

/// All whole numbers set to `size`, as far as their ranges allow.
std::map<std::string, std::string> parameters(const Spec& spec, long size) {
  std::map<std::string, std::string> values;
  for (const ParameterSpec& p : spec.parameters) {
    values[p.name] = p.default_value;
    if (p.kind != Kind::Integer) continue;
    const double fitting = std::min(std::max(static_cast<double>(size), p.minimum), p.maximum);
    values[p.name] = std::to_string(static_cast<long>(fitting));
  }
  return values;
}

Answer run_once(Queue& queue, Experiment& experiment) {
  experiment.poison(queue);
  experiment.upload(queue);
  experiment.launch(queue);
  experiment.download(queue);
  queue.wait();
  experiment.finish();
  return experiment.check(queue);
}

void expect_right(Queue& queue, const Registered& workload, const Choice& choice, Random& random) {
  const auto experiment = workload.make(queue, choice, random);
  std::string where = workload.spec.name + " " + choice.variant + " " + choice.precision + " at";
  for (const auto& parameter : choice.parameters) where += " " + parameter.second;
  for (int run = 0; run < 2; ++run) {  // a second run finds what the first has left
    const Answer answer = run_once(queue, *experiment);
    EXPECT_TRUE(answer.valid) << where << ": " << answer.problem;
    EXPECT_LE(answer.worst.error, answer.tolerance) << where;
  }
}

void expect_right(Queue& queue, const Registered& workload, const std::string& variant,
                  const std::string& precision, long size, Random& random) {
  expect_right(queue, workload, {variant, precision, parameters(workload.spec, size)}, random);
}

void expect_all_right(Queue& queue, long size, Random& random) {
  for (const Registered& workload : registered()) {
    for (const VariantSpec& variant : workload.spec.variants) {
      if (!variant.not_built().empty()) continue;
      for (const std::string& precision : workload.spec.precisions) {
        expect_right(queue, workload, variant.name, precision, size, random);
      }
    }
  }
}

class WorkloadsOnIsa : public testing::TestWithParam<const char*> {};

TEST_P(WorkloadsOnIsa, AreRightAtOddSizes) {
  setenv("GPUJOB_ISA", GetParam(), 1);
  Queue queue;
  unsetenv("GPUJOB_ISA");
  if (std::string(name(queue.isa())) != GetParam()) GTEST_SKIP() << "no " << GetParam() << " here";
  Random random(5);
  for (const long size : {1, 2, 17, 101, 259}) expect_all_right(queue, size, random);
}

INSTANTIATE_TEST_SUITE_P(Kernels, WorkloadsOnIsa, testing::Values("baseline", "avx2", "avx512"));

/// Sizes of lists that make several pieces, and results larger than the cache.
TEST(Workloads, OfLongListsAreRight) {
  Queue queue;
  Random random(6);
  const std::set<std::string> lists = {"vector_add",   "hidden_layer",   "stream",
                                       "gaussian_pdf", "polar_distance", "zero_suppress",
                                       "pulses",       "monte_carlo_pi"};
  for (const Registered& workload : registered()) {
    if (lists.count(workload.spec.name) == 0) continue;
    for (const VariantSpec& variant : workload.spec.variants) {
      for (const long size : {70001L, 5000011L}) {
        expect_right(queue, workload, variant.name, workload.spec.default_precision, size, random);
      }
    }
  }
}

/// Rows so long that they are shared out in segments, which a second kernel puts together.
TEST_P(WorkloadsOnIsa, AreRightWithLongRows) {
  setenv("GPUJOB_ISA", GetParam(), 1);
  Queue queue;
  unsetenv("GPUJOB_ISA");
  if (std::string(name(queue.isa())) != GetParam()) GTEST_SKIP() << "no " << GetParam() << " here";
  Random random(9);
  for (const Registered& workload : registered()) {
    if (workload.spec.name != "l2_norm") continue;
    for (const VariantSpec& variant : workload.spec.variants) {
      for (const std::string& precision : workload.spec.precisions) {
        for (const auto& shape : {std::pair{"37", "40000"}, std::pair{"70", "16385"},
                                  std::pair{"300", "16384"}, std::pair{"5", "1000000"}}) {
          expect_right(queue, workload,
                       {variant.name, precision, {{"rows", shape.first}, {"length", shape.second}}},
                       random);
        }
      }
    }
  }
}

/// Larger than those below, where rounding has grown: both are cubic in some variant. Rows of 512
/// values of float64 and of 1024 of float32 are whole pages, which matmul keeps further apart.
TEST(Workloads, OfLargerSquaresAreRight) {
  Queue queue;
  Random random(10);
  for (const Registered& workload : registered()) {
    if (workload.spec.name != "matmul" && workload.spec.name != "fft2d") continue;
    for (const VariantSpec& variant : workload.spec.variants) {
      if (!variant.not_built().empty()) continue;
      for (const std::string& precision : workload.spec.precisions) {
        for (const long size : {517, precision == "float32" ? 1024 : 512}) {
          expect_right(queue, workload, variant.name, precision, size, random);
        }
      }
    }
  }
}

TEST(Workloads, RaiseNoFalseAlarm) {
  Queue queue;
  Random random(7);
  std::uniform_int_distribution<long> size(1, 300);
  for (int round = 0; round < 25; ++round) expect_all_right(queue, size(random), random);
}

/// The same seed gives the same answer to the last digit, however the cores share the work.
TEST(Workloads, RepeatThemselvesWithTheSameSeed) {
  Queue queue;
  for (const Registered& workload : registered()) {
    double values[2];
    for (double& value : values) {
      Random random(8);
      const Spec& spec = workload.spec;
      const auto experiment = workload.make(
          queue, {spec.default_variant, spec.default_precision, parameters(spec, 259)}, random);
      value = run_once(queue, *experiment).value;
    }
    EXPECT_EQ(values[0], values[1]) << workload.spec.name;
  }
}

TEST(Workloads, AreAllOfThose) {
  std::set<std::string> names;
  for (const Registered& workload : registered()) names.insert(workload.spec.name);
  EXPECT_EQ(names.size(), registered().size());
  EXPECT_EQ(names.count("integrate2d"), 1u);
}

}  // namespace
}  // namespace gpujob
