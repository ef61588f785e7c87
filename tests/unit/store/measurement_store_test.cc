// SPDX-License-Identifier: MIT
#include "store/measurement_store.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/format.h"
#include "report/measurement_line.h"
#include "report/random.h"
#include "store/launch_config_text.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using Put = MeasurementStore::Put;
using IfKnown = MeasurementStore::IfKnown;

Measurement measurement(int number, const std::string& site, std::vector<double> kernel) {
  Measurement one;
  one.run = format("{:026}", number);
  one.started = "2026-11-21T10:15:30Z";
  one.setting.workload = number % 7 == 0 ? "fft2d" : "integrate2d";
  one.setting.site = site;
  one.setting.valid = true;
  one.setting.work = 73400320000;
  one.setting.work_unit = "op";
  one.setting.parameters = {{"n", "102400"}, {"phase", "drawn"}};
  one.ceiling = 4.3e13;
  one.cost.elapsed = number;
  one.seconds[0] = std::move(kernel);
  if (number % 3 != 0) one.seconds[1] = {number + 0.5};
  return one;
}

class Store : public testing::Test {
 protected:
  Store() { EXPECT_TRUE(is_ok(database_.execute(MeasurementStore::layout()))); }

  std::vector<std::string> lines(const std::string& workload = "") {
    std::vector<std::string> lines;
    MeasurementStore store(database_);
    EXPECT_TRUE(is_ok(store.each(
        workload, [&](const Measurement& one) { lines.push_back(measurement_line(one)); })));
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  Database database_ = *Database::open(":memory:");
};

// Two thousand launches over three settings fill blocks, and none is lost or changed, whether they
// come at once or a few at a time.
TEST_F(Store, GivesBackWhatItWasGiven) {
  Random random(5);
  std::vector<std::string> expected;
  for (int i = 0; i < 2000;) {
    MeasurementStore store(database_);
    const int batch = i < 1200 ? 1200 : 37;
    for (int j = 0; j < batch && i < 2000; ++j, ++i) {
      std::vector<double> kernel(random.below(9));
      for (double& sample : kernel) sample = 1e-3 * (1 + random.below(1000));
      const Measurement one = measurement(i, format("site{}", random.below(3)), kernel);
      const Result<Put> put = store.put(one, IfKnown::Replace);
      ASSERT_TRUE(is_ok(put));
      EXPECT_EQ(*put, Put::New);
      expected.push_back(measurement_line(one));
    }
    ASSERT_TRUE(is_ok(store.flush()));
  }
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(lines(), expected);
}

TEST_F(Store, LoadsOneMetricOfOneWorkload) {
  MeasurementStore store(database_);
  for (int i = 1; i <= 1100; ++i) {
    ASSERT_TRUE(is_ok(store.put(measurement(i, "a", {i * 1.0, i * 2.0}), IfKnown::Keep)));
  }
  ASSERT_TRUE(is_ok(store.flush()));
  const Result<MeasurementTable> total = store.load("integrate2d", *find_metric("total"));
  ASSERT_TRUE(is_ok(total));
  EXPECT_EQ(total->launches.size(), 1100u - 157);  // without every seventh
  for (const Launch& launch : total->launches) {
    const int number = std::stoi(std::string(launch.run.view()));
    ASSERT_EQ(launch.count, number % 3 == 0 ? 0u : 1u) << number;
    if (launch.count > 0) {
      EXPECT_EQ(total->samples_of(launch)[0], number + 0.5);
    }
    EXPECT_EQ(total->cost_of(launch).elapsed, number);
  }
  const Result<MeasurementTable> rate = store.load("integrate2d", *find_metric("rate"));
  ASSERT_TRUE(is_ok(rate));
  EXPECT_DOUBLE_EQ(rate->samples_of(rate->launches[0])[1], 73400320000 / 2.0);
  const Result<MeasurementTable> fraction = store.load("integrate2d", *find_metric("fraction"));
  ASSERT_TRUE(is_ok(fraction));
  EXPECT_DOUBLE_EQ(fraction->samples_of(fraction->launches[0])[0], 73400320000 / 4.3e13);
}

// The phase that no launch of a block has is not stored; the launches are still there.
TEST_F(Store, LaunchesWithoutSamplesOfAMetricAreStillLoaded) {
  MeasurementStore store(database_);
  ASSERT_TRUE(is_ok(store.put(measurement(1, "a", {1}), IfKnown::Keep)));
  ASSERT_TRUE(is_ok(store.put(measurement(2, "b", {2}), IfKnown::Keep)));
  ASSERT_TRUE(is_ok(store.flush()));
  const Result<MeasurementTable> none = store.load("integrate2d", *find_metric("h2d"));
  ASSERT_TRUE(is_ok(none));
  ASSERT_EQ(none->launches.size(), 2u);
  EXPECT_EQ(none->launches[0].count, 0u);
}

TEST_F(Store, KeepsOrReplacesWhatItKnows) {
  MeasurementStore store(database_);
  const Measurement old = measurement(1, "a", {1, 2, 3});
  const Measurement later = measurement(1, "b", {9});
  for (int i = 1; i < 4; ++i) {
    ASSERT_TRUE(is_ok(store.put(measurement(i, "a", {1, 2, 3}), IfKnown::Keep)));
  }
  EXPECT_EQ(*store.put(later, IfKnown::Keep), Put::Known);
  ASSERT_TRUE(is_ok(store.flush()));
  EXPECT_EQ(*store.put(later, IfKnown::Keep), Put::Known);
  EXPECT_EQ(*store.put(later, IfKnown::Replace), Put::New);
  ASSERT_TRUE(is_ok(store.flush()));
  std::vector<std::string> expected{measurement_line(later),
                                    measurement_line(measurement(2, "a", {1, 2, 3})),
                                    measurement_line(measurement(3, "a", {1, 2, 3}))};
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(lines(), expected);
}

// New launches go to a small table first and to the large one later; they are known in both.
TEST_F(Store, KnowsWhatCameAFewAtATime) {
  constexpr int kAll = 9000;
  for (int first = 0; first < kAll; first += 900) {
    MeasurementStore store(database_);
    for (int i = first; i < first + 900; ++i) {
      ASSERT_EQ(*store.put(measurement(i, "a", {1}), IfKnown::Keep), Put::New) << i;
    }
    ASSERT_TRUE(is_ok(store.flush()));
  }
  const auto count = [&](const char* table) {
    Result<Statement> statement = database_.prepare(std::string("SELECT ") + table);
    EXPECT_TRUE(is_ok(statement->step()));
    return statement->integer(0);
  };
  const std::int64_t recent = count("count(*) FROM recent");
  EXPECT_EQ(count("sum(length(places)) FROM launches"), (kAll - recent) * 16);
  EXPECT_LE(recent, 4000);
  MeasurementStore store(database_);
  for (int i = 0; i < kAll; i += 7) {
    EXPECT_EQ(*store.put(measurement(i, "a", {1}), IfKnown::Keep), Put::Known) << i;
  }
  EXPECT_EQ(lines().size(), static_cast<std::size_t>(kAll));
}

TEST_F(Store, PreparedForManyItKnowsTheSame) {
  {
    MeasurementStore store(database_);
    ASSERT_TRUE(is_ok(store.put(measurement(1, "a", {1}), IfKnown::Keep)));
    ASSERT_TRUE(is_ok(store.flush()));
  }
  MeasurementStore store(database_);
  ASSERT_TRUE(is_ok(store.prepare_for_many()));
  EXPECT_EQ(*store.put(measurement(1, "a", {1}), IfKnown::Keep), Put::Known);
  EXPECT_EQ(*store.put(measurement(2, "a", {1}), IfKnown::Keep), Put::New);
  EXPECT_EQ(*store.put(measurement(2, "a", {1}), IfKnown::Keep), Put::Known);
}

TEST_F(Store, DamagedBytesAreSaidToBe) {
  MeasurementStore store(database_);
  ASSERT_TRUE(is_ok(store.put(measurement(1, "a", {1}), IfKnown::Keep)));
  ASSERT_TRUE(is_ok(store.flush()));
  ASSERT_TRUE(is_ok(database_.execute("UPDATE blocks SET data = x'0102'")));
  EXPECT_TRUE(fails_with(store.load("integrate2d", *find_metric("kernel")), ExitCode::Failed,
                         {"index of runs: damaged; 'gpujob runs --rebuild' makes it anew"}));
}

TEST(SettingText, GivesBackTheSetting) {
  const LaunchConfig setting = measurement(1, "hpc2n", {}).setting;
  EXPECT_EQ(launch_config_from_text(launch_config_text(setting)), setting);
  EXPECT_EQ(launch_config_from_text(launch_config_text(LaunchConfig{})), LaunchConfig{});
  EXPECT_EQ(launch_config_from_text("x"), std::nullopt);
  EXPECT_EQ(launch_config_from_text(""), std::nullopt);
  LaunchConfig strange;
  strange.device = "a\x1f\x1e\nb";
  EXPECT_EQ(launch_config_from_text(launch_config_text(strange))->device, "a???b");
}

}  // namespace
}  // namespace gpujob
