// SPDX-License-Identifier: MIT
#include "workload/reader.h"

#include <gtest/gtest.h>

#include "support/messages.h"
#include "support/read_source.h"
#include "workload/check.h"

// The reader against the good file that has every field; faults are the corpus's business.

namespace gpujob {
namespace {

using Words = std::vector<std::string>;

Workload good(const std::string& name) {
  Result<Workload> workload =
      read_workload("dir/workload.yaml", read_source("tests/profiles/good/" + name));
  EXPECT_TRUE(is_ok(workload));
  return *workload;
}

TEST(WorkloadReader, reads_every_field) {
  const Workload workload = good("workload-all-fields.yaml");
  EXPECT_EQ(workload.name, "sum2d");
  EXPECT_EQ(workload.summary, "sums a grid");
  EXPECT_EQ(workload.source, "a test");
  EXPECT_EQ(workload.default_size, "small");
  EXPECT_EQ(workload.default_variant, "naive");
  EXPECT_EQ(workload.backends, (Words{"cpu", "cuda"}));
  EXPECT_EQ(workload.precisions, (Words{"float32", "mixed"}));
  EXPECT_EQ(workload.default_precision, "float32");
  EXPECT_EQ(workload.work.points, "n * n");
  EXPECT_EQ(workload.work.special_functions, "n * ceil(log2(n))");
  EXPECT_EQ(workload.memory, "4 * n * n + 1024");
  EXPECT_EQ(workload.time_estimate, "max(60, 1e-6 * n)");
  EXPECT_EQ(workload.max_gpus, 8);
  EXPECT_EQ(workload.gpu_backends, (Words{"cuda", "cpu"}));
  ASSERT_TRUE(workload.split);
  EXPECT_EQ(workload.split->parameter, "n");
  EXPECT_EQ(workload.split->unit, 16);
  EXPECT_EQ(workload.tolerance,
            (std::map<std::string, double>{{"float32", 1e-5}, {"mixed", 1e-7}}));
  EXPECT_EQ(workload.builds.at("cuda"),
            (Words{"nvcc", "-arch={{arch}}", "{{source}}", "-o", "{{output}}"}));
  EXPECT_EQ(workload.file, "dir/workload.yaml");
}

TEST(WorkloadReader, keeps_parameters_sizes_and_variants_in_the_order_of_the_file) {
  const Workload workload = good("workload-all-fields.yaml");
  ASSERT_EQ(workload.parameters.size(), 3u);
  const Parameter& n = workload.parameters[0];
  EXPECT_EQ(n.name, "n");
  EXPECT_EQ(n.type, ParameterType::Integer);
  EXPECT_EQ(n.default_value, "1024");
  EXPECT_EQ(n.minimum, 1);
  EXPECT_EQ(n.maximum, 4096);
  EXPECT_EQ(n.unit, "cells");
  EXPECT_EQ(n.origin.text(), "dir/workload.yaml:6");
  EXPECT_EQ(workload.find_parameter("phase")->type, ParameterType::Real);
  EXPECT_EQ(workload.find_parameter("phase")->default_value, "drawn");
  EXPECT_EQ(workload.find_parameter("tag")->type, ParameterType::Text);
  EXPECT_EQ(workload.find_parameter("none"), nullptr);
  ASSERT_NE(workload.find_size("large"), nullptr);
  EXPECT_EQ(workload.find_size("large")->values,
            (std::map<std::string, std::string>{{"n", "4096"}, {"phase", "0.5"}}));
  ASSERT_NE(workload.find_variant("walk"), nullptr);
  EXPECT_EQ(workload.find_variant("walk")->algorithm_class, 'R');
}

TEST(WorkloadReader, reads_a_program_of_the_users_own) {
  const Workload workload = good("workload-command.yaml");
  EXPECT_EQ(workload.command, (Words{"python3", "mine.py", "--n", "{{n}}", "--out", "{{report}}"}));
  EXPECT_EQ(workload.stack, "numba");
  EXPECT_TRUE(workload.builds.empty());
  EXPECT_TRUE(workload.default_variant.empty());
}

TEST(Misfit, says_why_a_value_cannot_be) {
  Parameter n;
  n.minimum = 1;
  n.maximum = 10;
  EXPECT_EQ(report_mismatch(n, "10"), std::nullopt);
  EXPECT_EQ(report_mismatch(n, "11"), "at most 10");
  EXPECT_EQ(report_mismatch(n, "0"), "at least 1");
  for (const char* text : {"2.5", "ten", "", "1e1", "07", " 7"}) {
    EXPECT_EQ(report_mismatch(n, text), "a whole number is expected") << text;
  }
  n.type = ParameterType::Real;
  EXPECT_EQ(report_mismatch(n, "2.5"), std::nullopt);
  EXPECT_EQ(report_mismatch(n, "nan"), "a number is expected");
  n.type = ParameterType::Text;
  EXPECT_EQ(report_mismatch(n, "anything"), std::nullopt);
}

}  // namespace
}  // namespace gpujob
