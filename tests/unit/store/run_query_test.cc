// SPDX-License-Identifier: MIT
#include "store/run_query.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

RunQuery query(const RunFilter& filter) {
  Result<RunQuery> made = make_run_query(filter, FakeWorld().clock);
  EXPECT_TRUE(is_ok(made));
  return made ? *std::move(made) : RunQuery{};
}

TEST(RunQuery, NothingAskedIsEverything) {
  const RunQuery all = query({});
  EXPECT_THAT(all.sql, EndsWith(" FROM runs ORDER BY id DESC"));
  EXPECT_TRUE(all.values.empty());
}

TEST(RunQuery, WordsAreBoundNeverWritten) {
  RunFilter filter;
  filter.workload = "x'; DROP TABLE runs; --";
  filter.site = "hpc2n";
  filter.limit = 5;
  const RunQuery made = query(filter);
  EXPECT_THAT(made.sql, testing::Not(HasSubstr("DROP")));
  EXPECT_THAT(made.sql, EndsWith(" ORDER BY id DESC LIMIT 5"));
  EXPECT_THAT(made.values, ElementsAre("x'; DROP TABLE runs; --", "hpc2n", "hpc2n", "hpc2n"));
}

TEST(RunQuery, ATableHasTheFirstColumnsOfAll) {
  RunFilter filter;
  const std::string all = query(filter).sql;
  filter.columns = RunFilter::Columns::Shown;
  const std::string shown = query(filter).sql;
  const std::string columns = shown.substr(0, shown.find(" FROM "));
  EXPECT_TRUE(all.starts_with(columns + ", ")) << all << '\n' << shown;
  EXPECT_THAT(shown, testing::Not(HasSubstr("directory")));
}

TEST(RunQuery, SinceIsADayOrAnAge) {
  RunFilter filter;
  filter.since = "2026-11-20";
  EXPECT_THAT(query(filter).values, ElementsAre("2026-11-20"));
  filter.since = "36h";
  EXPECT_THAT(query(filter).values, ElementsAre("2026-11-19T21:30:00Z"));
  filter.since = "yesterday";
  EXPECT_TRUE(fails_with(make_run_query(filter, FakeWorld().clock), ExitCode::Usage,
                         {"--since 'yesterday': neither a day nor an age (such as 2026-11-21 or "
                          "7d)"}));
}

}  // namespace
}  // namespace gpujob
