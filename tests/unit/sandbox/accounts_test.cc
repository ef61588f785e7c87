// SPDX-License-Identifier: MIT
#include "sandbox/accounts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/messages.h"
#include "unit/sandbox/small_cluster.h"

namespace gpujob {
namespace {

using testing::ElementsAre;

Cluster with_pattern(const std::string& pattern) {
  Cluster cluster = small_cluster();
  cluster.directives["account"].option = "account";
  cluster.directives["account"].pattern = pattern;
  return cluster;
}

TEST(ExampleOf, IsTheShortestOfTheFirstAlternative) {
  EXPECT_EQ(example_of("(x|y)20[0-9]{2}-[0-9]+(-a|-b)?"), "x2011-1-a");
  EXPECT_EQ(example_of("[a-c]x*\\d\\w?(de)?"), "a1de");
  EXPECT_EQ(example_of("p\\.staff|q"), "p.staff");
  EXPECT_EQ(example_of("a[^b]"), "ax");
}

TEST(ExampleOf, IsEmptyWhereNoneIsFound) {
  EXPECT_EQ(example_of("(ab)*"), "") << "no pattern of Lua";
  EXPECT_EQ(example_of("a[^x]"), "") << "it has no example";
}

TEST(AccountsOf, AreThoseAskedForEachOnce) {
  const auto accounts = accounts_of(with_pattern("x[0-9]"), {"b.c", "a_1-2", "b.c"});
  ASSERT_TRUE(is_ok(accounts));
  EXPECT_THAT(*accounts, ElementsAre("b.c", "a_1-2"));
}

TEST(AccountsOf, IsOneOfTheProfilesFormWhereNoneIsAskedFor) {
  const auto formed = accounts_of(with_pattern("x[0-9]{2}"), {});
  ASSERT_TRUE(is_ok(formed));
  EXPECT_THAT(*formed, ElementsAre("x11"));
  for (const Cluster& cluster : {small_cluster(), with_pattern(""), with_pattern("a b")}) {
    const auto free = accounts_of(cluster, {});
    ASSERT_TRUE(is_ok(free));
    EXPECT_THAT(*free, ElementsAre("sandbox"));
  }
}

TEST(AccountsOf, RefuseWhatSacctmgrWouldReadOtherwise) {
  for (const std::string bad : {"", "-a", "a b", "a,b", "a=b", "a\nadd", "'a'"}) {
    EXPECT_FALSE(accounts_of(small_cluster(), {bad})) << bad;
  }
  EXPECT_TRUE(fails_with(accounts_of(small_cluster(), {"a;b"}), ExitCode::Usage,
                         {"account 'a;b': not a valid account name (letters, digits, '.', '_' and "
                          "'-', at most 64)"}));
}

}  // namespace
}  // namespace gpujob
