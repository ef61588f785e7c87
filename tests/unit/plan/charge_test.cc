// SPDX-License-Identifier: MIT
#include "plan/charge.h"

#include <gtest/gtest.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

Billing billing_of(std::optional<HourlyRate> gpu, std::optional<HourlyRate> node) {
  Billing billing;
  billing.gpu = std::move(gpu);
  billing.node = std::move(node);
  billing.origin = {"x.yaml", 90};
  return billing;
}

std::string charged(const Sample& sample) {
  const auto resolution = sample.resolve();
  EXPECT_TRUE(is_ok(resolution));
  return resolution && resolution->charge ? charge_text(*resolution->charge) : "not known";
}

TEST(Charge, IsNotKnownWithoutARate) {
  Sample sample = feature_site();
  EXPECT_EQ(charged(sample.gpu("l40s")), "not known");
  sample.cluster().billing = billing_of(std::nullopt, std::nullopt);
  EXPECT_EQ(charged(sample), "not known");
}

TEST(Charge, IsForTheGpusOfTheWholeTimeLimit) {
  Sample sample = feature_site();
  sample.request.time = Seconds(3 * 3600);
  sample.cluster().billing = billing_of(HourlyRate{"GPU-hour", 0.5}, std::nullopt);
  EXPECT_EQ(charged(sample.gpu("l40s")), "1.5 GPU-hour");
  const Choice why = row(sample.resolve()->explanation, "charge");
  EXPECT_EQ(why.value, "1.5 GPU-hour");
  EXPECT_EQ(why.origin, "1 GPU for 03:00:00, 0.5 per hour each; x.yaml:90");
}

TEST(Charge, IsForNodesWhereGpusAreNotCounted) {
  Sample sample = feature_site();
  sample.request.time = Seconds(1800);
  sample.cluster().billing = billing_of(std::nullopt, HourlyRate{"node hour", 1});
  EXPECT_EQ(charged(sample.gpu("l40s")), "0.5 node hour");
}

TEST(Charge, OfAJobWithoutGpusIsForItsCpus) {
  Sample sample = feature_site();
  sample.request.time = Seconds(3600);
  sample.request.cpus_per_task = 8;
  sample.cluster().billing = billing_of(HourlyRate{"GPU-hour", 1}, std::nullopt);
  EXPECT_EQ(charged(sample), "not known");
  sample.cluster().billing->cpu = HourlyRate{"core-hour", 2};
  EXPECT_EQ(charged(sample), "16 core-hour");
}

}  // namespace
}  // namespace gpujob
